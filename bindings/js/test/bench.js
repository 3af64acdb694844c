// Times making a module, opening a machine and taking a step, over all vectors:
//
//	node bench.js BYTES
//
// BYTES is the size of the package.

import { Module } from "coxswain";
import { typedVectors } from "./typed.js";

/** @param {bigint[]} times */
const median = (times) => Number(times.sort((a, b) => (a < b ? -1 : 1))[times.length >> 1]);

/**
 * @template T
 * @param {() => T | Promise<T>} run
 * @returns {Promise<[bigint, T]>}
 */
async function time(run) {
  const start = process.hrtime.bigint();
  const result = await run();
  return [process.hrtime.bigint() - start, result];
}

const loads = [];
for (let i = 0; i < 3; i++) loads.push((await time(() => Module.create()))[0]);

const module = await Module.create();
const vectors = typedVectors();
/** @type {Record<string, bigint[]>} */
let times = {};
for (let pass = 0; pass < 2; pass++) {
  times = {};
  const machines = new Map();
  for (const { name, run } of vectors) {
    times[name] ??= [];
    times[name].push((await time(() => run(module, machines)))[0]);
  }
}
console.log(
  JSON.stringify({
    language: "JavaScript",
    runtime: `Node ${process.versions.node}`,
    package: Number(process.argv[2]),
    load_ns: median(loads),
    open_ns: median(times.open ?? []),
    step_ns: median(times.step ?? []),
  }),
);

// What callers do wrong, and what happens then.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";
import { ClosedError, CoxswainError, DeploymentStatus, ErrorCode, Module, ModuleError, SCHEMA } from "coxswain";
import { assemble } from "./assemble.js";

const ROOT = new URL("../", import.meta.url);
const CONFIG = { level: "strict" };
const OPENING = {
  now: 1n,
  index: 10n,
  epoch: 1n,
  job: { id: "j" },
  deployment: { id: "d", status: DeploymentStatus.Running, modifyIndex: 9n, groups: [{ name: "g" }] },
};
const whole = readFileSync(new URL("coxswain.wasm", ROOT));
const module = await Module.create();
const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const DESCRIBED = [0, [1, SCHEMA, "a version"]];

/** The error of a class whose message has the words. */
const error = (/** @type {Function} */ kind, /** @type {RegExp} */ words) => (/** @type {unknown} */ e) => {
  assert.ok(e instanceof kind, `${e}`);
  assert.match(`${e}`, words);
  return true;
};

test("a refused input leaves the machine as it was", async () => {
  const { machine } = await module.open(CONFIG, OPENING);
  const before = machine.save();
  assert.throws(
    () => machine.step({ now: -1n }),
    (e) => {
      assert.ok(e instanceof CoxswainError);
      assert.deepEqual([e.code, e.field], [ErrorCode.Invalid, "Now"]);
      assert.equal(e.message, `Invalid: Now: ${e.text}`);
      return true;
    },
  );
  assert.deepEqual(machine.save(), before);
});

test("a refused opening or state makes no machine", async () => {
  await assert.rejects(module.open({ level: "nosuch" }, OPENING), { name: "CoxswainError", code: ErrorCode.Config });
  await assert.rejects(module.load(new Uint8Array([0x90])), { name: "CoxswainError", code: ErrorCode.Malformed });
  await assert.rejects(module.load(new Uint8Array()), { message: "Missing: no input was written for this call" });
});

test("a message that is too long is refused", async () => {
  const long = new Uint8Array((64 << 20) + 1);
  await assert.rejects(module.load(long), { name: "CoxswainError", code: ErrorCode.Limit });
});

test("nothing closed is used", async () => {
  const module = await Module.create();
  const { machine } = await module.open(CONFIG, OPENING);
  const { machine: other } = await module.open(CONFIG, OPENING);
  machine.close();
  machine.close();
  for (const call of [() => machine.status(), () => machine.save(), () => machine.step({ now: 2n })]) {
    assert.throws(call, error(ClosedError, /the machine was closed/));
  }
  const state = other.save();
  module.close();
  module.close();
  assert.ok(other.status().opened);
  await assert.rejects(module.open(CONFIG, OPENING), error(ClosedError, /the module was closed/));
  await assert.rejects(module.load(state), ClosedError);
  await assert.rejects(module.instantiate(), ClosedError);
});

test("a field of another type or that is none is an error, and nothing is sent", async () => {
  const { machine } = await module.open(CONFIG, OPENING);
  const before = machine.save();
  /** @type {[any, RegExp][]} */
  const inputs = [
    [{ now: 1 }, /Input.now is of type Number and not BigInt/],
    [{ delivered: 1 }, /Input.delivered is of type Number and not boolean/],
    [{ job: 3 }, /Input.job is of type Number and not Job/],
    [{ job: { id: 1n } }, /Job.id is of type BigInt and not string/],
    [{ job: { priority: 1.5 } }, /Job.priority is of type Number and not an integer/],
    [{ allocations: null }, /Input.allocations is of type Null/],
    [{ allocations: new Date() }, /Input.allocations is of type Date/],
    [{ versions: {} }, /Input.versions is of type Object and not Array/],
    [{ versions: new Array(1) }, /Input.versions is of type Undefined and not JobVersion/],
    [{ deployment: { status: "running" } }, /Deployment.status is of type String and not DeploymentStatus/],
    [undefined, /the input is of type Undefined and not Input/],
    [new Map([["now", 2n]]), /the input is of type Map/],
    [Promise.resolve({}), /the input is of type Promise/],
    [{ nwo: 2n }, /Input has no field nwo/],
    [{ allocations: { chnged: [] } }, /AllocationChanges has no field chnged/],
    [{ toString: 2n }, /Input has no field toString/],
  ];
  for (const [input, words] of inputs) assert.throws(() => machine.step(input), error(TypeError, words));
  // The compiler knows as well.
  // @ts-expect-error
  assert.throws(() => machine.step({ now: 1 }), TypeError);
  // @ts-expect-error
  assert.throws(() => machine.step({ allocations: { chnged: [] } }), TypeError);
  assert.deepEqual(machine.save(), before);
  machine.step({ now: 2n, job: undefined });
  assert.equal(machine.status().now, 2n);
});

test("arguments of another type are errors", async () => {
  /** @type {any} */
  const [nothing, text] = [null, "text"];
  const instance = await module.instantiate();
  await assert.rejects(module.open(nothing, OPENING), error(TypeError, /the config is of type Null and not Config/));
  await assert.rejects(module.load(text), error(TypeError, /the state is of type String/));
  await assert.rejects(Module.create({ wasm: text }), error(TypeError, /wasm is of type String/));
  await assert.rejects(Module.create({ memoryLimit: 1.5 }), error(TypeError, /memoryLimit/));
  await assert.rejects(Module.create({ memoryLimit: -1 }), error(RangeError, /memoryLimit/));
  assert.throws(() => instance.call(text), error(TypeError, /no call text/));
  assert.throws(() => instance.call("status", text), error(TypeError, /the handle is of type String/));
  assert.throws(() => instance.call("open", 0, text), error(TypeError, /the data is of type String/));
  assert.equal(instance.call("describe")[1], 0);
});

test("a number out of range is an error, and nothing is sent", async () => {
  const { machine } = await module.open(CONFIG, OPENING);
  /** @type {[any, RegExp][]} */
  const inputs = [
    [{ now: 2n ** 63n }, /Input.now is 9223372036854775808 and not from/],
    [{ now: -(2n ** 63n) - 1n }, /Input.now/],
    [{ index: -1n }, /Input.index/],
    [{ index: 2n ** 64n }, /Input.index/],
    [{ job: { priority: 2 ** 31 } }, /Job.priority/],
    [{ deployment: { status: 99 } }, /Deployment.status is 99, which no DeploymentStatus is/],
    [{ job: { id: "\ud800" } }, /Job.id has half of a character/],
  ];
  for (const [input, words] of inputs) assert.throws(() => machine.step(input), error(RangeError, words));
  assert.equal(machine.status().now, 1n);
});

test("what is none of coxswain's modules is refused", async () => {
  const edited = (/** @type {string} */ from, /** @type {string} */ to) =>
    Buffer.from(whole.toString("latin1").replace(from, to), "latin1");
  const importing = new Uint8Array([...HEADER, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 0x61, 1, 0x62, 0, 0]);
  for (const [wasm, words] of /** @type {const} */ ([
    [new Uint8Array(), /cannot be compiled/],
    [whole.subarray(0, 1000), /cannot be compiled/],
    [new Uint8Array([...HEADER, 1]), /cannot be compiled/],
    [new Uint8Array(HEADER), /not of ABI 1/],
    [edited("coxswain_abi_v1", "coxswain_abi_v9"), /not of ABI 1/],
    [importing, /imports something/],
    [assemble({ describe: DESCRIBED }, { without: "step" }), /the export step is no function/],
    [assemble({ describe: DESCRIBED }, { without: "memory" }), /the export memory is no memory/],
    [assemble({ describe: DESCRIBED }, { limits: [3, 1, 1] }), /not one memory of 32 bits/],
    [new Uint8Array([...HEADER, 5, 5, 2, 0, 1, 0, 1]), /not one memory of 32 bits/],
    [assemble({ describe: [0, [1, SCHEMA - 1, "a version"]] }), /too old: it knows schema 1 and not 2/],
    [assemble({ describe: [0, "a module"] }), /the answer of describe cannot be read/],
    [assemble({}), /the call describe did not return/],
  ])) {
    await assert.rejects(Module.create({ wasm }), error(ModuleError, words));
  }
  const newer = await Module.create({ wasm: assemble({ describe: [0, [1, SCHEMA + 1, "a version", []]] }) });
  assert.deepEqual([newer.schema, newer.version], [SCHEMA + 1, "a version"]);
});

test("an answer that cannot be read loses the machine", async () => {
  const output = [[], [], [0, 0], null, [], false, true];
  for (const step of [
    [],
    "text",
    null,
    {},
    [0],
    [0, output.slice(1)],
    [0, [...output.slice(0, 2), [0, 99], ...output.slice(3)]],
    [0, [...output.slice(0, 2), [0.5, 0], ...output.slice(3)]],
    [0, [...output.slice(0, 2), [2n ** 63n, 0], ...output.slice(3)]],
    [99, "", "an error of no code"],
    [1, null, "an error of no field"],
    new Uint8Array(),
    new Uint8Array(Array.from({ length: 100 }, () => [0xdd, 1, 0xff, 0xff, 0xff]).flat()),
    new Uint8Array([0x92, 0x00]),
    new Uint8Array([0xc1]),
  ]) {
    const wasm = assemble({ describe: DESCRIBED, open: [0, [1, output]], step, status: [0, []] });
    const { machine } = await (await Module.create({ wasm })).open(CONFIG, OPENING);
    assert.throws(() => machine.step({}), error(ModuleError, /the answer of step cannot be read/));
    assert.throws(() => machine.status(), error(ModuleError, /lost in an earlier call/));
  }
  const later = [[], [], [0, 0, "more"], null, [], false, true, "more"];
  const wasm = assemble({ describe: DESCRIBED, open: [0, [1, later]] });
  assert.ok((await (await Module.create({ wasm })).open(CONFIG, OPENING)).output.done);
});

test("a trap loses one machine only", async () => {
  const small = await Module.create({ memoryLimit: 192 << 10 });
  const { machine } = await small.open(CONFIG, OPENING);
  const { machine: other } = await small.open(CONFIG, OPENING);
  const state = machine.save();
  const groups = Array.from({ length: 1024 }, (_, i) => ({ name: `${i}`.padStart(100, "0") }));
  const big = { now: 1n, index: 11n, deployment: { ...OPENING.deployment, groups }, versionsRead: true };
  assert.throws(() => machine.step(big), error(ModuleError, /the call step did not return/));
  assert.throws(() => machine.status(), error(ModuleError, /lost in an earlier call/));
  assert.ok(other.status().opened);
  const again = await module.load(state);
  assert.deepEqual(again.save(), state);
  again.step(big);
  assert.equal(again.status().index, 11n);
});

test("a machine may have 64 MiB of memory if nothing else is said", async () => {
  /** @type {any} */
  const { exports } = await module.instantiate();
  exports.memory.grow(1024 - exports.memory.buffer.byteLength / 65536);
  assert.throws(() => exports.memory.grow(1), RangeError);
});

test("a module may have a lower limit of its own", async () => {
  const { limitMemory } = await import("../dist/memory.js");
  for (const [limits, limit, pages] of /** @type {const} */ ([
    [[1, 1, 2], 1 << 20, 2],
    [[1, 1, 9], 3 << 16, 3],
    [[0, 1], 4 << 16, 4],
    [[0, 1], 200 << 16, 200],
  ])) {
    const wasm = limitMemory(assemble({}, { limits: [...limits] }), limit);
    const { instance } = await WebAssembly.instantiate(new Uint8Array(wasm));
    const memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    memory.grow(pages - 1);
    assert.throws(() => memory.grow(1), RangeError);
  }
});

test("what was returned or given is the caller's own", async () => {
  const instance = await module.instantiate();
  const answer = instance.call("describe");
  const before = answer.slice();
  instance.call("status", 1);
  assert.deepEqual(answer, before);
  const { machine } = await module.open(CONFIG, OPENING);
  const state = machine.save();
  assert.equal(state.buffer.byteLength, state.length);
  const loading = module.load(state);
  state.fill(0);
  assert.deepEqual((await loading).save(), machine.save());
});

test("a machine stays in its thread", async () => {
  const { machine } = await module.open(CONFIG, OPENING);
  const { port1, port2 } = new MessageChannel();
  for (const stays of [machine, module, await module.instantiate()]) {
    assert.throws(() => port1.postMessage(stays), { name: "DataCloneError" });
  }
  machine.close();
  assert.throws(() => structuredClone(machine), { name: "DataCloneError" });
  port1.close();
  port2.close();
});

test("each thread makes machines of its own, and a state may go from one to another", async () => {
  const { machine } = await module.open(CONFIG, OPENING);
  const code = `
    import { workerData, parentPort } from "node:worker_threads";
    import { Module } from ${JSON.stringify(new URL("dist/index.js", ROOT).href)};
    const machine = await (await Module.create()).load(workerData);
    for (let i = 0n; i < 200n; i++) machine.step({ now: 2n + i });
    parentPort.postMessage(machine.save());`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const states = [0, 1].map(() => {
    const worker = new Worker(url, { workerData: machine.save() });
    return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  });
  for (let i = 0n; i < 200n; i++) machine.step({ now: 2n + i });
  for (const state of await Promise.all(states)) assert.deepEqual(state, machine.save());
});

test("the example of the README prints what it says", () => {
  const readme = readFileSync(new URL("README.md", ROOT), "utf8");
  const [program, printed] = ["js", "text"].map((kind) => readme.split(`\n\`\`\`${kind}\n`)[1]?.split("```")[0]);
  const args = ["--input-type=module", "--eval", program ?? ""];
  assert.equal(execFileSync(process.execPath, args, { cwd: fileURLToPath(ROOT), encoding: "utf8" }), printed);
});

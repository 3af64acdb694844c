// All vectors of bindings/conformance.

import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "@msgpack/msgpack";
import { Module } from "coxswain";
import * as messages from "../dist/messages.js";
import { i64, u64 } from "../dist/wire.js";
import { typedVectors, unpack, vectors } from "./typed.js";
import { countPassed } from "./vectors.js";

test("every call gives the bytes that the native core gives", async () => {
  const module = await Module.create();
  const passed = countPassed(await module.instantiate(), vectors);
  console.log(`${passed} of ${vectors.length} vectors passed`);
  assert.equal(passed, vectors.length);
  assert.ok(passed >= 2000);
});

test("the types read and write every message as it is", () => {
  /**
   * @param {import("../dist/wire.js").Codec<unknown>} codec
   * @param {unknown} value
   */
  const same = (codec, value) => {
    const again = codec.encode(codec.decode(value, "the value"), "the value");
    assert.deepEqual(again, shorten(value));
    return encode(again, { useBigInt64: true }).length;
  };
  let seen = 0;
  for (const { name, code, input, answer } of vectors) {
    if (code !== 0 || !["open", "step", "status"].includes(name)) continue;
    const body = unpack(answer)[1];
    if (name === "status") {
      same(messages.Status, body);
      continue;
    }
    const sent = unpack(input);
    if (name === "open") same(messages.Config, sent[0]);
    const size = same(messages.Input, name === "open" ? sent[1] : sent);
    assert.ok(size <= input.length, "integers are as short as they can be");
    same(messages.Output, name === "open" ? body[1] : body);
    seen++;
  }
  assert.ok(seen >= 2000);
});

/**
 * The value with each bigint that fits into 32 bits as a number.
 *
 * @param {unknown} value
 * @returns {unknown}
 */
function shorten(value) {
  if (Array.isArray(value)) return value.map(shorten);
  return typeof value === "bigint" && value >= -(2n ** 31n) && value < 2n ** 32n ? Number(value) : value;
}

test("numbers of 64 bits are exact", () => {
  const numbers = [0n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n + 1n, 2n ** 63n - 1n];
  const [negative, high] = [[-1n, -(2n ** 31n), -(2n ** 31n) - 1n, -(2n ** 53n) - 1n, -(2n ** 63n)], 2n ** 64n - 1n];
  for (const [codec, list] of /** @type {const} */ ([
    [i64, [...numbers, ...negative]],
    [u64, [...numbers, high]],
  ])) {
    for (const number of list) {
      const bytes = encode(codec.encode(number, "a number"), { useBigInt64: true });
      assert.equal(codec.decode(unpack(bytes), "a number"), number);
    }
  }
});

test("machines of their own, each with an instance, decide the same", async () => {
  const [module, machines] = [await Module.create(), new Map()];
  const count = { open: 0, step: 0 };
  for (const { name, run, want } of typedVectors()) {
    assert.deepEqual(await run(module, machines), want);
    if (name === "open" || name === "step") count[name]++;
  }
  assert.ok(count.open >= 100 && count.step >= 2000 && machines.size === 0);
});

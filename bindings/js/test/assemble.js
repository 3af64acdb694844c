// Small modules with the exports of the ABI, whose calls answer what a test says.

import { encode } from "@msgpack/msgpack";

const [I32, I64] = [0x7f, 0x7e];
const [UNREACHABLE, END, I32_CONST, I64_CONST] = [0x00, 0x0b, 0x41, 0x42];

/**
 * A signed integer as WebAssembly has it.
 *
 * @param {bigint} value
 * @returns {number[]}
 */
function signed(value) {
  const [low, rest] = [Number(value & 127n), value >> 7n];
  return rest === (low < 64 ? 0n : -1n) ? [low] : [low + 128, ...signed(rest)];
}

/** @param {number[]} bytes */
const sized = (bytes) => [128 + (bytes.length % 128), bytes.length >> 7, ...bytes];

/** @param {number[][]} items */
const vector = (items) => [items.length, ...items.flat()];

/**
 * Makes a module in which a call gives its answer, either bytes or a value to be put
 * into MessagePack; other calls trap. The limits are those of the memory section.
 *
 * @param {Record<string, unknown>} answers
 * @param {{ limits?: number[], without?: string }} options
 */
export function assemble(answers, { limits = [0, 1], without = "" } = {}) {
  /** @type {number[][]} */
  const data = [];
  let at = 1024;
  const code = (/** @type {string} */ call) => {
    if (!(call in answers)) return [UNREACHABLE];
    const answer = answers[call];
    const bytes = answer instanceof Uint8Array ? answer : encode(answer, { useBigInt64: true });
    data.push([0, I32_CONST, ...signed(BigInt(at)), END, ...sized([...bytes])]);
    at += bytes.length;
    return [I64_CONST, ...signed((BigInt(at - bytes.length) << 32n) | BigInt(bytes.length))];
  };
  const functions = [
    { call: "_initialize", type: 0, code: [] },
    { call: "coxswain_abi_v1", type: 0, code: [] },
    { call: "input", type: 1, code: [I32_CONST, ...signed(32768n)] },
    ...["describe", "open", "load"].map((call) => ({ call, type: 2, code: code(call) })),
    ...["step", "status", "save", "close"].map((call) => ({ call, type: 3, code: code(call) })),
  ];
  const exports = [
    { call: "memory", kind: 2, index: 0 },
    ...functions.map(({ call }, index) => ({ call, kind: 0, index })),
  ]
    .filter(({ call }) => call !== without)
    .map(({ call, kind, index }) => [...sized([...new TextEncoder().encode(call)]), kind, index]);
  const sections = [
    {
      id: 1,
      items: [
        [0x60, 0, 0],
        [0x60, 1, I32, 1, I32],
        [0x60, 0, 1, I64],
        [0x60, 1, I32, 1, I64],
      ],
    },
    { id: 3, items: functions.map(({ type }) => [type]) },
    { id: 5, items: [limits] },
    { id: 7, items: exports },
    { id: 10, items: functions.map(({ code }) => sized([0, ...code, END])) },
    { id: 11, items: data },
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...sections.flatMap(({ id, items }) => [id, ...sized(vector(items))]),
  ]);
}

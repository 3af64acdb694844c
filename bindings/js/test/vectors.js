// The vectors of bindings/conformance, in Node and in a browser.

const CALLS = /** @type {const} */ (["open", "step", "status", "save", "load", "close"]);

/**
 * @param {Uint8Array} file
 */
export function readVectors(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (new TextDecoder().decode(file.subarray(0, 8)) !== "CXSWVEC1") throw new Error("no vectors");
  let at = 12;
  const take = (/** @type {number} */ length) => {
    at += length;
    return file.subarray(at - length, at);
  };
  const vectors = Array.from({ length: view.getUint32(8, true) }, () => {
    const name = CALLS[view.getUint8(at) - 1];
    if (name === undefined) throw new Error("no such call");
    const [code, handle] = [view.getUint8(at + 1), view.getUint32(at + 4, true)];
    const [input, answer] = [view.getUint32(at + 8, true), view.getUint32(at + 12, true)];
    at += 16;
    return { name, code, handle, input: take(input), answer: take(answer) };
  });
  if (at !== file.length) throw new Error("something follows the last vector");
  return vectors;
}

/**
 * Makes the calls in a new instance, and returns how many gave the very bytes.
 *
 * @param {import("coxswain").Instance} instance
 * @param {ReturnType<typeof readVectors>} vectors
 */
export function countPassed(instance, vectors) {
  return vectors.filter(({ name, handle, input, answer }) => {
    const have = instance.call(name, handle, input);
    return have.length === answer.length && have.every((byte, i) => byte === answer[i]);
  }).length;
}

import { ModuleError } from "./errors.js";

const PAGE = 65536;
const MEMORY_SECTION = 5;

/**
 * Returns the module with a maximum for its memory. An engine gives no other means to
 * limit a memory that is the module's own.
 */
export function limitMemory(wasm: Uint8Array, limit: number): Uint8Array {
  const pages = Math.floor(limit / PAGE);
  let at = 8; // after the magic number and the version
  const integer = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = wasm[at++] ?? 0;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < wasm.length) {
    const start = at;
    const section = wasm[at++];
    const size = integer();
    const end = at + size;
    if (section === MEMORY_SECTION) {
      const [count, bounded, min] = [integer(), integer(), integer()];
      if (count !== 1 || bounded > 1) throw new ModuleError("the module has not one memory of 32 bits");
      const max = bounded ? Math.min(integer(), pages) : pages;
      const body = [1, 1, ...encodeInteger(min), ...encodeInteger(max)];
      const limited = [MEMORY_SECTION, ...encodeInteger(body.length), ...body];
      return Uint8Array.from([...wasm.subarray(0, start), ...limited, ...wasm.subarray(end)]);
    }
    at = end;
  }
  return wasm;
}

function encodeInteger(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...encodeInteger(Math.floor(value / 128))];
}

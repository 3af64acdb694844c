// The vectors that succeed, with their messages as callers see them.

import { readFileSync } from "node:fs";
import { decode } from "@msgpack/msgpack";
import * as messages from "../dist/messages.js";
import { readVectors } from "./vectors.js";

export const vectors = readVectors(readFileSync(new URL("../../conformance/vectors.bin", import.meta.url)));

/**
 * @param {Uint8Array} data
 * @returns {any}
 */
export const unpack = (data) => decode(data, { useBigInt64: true });

/**
 * @typedef {Map<number, import("coxswain").Machine>} Machines by the handles of the file
 * @typedef {{ name: string, run: (module: import("coxswain").Module, machines: Machines) => unknown, want: unknown }} Typed
 */

/**
 * A machine that the vectors have opened.
 *
 * @param {Machines} machines
 * @param {number} handle
 */
function of(machines, handle) {
  const machine = machines.get(handle);
  if (machine === undefined) throw new Error(`there is no machine ${handle}`);
  return machine;
}

/**
 * What each vector that succeeds does with machines, and what must come of it.
 */
export function typedVectors() {
  return vectors.filter(({ code }) => code === 0).map(typed);
}

/**
 * @param {(typeof vectors)[number]} vector
 * @returns {Typed}
 */
function typed({ name, handle, input: data, answer }) {
  const body = unpack(answer)[1];
  switch (name) {
    case "open": {
      const [config, input] = unpack(data);
      const given = /** @type {const} */ ([
        messages.Config.decode(config, "the config"),
        messages.Input.decode(input, "the input"),
      ]);
      return {
        name,
        want: messages.Output.decode(body[1], "the output"),
        run: async (module, machines) => {
          const { machine, output } = await module.open(...given);
          machines.set(body[0], machine);
          return output;
        },
      };
    }
    case "step": {
      const input = messages.Input.decode(unpack(data), "the input");
      const want = messages.Output.decode(body, "the output");
      return { name, want, run: (_, machines) => of(machines, handle).step(input) };
    }
    case "status": {
      const want = messages.Status.decode(body, "the status");
      return { name, want, run: (_, machines) => of(machines, handle).status() };
    }
    case "save":
      return { name, want: new Uint8Array(body), run: (_, machines) => of(machines, handle).save() };
    case "load":
      return {
        name,
        want: undefined,
        run: async (module, machines) => void machines.set(body, await module.load(data)),
      };
    case "close":
      return {
        name,
        want: undefined,
        run: (_, machines) => {
          of(machines, handle).close();
          machines.delete(handle);
        },
      };
  }
}

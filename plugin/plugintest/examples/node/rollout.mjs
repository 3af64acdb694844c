// Drives a recorded rollout through the plugin.
import { readFileSync } from "node:fs";
import createPlugin from "@extism/extism";

const here = (path) => new URL(path, import.meta.url);
const plugin = await createPlugin({ wasm: [{ data: readFileSync(here("../../../coxswain-plugin.wasm")) }] }, { useWasi: false });

const call = async (name, request) => (await plugin.call(name, request)).json();

// show prints what is to be done, and when in nanoseconds after the opening.
function show(after, output) {
  const time = `${after / 1_000_000n}`.padStart(7);
  for (const e of output.Effects) {
    let line = `${time} ms  ${e.Kind}`;
    if (e.Status) line += ` ${e.Status}: ${e.Description}`;
    if (e.Rollback) line += `, by registering version ${e.RollbackVersion} anew`;
    if (e.Allocations.length > 0) line += `, ${e.Allocations.length} may be replaced`;
    console.log(line);
  }
  if (output.Done) console.log(`${time} ms  done`);
}

const [first, ...steps] = readFileSync(here("../rollout.ndjson"), "utf8").trimEnd().split("\n");

// The first line opens the machine.
const start = BigInt(JSON.parse(first).Input.Now);
const { Handle, Output } = await call("open", first);
show(0n, Output);

// Each of the others is a step.
for (const line of steps) {
  const Input = JSON.parse(line);
  show(BigInt(Input.Now) - start, await call("step", JSON.stringify({ Handle, Input })));
}
await plugin.close();

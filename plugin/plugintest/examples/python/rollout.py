"""Drives a recorded rollout through the plugin."""

import json
from pathlib import Path

import extism

HERE = Path(__file__).parent
WASM = HERE / "../../../coxswain-plugin.wasm"


def show(after, output):
    """Print what is to be done, and when in nanoseconds after the opening."""
    time = f"{after // 1_000_000:7} ms"
    for e in output["Effects"]:
        line = f"{time}  {e['Kind']}"
        if e["Status"]:
            line += f" {e['Status']}: {e['Description']}"
        if e["Rollback"]:
            line += f", by registering version {e['RollbackVersion']} anew"
        if e["Allocations"]:
            line += f", {len(e['Allocations'])} may be replaced"
        print(line)
    if output["Done"]:
        print(f"{time}  done")


with extism.Plugin({"wasm": [{"data": WASM.read_bytes()}]}) as plugin:
    first, *steps = (HERE / "../rollout.ndjson").read_text().splitlines()

    # The first line opens the machine.
    start = int(json.loads(first)["Input"]["Now"])
    opened = json.loads(plugin.call("open", first))
    show(0, opened["Output"])

    # Each of the others is a step.
    for line in steps:
        step = {"Handle": opened["Handle"], "Input": json.loads(line)}
        output = json.loads(plugin.call("step", json.dumps(step)))
        show(int(step["Input"]["Now"]) - start, output)

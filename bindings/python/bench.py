"""Prints what loading, opening and stepping take, as a line of JSON."""

import json
import statistics
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from time import perf_counter_ns
from typing import TypeVar

import msgpack

from coxswain import Config, Input, Machine, Module
from tests.test_conformance import vectors

T = TypeVar("T")


def timed(times: list[int], call: Callable[[], T]) -> T:
    """Make a call, and add the time that it takes."""
    start = perf_counter_ns()
    result = call()
    times.append(perf_counter_ns() - start)
    return result


def walk(module: Module) -> tuple[list[int], list[int]]:
    """Make the successful calls of the vectors, and return the times of opens and steps."""
    opens: list[int] = []
    steps: list[int] = []
    machines: dict[int, Machine] = {}
    for op, code, handle, data, answer in vectors():
        if code:
            continue
        if op == "open":
            sent = msgpack.unpackb(data)
            config, opening = Config.from_wire(sent[0]), Input.from_wire(sent[1])
            machine, _ = timed(opens, lambda c=config, i=opening: module.open(c, i))
            machines[msgpack.unpackb(answer)[1][0]] = machine
        elif op == "load":
            machines[msgpack.unpackb(answer)[1]] = module.load(data)
        elif op == "step":
            step = Input.from_wire(msgpack.unpackb(data))
            timed(steps, lambda m=machines[handle], i=step: m.step(i))
        elif op == "status":
            machines[handle].status()
        elif op == "save":
            machines[handle].save()
        else:
            machines.pop(handle).close()
    return opens, steps


loads: list[int] = []
for _ in range(3):
    module = timed(loads, Module)
walk(module)
opens, steps = walk(module)
print(
    json.dumps(
        {
            "language": "Python",
            "runtime": f"wasmtime {version('wasmtime')}",
            "package": Path(sys.argv[1]).stat().st_size,
            "load_ns": int(statistics.median(loads)),
            "open_ns": int(statistics.median(opens)),
            "step_ns": int(statistics.median(steps)),
        }
    )
)

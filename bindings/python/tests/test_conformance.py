"""All vectors of bindings/conformance."""

import struct
from pathlib import Path

import msgpack

from coxswain import Config, Input, Module, Output, Status

OPS = ("", "open", "step", "status", "save", "load", "close")
FILE = Path(__file__).parents[2] / "conformance" / "vectors.bin"


def vectors():
    data = FILE.read_bytes()
    assert data[:8] == b"CXSWVEC1"
    (count,) = struct.unpack_from("<I", data, 8)
    at, found = 12, []
    for _ in range(count):
        op, code, _, handle, size, answer = struct.unpack_from("<BBHIII", data, at)
        at += 16
        found.append((OPS[op], code, handle, data[at : at + size], data[at + size : at + size + answer]))
        at += size + answer
    assert at == len(data)
    return found


def pack(value):
    return msgpack.packb(value, use_bin_type=True)


def test_bytes(capsys):
    """Every call gives the bytes that the native core gives."""
    instance = Module().instantiate()
    all_vectors = vectors()
    passed = 0
    for i, (op, _, handle, data, want) in enumerate(all_vectors):
        assert instance.call(op, handle, data) == want, f"vector {i}, {op}"
        passed += 1
    assert passed >= 2000
    with capsys.disabled():
        print(f"\n{passed} of {len(all_vectors)} vectors passed")


def test_types():
    """The dataclasses read and write every message as it is."""
    seen = 0
    for op, code, _, data, answer in vectors():
        if code or op not in ("open", "step", "status"):
            continue
        body = msgpack.unpackb(answer)[1]
        if op == "status":
            assert pack(Status.from_wire(body).to_wire()) == pack(body)
            continue
        sent = msgpack.unpackb(data)
        if op == "open":
            body = body[1]
            assert pack(Config.from_wire(sent[0]).to_wire()) == pack(sent[0])
            sent = sent[1]
        assert pack(Input.from_wire(sent).to_wire()) == pack(sent)
        assert pack(Output.from_wire(body).to_wire()) == pack(body)
        seen += 1
    assert seen >= 2000


def test_machines():
    """Machines of their own, each with an instance, decide the same."""
    module, machines, handle, steps = Module(), {}, 0, 0
    for op, code, number, data, answer in vectors():
        if code:
            continue
        body = msgpack.unpackb(answer)[1]
        if op == "open":
            sent = msgpack.unpackb(data)
            handle, want = body
            machines[handle], output = module.open(Config.from_wire(sent[0]), Input.from_wire(sent[1]))
            assert output == Output.from_wire(want)
        elif op == "load":
            machines[body] = module.load(data)
        elif op == "step":
            assert machines[number].step(Input.from_wire(msgpack.unpackb(data))) == Output.from_wire(body)
            steps += 1
        elif op == "status":
            assert machines[number].status() == Status.from_wire(body)
        elif op == "save":
            assert machines[number].save() == body
        else:
            machines.pop(number).close()
    assert steps >= 2000 and not machines

"""What callers do wrong, and what happens then."""

import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from coxswain import (
    ClosedError,
    Config,
    CoxswainError,
    Deployment,
    DeploymentStatus,
    ErrorCode,
    Group,
    Input,
    Job,
    Module,
    ModuleError,
)

ROOT = Path(__file__).parents[1]
CONFIG = Config(level="strict")


def opening():
    deployment = Deployment(id="d", status=DeploymentStatus.RUNNING, modify_index=9, groups=[Group(name="g")])
    return Input(now=1, index=10, epoch=1, job=Job(id="j"), deployment=deployment)


@pytest.fixture(scope="module")
def module():
    return Module()


def test_refused_input(module):
    machine, _ = module.open(CONFIG, opening())
    before = machine.save()
    with pytest.raises(CoxswainError) as e:
        machine.step(Input(now=-1))
    assert (e.value.code, e.value.field) == (ErrorCode.INVALID, "Now")
    assert e.value.text in str(e.value)
    assert machine.save() == before


def test_refused_opening(module):
    with pytest.raises(CoxswainError) as e:
        module.open(Config(level="nosuch"), opening())
    assert e.value.code == ErrorCode.CONFIG
    with pytest.raises(CoxswainError):
        module.load(b"\x90")


def test_closed():
    with Module() as module:
        machine, _ = module.open(CONFIG, opening())
        with machine:
            assert machine.status().opened
        for call in (machine.status, machine.save, lambda: machine.step(Input(now=2))):
            with pytest.raises(ClosedError):
                call()
        machine.close()
    with pytest.raises(ClosedError):
        module.open(CONFIG, opening())


def test_types(module):
    machine, _ = module.open(CONFIG, opening())
    for bad in (Input(now="1"), Input(now=True), Input(now=1.5), Input(delivered=1), Input(job=3), Input(versions=[3])):
        with pytest.raises(TypeError):
            machine.step(bad)
    with pytest.raises(ValueError, match="64 bits"):
        machine.step(Input(now=1 << 64))
    with pytest.raises(TypeError):
        machine.step({"now": 1})
    with pytest.raises(TypeError):
        module.open(None, opening())
    with pytest.raises(TypeError):
        module.load("state")
    assert machine.status().opened


def test_corrupt_module():
    whole = (ROOT / "coxswain" / "coxswain.wasm").read_bytes()
    for bad in (b"", whole[:1000], b"\x00asm\x01\x00\x00\x00", whole.replace(b"coxswain_abi_v1", b"coxswain_abi_v9")):
        with pytest.raises(ModuleError):
            Module(bad)


def test_trap_loses_one_machine(module):
    small = Module(memory_limit=192 << 10)
    machine, _ = small.open(CONFIG, opening())
    other, _ = small.open(CONFIG, opening())
    state = machine.save()
    big = opening()
    big.versions_read, big.epoch, big.job = True, 0, None
    big.deployment.groups = [Group(name=f"{i:0100}") for i in range(1024)]
    big.index = 11
    with pytest.raises(ModuleError):
        machine.step(big)
    with pytest.raises(ModuleError, match="lost"):
        machine.status()
    assert other.status().opened
    assert module.load(state).save() == state


def test_answer_that_cannot_be_read_loses_the_machine(module):
    for name, answer in (("step", b"\x92\x00\x90"), ("status", b"\x01"), ("save", b"\x92\x00\xa0"), ("save", b"")):
        machine, _ = module.open(CONFIG, opening())
        machine._instance.call = lambda *_, answer=answer: answer
        with pytest.raises(ModuleError, match="cannot be read|not an envelope"):
            machine.step(Input(now=2)) if name == "step" else getattr(machine, name)()
        del machine._instance.call
        with pytest.raises(ModuleError, match="lost"):
            machine.status()


def test_threads(module):
    machine, _ = module.open(CONFIG, opening())
    errors = []

    def work():
        try:
            for i in range(200):
                machine.step(Input(now=2 + i))
                assert machine.status().opened
        except BaseException as e:
            errors.append(e)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not errors
    assert machine.status().now == 201


def test_readme():
    text = (ROOT / "README.md").read_text()
    program = re.search(r"```python\n(.*?)```", text, re.S)[1]
    printed = re.search(r"```text\n(.*?)```", text, re.S)[1]
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == printed

"""The module on wasmtime, and its machines."""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib import resources
from types import TracebackType
from typing import TypeVar

import msgpack
import wasmtime

from .errors import ClosedError, CoxswainError, ModuleError
from .types import SCHEMA, Config, ErrorCode, Input, Output, Status

_CALLS = ("describe", "open", "step", "status", "save", "load", "close")
_WITH_HANDLE = ("step", "status", "save", "close")
_MARKER = "coxswain_abi_v1"
T = TypeVar("T")


class Instance:
    """One instance of the module: calls with the bytes that go over the boundary.

    It is for one thread at a time. After a ModuleError it is lost.
    """

    def __init__(self, engine: wasmtime.Engine, compiled: wasmtime.Module, memory_limit: int) -> None:
        """Make an instance without machines."""
        self._store = wasmtime.Store(engine)
        self._store.set_limits(memory_size=memory_limit)
        self._lost = False
        try:
            exports = wasmtime.Instance(self._store, compiled, []).exports(self._store)
            self._functions: dict[str, wasmtime.Func] = {}
            for name in ("input", "_initialize", *_CALLS):
                f = exports[name]
                if not isinstance(f, wasmtime.Func):
                    raise ModuleError(f"the export {name} is no function")
                self._functions[name] = f
            memory = exports["memory"]
            if not isinstance(memory, wasmtime.Memory):
                raise ModuleError("the export memory is no memory")
            self._memory = memory
            self._functions["_initialize"](self._store)
        except (wasmtime.WasmtimeError, wasmtime.Trap, KeyError) as e:
            raise ModuleError(f"the module cannot be instantiated: {e}") from e

    def call(self, name: str, handle: int = 0, data: bytes = b"") -> bytes:
        """Write the data, if there is any, call an export and return the envelope."""
        if name not in _CALLS:
            raise ValueError(f"the ABI has no call {name!r}")
        if self._lost:
            raise ModuleError("the instance was lost in an earlier call")
        try:
            if data:
                at = self._functions["input"](self._store, len(data)) & 0xFFFFFFFF
                if at == 0:
                    raise CoxswainError(ErrorCode.LIMIT, "", "the message is too long")
                self._memory.write(self._store, data, at)
            args = (handle - (1 << 32) if handle >= 1 << 31 else handle,) if name in _WITH_HANDLE else ()
            result = self._functions[name](self._store, *args) & 0xFFFFFFFFFFFFFFFF
            at, size = result >> 32, result & 0xFFFFFFFF
            answer = bytes(self._memory.read(self._store, at, at + size))
            if len(answer) != size:
                raise ModuleError("the answer lies outside of the memory")
            return answer
        except CoxswainError:
            raise
        except BaseException as e:
            self._lost = True
            if isinstance(e, (wasmtime.WasmtimeError, wasmtime.Trap, IndexError, TypeError)):
                raise ModuleError(f"the call {name} did not return: {e}") from e
            raise

    def lose(self) -> None:
        """Let no call in any more: the machines in it cannot be trusted."""
        self._lost = True


def _body(answer: bytes) -> object:
    """Return the body of an envelope, or raise what it says was wrong."""
    try:
        envelope = msgpack.unpackb(answer, use_list=True, raw=False)
        code = envelope[0]
        if code == 0:
            body: object = envelope[1]
            return body
        error = CoxswainError(ErrorCode(code), str(envelope[1]), str(envelope[2]))
    except Exception as e:
        raise ModuleError(f"the answer is not an envelope: {e}") from e
    raise error


class Machine:
    """Decides one deployment. Module.open and Module.load make it.

    Each has an instance of its own. Any thread may call it: calls wait for each other.
    """

    def __init__(self, instance: Instance, handle: int) -> None:
        """Not for callers: use Module.open or Module.load."""
        self._instance: Instance | None = instance
        self._handle = handle
        self._lock = threading.Lock()

    def _call(self, name: str, read: Callable[[object], T], data: bytes = b"") -> T:
        with self._lock:
            if self._instance is None:
                raise ClosedError("the machine was closed")
            answer = self._instance.call(name, self._handle, data)
            try:
                return _decode(read, _body(answer))
            except ModuleError:
                self._instance.lose()
                raise

    def step(self, input: Input) -> Output:
        """Take one step and return what it decided."""
        if not isinstance(input, Input):
            raise TypeError(f"a step takes an Input and not {type(input).__name__}")
        return self._call("step", Output.from_wire, _encode(input.to_wire()))

    def status(self) -> Status:
        """Return where the deployment stands."""
        return self._call("status", Status.from_wire)

    def save(self) -> bytes:
        """Return the whole machine, for Module.load."""
        return self._call("save", _state)

    def close(self) -> None:
        """Forget the machine. Closing it again does nothing."""
        with self._lock:
            self._instance = None

    def __enter__(self) -> Machine:
        """Return the machine, which is closed at the end."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the machine."""
        self.close()


def _state(body: object) -> bytes:
    if not isinstance(body, bytes):
        raise TypeError("a saved state must be bytes")
    return body


def _encode(message: list[object]) -> bytes:
    data: bytes = msgpack.packb(message, use_bin_type=True)
    return data


def _decode(make: Callable[[object], T], body: object) -> T:
    try:
        return make(body)
    except (TypeError, ValueError) as e:
        raise ModuleError(f"the answer cannot be read: {e}") from e


class Module:
    """The compiled module. Any thread may use it."""

    def __init__(self, wasm: bytes | None = None, memory_limit: int = 64 << 20) -> None:
        """Compile the module of the package, or another one of the same ABI.

        memory_limit is in bytes, for each machine. ModuleError says what is wrong
        with a module.
        """
        if wasm is None:
            wasm = resources.files("coxswain").joinpath("coxswain.wasm").read_bytes()
        self._engine = wasmtime.Engine()
        self._limit = memory_limit
        try:
            self._compiled: wasmtime.Module | None = wasmtime.Module(self._engine, wasm)
        except wasmtime.WasmtimeError as e:
            raise ModuleError(f"the module cannot be compiled: {e}") from e
        if self._compiled.imports:
            raise ModuleError("the module imports something")
        if _MARKER not in [e.name for e in self._compiled.exports]:
            raise ModuleError("the module is not of ABI 1")
        about = _body(self.instantiate().call("describe"))
        if not isinstance(about, list) or len(about) < 3 or not isinstance(about[1], int):
            raise ModuleError("the module does not say what it is")
        if about[1] < SCHEMA:
            raise ModuleError(f"the module is too old: it knows schema {about[1]} and not {SCHEMA}")
        self.schema: int = about[1]
        """The schema of the module."""
        self.version: str = str(about[2])
        """The version of the module."""

    def instantiate(self) -> Instance:
        """Make an instance, for calls with bytes."""
        if self._compiled is None:
            raise ClosedError("the module was closed")
        return Instance(self._engine, self._compiled, self._limit)

    def open(self, config: Config, input: Input) -> tuple[Machine, Output]:
        """Make a machine, and return it with what its first step decided."""
        if not isinstance(config, Config) or not isinstance(input, Input):
            raise TypeError("an opening takes a Config and an Input")
        data = _encode([config.to_wire(), input.to_wire()])
        instance = self.instantiate()
        body = _body(instance.call("open", 0, data))
        if not isinstance(body, list) or len(body) != 2 or not isinstance(body[0], int):
            raise ModuleError("the answer is not of an opening")
        return Machine(instance, body[0]), _decode(Output.from_wire, body[1])

    def load(self, state: bytes) -> Machine:
        """Make a machine of what Machine.save returned."""
        if not isinstance(state, bytes):
            raise TypeError(f"a state is bytes and not {type(state).__name__}")
        instance = self.instantiate()
        body = _body(instance.call("load", 0, state))
        if not isinstance(body, int):
            raise ModuleError("the answer is not of a load")
        return Machine(instance, body)

    def close(self) -> None:
        """Make no more machines. Those that there are go on."""
        self._compiled = None

    def __enter__(self) -> Module:
        """Return the module, which is closed at the end."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the module."""
        self.close()

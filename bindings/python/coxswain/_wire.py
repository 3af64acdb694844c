"""Checks between the dataclasses and MessagePack."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Any, TypeVar

T = TypeVar("T")
E = TypeVar("E", bound=IntEnum | IntFlag)


def _wrong(value: object, want: str, where: str) -> TypeError:
    return TypeError(f"{where} is of type {type(value).__name__} and not {want}")


def boolean(value: object, where: str) -> bool:
    """Return a bool, or raise TypeError."""
    if not isinstance(value, bool):
        raise _wrong(value, "bool", where)
    return value


def integer(value: object, where: str) -> int:
    """Return an integer of 64 bits, or raise TypeError or ValueError."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(value, "int", where)
    if not -(1 << 63) <= value < 1 << 64:
        raise ValueError(f"{where} does not fit into 64 bits")
    return int(value)


def string(value: object, where: str) -> str:
    """Return a str, or raise TypeError."""
    if not isinstance(value, str):
        raise _wrong(value, "str", where)
    return value


def text(value: object, where: str) -> list[str]:
    """Return a list of str, or raise TypeError."""
    return [string(x, where) for x in array(value, 0, where)]


def array(value: object, least: int, where: str) -> list[Any]:
    """Return a list with so many items or more, or raise TypeError or ValueError."""
    if not isinstance(value, (list, tuple)):
        raise _wrong(value, "list", where)
    if len(value) < least:
        raise ValueError(f"{where} has {len(value)} fields and not {least}")
    return list(value)


def items(value: object, kind: type[T], where: str) -> list[T]:
    """Return a list of the kind, or raise TypeError."""
    for x in array(value, 0, where):
        if not isinstance(x, kind):
            raise _wrong(x, kind.__name__, where)
    return array(value, 0, where)


def number(kind: type[E], value: object, where: str) -> E:
    """Return a value of an enumeration, or raise TypeError or ValueError."""
    return kind(integer(value, where))

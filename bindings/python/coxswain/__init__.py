"""coxswain decides how a rollout goes on: a pure state machine in WebAssembly."""

from . import types
from .errors import ClosedError, CoxswainError, ModuleError
from .module import Instance, Machine, Module
from .types import *  # noqa: F403

__all__ = ["ClosedError", "CoxswainError", "Instance", "Machine", "Module", "ModuleError"]
__all__ += types.__all__

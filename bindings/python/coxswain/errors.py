"""The errors of the package."""

from __future__ import annotations

from .types import ErrorCode


class CoxswainError(Exception):
    """The machine refused an input, and is as it was before.

    "Fail the deployment" is a decision and arrives as an effect, never as an error.
    """

    def __init__(self, code: ErrorCode, field: str, text: str) -> None:
        """Make the error of an answer."""
        super().__init__(f"{code.name.lower()}: {field + ': ' if field else ''}{text}")
        self.code = code
        """What was wrong with the input."""
        self.field = field
        """The path of the field, or empty."""
        self.text = text
        """What was wrong with it."""


class ClosedError(Exception):
    """The machine or the module was closed."""


class ModuleError(Exception):
    """The module is no module of coxswain's, or one of its calls did not return.

    After a call that did not return the machine is lost. Load its last save, or open
    it anew, and give it the inputs since in their order: the same inputs make the same
    machine. Give up on the input with which it is lost once more.
    """

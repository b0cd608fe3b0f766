# SPDX-License-Identifier: MIT
"""Errors, with what the device reports in their attributes."""

from __future__ import annotations

import os
from typing import Callable, Tuple, Union

from ._names import Reason

Allowed = Union[Tuple[int, int], int, None]


class AicoreError(Exception):
    """Any failure of this package."""


class SystemFailure(AicoreError, OSError):
    """The operating system said no: there is no device, memory is full, ..."""

    def __init__(self, error: int, what: str, more: str = "") -> None:
        text = f"{what}: {os.strerror(error)}"
        OSError.__init__(self, error, f"{text}; {more}" if more else text)


class OperationError(AicoreError):
    """An operation broke a rule.

    operation   the documents' name of the call
    parameter   the documents' name of the parameter at fault
    value       what was found
    allowed     the least and the greatest value where there is a range, the
                divisor for alignments, and None where the message says it
    reason      Reason
    index       of the operation within its batch
    """

    def __init__(self, message: str, *, operation: str, parameter: str,
                 value: int, allowed: Allowed, reason: Reason, index: int,
                 error: int) -> None:
        super().__init__(message)
        self.operation = operation
        self.parameter = parameter
        self.value = value
        self.allowed = allowed
        self.reason = reason
        self.index = index
        self.errno = error


class Refused(OperationError):
    """Nothing of the batch has run."""


class Stopped(OperationError):
    """The batch ran up to this operation."""


_RANGES = {Reason.RANGE, Reason.STRIDE_ZERO, Reason.MASK_RANGE,
           Reason.MASK_ZERO, Reason.RELU_OFFSET}


def allowed_by(reason: Reason, low: int, high: int) -> Allowed:
    """What a report says is allowed, as far as numbers can say it."""
    if reason in _RANGES:
        return (low, high)
    if reason == Reason.ALIGNMENT:
        return low
    if reason == Reason.EXTENT:
        return (0, high)
    return None


def signed(value: int) -> int:
    """An Offset is reported as a signed number of 64 bits."""
    return value - (1 << 64) if value >> 63 else value


def check(result: int, what: str, more: Callable[[int], str] = lambda _: ""
          ) -> None:
    """Raises for a negative errno, of which more can say more."""
    if result < 0:
        raise SystemFailure(-result, what, more(-result))


__all__ = ["AicoreError", "SystemFailure", "OperationError", "Refused",
           "Stopped"]

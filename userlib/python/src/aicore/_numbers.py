# SPDX-License-Identifier: MIT
"""Numbers on their way to the library: ctypes cuts what doesn't fit, silently."""

from __future__ import annotations

import numbers
import operator
import struct
from typing import Any

import numpy as np


def _shown(value: Any) -> str:
    """numpy 2 shows its numbers with their types; a string has its quotes."""
    return repr(value) if isinstance(value, str) else str(value)


def whole(place: str, name: str, value: Any) -> int:
    """An integer of Python or numpy. A float is none, not even 4.0."""
    if isinstance(value, np.bool_):
        return int(value)
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{place}: {name} = {_shown(value)} is no integer"
                        ) from None


def number(place: str, name: str, value: Any, bits: int = 64) -> int:
    """One that so many bits can hold, without a sign."""
    integer = whole(place, name, value)
    if not 0 <= integer < 1 << bits:
        raise ValueError(f"{place}: {name} = {integer}, but numbers are "
                         f"0..2^{bits}-1")
    return integer


def is_float(value: Any) -> bool:
    """A number of Python or numpy that is no integer by its type."""
    return (isinstance(value, numbers.Real)
            and not isinstance(value, numbers.Integral))


def _field(name: str, value: Any, low: int, high: int) -> int:
    integer = whole("deq_value", name, value)
    if not low <= integer <= high:
        raise ValueError(f"deq_value: {name} = {integer}, but it is {low}..{high}")
    return integer


def _float_bits(scale: Any) -> int:
    if not isinstance(scale, numbers.Real):
        raise TypeError(f"deq_value: scale = {_shown(scale)} is no number")
    try:
        packed = struct.pack("<f", float(scale))
    except OverflowError:
        packed = struct.pack("<f", float("inf"))
    bits: int = struct.unpack("<I", packed)[0]
    if bits >> 23 & 0xFF == 0xFF:
        raise ValueError(f"deq_value: scale = {scale} is no finite float")
    if scale and not bits << 1 & 0xFFFFFFFF:
        raise ValueError(f"deq_value: scale = {scale} is 0 as a float")
    return bits


def deq_value(scale: float, n: int = 0, mcb: bool = False, offset: int = 0,
              sign: bool = False, relu: bool = False) -> int:
    """The bits of a deqValue for DEQ8 and DEQ16, and of a word for VDEQ8 and VDEQ16.

    scale   M, bits 31:0: what results are multiplied by, rounded to a float
    n       N, 35:32: with mcb, and to int16 always, shift right by n + 1 first
    mcb     MCB, 36: shift
    offset  Offset, 45:37: added to 8-bit results, -256..255; with relu -128
            (int8) or 0
    sign    Sign, 46: 8-bit results are int8, not uint8
    relu    Relu, 47: negative becomes 0; goes with isRelu=True

    DEQ and VDEQ have a half instead: int(np.float16(scale).view(np.uint16)).
    """
    return (_float_bits(scale)
            | _field("n", n, 0, 15) << 32
            | _field("mcb", mcb, 0, 1) << 36
            | (_field("offset", offset, -256, 255) & 0x1FF) << 37
            | _field("sign", sign, 0, 1) << 46
            | _field("relu", relu, 0, 1) << 47)

# SPDX-License-Identifier: MIT
"""Operands: a place and an element type, as LocalTensor and GlobalTensor."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from . import _abi
from ._names import TPosition, Type
from ._numbers import number, whole

if TYPE_CHECKING:
    from ._device import Buffer, Core

#: What may stand for a type: a numpy dtype, one of the names, or a Type.
TypeLike = Union[Type, str, "np.dtype[Any]", type]

_NUMPY = {
    Type.int8: np.int8, Type.uint8: np.uint8, Type.int16: np.int16,
    Type.uint16: np.uint16, Type.int32: np.int32, Type.uint32: np.uint32,
    Type.int64: np.int64, Type.uint64: np.uint64, Type.half: np.float16,
    Type.bfloat16: np.uint16, Type.float: np.float32,
    Type.double: np.float64,
}


def type_of(what: TypeLike) -> Type:
    """The element type that is meant; numpy has no bfloat16."""
    if isinstance(what, Type):
        return what
    if isinstance(what, str) and what in Type.__members__:
        return Type[what]
    dtype = np.dtype(what)
    for number, known in _NUMPY.items():
        if dtype == known and number != Type.bfloat16:
            return number
    raise TypeError(f"{dtype} is no element type: {', '.join(Type.__members__)}")


def dtype_of(number: Type) -> "np.dtype[Any]":
    """What numpy has for a type; bits of a bfloat16 come as uint16."""
    return np.dtype(_NUMPY[number])


def element_offset(place: str, memory: str, nbytes: int, start: int,
                   kind: Type, element: int) -> int:
    """Where an element is, counted from start; memory has so many bytes."""
    index = whole(place, "element", element)
    size = dtype_of(kind).itemsize
    count = max(nbytes - start, 0) // size
    if not 0 <= index < count:
        there = (f"elements 0..{count - 1} of {kind.name}" if count
                 else f"no element of {kind.name}")
        raise IndexError(f"{place}: element = {index}, but {memory} has {there} "
                         f"from byte {start} on")
    return start + index * size


@dataclass(frozen=True)
class LocalTensor:
    """An operand on the chip. It has a start and a type, and neither a length
    nor rows: the call says how much is read or written."""

    core: "Core"
    position: TPosition
    offset: int
    type: Type

    def __post_init__(self) -> None:
        offset = number(self.position.name, "offset", self.offset)
        object.__setattr__(self, "offset", offset)

    def __getitem__(self, elements: int) -> "LocalTensor":
        """The tensor that starts so many elements later: elements, not rows."""
        memory, nbytes = self.core._size_at(self.position)
        return replace(self, offset=element_offset(
            self.position.name, memory, nbytes, self.offset, self.type, elements))

    def view(self, count: int) -> "np.ndarray[Any, Any]":
        """The memory itself, count elements from here on."""
        return self.core._elements(f"{self.position.name}.view", self.position,
                                   self.offset, self.type, count)

    def _raw(self) -> _abi.Tensor:
        return _abi.Tensor(_abi.Operand(self.position, 0, self.offset),
                           self.type)


@dataclass(frozen=True)
class GlobalTensor:
    """An operand in global memory; position is GM, or CO2 where it lies there.

    Like LocalTensor, it has a start and a type, and neither a length nor rows.
    """

    buffer: "Buffer"
    offset: int
    type: Type
    position: TPosition = TPosition.GM

    def __post_init__(self) -> None:
        offset = number(self.position.name, "offset", self.offset)
        object.__setattr__(self, "offset", offset)

    def __getitem__(self, elements: int) -> "GlobalTensor":
        """The tensor that starts so many elements later: elements, not rows."""
        return replace(self, offset=element_offset(
            self.position.name, "the buffer", self.buffer.nbytes, self.offset,
            self.type, elements))

    def _raw(self) -> _abi.Tensor:
        return _abi.Tensor(
            _abi.Operand(self.position, self.buffer.handle, self.offset),
            self.type)

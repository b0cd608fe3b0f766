# SPDX-License-Identifier: MIT
"""The documents' calls, with their names, their order and their parameters.

In a block of core.batch() a call is added to the batch; elsewhere it runs at
once. A mask is a number n (the first n lanes), a pair of words (mask[0],
mask[1]), or MASK_PLACEHOLDER, which stands for isSetMask=false.
"""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass
from typing import Any, Callable, Dict, Optional, Sequence, Union

import numpy as np

from . import _abi
from ._device import Batch, Buffer, Core, current_batch
from ._errors import check
from ._names import BlockMode, DeqScale, ReduceOrder, TPosition
from ._numbers import is_float, number
from ._tensor import GlobalTensor, LocalTensor

Tensor = Union[LocalTensor, GlobalTensor]


class _Placeholder:
    def __repr__(self) -> str:
        return "MASK_PLACEHOLDER"


#: The mask is what SetVectorMask or an earlier call left in the register.
MASK_PLACEHOLDER = _Placeholder()

Mask = Union[int, Sequence[int], _Placeholder]

_CONTIGUOUS, _BITWISE, _EXTERNAL = 1, 2, 3


@dataclass(frozen=True)
class DataCopyParams:
    """Blocks and gaps of a copy, in the units of its path."""

    blockCount: int = 1
    blockLen: int = 1
    srcStride: int = 0
    dstStride: int = 0


@dataclass(frozen=True)
class DataCopyEnhancedParams:
    """What happens on the way from L0C to UB; without effect elsewhere."""

    blockMode: BlockMode = BlockMode.NORMAL
    deqScale: DeqScale = DeqScale.NONE
    deqValue: Optional[int] = None
    deqTensorAddr: int = 0
    sidStoreMode: int = 0
    isRelu: bool = False
    padMode: int = 0
    padValue: int = 0


def _mask(operation: str, mask: Mask) -> _abi.Mask:
    if isinstance(mask, _Placeholder):
        return _abi.Mask(_EXTERNAL, (0, 0))
    if not isinstance(mask, Sequence) or isinstance(mask, str):
        return _abi.Mask(_CONTIGUOUS, (number(operation, "mask", mask), 0))
    if not 1 <= len(mask) <= 2:
        raise ValueError(f"{operation}: mask has {len(mask)} words, not 1 or 2")
    words = [number(operation, f"mask[{at}]", word)
             for at, word in enumerate(mask)]
    return _abi.Mask(_BITWISE, (*words,))


def _tensor(name: str, what: Any) -> None:
    """Whatever is taken for an operand should say how to make one of it."""
    if isinstance(what, (LocalTensor, GlobalTensor)):
        return
    if isinstance(what, np.ndarray):
        raise TypeError(f"{name} is an array: Device.array(x)[0] is an operand "
                        "with a copy of it in global memory")
    if isinstance(what, Buffer):
        raise TypeError(f"{name} is a Buffer: buffer[0] is the operand that "
                        "starts at its first element")
    raise TypeError(f"{name} is a {type(what).__name__}, not a tensor such as "
                    "core.VECIN(offset, type) or buffer[element]")


def _params(name: str, what: Any, wanted: type) -> None:
    if not isinstance(what, wanted):
        raise TypeError(f"{name} is a {type(what).__name__}, but "
                        f"{wanted.__name__}(...) is wanted")


def _core_of(operation: str, dst: Tensor, src: Tensor) -> Core:
    """The core of a call. A handle or an offset of somewhere else would be taken
    for one of its own."""
    _tensor("dst", dst)
    _tensor("src", src)
    cores = [tensor.core for tensor in (dst, src)
             if isinstance(tensor, LocalTensor)]
    if not cores:
        raise ValueError("no operand is on the chip: which core should do this?")
    if cores[-1] is not cores[0]:
        raise ValueError(f"{operation}: src is on another core than dst")
    for name, tensor in (("dst", dst), ("src", src)):
        if (isinstance(tensor, GlobalTensor)
                and tensor.buffer.device is not cores[0].device):
            raise ValueError(f"{operation}: {name} is a buffer of another device")
    return cores[0]


def _add(core: Core, call: Callable[..., int], *arguments: Any) -> None:
    batch = current_batch()
    if batch is not None:
        if batch.core is not core:
            raise ValueError("the operands are on another core than the batch")
        check(call(batch.raw, *arguments), "a batch")
        return
    alone = Batch(core)
    check(call(alone.raw, *arguments), "a batch")
    alone.run()


# What deqValue holds, where it is used.
_DEQ_VALUE = {
    DeqScale.DEQ: "M, a half, in bits 15:0 (0x3c00 is 1)",
    DeqScale.DEQ8: "M, a float, in bits 31:0 (0x3f800000 is 1), N 35:32, "
                   "MCB 36, Offset 45:37, Sign 46, Relu 47; "
                   "deq_value(scale, ...) makes it",
    DeqScale.DEQ16: "M, a float, in bits 31:0 (0x3f800000 is 1), N 35:32, "
                    "MCB 36, Relu 47; deq_value(scale, ...) makes it",
}


def _bits(deqValue: Any, scale: DeqScale) -> int:
    """The scale itself in the place of its bits would be another scale."""
    if is_float(deqValue):
        makes = (f"for DEQ int(np.float16({deqValue}).view(np.uint16))"
                 if scale == DeqScale.DEQ else f"deq_value({deqValue})")
        raise TypeError(f"DataCopy: deqValue = {deqValue} is a float: it holds "
                        f"bits; {makes} makes them")
    return number("DataCopy", "deqValue", deqValue)


def _deq_value(dst: Tensor, src: Tensor,
               enhanced: DataCopyEnhancedParams) -> int:
    """From L0C to UB, without it everything would be multiplied by 0."""
    if enhanced.deqValue is not None:
        return _bits(enhanced.deqValue, enhanced.deqScale)
    holds = _DEQ_VALUE.get(enhanced.deqScale)
    path = (src.position, dst.position)
    if holds is not None and path == (TPosition.CO1, TPosition.CO2):
        raise ValueError(f"deqScale {DeqScale(enhanced.deqScale).name} needs "
                         f"deqValue: {holds}")
    return 0


def _enhanced(dst: Tensor, src: Tensor,
              enhanced: DataCopyEnhancedParams) -> _abi.CopyEnhanced:
    _params("enhanced", enhanced, DataCopyEnhancedParams)

    def field(name: str, bits: int = 64) -> int:
        return number("DataCopy", name, getattr(enhanced, name), bits)

    return _abi.CopyEnhanced(
        field("blockMode", 31), field("deqScale", 31),
        _deq_value(dst, src, enhanced), field("deqTensorAddr"),
        field("sidStoreMode"), field("isRelu", 32), field("padMode", 31),
        field("padValue"))


def DataCopy(dst: Tensor, src: Tensor, params: DataCopyParams,
             enhanced: Optional[DataCopyEnhancedParams] = None) -> None:
    """DataCopy(dst, src, DataCopyParams, DataCopyEnhancedParams)."""
    core = _core_of("DataCopy", dst, src)
    _params("params", params, DataCopyParams)
    raw = _abi.CopyParams(*[
        number("DataCopy", name, getattr(params, name))
        for name in ("blockCount", "blockLen", "srcStride", "dstStride")])
    more = None
    if enhanced is not None:
        more = ctypes.byref(_enhanced(dst, src, enhanced))
    _add(core, _abi.library().ac_data_copy, dst._raw(), src._raw(),
         ctypes.byref(raw), more)


def SetVectorMask(core: Core, maskHigh: int, maskLow: int) -> None:
    """SetVectorMask(maskHigh, maskLow) in normal mode, on a core."""
    _add(core, _abi.library().ac_set_vector_mask,
         number("SetVectorMask", "maskHigh", maskHigh),
         number("SetVectorMask", "maskLow", maskLow))


def SetVectorMaskCounter(core: Core, length: int) -> None:
    """SetVectorMask(len) in counter mode: the number of elements."""
    _add(core, _abi.library().ac_set_vector_mask_counter,
         number("SetVectorMaskCounter", "len", length))


def _call(operation: str) -> Callable[..., int]:
    """WholeReduceSum is ac_whole_reduce_sum."""
    name = "ac" + re.sub("([A-Z])", r"_\1", operation).lower()
    call: Callable[..., int] = getattr(_abi.library(), name)
    return call


def _numbers(operation: str, values: Dict[str, int]) -> Sequence[int]:
    return [number(operation, name, value) for name, value in values.items()]


def _whole(operation: str, dst: LocalTensor, src: LocalTensor, mask: Mask,
           repeatTime: int, *order: int, **strides: int) -> None:
    _add(_core_of(operation, dst, src), _call(operation), dst._raw(), src._raw(),
         _mask(operation, mask), number(operation, "repeatTime", repeatTime),
         *_numbers(operation, strides),
         *[number(operation, "order", one, 31) for one in order])


def WholeReduceSum(dst: LocalTensor, src: LocalTensor, mask: Mask,
                   repeatTime: int, dstRepStride: int, srcBlkStride: int,
                   srcRepStride: int) -> None:
    """The sum of the active lanes of each repeat."""
    _whole("WholeReduceSum", dst, src, mask, repeatTime,
           dstRepStride=dstRepStride, srcBlkStride=srcBlkStride,
           srcRepStride=srcRepStride)


def WholeReduceMax(dst: LocalTensor, src: LocalTensor, mask: Mask,
                   repeatTime: int, dstRepStride: int, srcBlkStride: int,
                   srcRepStride: int,
                   order: ReduceOrder = ReduceOrder.VALUE_INDEX) -> None:
    """The greatest active lane of each repeat, and which one it is."""
    _whole("WholeReduceMax", dst, src, mask, repeatTime,
           order, dstRepStride=dstRepStride, srcBlkStride=srcBlkStride,
           srcRepStride=srcRepStride)


def WholeReduceMin(dst: LocalTensor, src: LocalTensor, mask: Mask,
                   repeatTime: int, dstRepStride: int, srcBlkStride: int,
                   srcRepStride: int,
                   order: ReduceOrder = ReduceOrder.VALUE_INDEX) -> None:
    """The least active lane of each repeat, and which one it is."""
    _whole("WholeReduceMin", dst, src, mask, repeatTime,
           order, dstRepStride=dstRepStride, srcBlkStride=srcBlkStride,
           srcRepStride=srcRepStride)


def _part(operation: str, dst: LocalTensor, src: LocalTensor, repeatTime: int,
          mask: Mask, **strides: int) -> None:
    _add(_core_of(operation, dst, src), _call(operation), dst._raw(), src._raw(),
         number(operation, "repeatTime", repeatTime), _mask(operation, mask),
         *_numbers(operation, strides))


def BlockReduceSum(dst: LocalTensor, src: LocalTensor, repeatTime: int,
                   mask: Mask, dstRepStride: int, srcBlkStride: int,
                   srcRepStride: int) -> None:
    """The sum of each DataBlock."""
    _part("BlockReduceSum", dst, src, repeatTime, mask,
          dstRepStride=dstRepStride, srcBlkStride=srcBlkStride,
          srcRepStride=srcRepStride)


def BlockReduceMax(dst: LocalTensor, src: LocalTensor, repeatTime: int,
                   mask: Mask, dstRepStride: int, srcBlkStride: int,
                   srcRepStride: int) -> None:
    """The maximum of each DataBlock."""
    _part("BlockReduceMax", dst, src, repeatTime, mask,
          dstRepStride=dstRepStride, srcBlkStride=srcBlkStride,
          srcRepStride=srcRepStride)


def BlockReduceMin(dst: LocalTensor, src: LocalTensor, repeatTime: int,
                   mask: Mask, dstRepStride: int, srcBlkStride: int,
                   srcRepStride: int) -> None:
    """The minimum of each DataBlock."""
    _part("BlockReduceMin", dst, src, repeatTime, mask,
          dstRepStride=dstRepStride, srcBlkStride=srcBlkStride,
          srcRepStride=srcRepStride)


def PairReduceSum(dst: LocalTensor, src: LocalTensor, repeatTime: int,
                  mask: Mask, dstRepStride: int, srcBlkStride: int,
                  srcRepStride: int) -> None:
    """The sums of neighbours."""
    _part("PairReduceSum", dst, src, repeatTime, mask,
          dstRepStride=dstRepStride, srcBlkStride=srcBlkStride,
          srcRepStride=srcRepStride)


def RepeatReduceSum(dst: LocalTensor, src: LocalTensor, repeatTime: int,
                    mask: Mask, dstBlkStride: int, srcBlkStride: int,
                    dstRepStride: int, srcRepStride: int) -> None:
    """The sum of each repeat; dstBlkStride has no effect. Mind the order."""
    _part("RepeatReduceSum", dst, src, repeatTime, mask,
          dstBlkStride=dstBlkStride, srcBlkStride=srcBlkStride,
          dstRepStride=dstRepStride, srcRepStride=srcRepStride)

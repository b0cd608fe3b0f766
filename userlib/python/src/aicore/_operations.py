# SPDX-License-Identifier: MIT
"""The documents' calls, with their names, their order and their parameters.

In a block of core.batch() a call is added to the batch; elsewhere it runs at
once. A mask is a number n (the first n lanes), a pair of words (mask[0],
mask[1]), or MASK_PLACEHOLDER, which stands for isSetMask=false.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Callable, Optional, Sequence, Union

import numpy as np

from . import _abi
from ._device import Batch, Buffer, Core, current_batch
from ._errors import check
from ._names import BlockMode, DeqScale, ReduceOrder, TPosition
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


def _mask(mask: Mask) -> _abi.Mask:
    if isinstance(mask, _Placeholder):
        return _abi.Mask(_EXTERNAL, (0, 0))
    if isinstance(mask, Sequence):
        low, high = (*mask, 0)[:2]
        return _abi.Mask(_BITWISE, (low, high))
    return _abi.Mask(_CONTIGUOUS, (int(mask), 0))


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


def _core_of(dst: Tensor, src: Tensor) -> Core:
    _tensor("dst", dst)
    _tensor("src", src)
    for tensor in (dst, src):
        if isinstance(tensor, LocalTensor):
            return tensor.core
    raise ValueError("no operand is on the chip: which core should do this?")


def _number(name: str, value: int) -> int:
    """ctypes would cut what doesn't fit, silently."""
    if not 0 <= int(value) < 1 << 64:
        raise ValueError(f"{name} = {value}, but numbers are 0..2^64-1")
    return int(value)


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
                   "MCB 36, Offset 45:37, Sign 46, Relu 47",
    DeqScale.DEQ16: "M, a float, in bits 31:0 (0x3f800000 is 1), N 35:32, "
                    "MCB 36, Relu 47",
}


def _deq_value(dst: Tensor, src: Tensor,
               enhanced: DataCopyEnhancedParams) -> int:
    """From L0C to UB, without it everything would be multiplied by 0."""
    if enhanced.deqValue is not None:
        return _number("deqValue", enhanced.deqValue)
    path = (src.position, dst.position)
    if enhanced.deqScale in _DEQ_VALUE and path == (TPosition.CO1, TPosition.CO2):
        raise ValueError(f"deqScale {enhanced.deqScale.name} needs deqValue: "
                         + _DEQ_VALUE[enhanced.deqScale])
    return 0


def _enhanced(dst: Tensor, src: Tensor,
              enhanced: DataCopyEnhancedParams) -> _abi.CopyEnhanced:
    _params("enhanced", enhanced, DataCopyEnhancedParams)
    return _abi.CopyEnhanced(
        enhanced.blockMode, enhanced.deqScale,
        _deq_value(dst, src, enhanced),
        _number("deqTensorAddr", enhanced.deqTensorAddr),
        _number("sidStoreMode", enhanced.sidStoreMode),
        int(enhanced.isRelu), enhanced.padMode, enhanced.padValue)


def DataCopy(dst: Tensor, src: Tensor, params: DataCopyParams,
             enhanced: Optional[DataCopyEnhancedParams] = None) -> None:
    """DataCopy(dst, src, DataCopyParams, DataCopyEnhancedParams)."""
    core = _core_of(dst, src)
    _params("params", params, DataCopyParams)
    raw = _abi.CopyParams(_number("blockCount", params.blockCount),
                          _number("blockLen", params.blockLen),
                          _number("srcStride", params.srcStride),
                          _number("dstStride", params.dstStride))
    more = None
    if enhanced is not None:
        more = ctypes.byref(_enhanced(dst, src, enhanced))
    _add(core, _abi.library().ac_data_copy, dst._raw(), src._raw(),
         ctypes.byref(raw), more)


def SetVectorMask(core: Core, maskHigh: int, maskLow: int) -> None:
    """SetVectorMask(maskHigh, maskLow) in normal mode, on a core."""
    _add(core, _abi.library().ac_set_vector_mask,
         _number("maskHigh", maskHigh), _number("maskLow", maskLow))


def SetVectorMaskCounter(core: Core, length: int) -> None:
    """SetVectorMask(len) in counter mode: the number of elements."""
    _add(core, _abi.library().ac_set_vector_mask_counter,
         _number("len", length))


def _strides(dstRepStride: int, srcBlkStride: int,
             srcRepStride: int) -> Sequence[int]:
    return (_number("dstRepStride", dstRepStride),
            _number("srcBlkStride", srcBlkStride),
            _number("srcRepStride", srcRepStride))


def _whole(name: str, dst: LocalTensor, src: LocalTensor, mask: Mask,
           repeatTime: int, strides: Sequence[int], *order: int) -> None:
    _add(_core_of(dst, src), getattr(_abi.library(), name), dst._raw(),
         src._raw(), _mask(mask), _number("repeatTime", repeatTime), *strides,
         *order)


def WholeReduceSum(dst: LocalTensor, src: LocalTensor, mask: Mask,
                   repeatTime: int, dstRepStride: int, srcBlkStride: int,
                   srcRepStride: int) -> None:
    """The sum of the active lanes of each repeat."""
    _whole("ac_whole_reduce_sum", dst, src, mask, repeatTime,
           _strides(dstRepStride, srcBlkStride, srcRepStride))


def WholeReduceMax(dst: LocalTensor, src: LocalTensor, mask: Mask,
                   repeatTime: int, dstRepStride: int, srcBlkStride: int,
                   srcRepStride: int,
                   order: ReduceOrder = ReduceOrder.VALUE_INDEX) -> None:
    """The greatest active lane of each repeat, and which one it is."""
    _whole("ac_whole_reduce_max", dst, src, mask, repeatTime,
           _strides(dstRepStride, srcBlkStride, srcRepStride), order)


def WholeReduceMin(dst: LocalTensor, src: LocalTensor, mask: Mask,
                   repeatTime: int, dstRepStride: int, srcBlkStride: int,
                   srcRepStride: int,
                   order: ReduceOrder = ReduceOrder.VALUE_INDEX) -> None:
    """The least active lane of each repeat, and which one it is."""
    _whole("ac_whole_reduce_min", dst, src, mask, repeatTime,
           _strides(dstRepStride, srcBlkStride, srcRepStride), order)


def _part(name: str, dst: LocalTensor, src: LocalTensor, repeatTime: int,
          mask: Mask, *strides: int) -> None:
    _add(_core_of(dst, src), getattr(_abi.library(), name), dst._raw(),
         src._raw(), _number("repeatTime", repeatTime), _mask(mask), *strides)


def BlockReduceSum(dst: LocalTensor, src: LocalTensor, repeatTime: int,
                   mask: Mask, dstRepStride: int, srcBlkStride: int,
                   srcRepStride: int) -> None:
    """The sum of each DataBlock."""
    _part("ac_block_reduce_sum", dst, src, repeatTime, mask,
          *_strides(dstRepStride, srcBlkStride, srcRepStride))


def BlockReduceMax(dst: LocalTensor, src: LocalTensor, repeatTime: int,
                   mask: Mask, dstRepStride: int, srcBlkStride: int,
                   srcRepStride: int) -> None:
    """The maximum of each DataBlock."""
    _part("ac_block_reduce_max", dst, src, repeatTime, mask,
          *_strides(dstRepStride, srcBlkStride, srcRepStride))


def BlockReduceMin(dst: LocalTensor, src: LocalTensor, repeatTime: int,
                   mask: Mask, dstRepStride: int, srcBlkStride: int,
                   srcRepStride: int) -> None:
    """The minimum of each DataBlock."""
    _part("ac_block_reduce_min", dst, src, repeatTime, mask,
          *_strides(dstRepStride, srcBlkStride, srcRepStride))


def PairReduceSum(dst: LocalTensor, src: LocalTensor, repeatTime: int,
                  mask: Mask, dstRepStride: int, srcBlkStride: int,
                  srcRepStride: int) -> None:
    """The sums of neighbours."""
    _part("ac_pair_reduce_sum", dst, src, repeatTime, mask,
          *_strides(dstRepStride, srcBlkStride, srcRepStride))


def RepeatReduceSum(dst: LocalTensor, src: LocalTensor, repeatTime: int,
                    mask: Mask, dstBlkStride: int, srcBlkStride: int,
                    dstRepStride: int, srcRepStride: int) -> None:
    """The sum of each repeat; dstBlkStride has no effect. Mind the order."""
    _part("ac_repeat_reduce_sum", dst, src, repeatTime, mask,
          _number("dstBlkStride", dstBlkStride),
          _number("srcBlkStride", srcBlkStride),
          _number("dstRepStride", dstRepStride),
          _number("srcRepStride", srcRepStride))

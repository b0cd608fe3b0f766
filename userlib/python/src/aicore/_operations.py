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

from . import _abi
from ._device import Batch, Core, current_batch
from ._errors import check
from ._names import BlockMode, DeqScale, ReduceOrder
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
    deqValue: int = 0
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


def _core_of(*tensors: Tensor) -> Core:
    for tensor in tensors:
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


def DataCopy(dst: Tensor, src: Tensor, params: DataCopyParams,
             enhanced: Optional[DataCopyEnhancedParams] = None) -> None:
    """DataCopy(dst, src, DataCopyParams, DataCopyEnhancedParams)."""
    raw = _abi.CopyParams(_number("blockCount", params.blockCount),
                          _number("blockLen", params.blockLen),
                          _number("srcStride", params.srcStride),
                          _number("dstStride", params.dstStride))
    more = None
    if enhanced is not None:
        more = ctypes.byref(_abi.CopyEnhanced(
            enhanced.blockMode, enhanced.deqScale,
            _number("deqValue", enhanced.deqValue),
            _number("deqTensorAddr", enhanced.deqTensorAddr),
            _number("sidStoreMode", enhanced.sidStoreMode),
            int(enhanced.isRelu), enhanced.padMode, enhanced.padValue))
    _add(_core_of(dst, src), _abi.library().ac_data_copy, dst._raw(),
         src._raw(), ctypes.byref(raw), more)


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

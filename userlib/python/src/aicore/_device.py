# SPDX-License-Identifier: MIT
"""Devices, global memory and cores."""

from __future__ import annotations

import ctypes
import errno
import math
import weakref
from contextlib import contextmanager
from contextvars import ContextVar
from typing import (
    Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union,
)

import numpy as np

from . import _abi
from ._errors import (
    Refused, Stopped, SystemFailure, allowed_by, check, signed,
)
from ._names import Reason, Region, Soc, TPosition, Type
from ._numbers import number, whole
from ._tensor import (
    GlobalTensor, LocalTensor, TypeLike, dtype_of, element_offset, type_of,
)

_OVERFLOW = {None: 0, True: 1, False: 2}
_FLOAT_NODES = 1
_ZERO_MEMORY = 1

_REGIONS = {
    TPosition.VECIN: Region.UB, TPosition.VECCALC: Region.UB,
    TPosition.VECOUT: Region.UB, TPosition.A1: Region.L1,
    TPosition.B1: Region.L1, TPosition.TSCM: Region.L1,
    TPosition.CO1: Region.L0C, TPosition.CO2: Region.UB,
}


class _Backend:
    """The kernel's device, or a host device of this process."""

    def __init__(self, host: bool) -> None:
        if not host:
            self.pointer = _abi.library().ac_system()
            return
        pointer = ctypes.c_void_p()
        library = _abi.host_library()
        check(library.ac_host_create(ctypes.byref(pointer)), "host device")
        self.pointer = pointer.value
        weakref.finalize(self, library.ac_host_destroy, pointer)


class _Handle:
    """Something of the library, closed when nobody refers to it any more."""

    def __init__(self, pointer: ctypes.c_void_p, close: Any,
                 keeps: Any) -> None:
        self.pointer = pointer
        self.keeps = keeps
        weakref.finalize(self, close, pointer)


class _Mapping:
    """Mapped memory. Arrays that show it keep it alive."""

    def __init__(self, struct: Any, close: Any, handle: _Handle) -> None:
        self.struct = struct
        self.keeps = handle
        weakref.finalize(self, close, handle.pointer, struct)

    def array(self) -> "np.ndarray[Any, Any]":
        """All of it, without a copy."""
        kind = ctypes.c_ubyte * self.struct.bytes
        memory = kind.from_address(self.struct.data)
        memory._owner = self
        return np.frombuffer(memory, np.uint8)


def _limit(error: int, info: Dict[str, int], kind: str, nbytes: int = 0) -> str:
    """Which limit of INFO it is that was reached; kind is buffers or cores."""
    if error != errno.EDQUOT:
        return ""
    if nbytes > info["max_buffer_bytes"]:
        return ("a buffer has at most max_buffer_bytes = "
                f"{info['max_buffer_bytes']}")
    if info[kind] >= info[f"max_{kind}"]:
        return (f"there are at most max_{kind} = {info[f'max_{kind}']}, and "
                f"{info[kind]} are used")
    return ("buffers and cores have at most max_device_bytes = "
            f"{info['max_device_bytes']}, and {info['device_bytes']} are used")


def _converted(values: Any, type: Type) -> "np.ndarray[Any, Any]":
    """Values as what a type has, or an error where integers would be others."""
    given = np.asarray(values)
    wanted = dtype_of(type)
    if wanted.kind in "iu" and given.size:
        if given.dtype.kind not in "iub":
            what = "its bits as uint16" if type == Type.bfloat16 else "integers"
            raise TypeError(f"{type.name} wants {what}, and the values are "
                            f"{given.dtype}: round and convert them first")
        limits = np.iinfo(wanted)
        if given.min() < limits.min or given.max() > limits.max:
            raise ValueError(f"values {given.min()}..{given.max()} do not fit "
                             f"in {type.name}: {limits.min}..{limits.max}")
    return np.ascontiguousarray(given, wanted)


class Buffer:
    """Global memory.

    array is the memory itself, in the shape that was asked for: what is stored
    there is seen by later batches, and what a finished batch wrote is there.
    """

    def __init__(self, device: "Device", nbytes: int, type: Type,
                 shape: Tuple[int, ...]) -> None:
        library = _abi.library()
        struct = _abi.Buffer()
        asked = min(nbytes, (1 << 64) - 1)
        check(library.ac_buffer_create(device._handle.pointer, asked,
                                       ctypes.byref(struct)),
              f"a buffer of {nbytes} bytes",
              lambda error: _limit(error, device.info, "buffers", nbytes))
        self._mapping = _Mapping(struct, library.ac_buffer_destroy,
                                 device._handle)
        self.device = device
        self.handle: int = struct.handle
        self.nbytes: int = nbytes
        self.type = type
        self.array: "np.ndarray[Any, Any]" = (
            self._mapping.array().view(dtype_of(type)).reshape(shape))

    def tensor(self, element: int = 0, type: Optional[TypeLike] = None,
               position: TPosition = TPosition.GM) -> GlobalTensor:
        """An operand that starts at an element of the buffer.

        Elements of its type are counted, whatever the shape of the array.
        """
        kind = self.type if type is None else type_of(type)
        offset = element_offset("Buffer.tensor", "the buffer", self.nbytes, 0,
                                kind, element)
        return GlobalTensor(self, offset, kind, position)

    def __getitem__(self, element: int) -> GlobalTensor:
        """tensor(element), in short: elements are counted, not rows.

        Row r of an array of shape (4, 128) starts at buffer[128 * r].
        """
        return self.tensor(element)


def _soc_of(soc: Union[str, Soc]) -> Soc:
    """The product behind its profile name."""
    names = {known.name.replace("_", "-"): known for known in Soc}
    if not isinstance(soc, str):
        return Soc(soc)
    name = soc.replace("_", "-")
    if name not in names:
        raise ValueError(f"unknown soc '{soc}': there are {', '.join(names)}")
    return names[name]


def _shape(shape: Union[int, Iterable[int]]) -> Tuple[int, ...]:
    """The shape that is meant; a length is one of one dimension."""
    named: List[Tuple[str, Any]] = [("shape", shape)]
    if isinstance(shape, Iterable):
        named = [(f"shape[{at}]", length) for at, length in enumerate(shape)]
    lengths = [whole("Device.empty", name, length) for name, length in named]
    for (name, _), length in zip(named, lengths):
        if length < 0:
            raise ValueError(f"Device.empty: {name} = {length} is negative")
    return tuple(lengths)


class Device:
    """One NPU.

    soc is the profile name of the product, "ascend310p" for instance.
    host=True does everything in this process, without /dev/aicore; saturate
    chooses what half does on overflow (None: as the product comes).
    """

    def __init__(self, soc: Union[str, Soc], *, host: bool = False,
                 saturate: Optional[bool] = None, permissive: bool = False,
                 float_nodes: bool = False) -> None:
        library = _abi.library()
        backend = _Backend(host)
        pointer = ctypes.c_void_p()
        self.soc = _soc_of(soc)
        check(library.ac_device_open(ctypes.byref(pointer), backend.pointer),
              "host device" if host else "/dev/aicore",
              lambda _: "" if host else "Device(..., host=True) works without one")
        self._handle = _Handle(pointer, library.ac_device_close, backend)
        check(library.ac_device_setup(pointer, self.soc, _OVERFLOW[saturate],
                                      int(permissive),
                                      _FLOAT_NODES if float_nodes else 0),
              f"soc {soc}")
        self._info = _abi.Info()
        check(library.ac_device_info(pointer, ctypes.byref(self._info)),
              "INFO")

    @property
    def info(self) -> Dict[str, int]:
        """Limits and sizes: struct aicore_info by name."""
        check(_abi.library().ac_device_info(self._handle.pointer,
                                            ctypes.byref(self._info)), "INFO")
        return {field[0]: getattr(self._info, field[0])
                for field in _abi.Info._fields_}

    def empty(self, shape: Union[int, Tuple[int, ...]],
              type: TypeLike = np.uint8) -> Buffer:
        """A buffer of zeros."""
        kind = type_of(type)
        size = _shape(shape)
        nbytes = math.prod(size) * dtype_of(kind).itemsize
        return Buffer(self, nbytes, kind, size)

    def array(self, values: Any, type: Optional[TypeLike] = None) -> Buffer:
        """A buffer with a copy of an array.

        Numbers are rounded to a type of floats; to one of integers only those
        are taken that it has.
        """
        kind = type_of(np.asarray(values).dtype if type is None else type)
        given = _converted(values, kind)
        buffer = self.empty(given.shape, kind)
        buffer.array[...] = given
        return buffer

    def core(self) -> "Core":
        """A new core of this device."""
        return Core(self)


def _position_of(position: Union[str, TPosition]) -> TPosition:
    """The position, or the one of that name."""
    return TPosition[position] if isinstance(position, str) else position


class Core:
    """One AI Core: its memories, its mask register, its queue."""

    def __init__(self, device: Device) -> None:
        library = _abi.library()
        pointer = ctypes.c_void_p()
        check(library.ac_core_create(device._handle.pointer,
                                     ctypes.byref(pointer)), "a core",
              lambda error: _limit(error, device.info, "cores"))
        self.device = device
        self._handle = _Handle(pointer, library.ac_core_destroy,
                               device._handle)
        self._memories: Dict[Region, "np.ndarray[Any, Any]"] = {}

    def memory(self, region: Region) -> "np.ndarray[Any, Any]":
        """UB, L1 or L0C itself, as bytes."""
        if region not in self._memories:
            library = _abi.library()
            struct = _abi.Memory()
            check(library.ac_memory_map(self._handle.pointer, region,
                                        ctypes.byref(struct)), region.name)
            mapping = _Mapping(struct, library.ac_memory_unmap, self._handle)
            self._memories[region] = mapping.array()
        return self._memories[region]

    def view(self, position: Union[str, TPosition], offset: int, type: TypeLike,
             count: int) -> "np.ndarray[Any, Any]":
        """Elements on the chip, without a copy."""
        return self._elements("Core.view", _position_of(position), offset, type,
                              count)

    def _elements(self, place: str, position: TPosition, offset: int,
                  type: TypeLike, count: int) -> "np.ndarray[Any, Any]":
        """view(); a slice would leave out what isn't there."""
        if position not in _REGIONS:
            raise ValueError(f"{place}: {position.name} is no memory of a core")
        region = _REGIONS[position]
        kind = type_of(type)
        dtype = dtype_of(kind)
        start = number(place, "offset", offset)
        length = whole(place, "count", count)
        if length < 0:
            raise ValueError(f"{place}: count = {length} is negative")
        memory = self.memory(region)
        end = start + length * dtype.itemsize
        if end > len(memory):
            raise ValueError(
                f"{place}: count = {length} elements of {kind.name} from byte "
                f"{start} on end at {end}, but {region.name} has {len(memory)} "
                "bytes")
        return memory[start:end].view(dtype)

    def _size_at(self, position: TPosition) -> Tuple[str, int]:
        """The memory behind a position, in words, and its bytes."""
        if position not in _REGIONS:
            raise ValueError(f"{position.name} is no memory of a core")
        region = _REGIONS[position]
        nbytes = getattr(self.device._info, f"{region.name.lower()}_bytes")
        return f"{region.name} of {self.device.soc.name}", nbytes

    def tensor(self, position: Union[str, TPosition], offset: int,
               type: TypeLike) -> LocalTensor:
        """An operand on the chip; offset is in bytes."""
        return LocalTensor(self, _position_of(position), offset, type_of(type))

    def VECIN(self, offset: int, type: TypeLike) -> LocalTensor:
        """An operand in UB."""
        return self.tensor(TPosition.VECIN, offset, type)

    def VECCALC(self, offset: int, type: TypeLike) -> LocalTensor:
        """An operand in UB."""
        return self.tensor(TPosition.VECCALC, offset, type)

    def VECOUT(self, offset: int, type: TypeLike) -> LocalTensor:
        """An operand in UB."""
        return self.tensor(TPosition.VECOUT, offset, type)

    def A1(self, offset: int, type: TypeLike) -> LocalTensor:
        """An operand in L1."""
        return self.tensor(TPosition.A1, offset, type)

    def B1(self, offset: int, type: TypeLike) -> LocalTensor:
        """An operand in L1."""
        return self.tensor(TPosition.B1, offset, type)

    def TSCM(self, offset: int, type: TypeLike) -> LocalTensor:
        """An operand in L1."""
        return self.tensor(TPosition.TSCM, offset, type)

    def CO1(self, offset: int, type: TypeLike) -> LocalTensor:
        """An operand in L0C."""
        return self.tensor(TPosition.CO1, offset, type)

    def CO2(self, offset: int, type: TypeLike) -> LocalTensor:
        """An operand in UB, on the products where CO2 is that."""
        return self.tensor(TPosition.CO2, offset, type)

    def reset(self, zero_memory: bool = False) -> None:
        """Restores the mask register, and zeroes the memories if asked to."""
        check(_abi.library().ac_reset(self._handle.pointer,
                                      _ZERO_MEMORY if zero_memory else 0),
              "reset")

    @contextmanager
    def batch(self, validate_only: bool = False) -> Iterator["Batch"]:
        """The calls of the block become one batch, which runs at its end."""
        batch = Batch(self)
        token = _current.set(batch)
        try:
            yield batch
        finally:
            _current.reset(token)
        batch.run(validate_only)


class Batch:
    """Operations that are submitted together."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.raw = _abi.Batch()
        weakref.finalize(self, _abi.library().ac_batch_free, self.raw)

    def run(self, validate_only: bool = False) -> None:
        """Runs the batch, or only has it checked. Raises Refused or Stopped."""
        if not self.raw.count:
            return
        library = _abi.library()
        report = _abi.Report()
        stopped = ctypes.c_int(0)
        core = self.core._handle.pointer
        if validate_only:
            result = library.ac_validate(core, self.raw, report)
        else:
            result = library.ac_run(core, self.raw, report, stopped)
        if result:
            self._fail(-result, report, bool(stopped))

    def _fail(self, error: int, report: _abi.Report, stopped: bool) -> None:
        library = _abi.library()
        if report.reason == Reason.NONE:
            raise SystemFailure(error, "a batch")
        text = ctypes.create_string_buffer(512)
        names = _abi.Names(ctypes.pointer(self.core.device._info), None, None)
        library.ac_describe(text, len(text), report, self.raw, names)
        message = text.value.decode()
        # "descriptor 3: WholeReduceSum: mask = ..."
        operation = message.split(": ")[1]
        field = library.ac_field_name(report.field)
        reason = Reason(report.reason)
        raise (Stopped if stopped else Refused)(
            message, operation=operation,
            parameter=field.decode() if field else "",
            value=signed(report.value),
            allowed=allowed_by(reason, signed(report.low), signed(report.high)),
            reason=reason, index=report.index, error=error)


_current: ContextVar[Optional[Batch]] = ContextVar("aicore_batch", default=None)


def current_batch() -> Optional[Batch]:
    """The batch of the block that runs, if any."""
    return _current.get()

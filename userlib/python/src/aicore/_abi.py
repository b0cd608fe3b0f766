# SPDX-License-Identifier: MIT
"""The structs of <aicore.h> and <libaicore.h>, and the calls of the library.

tests/test_abi.py compares all of this with what a C compiler makes of the headers.
"""

import os
from ctypes import (
    CDLL, POINTER, Structure, c_char_p, c_int, c_size_t, c_uint32, c_uint64,
    c_void_p,
)
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple


class Operand(Structure):
    _fields_ = [("position", c_uint32), ("buffer", c_uint32),
                ("offset", c_uint64)]


class Report(Structure):
    _fields_ = [("index", c_uint32), ("reason", c_uint32),
                ("field", c_uint32), ("step", c_uint32),
                ("column", c_uint32), ("reserved", c_uint32),
                ("value", c_uint64), ("low", c_uint64), ("high", c_uint64)]


class Info(Structure):
    _fields_ = [("size", c_uint32), ("flags", c_uint32), ("abi", c_uint32),
                ("soc", c_uint32), ("saturate", c_uint32),
                ("permissive", c_uint32), ("features", c_uint64),
                ("ops", c_uint64), ("ub_bytes", c_uint32),
                ("l1_bytes", c_uint32), ("l0c_bytes", c_uint32),
                ("desc_bytes", c_uint32), ("max_descs", c_uint32),
                ("max_inflight", c_uint32), ("max_cores", c_uint32),
                ("max_buffers", c_uint32), ("max_buffer_bytes", c_uint64),
                ("max_device_bytes", c_uint64), ("results_kept", c_uint32),
                ("watchdog_ms", c_uint32), ("buffers", c_uint32),
                ("cores", c_uint32), ("device_bytes", c_uint64)]


class Tensor(Structure):
    _fields_ = [("operand", Operand), ("type", c_uint32)]


class Mask(Structure):
    _fields_ = [("form", c_uint32), ("words", c_uint64 * 2)]


class Batch(Structure):
    _fields_ = [("descs", c_void_p), ("count", c_size_t), ("room", c_size_t)]


class CopyParams(Structure):
    _fields_ = [(name, c_uint64) for name in
                ("block_count", "block_len", "src_stride", "dst_stride")]


class CopyEnhanced(Structure):
    _fields_ = [("block_mode", c_int), ("deq_scale", c_int),
                ("deq_value", c_uint64), ("deq_tensor_addr", c_uint64),
                ("sid_store_mode", c_uint64), ("is_relu", c_uint32),
                ("pad_mode", c_int), ("pad_value", c_uint64)]


class Buffer(Structure):
    _fields_ = [("handle", c_uint32), ("bytes", c_uint64),
                ("data", c_void_p)]


class Memory(Structure):
    _fields_ = [("bytes", c_uint64), ("alignment", c_uint32),
                ("data", c_void_p)]


class Names(Structure):
    _fields_ = [("info", POINTER(Info)), ("buffer_name", c_void_p),
                ("context", c_void_p)]


# Name: result and arguments.
Calls = Dict[str, Tuple[Any, List[Any]]]

_REDUCE_WHOLE: List[Any] = [POINTER(Batch), Tensor, Tensor, Mask] + [c_uint64] * 4
_REDUCE_PART: List[Any] = [POINTER(Batch), Tensor, Tensor, c_uint64, Mask] + [c_uint64] * 3

CALLS: Calls = {
    "ac_system": (c_void_p, []),
    "ac_device_open": (c_int, [POINTER(c_void_p), c_void_p]),
    "ac_device_close": (None, [c_void_p]),
    "ac_device_setup": (c_int, [c_void_p, c_int, c_int, c_int, c_uint32]),
    "ac_device_info": (c_int, [c_void_p, POINTER(Info)]),
    "ac_buffer_create": (c_int, [c_void_p, c_uint64, POINTER(Buffer)]),
    "ac_buffer_destroy": (None, [c_void_p, POINTER(Buffer)]),
    "ac_core_create": (c_int, [c_void_p, POINTER(c_void_p)]),
    "ac_core_destroy": (None, [c_void_p]),
    "ac_memory_map": (c_int, [c_void_p, c_int, POINTER(Memory)]),
    "ac_memory_unmap": (None, [c_void_p, POINTER(Memory)]),
    "ac_batch_clear": (None, [POINTER(Batch)]),
    "ac_batch_free": (None, [POINTER(Batch)]),
    "ac_run": (c_int, [c_void_p, POINTER(Batch), POINTER(Report),
                       POINTER(c_int)]),
    "ac_validate": (c_int, [c_void_p, POINTER(Batch), POINTER(Report)]),
    "ac_reset": (c_int, [c_void_p, c_uint32]),
    "ac_whole_reduce_sum": (c_int, _REDUCE_WHOLE),
    "ac_whole_reduce_max": (c_int, _REDUCE_WHOLE + [c_int]),
    "ac_whole_reduce_min": (c_int, _REDUCE_WHOLE + [c_int]),
    "ac_block_reduce_sum": (c_int, _REDUCE_PART),
    "ac_block_reduce_max": (c_int, _REDUCE_PART),
    "ac_block_reduce_min": (c_int, _REDUCE_PART),
    "ac_pair_reduce_sum": (c_int, _REDUCE_PART),
    "ac_repeat_reduce_sum": (c_int, _REDUCE_PART + [c_uint64]),
    "ac_data_copy": (c_int, [POINTER(Batch), Tensor, Tensor,
                             POINTER(CopyParams), POINTER(CopyEnhanced)]),
    "ac_set_vector_mask": (c_int, [POINTER(Batch), c_uint64, c_uint64]),
    "ac_set_vector_mask_counter": (c_int, [POINTER(Batch), c_uint64]),
    "ac_op_name": (c_char_p, [c_uint32]),
    "ac_field_name": (c_char_p, [c_uint32]),
    "ac_soc_name": (c_char_p, [c_uint32]),
    "ac_describe": (c_size_t, [c_char_p, c_size_t, POINTER(Report),
                               POINTER(Batch), POINTER(Names)]),
}

HOST_CALLS: Calls = {
    "ac_host_create": (c_int, [POINTER(c_void_p)]),
    "ac_host_destroy": (None, [c_void_p]),
}


_HERE = Path(__file__).resolve().parent


def _tree() -> Optional[Path]:
    """The source tree that this file is in; a copy made by pip is in none."""
    if _HERE.parts[-4:] != ("userlib", "python", "src", "aicore"):
        return None
    return _HERE.parents[3]


def _places(name: str) -> Iterator[Tuple[str, str]]:
    """Where a library may be, in words and as a path: asked for, beside the
    sources, installed."""
    asked = os.environ.get("AICORE_LIBRARY_PATH")
    if asked:
        path = str(Path(asked) / name)
        yield f"AICORE_LIBRARY_PATH: {path}", path
        return
    tree = _tree()
    if tree is not None:
        path = str(tree / "build" / "lib" / name)
        yield f"the source tree: {path}", path
    yield "the system's library folders", name


def _advice() -> str:
    start = ("" if _tree() else
             f"{_HERE} isn't in a source tree, whose build/lib could be looked at; ")
    return (start + "what helps is 'make lib' and "
            "AICORE_LIBRARY_PATH=TREE/build/lib, 'make install', or "
            "'pip install -e' instead of 'pip install'")


def _load(name: str, calls: Calls) -> Any:
    errors = []
    for place, path in _places(name):
        try:
            library = CDLL(path, use_errno=True)
        except OSError as error:
            errors.append(f"{place} ({error})")
            continue
        for call, (result, arguments) in calls.items():
            function = getattr(library, call)
            function.restype = result
            function.argtypes = arguments
        return library
    raise ImportError(f"{name} can't be loaded from {', nor from '.join(errors)}; "
                      + _advice())


_libraries: Dict[str, Any] = {}


def library() -> Any:
    """libaicore, loaded once."""
    if "lib" not in _libraries:
        _libraries["lib"] = _load("libaicore.so.0", CALLS)
    return _libraries["lib"]


def host_library() -> Any:
    """libaicore-host, which is the host device, loaded once."""
    if "host" not in _libraries:
        _libraries["host"] = _load("libaicore-host.so.0", HOST_CALLS)
    return _libraries["host"]

#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""What a user of numpy does instead, as a partner of the benchmark.

Usage: numpy_forms.py DIRECTORY

Reads the benchmark's inputs and results from DIRECTORY, makes sure that numpy
gets the same bits, and then answers lines "FORM TIMES" on standard input with
the nanoseconds that FORM took when done TIMES times.
"""
import sys
import time

import numpy as np

REPEATS = 255
HALF_MAX = np.float16(65504)


def load(name, dtype):
    return np.fromfile(f"{sys.argv[1]}/{name}", dtype=dtype)


def float_tree(source):
    """The exact tree: slices of neighbours, level by level."""
    nodes = source
    while nodes.shape[1] > 1:
        nodes = nodes[:, 0::2] + nodes[:, 1::2]
    return nodes[:, 0]


def half_tree(source):
    """Each node rounded to half and saturated; floats in between are faster
    than float16 arithmetic, and as exact."""
    nodes = source.astype(np.float32)
    while nodes.shape[1] > 1:
        nodes = nodes[:, 0::2] + nodes[:, 1::2]
        nodes = nodes.astype(np.float16).astype(np.float32)
        np.clip(nodes, -65504, 65504, out=nodes)
        np.nan_to_num(nodes, copy=False, nan=0.0)
    return nodes[:, 0].astype(np.float16)


def half_tree_steps(source):
    """The same in float16 all the way."""
    nodes = source
    while nodes.shape[1] > 1:
        nodes = nodes[:, 0::2] + nodes[:, 1::2]
        nodes = np.clip(nodes, -HALF_MAX, HALF_MAX)
        nodes[np.isnan(nodes)] = 0
    return nodes[:, 0]


def half_tree_where(source):
    """The same, looking for NaN only where there is one."""
    nodes = source.astype(np.float32)
    while nodes.shape[1] > 1:
        nodes = nodes[:, 0::2] + nodes[:, 1::2]
        nodes = nodes.astype(np.float16).astype(np.float32)
        np.minimum(nodes, np.float32(65504), out=nodes)
        np.maximum(nodes, np.float32(-65504), out=nodes)
        if np.isnan(nodes.sum()):
            nodes[np.isnan(nodes)] = 0
    return nodes[:, 0].astype(np.float16)


def dequant(source, m, shift, offset):
    """int32 to int8 with MCB 1: shift, times M, round, + Offset, clamp."""
    x = np.clip(source >> shift, -32768, 32767).astype(np.float32)
    x *= m
    np.rint(x, out=x)
    np.clip(x, -256, 255, out=x)
    x += offset
    np.clip(x, -128, 127, out=x)
    return x.astype(np.int8)


def dequant_16(source, m, shift, offset):
    """The same with the end in 16-bit integers."""
    x = np.clip(source >> shift, -32768, 32767).astype(np.float32)
    x = np.clip(np.rint(x * m), -256, 255).astype(np.int16) + offset
    return np.clip(x, -128, 127).astype(np.int8)


def forms():
    floats = load("float.in", np.float32).reshape(REPEATS, 64)
    halves = load("half.in", np.float16).reshape(REPEATS, 128)
    ints = load("int8.in", np.int32).reshape(-1, 16)
    words = load("int8.vector", np.uint64)
    m = (words & np.uint64(0xffffffff)).astype(np.uint32).view(np.float32)
    shift = ((words >> np.uint64(32)) & np.uint64(15)).astype(np.int32) + 1
    offset = ((words >> np.uint64(37)) & np.uint64(511)).astype(np.int32)
    offset = np.where(offset > 255, offset - 512, offset)
    offset_f = offset.astype(np.float32)
    offset_s = offset.astype(np.int16)
    return {
        "float": [lambda: float_tree(floats)],
        "half": [lambda: half_tree(halves), lambda: half_tree_steps(halves),
                 lambda: half_tree_where(halves)],
        "int8": [lambda: dequant(ints, m, shift, offset_f),
                 lambda: dequant_16(ints, m, shift, offset_s)],
    }


def once(form):
    start = time.perf_counter_ns()
    form()
    return time.perf_counter_ns() - start


def main():
    np.seterr(all="ignore")
    best = {}
    for name, candidates in forms().items():
        dtype = {"float": np.uint32, "half": np.uint16, "int8": np.uint8}[name]
        expected = load(f"{name}.out", dtype)
        for form in candidates:
            got = np.ascontiguousarray(form()).view(dtype).reshape(-1)
            if not np.array_equal(got, expected):
                sys.exit(f"numpy differs from the kernels in {name}")
        # The fastest form that gives the same bits.
        best[name] = min(candidates,
                         key=lambda f: min(once(f) for _ in range(50)))
    print("ready", np.__version__, flush=True)
    for line in sys.stdin:
        name, times = line.split()
        form = best[name]
        start = time.perf_counter_ns()
        for _ in range(int(times)):
            form()
        print(time.perf_counter_ns() - start, flush=True)


main()

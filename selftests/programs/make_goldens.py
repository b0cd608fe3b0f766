#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the inputs and goldens of the example programs.

    make_goldens.py            writes data/*.npy
    make_goldens.py --check    says whether they are what would be written

This shares nothing with the emulator: it is written from the rules of the
reductions and DataCopy alone, in Python's own floats. Sums go by adjacent
pairs, each node rounded to its type by struct.pack(), which rounds to nearest,
ties to even. A sum of two halves or two floats is exact enough in Python's
doubles for that second rounding to be the only one that counts.
"""

import decimal
import math
import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

# numpy's name and struct's name of each type
HALF = ("<f2", "e")
FLOAT = ("<f4", "f")
INT16 = ("<i2", "h")
INT32 = ("<i4", "i")
UINT16 = ("<u2", "H")
UINT32 = ("<u4", "I")
INT8 = ("<i1", "b")
UINT64 = ("<u8", "Q")

HALF_MAX = 65504.0


class Numbers:
    """The same pseudo-random numbers on every machine (Knuth's MMIX)."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 +
                      1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def real(self, digits, exponents):
        """A signed number of some bits with an exponent out of a range."""
        mantissa = 2**(digits - 1) + self.below(2**(digits - 1))
        exponent = exponents[self.below(len(exponents))]
        sign = -1 if self.below(2) else 1
        return math.ldexp(sign * mantissa, exponent - digits)


def npy(kind, shape, values):
    """A .npy file, version 1.0."""
    dims = "(%s)" % ", ".join("%d" % n for n in shape)
    if len(shape) == 1:
        dims = "(%d,)" % shape[0]
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (
        kind[0], dims)
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) +
            header.encode() +
            struct.pack("<%d%s" % (len(values), kind[1]), *values))


def rounded(kind, x):
    """x as a value of a float type; what is too large becomes infinite."""
    try:
        return struct.unpack("<" + kind[1], struct.pack("<" + kind[1], x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def add(kind, a, b, saturate):
    if kind is INT32:
        return (a + b + 2**31) % 2**32 - 2**31
    x = rounded(kind, a + b)
    if saturate and kind is HALF:
        if math.isnan(x):
            return 0.0
        return max(-HALF_MAX, min(HALF_MAX, x))
    return x


def whole_sum(kind, lanes, active, saturate=False):
    """One repeat: adjacent pairs, level by level; a lane that is off is +0."""
    level = [x if on else 0 for x, on in zip(lanes, active)]
    while len(level) > 1:
        level = [add(kind, a, b, saturate)
                 for a, b in zip(level[0::2], level[1::2])]
    return level[0]


def whole_max(lanes):
    """Value and index: the first nan, or the first of the greatest, -0 < +0."""
    for i, x in enumerate(lanes):
        if math.isnan(x):
            return math.nan, i
    key = [(x, math.copysign(1, x)) for x in lanes]
    best = key.index(max(key))
    return lanes[best], best


def bits(kind, x):
    """The bit pattern, that of a quiet nan for all nans."""
    size = {"e": "H", "f": "I"}[kind[1]]
    if math.isnan(x):
        return {"e": 0x7e00, "f": 0x7fc00000}[kind[1]]
    return struct.unpack("<" + size, struct.pack("<" + kind[1], x))[0]


def exp(x):
    """Correctly rounded, so the same on every machine, unlike math.exp()."""
    with decimal.localcontext() as context:
        context.prec = 40
        return rounded(FLOAT, float(decimal.Decimal(x).exp()))


def first(n, lanes):
    return [i < n for i in range(lanes)]


def rows(values, width):
    return [values[i:i + width] for i in range(0, len(values), width)]


def copy_blocks(src, count, length, src_gap, dst_gap, unit):
    """DataCopy: blocks with gaps, in elements; what is skipped stays 0."""
    dst = [0] * (count * length * unit + (count - 1) * dst_gap * unit)
    for b in range(count):
        s = b * (length + src_gap) * unit
        d = b * (length + dst_gap) * unit
        dst[d:d + length * unit] = src[s:s + length * unit]
    return dst


def row_sums():
    numbers = Numbers(1)
    x = [numbers.real(11, range(-6, 8)) for _ in range(512)]
    y = [whole_sum(HALF, r, first(128, 128)) for r in rows(x, 128)]
    yield "row_sums.x", HALF, (512,), x
    yield "row_sums.y", HALF, (4,), y


def padded_rows():
    """13 rows of 57 floats; the pads are nan, so that none may be read."""
    numbers = Numbers(2)
    x = []
    for _ in range(13):
        x += [numbers.real(24, range(-10, 12)) for _ in range(57)]
        x += [math.nan] * 7
    y = [whole_sum(FLOAT, r, first(57, 64)) for r in rows(x, 64)]
    yield "padded_rows.x", FLOAT, (13, 64), x
    yield "padded_rows.y", FLOAT, (13,), y


def saturation():
    x = [60000.0, 60000.0, -30000.0, 100.0]
    lanes = x + [0.0] * 124
    yield "saturation.x", HALF, (16,), x + [0.0] * 12
    for name, saturate in (("on", True), ("off", False)):
        y = whole_sum(HALF, lanes, first(4, 128), saturate)
        yield "saturation.%s" % name, HALF, (1,), [y]


def two_cores():
    numbers = Numbers(3)
    x = [numbers.real(11, range(-3, 5)) for _ in range(64 * 128)]
    y = [whole_sum(HALF, r, first(128, 128)) for r in rows(x, 128)]
    yield "two_cores.x", HALF, (64, 128), x
    yield "two_cores.y", HALF, (64,), y


def tscm():
    """bfloat16 as uint16: 32 bytes are 16 of them."""
    numbers = Numbers(4)
    x = [1 + numbers.below(65535) for _ in range(8 * 2 * 16)]
    ub = copy_blocks(x, 4, 2, 2, 0, 16)
    y = copy_blocks(ub, 2, 4, 0, 3, 16)
    yield "tscm.x", UINT16, (256,), x
    yield "tscm.y", UINT16, (len(y),), y


def counter():
    """1000 floats are 15 repeats of 64 and one of 40."""
    numbers = Numbers(5)
    x = [numbers.real(24, range(-4, 10)) for _ in range(1000)]
    padded = x + [math.nan] * 24
    y = [whole_sum(FLOAT, r, first(1000 - 64 * i, 64))
         for i, r in enumerate(rows(padded, 64))]
    yield "counter.x", FLOAT, (1024,), padded
    yield "counter.y", FLOAT, (16,), y


def widening():
    """int16 sums are int32: 128 lanes of up to 32767 don't wrap."""
    numbers = Numbers(6)
    x = [numbers.below(65536) - 32768 for _ in range(256)]
    x += [32767] * 128 + [-32768] * 128
    y = [whole_sum(INT32, r, [i % 3 != 2 for i in range(128)])
         for r in rows(x, 128)]
    yield "widening.x", INT16, (512,), x
    yield "widening.y", INT32, (4,), y


def softmax():
    """exp() is the host's business; x - max is exact enough in doubles."""
    numbers = Numbers(7)
    x = [numbers.real(24, range(-3, 4)) for _ in range(16 * 128)]
    best = [whole_max(r)[0] for r in rows(x, 128)]
    e = [exp(rounded(FLOAT, a - best[i // 128])) for i, a in enumerate(x)]
    yield "softmax.x", FLOAT, (16, 128), x
    yield "softmax.e", FLOAT, (16, 128), e
    yield "softmax.max", FLOAT, (16,), best
    yield "softmax.sum", FLOAT, (16,), [
        whole_sum(FLOAT, r, first(128, 128)) for r in rows(e, 128)]


def rms_norm():
    """Steps of 8 lanes in a ladder are one tree of adjacent pairs."""
    numbers = Numbers(8)
    x = [rounded(FLOAT, numbers.real(24, range(-4, 3))**2)
         for _ in range(2 * 4096)]
    yield "rms_norm.x", FLOAT, (2, 4096), x
    yield "rms_norm.y", FLOAT, (2,), [
        whole_sum(FLOAT, r, first(4096, 4096)) for r in rows(x, 4096)]


def group_topk():
    """Scores as the bits of floats, each with the number of its expert."""
    numbers = Numbers(9)
    x, two, every = [], [], []
    for group in range(16):
        pairs = [(rounded(FLOAT, abs(numbers.real(24, range(-4, 1)))),
                  32 * group + i) for i in range(32)]
        pairs.sort(key=lambda pair: -pair[0])
        lanes = []
        for score, expert in pairs:
            x += [bits(FLOAT, score), expert]
            lanes += [score, math.nan]
        two.append(whole_sum(FLOAT, lanes, [i in (0, 2) for i in range(64)]))
        every.append(whole_sum(FLOAT, lanes, [i % 2 == 0 for i in range(64)]))
    value, index = whole_max(two)
    yield "group_topk.x", UINT32, (16, 64), x
    yield "group_topk.two", FLOAT, (16,), two
    yield "group_topk.all", FLOAT, (16,), every
    yield "group_topk.best", UINT32, (2,), [bits(FLOAT, value), index]


def argmax():
    """The last rows are equals, nans, zeros of both signs, infinities."""
    numbers = Numbers(10)
    x = [numbers.real(11, range(-6, 8)) for _ in range(4 * 128)]
    x += [1.5 if i in (40, 41, 127) else -2.0 for i in range(128)]
    x += [math.nan if i in (77, 99) else 65504.0 for i in range(128)]
    x += [0.0 if i in (13, 14) else -0.0 for i in range(128)]
    x += [-math.inf] * 128
    y, z = [], []
    for r in rows(x, 128):
        value, index = whole_max(r)
        y += [bits(HALF, value), index]
        z += [index, bits(HALF, value)]
    yield "argmax.x", UINT16, (8, 128), [bits(HALF, a) for a in x]
    yield "argmax.y", UINT16, (8, 2), y
    yield "argmax.z", UINT16, (8, 2), z


def long_rows():
    """20 rows of 96 floats: a tree of 64, a tree of 32, and their sum."""
    numbers = Numbers(16)
    x = [numbers.real(24, range(-10, 12)) for _ in range(20 * 96)]
    y = [add(FLOAT, whole_sum(FLOAT, r[:64], first(64, 64)),
             whole_sum(FLOAT, r[64:], first(32, 32)), False)
         for r in rows(x, 96)]
    yield "long_rows.x", FLOAT, (20, 96), x
    yield "long_rows.y", FLOAT, (20,), y


def word(m, shift=1, mcb=0, offset=0, sign=0, relu=0):
    """A deqValue: M as float bits, the shift amount less one, and the rest."""
    return (bits(FLOAT, m) | (shift - 1) << 32 | mcb << 36 |
            (offset & 0x1ff) << 37 | sign << 46 | relu << 47)


def scaled(x, m):
    """The two roundings of int32 to float and of the product."""
    return rounded(FLOAT, rounded(FLOAT, float(x)) * m)


def to_half(x):
    """Saturating, as ascend310p does it."""
    if math.isnan(x):
        return 0.0
    return max(-HALF_MAX, min(HALF_MAX, rounded(HALF, x)))


def to_int8(x, m, offset=0):
    """Python's round() goes to even."""
    return max(-128, min(127, max(-256, min(255, round(scaled(x, m)))) +
                         offset))


def vdeq16():
    """8 column strips of 4 fractals, each of 16 columns with its own scale."""
    numbers = Numbers(11)
    scales = [rounded(FLOAT, abs(numbers.real(24, range(-9, -4))))
              for _ in range(8 * 16)]
    x = [numbers.below(2**21) - 2**20 for _ in range(8 * 4 * 256)]
    y = [to_half(scaled(a, scales[16 * (i // 1024) + i % 16]))
         for i, a in enumerate(x)]
    yield "vdeq16.x", INT32, (8, 64, 16), x
    yield "vdeq16.scales", UINT64, (8, 16), [word(m) for m in scales]
    yield "vdeq16.y", HALF, (8, 64, 16), y


def deq8_identity():
    x = list(range(-128, 128))
    yield "deq8_identity.x", INT32, (16, 16), x
    yield "deq8_identity.y", INT8, (16, 16), x


def interleave():
    """Two column fractals side by side: 16 rows of 32."""
    numbers = Numbers(12)
    left = [numbers.below(1001) - 500 for _ in range(256)]
    right = [numbers.below(1001) - 500 for _ in range(256)]
    y = []
    for row in range(16):
        for half in (left, right):
            y += [to_int8(a, 0.5, 3) for a in half[16 * row:16 * row + 16]]
    yield "interleave.x", INT32, (2, 16, 16), left + right
    yield "interleave.y", INT8, (16, 32), y


def gemv():
    """One row of results, 16 to a fractal; the other rows hold noise."""
    numbers = Numbers(13)
    x = [numbers.below(2**17) - 2**16 for _ in range(8 * 256)]
    y = [to_half(scaled(x[256 * k + i], 0.25))
         for k in range(8) for i in range(16)]
    yield "gemv.x", INT32, (8, 16, 16), x
    yield "gemv.y", HALF, (128,), y


def relu_half():
    numbers = Numbers(14)
    x = [rounded(FLOAT, numbers.real(24, range(-26, 18)))
         for _ in range(2 * 256 - 4)]
    x += [-0.0, math.inf, -math.inf, math.nan]
    y = [to_half(a) if a > 0 else 0.0 for a in x]
    yield "relu_half.x", FLOAT, (2, 16, 16), x
    yield "relu_half.y", HALF, (2, 16, 16), y


def chain():
    numbers = Numbers(15)
    x = [numbers.below(4001) - 2000 for _ in range(512)]
    y = [to_int8(max(a // 4, 0), 0.5, -128) for a in x]
    yield "chain.x", INT32, (2, 16, 16), x
    yield "chain.y", INT8, (2, 16, 16), y


def main():
    check = sys.argv[1:] == ["--check"]
    wrong = 0
    for part in (row_sums, padded_rows, saturation, two_cores, tscm, counter,
                 widening, softmax, rms_norm, group_topk, argmax, vdeq16,
                 deq8_identity, interleave, gemv, relu_half, chain,
                 long_rows):
        for name, kind, shape, values in part():
            path = os.path.join(HERE, "data", name + ".npy")
            data = npy(kind, shape, values)
            if not check:
                with open(path, "wb") as f:
                    f.write(data)
                continue
            with open(path, "rb") as f:
                if f.read() != data:
                    print("%s is not what this script makes" % path)
                    wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: MIT
"""Parameters are integers, and nothing is rounded, cut or wrapped silently."""

import errno
import unittest
from fractions import Fraction

import numpy as np

import aicore
from aicore import (
    BlockMode, BlockReduceSum, DataCopy, DataCopyEnhancedParams,
    DataCopyParams, DeqScale, RepeatReduceSum, SetVectorMask,
    SetVectorMaskCounter, TPosition, WholeReduceMax, WholeReduceSum, deq_value,
)
from test_aicore import device


class Integers(unittest.TestCase):
    def setUp(self):
        self.npu = device()
        self.core = self.npu.core()
        self.dst = self.core.VECOUT(0x8000, "float")
        self.src = self.core.VECIN(0, "float")
        self.src.view(256)[:] = 1

    def refuses(self, message, call, *arguments, **named):
        with self.assertRaises(TypeError) as caught:
            call(*arguments, **named)
        self.assertEqual(str(caught.exception), message)

    def test_reductions(self):
        right = (64, 4, 1, 1, 8)
        names = ("mask", "repeatTime", "dstRepStride", "srcBlkStride",
                 "srcRepStride")
        for at, name in enumerate(names):
            wrong = list(right)
            wrong[at] = 2.9
            self.refuses(f"WholeReduceSum: {name} = 2.9 is no integer",
                         WholeReduceSum, self.dst, self.src, *wrong)
        self.refuses("WholeReduceMax: repeatTime = 4.0 is no integer",
                     WholeReduceMax, self.dst, self.src, 64, 4.0, 1, 1, 8)
        self.refuses("WholeReduceMax: order = 0.5 is no integer",
                     WholeReduceMax, self.dst, self.src, *right, 0.5)
        self.refuses("BlockReduceSum: mask = 64.7 is no integer",
                     BlockReduceSum, self.dst, self.src, 4, 64.7, 1, 1, 8)
        self.refuses("BlockReduceSum: repeatTime = '4' is no integer",
                     BlockReduceSum, self.dst, self.src, "4", 64, 1, 1, 8)
        self.refuses("RepeatReduceSum: dstBlkStride = 0.5 is no integer",
                     RepeatReduceSum, self.dst, self.src, 4, 64,
                     np.float32(0.5), 1, 2, 8)
        self.assertFalse(self.dst.view(64).any())

    def test_masks(self):
        self.refuses("WholeReduceSum: mask[1] = 1.5 is no integer",
                     WholeReduceSum, self.dst, self.src, (1, 1.5), 1, 1, 1, 8)
        self.refuses("SetVectorMask: maskHigh = 0.5 is no integer",
                     SetVectorMask, self.core, 0.5, 1)
        self.refuses("SetVectorMask: maskLow = None is no integer",
                     SetVectorMask, self.core, 0, None)
        self.refuses("SetVectorMaskCounter: len = 99.5 is no integer",
                     SetVectorMaskCounter, self.core, 99.5)
        for mask, wanted in ((-1, r"mask = -1, but numbers are 0..2\^64-1"),
                             ((0, -1), r"mask\[1\] = -1, but"),
                             ((1 << 64, 0), r"mask\[0\] = 18446744073709551616"),
                             ((1, 0, 1), "mask has 3 words, not 1 or 2"),
                             ((), "mask has 0 words, not 1 or 2")):
            with self.assertRaisesRegex(ValueError,
                                        "^WholeReduceSum: " + wanted):
                WholeReduceSum(self.dst, self.src, mask, 1, 1, 1, 8)

    def test_copies(self):
        x = self.npu.array(np.ones(256, np.float16))
        for name in ("blockCount", "blockLen", "srcStride", "dstStride"):
            self.refuses(f"DataCopy: {name} = 240.625 is no integer", DataCopy,
                         self.src, x[0], DataCopyParams(**{name: 240.625}))
        for name in ("blockMode", "deqScale", "deqTensorAddr", "sidStoreMode",
                     "isRelu", "padMode", "padValue"):
            self.refuses(f"DataCopy: {name} = 0.5 is no integer", DataCopy,
                         self.src, x[0], DataCopyParams(),
                         DataCopyEnhancedParams(**{name: 0.5}))
        for name, value in (("padValue", -1), ("isRelu", 1 << 32),
                            ("blockMode", 1 << 32), ("padMode", -1)):
            with self.assertRaisesRegex(ValueError, f"DataCopy: {name} = {value}, "
                                        "but numbers are 0..2"):
                DataCopy(self.src, x[0], DataCopyParams(),
                         DataCopyEnhancedParams(**{name: value}))

    def test_a_scale_for_its_bits(self):
        ends = (self.core.CO2(0, "half"), self.core.CO1(0, "int32"),
                DataCopyParams())
        for scale in (2**-10, np.float32(2**-10)):
            self.refuses(
                "DataCopy: deqValue = 0.0009765625 is a float: it holds bits; "
                "deq_value(0.0009765625) makes them", DataCopy, *ends,
                DataCopyEnhancedParams(blockMode=BlockMode.MATRIX,
                                       deqScale=DeqScale.DEQ16, deqValue=scale))
        self.refuses(
            "DataCopy: deqValue = 0.25 is a float: it holds bits; for DEQ "
            "int(np.float16(0.25).view(np.uint16)) makes them", DataCopy, *ends,
            DataCopyEnhancedParams(blockMode=BlockMode.MATRIX,
                                   deqScale=DeqScale.DEQ, deqValue=0.25))
        self.refuses("DataCopy: deqValue = '1' is no integer", DataCopy, *ends,
                     DataCopyEnhancedParams(deqValue="1"))

    def test_offsets_and_sizes(self):
        self.refuses("VECIN: offset = 0.5 is no integer",
                     self.core.VECIN, 0.5, "half")
        self.refuses("Core.view: offset = 0.5 is no integer", self.core.view,
                     TPosition.VECIN, 0.5, "half", 1)
        self.refuses("Core.view: count = 1.5 is no integer", self.core.view,
                     TPosition.VECIN, 0, "half", 1.5)
        self.refuses("VECIN.view: count = 1.5 is no integer", self.src.view, 1.5)
        self.refuses("Device.empty: shape = 2.5 is no integer",
                     self.npu.empty, 2.5)
        self.refuses("Device.empty: shape[1] = 2.5 is no integer",
                     self.npu.empty, (2, 2.5))
        self.refuses("Buffer.tensor: element = 2.5 is no integer",
                     self.npu.empty(16).tensor, 2.5)
        with self.assertRaisesRegex(ValueError, r"shape\[0\] = -1 is negative"):
            self.npu.empty((-1, 16))
        with self.assertRaises(aicore.SystemFailure) as caught:
            self.npu.empty((1 << 40, 1 << 40))
        self.assertEqual(caught.exception.errno, errno.EDQUOT)

    def test_integers_of_numpy(self):
        n = np.int64
        x = self.npu.empty(n(256), np.float32)
        y = self.npu.empty((np.uint8(4), n(64)), np.float32)
        x.array[:] = 1
        with self.core.batch():
            DataCopy(self.core.VECIN(n(0), "float"), x[n(0)],
                     DataCopyParams(n(1), np.uint8(32), n(0), n(0)),
                     DataCopyEnhancedParams(isRelu=np.bool_(False)))
            WholeReduceSum(self.dst, self.src[n(0)], np.uint8(64), n(4), n(1),
                           n(1), np.array(8))
            WholeReduceSum(self.dst[8], self.src, (np.uint64(3), n(0)), n(1),
                           n(1), n(1), n(8))
        np.testing.assert_array_equal(self.dst.view(n(9))[[0, 3, 8]], [64, 64, 2])
        self.assertEqual(y.array.shape, (4, 64))


class Arrays(unittest.TestCase):
    def setUp(self):
        self.npu = device()

    def test_floats_are_no_integers(self):
        with self.assertRaisesRegex(TypeError, "int32 wants integers, and the "
                                    "values are float64"):
            self.npu.array([1.5], "int32")
        with self.assertRaisesRegex(TypeError, "bfloat16 wants its bits"):
            self.npu.array(np.ones(4, np.float32), "bfloat16")

    def test_integers_that_do_not_fit(self):
        with self.assertRaisesRegex(ValueError, r"values -1\.\.300 do not fit "
                                    r"in uint8: 0\.\.255"):
            self.npu.array([-1, 300], "uint8")
        self.assertEqual(self.npu.array([0, 255], "uint8").array.tolist(),
                         [0, 255])

    def test_floats_are_rounded(self):
        self.assertEqual(self.npu.array([0.1], "half").array[0],
                         np.float16(0.1))


class DeqValue(unittest.TestCase):
    def test_bits(self):
        for given, named, wanted in (
                ((1,), {}, 0x3F800000),
                ((np.float32(0.25),), {}, 0x3E800000),
                ((-2.0,), {}, 0xC0000000),
                ((0,), {}, 0),
                ((Fraction(1, 2), 1, True, -128, True, True), {}, 0xF0113F000000),
                ((0.5,), {"n": np.int64(15)}, 0xF3F000000),
                ((0.5,), {"mcb": True}, 0x103F000000),
                ((0.5,), {"offset": 255}, 0xFF << 37 | 0x3F000000),
                ((0.5,), {"offset": -256}, 0x100 << 37 | 0x3F000000),
                ((0.5,), {"sign": np.bool_(True)}, 1 << 46 | 0x3F000000),
                ((0.5,), {"relu": 1}, 1 << 47 | 0x3F000000)):
            value = deq_value(*given, **named)
            self.assertIs(type(value), int)
            self.assertEqual(value, wanted, (given, named))

    def test_ranges(self):
        for given, named, wanted in (
                ((0.5,), {"n": 16}, "n = 16, but it is 0..15"),
                ((0.5,), {"n": -1}, "n = -1, but it is 0..15"),
                ((0.5,), {"mcb": 2}, "mcb = 2, but it is 0..1"),
                ((0.5,), {"offset": 256}, r"offset = 256, but it is -256..255"),
                ((0.5,), {"offset": -257}, r"offset = -257, but it is -256..255"),
                ((0.5,), {"sign": -1}, "sign = -1, but it is 0..1"),
                ((0.5,), {"relu": 2}, "relu = 2, but it is 0..1"),
                ((1e39,), {}, r"scale = 1e\+39 is no finite float"),
                ((10**400,), {}, "scale = 10*0 is no finite float"),
                ((float("nan"),), {}, "scale = nan is no finite float"),
                ((-np.inf,), {}, "scale = -inf is no finite float"),
                ((1e-50,), {}, "scale = 1e-50 is 0 as a float")):
            with self.assertRaisesRegex(ValueError, "^deq_value: " + wanted):
                deq_value(*given, **named)

    def test_types(self):
        for given, named, wanted in (
                (("0.5",), {}, "scale = '0.5' is no number"),
                ((None,), {}, "scale = None is no number"),
                ((0.5,), {"n": 1.0}, "n = 1.0 is no integer"),
                ((0.5,), {"sign": 1.0}, "sign = 1.0 is no integer")):
            with self.assertRaisesRegex(TypeError, "^deq_value: " + wanted):
                deq_value(*given, **named)

    def test_on_the_core(self):
        core = device().core()
        core.CO1(0, "int32").view(256)[:] = np.arange(256)
        DataCopy(core.CO2(0, "half"), core.CO1(0, "int32"), DataCopyParams(),
                 DataCopyEnhancedParams(
                     blockMode=BlockMode.MATRIX, deqScale=DeqScale.DEQ16,
                     deqValue=deq_value(2**-10)))
        np.testing.assert_array_equal(core.CO2(0, "half").view(256),
                                      np.arange(256) / 1024)

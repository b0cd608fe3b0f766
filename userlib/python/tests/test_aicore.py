# SPDX-License-Identifier: MIT
"""The package on a host device, or with AICORE_BACKEND=device on /dev/aicore."""

import gc
import os
import unittest

import numpy as np

import aicore
from aicore import (
    BlockMode, BlockReduceMax, BlockReduceMin, BlockReduceSum, DataCopy,
    DataCopyEnhancedParams, DataCopyParams, DeqScale, Device, MASK_PLACEHOLDER,
    PairReduceSum, Reason, ReduceOrder, Refused, RepeatReduceSum,
    SetVectorMask, SetVectorMaskCounter, Stopped, SystemFailure, TPosition,
    WholeReduceMax, WholeReduceMin, WholeReduceSum,
)

HOST = os.environ.get("AICORE_BACKEND", "host") == "host"


def device(soc="ascend310p", **options):
    return Device(soc, host=HOST, **options)


class Reductions(unittest.TestCase):
    def setUp(self):
        self.npu = device()
        self.core = self.npu.core()
        self.src = self.core.VECIN(0, "float")
        self.dst = self.core.VECOUT(0x8000, "float")
        self.x = np.random.default_rng(1).integers(-99, 99, (4, 64)).astype("f4")
        self.src.view(256)[:] = self.x.ravel()

    def got(self, count):
        return self.dst.view(count).copy()

    def test_whole_reduce_sum(self):
        WholeReduceSum(self.dst, self.src, 64, 4, 1, 1, 8)
        np.testing.assert_array_equal(self.got(4), self.x.sum(axis=1))

    def test_repeat_reduce_sum_has_its_own_order(self):
        RepeatReduceSum(self.dst, self.src, 4, 64, 7, 1, 2, 8)
        np.testing.assert_array_equal(self.got(8)[::2], self.x.sum(axis=1))

    def test_extremes(self):
        WholeReduceMax(self.dst, self.src, 64, 4, 1, 1, 8)
        pairs = self.got(8).reshape(4, 2)
        np.testing.assert_array_equal(pairs[:, 0], self.x.max(axis=1))
        np.testing.assert_array_equal(pairs[:, 1].copy().view("u4"),
                                      self.x.argmax(axis=1))
        WholeReduceMin(self.dst, self.src, 64, 4, 1, 1, 8,
                       ReduceOrder.VALUE_INDEX)
        np.testing.assert_array_equal(self.got(8)[::2], self.x.min(axis=1))

    def test_blocks_and_pairs(self):
        blocks = self.x.reshape(32, 8)
        for call, wanted in ((BlockReduceSum, blocks.sum(axis=1)),
                             (BlockReduceMax, blocks.max(axis=1)),
                             (BlockReduceMin, blocks.min(axis=1))):
            call(self.dst, self.src, 4, 64, 1, 1, 8)
            np.testing.assert_array_equal(self.got(32), wanted)
        PairReduceSum(self.dst, self.src, 4, 64, 1, 1, 8)
        np.testing.assert_array_equal(self.got(128),
                                      self.x.reshape(128, 2).sum(axis=1))

    def test_masks(self):
        WholeReduceSum(self.dst, self.src, (5, 0), 1, 1, 1, 8)
        self.assertEqual(self.got(1)[0], self.x[0, 0] + self.x[0, 2])
        with self.core.batch():
            SetVectorMask(self.core, 0, 1 << 3)
            WholeReduceSum(self.dst, self.src, MASK_PLACEHOLDER, 1, 1, 1, 8)
        self.assertEqual(self.got(1)[0], self.x[0, 3])
        with self.core.batch():
            SetVectorMaskCounter(self.core, 100)
            WholeReduceSum(self.dst, self.src, MASK_PLACEHOLDER, 0, 1, 1, 8)
        np.testing.assert_array_equal(self.got(2),
                                      [self.x[0].sum(), self.x[1, :36].sum()])

    def test_reset(self):
        SetVectorMask(self.core, 0, 0)
        self.core.reset(zero_memory=True)
        WholeReduceSum(self.dst, self.src, MASK_PLACEHOLDER, 1, 1, 1, 8)
        self.assertEqual(self.got(1)[0], 0)

    def test_elements(self):
        WholeReduceSum(self.dst[3], self.src[64], 64, 1, 1, 1, 8)
        self.assertEqual(self.got(4)[3], self.x[1].sum())


class Memory(unittest.TestCase):
    def test_arrays_in_and_out(self):
        npu = device("ascend910b")
        core = npu.core()
        x = npu.array(np.arange(64, dtype=np.int16).reshape(4, 16))
        y = npu.empty((4, 16), np.int16)
        self.assertEqual(x.array.shape, (4, 16))
        with core.batch():
            DataCopy(core.VECIN(0, "int16"), x[0], DataCopyParams(blockLen=4))
            DataCopy(core.VECCALC(256, "int16"), core.VECIN(0, "int16"),
                     DataCopyParams(blockLen=4))
            DataCopy(core.VECOUT(512, "int16"), core.VECCALC(256, "int16"),
                     DataCopyParams(blockLen=4))
            DataCopy(y[16], core.VECOUT(512, "int16"), DataCopyParams(blockLen=3))
        np.testing.assert_array_equal(y.array[1:], x.array[:3])
        self.assertFalse(y.array[0].any())

    def test_buffers_are_the_mapping_itself(self):
        npu = device("ascend910b")
        core = npu.core()
        x = npu.empty(16, np.float32)
        view = x.array
        for value in (1, 2):
            view[:] = value
            DataCopy(core.VECIN(0, "float"), x[0], DataCopyParams(blockLen=2))
            np.testing.assert_array_equal(
                core.view(TPosition.VECIN, 0, np.float32, 16), np.full(16, value))

    def test_arrays_outlive_everything_else(self):
        npu = device("ascend910b")
        core = npu.core()
        array = npu.array(np.full(4096, 7, np.uint8)).array[1:]
        ub = core.memory(aicore.Region.UB)
        ub[:4] = 9
        del npu, core
        gc.collect()
        self.assertEqual(int(array.sum()), 7 * 4095)
        self.assertEqual(int(ub.sum()), 36)

    def test_handles_go_with_their_arrays(self):
        npu = device("ascend910b")
        keep = npu.empty(16)
        self.assertEqual(npu.info["buffers"], 1)
        for _ in range(2000):
            npu.empty(16)
        gc.collect()
        self.assertEqual(npu.info["buffers"], 1)
        del keep
        gc.collect()
        self.assertEqual(npu.info["buffers"], 0)

    def test_types(self):
        self.assertEqual(aicore.Type.half, device().empty(1, np.float16).type)
        buffer = device().empty(2, "bfloat16")
        self.assertEqual(buffer.array.dtype, np.uint16)
        with self.assertRaises(TypeError):
            device().empty(1, np.complex64)


class Quantisation(unittest.TestCase):
    def test_deq8(self):
        core = device().core()
        values = np.arange(-128, 128, dtype=np.int32)
        core.CO1(0, "int32").view(256)[:] = values
        DataCopy(core.CO2(0, "int8"), core.CO1(0, "int32"), DataCopyParams(),
                 DataCopyEnhancedParams(
                     blockMode=BlockMode.MATRIX, deqScale=DeqScale.DEQ8,
                     deqValue=1 << 46 | 0x3F800000, sidStoreMode=2))
        np.testing.assert_array_equal(core.CO2(0, "int8").view(256), values)

    def test_scale_without_a_value(self):
        core = device().core()
        for scale, wanted in ((DeqScale.DEQ, "DEQ needs deqValue: M, a half"),
                              (DeqScale.DEQ8, "DEQ8 needs deqValue: M, a float"),
                              (DeqScale.DEQ16, "DEQ16 needs deqValue: M, a float")):
            with self.assertRaisesRegex(ValueError, wanted):
                DataCopy(core.CO2(0, "half"), core.CO1(0, "int32"),
                         DataCopyParams(), DataCopyEnhancedParams(
                             blockMode=BlockMode.MATRIX, deqScale=scale))
        DataCopy(core.VECCALC(32, "half"), core.VECIN(0, "half"),
                 DataCopyParams(), DataCopyEnhancedParams(deqScale=DeqScale.DEQ))

    def test_vector_that_breaks_a_rule(self):
        core = device().core()
        words = core.VECIN(0, "uint64").view(16)
        words[:] = 0x3F800000
        words[5] = 0x3F800000 | 1 << 36
        copy = (core.CO2(0x1000, "half"), core.CO1(0, "int32"), DataCopyParams(),
                DataCopyEnhancedParams(blockMode=BlockMode.MATRIX,
                                       deqScale=DeqScale.VDEQ16))
        with self.assertRaises(Stopped) as caught:
            DataCopy(*copy)
        self.assertEqual(caught.exception.parameter, "MCB")
        self.assertEqual(caught.exception.reason, Reason.MCB)
        self.assertEqual(caught.exception.operation, "DataCopy")
        self.assertEqual(caught.exception.value, 1)


class Errors(unittest.TestCase):
    def test_refusal(self):
        core = device("ascend910b").core()
        with self.assertRaises(Refused) as caught:
            with core.batch():
                SetVectorMask(core, 0, 1)
                WholeReduceSum(core.VECOUT(0, "float"), core.VECIN(0x100, "float"),
                               80, 1, 1, 1, 8)
        error = caught.exception
        self.assertEqual((error.operation, error.parameter, error.value,
                          error.allowed, error.index),
                         ("WholeReduceSum", "mask", 80, (0, 64), 1))
        self.assertIn("mask = 80, but float has 64 lanes", str(error))

    def test_ranges_and_alignments(self):
        core = device().core()
        with self.assertRaises(Refused) as caught:
            WholeReduceSum(core.VECOUT(0, "half"), core.VECIN(0x1000, "half"),
                           128, 256, 1, 1, 8)
        self.assertEqual(caught.exception.allowed, (0, 255))
        with self.assertRaises(Refused) as caught:
            WholeReduceSum(core.VECOUT(0, "half"), core.VECIN(0x1002, "half"),
                           128, 1, 1, 1, 8)
        self.assertEqual((caught.exception.parameter, caught.exception.value,
                          caught.exception.allowed), ("src", 0x1002, 32))

    def test_validate_only(self):
        core = device().core()
        core.VECIN(0, "float").view(64)[:] = 1
        with core.batch(validate_only=True):
            WholeReduceSum(core.VECOUT(0x1000, "float"), core.VECIN(0, "float"),
                           64, 1, 1, 1, 8)
        self.assertEqual(core.VECOUT(0x1000, "float").view(1)[0], 0)

    def test_an_exception_in_a_batch_runs_nothing(self):
        core = device().core()
        core.VECIN(0, "float").view(64)[:] = 1
        with self.assertRaises(KeyError):
            with core.batch():
                WholeReduceSum(core.VECOUT(0x1000, "float"),
                               core.VECIN(0, "float"), 64, 1, 1, 1, 8)
                raise KeyError
        self.assertEqual(core.VECOUT(0x1000, "float").view(1)[0], 0)

    def test_numbers_are_not_cut(self):
        core = device().core()
        with self.assertRaises(ValueError):
            WholeReduceSum(core.VECOUT(0, "float"), core.VECIN(0, "float"), 64,
                           1 << 64, 1, 1, 8)
        with self.assertRaises(ValueError):
            WholeReduceSum(core.VECOUT(0, "float"), core.VECIN(0, "float"), 64,
                           1, -1, 1, 8)

    def test_what_is_no_tensor(self):
        npu = device()
        core = npu.core()
        one, ub = DataCopyParams(), core.VECIN(0, "half")
        x = np.zeros(16, np.float16)
        for wrong, wanted in (
                (x, r"src is an array: Device.array\(x\)\[0\] is an operand"),
                (npu.array(x), r"src is a Buffer: buffer\[0\] is the operand"),
                (core, "src is a Core, not a tensor"),
                (None, "src is a NoneType, not a tensor")):
            with self.assertRaisesRegex(TypeError, wanted):
                DataCopy(ub, wrong, one)
        with self.assertRaisesRegex(TypeError, "dst is an array"):
            DataCopy(x, ub, one)
        with self.assertRaisesRegex(TypeError, "dst is an array"):
            WholeReduceSum(x, ub, 64, 1, 1, 1, 8)
        with self.assertRaisesRegex(TypeError, "src is a Buffer"):
            BlockReduceMax(ub, npu.array(x), 1, 64, 1, 1, 8)
        with self.assertRaisesRegex(TypeError, "params is a int, but"):
            DataCopy(ub, npu.array(x)[0], 32)
        with self.assertRaisesRegex(TypeError, "enhanced is a DeqScale, but"):
            DataCopy(ub, npu.array(x)[0], one, DeqScale.NONE)

    def test_product_that_nobody_knows(self):
        with self.assertRaisesRegex(ValueError, "'ascend910x': there are ascend910, "
                                    "ascend310p, ascend310p-vec, "):
            device("ascend910x")
        self.assertEqual(device("ascend310p-vec").soc,
                         aicore.Soc.ascend310p_vec)

    def test_limits_are_errors_of_the_system(self):
        with self.assertRaises(SystemFailure):
            device().empty(1 << 40)
        with self.assertRaises(SystemFailure):
            Device("ascend910", host=HOST, saturate=False)

    def test_saturation(self):
        for saturate, wanted in ((True, 65504), (False, np.inf)):
            core = device(saturate=saturate).core()
            core.VECIN(0, "half").view(2)[:] = 60000
            WholeReduceSum(core.VECOUT(0x1000, "half"), core.VECIN(0, "half"), 2,
                           1, 1, 1, 8)
            self.assertEqual(core.VECOUT(0x1000, "half").view(1)[0], wanted)

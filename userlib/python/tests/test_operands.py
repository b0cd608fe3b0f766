# SPDX-License-Identifier: MIT
"""Operands are where they say they are, and belong together."""

import unittest

import numpy as np

import aicore
from aicore import (
    BlockReduceSum, DataCopy, DataCopyParams, TPosition, WholeReduceSum,
)
from test_aicore import device


class Foreign(unittest.TestCase):
    def setUp(self):
        self.npu = device()
        self.core = self.npu.core()
        self.here = self.core.VECIN(0, "half")
        self.there = self.npu.core().VECIN(0x1000, "half")

    def refuses(self, message, call, *arguments):
        with self.assertRaises(ValueError) as caught:
            call(*arguments)
        self.assertEqual(str(caught.exception), message)

    def test_core(self):
        wanted = "DataCopy: src is on another core than dst"
        self.refuses(wanted, DataCopy, self.here, self.there, DataCopyParams())
        with self.core.batch():
            self.refuses(wanted, DataCopy, self.here, self.there,
                         DataCopyParams())
        self.refuses("WholeReduceSum: src is on another core than dst",
                     WholeReduceSum, self.here, self.there, 64, 1, 1, 1, 8)
        self.refuses("BlockReduceSum: src is on another core than dst",
                     BlockReduceSum, self.here, self.there, 1, 64, 1, 1, 8)
        other = device().core().VECIN(0x1000, "half")
        self.refuses(wanted, DataCopy, self.here, other, DataCopyParams())

    def test_device(self):
        other = device()
        mine = self.npu.array(np.full(16, 1, np.float16))
        yours = other.array(np.full(16, 2, np.float16))
        self.refuses("DataCopy: src is a buffer of another device",
                     DataCopy, self.here, yours[0], DataCopyParams())
        self.refuses("DataCopy: dst is a buffer of another device",
                     DataCopy, yours[0], self.here, DataCopyParams())
        DataCopy(self.here, mine[0], DataCopyParams())
        self.assertEqual(self.here.view(1)[0], 1)
        self.assertEqual(yours.array[0], 2)


class Bounds(unittest.TestCase):
    def setUp(self):
        self.npu = device()
        self.core = self.npu.core()
        self.ub = self.npu.info["ub_bytes"]

    def refuses(self, error, message, call, *arguments):
        with self.assertRaises(error) as caught:
            call(*arguments)
        self.assertEqual(str(caught.exception), message)

    def test_view(self):
        last = self.core.VECIN(self.ub - 64, "half")
        self.assertEqual(len(last.view(32)), 32)
        self.assertEqual(len(last.view(0)), 0)
        self.refuses(ValueError,
                     f"VECIN.view: count = 33 elements of half from byte "
                     f"{self.ub - 64} on end at {self.ub + 2}, but UB has "
                     f"{self.ub} bytes", last.view, 33)
        self.refuses(ValueError, "VECIN.view: count = -1 is negative",
                     last.view, -1)
        self.refuses(ValueError,
                     f"VECIN.view: count = 0 elements of float from byte "
                     f"{self.ub + 64} on end at {self.ub + 64}, but UB has "
                     f"{self.ub} bytes",
                     self.core.VECIN(self.ub + 64, "float").view, 0)

    def test_view_of_the_core(self):
        self.refuses(ValueError, "Core.view: count = -2 is negative",
                     self.core.view, TPosition.VECIN, 64, "half", -2)
        with self.assertRaisesRegex(ValueError, "^Core.view: offset = -64, but"):
            self.core.view(TPosition.VECIN, -64, "half", 1)
        self.refuses(ValueError,
                     f"Core.view: count = 1 elements of float from byte "
                     f"{self.ub} on end at {self.ub + 4}, but UB has "
                     f"{self.ub} bytes",
                     self.core.view, TPosition.VECIN, self.ub, "float", 1)
        self.refuses(ValueError, "Core.view: GM is no memory of a core",
                     self.core.view, TPosition.GM, 0, "half", 1)
        self.core.view("VECOUT", 0, "half", 1)[0] = 3
        self.assertEqual(self.core.view(TPosition.VECIN, 0, "half", 1)[0], 3)

    def test_elements_on_the_chip(self):
        tensor = self.core.VECIN(64, "half")
        last = (self.ub - 64) // 2 - 1
        self.assertEqual(tensor[last].offset, self.ub - 2)
        wanted = (f"but UB of ascend310p has elements 0..{last} of half from "
                  "byte 64 on")
        for wrong in (-1, last + 1):
            self.refuses(IndexError, f"VECIN: element = {wrong}, {wanted}",
                         tensor.__getitem__, wrong)
        self.refuses(IndexError, "CO1: element = 0, but L0C of ascend310p_vec has "
                     "no element of int32 from byte 0 on",
                     device("ascend310p-vec").core().CO1(0, "int32").__getitem__, 0)
        for wrong in (1.0, slice(0, 4), (1, 2)):
            self.refuses(TypeError, f"VECIN: element = {wrong} is no integer",
                         tensor.__getitem__, wrong)

    def test_elements_of_a_buffer(self):
        x = self.npu.empty((4, 128), np.float16)
        self.assertEqual(x[128].offset, 256)
        self.assertEqual(x[128][383].offset, 1022)
        self.assertEqual(x.tensor(255, "float").offset, 1020)
        for wrong in (-1, 512):
            self.refuses(IndexError,
                         f"Buffer.tensor: element = {wrong}, but the buffer has "
                         "elements 0..511 of half from byte 0 on",
                         x.__getitem__, wrong)
        self.refuses(IndexError, "Buffer.tensor: element = 256, but the buffer has "
                     "elements 0..255 of float from byte 0 on",
                     x.tensor, 256, "float")
        for wrong in (-1, 384):
            self.refuses(IndexError,
                         f"GM: element = {wrong}, but the buffer has elements "
                         "0..383 of half from byte 256 on",
                         x[128].__getitem__, wrong)
        self.assertEqual(sum(1 for _, _ in zip(range(99), x[500])), 12)

    def test_the_text_says_what_is_counted(self):
        for text in (aicore.__doc__, aicore.Buffer.__getitem__.__doc__,
                     aicore.LocalTensor.__getitem__.__doc__,
                     aicore.GlobalTensor.__getitem__.__doc__):
            self.assertRegex(text, "not rows")

# SPDX-License-Identifier: MIT
"""Operands are where they say they are, and belong together."""

import unittest

import numpy as np

from aicore import (
    BlockReduceSum, DataCopy, DataCopyParams, WholeReduceSum,
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

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Row sums of halves on the core, against a golden made with numpy alone.

    row_sums.py [--host]

The golden adds neighbours pairwise, and rounds and saturates at every node, as
the core does: both must be the same bit for bit.
"""

import sys

import numpy as np

from aicore import DataCopy, DataCopyParams, Device, WholeReduceSum

ROWS = 64


def golden(rows):
    """The tree: seven levels of sums of neighbours, saturating."""
    nodes = rows.astype(np.float16)
    while nodes.shape[1] > 1:
        exact = nodes[:, 0::2].astype(np.float64) + nodes[:, 1::2]
        nodes = np.clip(exact, -65504, 65504).astype(np.float16)
    return nodes[:, 0]


def main():
    npu = Device("ascend310p", host="--host" in sys.argv[1:])
    core = npu.core()
    random = np.random.default_rng(7)
    rows = (random.standard_normal((ROWS, 128)) * 9000).astype(np.float16)
    x = npu.array(rows)
    y = npu.empty(ROWS, np.float16)
    with core.batch():
        DataCopy(core.VECIN(0, "half"), x[0],
                 DataCopyParams(blockLen=rows.nbytes // 32))
        WholeReduceSum(core.VECOUT(0x8000, "half"), core.VECIN(0, "half"),
                       128, ROWS, 1, 1, 8)
        DataCopy(y[0], core.VECOUT(0x8000, "half"),
                 DataCopyParams(blockLen=y.nbytes // 32))
    wanted = golden(rows)
    same = np.count_nonzero(y.array.view(np.uint16) == wanted.view(np.uint16))
    print(f"{same} of {ROWS} sums are the golden's, bit for bit")
    return 0 if same == ROWS else 1


if __name__ == "__main__":
    sys.exit(main())

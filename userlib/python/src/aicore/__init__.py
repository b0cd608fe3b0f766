# SPDX-License-Identifier: MIT
"""Programs for an emulated Ascend AI Core, with numpy arrays.

    import numpy as np
    from aicore import DataCopy, DataCopyParams, Device, WholeReduceSum

    npu = Device("ascend310p", host=True)
    core = npu.core()
    x = npu.array(np.ones((4, 128), np.float16))
    y = npu.empty(16, np.float16)
    with core.batch():
        DataCopy(core.VECIN(0, "half"), x[0], DataCopyParams(blockLen=32))
        WholeReduceSum(core.VECOUT(0x1000, "half"), core.VECIN(0, "half"),
                       128, 4, 1, 1, 8)
        DataCopy(y[0], core.VECOUT(0x1000, "half"), DataCopyParams())
    print(y.array[:4])

x[0] is where the copy starts, and blockLen how much it takes: 32 blocks of 32
bytes are all 4 x 128 halves. Operands count elements, not rows: x[128] starts at
the second row. x.array is the array itself, where x.array[1] is that row.
"""

import sys as _sys

try:
    import numpy as _numpy
except ModuleNotFoundError as _error:
    if _error.name != "numpy":
        raise
    raise ImportError(
        f"aicore needs numpy, which {_sys.executable} doesn't have; Debian's "
        "python3-numpy is for /usr/bin/python3", name="numpy") from None

from ._device import Batch, Buffer, Core, Device
from ._errors import (
    AicoreError, OperationError, Refused, Stopped, SystemFailure,
)
from ._names import (
    BlockMode, DeqScale, Reason, ReduceOrder, Region, Soc, TPosition, Type,
)
from ._numbers import deq_value
from ._operations import (
    MASK_PLACEHOLDER, BlockReduceMax, BlockReduceMin, BlockReduceSum, DataCopy,
    DataCopyEnhancedParams, DataCopyParams, PairReduceSum, RepeatReduceSum,
    SetVectorMask, SetVectorMaskCounter, WholeReduceMax, WholeReduceMin,
    WholeReduceSum,
)
from ._tensor import GlobalTensor, LocalTensor

__version__ = "0.1.0"

__all__ = [
    "AicoreError", "Batch", "BlockMode", "BlockReduceMax", "BlockReduceMin",
    "BlockReduceSum", "Buffer", "Core", "DataCopy", "DataCopyEnhancedParams",
    "DataCopyParams", "DeqScale", "Device", "GlobalTensor", "LocalTensor",
    "MASK_PLACEHOLDER", "OperationError", "PairReduceSum", "Reason",
    "ReduceOrder", "Refused", "Region", "RepeatReduceSum", "SetVectorMask",
    "SetVectorMaskCounter", "Soc", "Stopped", "SystemFailure", "TPosition",
    "Type", "WholeReduceMax", "WholeReduceMin", "WholeReduceSum", "deq_value",
]

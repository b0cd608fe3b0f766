# SPDX-License-Identifier: MIT
"""The documents' vocabulary, with the numbers of <aicore.h>."""

from enum import IntEnum


class Soc(IntEnum):
    """Products, by their profile names."""

    ascend910 = 1
    ascend310p = 2
    ascend310p_vec = 3
    ascend910b = 4
    ascend910c = 5
    ascend310b = 6
    ascend950 = 7


class TPosition(IntEnum):
    """Where an operand lives."""

    GM = 1
    VECIN = 2
    VECCALC = 3
    VECOUT = 4
    A1 = 5
    B1 = 6
    TSCM = 7
    CO1 = 8
    CO2 = 9


class Type(IntEnum):
    """Element types."""

    int8 = 1
    uint8 = 2
    int16 = 3
    uint16 = 4
    int32 = 5
    uint32 = 6
    int64 = 7
    uint64 = 8
    half = 9
    bfloat16 = 10
    float = 11
    double = 12


class Region(IntEnum):
    """Memories of a core."""

    UB = 1
    L1 = 2
    L0C = 3


class ReduceOrder(IntEnum):
    """What WholeReduceMax and WholeReduceMin write."""

    VALUE_INDEX = 0
    INDEX_VALUE = 1
    ONLY_VALUE = 2
    ONLY_INDEX = 3


class BlockMode(IntEnum):
    """Units of a copy between L0C and UB."""

    NORMAL = 0
    MATRIX = 1
    VECTOR = 2
    SMALL_CHANNEL = 3
    DEPTHWISE = 4


class DeqScale(IntEnum):
    """Kinds of quantisation."""

    NONE = 0
    DEQ = 1
    VDEQ = 2
    DEQ8 = 3
    VDEQ8 = 4
    DEQ16 = 5
    VDEQ16 = 6


class Reason(IntEnum):
    """Why something was refused or stopped: enum aicore_reason."""

    NONE = 0
    RESERVED = 1
    OP_UNKNOWN = 2
    OP_PRODUCT = 3
    POSITION_UNKNOWN = 4
    POSITION_ABSENT = 5
    POSITION_OPERAND = 6
    BUFFER_MISSING = 7
    BUFFER_EXCESS = 8
    BUFFER_UNKNOWN = 9
    PATH = 10
    TYPE_UNKNOWN = 11
    TYPE_PAIR = 12
    RANGE = 13
    STRIDE_ZERO = 14
    MASK_RANGE = 15
    MASK_ZERO = 16
    COUNTER_PRODUCT = 17
    BLOCK_MODE = 18
    PAD_MODE = 19
    DEQ_SCALE = 20
    RELU = 21
    RELU_MISMATCH = 22
    SIGN = 23
    RELU_OFFSET = 24
    MCB = 25
    ALIGNMENT = 26
    EXTENT = 27
    OVERLAP = 28
    OVERLAP_VECTOR = 29
    CANCELLED = 30
    WATCHDOG = 31
    INJECTED = 32
    ORDER = 33
    MASK_FORM = 34

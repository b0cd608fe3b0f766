// SPDX-License-Identifier: MIT
/* The documents' names for the numbers of the ABI. */
#include "internal.h"

#define NAME_OF(table, number)						\
	((number) < AC_ARRAY_SIZE(table) ? (table)[number] : NULL)

const char *ac_op_name(uint32_t op)
{
	static const char *const names[] = {
		[AICORE_OP_DATA_COPY] = "DataCopy",
		[AICORE_OP_SET_VECTOR_MASK] = "SetVectorMask",
		[AICORE_OP_WHOLE_REDUCE_SUM] = "WholeReduceSum",
		[AICORE_OP_WHOLE_REDUCE_MAX] = "WholeReduceMax",
		[AICORE_OP_WHOLE_REDUCE_MIN] = "WholeReduceMin",
		[AICORE_OP_BLOCK_REDUCE_SUM] = "BlockReduceSum",
		[AICORE_OP_BLOCK_REDUCE_MAX] = "BlockReduceMax",
		[AICORE_OP_BLOCK_REDUCE_MIN] = "BlockReduceMin",
		[AICORE_OP_PAIR_REDUCE_SUM] = "PairReduceSum",
		[AICORE_OP_REPEAT_REDUCE_SUM] = "RepeatReduceSum",
	};

	return NAME_OF(names, op);
}

const char *ac_position_name(uint32_t position)
{
	static const char *const names[] = {
		[AICORE_POSITION_GM] = "GM",
		[AICORE_POSITION_VECIN] = "VECIN",
		[AICORE_POSITION_VECCALC] = "VECCALC",
		[AICORE_POSITION_VECOUT] = "VECOUT",
		[AICORE_POSITION_A1] = "A1",
		[AICORE_POSITION_B1] = "B1",
		[AICORE_POSITION_TSCM] = "TSCM",
		[AICORE_POSITION_CO1] = "CO1",
		[AICORE_POSITION_CO2] = "CO2",
	};

	return NAME_OF(names, position);
}

const char *ac_region_name(uint32_t region)
{
	static const char *const names[] = {
		[AICORE_REGION_UB] = "UB",
		[AICORE_REGION_L1] = "L1",
		[AICORE_REGION_L0C] = "L0C",
	};

	return NAME_OF(names, region);
}

const char *ac_order_name(uint32_t order)
{
	static const char *const names[] = {
		[AICORE_ORDER_VALUE_INDEX] = "VALUE_INDEX",
		[AICORE_ORDER_INDEX_VALUE] = "INDEX_VALUE",
		[AICORE_ORDER_ONLY_VALUE] = "ONLY_VALUE",
		[AICORE_ORDER_ONLY_INDEX] = "ONLY_INDEX",
	};

	return NAME_OF(names, order);
}

const char *ac_block_mode_name(uint32_t block_mode)
{
	static const char *const names[] = {
		[AICORE_BLOCK_MODE_NORMAL] = "NORMAL",
		[AICORE_BLOCK_MODE_MATRIX] = "MATRIX",
		[AICORE_BLOCK_MODE_VECTOR] = "VECTOR",
		[AICORE_BLOCK_MODE_SMALL_CHANNEL] = "SMALL_CHANNEL",
		[AICORE_BLOCK_MODE_DEPTHWISE] = "DEPTHWISE",
	};

	return NAME_OF(names, block_mode);
}

const char *ac_deq_scale_name(uint32_t deq_scale)
{
	static const char *const names[] = {
		[AICORE_DEQ_SCALE_NONE] = "NONE",
		[AICORE_DEQ_SCALE_DEQ] = "DEQ",
		[AICORE_DEQ_SCALE_VDEQ] = "VDEQ",
		[AICORE_DEQ_SCALE_DEQ8] = "DEQ8",
		[AICORE_DEQ_SCALE_VDEQ8] = "VDEQ8",
		[AICORE_DEQ_SCALE_DEQ16] = "DEQ16",
		[AICORE_DEQ_SCALE_VDEQ16] = "VDEQ16",
	};

	return NAME_OF(names, deq_scale);
}

const char *ac_pad_mode_name(uint32_t pad_mode)
{
	static const char *const names[] = {
		[AICORE_PAD_NONE] = "PAD_NONE",
		[AICORE_PAD_MODE1] = "PAD_MODE1",
		[AICORE_PAD_MODE2] = "PAD_MODE2",
		[AICORE_PAD_MODE3] = "PAD_MODE3",
		[AICORE_PAD_MODE4] = "PAD_MODE4",
		[AICORE_PAD_MODE5] = "PAD_MODE5",
	};

	return NAME_OF(names, pad_mode);
}

const char *ac_field_name(uint32_t field)
{
	static const char *const names[] = {
		[AICORE_FIELD_OP] = "operation",
		[AICORE_FIELD_FLAGS] = "flags",
		[AICORE_FIELD_RESERVED] = "a reserved field",
		[AICORE_FIELD_DST] = "dst",
		[AICORE_FIELD_SRC] = "src",
		[AICORE_FIELD_SRC_TYPE] = "type of src",
		[AICORE_FIELD_DST_TYPE] = "type of dst",
		[AICORE_FIELD_MASK] = "mask",
		[AICORE_FIELD_MASK_FORM] = "form of mask",
		[AICORE_FIELD_REPEAT_TIME] = "repeatTime",
		[AICORE_FIELD_DST_REP_STRIDE] = "dstRepStride",
		[AICORE_FIELD_SRC_BLK_STRIDE] = "srcBlkStride",
		[AICORE_FIELD_SRC_REP_STRIDE] = "srcRepStride",
		[AICORE_FIELD_DST_BLK_STRIDE] = "dstBlkStride",
		[AICORE_FIELD_ORDER] = "order",
		[AICORE_FIELD_MODE] = "mode",
		[AICORE_FIELD_COUNT] = "count",
		[AICORE_FIELD_BLOCK_COUNT] = "blockCount",
		[AICORE_FIELD_BLOCK_LEN] = "blockLen",
		[AICORE_FIELD_SRC_STRIDE] = "srcStride",
		[AICORE_FIELD_DST_STRIDE] = "dstStride",
		[AICORE_FIELD_BLOCK_MODE] = "blockMode",
		[AICORE_FIELD_DEQ_SCALE] = "deqScale",
		[AICORE_FIELD_DEQ_VALUE] = "deqValue",
		[AICORE_FIELD_DEQ_TENSOR_ADDR] = "deqTensorAddr",
		[AICORE_FIELD_SID_STORE_MODE] = "sidStoreMode",
		[AICORE_FIELD_IS_RELU] = "isRelu",
		[AICORE_FIELD_PAD_MODE] = "padMode",
		[AICORE_FIELD_RELU] = "Relu",
		[AICORE_FIELD_SIGN] = "Sign",
		[AICORE_FIELD_OFFSET] = "Offset",
		[AICORE_FIELD_MCB] = "MCB",
	};

	return NAME_OF(names, field);
}

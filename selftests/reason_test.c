// SPDX-License-Identifier: GPL-2.0-only
/*
 * Why SUBMIT refuses. A row of the table is one legal descriptor, one field of
 * it that is changed, and the report that this gives; each row is run as a test
 * of its own. Further down are the reasons that only a running batch finds.
 */
#include "device.h"
#include "legal.h"

#define REASON(name)	AICORE_REASON_##name
#define FIELD(name)	AICORE_FIELD_##name
#define POSITION(name)	AICORE_POSITION_##name
#define TYPE(name)	AICORE_TYPE_##name

#define NO_STEP		AICORE_NO_STEP
#define UB_310P		(256 * KIB)
#define UB_910B		(192 * KIB)
#define L0C_310P	(256 * KIB)

FIXTURE(refused) {
	struct npu npu;
};

FIXTURE_VARIANT(refused) {
	const char *name;
	enum legal legal;
	__u32 soc;
	struct change change;
	__u32 reason;
	__u32 field;
	__u64 value;
	__u64 low;
	__u64 high;
	__u32 step;
};

static const FIXTURE_VARIANT(refused) rows[] = {
	/* RESERVED: flags */
	{ "sum_flags", LEGAL_SUM, SOC_910B, SET(flags, 1),
	  REASON(RESERVED), FIELD(FLAGS), 1, 0, 0, NO_STEP },
	{ "copy_flags", LEGAL_LOAD, SOC_910B, SET(flags, 0x80000000),
	  REASON(RESERVED), FIELD(FLAGS), 0x80000000, 0, 0, NO_STEP },
	{ "mask_flags", LEGAL_MASK, SOC_910B, SET(flags, 2),
	  REASON(RESERVED), FIELD(FLAGS), 2, 0, 0, NO_STEP },

	/* RESERVED: fields */
	{ "sum_order", LEGAL_SUM, SOC_910B, SET(reduce.order, 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "sum_mask_1", LEGAL_SUM, SOC_910B, SET(reduce.mask[1], 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "sum_dst_blk_stride", LEGAL_SUM, SOC_910B, SET(reduce.dst_blk_stride, 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "sum_reserved_0", LEGAL_SUM, SOC_910B, SET(reduce.reserved[0], 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "sum_reserved_1", LEGAL_SUM, SOC_910B, SET(reduce.reserved[1], 1ULL << 63),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "block_order", LEGAL_BLOCK, SOC_910B, SET(reduce.order, 2),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "max_dst_blk_stride", LEGAL_MAX, SOC_910B, SET(reduce.dst_blk_stride, 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "external_reserved", LEGAL_EXTERNAL, SOC_910B, SET(reduce.reserved[1], 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "mask_dst_position", LEGAL_MASK, SOC_910B, SET(dst.position, POSITION(VECIN)),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "mask_dst_buffer", LEGAL_MASK, SOC_910B, SET(dst.buffer, 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "mask_dst_offset", LEGAL_MASK, SOC_910B, SET(dst.offset, 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "mask_src_position", LEGAL_MASK, SOC_910B, SET(src.position, 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "mask_src_buffer", LEGAL_MASK, SOC_910B, SET(src.buffer, 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "mask_src_offset", LEGAL_MASK, SOC_910B, SET(src.offset, 1ULL << 63),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "mask_src_type", LEGAL_MASK, SOC_910B, SET(src_type, TYPE(HALF)),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "mask_dst_type", LEGAL_MASK, SOC_910B, SET(dst_type, TYPE(HALF)),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "mask_reserved0", LEGAL_MASK, SOC_910B, SET(set_mask.reserved0, 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "mask_count", LEGAL_MASK, SOC_910B, SET(set_mask.count, 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "mask_reserved_first", LEGAL_MASK, SOC_910B, SET(set_mask.reserved[0], 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "mask_reserved_last", LEGAL_MASK, SOC_910B, SET(set_mask.reserved[5], 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "counter_mask_0", LEGAL_COUNTER, SOC_910B, SET(set_mask.mask[0], 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },
	{ "counter_mask_1", LEGAL_COUNTER, SOC_910B, SET(set_mask.mask[1], 1),
	  REASON(RESERVED), FIELD(RESERVED), 0, 0, 0, NO_STEP },

	/* operation */
	{ "op_0", LEGAL_SUM, SOC_910B, SET(op, 0),
	  REASON(OP_UNKNOWN), FIELD(OP), 0, 0, 0, NO_STEP },
	{ "op_11", LEGAL_SUM, SOC_910B, SET(op, 11),
	  REASON(OP_UNKNOWN), FIELD(OP), 11, 0, 0, NO_STEP },
	{ "op_huge", LEGAL_LOAD, SOC_910B, SET(op, 0xffffffff),
	  REASON(OP_UNKNOWN), FIELD(OP), 0xffffffff, 0, 0, NO_STEP },

	/* positions */
	{ "sum_dst_position_0", LEGAL_SUM, SOC_910B, SET(dst.position, 0),
	  REASON(POSITION_UNKNOWN), FIELD(DST), 0, 0, 0, NO_STEP },
	{ "sum_src_position_10", LEGAL_SUM, SOC_910B, SET(src.position, 10),
	  REASON(POSITION_UNKNOWN), FIELD(SRC), 10, 0, 0, NO_STEP },
	{ "copy_dst_position_huge", LEGAL_LOAD, SOC_910B, SET(dst.position, 0xffffffff),
	  REASON(POSITION_UNKNOWN), FIELD(DST), 0xffffffff, 0, 0, NO_STEP },
	{ "copy_src_position_0", LEGAL_LOAD, SOC_910B, SET(src.position, 0),
	  REASON(POSITION_UNKNOWN), FIELD(SRC), 0, 0, 0, NO_STEP },
	{ "no_l1", LEGAL_LOAD, SOC_VEC, SET(dst.position, POSITION(A1)),
	  REASON(POSITION_ABSENT), FIELD(DST), POSITION(A1), 0, 0, NO_STEP },
	{ "no_tscm", LEGAL_LOAD, SOC_VEC, SET(dst.position, POSITION(TSCM)),
	  REASON(POSITION_ABSENT), FIELD(DST), POSITION(TSCM), 0, 0, NO_STEP },
	{ "no_l0c", LEGAL_STORE, SOC_VEC, SET(src.position, POSITION(CO1)),
	  REASON(POSITION_ABSENT), FIELD(SRC), POSITION(CO1), 0, 0, NO_STEP },
	{ "sum_dst_in_l1", LEGAL_SUM, SOC_910B, SET(dst.position, POSITION(A1)),
	  REASON(POSITION_OPERAND), FIELD(DST), POSITION(A1), 0, 0, NO_STEP },
	{ "sum_src_in_l0c", LEGAL_SUM, SOC_910B, SET(src.position, POSITION(CO1)),
	  REASON(POSITION_OPERAND), FIELD(SRC), POSITION(CO1), 0, 0, NO_STEP },
	{ "sum_src_in_co2", LEGAL_SUM, SOC_310P, SET(src.position, POSITION(CO2)),
	  REASON(POSITION_OPERAND), FIELD(SRC), POSITION(CO2), 0, 0, NO_STEP },

	/* buffers */
	{ "load_without_buffer", LEGAL_LOAD, SOC_910B, SET(src.buffer, 0),
	  REASON(BUFFER_MISSING), FIELD(SRC), POSITION(GM), 0, 0, NO_STEP },
	{ "store_without_buffer", LEGAL_STORE, SOC_910B, SET(dst.buffer, 0),
	  REASON(BUFFER_MISSING), FIELD(DST), POSITION(GM), 0, 0, NO_STEP },
	{ "load_with_two_buffers", LEGAL_LOAD, SOC_910B, SET(dst.buffer, 1),
	  REASON(BUFFER_EXCESS), FIELD(DST), POSITION(VECIN), 0, 0, NO_STEP },
	{ "sum_with_buffer", LEGAL_SUM, SOC_910B, SET(src.buffer, 1),
	  REASON(BUFFER_EXCESS), FIELD(SRC), POSITION(VECIN), 0, 0, NO_STEP },
	{ "co2_with_buffer", LEGAL_DEQ8, SOC_310P, SET(dst.buffer, 1),
	  REASON(BUFFER_EXCESS), FIELD(DST), POSITION(CO2), 0, 0, NO_STEP },
	{ "load_unknown_buffer", LEGAL_LOAD, SOC_910B, SET(src.buffer, 4000),
	  REASON(BUFFER_UNKNOWN), FIELD(SRC), 4000, 0, 0, NO_STEP },
	{ "store_unknown_buffer", LEGAL_STORE, SOC_910B, SET(dst.buffer, 0xffffffff),
	  REASON(BUFFER_UNKNOWN), FIELD(DST), 0xffffffff, 0, 0, NO_STEP },

	/* paths */
	{ "load_to_veccalc", LEGAL_LOAD, SOC_910B, SET(dst.position, POSITION(VECCALC)),
	  REASON(PATH), FIELD(DST), POSITION(VECCALC), 0, 0, NO_STEP },
	{ "store_from_vecin", LEGAL_STORE, SOC_910B, SET(src.position, POSITION(VECIN)),
	  REASON(PATH), FIELD(DST), POSITION(GM), 0, 0, NO_STEP },
	{ "local_to_vecout", LEGAL_LOCAL, SOC_910B, SET(dst.position, POSITION(VECOUT)),
	  REASON(PATH), FIELD(DST), POSITION(VECOUT), 0, 0, NO_STEP },

	/* types */
	{ "sum_src_type_0", LEGAL_SUM, SOC_910B, SET(src_type, 0),
	  REASON(TYPE_UNKNOWN), FIELD(SRC_TYPE), 0, 0, 0, NO_STEP },
	{ "sum_dst_type_13", LEGAL_SUM, SOC_910B, SET(dst_type, 13),
	  REASON(TYPE_UNKNOWN), FIELD(DST_TYPE), 13, 0, 0, NO_STEP },
	{ "copy_src_type_huge", LEGAL_LOAD, SOC_910B, SET(src_type, 0xffffffff),
	  REASON(TYPE_UNKNOWN), FIELD(SRC_TYPE), 0xffffffff, 0, 0, NO_STEP },
	{ "copy_dst_type_0", LEGAL_LOAD, SOC_910B, SET(dst_type, 0),
	  REASON(TYPE_UNKNOWN), FIELD(DST_TYPE), 0, 0, 0, NO_STEP },
	{ "sum_half_to_float", LEGAL_SUM, SOC_910B, SET(dst_type, TYPE(FLOAT)),
	  REASON(TYPE_PAIR), FIELD(SRC_TYPE), TYPE(HALF), 0, 0, NO_STEP },
	{ "max_half_to_uint32", LEGAL_MAX, SOC_910B, SET(dst_type, TYPE(UINT32)),
	  REASON(TYPE_PAIR), FIELD(SRC_TYPE), TYPE(HALF), 0, 0, NO_STEP },
	{ "max_int16", LEGAL_MAX, SOC_910B, SET(src_type, TYPE(INT16)),
	  REASON(TYPE_PAIR), FIELD(SRC_TYPE), TYPE(INT16), 0, 0, NO_STEP },
	{ "block_half_to_float", LEGAL_BLOCK, SOC_910B, SET(dst_type, TYPE(FLOAT)),
	  REASON(TYPE_PAIR), FIELD(SRC_TYPE), TYPE(HALF), 0, 0, NO_STEP },
	{ "copy_half_to_float", LEGAL_LOAD, SOC_910B, SET(dst_type, TYPE(FLOAT)),
	  REASON(TYPE_PAIR), FIELD(SRC_TYPE), TYPE(HALF), 0, 0, NO_STEP },
	{ "deq_to_uint16", LEGAL_DEQ8, SOC_310P, SET(dst_type, TYPE(UINT16)),
	  REASON(TYPE_PAIR), FIELD(SRC_TYPE), TYPE(INT32), 0, 0, NO_STEP },

	/* ranges: WholeReduceSum */
	{ "mask_form_0", LEGAL_SUM, SOC_910B, SET(reduce.mask_form, 0),
	  REASON(RANGE), FIELD(MASK_FORM), 0, 1, 3, NO_STEP },
	{ "mask_form_4", LEGAL_SUM, SOC_910B, SET(reduce.mask_form, 4),
	  REASON(RANGE), FIELD(MASK_FORM), 4, 1, 3, NO_STEP },
	{ "order_4", LEGAL_MAX, SOC_910B, SET(reduce.order, 4),
	  REASON(RANGE), FIELD(ORDER), 4, 0, 3, NO_STEP },
	{ "order_huge", LEGAL_FLOAT_MIN, SOC_310P, SET(reduce.order, 0xffffffff),
	  REASON(RANGE), FIELD(ORDER), 0xffffffff, 0, 3, NO_STEP },
	{ "repeat_time_256", LEGAL_SUM, SOC_910B, SET(reduce.repeat_time, 256),
	  REASON(RANGE), FIELD(REPEAT_TIME), 256, 0, 255, NO_STEP },
	{ "repeat_time_huge", LEGAL_EXTERNAL, SOC_910B, SET(reduce.repeat_time, 1ULL << 63),
	  REASON(RANGE), FIELD(REPEAT_TIME), 1ULL << 63, 0, 255, NO_STEP },
	{ "repeat_time_2_to_32", LEGAL_SUM, SOC_910B, SET(reduce.repeat_time, 1ULL << 32),
	  REASON(RANGE), FIELD(REPEAT_TIME), 1ULL << 32, 0, 255, NO_STEP },
	{ "dst_rep_stride_65536", LEGAL_SUM, SOC_910B, SET(reduce.dst_rep_stride, 65536),
	  REASON(RANGE), FIELD(DST_REP_STRIDE), 65536, 0, 65535, NO_STEP },
	{ "src_blk_stride_65536", LEGAL_SUM, SOC_910B, SET(reduce.src_blk_stride, 65536),
	  REASON(RANGE), FIELD(SRC_BLK_STRIDE), 65536, 0, 65535, NO_STEP },
	{ "src_rep_stride_65536", LEGAL_SUM, SOC_910B, SET(reduce.src_rep_stride, 65536),
	  REASON(RANGE), FIELD(SRC_REP_STRIDE), 65536, 0, 65535, NO_STEP },
	{ "src_rep_stride_max", LEGAL_SUM, SOC_910B, SET(reduce.src_rep_stride, -1ULL),
	  REASON(RANGE), FIELD(SRC_REP_STRIDE), -1ULL, 0, 65535, NO_STEP },

	/* ranges: SetVectorMask */
	{ "mode_2", LEGAL_MASK, SOC_910B, SET(set_mask.mode, 2),
	  REASON(RANGE), FIELD(MODE), 2, 0, 1, NO_STEP },
	{ "count_2_to_32", LEGAL_COUNTER, SOC_910B, SET(set_mask.count, 1ULL << 32),
	  REASON(RANGE), FIELD(COUNT), 1ULL << 32, 0, 0xffffffff, NO_STEP },

	/* ranges: DataCopy */
	{ "block_count_0", LEGAL_LOAD, SOC_910B, SET(copy.block_count, 0),
	  REASON(RANGE), FIELD(BLOCK_COUNT), 0, 1, 4095, NO_STEP },
	{ "block_count_4096", LEGAL_LOAD, SOC_910B, SET(copy.block_count, 4096),
	  REASON(RANGE), FIELD(BLOCK_COUNT), 4096, 1, 4095, NO_STEP },
	{ "block_len_0", LEGAL_LOAD, SOC_910B, SET(copy.block_len, 0),
	  REASON(RANGE), FIELD(BLOCK_LEN), 0, 1, 65535, NO_STEP },
	{ "block_len_65536", LEGAL_STORE, SOC_910B, SET(copy.block_len, 65536),
	  REASON(RANGE), FIELD(BLOCK_LEN), 65536, 1, 65535, NO_STEP },
	{ "src_stride_65536", LEGAL_LOAD, SOC_910B, SET(copy.src_stride, 65536),
	  REASON(RANGE), FIELD(SRC_STRIDE), 65536, 0, 65535, NO_STEP },
	{ "dst_stride_65536", LEGAL_LOAD, SOC_910B, SET(copy.dst_stride, 65536),
	  REASON(RANGE), FIELD(DST_STRIDE), 65536, 0, 65535, NO_STEP },
	{ "block_mode_5", LEGAL_DEQ8, SOC_310P, SET(copy.block_mode, 5),
	  REASON(RANGE), FIELD(BLOCK_MODE), 5, 0, 4, NO_STEP },
	{ "to_l0c_block_mode_5", LEGAL_TO_L0C, SOC_310P, SET(copy.block_mode, 5),
	  REASON(RANGE), FIELD(BLOCK_MODE), 5, 0, 4, NO_STEP },
	{ "deq_scale_7", LEGAL_DEQ8, SOC_310P, SET(copy.deq_scale, 7),
	  REASON(RANGE), FIELD(DEQ_SCALE), 7, 0, 6, NO_STEP },
	{ "sid_store_mode_3", LEGAL_DEQ8, SOC_310P, SET(copy.sid_store_mode, 3),
	  REASON(RANGE), FIELD(SID_STORE_MODE), 3, 0, 2, NO_STEP },
	{ "sid_store_mode_huge", LEGAL_VDEQ8, SOC_310P, SET(copy.sid_store_mode, 1ULL << 32),
	  REASON(RANGE), FIELD(SID_STORE_MODE), 1ULL << 32, 0, 2, NO_STEP },
	{ "is_relu_2", LEGAL_DEQ8, SOC_310P, SET(copy.is_relu, 2),
	  REASON(RANGE), FIELD(IS_RELU), 2, 0, 1, NO_STEP },
	{ "pad_mode_6", LEGAL_DEQ8, SOC_310P, SET(copy.pad_mode, 6),
	  REASON(RANGE), FIELD(PAD_MODE), 6, 0, 5, NO_STEP },

	/* strides and masks */
	{ "dst_rep_stride_0_on_910", LEGAL_SUM, SOC_910, SET(reduce.dst_rep_stride, 0),
	  REASON(STRIDE_ZERO), FIELD(DST_REP_STRIDE), 0, 1, 65535, NO_STEP },
	{ "mask_129_half", LEGAL_SUM, SOC_910B, SET(reduce.mask[0], 129),
	  REASON(MASK_RANGE), FIELD(MASK), 129, 0, 128, NO_STEP },
	{ "mask_65_float", LEGAL_FLOAT_SUM, SOC_910B, SET(reduce.mask[0], 65),
	  REASON(MASK_RANGE), FIELD(MASK), 65, 0, 64, NO_STEP },
	{ "mask_huge", LEGAL_SUM, SOC_910B, SET(reduce.mask[0], 1ULL << 32),
	  REASON(MASK_RANGE), FIELD(MASK), 1ULL << 32, 0, 128, NO_STEP },
	{ "mask_0", LEGAL_SUM, SOC_310P, SET(reduce.mask[0], 0),
	  REASON(MASK_ZERO), FIELD(MASK), 0, 1, 128, NO_STEP },
	{ "bitwise_0", LEGAL_BITWISE, SOC_310P, SET(reduce.mask[0], 0),
	  REASON(MASK_ZERO), FIELD(MASK), 0, 1, 128, NO_STEP },

	{ "bits_for_repeat_reduce_sum", LEGAL_REPEAT, SOC_910B,
	  SET(reduce.mask_form, AICORE_MASK_BITWISE),
	  REASON(MASK_FORM), FIELD(MASK_FORM), AICORE_MASK_BITWISE, 0, 0, NO_STEP },

	/* modes */
	{ "order_index_value_on_910", LEGAL_MAX, SOC_910,
	  SET(reduce.order, AICORE_ORDER_INDEX_VALUE),
	  REASON(ORDER), FIELD(ORDER), AICORE_ORDER_INDEX_VALUE, 0, 0, NO_STEP },
	{ "order_only_value_on_310p", LEGAL_FLOAT_MIN, SOC_310P,
	  SET(reduce.order, AICORE_ORDER_ONLY_VALUE),
	  REASON(ORDER), FIELD(ORDER), AICORE_ORDER_ONLY_VALUE, 0, 0, NO_STEP },
	{ "order_only_index_on_310b", LEGAL_MAX, AICORE_SOC_ASCEND310B,
	  SET(reduce.order, AICORE_ORDER_ONLY_INDEX),
	  REASON(ORDER), FIELD(ORDER), AICORE_ORDER_ONLY_INDEX, 0, 0, NO_STEP },
	{ "block_mode_normal", LEGAL_DEQ8, SOC_310P, SET(copy.block_mode, 0),
	  REASON(BLOCK_MODE), FIELD(BLOCK_MODE), 0, 0, 0, NO_STEP },
	{ "block_mode_small_channel", LEGAL_DEQ8, SOC_310P, SET(copy.block_mode, 3),
	  REASON(BLOCK_MODE), FIELD(BLOCK_MODE), 3, 0, 0, NO_STEP },
	{ "block_mode_depthwise", LEGAL_DEQ8, SOC_310P, SET(copy.block_mode, 4),
	  REASON(BLOCK_MODE), FIELD(BLOCK_MODE), 4, 0, 0, NO_STEP },
	{ "to_l0c_block_mode_normal", LEGAL_TO_L0C, SOC_310P, SET(copy.block_mode, 0),
	  REASON(BLOCK_MODE), FIELD(BLOCK_MODE), 0, 0, 0, NO_STEP },
	{ "pad_mode_1", LEGAL_DEQ8, SOC_310P, SET(copy.pad_mode, 1),
	  REASON(PAD_MODE), FIELD(PAD_MODE), 1, 0, 0, NO_STEP },
	{ "pad_mode_5", LEGAL_DEQ8, SOC_310P, SET(copy.pad_mode, 5),
	  REASON(PAD_MODE), FIELD(PAD_MODE), 5, 0, 0, NO_STEP },
	{ "deq_scale_none_to_int8", LEGAL_DEQ8_PLAIN, SOC_310P, SET(copy.deq_scale, 0),
	  REASON(DEQ_SCALE), FIELD(DEQ_SCALE), 0, 0, 0, NO_STEP },
	{ "deq8_to_int16", LEGAL_DEQ16, SOC_310P, SET(copy.deq_scale, AICORE_DEQ_SCALE_DEQ8),
	  REASON(DEQ_SCALE), FIELD(DEQ_SCALE), AICORE_DEQ_SCALE_DEQ8, 0, 0, NO_STEP },
	{ "relu_with_deq", LEGAL_DEQ, SOC_310P, SET(copy.is_relu, 1),
	  REASON(RELU), FIELD(IS_RELU), 1, 0, 0, NO_STEP },
	{ "relu_bit_alone", LEGAL_DEQ8_PLAIN, SOC_310P, SET(copy.deq_value, RELU | FLOAT_ONE),
	  REASON(RELU_MISMATCH), FIELD(RELU), 1, 0, 0, NO_STEP },
	{ "relu_bit_alone_deq16", LEGAL_DEQ16, SOC_310P, SET(copy.deq_value, RELU),
	  REASON(RELU_MISMATCH), FIELD(RELU), 1, 0, 0, NO_STEP },
	{ "relu_withdrawn", LEGAL_DEQ8, SOC_310P, SET(copy.is_relu, 0),
	  REASON(RELU_MISMATCH), FIELD(RELU), 1, 0, 0, NO_STEP },
	{ "sign_of_uint8", LEGAL_DEQ8_U, SOC_310P, SET(copy.deq_value, SIGN | FLOAT_ONE),
	  REASON(SIGN), FIELD(SIGN), 1, 0, 0, NO_STEP },
	{ "relu_offset_0_int8", LEGAL_DEQ8, SOC_310P, SET(copy.deq_value, RELU | FLOAT_ONE),
	  REASON(RELU_OFFSET), FIELD(OFFSET), 0, -128ULL, -128ULL, NO_STEP },
	{ "relu_offset_255_int8", LEGAL_DEQ8, SOC_310P,
	  SET(copy.deq_value, 0xffULL << AICORE_DEQ_OFFSET_SHIFT | RELU),
	  REASON(RELU_OFFSET), FIELD(OFFSET), 255, -128ULL, -128ULL, NO_STEP },
	{ "relu_offset_minus_256_int8", LEGAL_DEQ8, SOC_310P,
	  SET(copy.deq_value, 0x100ULL << AICORE_DEQ_OFFSET_SHIFT | RELU),
	  REASON(RELU_OFFSET), FIELD(OFFSET), -256ULL, -128ULL, -128ULL, NO_STEP },

	/* alignment */
	{ "sum_dst_half", LEGAL_SUM, SOC_910B, SET(dst.offset, SUM_DST + 1),
	  REASON(ALIGNMENT), FIELD(DST), SUM_DST + 1, 2, 0, NO_STEP },
	{ "sum_dst_float", LEGAL_FLOAT_SUM, SOC_910B, SET(dst.offset, SUM_DST + 2),
	  REASON(ALIGNMENT), FIELD(DST), SUM_DST + 2, 4, 0, NO_STEP },
	{ "max_dst_half", LEGAL_MAX, SOC_910B, SET(dst.offset, SUM_DST + 2),
	  REASON(ALIGNMENT), FIELD(DST), SUM_DST + 2, 4, 0, NO_STEP },
	{ "min_dst_float", LEGAL_FLOAT_MIN, SOC_910B, SET(dst.offset, SUM_DST + 4),
	  REASON(ALIGNMENT), FIELD(DST), SUM_DST + 4, 8, 0, NO_STEP },
	{ "block_dst_half", LEGAL_BLOCK, SOC_910B, SET(dst.offset, SUM_DST + 8),
	  REASON(ALIGNMENT), FIELD(DST), SUM_DST + 8, 16, 0, NO_STEP },
	{ "pair_dst", LEGAL_PAIR, SOC_910B, SET(dst.offset, SUM_DST + 16),
	  REASON(ALIGNMENT), FIELD(DST), SUM_DST + 16, 32, 0, NO_STEP },
	{ "sum_src", LEGAL_SUM, SOC_910B, SET(src.offset, SUM_SRC + 16),
	  REASON(ALIGNMENT), FIELD(SRC), SUM_SRC + 16, 32, 0, NO_STEP },
	{ "copy_dst_in_ub", LEGAL_LOAD, SOC_910B, SET(dst.offset, 0x410),
	  REASON(ALIGNMENT), FIELD(DST), 0x410, 32, 0, NO_STEP },
	{ "copy_src_in_gm", LEGAL_LOAD, SOC_910B, SET(src.offset, 0x101),
	  REASON(ALIGNMENT), FIELD(SRC), 0x101, 2, 0, NO_STEP },
	{ "copy_dst_in_gm", LEGAL_STORE, SOC_910B, SET(dst.offset, 0x101),
	  REASON(ALIGNMENT), FIELD(DST), 0x101, 2, 0, NO_STEP },
	{ "copy_src_in_l0c", LEGAL_DEQ8, SOC_310P, SET(src.offset, 0x420),
	  REASON(ALIGNMENT), FIELD(SRC), 0x420, 64, 0, NO_STEP },
	{ "copy_dst_in_l0c", LEGAL_TO_L0C, SOC_310P, SET(dst.offset, 0x420),
	  REASON(ALIGNMENT), FIELD(DST), 0x420, 64, 0, NO_STEP },
	{ "vector", LEGAL_VDEQ8, SOC_310P, SET(copy.deq_tensor_addr, VECTOR + 16),
	  REASON(ALIGNMENT), FIELD(DEQ_TENSOR_ADDR), VECTOR + 16, 32, 0, NO_STEP },

	/* extents: four repeats, results of 2 bytes, sources of 256 */
	{ "sum_dst_end", LEGAL_SUM, SOC_910B, SET(dst.offset, UB_910B - 6),
	  REASON(EXTENT), FIELD(DST), UB_910B + 2, 0, UB_910B, 3 },
	{ "sum_dst_outside", LEGAL_SUM, SOC_910B, SET(dst.offset, UB_910B),
	  REASON(EXTENT), FIELD(DST), UB_910B, 0, UB_910B, 0 },
	{ "sum_src_end", LEGAL_SUM, SOC_910B, SET(src.offset, UB_910B - 992),
	  REASON(EXTENT), FIELD(SRC), UB_910B + 32, 0, UB_910B, 3 },
	{ "sum_src_rep_stride", LEGAL_SUM, SOC_910B, SET(reduce.src_rep_stride, 65535),
	  REASON(EXTENT), FIELD(SRC), SUM_SRC + 3 * 65535 * 32 + 256, 0, UB_910B, 1 },
	{ "sum_dst_rep_stride", LEGAL_SUM, SOC_910B, SET(reduce.dst_rep_stride, 65535),
	  REASON(EXTENT), FIELD(DST), SUM_DST + 3 * 65535 * 2 + 2, 0, UB_910B, 2 },
	{ "sum_src_blk_stride", LEGAL_SUM, SOC_910B, SET(reduce.src_blk_stride, 65535),
	  REASON(EXTENT), FIELD(SRC), SUM_SRC + 3 * 256 + 7 * 65535 * 32 + 32, 0, UB_910B, 0 },
	{ "max_dst_end", LEGAL_MAX, SOC_910B, SET(dst.offset, UB_910B - 12),
	  REASON(EXTENT), FIELD(DST), UB_910B + 4, 0, UB_910B, 3 },
	{ "block_dst_end", LEGAL_BLOCK, SOC_910B, SET(dst.offset, UB_910B - 32),
	  REASON(EXTENT), FIELD(DST), UB_910B + 32, 0, UB_910B, 2 },
	{ "pair_dst_end", LEGAL_PAIR, SOC_910B, SET(dst.offset, UB_910B - 480),
	  REASON(EXTENT), FIELD(DST), UB_910B + 32, 0, UB_910B, 3 },
	{ "load_dst_end", LEGAL_LOAD, SOC_910B, SET(dst.offset, UB_910B - 0x140),
	  REASON(EXTENT), FIELD(DST), UB_910B + 0x20, 0, UB_910B, 3 },
	{ "load_src_end", LEGAL_LOAD, SOC_910B, SET(src.offset, GM_BYTES - 0x15e),
	  REASON(EXTENT), FIELD(SRC), GM_BYTES + 2, 0, GM_BYTES, 3 },
	{ "store_dst_end", LEGAL_STORE, SOC_910B, SET(dst.offset, GM_BYTES - 0x15e),
	  REASON(EXTENT), FIELD(DST), GM_BYTES + 2, 0, GM_BYTES, 3 },
	{ "deq_src_end", LEGAL_DEQ8, SOC_310P, SET(src.offset, L0C_310P - 0x7c0),
	  REASON(EXTENT), FIELD(SRC), L0C_310P + 0x40, 0, L0C_310P, 1 },
	{ "deq_dst_end", LEGAL_DEQ8, SOC_310P, SET(dst.offset, UB_310P - 0x3e0),
	  REASON(EXTENT), FIELD(DST), UB_310P + 0x20, 0, UB_310P, 1 },
	{ "vector_end", LEGAL_VDEQ8, SOC_310P, SET(copy.deq_tensor_addr, UB_310P - 0xe0),
	  REASON(EXTENT), FIELD(DEQ_TENSOR_ADDR), UB_310P + 0x20, 0, UB_310P, 1 },

	/* overlap: SUM reads 0x1000..0x13ff, LOCAL writes four runs of 64 of 128 */
	{ "sum_result_read_later", LEGAL_SUM, SOC_910B, SET(dst.offset, SUM_SRC + 0x100),
	  REASON(OVERLAP), FIELD(DST), SUM_SRC + 0x100, 0, 0, 0 },
	{ "pair_result_read_later", LEGAL_PAIR, SOC_910B, SET(dst.offset, SUM_SRC + 0xa0),
	  REASON(OVERLAP), FIELD(DST), SUM_SRC + 0xa0, 0, 0, 0 },
	{ "copy_onto_itself", LEGAL_LOCAL, SOC_910B, SET(dst.offset, 0x400),
	  REASON(OVERLAP), FIELD(DST), 0x400, 0, 0, 0 },
	{ "copy_last_block_meets", LEGAL_LOCAL, SOC_910B, SET(dst.offset, 0x400 - 3 * 0x80 - 0x20),
	  REASON(OVERLAP), FIELD(DST), 0x400 - 3 * 0x80 - 0x20, 0, 0, 3 },
	{ "copy_onto_vector", LEGAL_VDEQ8, SOC_310P, SET(dst.offset, VECTOR - 0x200),
	  REASON(OVERLAP_VECTOR), FIELD(DEQ_TENSOR_ADDR), VECTOR, 0, 0, 1 },
};

/* Makes each row a variant of the fixture, and so a test with a name. */
static struct __fixture_variant_metadata row_variants[ARRAY_SIZE(rows)];

static void __attribute__((constructor(KSELFTEST_PRIO_TEST + 100))) register_rows(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		row_variants[i].name = rows[i].name;
		row_variants[i].data = &rows[i];
		__register_fixture_variant(&_refused_fixture_object, &row_variants[i]);
	}
}

/* The list in the UAPI header, once more. */
static int errno_of(__u32 reason)
{
	switch (reason) {
	case AICORE_REASON_OP_PRODUCT:
	case AICORE_REASON_POSITION_ABSENT:
	case AICORE_REASON_PATH:
	case AICORE_REASON_TYPE_PAIR:
	case AICORE_REASON_STRIDE_ZERO:
	case AICORE_REASON_ORDER:
	case AICORE_REASON_COUNTER_PRODUCT:
	case AICORE_REASON_BLOCK_MODE:
	case AICORE_REASON_PAD_MODE:
		return EOPNOTSUPP;
	case AICORE_REASON_BUFFER_UNKNOWN:
		return ENOENT;
	case AICORE_REASON_EXTENT:
		return ERANGE;
	default:
		return EINVAL;
	}
}

FIXTURE_SETUP(refused)
{
	npu_open(_metadata, &self->npu, variant->soc);
}

FIXTURE_TEARDOWN(refused)
{
	npu_close(&self->npu);
}

TEST_F(refused, as_the_table_says)
{
	struct aicore_desc desc = legal_desc(variant->legal, self->npu.buffer);
	struct aicore_report report;

	ASSERT_EQ(0, check_one(self->npu.core, desc, &report)) {
		TH_LOG("the descriptor is not legal before the change: reason %u, field %u",
		       report.reason, report.field);
	}
	apply(&desc, &variant->change);
	EXPECT_EQ(-errno_of(variant->reason), check_one(self->npu.core, desc, &report));
	EXPECT_EQ(0, report.index);
	EXPECT_EQ(variant->reason, report.reason);
	EXPECT_EQ(variant->field, report.field);
	EXPECT_EQ(variant->value, report.value);
	EXPECT_EQ(variant->low, report.low);
	EXPECT_EQ(variant->high, report.high);
	EXPECT_EQ(variant->step, report.step);
	EXPECT_EQ(AICORE_NO_STEP, report.column);
	EXPECT_EQ(0, report.reserved);
}

/* -- the product is what is wrong -- */

FIXTURE(product) {
	struct npu npu;
};

FIXTURE_VARIANT(product) {
	enum legal legal;
	__u32 good;
	__u32 bad;
	__u32 reason;
	__u32 field;
	__u64 value;
};

FIXTURE_VARIANT_ADD(product, sum_on_vector_core) {
	LEGAL_SUM, SOC_910B, SOC_VEC,
	REASON(OP_PRODUCT), FIELD(OP), AICORE_OP_WHOLE_REDUCE_SUM,
};

FIXTURE_VARIANT_ADD(product, pairs_on_vector_core) {
	LEGAL_PAIR, SOC_910B, SOC_VEC,
	REASON(OP_PRODUCT), FIELD(OP), AICORE_OP_PAIR_REDUCE_SUM,
};

FIXTURE_VARIANT_ADD(product, float_min_on_910) {
	LEGAL_FLOAT_MIN, SOC_910B, SOC_910,
	REASON(TYPE_PAIR), FIELD(SRC_TYPE), TYPE(FLOAT),
};

FIXTURE_VARIANT_ADD(product, counter_on_910) {
	LEGAL_COUNTER, SOC_910B, SOC_910,
	REASON(COUNTER_PRODUCT), FIELD(MODE), AICORE_MASK_MODE_COUNTER,
};

FIXTURE_VARIANT_ADD(product, deq8_on_910) {
	LEGAL_DEQ8, SOC_310P, SOC_910,
	REASON(PATH), FIELD(DST), POSITION(CO2),
};

FIXTURE_VARIANT_ADD(product, deq8_on_vector_core) {
	LEGAL_DEQ8, SOC_310P, SOC_VEC,
	REASON(POSITION_ABSENT), FIELD(SRC), POSITION(CO1),
};

FIXTURE_VARIANT_ADD(product, co2_is_gm_on_910b) {
	LEGAL_DEQ8, SOC_310P, SOC_910B,
	REASON(BUFFER_MISSING), FIELD(DST), POSITION(CO2),
};

FIXTURE_VARIANT_ADD(product, local_on_310b) {
	LEGAL_LOCAL, SOC_310P, AICORE_SOC_ASCEND310B,
	REASON(PATH), FIELD(DST), POSITION(VECCALC),
};

FIXTURE_SETUP(product)
{
	npu_open(_metadata, &self->npu, variant->good);
}

FIXTURE_TEARDOWN(product)
{
	npu_close(&self->npu);
}

TEST_F(product, as_the_table_says)
{
	struct aicore_report report;
	struct npu bad;

	ASSERT_EQ(0, check_one(self->npu.core, legal_desc(variant->legal, self->npu.buffer),
			       &report));
	npu_open(_metadata, &bad, variant->bad);
	EXPECT_EQ(-errno_of(variant->reason),
		  check_one(bad.core, legal_desc(variant->legal, bad.buffer), &report));
	EXPECT_EQ(variant->reason, report.reason);
	EXPECT_EQ(variant->field, report.field);
	EXPECT_EQ(variant->value, report.value);
	npu_close(&bad);
}

/* The register is what is wrong. */
TEST(external_mask_0)
{
	struct aicore_report report;
	struct npu npu;

	npu_open(_metadata, &npu, SOC_310P);
	ASSERT_EQ(0, check_one(npu.core, legal_desc(LEGAL_EXTERNAL, 0), &report));
	ASSERT_EQ(0, run_one(npu.core, mask_desc(0, 0)));
	EXPECT_EQ(-EINVAL, check_one(npu.core, legal_desc(LEGAL_EXTERNAL, 0), &report));
	EXPECT_EQ(AICORE_REASON_MASK_ZERO, report.reason);
	EXPECT_EQ(AICORE_FIELD_MASK, report.field);
	npu_close(&npu);
}

/* The low word is zero, and a float looks at no other. */
TEST(bitwise_float_high_word_only)
{
	struct aicore_desc desc = bitwise(legal_desc(LEGAL_FLOAT_SUM, 0), 0, -1ULL);
	struct aicore_report report;
	struct npu npu;

	npu_open(_metadata, &npu, SOC_310P);
	EXPECT_EQ(-EINVAL, check_one(npu.core, desc, &report));
	EXPECT_EQ(AICORE_REASON_MASK_ZERO, report.reason);
	EXPECT_EQ(64, report.high);
	npu_close(&npu);
}

/* A handle that was good once. */
TEST(stale_buffer)
{
	struct aicore_report report;
	struct npu npu;
	__u32 handle;

	npu_open(_metadata, &npu, SOC_910B);
	ASSERT_EQ(0, buffer_create(npu.fd, GM_BYTES, &handle, NULL));
	ASSERT_EQ(0, check_one(npu.core, legal_desc(LEGAL_LOAD, handle), &report));
	ASSERT_EQ(0, buffer_destroy(npu.fd, handle));
	EXPECT_EQ(-ENOENT, check_one(npu.core, legal_desc(LEGAL_LOAD, handle), &report));
	EXPECT_EQ(AICORE_REASON_BUFFER_UNKNOWN, report.reason);
	EXPECT_EQ(handle, report.value);
	npu_close(&npu);
}

/* The 64-bit value of Offset in the report is the signed number. */
TEST(relu_offset_of_uint8)
{
	struct aicore_desc desc = legal_desc(LEGAL_DEQ8_U, 0);
	struct aicore_report report;
	struct npu npu;

	npu_open(_metadata, &npu, SOC_310P);
	desc.copy.is_relu = 1;
	EXPECT_EQ(0, check_one(npu.core, desc, &report));
	desc.copy.deq_value |= 0x1ffULL << AICORE_DEQ_OFFSET_SHIFT;
	EXPECT_EQ(-EINVAL, check_one(npu.core, desc, &report));
	EXPECT_EQ(AICORE_REASON_RELU_OFFSET, report.reason);
	EXPECT_EQ(-1ULL, report.value);
	EXPECT_EQ(0, report.low);
	EXPECT_EQ(0, report.high);
	npu_close(&npu);
}

/* -- what only a running batch finds -- */

static void run_bad_vector(struct __test_metadata *_metadata, struct aicore_desc desc,
			   const __u64 words[32], struct aicore_result *result)
{
	struct aicore_desc descs[3] = { mask_desc(1, 0), desc, mask_desc(1, 0) };
	struct aicore_submit arg = submit_arg(descs, 3, AICORE_SUBMIT_WAIT);
	struct npu npu;

	npu_open(_metadata, &npu, SOC_310P);
	memset(npu.ub + 0x4000, 0x55, 0x400);
	memcpy(npu.ub + VECTOR, words, 256);
	/* Nothing at submission. */
	ASSERT_EQ(0, call(npu.core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(AICORE_REASON_NONE, arg.report.reason);
	EXPECT_EQ(AICORE_STATE_DONE, arg.result.state);
	EXPECT_EQ(1, arg.result.done_count);
	EXPECT_EQ(1, arg.result.report.index);
	/* Nothing of the instruction was written. */
	EXPECT_TRUE(all_bytes(npu.ub + 0x4000, 0x400, 0x55));
	*result = arg.result;
	npu_close(&npu);
}

TEST(run_time_mcb)
{
	struct aicore_result result;
	__u64 words[32] = { 0 };

	words[16 + 5] = 1ULL << AICORE_DEQ_MCB_SHIFT;
	run_bad_vector(_metadata, legal_desc(LEGAL_VDEQ8, 0), words, &result);
	EXPECT_EQ(EINVAL, result.error);
	EXPECT_EQ(AICORE_REASON_MCB, result.report.reason);
	EXPECT_EQ(AICORE_FIELD_MCB, result.report.field);
	EXPECT_EQ(1, result.report.step);
	EXPECT_EQ(5, result.report.column);
	EXPECT_EQ(1, result.report.value);
}

TEST(run_time_relu_offset)
{
	struct aicore_desc desc = legal_desc(LEGAL_VDEQ8, 0);
	struct aicore_result result;
	__u64 words[32];
	int i;

	for (i = 0; i < 32; i++)
		words[i] = OFFSET_MINUS_128;
	words[9] = 0x181ULL << AICORE_DEQ_OFFSET_SHIFT;
	desc.copy.is_relu = 1;
	run_bad_vector(_metadata, desc, words, &result);
	EXPECT_EQ(EINVAL, result.error);
	EXPECT_EQ(AICORE_REASON_RELU_OFFSET, result.report.reason);
	EXPECT_EQ(AICORE_FIELD_OFFSET, result.report.field);
	EXPECT_EQ(0, result.report.step);
	EXPECT_EQ(9, result.report.column);
	EXPECT_EQ(-127ULL, result.report.value);
	EXPECT_EQ(-128ULL, result.report.low);
	EXPECT_EQ(-128ULL, result.report.high);
}

/* The lowest block counts first, then MCB before Offset. */
TEST(run_time_order)
{
	struct aicore_desc desc = legal_desc(LEGAL_VDEQ8, 0);
	struct aicore_result result;
	__u64 words[32] = { 0 };

	desc.copy.is_relu = 1;
	words[7] = 1ULL << AICORE_DEQ_MCB_SHIFT;
	words[16 + 3] = 1ULL << AICORE_DEQ_MCB_SHIFT;
	run_bad_vector(_metadata, desc, words, &result);
	EXPECT_EQ(AICORE_REASON_MCB, result.report.reason);
	EXPECT_EQ(0, result.report.step);
	EXPECT_EQ(7, result.report.column);
}

/* -- the table is complete -- */

TEST(every_reason_has_a_row)
{
	const struct __fixture_variant_metadata *other;
	bool has[AICORE_REASON_MASK_FORM + 1] = { false };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		has[rows[i].reason] = true;
	for (other = _product_fixture_object.variant; other; other = other->next) {
		const struct _fixture_variant_product *row = other->data;

		has[row->reason] = true;
	}
	/* Tests above, in reset_test and in fault_test. */
	has[AICORE_REASON_MCB] = true;
	has[AICORE_REASON_CANCELLED] = true;
	has[AICORE_REASON_WATCHDOG] = true;
	has[AICORE_REASON_INJECTED] = true;
	for (i = AICORE_REASON_RESERVED; i <= AICORE_REASON_MASK_FORM; i++) {
		EXPECT_TRUE(has[i]) {
			TH_LOG("reason %u", i);
		}
	}
}

TEST_HARNESS_MAIN

/* SPDX-License-Identifier: GPL-2.0-only */
/* Descriptors that break no rule, and fields to change in them. */
#ifndef AICORE_SELFTESTS_LEGAL_H
#define AICORE_SELFTESTS_LEGAL_H

#include "device.h"

/* Legal descriptors; LEGAL_... is what they are for. */
enum legal {
	LEGAL_SUM,		/* WholeReduceSum of half */
	LEGAL_FLOAT_SUM,	/* of float */
	LEGAL_BITWISE,		/* of half, with mask[2] */
	LEGAL_EXTERNAL,		/* of half, with the mask register */
	LEGAL_MAX,		/* WholeReduceMax of half */
	LEGAL_FLOAT_MIN,	/* WholeReduceMin of float */
	LEGAL_BLOCK,		/* BlockReduceSum of half */
	LEGAL_PAIR,		/* PairReduceSum of half */
	LEGAL_REPEAT,		/* RepeatReduceSum of half, with the mask register */
	LEGAL_MASK,		/* SetVectorMask, normal mode */
	LEGAL_COUNTER,		/* SetVectorMask, counter mode */
	LEGAL_LOAD,		/* DataCopy GM -> VECIN */
	LEGAL_STORE,		/* DataCopy VECOUT -> GM */
	LEGAL_LOCAL,		/* DataCopy VECIN -> VECCALC */
	LEGAL_DEQ8,		/* CO1->CO2, int32 -> int8, with relu */
	LEGAL_DEQ8_PLAIN,	/* the same without relu */
	LEGAL_DEQ8_U,		/* CO1->CO2, int32 -> uint8 */
	LEGAL_DEQ,		/* CO1->CO2, int32 -> half, one scale */
	LEGAL_DEQ16,		/* CO1->CO2, int32 -> int16 */
	LEGAL_VDEQ8,		/* CO1->CO2, int32 -> int8, with a vector */
	LEGAL_TO_L0C,		/* CO2->CO1, half -> float */
};

#define OFFSET_MINUS_128	(0x180ULL << AICORE_DEQ_OFFSET_SHIFT)
#define RELU			(1ULL << AICORE_DEQ_RELU_SHIFT)
#define SIGN			(1ULL << AICORE_DEQ_SIGN_SHIFT)

/* Where LEGAL_... have their operands. */
#define SUM_DST		0x8000
#define SUM_SRC		0x1000
#define VECTOR		0x6000

static inline struct aicore_desc quant(__u32 dst_type, __u32 deq_scale, __u64 deq_value,
				       __u32 is_relu)
{
	struct aicore_desc desc = quant_desc(AICORE_TYPE_INT32, dst_type, 0x4000, 0x400,
					     deq_scale, deq_value);

	desc.copy.block_count = 2;
	desc.copy.is_relu = is_relu;
	return desc;
}

static inline struct aicore_desc legal_sum(enum legal legal)
{
	struct aicore_desc half = sum_desc(AICORE_TYPE_HALF, SUM_DST, SUM_SRC, 128, 4, 1, 1, 8);

	switch (legal) {
	case LEGAL_MAX:
		half.op = AICORE_OP_WHOLE_REDUCE_MAX;
		return half;
	case LEGAL_FLOAT_MIN:
		return reduce_desc(AICORE_OP_WHOLE_REDUCE_MIN, AICORE_TYPE_FLOAT, SUM_DST,
				   SUM_SRC, 64, 4, 1, 1, 8);
	case LEGAL_BLOCK:
		half.op = AICORE_OP_BLOCK_REDUCE_SUM;
		return half;
	case LEGAL_PAIR:
		half.op = AICORE_OP_PAIR_REDUCE_SUM;
		return half;
	case LEGAL_REPEAT:
		half.op = AICORE_OP_REPEAT_REDUCE_SUM;
		return external(half);
	case LEGAL_FLOAT_SUM:
		return sum_desc(AICORE_TYPE_FLOAT, SUM_DST, SUM_SRC, 64, 4, 1, 1, 8);
	case LEGAL_BITWISE:
		return bitwise(half, 1, 0);
	case LEGAL_EXTERNAL:
		return external(half);
	default:
		return half;
	}
}

static inline struct aicore_desc legal_quant(enum legal legal)
{
	struct aicore_desc desc;

	switch (legal) {
	case LEGAL_DEQ8:
		return quant(AICORE_TYPE_INT8, AICORE_DEQ_SCALE_DEQ8,
			     OFFSET_MINUS_128 | RELU | FLOAT_ONE, 1);
	case LEGAL_DEQ8_PLAIN:
		return quant(AICORE_TYPE_INT8, AICORE_DEQ_SCALE_DEQ8, FLOAT_ONE, 0);
	case LEGAL_DEQ8_U:
		return quant(AICORE_TYPE_UINT8, AICORE_DEQ_SCALE_DEQ8, FLOAT_ONE, 0);
	case LEGAL_DEQ:
		return quant(AICORE_TYPE_HALF, AICORE_DEQ_SCALE_DEQ, HALF_ONE, 0);
	case LEGAL_DEQ16:
		return quant(AICORE_TYPE_INT16, AICORE_DEQ_SCALE_DEQ16, FLOAT_ONE, 0);
	case LEGAL_VDEQ8:
		desc = quant(AICORE_TYPE_INT8, AICORE_DEQ_SCALE_VDEQ8, 0, 0);
		desc.copy.deq_tensor_addr = VECTOR;
		return desc;
	default:
		desc = copy_desc(AICORE_TYPE_HALF, at(AICORE_POSITION_CO1, 0x400),
				 at(AICORE_POSITION_CO2, 0x4000), 2, 1, 0, 0);
		desc.dst_type = AICORE_TYPE_FLOAT;
		desc.copy.block_mode = AICORE_BLOCK_MODE_MATRIX;
		return desc;
	}
}

static inline struct aicore_desc legal_desc(enum legal legal, __u32 buffer)
{
	switch (legal) {
	case LEGAL_SUM:
	case LEGAL_FLOAT_SUM:
	case LEGAL_BITWISE:
	case LEGAL_EXTERNAL:
	case LEGAL_MAX:
	case LEGAL_FLOAT_MIN:
	case LEGAL_BLOCK:
	case LEGAL_PAIR:
	case LEGAL_REPEAT:
		return legal_sum(legal);
	case LEGAL_MASK:
		return mask_desc(1, 0);
	case LEGAL_COUNTER:
		return counter_desc(100);
	case LEGAL_LOAD:
		return copy_desc(AICORE_TYPE_HALF, at(AICORE_POSITION_VECIN, 0x400),
				 gm(buffer, 0x100), 4, 2, 1, 1);
	case LEGAL_STORE:
		return copy_desc(AICORE_TYPE_HALF, gm(buffer, 0x100),
				 at(AICORE_POSITION_VECOUT, 0x400), 4, 2, 1, 1);
	case LEGAL_LOCAL:
		return copy_desc(AICORE_TYPE_HALF, at(AICORE_POSITION_VECCALC, 0x4000),
				 at(AICORE_POSITION_VECIN, 0x400), 4, 2, 2, 2);
	default:
		return legal_quant(legal);
	}
}

/* A field of a descriptor and what to write there. */
struct change {
	__u32 offset;
	__u32 bytes;
	__u64 value;
};

#define SET(member, what) { \
	offsetof(struct aicore_desc, member), \
	sizeof(((struct aicore_desc *)0)->member), (what) \
}

static inline void apply(struct aicore_desc *desc, const struct change *change)
{
	memcpy((char *)desc + change->offset, &change->value, change->bytes);
}

#define SOC_910		AICORE_SOC_ASCEND910
#define SOC_310P	AICORE_SOC_ASCEND310P
#define SOC_VEC		AICORE_SOC_ASCEND310P_VEC
#define SOC_910B	AICORE_SOC_ASCEND910B
#define SOC_950		AICORE_SOC_ASCEND950

#endif /* AICORE_SELFTESTS_LEGAL_H */

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Core against oracle: what is accepted. Every cell of the tables of
 * operations.md, and every combination of the modes of a copy.
 */
#include <stdlib.h>

#include "twin.h"

static struct aicore_desc small_copy(void)
{
	return (struct aicore_desc){
		.op = AICORE_OP_DATA_COPY,
		.copy = { .block_count = 1, .block_len = 1,
			  .block_mode = AICORE_BLOCK_MODE_MATRIX },
	};
}

static struct aicore_desc small_reduction(u32 op)
{
	return (struct aicore_desc){
		.op = op,
		.reduce = { .mask_form = AICORE_MASK_CONTIGUOUS, .mask = { 1 },
			    .repeat_time = 1, .dst_rep_stride = 1 },
	};
}

/* Where only a part of the work is done, cases are left out evenly. */
static u64 one_case(struct twin *twin, const struct aicore_desc *desc,
		    u64 *cases)
{
	static u64 turn;

	if (turn++ % TWIN_PART)
		return 0;
	++*cases;
	return twin_try(twin, desc, false) == TWIN_DIFFERS;
}

/* All pairs of types, also numbers that are none. */
static u64 try_types(struct twin *twin, struct aicore_desc desc, u64 *cases)
{
	u64 wrong = 0;

	for (desc.src_type = 0; desc.src_type <= 13; desc.src_type++)
		for (desc.dst_type = 0; desc.dst_type <= 13; desc.dst_type++)
			wrong += one_case(twin, &desc, cases);
	return wrong;
}

/* All positions with and without a buffer, and with one that isn't there. */
static u64 try_positions(struct twin *twin, struct aicore_desc desc, u64 *cases)
{
	u64 wrong = 0;

	for (u32 i = 0; i < 11 * 11; i++)
		for (u32 buffers = 0; buffers < 9; buffers++) {
			desc.src.position = i % 11;
			desc.dst.position = i / 11;
			desc.src.buffer = buffers % 3 * 2;
			desc.dst.buffer = buffers / 3 * 2;
			desc.src.offset = 1024;
			wrong += try_types(twin, desc, cases);
		}
	return wrong;
}

static void test_tables(void)
{
	u64 cases = 0, wrong = 0;

	for (u32 soc = 1; soc <= 7; soc++)
		for (u32 check = 0; check < 2; check++) {
			struct twin twin;

			twin_init(&twin, soc, AICORE_OVERFLOW_DEFAULT, check);
			wrong += try_positions(&twin, small_copy(), &cases);
			wrong += try_positions(&twin,
				small_reduction(AICORE_OP_WHOLE_REDUCE_SUM),
				&cases);
			twin_free(&twin);
		}
	twin_verdict("positions, buffers, types on every product", cases,
		     wrong);
}

/* Every operation in each order, also one beyond, with all pairs of types. */
static u64 try_orders(struct twin *twin, struct aicore_desc desc, u64 *cases)
{
	u64 wrong = 0;

	desc.src.position = AICORE_POSITION_VECIN;
	desc.dst.position = AICORE_POSITION_VECOUT;
	desc.src.offset = 1024;
	for (desc.reduce.order = 0; desc.reduce.order <= 4; desc.reduce.order++)
		for (u32 form = 0; form <= 4; form++) {
			desc.reduce.mask_form = form;
			wrong += try_types(twin, desc, cases);
		}
	return wrong;
}

/* What a product takes in which order is seen beside other things only. */
static u64 try_fields(struct twin *twin, struct aicore_desc desc, u64 *cases)
{
	static const u64 values[] = { 0, 1, 4, 65, 129, 256, 65536 };
	u64 wrong = 0;

	desc.src.position = AICORE_POSITION_VECIN;
	desc.dst.position = AICORE_POSITION_VECOUT;
	desc.src_type = AICORE_TYPE_HALF;
	desc.dst_type = AICORE_TYPE_HALF;
	for (u32 i = 0; i < 5 * 4 * 3; i++)
		for (u32 j = 0; j < ARRAY_SIZE(values); j++) {
			desc.reduce.order = i % 5;
			desc.reduce.mask_form = 1 + i / 5 % 4;
			desc.reduce.dst_blk_stride = i / 20 == 1;
			desc.reduce.dst_rep_stride = i / 20 == 2 ? 0 : 1;
			desc.reduce.mask[0] = values[j];
			desc.dst.offset = 1024 + values[j] % 64;
			wrong += one_case(twin, &desc, cases);
			desc.reduce.mask[0] = 1;
			desc.reduce.repeat_time = values[j];
			desc.dst.offset = 1024 + i;
			wrong += one_case(twin, &desc, cases);
			desc.reduce.repeat_time = 1;
		}
	return wrong;
}

static void test_reductions(void)
{
	u64 cases = 0, wrong = 0;

	for (u32 soc = 1; soc <= 7; soc++)
		for (u32 op = 0; op <= 12; op++) {
			struct twin twin;

			twin_init(&twin, soc, AICORE_OVERFLOW_DEFAULT, op % 2);
			if (op != AICORE_OP_DATA_COPY &&
			    op != AICORE_OP_SET_VECTOR_MASK) {
				wrong += try_orders(&twin, small_reduction(op),
						    &cases);
				wrong += try_fields(&twin, small_reduction(op),
						    &cases);
			}
			twin_free(&twin);
		}
	twin_verdict("types, orders and masks of every reduction", cases,
		     wrong);
}

/* Where an operand of a reduction may be doesn't depend on the reduction. */
static void test_reduction_positions(void)
{
	u64 cases = 0, wrong = 0;
	struct twin twin;

	for (u32 soc = 1; soc <= 7; soc++) {
		twin_init(&twin, soc, AICORE_OVERFLOW_DEFAULT,
			  AICORE_CHECK_STRICT);
		for (u32 i = 0; i < 11 * 11 * 8 * 3; i++) {
			struct aicore_desc desc = small_reduction(3 + i % 8);

			desc.src = (struct aicore_operand){ i / 8 % 11,
							    i / 968 * 2, 1024 };
			desc.dst.position = i / 88 % 11;
			desc.src_type = AICORE_TYPE_HALF;
			desc.dst_type = AICORE_TYPE_HALF;
			wrong += one_case(&twin, &desc, &cases);
		}
		twin_free(&twin);
	}
	twin_verdict("positions of every reduction", cases, wrong);
}

static const u64 parameters[] = {
	0,
	1ULL << AICORE_DEQ_SIGN_SHIFT,
	1ULL << AICORE_DEQ_RELU_SHIFT,
	3ULL << AICORE_DEQ_SIGN_SHIFT,
	0x180ULL << AICORE_DEQ_OFFSET_SHIFT,
	0x180ULL << AICORE_DEQ_OFFSET_SHIFT | 1ULL << AICORE_DEQ_SIGN_SHIFT,
	0x180ULL << AICORE_DEQ_OFFSET_SHIFT | 1ULL << AICORE_DEQ_RELU_SHIFT,
	0x080ULL << AICORE_DEQ_OFFSET_SHIFT | 1ULL << AICORE_DEQ_RELU_SHIFT,
	0xffff000000000000ULL,
	~0ULL,
};

static u64 try_parameters(struct twin *twin, struct aicore_desc *desc,
			  u64 *cases)
{
	u64 wrong = 0;

	for (u32 i = 0; i < ARRAY_SIZE(parameters); i++) {
		desc->copy.deq_value = parameters[i];
		wrong += one_case(twin, desc, cases);
	}
	return wrong;
}

/* blockMode, deqScale, sidStoreMode, isRelu, padMode, one beyond each. */
static u64 try_modes(struct twin *twin, struct aicore_desc *desc, u64 *cases)
{
	struct aicore_copy *copy = &desc->copy;
	u64 wrong = 0;

	for (u32 i = 0; i < 6 * 8 * 4; i++)
		for (u32 j = 0; j < 3 * 4; j++) {
			copy->block_mode = i % 6;
			copy->deq_scale = i / 6 % 8;
			copy->sid_store_mode = i / 48;
			copy->is_relu = j % 3;
			copy->pad_mode = j / 3 * 2;
			wrong += try_parameters(twin, desc, cases);
		}
	return wrong;
}

static const u32 pairs[][2] = {
	{ AICORE_TYPE_HALF, AICORE_TYPE_HALF },
	{ AICORE_TYPE_FLOAT, AICORE_TYPE_FLOAT },
	{ AICORE_TYPE_INT32, AICORE_TYPE_INT32 },
	{ AICORE_TYPE_UINT32, AICORE_TYPE_UINT32 },
	{ AICORE_TYPE_FLOAT, AICORE_TYPE_HALF },
	{ AICORE_TYPE_HALF, AICORE_TYPE_FLOAT },
	{ AICORE_TYPE_INT32, AICORE_TYPE_HALF },
	{ AICORE_TYPE_INT32, AICORE_TYPE_INT16 },
	{ AICORE_TYPE_INT32, AICORE_TYPE_INT8 },
	{ AICORE_TYPE_INT32, AICORE_TYPE_UINT8 },
};

static u64 try_pairs(struct twin *twin, u32 src, u32 dst, u64 *cases)
{
	struct aicore_desc desc = small_copy();
	u64 wrong = 0;

	desc.src.position = src;
	desc.dst.position = dst;
	desc.copy.deq_tensor_addr = 4096;
	for (u32 i = 0; i < ARRAY_SIZE(pairs); i++) {
		desc.src_type = pairs[i][0];
		desc.dst_type = pairs[i][1];
		wrong += try_modes(twin, &desc, cases);
	}
	return wrong;
}

static void test_modes(void)
{
	u64 cases = 0, wrong = 0;

	for (u32 check = 0; check < 2; check++) {
		struct twin twin;

		twin_init(&twin, AICORE_SOC_ASCEND310P,
			  AICORE_OVERFLOW_DEFAULT, check);
		wrong += try_pairs(&twin, AICORE_POSITION_CO1,
				   AICORE_POSITION_CO2, &cases);
		wrong += try_pairs(&twin, AICORE_POSITION_CO2,
				   AICORE_POSITION_CO1, &cases);
		wrong += try_pairs(&twin, AICORE_POSITION_VECIN,
				   AICORE_POSITION_VECCALC, &cases);
		twin_free(&twin);
	}
	twin_verdict("modes and parameters of a copy", cases, wrong);
}

int main(void)
{
	test_tables();
	test_reductions();
	test_reduction_positions();
	test_modes();
	return twin_totals();
}

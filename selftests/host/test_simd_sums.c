// SPDX-License-Identifier: GPL-2.0-only
/* Sums with vector kernels: all shapes, masks, strides and special values. */
#include <stdio.h>
#include <string.h>

#include "simd_twin.h"

static void test_tails(u32 op, u32 type)
{
	struct setting setting = usual();
	char name[80];
	u32 repeats;

	for (repeats = 1; repeats <= 255; repeats++) {
		struct aicore_desc desc = sum(op, type, repeats);

		if (repeats % 8 == 1)
			fill_all(repeats / 8 % DATA);
		setting.saturate = repeats & 1;
		compare(&desc, &setting);
	}
	snprintf(name, sizeof(name), "%s %s, 1..255 repeats",
		 aicore_op_name(op), type == AICORE_TYPE_HALF ? "half" : "float");
	verdict(name, true);
}

/* Mostly full ones, or ones that leave no DataBlock without a lane. */
static void random_mask(struct aicore_desc *desc, struct setting *setting)
{
	u32 lanes = desc->src_type == AICORE_TYPE_HALF ? 128 : 64;
	struct aicore_reduce *reduce = &desc->reduce;
	u64 blanks = any() & any() & any();

	switch (below(6)) {
	case 0:
		return;
	case 1:
		reduce->mask[0] = 1 + below(lanes);
		return;
	case 2:
		reduce->mask_form = AICORE_MASK_EXTERNAL;
		reduce->mask[0] = 0;
		setting->mask = (struct aicore_mask){
			.counter = true,
			.count = below(lanes * 40),
		};
		return;
	default:
		break;
	}
	if (desc->op == AICORE_OP_REPEAT_REDUCE_SUM)
		return;
	reduce->mask_form = AICORE_MASK_BITWISE;
	reduce->mask[0] = ~blanks;
	reduce->mask[1] = ~(any() & any() & any());
	if (below(3))
		return;
	/* Whole DataBlocks are idle: these may lie outside. */
	reduce->mask[0] &= ~0ULL >> below(64);
	reduce->mask[1] &= below(2) ? 0 : ~0ULL >> below(64);
}

static u64 random_stride(u32 usual_one)
{
	switch (below(4)) {
	case 0:
		return below(3);
	case 1:
		return below(24);
	default:
		return usual_one;
	}
}

/* Anywhere, often so that the last DataBlock ends with the memory. */
static void random_shape(struct aicore_desc *desc)
{
	struct aicore_reduce *reduce = &desc->reduce;
	u64 span;

	reduce->repeat_time = below(3) ? below(40) : below(256);
	reduce->src_blk_stride = random_stride(1);
	reduce->src_rep_stride = random_stride(8);
	reduce->dst_rep_stride = random_stride(1);
	if (desc->op == AICORE_OP_REPEAT_REDUCE_SUM)
		reduce->dst_blk_stride = below(3);
	span = reduce->repeat_time * reduce->src_rep_stride +
	       (below(8) + 1) * reduce->src_blk_stride;
	if (below(2) && span * 32 < UB_BYTES)
		desc->src.offset = UB_BYTES - span * 32;
	else
		desc->src.offset = below(UB_BYTES / 32) * 32;
	desc->dst.offset = below(UB_BYTES / 256) * 256;
	/* In place, or close to it. */
	if (!below(3))
		desc->dst.offset = desc->src.offset / 256 * 256 +
				   below(3) * 256;
}

static void test_random_sums(u32 type, bool permissive)
{
	u32 accepted = 0, tried = 0;
	char name[80];

	while (accepted < 6000 && tried++ < 200000) {
		struct setting setting = usual();
		u32 op = sum_ops[below(SUM_OPS)];
		struct aicore_desc desc = sum(op, type, 1);

		if (tried % 64 == 1)
			fill_all(below(DATA));
		setting.soc = below(2) ? AICORE_SOC_ASCEND310P :
					 AICORE_SOC_ASCEND910B;
		setting.saturate = below(2);
		setting.permissive = permissive;
		setting.float_nodes = !below(8);
		setting.chunk = below(2) ? 4096 : 1 + below(40);
		random_shape(&desc);
		random_mask(&desc, &setting);
		accepted += compare(&desc, &setting);
	}
	snprintf(name, sizeof(name), "%s sums of any shape, %s",
		 type == AICORE_TYPE_HALF ? "half" : "float",
		 permissive ? "permissive" : "strict");
	verdict(name, true);
}

/* Signs of zero, and every pair of special halves in every position. */
static void test_zeros(void)
{
	struct setting setting = usual();
	u32 op, i, type;

	for (i = 0; i < 4; i++) {
		memset(ub_before, 0, UB_BYTES);
		for (op = 0; i & 1 && op < UB_BYTES; op += 2)
			ub_before[op + 1] = 0x80;
		setting.saturate = i & 2;
		for (op = 0; op < SUM_OPS; op++) {
			for (type = 0; type < 2; type++) {
				struct aicore_desc desc =
					sum(sum_ops[op], type ?
					    AICORE_TYPE_HALF :
					    AICORE_TYPE_FLOAT, 40);

				compare(&desc, &setting);
				desc.reduce.mask[0] -= 1;
				compare(&desc, &setting);
			}
		}
	}
	verdict("sums of zeros", true);
}

/* Steps through pairs of halves: all of one with some of the other. */
static void test_half_pairs(void)
{
	struct aicore_desc desc = sum(AICORE_OP_PAIR_REDUCE_SUM,
				      AICORE_TYPE_HALF, 250);
	struct setting setting = usual();
	u32 a, i, b = 0;

	for (a = 0; a < 0x10000; a += 0x3d) {
		for (i = 0; i < UB_BYTES / 2; i += 4) {
			u32 pair = a | b++ << 16;

			memcpy(ub_before + i, &pair, sizeof(pair));
		}
		b += 0x101;
		setting.saturate = a & 1;
		compare(&desc, &setting);
	}
	verdict("pairs of halves", true);
}

static void test_sums(void)
{
	u32 op;

	for (op = 0; op < SUM_OPS; op++) {
		test_tails(sum_ops[op], AICORE_TYPE_FLOAT);
		test_tails(sum_ops[op], AICORE_TYPE_HALF);
	}
	test_random_sums(AICORE_TYPE_FLOAT, false);
	test_random_sums(AICORE_TYPE_HALF, false);
	test_random_sums(AICORE_TYPE_FLOAT, true);
	test_random_sums(AICORE_TYPE_HALF, true);
	test_zeros();
	test_half_pairs();
}

int main(void)
{
	if (simd_start())
		test_sums();
	return simd_end();
}

// SPDX-License-Identifier: GPL-2.0-only
/* Random reductions and masks. */
#include <string.h>

#include "random_desc.h"

static const uint32_t ops[] = {
	AICORE_OP_WHOLE_REDUCE_SUM, AICORE_OP_WHOLE_REDUCE_SUM,
	AICORE_OP_WHOLE_REDUCE_MAX, AICORE_OP_WHOLE_REDUCE_MAX,
	AICORE_OP_WHOLE_REDUCE_MIN, AICORE_OP_WHOLE_REDUCE_MIN,
	AICORE_OP_BLOCK_REDUCE_SUM, AICORE_OP_BLOCK_REDUCE_MAX,
	AICORE_OP_BLOCK_REDUCE_MIN, AICORE_OP_PAIR_REDUCE_SUM,
	AICORE_OP_REPEAT_REDUCE_SUM,
};

/* An operation with its order and types; now and then one that is refused. */
static void choose_op(struct random *random, const struct random_target *target,
		      struct aicore_desc *desc)
{
	const struct oracle_reduction *reduction;
	bool any = random_one_in(random, 60);

	desc->op = PICK(random, ops);
	reduction = oracle_reduction_find(desc->op);
	if (reduction->is_repeat_sum && random_one_in(random, 2))
		desc->reduce.dst_blk_stride = random_u64(random);
	if (reduction->has_index)
		do {
			desc->reduce.order = (uint32_t)random_below(random, 4);
		} while (!any && target->soc->reduces &&
			 !target->soc->orders[desc->reduce.order]);
	any = any || random_one_in(random, 60) || !target->soc->reduces;
	do {
		desc->src_type = 1 + (uint32_t)random_below(random, 12);
		desc->dst_type = 1 + (uint32_t)random_below(random, 12);
	} while (!any && !oracle_reduction_takes(target->soc, desc));
}

static uint64_t lanes_of(const struct aicore_desc *desc)
{
	return 256 / oracle_type_bytes(desc->src_type);
}

/* Bits that leave whole DataBlocks and pairs out. */
static uint64_t gaps(struct random *random)
{
	static const uint64_t patterns[] = {
		0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0x3333333333333333,
		0x00ff00ff00ff00ff, 0xff00ff00ff00ff00, 0xffff0000ffff0000,
		0x0f0f0f0f0f0f0f0f, 0x0000000000000005, 0xfffffffffffffffe,
	};

	return PICK(random, patterns);
}

static void choose_mask(struct random *random, struct aicore_desc *desc)
{
	struct aicore_reduce *reduce = &desc->reduce;
	uint64_t lanes = lanes_of(desc);

	do {
		reduce->mask_form = 1 + (uint32_t)random_below(random, 3);
	} while (desc->op == AICORE_OP_REPEAT_REDUCE_SUM &&
		 reduce->mask_form == AICORE_MASK_BITWISE &&
		 !random_one_in(random, 30));
	if (reduce->mask_form == AICORE_MASK_CONTIGUOUS) {
		reduce->mask[0] = random_one_in(random, 2) ? lanes :
				  random_one_in(random, 8) ? 0 :
				  1 + random_below(random, lanes);
		return;
	}
	for (int word = 0; word < 2; word++) {
		uint64_t bits = random_u64(random);

		if (random_one_in(random, 3))
			bits = 1ULL << random_below(random, 64);
		if (random_one_in(random, 3))
			bits = gaps(random);
		if (random_one_in(random, 4))
			bits = 0;
		reduce->mask[word] = bits;
	}
}

static uint64_t repeats_of(const struct aicore_desc *desc,
			   const struct oracle_mask *mask)
{
	uint64_t lanes = lanes_of(desc);

	if (desc->reduce.mask_form == AICORE_MASK_EXTERNAL && mask->counter)
		return (mask->count + lanes - 1) / lanes;
	return desc->reduce.repeat_time;
}

static uint64_t src_bytes(const struct aicore_desc *desc, uint64_t repeats)
{
	if (!repeats)
		return 0;
	return 32 * ((repeats - 1) * desc->reduce.src_rep_stride +
		     7 * desc->reduce.src_blk_stride + 1);
}

static uint64_t dst_bytes(const struct aicore_desc *desc, uint64_t repeats)
{
	if (!repeats)
		return 0;
	return ((repeats - 1) * desc->reduce.dst_rep_stride + 1) *
	       oracle_result_bytes(desc);
}

static void choose_strides(struct random *random,
			   const struct random_target *target,
			   const struct oracle_mask *mask,
			   struct aicore_desc *desc)
{
	static const uint64_t dst[] = { 1, 1, 1, 1, 2, 3, 8, 16, 0, 100, 65535 };
	static const uint64_t blk[] = { 1, 1, 1, 1, 0, 2, 3, 8, 255, 65535 };
	static const uint64_t rep[] = { 8, 8, 8, 8, 0, 1, 7, 9, 64, 65535 };
	struct aicore_reduce *reduce = &desc->reduce;
	uint64_t ub = target->soc->bytes[ORACLE_UB];
	uint64_t repeats;
	int tries = random_one_in(random, 20) ? 0 : 40;

	reduce->repeat_time = random_one_in(random, 12) ? 255 :
			      random_below(random, 12);
	reduce->dst_rep_stride = PICK(random, dst);
	reduce->src_blk_stride = PICK(random, blk);
	reduce->src_rep_stride = PICK(random, rep);
	if (random_one_in(random, 20)) {
		/* results of the last repeat, and idle ones of the one before */
		reduce->dst_rep_stride = 0;
		reduce->src_rep_stride = 0;
	}
	while (tries--) {
		repeats = repeats_of(desc, mask);
		if (src_bytes(desc, repeats) <= ub &&
		    dst_bytes(desc, repeats) <= ub)
			break;
		switch (random_below(random, 4)) {
		case 0:
			reduce->repeat_time -= reduce->repeat_time / 2;
			break;
		case 1:
			reduce->dst_rep_stride /= 2;
			break;
		case 2:
			reduce->src_blk_stride /= 2;
			break;
		default:
			reduce->src_rep_stride /= 2;
			break;
		}
	}
}

void random_reduce(struct random *random, const struct random_target *target,
		   const struct oracle_mask *mask, struct aicore_desc *desc)
{
	uint64_t ub = target->soc->bytes[ORACLE_UB];
	uint32_t alignment;
	uint64_t repeats;

	memset(desc, 0, sizeof(*desc));
	choose_op(random, target, desc);
	desc->dst.position = AICORE_POSITION_VECIN +
			     (uint32_t)random_below(random, 3);
	desc->src.position = AICORE_POSITION_VECIN +
			     (uint32_t)random_below(random, 3);
	alignment = oracle_result_alignment(desc);
	choose_mask(random, desc);
	choose_strides(random, target, mask, desc);
	repeats = repeats_of(desc, mask);
	/* no test has time for a chain of millions of dependent sums */
	if (target->permissive && repeats > 100000 &&
	    !desc->reduce.src_rep_stride)
		desc->reduce.dst_rep_stride += !desc->reduce.dst_rep_stride;
	desc->src.offset = random_offset(random, ub,
					 src_bytes(desc, repeats), 32);
	desc->dst.offset = random_offset(random, ub,
					 dst_bytes(desc, repeats), alignment);
	if (random_one_in(random, 3))
		desc->dst.offset = desc->src.offset +
				   alignment * random_below(random, 600) -
				   alignment * (random_one_in(random, 2) ? 0 : 64);
	if (random_one_in(random, 6))
		desc->dst.offset = desc->src.offset;
}

void random_set_mask(struct random *random, struct aicore_desc *desc)
{
	static const uint64_t counts[] = {
		0, 1, 63, 64, 65, 127, 128, 129, 20000, 65536, 0xffffffff,
	};
	struct aicore_set_mask *set = &desc->set_mask;

	memset(desc, 0, sizeof(*desc));
	desc->op = AICORE_OP_SET_VECTOR_MASK;
	set->mode = (uint32_t)random_below(random, 2);
	if (set->mode == AICORE_MASK_MODE_COUNTER) {
		set->count = random_one_in(random, 2) ?
			     PICK(random, counts) : random_below(random, 3000);
		return;
	}
	for (int word = 0; word < 2; word++)
		set->mask[word] = random_one_in(random, 3) ? 0 :
				  random_one_in(random, 3) ? ~0ULL :
				  random_u64(random);
}

// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "reduce.h"
#include "softfloat.h"

/* About 0.1 ms of work between two looks at signals and the clock. */
#define REPEATS_PER_STEP	64

#define REPEAT_TIME_MAX		255
#define STRIDE_MAX		65535

static u32 load_u16(const u8 *element)
{
	u16 x;

	memcpy(&x, element, sizeof(x));
	return x;
}

static u32 load_s16(const u8 *element)
{
	return (s16)load_u16(element);
}

static u32 load_u32(const u8 *element)
{
	u32 x;

	memcpy(&x, element, sizeof(x));
	return x;
}

/* Section 3: each node's IEEE result is mapped before it is used further. */
static u32 half_add_saturate(u32 a, u32 b)
{
	return aicore_half_saturate(aicore_half_add(a, b));
}

/* Integer sums wrap modulo 2^32, signed ones as well. */
static u32 int_add(u32 a, u32 b)
{
	return a + b;
}

/* A row for each type; float and integers never saturate. */
static const struct aicore_reduce_kind sums[] = {
	{ AICORE_TYPE_HALF, AICORE_TYPE_HALF, load_u16, aicore_half_add,
	  half_add_saturate },
	{ AICORE_TYPE_FLOAT, AICORE_TYPE_FLOAT, load_u32, aicore_float_add,
	  aicore_float_add },
	{ AICORE_TYPE_INT16, AICORE_TYPE_INT32, load_s16, int_add, int_add },
	{ AICORE_TYPE_UINT16, AICORE_TYPE_UINT32, load_u16, int_add, int_add },
	{ AICORE_TYPE_INT32, AICORE_TYPE_INT32, load_u32, int_add, int_add },
	{ AICORE_TYPE_UINT32, AICORE_TYPE_UINT32, load_u32, int_add, int_add },
};

static int check_reserved(const struct aicore_reduce *reduce,
			  struct aicore_report *report)
{
	bool unused_word = reduce->mask_form == AICORE_MASK_CONTIGUOUS &&
			   reduce->mask[1];

	if (!reduce->order && !reduce->dst_blk_stride && !unused_word &&
	    !reduce->reserved[0] && !reduce->reserved[1])
		return 0;
	return aicore_report_set(report, AICORE_REASON_RESERVED,
				 AICORE_FIELD_RESERVED, 0, 0, 0);
}

/* Both operands live in VECIN, VECCALC or VECOUT. */
static int check_position(const struct aicore_env *env,
			  const struct aicore_operand *operand,
			  enum aicore_field field, struct aicore_place *place,
			  struct aicore_report *report)
{
	int err = aicore_place_find(env, operand, field, place, report);

	if (err)
		return err;
	switch (operand->position) {
	case AICORE_POSITION_VECIN:
	case AICORE_POSITION_VECCALC:
	case AICORE_POSITION_VECOUT:
		return 0;
	default:
		return aicore_report_set(report, AICORE_REASON_POSITION_OPERAND,
					 field, operand->position, 0, 0);
	}
}

static int check_types(struct aicore_reduce_plan *plan,
		       const struct aicore_desc *desc,
		       const struct aicore_soc *soc,
		       struct aicore_report *report)
{
	const struct aicore_type_info *src = aicore_type_find(desc->src_type);
	const struct aicore_type_info *dst = aicore_type_find(desc->dst_type);
	u32 i;

	if (!src)
		return aicore_report_set(report, AICORE_REASON_TYPE_UNKNOWN,
					 AICORE_FIELD_SRC_TYPE, desc->src_type,
					 0, 0);
	if (!dst)
		return aicore_report_set(report, AICORE_REASON_TYPE_UNKNOWN,
					 AICORE_FIELD_DST_TYPE, desc->dst_type,
					 0, 0);
	for (i = 0; i < ARRAY_SIZE(sums); i++) {
		if (sums[i].src_type != desc->src_type ||
		    sums[i].dst_type != desc->dst_type ||
		    !aicore_type_in(desc->src_type, soc->whole_sum))
			continue;
		plan->kind = &sums[i];
		plan->src_bytes = src->bytes;
		plan->dst_bytes = dst->bytes;
		return 0;
	}
	return aicore_report_set(report, AICORE_REASON_TYPE_PAIR,
				 AICORE_FIELD_SRC_TYPE, desc->src_type, 0, 0);
}

static int check_stride(const struct aicore_soc *soc, u64 dst_rep_stride,
			struct aicore_report *report)
{
	if (!dst_rep_stride && soc->flags & AICORE_SOC_NO_DST_STRIDE_0)
		return aicore_report_set(report, AICORE_REASON_STRIDE_ZERO,
					 AICORE_FIELD_DST_REP_STRIDE, 0, 1,
					 STRIDE_MAX);
	return aicore_report_range(report, AICORE_FIELD_DST_REP_STRIDE,
				   dst_rep_stride, 0, STRIDE_MAX);
}

static int check_ranges(const struct aicore_reduce *reduce, bool counter,
			const struct aicore_soc *soc,
			struct aicore_report *report)
{
	int err;

	err = aicore_report_range(report, AICORE_FIELD_MASK_FORM,
				  reduce->mask_form, AICORE_MASK_CONTIGUOUS,
				  AICORE_MASK_EXTERNAL);
	/* Counter mode neither uses nor checks repeatTime. */
	if (!err && !counter)
		err = aicore_report_range(report, AICORE_FIELD_REPEAT_TIME,
					  reduce->repeat_time, 0,
					  REPEAT_TIME_MAX);
	if (!err)
		err = check_stride(soc, reduce->dst_rep_stride, report);
	if (!err)
		err = aicore_report_range(report, AICORE_FIELD_SRC_BLK_STRIDE,
					  reduce->src_blk_stride, 0,
					  STRIDE_MAX);
	if (!err)
		err = aicore_report_range(report, AICORE_FIELD_SRC_REP_STRIDE,
					  reduce->src_rep_stride, 0,
					  STRIDE_MAX);
	return err;
}

/* All lanes on, but for the last repeat: C mod E of them, or E. */
static void lanes_by_counter(struct aicore_reduce_plan *plan, u32 count)
{
	u32 lanes = AICORE_REPEAT_BYTES / plan->src_bytes;
	u32 rest = count % lanes;

	plan->repeats = count / lanes + (rest ? 1 : 0);
	aicore_mask_first(plan->mask, lanes);
	aicore_mask_first(plan->last, rest ? rest : lanes);
}

/*
 * The mask that a call brings itself. It becomes the register, and normal mode
 * the mode.
 */
static int mask_of_call(const struct aicore_reduce *reduce, u32 lanes,
			struct aicore_mask *mask, struct aicore_report *report)
{
	mask->counter = false;
	mask->count = 0;
	if (reduce->mask_form == AICORE_MASK_BITWISE) {
		mask->bits[0] = reduce->mask[0];
		mask->bits[1] = reduce->mask[1];
		return 0;
	}
	if (reduce->mask[0] > lanes)
		return aicore_report_set(report, AICORE_REASON_MASK_RANGE,
					 AICORE_FIELD_MASK, reduce->mask[0], 0,
					 lanes);
	aicore_mask_first(mask->bits, reduce->mask[0]);
	return 0;
}

/* Settles lanes and repeats; *mask is the register before and after. */
static int check_mask(struct aicore_reduce_plan *plan,
		      const struct aicore_reduce *reduce,
		      const struct aicore_env *env, struct aicore_mask *mask,
		      struct aicore_report *report)
{
	u32 lanes = AICORE_REPEAT_BYTES / plan->src_bytes;
	u64 used[2];
	int err;

	if (reduce->mask_form != AICORE_MASK_EXTERNAL) {
		err = mask_of_call(reduce, lanes, mask, report);
		if (err)
			return err;
	} else if (mask->counter) {
		lanes_by_counter(plan, mask->count);
		return 0;
	}

	/* 32-bit sources look at the low word only. */
	aicore_mask_first(used, lanes);
	plan->mask[0] = mask->bits[0] & used[0];
	plan->mask[1] = mask->bits[1] & used[1];
	memcpy(plan->last, plan->mask, sizeof(plan->last));
	plan->repeats = reduce->repeat_time;
	if (plan->mask[0] || plan->mask[1] || env->permissive ||
	    env->soc->flags & AICORE_SOC_ZERO_MASK_NOOP)
		return 0;
	return aicore_report_set(report, AICORE_REASON_MASK_ZERO,
				 AICORE_FIELD_MASK, 0, 1, lanes);
}

/* Whether any lane of DataBlock block is active. */
static bool block_active(const struct aicore_reduce_plan *plan,
			 const u64 mask[2], u32 block)
{
	u32 lanes = AICORE_BLOCK_BYTES / plan->src_bytes;
	u32 first = block * lanes;

	return mask[first / 64] >> first % 64 & ((1ULL << lanes) - 1);
}

/* The last active DataBlock of a repeat, which lies highest; -1: none. */
static int last_block(const struct aicore_reduce_plan *plan,
		      const u64 mask[2])
{
	int block;

	for (block = AICORE_REPEAT_BLOCKS - 1; block >= 0; block--) {
		if (block_active(plan, mask, block))
			break;
	}
	return block;
}

/* The highest DataBlock with an active lane, in repeats first..end-1. */
static struct aicore_runs src_runs(const struct aicore_reduce_plan *plan,
				   u64 src, const u64 mask[2], u64 first,
				   u64 end)
{
	int block = last_block(plan, mask);

	if (block < 0 || first == end)
		return (struct aicore_runs){ .start = src };
	return (struct aicore_runs){
		.start = src + first * plan->src_rep + block * plan->src_blk,
		.length = AICORE_BLOCK_BYTES,
		.period = plan->src_rep,
		.count = end - first,
	};
}

/*
 * Section 3: the source extent is the DataBlocks with an active lane. The last
 * repeat may have fewer of them than the others.
 */
static int check_src_extent(const struct aicore_reduce_plan *plan,
			    const struct aicore_place *src,
			    struct aicore_report *report)
{
	u64 last = plan->repeats ? plan->repeats - 1 : 0;
	struct aicore_runs most = src_runs(plan, src->offset, plan->mask, 0,
					   last);
	struct aicore_runs final = src_runs(plan, src->offset, plan->last, last,
					    plan->repeats);
	u64 end = aicore_runs_end(&final);
	int err;

	if (end < aicore_runs_end(&most))
		end = aicore_runs_end(&most);
	err = aicore_place_check_extent(src, AICORE_FIELD_SRC, &most, report);
	if (!err) {
		err = aicore_place_check_extent(src, AICORE_FIELD_SRC, &final,
						report);
		if (err)
			report->step = last;
	}
	/* Speak of the whole operand, not of the part that was looked at. */
	if (err && src->offset < src->span.bytes)
		report->value = end;
	return err;
}

/*
 * Whether a repeat after @repeat reads DataBlock @block at an address that
 * meets bytes start..end-1; @src is the offset of the source.
 */
static bool block_read_later(const struct aicore_reduce_plan *plan, u64 src,
			     u64 repeat, u32 block, u64 start, u64 end)
{
	u64 base = src + block * plan->src_blk + AICORE_BLOCK_BYTES - 1;
	u64 last = plan->repeats - 1;
	u64 later = repeat + 1;

	/* The first later repeat whose block doesn't end before start. */
	if (plan->src_rep && start > base + later * plan->src_rep)
		later = div64_u64(start - base + plan->src_rep - 1,
				  plan->src_rep);
	if (later > last || start > base + later * plan->src_rep)
		return false;
	if (base - (AICORE_BLOCK_BYTES - 1) + later * plan->src_rep >= end)
		return false;
	/* The last repeat uses no block that the others don't. */
	return block_active(plan, later == last ? plan->last : plan->mask,
			    block);
}

/* Section 3, Overlap. *repeat is then the one whose result is read later. */
static bool overlaps(const struct aicore_reduce_plan *plan, u64 dst, u64 src,
		     u64 *repeat)
{
	/* Results at one place: the first has all others after it. */
	u64 places = plan->dst_rep ? plan->repeats : 1;
	int blocks = last_block(plan, plan->mask) + 1;
	u64 start = dst;
	u64 i;
	int block;

	for (i = 0; i < places; i++, start += plan->dst_rep) {
		for (block = 0; block < blocks; block++) {
			if (!block_read_later(plan, src, i, block, start,
					      start + plan->dst_bytes))
				continue;
			*repeat = i;
			return true;
		}
	}
	return false;
}

static bool ranges_apart(const struct aicore_reduce_plan *plan, u64 dst,
			 u64 src)
{
	u64 rows = plan->repeats - 1;
	u64 dst_end = dst + rows * plan->dst_rep + plan->dst_bytes;
	u64 src_end = src + rows * plan->src_rep +
		      (AICORE_REPEAT_BLOCKS - 1) * plan->src_blk +
		      AICORE_BLOCK_BYTES;

	return dst_end <= src || src_end <= dst;
}

static int check_overlap(struct aicore_reduce_plan *plan,
			 const struct aicore_env *env, u64 dst, u64 src,
			 struct aicore_report *report)
{
	u64 repeat;

	if (plan->repeats < 2)
		return 0;
	if (ranges_apart(plan, dst, src) || !overlaps(plan, dst, src, &repeat)) {
		/* Nobody sees a result that the next repeat replaces. */
		if (!plan->dst_rep)
			plan->first = plan->repeats - 1;
		return 0;
	}
	if (env->permissive)
		return 0;
	report->step = repeat;
	return aicore_report_set(report, AICORE_REASON_OVERLAP,
				 AICORE_FIELD_DST, dst, 0, 0);
}

/* Alignment, extents and overlap of operands whose shape is known. */
static int check_operands(struct aicore_reduce_plan *plan,
			  const struct aicore_env *env,
			  const struct aicore_place *dst,
			  const struct aicore_place *src,
			  struct aicore_report *report)
{
	struct aicore_runs results = {
		.start = dst->offset,
		.length = plan->dst_bytes,
		.period = plan->dst_rep,
		.count = plan->repeats,
	};
	int err;

	err = aicore_place_check_alignment(dst, AICORE_FIELD_DST,
					   plan->dst_bytes, report);
	if (!err)
		err = aicore_place_check_alignment(src, AICORE_FIELD_SRC,
						   AICORE_BLOCK_BYTES, report);
	if (!err)
		err = aicore_place_check_extent(dst, AICORE_FIELD_DST, &results,
						report);
	if (!err)
		err = check_src_extent(plan, src, report);
	if (err)
		return err;
	if (!plan->mask[0] && !plan->mask[1])
		plan->repeats = 0;
	return check_overlap(plan, env, dst->offset, src->offset, report);
}

int aicore_reduce_check(struct aicore_reduce_plan *plan,
			const struct aicore_desc *desc,
			const struct aicore_env *env, struct aicore_mask *mask,
			struct aicore_report *report)
{
	const struct aicore_reduce *reduce = &desc->reduce;
	bool counter = reduce->mask_form == AICORE_MASK_EXTERNAL &&
		       mask->counter;
	struct aicore_place dst, src;
	int err;

	memset(plan, 0, sizeof(*plan));
	err = check_reserved(reduce, report);
	if (err)
		return err;
	if (!env->soc->whole_sum)
		return aicore_report_set(report, AICORE_REASON_OP_PRODUCT,
					 AICORE_FIELD_OP, desc->op, 0, 0);
	err = check_position(env, &desc->dst, AICORE_FIELD_DST, &dst, report);
	if (!err)
		err = check_position(env, &desc->src, AICORE_FIELD_SRC, &src,
				     report);
	if (!err)
		err = check_types(plan, desc, env->soc, report);
	if (!err)
		err = check_ranges(reduce, counter, env->soc, report);
	if (!err)
		err = check_mask(plan, reduce, env, mask, report);
	if (err)
		return err;

	plan->add = env->saturate ? plan->kind->add_saturate : plan->kind->add;
	plan->dst = dst.span.base + dst.offset;
	plan->src = src.span.base + src.offset;
	plan->dst_rep = reduce->dst_rep_stride * plan->dst_bytes;
	plan->src_blk = reduce->src_blk_stride * AICORE_BLOCK_BYTES;
	plan->src_rep = reduce->src_rep_stride * AICORE_BLOCK_BYTES;
	return check_operands(plan, env, &dst, &src, report);
}

/* Brings the lanes of a repeat together; one that is masked off is +0. */
static void gather(const struct aicore_reduce_plan *plan, const u8 *src,
		   const u64 mask[2], u32 value[AICORE_LANES_MAX])
{
	u32 per_block = AICORE_BLOCK_BYTES / plan->src_bytes;
	u32 block, lane = 0, end;

	for (block = 0; block < AICORE_REPEAT_BLOCKS; block++) {
		const u8 *element = src + block * plan->src_blk;

		for (end = lane + per_block; lane < end; lane++) {
			bool active = mask[lane / 64] >> lane % 64 & 1;

			value[lane] = active ? plan->kind->load(element) : 0;
			element += plan->src_bytes;
		}
	}
}

/* Section 3, Order: strictly adjacent pairs, level by level. */
static u32 sum(const struct aicore_reduce_plan *plan,
	       u32 value[AICORE_LANES_MAX])
{
	u32 nodes, i;

	for (nodes = AICORE_REPEAT_BYTES / plan->src_bytes / 2; nodes;
	     nodes /= 2) {
		for (i = 0; i < nodes; i++)
			value[i] = plan->add(value[2 * i], value[2 * i + 1]);
	}
	return value[0];
}

/*
 * A repeat reads all its lanes before it writes. Returns whether the memory
 * changed.
 */
static bool run_repeat(const struct aicore_reduce_plan *plan, u64 repeat)
{
	bool is_last = repeat == plan->repeats - 1;
	u8 *dst = plan->dst + repeat * plan->dst_rep;
	u32 value[AICORE_LANES_MAX];
	bool changed;
	u32 result;

	gather(plan, plan->src + repeat * plan->src_rep,
	       is_last ? plan->last : plan->mask, value);
	result = sum(plan, value);
	changed = memcmp(dst, &result, plan->dst_bytes);
	memcpy(dst, &result, plan->dst_bytes);
	return changed;
}

int aicore_reduce_step(const struct aicore_reduce_plan *plan, u64 *progress)
{
	bool in_place = !plan->dst_rep && !plan->src_rep;
	u64 repeat = *progress > plan->first ? *progress : plan->first;
	u32 i;

	for (i = 0; i < REPEATS_PER_STEP && repeat < plan->repeats; i++) {
		bool changed = run_repeat(plan, repeat);

		repeat++;
		/*
		 * Permissive counter mode may sum into its own source some
		 * million times. Once that changes nothing, only the last
		 * repeat, which has fewer lanes, can make a difference.
		 */
		if (in_place && !changed && repeat < plan->repeats - 1)
			repeat = plan->repeats - 1;
	}
	*progress = repeat;
	return repeat < plan->repeats;
}

// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "reduce.h"
#include "fast.h"
#include "softfloat.h"

#define REPEAT_TIME_MAX		255
#define STRIDE_MAX		65535

/* dstRepStride of PairReduceSum counts 128 bytes for every type. */
#define PAIR_UNIT_BYTES		128

/* How many lanes give one result. */
enum shape {
	WHOLE,
	BLOCK,
	PAIR,
};

/**
 * struct reduce_op - one operation of the family
 * @combine: what happens at a node
 * @shape: where the tree ends
 * @has_order: results may be values, indices or both
 * @ignores_dst_blk_stride: dstBlkStride may hold anything
 * @no_bitwise: masks are contiguous or external
 */
struct reduce_op {
	enum aicore_combine combine;
	enum shape shape;
	bool has_order;
	bool ignores_dst_blk_stride;
	bool no_bitwise;
};

static const struct reduce_op ops[] = {
	[AICORE_OP_WHOLE_REDUCE_SUM] = {
		AICORE_COMBINE_SUM, WHOLE,
	},
	[AICORE_OP_WHOLE_REDUCE_MAX] = {
		AICORE_COMBINE_MAX, WHOLE,
		.has_order = true,
	},
	[AICORE_OP_WHOLE_REDUCE_MIN] = {
		AICORE_COMBINE_MIN, WHOLE,
		.has_order = true,
	},
	[AICORE_OP_BLOCK_REDUCE_SUM] = {
		AICORE_COMBINE_SUM, BLOCK,
	},
	[AICORE_OP_BLOCK_REDUCE_MAX] = {
		AICORE_COMBINE_MAX, BLOCK,
	},
	[AICORE_OP_BLOCK_REDUCE_MIN] = {
		AICORE_COMBINE_MIN, BLOCK,
	},
	[AICORE_OP_PAIR_REDUCE_SUM] = {
		AICORE_COMBINE_SUM, PAIR,
	},
	[AICORE_OP_REPEAT_REDUCE_SUM] = {
		AICORE_COMBINE_SUM, WHOLE,
		.ignores_dst_blk_stride = true,
		.no_bitwise = true,
	},
};

static int check_reserved(const struct reduce_op *op,
			  const struct aicore_reduce *reduce,
			  struct aicore_report *report)
{
	bool unused_word = reduce->mask_form == AICORE_MASK_CONTIGUOUS &&
			   reduce->mask[1];
	bool order = reduce->order && !op->has_order;
	bool stride = reduce->dst_blk_stride && !op->ignores_dst_blk_stride;

	if (!unused_word && !order && !stride && !reduce->reserved[0] &&
	    !reduce->reserved[1])
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

/* Indices alone are uint32, whatever the values are. */
static u32 value_type(const struct reduce_op *op,
		      const struct aicore_desc *desc)
{
	if (op->has_order && desc->reduce.order == AICORE_ORDER_ONLY_INDEX &&
	    desc->dst_type == AICORE_TYPE_UINT32)
		return desc->src_type;
	return desc->dst_type;
}

static int check_types(struct aicore_reduce_plan *plan,
		       const struct reduce_op *op,
		       const struct aicore_desc *desc,
		       const struct aicore_env *env,
		       struct aicore_report *report)
{
	const struct aicore_type_info *src = aicore_type_find(desc->src_type);
	struct aicore_node_mode mode = {
		.saturate = env->saturate,
		.float_nodes = env->float_nodes,
	};

	if (!src)
		return aicore_report_set(report, AICORE_REASON_TYPE_UNKNOWN,
					 AICORE_FIELD_SRC_TYPE, desc->src_type,
					 0, 0);
	if (!aicore_type_find(desc->dst_type))
		return aicore_report_set(report, AICORE_REASON_TYPE_UNKNOWN,
					 AICORE_FIELD_DST_TYPE, desc->dst_type,
					 0, 0);
	plan->node = aicore_node_find(op->combine, desc->src_type,
				      value_type(op, desc), mode);
	if (!plan->node ||
	    !aicore_type_in(desc->src_type, aicore_reduce_types(env->soc, desc->op)))
		return aicore_report_set(report, AICORE_REASON_TYPE_PAIR,
					 AICORE_FIELD_SRC_TYPE, desc->src_type,
					 0, 0);
	plan->src_bytes = src->bytes;
	plan->value_bytes = aicore_type_find(plan->node->dst_type)->bytes;
	plan->lanes = AICORE_REPEAT_BYTES / plan->src_bytes;
	return 0;
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
	if (!err)
		err = aicore_report_range(report, AICORE_FIELD_ORDER,
					  reduce->order,
					  AICORE_ORDER_VALUE_INDEX,
					  AICORE_ORDER_ONLY_INDEX);
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
	u32 lanes = plan->lanes;
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
		      const struct reduce_op *op,
		      const struct aicore_reduce *reduce,
		      const struct aicore_env *env, struct aicore_mask *mask,
		      struct aicore_report *report)
{
	u64 used[2];
	int err;

	if (op->no_bitwise && reduce->mask_form == AICORE_MASK_BITWISE)
		return aicore_report_set(report, AICORE_REASON_MASK_FORM,
					 AICORE_FIELD_MASK_FORM,
					 reduce->mask_form, 0, 0);
	if (reduce->mask_form != AICORE_MASK_EXTERNAL) {
		err = mask_of_call(reduce, plan->lanes, mask, report);
		if (err)
			return err;
	} else if (mask->counter) {
		lanes_by_counter(plan, mask->count);
		return 0;
	}

	/* 32-bit sources look at the low word only. */
	aicore_mask_first(used, plan->lanes);
	plan->mask[0] = mask->bits[0] & used[0];
	plan->mask[1] = mask->bits[1] & used[1];
	memcpy(plan->last, plan->mask, sizeof(plan->last));
	plan->repeats = reduce->repeat_time;
	if (plan->mask[0] || plan->mask[1] || env->permissive ||
	    env->soc->flags & AICORE_SOC_ZERO_MASK_NOOP)
		return 0;
	return aicore_report_set(report, AICORE_REASON_MASK_ZERO,
				 AICORE_FIELD_MASK, 0, 1, plan->lanes);
}

static bool block_active(const struct aicore_reduce_plan *plan,
			 const u64 mask[2], u32 block)
{
	u32 lanes = AICORE_BLOCK_BYTES / plan->src_bytes;

	return aicore_mask_any(mask, block * lanes, lanes);
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
					      start + plan->result_bytes))
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
	u64 dst_end = dst + rows * plan->dst_rep + plan->result_bytes;
	u64 src_end = src + rows * plan->src_rep +
		      (AICORE_REPEAT_BLOCKS - 1) * plan->src_blk +
		      AICORE_BLOCK_BYTES;

	return dst_end <= src || src_end <= dst;
}

/*
 * Nobody sees results that the next repeat replaces. The last repeat may leave
 * groups as the one before it left them.
 */
static void skip_hidden_repeats(struct aicore_reduce_plan *plan)
{
	u64 visible = plan->groups > 1 ? 2 : 1;

	if (!plan->dst_rep && plan->repeats > visible)
		plan->first = plan->repeats - visible;
}

static int check_overlap(struct aicore_reduce_plan *plan,
			 const struct aicore_env *env, u64 dst, u64 src,
			 struct aicore_report *report)
{
	u64 repeat;

	if (plan->repeats < 2)
		return 0;
	if (ranges_apart(plan, dst, src) || !overlaps(plan, dst, src, &repeat)) {
		skip_hidden_repeats(plan);
		return 0;
	}
	if (env->permissive) {
		plan->in_order = true;
		return 0;
	}
	report->step = repeat;
	return aicore_report_set(report, AICORE_REASON_OVERLAP,
				 AICORE_FIELD_DST, dst, 0, 0);
}

/* Alignment, extents and overlap of operands whose shape is known. */
static int check_operands(struct aicore_reduce_plan *plan,
			  const struct aicore_env *env,
			  const struct aicore_place *dst, u32 alignment,
			  const struct aicore_place *src,
			  struct aicore_report *report)
{
	struct aicore_runs results = {
		.start = dst->offset,
		.length = plan->result_bytes,
		.period = plan->dst_rep,
		.count = plan->repeats,
	};
	int err;

	err = aicore_place_check_alignment(dst, AICORE_FIELD_DST, alignment,
					   report);
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

/**
 * struct layout - where one repeat puts its results
 * @unit: of dstRepStride, in bytes
 * @alignment: of dst
 */
struct layout {
	u32 unit;
	u32 alignment;
};

/* Bytes of a value, an index, or both; the index is as wide as the value. */
static u32 ordered_bytes(u32 order, u32 value_bytes)
{
	switch (order) {
	case AICORE_ORDER_ONLY_VALUE:
		return value_bytes;
	case AICORE_ORDER_ONLY_INDEX:
		return sizeof(u32);
	default:
		return 2 * value_bytes;
	}
}

/* The table of destination layouts in the UAPI header. */
static struct layout find_layout(struct aicore_reduce_plan *plan,
				 const struct reduce_op *op, u32 order)
{
	plan->order = op->has_order ? order : AICORE_ORDER_ONLY_VALUE;
	switch (op->shape) {
	case PAIR:
		plan->groups = plan->lanes / 2;
		plan->result_bytes = plan->groups * plan->value_bytes;
		return (struct layout){ PAIR_UNIT_BYTES, AICORE_BLOCK_BYTES };
	case BLOCK:
		plan->groups = AICORE_REPEAT_BLOCKS;
		plan->result_bytes = plan->groups * plan->value_bytes;
		break;
	default:
		plan->groups = 1;
		plan->result_bytes = ordered_bytes(plan->order,
						   plan->value_bytes);
		break;
	}
	return (struct layout){ plan->result_bytes, plan->result_bytes };
}

/* What a group without active lanes gets, where it doesn't keep its result. */
static u32 idle_value(const struct aicore_reduce_plan *plan,
		      const struct reduce_op *op, const struct aicore_env *env)
{
	bool finite = env->saturate || env->soc->idle == AICORE_SOC_IDLE_FINITE;
	u32 half = finite ? AICORE_HALF_MAX : AICORE_HALF_INF;
	bool max = op->combine == AICORE_COMBINE_MAX;

	if (op->combine == AICORE_COMBINE_SUM)
		return 0;
	if (plan->node->dst_type == AICORE_TYPE_HALF)
		return half | (max ? AICORE_HALF_SIGN : 0);
	return AICORE_FLOAT_INF | (max ? AICORE_FLOAT_SIGN : 0);
}

static int check_order(const struct aicore_reduce_plan *plan,
		       const struct reduce_op *op,
		       const struct aicore_soc *soc,
		       struct aicore_report *report)
{
	if (!op->has_order || soc->orders >> plan->order & 1)
		return 0;
	return aicore_report_set(report, AICORE_REASON_ORDER,
				 AICORE_FIELD_ORDER, plan->order, 0, 0);
}

static int check_positions(const struct aicore_desc *desc,
			   const struct aicore_env *env,
			   struct aicore_place *dst, struct aicore_place *src,
			   struct aicore_report *report)
{
	int err;

	err = check_position(env, &desc->dst, AICORE_FIELD_DST, dst, report);
	if (!err)
		err = check_position(env, &desc->src, AICORE_FIELD_SRC, src,
				     report);
	return err;
}

int aicore_reduce_check(struct aicore_reduce_plan *plan,
			const struct aicore_desc *desc,
			const struct aicore_env *env, struct aicore_mask *mask,
			struct aicore_report *report)
{
	const struct aicore_reduce *reduce = &desc->reduce;
	const struct reduce_op *op = &ops[desc->op];
	bool counter = reduce->mask_form == AICORE_MASK_EXTERNAL &&
		       mask->counter;
	struct aicore_place dst, src;
	struct layout layout;
	int err;

	memset(plan, 0, sizeof(*plan));
	err = check_reserved(op, reduce, report);
	if (err)
		return err;
	if (!aicore_reduce_types(env->soc, desc->op))
		return aicore_report_set(report, AICORE_REASON_OP_PRODUCT,
					 AICORE_FIELD_OP, desc->op, 0, 0);
	err = check_positions(desc, env, &dst, &src, report);
	if (!err)
		err = check_types(plan, op, desc, env, report);
	if (!err)
		err = check_ranges(reduce, counter, env->soc, report);
	if (!err)
		err = check_mask(plan, op, reduce, env, mask, report);
	if (err)
		return err;

	layout = find_layout(plan, op, reduce->order);
	plan->keep_idle = env->soc->idle == AICORE_SOC_IDLE_KEEPS;
	plan->idle_value = idle_value(plan, op, env);
	plan->dst_rep = reduce->dst_rep_stride * layout.unit;
	plan->src_blk = reduce->src_blk_stride * AICORE_BLOCK_BYTES;
	plan->src_rep = reduce->src_rep_stride * AICORE_BLOCK_BYTES;
	err = check_order(plan, op, env->soc, report);
	if (!err)
		err = check_operands(plan, env, &dst, layout.alignment, &src,
				     report);
	if (err)
		return err;
	/* Not before: an offset may be any number until it is checked. */
	plan->dst = dst.span.base + dst.offset;
	plan->src = src.span.base + src.offset;
	plan->saturate = env->saturate;
	plan->kernels = env->kernels;
	plan->kernel = op->combine == AICORE_COMBINE_SUM ?
		       aicore_fast_sum(plan, env->float_nodes) :
		       AICORE_KERNELS;
	return 0;
}

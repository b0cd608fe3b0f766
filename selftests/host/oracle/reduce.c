// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a reduction is accepted with: section 3 for WholeReduceSum, and the UAPI
 * header for where the others put their results. fold.c runs them.
 */
#include <string.h>

#include "oracle.h"

#define DATA_BLOCK 32
#define DATA_BLOCKS 8

static const struct oracle_reduction reductions[] = {
	{ AICORE_OP_WHOLE_REDUCE_SUM, "WholeReduceSum",
	  ORACLE_SUM, ORACLE_WHOLE, false, false },
	{ AICORE_OP_WHOLE_REDUCE_MAX, "WholeReduceMax",
	  ORACLE_MAX, ORACLE_WHOLE, true, false },
	{ AICORE_OP_WHOLE_REDUCE_MIN, "WholeReduceMin",
	  ORACLE_MIN, ORACLE_WHOLE, true, false },
	{ AICORE_OP_BLOCK_REDUCE_SUM, "BlockReduceSum",
	  ORACLE_SUM, ORACLE_BLOCK, false, false },
	{ AICORE_OP_BLOCK_REDUCE_MAX, "BlockReduceMax",
	  ORACLE_MAX, ORACLE_BLOCK, false, false },
	{ AICORE_OP_BLOCK_REDUCE_MIN, "BlockReduceMin",
	  ORACLE_MIN, ORACLE_BLOCK, false, false },
	{ AICORE_OP_PAIR_REDUCE_SUM, "PairReduceSum",
	  ORACLE_SUM, ORACLE_PAIR, false, false },
	{ AICORE_OP_REPEAT_REDUCE_SUM, "RepeatReduceSum",
	  ORACLE_SUM, ORACLE_WHOLE, false, true },
};

#define REDUCTIONS (sizeof(reductions) / sizeof(reductions[0]))

const struct oracle_reduction *oracle_reduction_find(uint32_t op)
{
	for (size_t i = 0; i < REDUCTIONS; i++)
		if (reductions[i].op == op)
			return &reductions[i];
	return NULL;
}

const struct oracle_reduction *oracle_reduction_named(const char *name)
{
	for (size_t i = 0; i < REDUCTIONS; i++)
		if (!strcmp(reductions[i].name, name))
			return &reductions[i];
	return NULL;
}

uint32_t oracle_result_bytes(const struct aicore_desc *desc)
{
	const struct oracle_reduction *reduction =
		oracle_reduction_find(desc->op);
	uint32_t size = oracle_type_bytes(desc->src_type);

	if (reduction->group == ORACLE_BLOCK)
		return 8 * size;
	if (reduction->group == ORACLE_PAIR)
		return 128;
	if (!reduction->has_index)
		return oracle_type_bytes(desc->dst_type);
	switch (desc->reduce.order) {
	case AICORE_ORDER_ONLY_VALUE:
		return size;
	case AICORE_ORDER_ONLY_INDEX:
		return 4;
	default:
		return 2 * size;
	}
}

uint32_t oracle_result_alignment(const struct aicore_desc *desc)
{
	if (desc->op == AICORE_OP_PAIR_REDUCE_SUM)
		return 32;
	return oracle_result_bytes(desc);
}

static uint32_t lane_bytes(const struct oracle_call *call)
{
	return oracle_type_bytes(call->desc.src_type);
}

uint32_t oracle_lane_count(const struct oracle_call *call)
{
	return DATA_BLOCKS * DATA_BLOCK / lane_bytes(call);
}

bool oracle_lane_active(const uint64_t lanes[2], uint32_t lane)
{
	return lanes[lane / 64] >> lane % 64 & 1;
}

bool oracle_any_lane(const struct oracle_call *call)
{
	for (uint32_t lane = 0; lane < oracle_lane_count(call); lane++)
		if (oracle_lane_active(call->lanes, lane))
			return true;
	return false;
}

const uint64_t *oracle_lanes_of(const struct oracle_call *call,
				uint64_t repeat)
{
	return repeat + 1 == call->repeats ? call->last_lanes : call->lanes;
}

static void first_lanes(uint64_t lanes[2], uint64_t count)
{
	lanes[0] = 0;
	lanes[1] = 0;
	for (uint64_t lane = 0; lane < count; lane++)
		lanes[lane / 64] |= 1ULL << lane % 64;
}

/* Walks. With both strides 0 all repeats but the last look alike. */

static uint64_t next_repeat(const struct oracle_call *call, uint64_t repeat)
{
	const struct aicore_reduce *reduce = &call->desc.reduce;

	if (!reduce->dst_rep_stride && !reduce->src_rep_stride && repeat == 1 &&
	    call->repeats > 3)
		return call->repeats - 1;
	return repeat + 1;
}

static bool next_result(struct oracle_walk *walk, struct oracle_run *run)
{
	const struct oracle_call *call = walk->call;
	uint64_t bytes = oracle_result_bytes(&call->desc);

	if (walk->step >= walk->steps)
		return false;
	run->step = walk->step;
	run->length = bytes;
	run->start = (oracle_address)walk->step *
		     call->desc.reduce.dst_rep_stride * bytes;
	run->start += call->desc.dst.offset;
	walk->step = next_repeat(call, walk->step);
	return true;
}

static bool data_block_active(const struct oracle_walk *walk)
{
	const uint64_t *lanes = oracle_lanes_of(walk->call, walk->step);
	uint32_t per_block = DATA_BLOCK / lane_bytes(walk->call);

	for (uint32_t i = 0; i < per_block; i++)
		if (oracle_lane_active(lanes, walk->unit * per_block + i))
			return true;
	return false;
}

static bool next_data_block(struct oracle_walk *walk, struct oracle_run *run)
{
	const struct aicore_desc *desc = &walk->call->desc;

	for (; walk->step < walk->steps;
	     walk->step = next_repeat(walk->call, walk->step), walk->unit = 0) {
		while (walk->unit < DATA_BLOCKS && !data_block_active(walk))
			walk->unit++;
		if (walk->unit == DATA_BLOCKS)
			continue;
		run->step = walk->step;
		run->length = DATA_BLOCK;
		run->start = (oracle_address)walk->step *
			     desc->reduce.src_rep_stride;
		run->start += walk->unit * desc->reduce.src_blk_stride;
		run->start = run->start * DATA_BLOCK + desc->src.offset;
		walk->unit++;
		return true;
	}
	return false;
}

/* Checks */

static int reserved_check(const struct oracle_reduction *reduction,
			  const struct aicore_reduce *reduce,
			  struct aicore_report *report)
{
	enum aicore_field field = AICORE_FIELD_NONE;

	if (reduce->order && !reduction->has_index)
		field = AICORE_FIELD_ORDER;
	else if (reduce->mask_form == AICORE_MASK_CONTIGUOUS && reduce->mask[1])
		field = AICORE_FIELD_MASK;
	else if (reduce->dst_blk_stride && !reduction->is_repeat_sum)
		field = AICORE_FIELD_DST_BLK_STRIDE;
	else if (reduce->reserved[0] || reduce->reserved[1])
		field = AICORE_FIELD_RESERVED;
	if (field == AICORE_FIELD_NONE)
		return 0;
	return oracle_refuse(report, AICORE_REASON_RESERVED, field);
}

static bool is_integer(uint32_t type)
{
	return type == AICORE_TYPE_INT16 || type == AICORE_TYPE_UINT16 ||
	       type == AICORE_TYPE_INT32 || type == AICORE_TYPE_UINT32;
}

/* The type of the sums of integers: 32 bits wide. */
static uint32_t wide(uint32_t type)
{
	return type == AICORE_TYPE_INT16 || type == AICORE_TYPE_INT32 ?
		       AICORE_TYPE_INT32 : AICORE_TYPE_UINT32;
}

/* The types of the sources. */
static bool source_taken(const struct oracle_soc *soc,
			 const struct oracle_reduction *reduction, uint32_t type)
{
	bool whole_sum = reduction->group == ORACLE_WHOLE &&
			 reduction->fold == ORACLE_SUM;

	if (type == AICORE_TYPE_HALF)
		return true;
	if (type == AICORE_TYPE_FLOAT)
		return whole_sum || soc->reduces_floats;
	return is_integer(type) && soc->reduces_integers &&
	       reduction->group == ORACLE_WHOLE;
}

bool oracle_reduction_takes(const struct oracle_soc *soc,
			    const struct aicore_desc *desc)
{
	const struct oracle_reduction *reduction =
		oracle_reduction_find(desc->op);

	if (!source_taken(soc, reduction, desc->src_type))
		return false;
	if (reduction->fold == ORACLE_SUM && is_integer(desc->src_type))
		return desc->dst_type == wide(desc->src_type);
	if (reduction->has_index && desc->dst_type == AICORE_TYPE_UINT32 &&
	    desc->reduce.order == AICORE_ORDER_ONLY_INDEX)
		return true;
	return desc->dst_type == desc->src_type;
}

static int types_check(const struct oracle_soc *soc,
		       const struct aicore_desc *desc,
		       struct aicore_report *report)
{
	if (!oracle_type_bytes(desc->src_type))
		return oracle_refuse(report, AICORE_REASON_TYPE_UNKNOWN,
				     AICORE_FIELD_SRC_TYPE);
	if (!oracle_type_bytes(desc->dst_type))
		return oracle_refuse(report, AICORE_REASON_TYPE_UNKNOWN,
				     AICORE_FIELD_DST_TYPE);
	if (!oracle_reduction_takes(soc, desc))
		return oracle_refuse(report, AICORE_REASON_TYPE_PAIR,
				     AICORE_FIELD_SRC_TYPE);
	return 0;
}

static int ranges_check(const struct oracle_core *core,
			const struct aicore_reduce *reduce,
			struct aicore_report *report)
{
	bool counted = reduce->mask_form == AICORE_MASK_EXTERNAL &&
		       core->mask.counter;
	int error = oracle_range(report, AICORE_FIELD_MASK_FORM,
				 reduce->mask_form, AICORE_MASK_CONTIGUOUS,
				 AICORE_MASK_EXTERNAL);

	if (!error)
		error = oracle_range(report, AICORE_FIELD_ORDER, reduce->order,
				     AICORE_ORDER_VALUE_INDEX,
				     AICORE_ORDER_ONLY_INDEX);
	if (!error && !counted)
		error = oracle_range(report, AICORE_FIELD_REPEAT_TIME,
				     reduce->repeat_time, 0, 255);
	if (!error)
		error = oracle_range(report, AICORE_FIELD_DST_REP_STRIDE,
				     reduce->dst_rep_stride, 0, 65535);
	if (!error && !reduce->dst_rep_stride &&
	    !core->device->soc->dst_rep_stride_0)
		error = oracle_refuse(report, AICORE_REASON_STRIDE_ZERO,
				      AICORE_FIELD_DST_REP_STRIDE);
	if (!error)
		error = oracle_range(report, AICORE_FIELD_SRC_BLK_STRIDE,
				     reduce->src_blk_stride, 0, 65535);
	if (!error)
		error = oracle_range(report, AICORE_FIELD_SRC_REP_STRIDE,
				     reduce->src_rep_stride, 0, 65535);
	return error;
}

/* The mask register after the call. */
static void write_register(struct oracle_mask *mask,
			   const struct aicore_reduce *reduce)
{
	if (reduce->mask_form == AICORE_MASK_EXTERNAL)
		return;
	mask->counter = false;
	mask->count = 0;
	if (reduce->mask_form == AICORE_MASK_CONTIGUOUS)
		first_lanes(mask->bits, reduce->mask[0]);
	else
		memcpy(mask->bits, reduce->mask, sizeof(mask->bits));
}

/* The repeats and lanes that a call in counter mode runs. */
static void count_lanes(struct oracle_call *call, uint64_t count)
{
	uint64_t lanes = oracle_lane_count(call);

	call->repeats = (count + lanes - 1) / lanes;
	first_lanes(call->lanes, lanes);
	first_lanes(call->last_lanes, count % lanes ? count % lanes : lanes);
}

static int mask_check(const struct oracle_core *core, struct oracle_call *call,
		      struct oracle_mask *mask, struct aicore_report *report)
{
	const struct aicore_reduce *reduce = &call->desc.reduce;

	if (reduce->mask_form == AICORE_MASK_BITWISE &&
	    oracle_reduction_find(call->desc.op)->is_repeat_sum)
		return oracle_refuse(report, AICORE_REASON_MASK_FORM,
				     AICORE_FIELD_MASK_FORM);
	if (reduce->mask_form == AICORE_MASK_CONTIGUOUS &&
	    reduce->mask[0] > oracle_lane_count(call)) {
		oracle_refuse(report, AICORE_REASON_MASK_RANGE,
			      AICORE_FIELD_MASK);
		report->value = reduce->mask[0];
		report->high = oracle_lane_count(call);
		return oracle_errno(AICORE_REASON_MASK_RANGE);
	}
	write_register(mask, reduce);
	if (mask->counter) {
		count_lanes(call, mask->count);
		return 0;
	}
	call->repeats = reduce->repeat_time;
	memcpy(call->lanes, mask->bits, sizeof(call->lanes));
	memcpy(call->last_lanes, mask->bits, sizeof(call->last_lanes));
	if (oracle_any_lane(call) ||
	    core->device->soc->zero_mask_is_noop || call->permissive)
		return 0;
	return oracle_refuse(report, AICORE_REASON_MASK_ZERO,
			     AICORE_FIELD_MASK);
}

static int order_check(const struct oracle_soc *soc,
		       const struct aicore_desc *desc,
		       struct aicore_report *report)
{
	if (!oracle_reduction_find(desc->op)->has_index ||
	    soc->orders[desc->reduce.order])
		return 0;
	return oracle_refuse(report, AICORE_REASON_ORDER, AICORE_FIELD_ORDER);
}

static int places_check(const struct oracle_call *call,
			struct oracle_walk *dst, struct oracle_walk *src,
			struct aicore_report *report)
{
	const struct aicore_desc *desc = &call->desc;
	int error = oracle_alignment(report, AICORE_FIELD_DST, desc->dst.offset,
				     oracle_result_alignment(desc));

	if (!error)
		error = oracle_alignment(report, AICORE_FIELD_SRC,
					 desc->src.offset, DATA_BLOCK);
	/* with a stride of 0 the first repeat shows the extent */
	dst->steps = call->repeats;
	src->steps = call->repeats;
	if (call->repeats && !desc->reduce.dst_rep_stride)
		dst->steps = 1;
	if (call->repeats && !desc->reduce.src_rep_stride)
		src->steps = 1;
	if (!error)
		error = oracle_extent(*dst, &call->dst, desc->dst.offset,
				      AICORE_FIELD_DST, report);
	if (!error)
		error = oracle_extent(*src, &call->src, desc->src.offset,
				      AICORE_FIELD_SRC, report);
	dst->steps = call->repeats;
	src->steps = call->repeats;
	return error;
}

/* Nothing runs beyond a no-op's checks: it has no source. */
static int overlap_check(const struct oracle_call *call,
			 const struct oracle_walk *dst,
			 const struct oracle_walk *src,
			 struct aicore_report *report)
{
	uint32_t *marks;
	uint32_t step;

	if (call->permissive || !oracle_any_lane(call))
		return 0;
	marks = oracle_mark(*src, call->src.bytes);
	step = oracle_meet(*dst, marks, true);
	oracle_unmark(*src, marks);
	if (step == AICORE_NO_STEP)
		return 0;
	oracle_refuse(report, AICORE_REASON_OVERLAP, AICORE_FIELD_DST);
	report->step = step;
	return oracle_errno(AICORE_REASON_OVERLAP);
}

int oracle_reduce_check(struct oracle_core *core, struct oracle_call *call,
			struct oracle_mask *mask, struct aicore_report *report)
{
	const struct oracle_soc *soc = core->device->soc;
	const struct aicore_desc *desc = &call->desc;
	struct oracle_walk dst = { .next = next_result, .call = call };
	struct oracle_walk src = { .next = next_data_block, .call = call };
	int error = reserved_check(oracle_reduction_find(desc->op),
				   &desc->reduce, report);

	if (!error && !soc->reduces)
		error = oracle_refuse(report, AICORE_REASON_OP_PRODUCT,
				      AICORE_FIELD_OP);
	if (!error)
		error = oracle_operand(core, &desc->dst, AICORE_FIELD_DST, true,
				       &call->dst, report);
	if (!error)
		error = oracle_operand(core, &desc->src, AICORE_FIELD_SRC, true,
				       &call->src, report);
	if (!error)
		error = types_check(soc, desc, report);
	if (!error)
		error = ranges_check(core, &desc->reduce, report);
	if (!error)
		error = mask_check(core, call, mask, report);
	if (!error)
		error = order_check(soc, desc, report);
	if (!error)
		error = places_check(call, &dst, &src, report);
	if (!error)
		error = overlap_check(call, &dst, &src, report);
	return error;
}

// SPDX-License-Identifier: GPL-2.0-only
/* WholeReduceSum (section 3). */
#include <string.h>

#include "oracle.h"

#define DATA_BLOCK 32
#define DATA_BLOCKS 8
#define MAX_LANES 128

static uint32_t lane_bytes(const struct oracle_call *call)
{
	return oracle_type_bytes(call->desc.src_type);
}

static uint32_t lane_count(const struct oracle_call *call)
{
	return DATA_BLOCKS * DATA_BLOCK / lane_bytes(call);
}

static bool lane_active(const uint64_t lanes[2], uint32_t lane)
{
	return lanes[lane / 64] >> lane % 64 & 1;
}

static bool any_lane(const struct oracle_call *call, const uint64_t lanes[2])
{
	for (uint32_t lane = 0; lane < lane_count(call); lane++)
		if (lane_active(lanes, lane))
			return true;
	return false;
}

static const uint64_t *lanes_of(const struct oracle_call *call, uint64_t repeat)
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
	uint64_t bytes = oracle_type_bytes(call->desc.dst_type);

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
	const uint64_t *lanes = lanes_of(walk->call, walk->step);
	uint32_t per_block = DATA_BLOCK / lane_bytes(walk->call);

	for (uint32_t i = 0; i < per_block; i++)
		if (lane_active(lanes, walk->unit * per_block + i))
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

static int reserved_check(const struct aicore_reduce *reduce,
			  struct aicore_report *report)
{
	enum aicore_field field = AICORE_FIELD_NONE;

	if (reduce->order)
		field = AICORE_FIELD_ORDER;
	else if (reduce->mask_form == AICORE_MASK_CONTIGUOUS && reduce->mask[1])
		field = AICORE_FIELD_MASK;
	else if (reduce->dst_blk_stride)
		field = AICORE_FIELD_DST_BLK_STRIDE;
	else if (reduce->reserved[0] || reduce->reserved[1])
		field = AICORE_FIELD_RESERVED;
	if (field == AICORE_FIELD_NONE)
		return 0;
	return oracle_refuse(report, AICORE_REASON_RESERVED, field);
}

static bool pair_taken(const struct oracle_soc *soc, uint32_t src, uint32_t dst)
{
	if (src == AICORE_TYPE_HALF || src == AICORE_TYPE_FLOAT)
		return dst == src;
	if (!soc->whole_sum_integers)
		return false;
	if (src == AICORE_TYPE_INT32 || src == AICORE_TYPE_INT16)
		return dst == AICORE_TYPE_INT32;
	if (src == AICORE_TYPE_UINT32 || src == AICORE_TYPE_UINT16)
		return dst == AICORE_TYPE_UINT32;
	return false;
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
	if (!pair_taken(soc, desc->src_type, desc->dst_type))
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
	uint64_t lanes = lane_count(call);

	call->repeats = (count + lanes - 1) / lanes;
	first_lanes(call->lanes, lanes);
	first_lanes(call->last_lanes, count % lanes ? count % lanes : lanes);
}

static int mask_check(const struct oracle_core *core, struct oracle_call *call,
		      struct oracle_mask *mask, struct aicore_report *report)
{
	const struct aicore_reduce *reduce = &call->desc.reduce;

	if (reduce->mask_form == AICORE_MASK_CONTIGUOUS &&
	    reduce->mask[0] > lane_count(call)) {
		oracle_refuse(report, AICORE_REASON_MASK_RANGE,
			      AICORE_FIELD_MASK);
		report->value = reduce->mask[0];
		report->high = lane_count(call);
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
	if (any_lane(call, call->lanes) ||
	    core->device->soc->zero_mask_is_noop || call->permissive)
		return 0;
	return oracle_refuse(report, AICORE_REASON_MASK_ZERO,
			     AICORE_FIELD_MASK);
}

static int places_check(const struct oracle_call *call,
			struct oracle_walk *dst, struct oracle_walk *src,
			struct aicore_report *report)
{
	const struct aicore_desc *desc = &call->desc;
	int error = oracle_alignment(report, AICORE_FIELD_DST, desc->dst.offset,
				     oracle_type_bytes(desc->dst_type));

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

	if (call->permissive || !any_lane(call, call->lanes))
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
	int error = reserved_check(&desc->reduce, report);

	if (!error && !soc->whole_sum)
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
		error = places_check(call, &dst, &src, report);
	if (!error)
		error = overlap_check(call, &dst, &src, report);
	return error;
}

/* Running */

static double half_tree(const double *lanes, uint32_t count, bool saturate)
{
	if (count == 1)
		return lanes[0];
	return oracle_half_round(half_tree(lanes, count / 2, saturate) +
				 half_tree(lanes + count / 2, count / 2,
					   saturate), saturate);
}

static float float_tree(const float *lanes, uint32_t count)
{
	if (count == 1)
		return lanes[0];
	return float_tree(lanes, count / 2) +
	       float_tree(lanes + count / 2, count / 2);
}

static uint64_t sum_halves(const uint64_t *lanes, uint32_t count, bool saturate)
{
	double values[MAX_LANES];

	for (uint32_t i = 0; i < count; i++)
		values[i] = oracle_half_value((uint16_t)lanes[i]);
	return oracle_half_bits(half_tree(values, count, saturate));
}

static uint64_t sum_floats(const uint64_t *lanes, uint32_t count)
{
	float values[MAX_LANES];

	for (uint32_t i = 0; i < count; i++)
		values[i] = oracle_float_value((uint32_t)lanes[i]);
	return oracle_float_bits(float_tree(values, count));
}

static uint64_t sum_integers(const uint64_t *lanes, uint32_t count,
			     bool sign_extend)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < count; i++)
		sum += sign_extend ? (uint64_t)(int16_t)lanes[i] : lanes[i];
	return sum & 0xffffffff;
}

static uint64_t sum(const struct oracle_call *call, const uint64_t *lanes)
{
	uint32_t count = lane_count(call);

	switch (call->desc.src_type) {
	case AICORE_TYPE_HALF:
		return sum_halves(lanes, count, call->saturate);
	case AICORE_TYPE_FLOAT:
		return sum_floats(lanes, count);
	default:
		return sum_integers(lanes, count,
				    call->desc.src_type == AICORE_TYPE_INT16);
	}
}

/* Runs one repeat; whether it changed a byte. */
static bool run_repeat(const struct oracle_call *call, uint64_t repeat)
{
	const struct aicore_desc *desc = &call->desc;
	uint32_t size = lane_bytes(call);
	uint32_t per_block = DATA_BLOCK / size;
	uint32_t result_size = oracle_type_bytes(desc->dst_type);
	uint64_t lanes[MAX_LANES] = { 0 };
	uint8_t *result;
	uint64_t old;

	for (uint32_t e = 0; e < lane_count(call); e++) {
		uint64_t block = repeat * desc->reduce.src_rep_stride +
				 e / per_block * desc->reduce.src_blk_stride;

		if (lane_active(lanes_of(call, repeat), e))
			lanes[e] = oracle_load(call->src.base +
					       desc->src.offset +
					       DATA_BLOCK * block +
					       size * (e % per_block), size);
	}
	result = call->dst.base + desc->dst.offset +
		 repeat * desc->reduce.dst_rep_stride * result_size;
	old = oracle_load(result, result_size);
	oracle_store(result, sum(call, lanes), result_size);
	return oracle_load(result, result_size) != old;
}

void oracle_reduce_run(const struct oracle_call *call)
{
	const struct aicore_reduce *reduce = &call->desc.reduce;
	bool same = !reduce->dst_rep_stride && !reduce->src_rep_stride;

	if (!any_lane(call, call->lanes))
		return;
	for (uint64_t repeat = 0; repeat < call->repeats; repeat++) {
		bool changed = run_repeat(call, repeat);

		/* one that changed nothing would do so again and again */
		if (same && !changed && repeat + 2 < call->repeats)
			repeat = call->repeats - 2;
	}
}

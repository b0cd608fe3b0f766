// SPDX-License-Identifier: GPL-2.0-only
/*
 * Running reductions. A repeat is read whole, group by group one result is made
 * of it, and then it is written. Sums follow the tree; a maximum or minimum is
 * looked for from the first lane to the last, because which one wins doesn't
 * depend on the tree.
 */
#include <math.h>
#include <string.h>

#include "oracle.h"

#define DATA_BLOCK 32
#define MAX_LANES 128
#define MAX_RESULT_BYTES 128
#define HALF_MAX 65504.0

/* Some neighbouring lanes of one repeat, which give one result. */
struct group {
	uint64_t bits[MAX_LANES];
	bool active[MAX_LANES];
	uint32_t lanes;
};

static bool any_active(const struct group *group)
{
	for (uint32_t i = 0; i < group->lanes; i++)
		if (group->active[i])
			return true;
	return false;
}

/* Sums */

static double half_tree(const double *lanes, uint32_t count, bool saturate)
{
	if (count == 1)
		return lanes[0];
	return oracle_half_round(half_tree(lanes, count / 2, saturate) +
				 half_tree(lanes + count / 2, count / 2,
					   saturate), saturate);
}

/* A node of halves that is a float: it stays in the range of a half. */
static float bounded(float node)
{
	if (isnan(node))
		return 0;
	return fabsf(node) > HALF_MAX ? copysignf(HALF_MAX, node) : node;
}

static float float_tree(const float *lanes, uint32_t count, bool saturate)
{
	float node;

	if (count == 1)
		return lanes[0];
	node = float_tree(lanes, count / 2, saturate) +
	       float_tree(lanes + count / 2, count / 2, saturate);
	return saturate ? bounded(node) : node;
}

static uint64_t sum_halves(const struct oracle_call *call,
			   const struct group *group)
{
	double values[MAX_LANES] = { 0 };
	float floats[MAX_LANES];
	double root;

	for (uint32_t i = 0; i < group->lanes; i++) {
		if (group->active[i])
			values[i] = oracle_half_value((uint16_t)group->bits[i]);
		floats[i] = (float)values[i];
	}
	if (call->float_nodes)
		root = oracle_half_round(float_tree(floats, group->lanes,
						    call->saturate),
					 call->saturate);
	else
		root = half_tree(values, group->lanes, call->saturate);
	return oracle_half_bits(root);
}

static uint64_t sum_floats(const struct group *group)
{
	float values[MAX_LANES] = { 0 };

	for (uint32_t i = 0; i < group->lanes; i++)
		if (group->active[i])
			values[i] = oracle_float_value((uint32_t)group->bits[i]);
	return oracle_float_bits(float_tree(values, group->lanes, false));
}

static uint64_t sum_integers(const struct group *group, bool sign_extend)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < group->lanes; i++)
		if (group->active[i])
			sum += sign_extend ? (uint64_t)(int16_t)group->bits[i] :
					     group->bits[i];
	return sum & 0xffffffff;
}

static uint64_t sum(const struct oracle_call *call, const struct group *group)
{
	switch (call->desc.src_type) {
	case AICORE_TYPE_HALF:
		return sum_halves(call, group);
	case AICORE_TYPE_FLOAT:
		return sum_floats(group);
	default:
		return sum_integers(group,
				    call->desc.src_type == AICORE_TYPE_INT16);
	}
}

/* Maxima and minima */

/* All types fit into a double. */
static double value_of(uint32_t type, uint64_t bits)
{
	switch (type) {
	case AICORE_TYPE_HALF:
		return oracle_half_value((uint16_t)bits);
	case AICORE_TYPE_FLOAT:
		return oracle_float_value((uint32_t)bits);
	case AICORE_TYPE_INT16:
		return (int16_t)bits;
	case AICORE_TYPE_INT32:
		return (int32_t)bits;
	default:
		return (double)bits;
	}
}

/* With -0 below +0. */
static bool less(double a, double b)
{
	return a < b || (a == b && signbit(a) && !signbit(b));
}

/* The lane that wins: the first nan, or the first of the extreme ones. */
static uint32_t winner(const struct oracle_call *call, const struct group *group)
{
	bool max = oracle_reduction_find(call->desc.op)->fold == ORACLE_MAX;
	uint32_t best = group->lanes;
	double most = 0;

	for (uint32_t i = 0; i < group->lanes; i++) {
		double value = value_of(call->desc.src_type, group->bits[i]);

		if (!group->active[i])
			continue;
		if (isnan(value))
			return i;
		if (best == group->lanes ||
		    (max ? less(most, value) : less(value, most))) {
			best = i;
			most = value;
		}
	}
	return best;
}

/* As it is written: saturated, and nan with the one bit pattern it has. */
static uint64_t converted(const struct oracle_call *call, uint64_t bits)
{
	double half;

	switch (call->desc.src_type) {
	case AICORE_TYPE_HALF:
		half = oracle_half_value((uint16_t)bits);
		return oracle_half_bits(oracle_half_round(half, call->saturate));
	case AICORE_TYPE_FLOAT:
		return oracle_float_bits(oracle_float_value((uint32_t)bits));
	default:
		return bits;
	}
}

/* Writing */

/* What a group without active lanes gives on a product that fills it. */
static uint64_t filling(const struct oracle_call *call)
{
	enum oracle_fold fold = oracle_reduction_find(call->desc.op)->fold;
	bool finite = call->saturate || call->soc->idle == ORACLE_FILLS_FINITE;
	double value = fold == ORACLE_MAX ? -INFINITY : INFINITY;

	if (fold == ORACLE_SUM)
		return 0;
	if (call->desc.src_type == AICORE_TYPE_FLOAT)
		return oracle_float_bits((float)value);
	return oracle_half_bits(oracle_half_round(value, finite));
}

static void store_indexed(const struct oracle_call *call,
			  const struct group *group, uint8_t *result)
{
	uint32_t size = oracle_type_bytes(call->desc.src_type);
	uint32_t lane = winner(call, group);
	uint64_t value = converted(call, group->bits[lane]);

	switch (call->desc.reduce.order) {
	case AICORE_ORDER_VALUE_INDEX:
		oracle_store(result, value, size);
		oracle_store(result + size, lane, size);
		break;
	case AICORE_ORDER_INDEX_VALUE:
		oracle_store(result, lane, size);
		oracle_store(result + size, value, size);
		break;
	case AICORE_ORDER_ONLY_VALUE:
		oracle_store(result, value, size);
		break;
	default:
		oracle_store(result, lane, 4);
		break;
	}
}

static void store_group(const struct oracle_call *call,
			const struct group *group, uint8_t *result)
{
	const struct oracle_reduction *reduction =
		oracle_reduction_find(call->desc.op);
	uint32_t size = oracle_type_bytes(call->desc.dst_type);

	if (!any_active(group)) {
		if (call->soc->idle != ORACLE_KEEPS)
			oracle_store(result, filling(call), size);
	} else if (reduction->fold == ORACLE_SUM) {
		oracle_store(result, sum(call, group), size);
	} else if (reduction->has_index) {
		store_indexed(call, group, result);
	} else {
		oracle_store(result, converted(call, group->bits[winner(call, group)]),
			     size);
	}
}

/* Reading */

static uint32_t group_lanes(const struct oracle_call *call)
{
	switch (oracle_reduction_find(call->desc.op)->group) {
	case ORACLE_BLOCK:
		return DATA_BLOCK / oracle_type_bytes(call->desc.src_type);
	case ORACLE_PAIR:
		return 2;
	default:
		return oracle_lane_count(call);
	}
}

static uint64_t load_lane(const struct oracle_call *call, uint64_t repeat,
			  uint32_t lane)
{
	const struct aicore_desc *desc = &call->desc;
	uint32_t size = oracle_type_bytes(desc->src_type);
	uint32_t per_block = DATA_BLOCK / size;
	uint64_t block = repeat * desc->reduce.src_rep_stride +
			 lane / per_block * desc->reduce.src_blk_stride;

	return oracle_load(call->src.base + desc->src.offset +
			   DATA_BLOCK * block + size * (lane % per_block), size);
}

static void load_group(const struct oracle_call *call, uint64_t repeat,
		       uint32_t first, struct group *group)
{
	const uint64_t *lanes = oracle_lanes_of(call, repeat);

	memset(group, 0, sizeof(*group));
	group->lanes = group_lanes(call);
	for (uint32_t i = 0; i < group->lanes; i++) {
		group->active[i] = oracle_lane_active(lanes, first + i);
		if (group->active[i])
			group->bits[i] = load_lane(call, repeat, first + i);
	}
}

/* Runs one repeat; whether it changed a byte. */
static bool run_repeat(const struct oracle_call *call, uint64_t repeat)
{
	uint32_t bytes = oracle_result_bytes(&call->desc);
	uint32_t size = oracle_type_bytes(call->desc.dst_type);
	uint8_t *at = call->dst.base + call->desc.dst.offset +
		      repeat * call->desc.reduce.dst_rep_stride * bytes;
	uint8_t results[MAX_RESULT_BYTES];
	struct group group;
	bool changed;

	memcpy(results, at, bytes);
	for (uint32_t lane = 0; lane < oracle_lane_count(call);
	     lane += group.lanes) {
		load_group(call, repeat, lane, &group);
		store_group(call, &group, results + lane / group.lanes * size);
	}
	changed = memcmp(results, at, bytes);
	memcpy(at, results, bytes);
	return changed;
}

void oracle_reduce_run(const struct oracle_call *call)
{
	const struct aicore_reduce *reduce = &call->desc.reduce;
	bool same = !reduce->dst_rep_stride && !reduce->src_rep_stride;

	if (!oracle_any_lane(call))
		return;
	for (uint64_t repeat = 0; repeat < call->repeats; repeat++) {
		bool changed = run_repeat(call, repeat);

		/* one that changed nothing would do so again and again */
		if (same && !changed && repeat + 2 < call->repeats)
			repeat = call->repeats - 2;
	}
}

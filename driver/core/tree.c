// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "tree.h"
#include "fast.h"

/* About 0.1 ms of work between two looks at signals and the clock. */
#define REPEATS_PER_STEP	64

/* Brings the lanes of a repeat together; one that is masked off is 0. */
static void gather(const struct aicore_reduce_plan *plan, const u8 *src,
		   const u64 mask[2], u64 node[AICORE_LANES_MAX])
{
	u32 per_block = AICORE_BLOCK_BYTES / plan->src_bytes;
	u32 block, lane = 0, end;

	for (block = 0; block < AICORE_REPEAT_BLOCKS; block++) {
		const u8 *element = src + block * plan->src_blk;

		for (end = lane + per_block; lane < end; lane++) {
			bool active = mask[lane / 64] >> lane % 64 & 1;

			node[lane] = active ?
				     plan->node->leaf(plan->node, element,
							  lane) : 0;
			element += plan->src_bytes;
		}
	}
}

/*
 * Section 3, Order: strictly adjacent pairs, level by level, until one node is
 * left of each group.
 */
static void grow_tree(const struct aicore_reduce_plan *plan,
		      u64 node[AICORE_LANES_MAX])
{
	u64 (*join)(u64 a, u64 b) = plan->node->join;
	u32 nodes, i;

	for (nodes = plan->lanes / 2; nodes >= plan->groups; nodes /= 2) {
		for (i = 0; i < nodes; i++)
			node[i] = join(node[2 * i], node[2 * i + 1]);
	}
}

/* Writes a result and returns whether that changed anything. */
static bool put(u8 *dst, u32 value, u32 bytes)
{
	bool changed = memcmp(dst, &value, bytes);

	memcpy(dst, &value, bytes);
	return changed;
}

static bool put_ordered(const struct aicore_reduce_plan *plan, u8 *dst,
			u64 root)
{
	u32 bytes = plan->value_bytes;
	u32 value = plan->node->value(plan->node, root);
	u32 lane = aicore_node_lane(root);
	bool changed;

	switch (plan->order) {
	case AICORE_ORDER_VALUE_INDEX:
		changed = put(dst, value, bytes);
		return put(dst + bytes, lane, bytes) || changed;
	case AICORE_ORDER_INDEX_VALUE:
		changed = put(dst, lane, bytes);
		return put(dst + bytes, value, bytes) || changed;
	case AICORE_ORDER_ONLY_INDEX:
		return put(dst, lane, sizeof(lane));
	default:
		return put(dst, value, bytes);
	}
}

/* One result for each group; those without active lanes by the product. */
static bool put_groups(const struct aicore_reduce_plan *plan, u8 *dst,
		       const u64 mask[2], const u64 node[AICORE_LANES_MAX])
{
	u32 lanes = plan->lanes / plan->groups;
	bool changed = false;
	u32 group;

	for (group = 0; group < plan->groups; group++) {
		if (aicore_mask_any(mask, group * lanes, lanes))
			changed |= put_ordered(plan, dst, node[group]);
		else if (!plan->keep_idle)
			changed |= put(dst, plan->idle_value,
				       plan->value_bytes);
		dst += plan->value_bytes;
	}
	return changed;
}

/*
 * A repeat reads all its lanes before it writes. Returns whether the memory
 * changed.
 */
static bool run_repeat(const struct aicore_reduce_plan *plan, u64 repeat)
{
	const u64 *mask = repeat == plan->repeats - 1 ? plan->last : plan->mask;
	u8 *dst = plan->dst + repeat * plan->dst_rep;
	u64 node[AICORE_LANES_MAX] AICORE_SCRATCH;

	gather(plan, plan->src + repeat * plan->src_rep, mask, node);
	grow_tree(plan, node);
	if (plan->groups == 1)
		return put_ordered(plan, dst, node[0]);
	return put_groups(plan, dst, mask, node);
}

int aicore_tree_step(const struct aicore_reduce_plan *plan, u64 *progress)
{
	bool in_place = !plan->dst_rep && !plan->src_rep;
	u64 repeat = *progress > plan->first ? *progress : plan->first;
	u32 i;

	if (aicore_fast_reduce(plan, progress))
		return *progress < plan->repeats;
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

// SPDX-License-Identifier: MIT
#include <math.h>
#include <stdio.h>

#include "softfloat.h"
#include "tree.h"

const u64 *tree_mask(const struct tree *tree)
{
	const struct aicore_reduce_plan *plan = tree->plan;

	return tree->repeat == plan->repeats - 1 ? plan->last : plan->mask;
}

bool tree_lane_active(const struct tree *tree, u32 lane)
{
	return tree_mask(tree)[lane / 64] >> lane % 64 & 1;
}

const u8 *tree_lane_address(const struct tree *tree, u32 lane)
{
	const struct aicore_reduce_plan *plan = tree->plan;
	u32 per_block = AICORE_BLOCK_BYTES / plan->src_bytes;

	return plan->src + tree->repeat * plan->src_rep +
	       lane / per_block * plan->src_blk +
	       lane % per_block * plan->src_bytes;
}

static double as_double(const struct tree *tree, u64 node)
{
	return value_double(tree->type, &node);
}

/*
 * a + b and what is lost when that is rounded to double: Knuth's two-sum. Both
 * are 0 only if nothing is.
 */
static double two_sum(double a, double b, double *lost)
{
	double sum = a + b;
	double b_part = sum - a;

	*lost = (a - (sum - b_part)) + (b - b_part);
	return sum;
}

/* A half result that would be beyond 65504: from 65520 on sums round to inf. */
static bool is_cut(const struct tree *tree, double exact, double got)
{
	if (tree->plan->node->dst_type != AICORE_TYPE_HALF || fabs(got) != 65504)
		return false;
	if (tree->type == AICORE_TYPE_HALF)
		return fabs(exact) >= 65520;
	return fabsf((float)exact) > 65504;
}

static enum tree_mark mark_float(const struct tree *tree, u64 a, u64 b,
				 u64 joined)
{
	double x = as_double(tree, a), y = as_double(tree, b);
	double got = as_double(tree, joined);
	double lost, exact = two_sum(x, y, &lost);

	if (isnan(exact) || isinf(exact)) {
		if (isfinite(got))
			return TREE_SATURATED;
		return isnan(exact) && !isnan(x) && !isnan(y) ?
		       TREE_OVERFLOWED : TREE_EXACT;
	}
	if (!isfinite(got))
		return TREE_OVERFLOWED;
	if (is_cut(tree, exact, got))
		return TREE_SATURATED;
	return got != exact || lost != 0 ? TREE_ROUNDED : TREE_EXACT;
}

static enum tree_mark mark_int(const struct tree *tree, u64 a, u64 b,
			       u64 joined)
{
	double exact = as_double(tree, a) + as_double(tree, b);

	return as_double(tree, joined) == exact ? TREE_EXACT : TREE_WRAPPED;
}

static enum tree_mark mark_of(const struct tree *tree, u64 a, u64 b, u64 joined)
{
	if (tree->extreme)
		return TREE_EXACT;
	if (value_is_float(tree->type))
		return mark_float(tree, a, b, joined);
	return mark_int(tree, a, b, joined);
}

static void grow_leaves(struct tree *tree)
{
	const struct aicore_node *node = tree->plan->node;
	u32 lane;

	for (lane = 0; lane < tree->count[0]; lane++) {
		bool active = tree_lane_active(tree, lane);

		tree->mark[0][lane] = active ? TREE_EXACT : TREE_MASKED;
		tree->node[0][lane] = active ?
				      node->leaf(node,
						 tree_lane_address(tree, lane),
						 lane) : 0;
	}
}

static void grow_level(struct tree *tree, u32 level)
{
	const enum tree_mark *masked = tree->mark[level - 1];
	const u64 *below = tree->node[level - 1];
	u32 i;

	for (i = 0; i < tree->count[level]; i++) {
		u64 a = below[2 * i], b = below[2 * i + 1];
		u64 joined = tree->plan->node->join(a, b);

		tree->node[level][i] = joined;
		if (masked[2 * i] == TREE_MASKED &&
		    masked[2 * i + 1] == TREE_MASKED)
			tree->mark[level][i] = TREE_MASKED;
		else
			tree->mark[level][i] = mark_of(tree, a, b, joined);
	}
}

void tree_grow(struct tree *tree, const struct scene *scene, u64 repeat)
{
	const struct aicore_reduce_plan *plan = &scene->plan.reduce;
	u32 nodes;

	memset(tree, 0, sizeof(*tree));
	tree->plan = plan;
	tree->repeat = repeat;
	tree->shown = *plan->node;
	tree->shown.saturate = false;
	tree->extreme = plan->node->ranking;
	tree->type = plan->node->dst_type;
	if (scene->env.float_nodes && !tree->extreme &&
	    tree->type == AICORE_TYPE_HALF)
		tree->type = AICORE_TYPE_FLOAT;
	for (nodes = plan->lanes; nodes >= plan->groups; nodes /= 2)
		tree->count[tree->levels++] = nodes;
	grow_leaves(tree);
	for (nodes = 1; nodes < tree->levels; nodes++)
		grow_level(tree, nodes);
}

void tree_text(char text[TREE_TEXT_MAX], const struct tree *tree, u32 level,
	       u32 i)
{
	u64 node = tree->node[level][i];
	u32 value = (u32)node;

	if (tree->mark[level][i] == TREE_MASKED) {
		strcpy(text, "-");
		return;
	}
	if (tree->extreme)
		value = tree->shown.value(&tree->shown, node);
	value_text(text, tree->type, &value);
	if (tree->extreme && level)
		snprintf(text + strlen(text), 8, "@%u", aicore_node_lane(node));
}

void tree_exact_text(char text[VALUE_TEXT_MAX], const struct tree *tree,
		     u32 level, u32 i)
{
	const u64 *below = tree->node[level - 1];

	snprintf(text, VALUE_TEXT_MAX, "%.17g",
		 as_double(tree, below[2 * i]) +
		 as_double(tree, below[2 * i + 1]));
}

char tree_mark_letter(enum tree_mark mark)
{
	static const char letters[TREE_MARKS + 1] = " rSOw ";

	return letters[mark];
}

const char *tree_mark_word(enum tree_mark mark)
{
	static const char *const words[TREE_MARKS] = {
		[TREE_EXACT] = "exact",
		[TREE_ROUNDED] = "rounded",
		[TREE_SATURATED] = "saturated",
		[TREE_OVERFLOWED] = "overflowed",
		[TREE_WRAPPED] = "wrapped",
		[TREE_MASKED] = "masked off",
	};

	return words[mark];
}

u32 tree_count_marks(const struct tree *tree, u32 level, enum tree_mark mark)
{
	u32 i, count = 0;

	for (i = 0; i < tree->count[level]; i++)
		count += tree->mark[level][i] == mark;
	return count;
}

static struct tree_result value_at(const struct tree *tree, const u8 *address,
				   u64 root)
{
	return (struct tree_result){
		.address = address,
		.type = tree->plan->node->dst_type,
		.bits = tree->plan->node->value(tree->plan->node, root),
	};
}

/* An index is a raw integer, as wide as the value, or 32 bits wide alone. */
static struct tree_result index_at(const struct tree *tree, const u8 *address,
				   u64 root)
{
	bool narrow = tree->plan->order != AICORE_ORDER_ONLY_INDEX &&
		      tree->plan->value_bytes == 2;

	return (struct tree_result){
		.address = address,
		.type = narrow ? AICORE_TYPE_UINT16 : AICORE_TYPE_UINT32,
		.bits = aicore_node_lane(root),
		.index = true,
	};
}

static u32 ordered_results(const struct tree *tree, const u8 *dst,
			   struct tree_result results[TREE_RESULTS_MAX])
{
	u64 root = tree->node[tree->levels - 1][0];
	const u8 *second = dst + tree->plan->value_bytes;

	switch (tree->plan->order) {
	case AICORE_ORDER_VALUE_INDEX:
		results[0] = value_at(tree, dst, root);
		results[1] = index_at(tree, second, root);
		return 2;
	case AICORE_ORDER_INDEX_VALUE:
		results[0] = index_at(tree, dst, root);
		results[1] = value_at(tree, second, root);
		return 2;
	case AICORE_ORDER_ONLY_INDEX:
		results[0] = index_at(tree, dst, root);
		return 1;
	default:
		results[0] = value_at(tree, dst, root);
		return 1;
	}
}

u32 tree_results(const struct tree *tree,
		 struct tree_result results[TREE_RESULTS_MAX])
{
	const struct aicore_reduce_plan *plan = tree->plan;
	const u8 *dst = plan->dst + tree->repeat * plan->dst_rep;
	u32 lanes = plan->lanes / plan->groups;
	u32 group;

	if (plan->groups == 1)
		return ordered_results(tree, dst, results);
	for (group = 0; group < plan->groups; group++) {
		results[group] = value_at(tree, dst,
					  tree->node[tree->levels - 1][group]);
		if (!aicore_mask_any(tree_mask(tree), group * lanes, lanes)) {
			results[group].bits = plan->idle_value;
			results[group].kept = plan->keep_idle;
		}
		if (results[group].kept)
			memcpy(&results[group].bits, dst, plan->value_bytes);
		dst += plan->value_bytes;
	}
	return group;
}

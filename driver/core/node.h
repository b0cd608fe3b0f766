/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The nodes of a reduction's tree (operations.md section 3, Order and rounding):
 * how an element becomes a leaf, how two nodes become one, and how the root
 * becomes a result. One row for each type and kind of reduction.
 */
#ifndef AICORE_CORE_NODE_H
#define AICORE_CORE_NODE_H

#include "type.h"

enum aicore_combine {
	AICORE_COMBINE_SUM,
	AICORE_COMBINE_MAX,
	AICORE_COMBINE_MIN,
};

struct aicore_ranking;

/**
 * struct aicore_node - how elements of one type are combined
 * @src_type: enum aicore_type of the elements
 * @dst_type: enum aicore_type of the results
 * @leaf: makes a node of an element; 0 is a lane that is masked off
 * @join: makes one node of two neighbours
 * @value: makes a result of the root
 * @ranking: how values are ordered, for maxima and minima
 * @min: the least value wins
 * @saturate: a half result is mapped at the end
 */
struct aicore_node {
	u32 src_type;
	u32 dst_type;
	u64 (*leaf)(const struct aicore_node *node, const u8 *element,
		    u32 lane);
	u64 (*join)(u64 a, u64 b);
	u32 (*value)(const struct aicore_node *node, u64 root);
	const struct aicore_ranking *ranking;
	bool min;
	bool saturate;
};

/* The ways in which half results can come about. */
struct aicore_node_mode {
	bool saturate;
	bool float_nodes;
};

/* NULL if the pair of types can't be combined so. */
const struct aicore_node *aicore_node_find(enum aicore_combine combine,
					   u32 src_type, u32 dst_type,
					   struct aicore_node_mode mode);

/* The lane that a maximum or minimum came from. */
u32 aicore_node_lane(u64 root);

#endif /* AICORE_CORE_NODE_H */

/* SPDX-License-Identifier: MIT */
/*
 * The tree of one repeat, level by level, grown with the node functions of the
 * core, and what happened at each node.
 */
#ifndef EXPLAIN_TREE_H
#define EXPLAIN_TREE_H

#include "../value.h"
#include "scene.h"

#define TREE_LEVELS	8	/* lanes, and 7 times half of them */

enum tree_mark {
	TREE_EXACT,
	TREE_ROUNDED,
	TREE_SATURATED,		/* inf became 65504, nan became 0 */
	TREE_OVERFLOWED,	/* finite values gave inf or nan */
	TREE_WRAPPED,		/* an integer sum, modulo 2^32 */
	TREE_MASKED,		/* a lane that is masked off, or nothing but such */
	TREE_MARKS,
};

/**
 * struct tree - see above
 * @plan: of the operation
 * @shown: its node functions, without the mapping at the end
 * @type: of the nodes, enum aicore_type
 * @extreme: a maximum or minimum
 * @repeat: which repeat it is
 * @levels: how many there are, the lanes included
 * @count: nodes of each level
 * @node: as the core has them
 * @mark: what happened there
 */
struct tree {
	const struct aicore_reduce_plan *plan;
	struct aicore_node shown;
	u32 type;
	bool extreme;
	u64 repeat;
	u32 levels;
	u32 count[TREE_LEVELS];
	u64 node[TREE_LEVELS][AICORE_LANES_MAX];
	enum tree_mark mark[TREE_LEVELS][AICORE_LANES_MAX];
};

/* Grows the tree of a repeat; the repeats before it have been run. */
void tree_grow(struct tree *tree, const struct scene *scene, u64 repeat);

/* Active lanes of the tree's repeat. */
const u64 *tree_mask(const struct tree *tree);
bool tree_lane_active(const struct tree *tree, u32 lane);

/* A value of a node; a maximum's is followed by the lane that it is of. */
#define TREE_TEXT_MAX	(VALUE_TEXT_MAX + 8)
void tree_text(char text[TREE_TEXT_MAX], const struct tree *tree, u32 level,
	       u32 i);

/* The exact sum of the two nodes under a node, to 17 digits. */
void tree_exact_text(char text[VALUE_TEXT_MAX], const struct tree *tree,
		     u32 level, u32 i);

/* One letter for a mark, and a word. */
char tree_mark_letter(enum tree_mark mark);
const char *tree_mark_word(enum tree_mark mark);

u32 tree_count_marks(const struct tree *tree, u32 level, enum tree_mark mark);

/* Where the elements of a lane are read. */
const u8 *tree_lane_address(const struct tree *tree, u32 lane);

/**
 * struct tree_result - what a repeat writes to one place
 * @address: where
 * @type: of the value
 * @bits: the value
 * @index: it is the index of a lane
 * @kept: no lane of the group is active, and the old value stays
 */
struct tree_result {
	const u8 *address;
	u32 type;
	u32 bits;
	bool index;
	bool kept;
};

#define TREE_RESULTS_MAX	64

/* All that the repeat writes; how many there are. */
u32 tree_results(const struct tree *tree,
		 struct tree_result results[TREE_RESULTS_MAX]);

#endif /* EXPLAIN_TREE_H */

/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Reductions (operations.md section 3). */
#ifndef AICORE_CORE_REDUCE_H
#define AICORE_CORE_REDUCE_H

#include "env.h"

/* One repeat is 256 bytes: 8 DataBlocks of 32. */
#define AICORE_REPEAT_BYTES	256
#define AICORE_BLOCK_BYTES	32
#define AICORE_REPEAT_BLOCKS	8
#define AICORE_LANES_MAX	128

/**
 * struct aicore_reduce_kind - how elements of one type are summed
 * @src_type: enum aicore_type of the elements
 * @dst_type: enum aicore_type of the result
 * @load: widens an element to 32 bits
 * @add: one node of the tree
 * @add_saturate: one node of the tree when half results saturate
 */
struct aicore_reduce_kind {
	u32 src_type;
	u32 dst_type;
	u32 (*load)(const u8 *element);
	u32 (*add)(u32 a, u32 b);
	u32 (*add_saturate)(u32 a, u32 b);
};

/**
 * struct aicore_reduce_plan - a reduction that is known to be good
 * @dst: where the result of repeat 0 goes
 * @src: lane 0 of repeat 0
 * @first: repeats before this one leave no trace and are left out
 * @repeats: number of repeats
 * @dst_rep: bytes from one result to the next
 * @src_blk: bytes from one DataBlock of a repeat to the next
 * @src_rep: bytes from one repeat to the next
 * @mask: active lanes of every repeat but the last
 * @last: active lanes of the last repeat
 * @kind: what to do with the elements
 * @add: the node of the tree, by overflow mode
 * @src_bytes: size of an element
 * @dst_bytes: size of a result
 */
struct aicore_reduce_plan {
	u8 *dst;
	const u8 *src;
	u64 first;
	u64 repeats;
	u64 dst_rep;
	u64 src_blk;
	u64 src_rep;
	u64 mask[2];
	u64 last[2];
	const struct aicore_reduce_kind *kind;
	u32 (*add)(u32 a, u32 b);
	u32 src_bytes;
	u32 dst_bytes;
};

/* Like aicore_plan_make(); a plan with no repeats is no operation. */
int aicore_reduce_check(struct aicore_reduce_plan *plan,
			const struct aicore_desc *desc,
			const struct aicore_env *env, struct aicore_mask *mask,
			struct aicore_report *report);

/* Like aicore_plan_step(), but it can't fail. */
int aicore_reduce_step(const struct aicore_reduce_plan *plan, u64 *progress);

#endif /* AICORE_CORE_REDUCE_H */

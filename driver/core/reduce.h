/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Checking reductions (operations.md section 3); tree.c runs them. */
#ifndef AICORE_CORE_REDUCE_H
#define AICORE_CORE_REDUCE_H

#include "env.h"
#include "node.h"

#define AICORE_LANES_MAX	128

/**
 * struct aicore_reduce_plan - a reduction that is known to be good
 * @dst: where repeat 0 writes
 * @src: lane 0 of repeat 0
 * @first: repeats before this one leave no trace and are left out
 * @repeats: number of repeats
 * @dst_rep: bytes from where one repeat writes to where the next does
 * @src_blk: bytes from one DataBlock of a repeat to the next
 * @src_rep: bytes from one repeat to the next
 * @mask: active lanes of every repeat but the last
 * @last: active lanes of the last repeat
 * @node: how elements are combined
 * @lanes: lanes of a repeat
 * @groups: results of a repeat
 * @src_bytes: size of an element
 * @value_bytes: size of a sum or value
 * @result_bytes: bytes that one repeat writes
 * @order: enum aicore_reduce_order; ONLY_VALUE for all that has no index
 * @in_order: a repeat may read what one before it wrote
 * @saturate: half nodes saturate
 * @keep_idle: a group without active lanes keeps its old result
 * @idle_value: what it gets otherwise
 * @kernel: the kernel that can run it, if any
 * @kernels: where to find that
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
	const struct aicore_node *node;
	u32 lanes;
	u32 groups;
	u32 src_bytes;
	u32 value_bytes;
	u32 result_bytes;
	u32 order;
	bool in_order;
	bool saturate;
	bool keep_idle;
	u32 idle_value;
	enum aicore_kernel kernel;
	const struct aicore_kernels *kernels;
};

/* Like aicore_plan_make(); a plan with no repeats is no operation. */
int aicore_reduce_check(struct aicore_reduce_plan *plan,
			const struct aicore_desc *desc,
			const struct aicore_env *env, struct aicore_mask *mask,
			struct aicore_report *report);

#endif /* AICORE_CORE_REDUCE_H */

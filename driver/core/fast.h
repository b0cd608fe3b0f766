/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Plans that a kernel can run: which kernel it is, and the work in the form
 * that kernels take.
 */
#ifndef AICORE_CORE_FAST_H
#define AICORE_CORE_FAST_H

#include "copy.h"
#include "reduce.h"

/*
 * The kernel for a sum whose plan is otherwise complete; AICORE_KERNELS if only
 * the reference can run it. @float_nodes: see AICORE_SETUP_FLOAT_NODES.
 */
enum aicore_kernel aicore_fast_sum(const struct aicore_reduce_plan *plan,
				   bool float_nodes);

/* Likewise for a conversion; AICORE_KERNELS if elements stay as they are. */
enum aicore_kernel aicore_fast_conversion(const struct aicore_quant_plan *plan);

/*
 * Like aicore_tree_step(), but does nothing and returns false if there is no
 * kernel.
 */
bool aicore_fast_reduce(const struct aicore_reduce_plan *plan, u64 *progress);

/*
 * Converts the next blocks of a copy, whose vectors have been checked. Does
 * nothing and returns false if there is no kernel.
 */
bool aicore_fast_convert(const struct aicore_copy_plan *plan, u64 *progress);

#endif /* AICORE_CORE_FAST_H */

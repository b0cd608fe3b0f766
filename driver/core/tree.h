/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Running a reduction: gather, tree, results (operations.md section 3). */
#ifndef AICORE_CORE_TREE_H
#define AICORE_CORE_TREE_H

#include "reduce.h"

/* Like aicore_plan_step(), but it can't fail. */
int aicore_tree_step(const struct aicore_reduce_plan *plan, u64 *progress);

#endif /* AICORE_CORE_TREE_H */

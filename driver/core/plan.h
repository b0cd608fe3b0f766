/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * From a descriptor to results. Checking a descriptor yields a plan: addresses,
 * counts and strides that are known to be good. Running a plan checks nothing
 * again, allocates nothing and can't leave the memories it was made for,
 * whatever their contents are or become while it runs.
 */
#ifndef AICORE_CORE_PLAN_H
#define AICORE_CORE_PLAN_H

#include "aicore.h"
#include "copy.h"
#include "env.h"
#include "reduce.h"

enum aicore_plan_kind {
	AICORE_PLAN_NOTHING,
	AICORE_PLAN_REDUCE,
	AICORE_PLAN_COPY,
};

struct aicore_plan {
	enum aicore_plan_kind kind;
	u32 op;		/* enum aicore_op, for whoever looks on */
	union {
		struct aicore_reduce_plan reduce;
		struct aicore_copy_plan copy;
	};
};

/*
 * Checks one descriptor in the order that the UAPI header states. On success
 * fills @plan and brings @mask to the state after the operation. Otherwise
 * returns a negative errno with the reason in @report (but not its index) and
 * leaves @mask as it was.
 */
int aicore_plan_make(struct aicore_plan *plan, const struct aicore_desc *desc,
		     const struct aicore_env *env, struct aicore_mask *mask,
		     struct aicore_report *report);

/*
 * Runs the next chunk of a plan: some thousand elements, so that the caller can
 * look after signals and the clock in between. @progress is 0 at first and
 * belongs to the plan until it is done. Returns 0 when the plan is done, 1 when
 * there is more to do, or a negative errno with the reason in @report.
 */
int aicore_plan_step(const struct aicore_plan *plan, u64 *progress,
		     struct aicore_report *report);

/* Bit (1 << enum aicore_op) for each operation that a product has. */
u64 aicore_plan_ops(const struct aicore_soc *soc);

/* The documents' name of an operation; NULL for a number that is none. */
const char *aicore_op_name(u32 op);

#endif /* AICORE_CORE_PLAN_H */

// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "plan.h"
#include "tree.h"

/* SetVectorMask: the register changes when it is submitted. */
static int check_set_mask(struct aicore_plan *plan,
			  const struct aicore_desc *desc,
			  const struct aicore_env *env,
			  struct aicore_mask *mask,
			  struct aicore_report *report)
{
	const struct aicore_set_mask *set = &desc->set_mask;
	bool counter = set->mode == AICORE_MASK_MODE_COUNTER;
	int err;

	plan->kind = AICORE_PLAN_NOTHING;
	err = aicore_report_range(report, AICORE_FIELD_MODE, set->mode,
				  AICORE_MASK_MODE_NORMAL,
				  AICORE_MASK_MODE_COUNTER);
	if (!err)
		err = aicore_report_range(report, AICORE_FIELD_COUNT,
					  set->count, 0, 0xffffffff);
	if (err)
		return err;
	if (counter && env->soc->flags & AICORE_SOC_NO_COUNTER_MODE)
		return aicore_report_set(report, AICORE_REASON_COUNTER_PRODUCT,
					 AICORE_FIELD_MODE, set->mode, 0, 0);
	mask->counter = counter;
	mask->count = counter ? set->count : 0;
	mask->bits[0] = counter ? 0 : set->mask[0];
	mask->bits[1] = counter ? 0 : set->mask[1];
	return 0;
}

static bool is_unused(const struct aicore_operand *operand)
{
	return !operand->position && !operand->buffer && !operand->offset;
}

/* SetVectorMask has no operands, and one of its arguments by mode. */
static bool set_mask_is_clean(const struct aicore_desc *desc)
{
	const struct aicore_set_mask *set = &desc->set_mask;
	u64 reserved = set->reserved0;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(set->reserved); i++)
		reserved |= set->reserved[i];
	if (!is_unused(&desc->dst) || !is_unused(&desc->src) ||
	    desc->src_type || desc->dst_type || reserved)
		return false;
	if (set->mode == AICORE_MASK_MODE_COUNTER)
		return !set->mask[0] && !set->mask[1];
	return set->mode != AICORE_MASK_MODE_NORMAL || !set->count;
}

static int plan_set_mask(struct aicore_plan *plan,
			 const struct aicore_desc *desc,
			 const struct aicore_env *env, struct aicore_mask *mask,
			 struct aicore_report *report)
{
	if (!set_mask_is_clean(desc))
		return aicore_report_set(report, AICORE_REASON_RESERVED,
					 AICORE_FIELD_RESERVED, 0, 0, 0);
	return check_set_mask(plan, desc, env, mask, report);
}

static int plan_copy(struct aicore_plan *plan, const struct aicore_desc *desc,
		     const struct aicore_env *env, struct aicore_mask *mask,
		     struct aicore_report *report)
{
	plan->kind = AICORE_PLAN_COPY;
	return aicore_copy_check(&plan->copy, desc, env, report);
}

static int plan_reduce(struct aicore_plan *plan, const struct aicore_desc *desc,
		       const struct aicore_env *env, struct aicore_mask *mask,
		       struct aicore_report *report)
{
	plan->kind = AICORE_PLAN_REDUCE;
	return aicore_reduce_check(&plan->reduce, desc, env, mask, report);
}

static const struct {
	const char *name;
	int (*make)(struct aicore_plan *plan, const struct aicore_desc *desc,
		    const struct aicore_env *env, struct aicore_mask *mask,
		    struct aicore_report *report);
} ops[] = {
	[AICORE_OP_DATA_COPY] = { "DataCopy", plan_copy },
	[AICORE_OP_SET_VECTOR_MASK] = { "SetVectorMask", plan_set_mask },
	[AICORE_OP_WHOLE_REDUCE_SUM] = { "WholeReduceSum", plan_reduce },
	[AICORE_OP_WHOLE_REDUCE_MAX] = { "WholeReduceMax", plan_reduce },
	[AICORE_OP_WHOLE_REDUCE_MIN] = { "WholeReduceMin", plan_reduce },
	[AICORE_OP_BLOCK_REDUCE_SUM] = { "BlockReduceSum", plan_reduce },
	[AICORE_OP_BLOCK_REDUCE_MAX] = { "BlockReduceMax", plan_reduce },
	[AICORE_OP_BLOCK_REDUCE_MIN] = { "BlockReduceMin", plan_reduce },
	[AICORE_OP_PAIR_REDUCE_SUM] = { "PairReduceSum", plan_reduce },
	[AICORE_OP_REPEAT_REDUCE_SUM] = { "RepeatReduceSum", plan_reduce },
};

int aicore_plan_make(struct aicore_plan *plan, const struct aicore_desc *desc,
		     const struct aicore_env *env, struct aicore_mask *mask,
		     struct aicore_report *report)
{
	struct aicore_mask after = *mask;
	u32 op = desc->op;
	int err;

	aicore_report_clear(report);
	if (desc->flags)
		return aicore_report_set(report, AICORE_REASON_RESERVED,
					 AICORE_FIELD_FLAGS, desc->flags, 0, 0);
	if (op >= ARRAY_SIZE(ops) || !ops[op].make)
		return aicore_report_set(report, AICORE_REASON_OP_UNKNOWN,
					 AICORE_FIELD_OP, op, 0, 0);
	op = aicore_index_nospec(op, ARRAY_SIZE(ops));
	plan->op = op;
	err = ops[op].make(plan, desc, env, &after, report);
	if (!err)
		*mask = after;
	return err;
}

int aicore_plan_step(const struct aicore_plan *plan, u64 *progress,
		     struct aicore_report *report)
{
	switch (plan->kind) {
	case AICORE_PLAN_REDUCE:
		return aicore_tree_step(&plan->reduce, progress);
	case AICORE_PLAN_COPY:
		return aicore_copy_step(&plan->copy, progress, report);
	default:
		return 0;
	}
}

u64 aicore_plan_ops(const struct aicore_soc *soc)
{
	u64 set = 1ULL << AICORE_OP_DATA_COPY | 1ULL << AICORE_OP_SET_VECTOR_MASK;
	u32 op;

	for (op = 0; op < ARRAY_SIZE(ops); op++) {
		if (aicore_reduce_types(soc, op))
			set |= 1ULL << op;
	}
	return set;
}

const char *aicore_op_name(u32 op)
{
	return op < ARRAY_SIZE(ops) ? ops[op].name : NULL;
}

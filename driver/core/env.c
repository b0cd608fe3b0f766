// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "env.h"

int aicore_env_setup(struct aicore_env *env, const struct aicore_setup *setup)
{
	env->soc = aicore_soc_find(setup->soc);
	if (!env->soc || setup->reserved ||
	    setup->flags & ~AICORE_SETUP_FLOAT_NODES ||
	    setup->check > AICORE_CHECK_PERMISSIVE)
		return -EINVAL;
	env->float_nodes = setup->flags & AICORE_SETUP_FLOAT_NODES;
	env->permissive = setup->check == AICORE_CHECK_PERMISSIVE;
	return aicore_soc_saturate(env->soc, setup->overflow, &env->saturate);
}

static int refuse_position(struct aicore_report *report,
			   enum aicore_reason reason, enum aicore_field field,
			   u32 position)
{
	return aicore_report_set(report, reason, field, position, 0, 0);
}

static int find_buffer(const struct aicore_env *env,
		       const struct aicore_operand *operand,
		       enum aicore_field field, struct aicore_place *place,
		       struct aicore_report *report)
{
	if (!operand->buffer)
		return refuse_position(report, AICORE_REASON_BUFFER_MISSING,
				       field, operand->position);
	if (!env->find_buffer(env->context, operand->buffer, &place->span))
		return aicore_report_set(report, AICORE_REASON_BUFFER_UNKNOWN,
					 field, operand->buffer, 0, 0);
	return 0;
}

int aicore_place_find(const struct aicore_env *env,
		      const struct aicore_operand *operand,
		      enum aicore_field field, struct aicore_place *place,
		      struct aicore_report *report)
{
	place->memory = aicore_soc_memory(env->soc, operand->position);
	place->offset = operand->offset;

	if (place->memory == AICORE_MEMORY_NONE)
		return refuse_position(report, AICORE_REASON_POSITION_UNKNOWN,
				       field, operand->position);
	if (place->memory == AICORE_MEMORY_GM)
		return find_buffer(env, operand, field, place, report);

	place->span = env->memory[place->memory];
	if (!place->span.bytes)
		return refuse_position(report, AICORE_REASON_POSITION_ABSENT,
				       field, operand->position);
	if (operand->buffer)
		return refuse_position(report, AICORE_REASON_BUFFER_EXCESS,
				       field, operand->position);
	return 0;
}

u64 aicore_place_alignment(const struct aicore_place *place, u64 element)
{
	switch (place->memory) {
	case AICORE_MEMORY_GM:
		return element;
	case AICORE_MEMORY_L0C:
		return 64;
	default:
		return 32;
	}
}

int aicore_place_check_alignment(const struct aicore_place *place,
				 enum aicore_field field, u64 alignment,
				 struct aicore_report *report)
{
	/* Alignments are powers of two. */
	if (!(place->offset & (alignment - 1)))
		return 0;
	return aicore_report_set(report, AICORE_REASON_ALIGNMENT, field,
				 place->offset, alignment, 0);
}

int aicore_place_check_extent(const struct aicore_place *place,
			      enum aicore_field field,
			      const struct aicore_runs *runs,
			      struct aicore_report *report)
{
	u64 size = place->span.bytes;
	u64 end;

	if (place->offset >= size) {
		report->step = 0;
		return aicore_report_set(report, AICORE_REASON_EXTENT, field,
					 place->offset, 0, size);
	}
	end = aicore_runs_end(runs);
	if (end <= size)
		return 0;
	report->step = aicore_runs_first_beyond(runs, size);
	return aicore_report_set(report, AICORE_REASON_EXTENT, field, end, 0,
				 size);
}

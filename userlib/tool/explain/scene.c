// SPDX-License-Identifier: MIT
#include <stdlib.h>

#include "scene.h"

static const enum aicore_region regions[AICORE_MEMORIES] = {
	[AICORE_MEMORY_UB] = AICORE_REGION_UB,
	[AICORE_MEMORY_L1] = AICORE_REGION_L1,
	[AICORE_MEMORY_L0C] = AICORE_REGION_L0C,
};

static bool find_buffer(void *context, u32 handle, struct aicore_span *span)
{
	const struct run *run = context;
	u32 i;

	for (i = 0; i < run->program->buffer_count; i++) {
		if (!run->buffers[i].data || run->buffers[i].handle != handle)
			continue;
		span->base = run->buffers[i].data;
		span->bytes = run->buffers[i].bytes;
		return true;
	}
	return false;
}

static int find_memory(struct scene *scene, size_t core,
		       enum aicore_memory memory, bool scratch)
{
	u64 bytes = scene->env.soc->bytes[memory];
	const struct ac_memory *mapped;

	if (!bytes)
		return 0;
	mapped = memory_of_core(scene->run, core, regions[memory]);
	if (!mapped)
		return -1;
	scene->env.memory[memory].base = mapped->data;
	scene->env.memory[memory].bytes = bytes;
	if (!scratch)
		return 0;
	scene->scratch[memory] = malloc(bytes);
	if (!scene->scratch[memory])
		return run_fail(scene->run, scene->statement->line,
				EXIT_REFUSED, "explain: no memory");
	memcpy(scene->scratch[memory], mapped->data, bytes);
	scene->env.memory[memory].base = scene->scratch[memory];
	return 0;
}

/* The modes are those of the soc statement, which is always the first. */
static int set_env(struct scene *scene, size_t core, bool scratch)
{
	const struct statement *soc = scene->run->program->statements;
	const struct aicore_setup setup = {
		.size = sizeof(setup),
		.flags = soc->setup_flags,
		.soc = soc->soc,
		.overflow = soc->overflow,
		.check = soc->check,
	};
	enum aicore_memory memory;

	scene->env.find_buffer = find_buffer;
	scene->env.context = scene->run;
	if (aicore_env_setup(&scene->env, &setup))
		return run_fail(scene->run, soc->line, EXIT_REFUSED,
				"explain: this product is unknown here");
	for (memory = AICORE_MEMORY_UB; memory < AICORE_MEMORIES; memory++) {
		if (find_memory(scene, core, memory, scratch))
			return -1;
	}
	return 0;
}

/* More than any offset that has been meant. */
#define ROOMY	(1ULL << 40)

static bool find_roomy_buffer(void *context, u32 handle,
			      struct aicore_span *span)
{
	if (!find_buffer(context, handle, span))
		return false;
	span->bytes = ROOMY;
	return true;
}

/*
 * What an operation that is refused would touch: its plan if memories had no end
 * and operands could overlap. 1: there is none either.
 */
static int plan_refused(struct scene *scene)
{
	struct aicore_env env = scene->env;
	struct aicore_mask mask = scene->mask;
	struct aicore_report report;
	enum aicore_memory memory;

	env.permissive = true;
	env.find_buffer = find_roomy_buffer;
	for (memory = AICORE_MEMORY_UB; memory < AICORE_MEMORIES; memory++) {
		if (env.memory[memory].bytes)
			env.memory[memory].bytes = ROOMY;
	}
	scene->refused = true;
	if (aicore_plan_make(&scene->plan, &scene->desc, &env, &mask, &report))
		return 1;
	return scene->plan.kind == AICORE_PLAN_NOTHING;
}

int scene_set(struct scene *scene, struct run *run,
	      const struct aicore_desc *desc, size_t core,
	      bool scratch, struct aicore_mask *mask)
{
	struct aicore_report report;
	int err;

	memset(scene, 0, sizeof(*scene));
	scene->run = run;
	scene->statement = &run->program->statements[run->at];
	scene->desc = *desc;
	scene->mask = *mask;
	scene->core = core;
	err = set_env(scene, core, scratch);
	if (!err && aicore_plan_make(&scene->plan, desc, &scene->env, mask,
				     &report))
		err = plan_refused(scene);
	if (err)
		scene_clear(scene);
	return err;
}

void scene_clear(struct scene *scene)
{
	enum aicore_memory memory;

	for (memory = AICORE_MEMORY_UB; memory < AICORE_MEMORIES; memory++)
		free(scene->scratch[memory]);
	memset(scene, 0, sizeof(*scene));
}

static void run_plan(const struct aicore_plan *plan, u64 progress)
{
	struct aicore_report report;

	while (aicore_plan_step(plan, &progress, &report) > 0)
		continue;
}

void scene_run_repeats(const struct scene *scene, u64 first, u64 end)
{
	struct aicore_plan part = scene->plan;
	struct aicore_reduce_plan *reduce = &part.reduce;

	/* Without its last repeat, all have the mask of the others. */
	if (end < reduce->repeats)
		memcpy(reduce->last, reduce->mask, sizeof(reduce->last));
	reduce->repeats = end;
	/* Repeats that leave no trace in the end leave one for a moment. */
	reduce->first = 0;
	run_plan(&part, first);
}

void scene_run_copy(const struct scene *scene)
{
	run_plan(&scene->plan, 0);
}

bool scene_is_plain_copy(const struct scene *scene)
{
	return scene->plan.kind == AICORE_PLAN_COPY &&
	       !scene->plan.copy.quant.conversion;
}

u64 scene_offset(const struct scene *scene, enum aicore_field field,
		 const u8 *address)
{
	const struct aicore_operand *operand = field == AICORE_FIELD_SRC ?
					       &scene->desc.src :
					       &scene->desc.dst;
	struct aicore_report report;
	struct aicore_place place;

	/* The plan is made, so that the place is known to be there. */
	if (aicore_place_find(&scene->env, operand, field, &place, &report))
		return 0;
	return (u64)(address - place.span.base);
}

u64 scene_start(const struct scene *scene, enum aicore_field field)
{
	const struct aicore_plan *plan = &scene->plan;
	bool reduce = plan->kind == AICORE_PLAN_REDUCE;

	switch (field) {
	case AICORE_FIELD_SRC:
		return scene_offset(scene, field, reduce ? plan->reduce.src :
							   plan->copy.src);
	case AICORE_FIELD_DST:
		return scene_offset(scene, field, reduce ? plan->reduce.dst :
							   plan->copy.dst);
	default:
		return scene->desc.copy.deq_tensor_addr;
	}
}

const u8 *scene_program_address(const struct scene *scene,
				enum aicore_field field)
{
	const struct aicore_operand *operand = field == AICORE_FIELD_SRC ?
					       &scene->desc.src :
					       &scene->desc.dst;
	const struct run_core *core = &scene->run->cores[scene->core];
	struct aicore_place place = { .memory = AICORE_MEMORY_UB };
	struct aicore_report report;
	const u8 *base;

	if ((field == AICORE_FIELD_SRC || field == AICORE_FIELD_DST) &&
	    aicore_place_find(&scene->env, operand, field, &place, &report))
		return NULL;
	base = place.memory == AICORE_MEMORY_GM ? place.span.base :
	       core->memory[regions[place.memory]].data;
	return base + scene_start(scene, field);
}

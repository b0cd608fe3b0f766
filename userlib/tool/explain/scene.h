/* SPDX-License-Identifier: MIT */
/*
 * One operation just before it runs: its plan, made by the core, on a copy of
 * the core's memories. Whoever explains it may run the plan there, as far as he
 * likes, and the program doesn't notice.
 */
#ifndef EXPLAIN_SCENE_H
#define EXPLAIN_SCENE_H

#include "../run.h"
#include "plan.h"

struct written;

/**
 * struct scene - see above
 * @run: the program
 * @statement: the operation's line
 * @number: of the operation in the program, from 1
 * @desc: its descriptor, with handles of buffers
 * @env: product, modes and memories
 * @scratch: the copies, by enum aicore_memory
 * @plan: what the core makes of the descriptor
 * @mask: the mask register before the operation
 * @core: index of its core
 * @written: what was written before it
 * @refused: the device won't run it; the plan only has its addresses, which may
 *	lie outside of the memories
 */
struct scene {
	struct run *run;
	const struct statement *statement;
	size_t number;
	struct aicore_desc desc;
	struct aicore_env env;
	u8 *scratch[AICORE_MEMORIES];
	struct aicore_plan plan;
	struct aicore_mask mask;
	size_t core;
	const struct written *written;
	bool refused;
};

/*
 * Sets the scene for the current statement of a run, all of whose cores are
 * idle. *mask is the register before and after. Without @scratch the memories
 * are the program's own, and the plan mustn't be run. 1: the device will refuse
 * the operation, not only for its addresses, and there is nothing to free; -1: a
 * failure is noted.
 */
int scene_set(struct scene *scene, struct run *run,
	      const struct aicore_desc *desc, size_t core,
	      bool scratch, struct aicore_mask *mask);
void scene_clear(struct scene *scene);

/*
 * Runs repeats @first to @end - 1 of a reduction, or all blocks of a copy. None
 * may run twice: it may have written where it reads.
 */
void scene_run_repeats(const struct scene *scene, u64 first, u64 end);
void scene_run_copy(const struct scene *scene);

/* Whether an operation moves bytes as they are. */
bool scene_is_plain_copy(const struct scene *scene);

/* An address of a plan as an offset within the memory of an operand. */
u64 scene_offset(const struct scene *scene, enum aicore_field field,
		 const u8 *address);

/* Offset of the first byte of src, dst or the parameter vectors. */
u64 scene_start(const struct scene *scene, enum aicore_field field);

/* The same as an address in the program's own memory, not in a copy of it. */
const u8 *scene_program_address(const struct scene *scene,
				enum aicore_field field);

#endif /* EXPLAIN_SCENE_H */

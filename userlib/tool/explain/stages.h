/* SPDX-License-Identifier: MIT */
/* What a converting copy does to one element, stage by stage of the core. */
#ifndef EXPLAIN_STAGES_H
#define EXPLAIN_STAGES_H

#include "../value.h"
#include "scene.h"

/**
 * struct element - one element of a converting copy
 * @index: in the order of the destination, over all blocks
 * @block: the block that it is in
 * @unit: the fractal of the block
 * @row: of the fractal
 * @column: of the fractal
 * @src: where it is read
 * @dst: where the result goes
 */
struct element {
	u64 index;
	u32 block;
	u32 unit;
	u32 row;
	u32 column;
	const u8 *src;
	u8 *dst;
};

/* How many elements a converting copy has, and one of them. */
u64 element_count(const struct aicore_copy_plan *plan);
struct element element_find(const struct aicore_copy_plan *plan, u64 index);

#define STAGE_NOTE_MAX	80

/**
 * struct stage_step - one stage
 * @name: as the core calls it
 * @type: of what it leaves, enum aicore_type
 * @bits: what it leaves
 * @note: what is remarkable about it; empty if nothing is
 */
struct stage_step {
	const char *name;
	u32 type;
	u32 bits;
	char note[STAGE_NOTE_MAX];
};

/**
 * struct stages - all of them
 * @conversion: the core's row
 * @deq: parameters of the element's column
 * @from: the source element, as a step without a name
 * @step: what follows
 * @count: how many there are
 * @result: as it is written
 */
struct stages {
	const struct aicore_conversion *conversion;
	struct aicore_deq deq;
	struct stage_step from;
	struct stage_step step[AICORE_STAGES_MAX];
	u32 count;
	struct stage_step result;
};

/* Takes an element through the stages; the copy hasn't run yet. */
void stages_run(struct stages *stages, const struct aicore_copy_plan *plan,
		const struct element *element);

#endif /* EXPLAIN_STAGES_H */

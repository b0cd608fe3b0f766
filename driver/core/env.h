/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where a descriptor is checked and run: the product, its modes, the memories
 * of one core, and the operands found in them (operations.md section 2).
 */
#ifndef AICORE_CORE_ENV_H
#define AICORE_CORE_ENV_H

#include "aicore.h"
#include "extent.h"
#include "kernels.h"
#include "mask.h"
#include "report.h"
#include "soc.h"

/**
 * struct aicore_span - a memory as the executor sees it
 * @base: first byte
 * @bytes: size; 0: the product has none
 */
struct aicore_span {
	u8 *base;
	u64 bytes;
};

/**
 * struct aicore_env - what a descriptor is checked against
 * @soc: the product
 * @saturate: half results saturate
 * @float_nodes: see AICORE_SETUP_FLOAT_NODES
 * @permissive: see AICORE_CHECK_PERMISSIVE
 * @kernels: what to compute with; they outlive all plans. NULL: the reference.
 * @memory: the memories on the chip, by enum aicore_memory
 * @find_buffer: finds the buffer behind a handle; false if there is none. The
 *	caller sees to it that the buffer lives as long as the plan.
 * @context: for @find_buffer
 */
struct aicore_env {
	const struct aicore_soc *soc;
	bool saturate;
	bool float_nodes;
	bool permissive;
	const struct aicore_kernels *kernels;
	struct aicore_span memory[AICORE_MEMORIES];
	bool (*find_buffer)(void *context, u32 handle,
			    struct aicore_span *span);
	void *context;
};

/*
 * Takes the product and the modes from the argument of SETUP, as far as it goes
 * beyond the size. 0, -EINVAL, or -EOPNOTSUPP for what the product lacks.
 */
int aicore_env_setup(struct aicore_env *env, const struct aicore_setup *setup);

/**
 * struct aicore_place - an operand whose memory is known
 * @memory: which memory it is
 * @span: that memory, or the buffer
 * @offset: where the operand starts; not checked yet
 */
struct aicore_place {
	enum aicore_memory memory;
	struct aicore_span span;
	u64 offset;
};

/* Finds the memory behind an operand. 0 or a negative errno with a report. */
int aicore_place_find(const struct aicore_env *env,
		      const struct aicore_operand *operand,
		      enum aicore_field field, struct aicore_place *place,
		      struct aicore_report *report);

/*
 * Alignment that a memory asks of a start offset: UB and L1 32 bytes, L0C 64,
 * global memory the size of an element.
 */
u64 aicore_place_alignment(const struct aicore_place *place, u64 element);

/* Refuses a start offset that is no multiple of @alignment. */
int aicore_place_check_alignment(const struct aicore_place *place,
				 enum aicore_field field, u64 alignment,
				 struct aicore_report *report);

/*
 * Refuses runs that leave the memory, or whose start lies outside it when they
 * are empty.
 */
int aicore_place_check_extent(const struct aicore_place *place,
			      enum aicore_field field,
			      const struct aicore_runs *runs,
			      struct aicore_report *report);

#endif /* AICORE_CORE_ENV_H */

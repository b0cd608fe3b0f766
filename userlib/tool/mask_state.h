/* SPDX-License-Identifier: MIT */
/*
 * What the operations of a program leave in the mask register. check needs it:
 * it validates one batch after the other and runs none.
 */
#ifndef TOOL_MASK_STATE_H
#define TOOL_MASK_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "libaicore.h"

/**
 * struct mask_state - the mask register
 * @words: both words, in normal mode
 * @count: number of elements, in counter mode
 * @counter: which mode it is
 */
struct mask_state {
	uint64_t words[2];
	uint64_t count;
	bool counter;
};

/* The state of a new core: all ones in normal mode. */
struct mask_state mask_state_new(void);

/* The state after an operation that the device accepts. */
struct mask_state mask_state_after(struct mask_state state,
				   const struct aicore_desc *desc);

/* Appends the SetVectorMask that brings a state about; 0 or -ENOMEM. */
int mask_state_restate(const struct mask_state *state, struct ac_batch *batch);

#endif /* TOOL_MASK_STATE_H */

// SPDX-License-Identifier: MIT
#include "mask_state.h"

struct mask_state mask_state_new(void)
{
	return (struct mask_state){ { UINT64_MAX, UINT64_MAX }, 0, false };
}

static uint64_t low_bits(uint64_t n)
{
	return n >= 64 ? UINT64_MAX : (1ULL << n) - 1;
}

static struct mask_state after_reduce(struct mask_state state,
				      const struct aicore_reduce *reduce)
{
	uint64_t n = reduce->mask[0];

	switch (reduce->mask_form) {
	case AICORE_MASK_CONTIGUOUS:
		return (struct mask_state){
			.words = { low_bits(n), n > 64 ? low_bits(n - 64) : 0 },
		};
	case AICORE_MASK_BITWISE:
		return (struct mask_state){
			.words = { reduce->mask[0], reduce->mask[1] },
		};
	default:
		return state;
	}
}

static struct mask_state after_set(const struct aicore_set_mask *set)
{
	return (struct mask_state){
		.words = { set->mask[0], set->mask[1] },
		.count = set->count,
		.counter = set->mode == AICORE_MASK_MODE_COUNTER,
	};
}

struct mask_state mask_state_after(struct mask_state state,
				   const struct aicore_desc *desc)
{
	switch (desc->op) {
	case AICORE_OP_SET_VECTOR_MASK:
		return after_set(&desc->set_mask);
	case AICORE_OP_DATA_COPY:
		return state;
	default:
		return after_reduce(state, &desc->reduce);
	}
}

int mask_state_restate(const struct mask_state *state, struct ac_batch *batch)
{
	if (state->counter)
		return ac_set_vector_mask_counter(batch, state->count);
	return ac_set_vector_mask(batch, state->words[1], state->words[0]);
}

/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The vector mask: the register of a core, and what a reduce call makes of it
 * (operations.md section 3, Mask and SetVectorMask).
 */
#ifndef AICORE_CORE_MASK_H
#define AICORE_CORE_MASK_H

#include "port.h"

/**
 * struct aicore_mask - the mask register
 * @bits: bit i of word i / 64 selects lane i, in normal mode
 * @count: number of elements, in counter mode
 * @counter: which mode it is
 */
struct aicore_mask {
	u64 bits[2];
	u32 count;
	bool counter;
};

/* The state after creation and RESET: all ones in normal mode. */
void aicore_mask_reset(struct aicore_mask *mask);

/* Sets bits 0..n-1 of a 128-bit mask and clears the others; n is 0..128. */
void aicore_mask_first(u64 bits[2], u32 n);

/* Whether any of count lanes from first on is active; they share one word. */
static inline bool aicore_mask_any(const u64 bits[2], u32 first, u32 count)
{
	return bits[first / 64] >> first % 64 & ((1ULL << count) - 1);
}

#endif /* AICORE_CORE_MASK_H */

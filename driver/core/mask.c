// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "mask.h"

void aicore_mask_reset(struct aicore_mask *mask)
{
	mask->bits[0] = ~0ULL;
	mask->bits[1] = ~0ULL;
	mask->count = 0;
	mask->counter = false;
}

static u64 low_bits(u32 n)
{
	return n >= 64 ? ~0ULL : (1ULL << n) - 1;
}

void aicore_mask_first(u64 bits[2], u32 n)
{
	bits[0] = low_bits(n);
	bits[1] = n > 64 ? low_bits(n - 64) : 0;
}

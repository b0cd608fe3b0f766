// SPDX-License-Identifier: GPL-2.0-only
#include "bench.h"

#include <string.h>

_Alignas(4096) u8 ub[UB_BYTES];
_Alignas(4096) u8 l0c[L0C_BYTES];
_Alignas(4096) u8 gm[GM_BYTES];

static u32 random_u32(void)
{
	static u64 state = 0x9e3779b97f4a7c15ULL;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state >> 20;
}

/* Halves and floats that add up without overflow; integers of all sizes. */
void fill_ordinary(u8 *memory, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes; i += sizeof(u32)) {
		u32 x = (random_u32() & 0x87ff87ff) | 0x30003000;

		memcpy(memory + i, &x, sizeof(x));
	}
}

/* 32768 and more: every sum of two saturates, or is 0. */
void fill_large(u8 *memory, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes; i += sizeof(u32)) {
		u32 x = (random_u32() & 0x83ff83ff) | 0x78007800;

		memcpy(memory + i, &x, sizeof(x));
	}
}

/* Sums as a matrix unit has them: of all magnitudes below 2^23. */
static void fill_ints(u8 *memory, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes; i += sizeof(s32)) {
		s32 x = (s32)random_u32() >> (8 + random_u32() % 16);

		memcpy(memory + i, &x, sizeof(x));
	}
}

/* Of all magnitudes that a half can have. */
static void fill_floats(u8 *memory, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes; i += sizeof(u32)) {
		u32 x = random_u32() & 0x807fffff;

		x |= (113 + random_u32() % 28) << 23;
		memcpy(memory + i, &x, sizeof(x));
	}
}

void fill_sources(void)
{
	fill_ints(l0c, SOURCE_BYTES);
	fill_floats(l0c + SOURCE_BYTES, SOURCE_BYTES);
}

/* Results of some hundred: shifts of 0 to 3, M about 2^-6; halves that are about 2^-9. */
void fill_vectors(void)
{
	u32 column;

	for (column = 0; column < AICORE_COLUMNS; column++) {
		u64 word = 0x3c800000 | (random_u32() & 0x7fffff);

		word |= (u64)(random_u32() % 4) << AICORE_DEQ_N_SHIFT;
		word |= 1ULL << AICORE_DEQ_MCB_SHIFT;
		word |= (u64)(random_u32() % 64) << AICORE_DEQ_OFFSET_SHIFT;
		word |= 1ULL << AICORE_DEQ_SIGN_SHIFT;
		memcpy(ub + VECTORS + column * sizeof(word), &word,
		       sizeof(word));
	}
	for (column = 0; column < AICORE_COLUMNS; column++) {
		u16 m = 0x1800 | (random_u32() & 0x3ff);

		memcpy(ub + HALF_VECTORS + column * sizeof(m), &m, sizeof(m));
	}
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers that look random and come back with the same seed. */
#ifndef AICORE_SELFTESTS_RANDOM_H
#define AICORE_SELFTESTS_RANDOM_H

#include <stdbool.h>
#include <linux/types.h>

static inline __u64 random_next(__u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state * 0x2545f4914f6cdd1dULL >> 8;
}

static inline __u64 below(__u64 *state, __u64 bound)
{
	return random_next(state) % bound;
}

static inline bool one_in(__u64 *state, __u64 n)
{
	return !below(state, n);
}

/* Numbers as arguments have them: small, round, or about a power of two. */
static inline __u64 random_number(__u64 *state)
{
	switch (below(state, 8)) {
	case 0:
		return 0;
	case 1:
		return below(state, 16);
	case 2:
		return 32 * below(state, 256);
	case 3:
		return (1ULL << below(state, 64)) - below(state, 2);
	case 4:
		return below(state, 65536);
	case 5:
		return 4096 * below(state, 64);
	case 6:
		return random_next(state);
	default:
		return below(state, 256);
	}
}

#endif /* AICORE_SELFTESTS_RANDOM_H */

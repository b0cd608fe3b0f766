/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Byte ranges of strided operands: where they end, and whether two of them
 * meet. Everything is 64 bits wide. Callers check first that the start lies
 * within its memory; the fields of a descriptor are at most 2^32 blocks of
 * 2^27 bytes, so that nothing here can wrap after that.
 */
#ifndef AICORE_CORE_EXTENT_H
#define AICORE_CORE_EXTENT_H

#include "port.h"

/**
 * struct aicore_runs - equal runs of bytes at equal distances
 * @start: first byte of the first run
 * @length: bytes of one run
 * @period: from the start of one run to the start of the next
 * @count: number of runs
 */
struct aicore_runs {
	u64 start;
	u64 length;
	u64 period;
	u64 count;
};

/* One past the last byte; @start if there is no byte. */
u64 aicore_runs_end(const struct aicore_runs *runs);

/* The first run that ends beyond @size, of runs that do so. */
u64 aicore_runs_first_beyond(const struct aicore_runs *runs, u64 size);

/*
 * Whether any byte belongs to both. Exact: interleaved runs that never touch
 * don't meet. *which is then the first run of @a that meets one of @b. Takes
 * time in the number of runs of @a.
 */
bool aicore_runs_meet(const struct aicore_runs *a, const struct aicore_runs *b,
		      u64 *which);

#endif /* AICORE_CORE_EXTENT_H */

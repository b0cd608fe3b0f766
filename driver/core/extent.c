// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "extent.h"

u64 aicore_runs_end(const struct aicore_runs *runs)
{
	if (!runs->count || !runs->length)
		return runs->start;
	return runs->start + (runs->count - 1) * runs->period + runs->length;
}

u64 aicore_runs_first_beyond(const struct aicore_runs *runs, u64 size)
{
	u64 first_end = runs->start + runs->length;

	if (first_end > size)
		return 0;
	return div64_u64(size - first_end, runs->period) + 1;
}

/* Whether bytes start..end-1 hold a byte of runs. */
static bool range_meets(u64 start, u64 end, const struct aicore_runs *runs)
{
	u64 run;

	if (end <= runs->start)
		return false;
	if (start < runs->start)
		return true;
	if (!runs->period)
		return start < runs->start + runs->length;
	/* The last run that starts at or before the first byte of the range. */
	run = div64_u64(start - runs->start, runs->period);
	if (run >= runs->count)
		run = runs->count - 1;
	if (start < runs->start + run * runs->period + runs->length)
		return true;
	/* The next one, which starts after it. */
	return run + 1 < runs->count &&
	       runs->start + (run + 1) * runs->period < end;
}

bool aicore_runs_meet(const struct aicore_runs *a, const struct aicore_runs *b,
		      u64 *which)
{
	u64 start = a->start;
	u64 i;

	if (!a->count || !a->length || !b->count || !b->length)
		return false;
	if (aicore_runs_end(a) <= b->start || aicore_runs_end(b) <= a->start)
		return false;
	for (i = 0; i < a->count; i++) {
		if (range_meets(start, start + a->length, b)) {
			*which = i;
			return true;
		}
		start += a->period;
	}
	return false;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which bytes an operand consists of. A walk gives them run by run; what needs
 * to be known is found by looking at each of them.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

/* A report says how far an operand goes, if it isn't too long to find out. */
#define LONG 100000

/*
 * Refuses an operand that leaves its memory. One without bytes must still start
 * within it. The report has no end of an operand that starts outside.
 */
int oracle_extent(struct oracle_walk walk, const struct oracle_memory *memory,
		  uint64_t offset, enum aicore_field field,
		  struct aicore_report *report)
{
	bool outside = offset >= memory->bytes;
	struct oracle_run run = { .step = AICORE_NO_STEP };
	oracle_address end = 0;
	int runs = 0;

	while (walk.next(&walk, &run)) {
		end = run.start + run.length;
		outside = outside || end > memory->bytes;
		if (outside)
			break;
	}
	if (!outside)
		return 0;
	oracle_refuse(report, AICORE_REASON_EXTENT, field);
	report->step = run.step;
	report->high = memory->bytes;
	for (; runs < LONG && walk.next(&walk, &run); runs++)
		if (run.start + run.length > end)
			end = run.start + run.length;
	if (runs < LONG && offset < memory->bytes)
		report->value = (uint64_t)end;
	return oracle_errno(AICORE_REASON_EXTENT);
}

/*
 * One map for all, all zero between uses: clearing what was marked is cheaper
 * than a new map for every check.
 */
static uint32_t *clean_map(uint64_t bytes)
{
	static uint32_t *map;
	static uint64_t room;

	if (bytes > room) {
		free(map);
		map = calloc(bytes, sizeof(*map));
		if (!map)
			abort();
		room = bytes;
	}
	return map;
}

uint32_t *oracle_mark(struct oracle_walk walk, uint64_t bytes)
{
	uint32_t *marks = clean_map(bytes);
	struct oracle_run run;

	while (walk.next(&walk, &run))
		for (uint64_t i = 0; i < run.length; i++)
			if (marks[run.start + i] < run.step + 1)
				marks[run.start + i] = run.step + 1;
	return marks;
}

void oracle_unmark(struct oracle_walk walk, uint32_t *marks)
{
	struct oracle_run run;

	while (walk.next(&walk, &run))
		memset(marks + run.start, 0, run.length * sizeof(*marks));
}

uint32_t oracle_meet(struct oracle_walk walk, const uint32_t *marks,
		     bool later)
{
	struct oracle_run run;

	while (walk.next(&walk, &run))
		for (uint64_t i = 0; i < run.length; i++) {
			uint32_t mark = marks[run.start + i];

			if (later ? mark > run.step + 1 : mark > 0)
				return run.step;
		}
	return AICORE_NO_STEP;
}

// SPDX-License-Identifier: GPL-2.0-only
/* P13 and P14: what was chosen, and how long its sections are. */
#include "bench.h"

/* P13: what "auto" chose, the reference, and each implementation that can run here. */
#define CANDIDATES	(WIDTHS + 2)

static const struct aicore_kernels *candidates[CANDIDATES];
static int candidates_count;

static void list_candidates(void)
{
	int i;

	candidates[0] = &chosen_auto.kernels;
	candidates[1] = NULL;
	candidates_count = 2;
	for (i = 0; i < WIDTHS; i++) {
		if (has_width[i])
			candidates[candidates_count++] = &chosen[i].kernels;
	}
}

static double auto_by_best(struct plans plans[])
{
	struct work work[CANDIDATES], *works[CANDIDATES];
	double ratio, worst = 0;
	int i;

	for (i = 0; i < candidates_count; i++) {
		work[i] = plan_work(&plans[i]);
		works[i] = &work[i];
	}
	measure(works, candidates_count);
	for (i = 1; i < candidates_count; i++) {
		ratio = work_ratio(&work[0], &work[i]);
		worst = ratio > worst ? ratio : worst;
	}
	return worst;
}

void choice_figures(bool emulated)
{
	static const u32 types[] = { AICORE_TYPE_FLOAT, AICORE_TYPE_HALF };
	const struct goal goal = AT_MOST(emulated ? 2 : 1.25, 0);
	struct plans plans[CANDIDATES];
	char what[60];
	int i, j;

	list_candidates();
	fill_ordinary(ub, VECTORS);
	for (i = 0; i < (int)ARRAY_SIZE(types); i++) {
		for (j = 0; j < candidates_count; j++)
			plan_sums(&plans[j], types[i], candidates[j]);
		snprintf(what, sizeof(what), "auto by the best, %s sum",
			 i ? "half" : "float");
		report("P13", what, auto_by_best(plans), goal);
	}
	fill_sources();
	fill_vectors();
	for (i = 0; i < CONVERSIONS; i++) {
		for (j = 0; j < candidates_count; j++)
			plan_conversion(&plans[j], &conversions[i],
					candidates[j]);
		snprintf(what, sizeof(what), "auto by the best, %s",
			 conversions[i].name);
		report("P13", what, auto_by_best(plans), goal);
	}
}

/* -- P14 -- */

static u64 section_start, longest_section;

static u32 timed_enter(void)
{
	u32 state = machine.enter();

	section_start = now_ns();
	return state;
}

static void timed_leave(u32 state)
{
	u64 ns = now_ns() - section_start;

	if (ns > longest_section)
		longest_section = ns;
	machine.leave(state);
}

/* The median of what the longest section of each round takes, in us. */
static double section_us(struct plans *plans)
{
	double us[ROUNDS_MAX];
	int i;

	for (i = 0; i < rounds; i++) {
		longest_section = 0;
		run_plan(plans);
		us[i] = longest_section / 1000.0;
	}
	return median(us, rounds);
}

/* Halves that saturate with a mask and strides, and all conversions. */
static double longest_of(const struct aicore_choice *choice)
{
	struct aicore_kernels timed = choice->kernels;
	struct plans plans;
	double us, longest = 0;
	u32 i;

	timed.enter = timed_enter;
	timed.leave = timed_leave;
	fill_large(ub, RESULTS);
	for (i = 0; i < 2; i++) {
		plan_scattered(&plans, i ? AICORE_TYPE_HALF : AICORE_TYPE_FLOAT,
			       REPEATS, &timed);
		us = section_us(&plans);
		longest = us > longest ? us : longest;
	}
	fill_vectors();
	for (i = 0; i < ARRAY_SIZE(conversions); i++) {
		plan_conversion(&plans, &conversions[i], &timed);
		us = section_us(&plans);
		longest = us > longest ? us : longest;
	}
	return longest;
}

void section_figures(void)
{
	const struct goal goal = AT_MOST(50, 0);
	char what[60];
	int i;

	for (i = 0; i < WIDTHS; i++) {
		snprintf(what, sizeof(what), "longest section, %s (us)",
			 width_names[i]);
		if (has_width[i])
			report("P14", what, longest_of(&chosen[i]), goal);
		else
			skip_width("P14", what, i);
	}
	report("P14", "longest section, auto (us)", longest_of(&chosen_auto),
	       goal);
}

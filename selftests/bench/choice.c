// SPDX-License-Identifier: GPL-2.0-only
/* P13 and P14: what was chosen, and how long its sections are. */
#include "bench.h"

/* P13: what "auto" chose against each single implementation. */
static double auto_by_best(struct plans plans[WIDTHS + 1])
{
	struct work work[WIDTHS + 1], *works[WIDTHS + 1];
	double ratio, worst = 0;
	int count = 1, i;

	work[0] = plan_work(&plans[0]);
	works[0] = &work[0];
	for (i = 0; i < WIDTHS; i++) {
		if (!has_width[i])
			continue;
		work[count] = plan_work(&plans[1 + i]);
		works[count] = &work[count];
		count++;
	}
	measure(works, count);
	for (i = 1; i < count; i++) {
		ratio = work_ratio(&work[0], &work[i]);
		worst = ratio > worst ? ratio : worst;
	}
	return worst;
}

static void automatic_choice(void)
{
	static const u32 types[] = { AICORE_TYPE_FLOAT, AICORE_TYPE_HALF };
	const struct goal goal = AT_MOST(1.25, 0);
	const struct aicore_kernels *with[WIDTHS + 1] = { &chosen_auto.kernels };
	struct plans plans[WIDTHS + 1];
	char what[60];
	u32 i, j;

	for (i = 0; i < WIDTHS; i++)
		with[i + 1] = has_width[i] ? &chosen[i].kernels : NULL;
	fill_ordinary(ub, VECTORS);
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		for (j = 0; j < WIDTHS + 1; j++)
			plan_sums(&plans[j], types[i], with[j]);
		snprintf(what, sizeof(what), "auto by the best, %s sum",
			 i ? "half" : "float");
		report("P13", what, auto_by_best(plans), goal);
	}
	fill_sources();
	fill_vectors();
	for (i = 0; i < ARRAY_SIZE(conversions); i++) {
		for (j = 0; j < WIDTHS + 1; j++)
			plan_conversion(&plans[j], &conversions[i], with[j]);
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

static void sections(void)
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

void choice_figures(void)
{
	automatic_choice();
	sections();
}

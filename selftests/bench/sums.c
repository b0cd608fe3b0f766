// SPDX-License-Identifier: GPL-2.0-only
/* P1 to P6: WholeReduceSum. */
#include "bench.h"

#include <string.h>

#include "plain.h"

static const u8 *next_source(void)
{
	static bool odd;

	odd = !odd;
	return ub + (odd ? SUM_BYTES : 0);
}

static void run_plain_sum(void *context)
{
	plain_sum((float *)(ub + RESULTS), (const float *)next_source(),
		  REPEATS);
}

#ifdef __x86_64__
static void run_plain_read(void *context)
{
	plain_read_avx512((float *)(ub + RESULTS), (const float *)next_source(),
			  SUM_BYTES / sizeof(float));
}
#else
static void run_plain_read(void *context)
{
}
#endif

/* P1 and P2. */
static void float_sums(void)
{
	static const struct goal speed[WIDTHS] = {
		AT_LEAST(3, 4), AT_LEAST(6, 7.5), AT_LEAST(8, 10.5),
	};
	struct work naive = { .once = run_plain_sum };
	struct work bound = { .once = run_plain_read };
	struct work work[WIDTHS], *works[WIDTHS + 2] = { &naive };
	struct plans plans[WIDTHS];
	int count = 1, i;
	char what[60];

	fill_ordinary(ub, VECTORS);
	if (has_width[AVX512])
		works[count++] = &bound;
	for (i = 0; i < WIDTHS; i++) {
		if (!has_width[i])
			continue;
		plan_sums(&plans[i], AICORE_TYPE_FLOAT, &chosen[i].kernels);
		work[i] = plan_work(&plans[i]);
		works[count++] = &work[i];
	}
	measure(works, count);
	if (has_width[AVX512])
		report("P1", "float sum, AVX-512, share of read bound",
		       work_ratio(&bound, &work[AVX512]),
		       AT_LEAST(0.5, 0.6));
	else
		skip_width("P1", "float sum, AVX-512, share of read bound",
			   AVX512);
	for (i = 0; i < WIDTHS; i++) {
		snprintf(what, sizeof(what), "float sum, %s, by naive C",
			 width_names[i]);
		if (has_width[i])
			report("P2", what, work_ratio(&naive, &work[i]),
			       speed[i]);
		else
			skip_width("P2", what, i);
	}
}

/* P3 and P4. */
static void half_sums(void)
{
	static const struct goal speed[WIDTHS] = {
		AT_LEAST(7, 9), AT_LEAST(20, 30), AT_LEAST(0, 0),
	};
	struct plans plans[WIDTHS], reference_plans;
	struct work work[WIDTHS], reference, *works[WIDTHS + 1];
	int count = 1, i;
	char what[60];

	fill_ordinary(ub, VECTORS);
	plan_sums(&reference_plans, AICORE_TYPE_HALF, NULL);
	reference = plan_work(&reference_plans);
	works[0] = &reference;
	for (i = 0; i < WIDTHS; i++) {
		if (!has_width[i])
			continue;
		plan_sums(&plans[i], AICORE_TYPE_HALF, &chosen[i].kernels);
		work[i] = plan_work(&plans[i]);
		works[count++] = &work[i];
	}
	measure(works, count);
	for (i = 0; i < WIDTHS; i++) {
		snprintf(what, sizeof(what), "half sum, %s, by the reference",
			 width_names[i]);
		if (has_width[i])
			report("P3", what, work_ratio(&reference, &work[i]),
			       speed[i]);
		else
			skip_width("P3", what, i);
	}
	report_skipped("P3", "half sum, AVX512-FP16, by the reference",
		       "no kernels for AVX512-FP16");
	report_skipped("P4", "half sum, AVX512-FP16, share of read bound",
		       "no kernels for AVX512-FP16");
}

/* P5: the second source saturates. */
static void saturating_sums(void)
{
	struct plans plain, large;
	struct work plain_work, large_work;
	struct work *const works[] = { &plain_work, &large_work };
	struct aicore_desc desc;
	char what[60];
	int i;

	fill_ordinary(ub, SUM_BYTES);
	fill_large(ub + SUM_BYTES, VECTORS - SUM_BYTES);
	for (i = 0; i < WIDTHS; i++) {
		snprintf(what, sizeof(what), "half, saturating by ordinary, %s",
			 width_names[i]);
		if (!has_width[i]) {
			skip_width("P5", what, i);
			continue;
		}
		memset(&plain, 0, sizeof(plain));
		memset(&large, 0, sizeof(large));
		desc = sum_desc(AICORE_TYPE_HALF, 0);
		add_plan(&plain, &desc, &chosen[i].kernels);
		desc = sum_desc(AICORE_TYPE_HALF, SUM_BYTES);
		add_plan(&large, &desc, &chosen[i].kernels);
		plain_work = plan_work(&plain);
		large_work = plan_work(&large);
		measure(works, 2);
		report("P5", what, work_ratio(&large_work, &plain_work),
		       AT_MOST(3.5, 2.2));
	}
}

/*
 * P6. Strides of 2 touch twice as many lines of the cache: with few repeats, all
 * of which are in the first level, that doesn't count.
 */
static double scattered_by_plain(u32 type, enum width width, u32 repeats)
{
	struct aicore_desc desc = sum_desc(type, 0);
	struct plans plain = { .count = 0 }, scattered;
	struct work plain_work, scattered_work;
	struct work *const works[] = { &plain_work, &scattered_work };

	desc.reduce.repeat_time = repeats;
	add_plan(&plain, &desc, &chosen[width].kernels);
	plan_scattered(&scattered, type, repeats, &chosen[width].kernels);
	plain_work = plan_work(&plain);
	scattered_work = plan_work(&scattered);
	measure(works, 2);
	return work_ratio(&scattered_work, &plain_work);
}

static void scattered_sums(u32 type, const char *name)
{
	char what[60];
	int i;

	fill_ordinary(ub, RESULTS);
	for (i = 0; i < WIDTHS; i++) {
		snprintf(what, sizeof(what), "%s, mask and strides by plain, %s",
			 name, width_names[i]);
		if (!has_width[i]) {
			skip_width("P6", what, i);
			continue;
		}
		report("P6", what, scattered_by_plain(type, i, REPEATS),
		       AT_MOST(2, 1.6));
		snprintf(what, sizeof(what), "(the same with 48 repeats, %s)",
			 width_names[i]);
		report("P6", what, scattered_by_plain(type, i, 48),
		       AT_LEAST(0, 0));
	}
}

void sum_figures(void)
{
	float_sums();
	half_sums();
	saturating_sums();
	scattered_sums(AICORE_TYPE_FLOAT, "float");
	scattered_sums(AICORE_TYPE_HALF, "half");
}

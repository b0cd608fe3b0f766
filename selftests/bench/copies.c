// SPDX-License-Identifier: GPL-2.0-only
/* P7, P8 and P16: DataCopy against memcpy. */
#include "bench.h"

#include <string.h>

#include "plain.h"

#ifdef __x86_64__
static void run_plain_narrow(void *context)
{
	plain_narrow_avx512((char *)ub + RESULTS, (const char *)l0c,
			    SOURCE_BYTES, *(int *)context);
}
#else
static void run_plain_narrow(void *context)
{
}
#endif

/* The compiler must not know what is copied. */
static void run_memcpy(void *context)
{
	size_t *bytes = context;

	memcpy(ub, l0c, *bytes);
	__asm__ volatile("" : : : "memory");
}

static void run_memcpy_blocks(void *context)
{
	int i;

	for (i = 0; i < 3; i++) {
		memcpy(ub + i * 65536, gm + i * 65536, 65536);
		__asm__ volatile("" : : : "memory");
	}
}

/* P7 and P8. */
static void conversion_figures(enum width width, const char *figure,
			       const struct goal goals[])
{
	size_t bytes = SOURCE_BYTES;
	struct work copy = { .once = run_memcpy, .context = &bytes };
	struct work work[ARRAY_SIZE(conversions)];
	struct work *works[ARRAY_SIZE(conversions) + 1] = { &copy };
	struct plans plans[ARRAY_SIZE(conversions)];
	char what[60];
	u32 i;

	fill_sources();
	fill_vectors();
	for (i = 0; i < ARRAY_SIZE(conversions); i++) {
		if (!has_width[width])
			continue;
		plan_conversion(&plans[i], &conversions[i],
				&chosen[width].kernels);
		work[i] = plan_work(&plans[i]);
		works[i + 1] = &work[i];
	}
	if (has_width[width])
		measure(works, ARRAY_SIZE(works));
	for (i = 0; i < ARRAY_SIZE(conversions); i++) {
		snprintf(what, sizeof(what), "%s by memcpy, %s",
			 conversions[i].name, width_names[width]);
		if (has_width[width])
			report(figure, what, work_ratio(&work[i], &copy),
			       goals[i]);
		else
			skip_width(figure, what, width);
	}
}

/* How far from memcpy this processor keeps all that loads and stores. */
static void narrowing_by_memcpy(void)
{
	static int keep[] = { 64, 32, 16 };
	size_t bytes = SOURCE_BYTES;
	struct work copy = { .once = run_memcpy, .context = &bytes };
	struct work work[ARRAY_SIZE(keep)];
	struct work *works[ARRAY_SIZE(keep) + 1] = { &copy };
	char what[60];
	u32 i;

	if (!has_width[AVX512])
		return;
	for (i = 0; i < ARRAY_SIZE(keep); i++) {
		work[i] = (struct work){ .once = run_plain_narrow,
					 .context = &keep[i] };
		works[i + 1] = &work[i];
	}
	measure(works, ARRAY_SIZE(works));
	for (i = 0; i < ARRAY_SIZE(keep); i++) {
		snprintf(what, sizeof(what),
			 "(load 64, store %d and nothing else)", keep[i]);
		report("P7", what, work_ratio(&work[i], &copy), AT_LEAST(0, 0));
	}
}

static void conversions_by_memcpy(void)
{
	static const struct goal wide[] = {
		AT_MOST(1.4, 1.1), AT_MOST(1.0, 0.8), AT_MOST(0.9, 0.7),
		AT_MOST(0.9, 0.7), AT_MOST(0, 0),
	};
	static const struct goal narrow[] = {
		AT_MOST(2.1, 1.6), AT_MOST(1.5, 1.2), AT_MOST(1.0, 0.8),
		AT_MOST(1.1, 0.9), AT_MOST(0, 0),
	};

	conversion_figures(AVX512, "P7", wide);
	narrowing_by_memcpy();
	conversion_figures(AVX2, "P8", narrow);
}

/* P16. */
static void plain_copy(void)
{
	struct plans plans;
	struct work copy, bare = { .once = run_memcpy_blocks };
	struct work *const works[] = { &copy, &bare };

	fill_ordinary(gm, GM_BYTES);
	plan_copy(&plans);
	copy = plan_work(&plans);
	measure(works, 2);
	report("P16", "DataCopy of 64 KiB blocks by memcpy",
	       work_ratio(&copy, &bare), AT_MOST(1.05, 0));
}

void copy_figures(void)
{
	conversions_by_memcpy();
	plain_copy();
}

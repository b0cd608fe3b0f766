// SPDX-License-Identifier: GPL-2.0-only
/*
 * The figures P1 to P9, P13, P14 and P16: the core as the module has it, in an
 * ordinary program on one pinned processor. Each plan is made once; what is
 * timed is running it.
 *
 * Usage: bench DIRECTORY, which gets bench.json and what the partner needs,
 * numpy_forms.py beside this source.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure.h"
#include "plain.h"
#include "plan.h"
#include "simd/host.h"

#define REPEATS		255

/* Goals: what must be reached, and what would be better still. */
#define AT_LEAST(must, stretch)	((struct goal){ must, stretch, false })
#define AT_MOST(must, stretch)	((struct goal){ must, stretch, true })

#define UB_BYTES	(256 * 1024)
/* A source of integers, then one of floats. */
#define SOURCE_BYTES	(64 * 1024)
#define L0C_BYTES	(2 * SOURCE_BYTES)
#define GM_BYTES	(512 * 1024)
/* Sources lie at the bottom of UB, vectors and results at the top. */
#define SUM_BYTES	(REPEATS * AICORE_REPEAT_BYTES)
#define VECTORS		(128 * 1024)
#define RESULTS		(192 * 1024)

enum width { SSE2, AVX2, AVX512, WIDTHS };

static const char *const width_names[WIDTHS] = { "SSE2", "AVX2", "AVX-512" };

static _Alignas(4096) u8 ub[UB_BYTES];
static _Alignas(4096) u8 l0c[L0C_BYTES];
static _Alignas(4096) u8 gm[GM_BYTES];

static struct aicore_machine machine;
static struct aicore_choice chosen[WIDTHS], chosen_auto;
static bool has_width[WIDTHS];

static u32 random_u32(void)
{
	static u64 state = 0x9e3779b97f4a7c15ULL;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state >> 20;
}

/* Halves and floats that add up without overflow; integers of all sizes. */
static void fill_ordinary(u8 *memory, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes; i += sizeof(u32)) {
		u32 x = (random_u32() & 0x87ff87ff) | 0x30003000;

		memcpy(memory + i, &x, sizeof(x));
	}
}

/* 32768 and more: every sum of two saturates, or is 0. */
static void fill_large(u8 *memory, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes; i += sizeof(u32)) {
		u32 x = (random_u32() & 0x83ff83ff) | 0x78007800;

		memcpy(memory + i, &x, sizeof(x));
	}
}

static void fill_ints(u8 *memory, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes; i += sizeof(s32)) {
		s32 x = (s32)random_u32() >> (random_u32() % 24);

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

static void fill_sources(void)
{
	fill_ints(l0c, SOURCE_BYTES);
	fill_floats(l0c + SOURCE_BYTES, SOURCE_BYTES);
}

/* Results of some hundred: shifts of 1 to 4, M about 2^-6. */
static void fill_vectors(void)
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
}

/* -- plans as work -- */

/* The next of some plans each time, so that they share the cache of a UB. */
#define PLANS 3

struct plans {
	struct aicore_plan plan[PLANS];
	u32 count;
	u32 next;
};

static bool find_buffer(void *context, u32 handle, struct aicore_span *span)
{
	*span = (struct aicore_span){ gm, GM_BYTES };
	return true;
}

static void add_plan(struct plans *plans, const struct aicore_desc *desc,
		     const struct aicore_kernels *kernels)
{
	struct aicore_env env = {
		.soc = aicore_soc_find(AICORE_SOC_ASCEND310P),
		.saturate = true,
		.kernels = kernels,
		.memory = {
			[AICORE_MEMORY_UB] = { ub, UB_BYTES },
			[AICORE_MEMORY_L0C] = { l0c, L0C_BYTES },
		},
		.find_buffer = find_buffer,
	};
	struct aicore_report report;
	struct aicore_mask mask;

	aicore_mask_reset(&mask);
	if (aicore_plan_make(&plans->plan[plans->count++], desc, &env, &mask,
			     &report)) {
		fprintf(stderr, "bench: refused, reason %u, field %u\n",
			report.reason, report.field);
		exit(2);
	}
}

static void run_plan(void *context)
{
	struct plans *plans = context;
	struct aicore_plan *plan = &plans->plan[plans->next];
	struct aicore_report report;
	u64 progress = 0;

	plans->next = plans->next + 1 < plans->count ? plans->next + 1 : 0;
	while (aicore_plan_step(plan, &progress, &report) > 0)
		;
}

static struct work plan_work(struct plans *plans)
{
	return (struct work){ .once = run_plan, .context = plans };
}

static struct aicore_desc sum_desc(u32 type, u64 src)
{
	return (struct aicore_desc){
		.op = AICORE_OP_WHOLE_REDUCE_SUM,
		.dst = { AICORE_POSITION_VECOUT, 0, RESULTS },
		.src = { AICORE_POSITION_VECIN, 0, src },
		.src_type = type,
		.dst_type = type,
		.reduce = {
			.mask_form = AICORE_MASK_BITWISE,
			.mask = { ~0ULL, ~0ULL },
			.repeat_time = REPEATS,
			.dst_rep_stride = 1,
			.src_blk_stride = 1,
			.src_rep_stride = 8,
		},
	};
}

/* Sums of 255 repeats; two sources fit beside the rest. */
static void plan_sums(struct plans *plans, u32 type,
		      const struct aicore_kernels *kernels)
{
	struct aicore_desc first = sum_desc(type, 0);
	struct aicore_desc second = sum_desc(type, SUM_BYTES);

	memset(plans, 0, sizeof(*plans));
	add_plan(plans, &first, kernels);
	add_plan(plans, &second, kernels);
}

/* Mask, block stride 2 and destination stride 2. */
static void plan_scattered(struct plans *plans, u32 type, u32 repeats,
			   const struct aicore_kernels *kernels)
{
	struct aicore_desc desc = sum_desc(type, 0);

	desc.reduce.repeat_time = repeats;
	memset(plans, 0, sizeof(*plans));
	desc.reduce.mask[0] = 0xfffdffff7fffefffULL;
	desc.reduce.mask[1] = 0xff7ffffffffffff7ULL;
	desc.reduce.dst_rep_stride = 2;
	desc.reduce.src_blk_stride = 2;
	desc.reduce.src_rep_stride = 16;
	add_plan(plans, &desc, kernels);
}

struct conversion {
	const char *name;
	u32 src_type;
	u32 dst_type;
	u32 deq_scale;
};

static const struct conversion conversions[] = {
	{ "int32 to int8", AICORE_TYPE_INT32, AICORE_TYPE_INT8,
	  AICORE_DEQ_SCALE_VDEQ8 },
	{ "int32 to half", AICORE_TYPE_INT32, AICORE_TYPE_HALF,
	  AICORE_DEQ_SCALE_VDEQ16 },
	{ "float to half", AICORE_TYPE_FLOAT, AICORE_TYPE_HALF,
	  AICORE_DEQ_SCALE_NONE },
	{ "int32 to int16", AICORE_TYPE_INT32, AICORE_TYPE_INT16,
	  AICORE_DEQ_SCALE_VDEQ16 },
};

/* 64 KiB of source in one block. */
static void plan_conversion(struct plans *plans,
			    const struct conversion *conversion,
			    const struct aicore_kernels *kernels)
{
	struct aicore_desc desc = {
		.op = AICORE_OP_DATA_COPY,
		.dst = { AICORE_POSITION_CO2, 0, RESULTS },
		.src = { AICORE_POSITION_CO1, 0,
			 conversion->src_type == AICORE_TYPE_FLOAT ?
			 SOURCE_BYTES : 0 },
		.src_type = conversion->src_type,
		.dst_type = conversion->dst_type,
		.copy = {
			.block_count = 1,
			.block_len = SOURCE_BYTES / 1024,
			.block_mode = AICORE_BLOCK_MODE_MATRIX,
			.deq_scale = conversion->deq_scale,
			.deq_tensor_addr = VECTORS,
			.sid_store_mode = 2,
		},
	};

	memset(plans, 0, sizeof(*plans));
	add_plan(plans, &desc, kernels);
}

static void plan_copy(struct plans *plans)
{
	struct aicore_desc desc = {
		.op = AICORE_OP_DATA_COPY,
		.dst = { AICORE_POSITION_VECIN, 0, 0 },
		.src = { AICORE_POSITION_GM, 1, 0 },
		.src_type = AICORE_TYPE_HALF,
		.dst_type = AICORE_TYPE_HALF,
		.copy = { .block_count = 3, .block_len = 2048 },
	};

	memset(plans, 0, sizeof(*plans));
	add_plan(plans, &desc, NULL);
}

/* -- work that isn't a plan's -- */

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

static void run_plain_narrow(void *context)
{
	plain_narrow_avx512((char *)ub + RESULTS, (const char *)l0c, SOURCE_BYTES,
			    *(int *)context);
}
#else
static void run_plain_read(void *context)
{
}

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

/* -- figures -- */

static void skip_width(const char *figure, const char *what, enum width width)
{
	char why[40];

	snprintf(why, sizeof(why), "no %s", width_names[width]);
	report_skipped(figure, what, why);
}

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

/* P7 and P8 */
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
	static int keep_half = 32, keep_quarter = 16;
	size_t bytes = SOURCE_BYTES;
	struct work copy = { .once = run_memcpy, .context = &bytes };
	struct work half = { .once = run_plain_narrow, .context = &keep_half };
	struct work quarter = {
		.once = run_plain_narrow, .context = &keep_quarter
	};
	struct work *const works[] = { &copy, &half, &quarter };

	if (!has_width[AVX512])
		return;
	measure(works, ARRAY_SIZE(works));
	report("P7", "(load 64, store 32 and nothing else)",
	       work_ratio(&half, &copy), AT_LEAST(0, 0));
	report("P7", "(load 64, store 16 and nothing else)",
	       work_ratio(&quarter, &copy), AT_LEAST(0, 0));
}

static void conversions_by_memcpy(void)
{
	static const struct goal wide[] = {
		AT_MOST(1.4, 1.1), AT_MOST(1.0, 0.8), AT_MOST(0.9, 0.7),
		AT_MOST(0.9, 0.7),
	};
	static const struct goal narrow[] = {
		AT_MOST(2.1, 1.6), AT_MOST(1.5, 1.2), AT_MOST(1.0, 0.8),
		AT_MOST(1.1, 0.9),
	};

	conversion_figures(AVX512, "P7", wide);
	narrowing_by_memcpy();
	conversion_figures(AVX2, "P8", narrow);
}

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

/* P16 */
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

/* -- P9: a partner process with numpy -- */

struct partner {
	pid_t pid;
	FILE *to;
	FILE *from;
};

struct form {
	struct partner *partner;
	const char *name;
};

static void write_file(const char *directory, const char *name, const u8 *data,
		       size_t bytes)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	file = fopen(path, "wb");
	if (!file || fwrite(data, bytes, 1, file) != 1 || fclose(file)) {
		perror(path);
		exit(2);
	}
}

static void start_partner(struct partner *partner, const char *directory)
{
	int to[2], from[2];

	if (pipe(to) || pipe(from)) {
		perror("pipe");
		exit(2);
	}
	partner->pid = fork();
	if (!partner->pid) {
		dup2(to[0], 0);
		dup2(from[1], 1);
		close(to[1]);
		close(from[0]);
		execl("/usr/bin/python3", "python3", NUMPY_FORMS, directory,
		      (char *)NULL);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	partner->to = fdopen(to[1], "w");
	partner->from = fdopen(from[0], "r");
}

static u64 run_form(void *context, u64 times)
{
	struct form *form = context;
	unsigned long long ns = 0;

	fprintf(form->partner->to, "%s %llu\n", form->name,
		(unsigned long long)times);
	fflush(form->partner->to);
	if (fscanf(form->partner->from, "%llu", &ns) != 1) {
		fprintf(stderr, "bench: numpy has gone\n");
		exit(2);
	}
	return ns;
}

static const struct {
	const char *form;
	const char *what;
	struct goal goal;
} numpy_figures[] = {
	{ "float", "float tree, AVX2, by numpy", AT_LEAST(25, 45) },
	{ "half", "half tree, AVX2, by numpy", AT_LEAST(50, 90) },
	{ "int8", "int32 to int8, AVX2, by numpy", AT_LEAST(20, 40) },
};

/* Plans the three, runs each once and leaves inputs and results in files. */
static void plan_numpy(struct plans plans[3], const char *directory)
{
	const struct aicore_kernels *kernels = &chosen[AVX2].kernels;
	struct aicore_desc desc = sum_desc(AICORE_TYPE_FLOAT, 0);

	memset(plans, 0, 3 * sizeof(*plans));
	fill_ordinary(ub, VECTORS);
	fill_ints(l0c, SOURCE_BYTES);
	fill_vectors();
	add_plan(&plans[0], &desc, kernels);
	desc = sum_desc(AICORE_TYPE_HALF, SUM_BYTES);
	/* Results of their own. */
	desc.dst.offset += 4096;
	add_plan(&plans[1], &desc, kernels);
	run_plan(&plans[0]);
	run_plan(&plans[1]);
	write_file(directory, "float.in", ub, SUM_BYTES);
	write_file(directory, "float.out", ub + RESULTS, REPEATS * 4);
	write_file(directory, "half.in", ub + SUM_BYTES, SUM_BYTES);
	write_file(directory, "half.out", ub + RESULTS + 4096, REPEATS * 2);
	plan_conversion(&plans[2], &conversions[0], kernels);
	run_plan(&plans[2]);
	write_file(directory, "int8.in", l0c, SOURCE_BYTES);
	write_file(directory, "int8.vector", ub + VECTORS,
		   AICORE_COLUMNS * sizeof(u64));
	write_file(directory, "int8.out", ub + RESULTS, SOURCE_BYTES / 4);
}

static bool partner_ready(struct partner *partner)
{
	char line[80];

	return fgets(line, sizeof(line), partner->from) &&
	       !strncmp(line, "ready", 5);
}

static void skip_numpy(const char *why)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(numpy_figures); i++)
		report_skipped("P9", numpy_figures[i].what, why);
}

static void numpy_forms(const char *directory)
{
	struct partner partner;
	struct form forms[3];
	struct plans plans[3];
	struct work work[6], *works[6];
	int i;

	if (!has_width[AVX2]) {
		skip_numpy("no AVX2");
		return;
	}
	plan_numpy(plans, directory);
	start_partner(&partner, directory);
	if (!partner_ready(&partner)) {
		skip_numpy("no numpy, or it differs");
		return;
	}
	for (i = 0; i < 3; i++) {
		forms[i] = (struct form){ &partner, numpy_figures[i].form };
		work[i] = (struct work){ .run = run_form,
					 .context = &forms[i] };
		work[i + 3] = plan_work(&plans[i]);
		works[2 * i] = &work[i];
		works[2 * i + 1] = &work[i + 3];
	}
	measure(works, 6);
	for (i = 0; i < 3; i++)
		report("P9", numpy_figures[i].what,
		       work_ratio(&work[i], &work[i + 3]),
		       numpy_figures[i].goal);
	fclose(partner.to);
	waitpid(partner.pid, NULL, 0);
}

/* -- the program -- */

static void pin(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(sched_getcpu(), &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		perror("sched_setaffinity");
}

static void choose_all(void)
{
	static const char *const names[WIDTHS] = { "sse2", "avx2", "avx512" };
	void *room = malloc(aicore_choose_room());
	int i;

	machine = aicore_host_machine();
	if (!room || aicore_choose(&chosen_auto, &machine, "auto", room))
		exit(2);
	for (i = 0; i < WIDTHS; i++)
		has_width[i] = !aicore_choose(&chosen[i], &machine, names[i],
					      room);
	free(room);
}

static void list_choice(void)
{
	u32 kernel, impl;

	printf("\n%-22s %-8s", "ns per repeat or row", "auto");
	for (impl = 0; impl < AICORE_IMPLS; impl++)
		printf(" %9s", impl && !has_width[impl - 1] ? "-" :
		       aicore_impl_name(impl));
	printf(" %6s\n", "chunk");
	for (kernel = 0; kernel < AICORE_KERNELS; kernel++) {
		printf("%-22s %-8s", aicore_kernel_name(kernel),
		       aicore_impl_name(chosen_auto.impl[kernel]));
		for (impl = 0; impl < AICORE_IMPLS; impl++)
			printf(" %9.2f", chosen_auto.ps[impl][kernel] / 1e3);
		printf(" %6u\n", chosen_auto.kernels.chunk[kernel]);
	}
}

static FILE *open_json(const char *directory)
{
	char path[4096];
	FILE *json;

	snprintf(path, sizeof(path), "%s/bench.json", directory);
	json = fopen(path, "w");
	if (!json) {
		perror(path);
		exit(2);
	}
	return json;
}

int main(int argc, char **argv)
{
	const char *wanted = getenv("AICORE_BENCH_ROUNDS");
	int missed;
	FILE *json;

	if (argc != 2) {
		fprintf(stderr, "usage: bench DIRECTORY\n");
		return 2;
	}
	if (wanted && atoi(wanted) > 0 && atoi(wanted) <= ROUNDS_MAX)
		rounds = atoi(wanted);
	signal(SIGPIPE, SIG_IGN);
	pin();
	choose_all();
	json = open_json(argv[1]);
	report_start(json);
	float_sums();
	half_sums();
	saturating_sums();
	scattered_sums(AICORE_TYPE_FLOAT, "float");
	scattered_sums(AICORE_TYPE_HALF, "half");
	conversions_by_memcpy();
	numpy_forms(argv[1]);
	automatic_choice();
	sections();
	plain_copy();
	missed = report_end();
	fclose(json);
	list_choice();
	return missed ? 1 : 0;
}

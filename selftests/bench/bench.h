/* SPDX-License-Identifier: GPL-2.0-only */
/* What the figures have in common: memories, plans and implementations. */
#ifndef AICORE_BENCH_H
#define AICORE_BENCH_H

#include "measure.h"
#include "plan.h"
#include "simd/host.h"

#define REPEATS		255

/* Goals: what must be reached, and what would be better still. */
#define AT_LEAST(must, stretch)	((struct goal){ must, stretch, false })
#define AT_MOST(must, stretch)	((struct goal){ must, stretch, true })

/* -- memories.c -- */

#define UB_BYTES	(256 * 1024)
/* A source of integers, then one of floats. */
#define SOURCE_BYTES	(64 * 1024)
#define L0C_BYTES	(2 * SOURCE_BYTES)
#define GM_BYTES	(512 * 1024)
/* Sources lie at the bottom of UB, vectors and results at the top. */
#define SUM_BYTES	(REPEATS * AICORE_REPEAT_BYTES)
#define VECTORS		(128 * 1024)
#define HALF_VECTORS	(VECTORS + 1024)
#define RESULTS		(192 * 1024)

extern u8 ub[UB_BYTES], l0c[L0C_BYTES], gm[GM_BYTES];

void fill_ordinary(u8 *memory, size_t bytes);
void fill_large(u8 *memory, size_t bytes);
/* Those of conversions, and their parameters. */
void fill_sources(void);
void fill_vectors(void);

/* -- plans.c: plans as work -- */

/* The next of some plans each time, so that they share the cache of a UB. */
#define PLANS 3

struct plans {
	struct aicore_plan plan[PLANS];
	u32 count;
	u32 next;
};

void add_plan(struct plans *plans, const struct aicore_desc *desc,
	      const struct aicore_kernels *kernels);
void run_plan(void *context);
struct work plan_work(struct plans *plans);

struct aicore_desc sum_desc(u32 type, u64 src);
void plan_sums(struct plans *plans, u32 type,
	       const struct aicore_kernels *kernels);
void plan_scattered(struct plans *plans, u32 type, u32 repeats,
		    const struct aicore_kernels *kernels);

#define CONVERSIONS 5

struct conversion {
	const char *name;
	u32 src_type;
	u32 dst_type;
	u32 deq_scale;
	u32 vectors;
};

extern const struct conversion conversions[CONVERSIONS];

void plan_conversion(struct plans *plans, const struct conversion *conversion,
		     const struct aicore_kernels *kernels);
void plan_copy(struct plans *plans);

/* -- bench.c: implementations -- */

enum width { SSE2, AVX2, AVX512, WIDTHS };

extern const char *const width_names[WIDTHS];
extern struct aicore_machine machine;
extern struct aicore_choice chosen[WIDTHS], chosen_auto;
extern bool has_width[WIDTHS];

void skip_width(const char *figure, const char *what, enum width width);

/* -- figures: sums.c, copies.c, numpy.c, choice.c -- */

void sum_figures(void);
void copy_figures(void);
void numpy_figures(const char *directory);
/* In an emulated processor times are less sure, and the goal is another. */
void choice_figures(bool emulated);
void section_figures(void);

#endif /* AICORE_BENCH_H */

// SPDX-License-Identifier: GPL-2.0-only
/*
 * KUnit: the pure core, as the kernel's compiler and flags made it. What is
 * tried at length is tried on the host; here are the corners of each part.
 */
#include <kunit/test.h>

#include "../core/extent.h"
#include "../core/plan.h"
#include "../core/softfloat.h"

/* -- extents -- */

/* Four blocks of 32 bytes, each 100 after the one before. */
static const struct aicore_runs aicore_kunit_blocks = {
	.start = 10,
	.length = 32,
	.period = 100,
	.count = 4,
};

static void aicore_kunit_runs_end(struct kunit *test)
{
	struct aicore_runs runs = aicore_kunit_blocks;

	KUNIT_EXPECT_EQ(test, aicore_runs_end(&runs), 342);
	KUNIT_EXPECT_EQ(test, aicore_runs_first_beyond(&runs, 341), 3);
	KUNIT_EXPECT_EQ(test, aicore_runs_first_beyond(&runs, 42), 1);
	KUNIT_EXPECT_EQ(test, aicore_runs_first_beyond(&runs, 41), 0);
	runs.count = 1;
	KUNIT_EXPECT_EQ(test, aicore_runs_end(&runs), 42);
}

static void aicore_kunit_runs_meet(struct kunit *test)
{
	struct aicore_runs other = { .start = 342, .length = 1, .count = 1 };
	u64 which = 99;

	KUNIT_EXPECT_FALSE(test, aicore_runs_meet(&aicore_kunit_blocks, &other,
						  &which));
	other.start = 341;
	KUNIT_EXPECT_TRUE(test, aicore_runs_meet(&aicore_kunit_blocks, &other,
						 &which));
	/* Between the second block and the third. */
	other.start = 142;
	other.length = 68;
	KUNIT_EXPECT_FALSE(test, aicore_runs_meet(&aicore_kunit_blocks, &other,
						  &which));
	other.length = 69;
	KUNIT_EXPECT_TRUE(test, aicore_runs_meet(&aicore_kunit_blocks, &other,
						 &which));
}

/* -- soft-float -- */

static void aicore_kunit_half(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, aicore_half_add(0x3c00, 0x3c00), 0x4000);
	/* 2048 + 1 is a tie and goes to the even one. */
	KUNIT_EXPECT_EQ(test, aicore_half_add(0x6800, 0x3c00), 0x6800);
	KUNIT_EXPECT_EQ(test, aicore_half_add(0x6801, 0x3c00), 0x6802);
	KUNIT_EXPECT_EQ(test, aicore_half_add(0x7bff, 0x7bff), 0x7c00);
	KUNIT_EXPECT_EQ(test, aicore_half_add(0x7c00, 0xfc00), 0x7e00);
	KUNIT_EXPECT_EQ(test, aicore_half_add(0x0001, 0x0001), 0x0002);
	KUNIT_EXPECT_EQ(test, aicore_half_add(0x8000, 0x8000), 0x8000);
	KUNIT_EXPECT_EQ(test, aicore_half_saturate(0xfc00), 0xfbff);
	KUNIT_EXPECT_EQ(test, aicore_half_saturate(0x7e00), 0);
}

static void aicore_kunit_float(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, aicore_float_add(0x3f800000, 0x3f800000),
			0x40000000);
	/* 2^24 + 1, and 2^24 + 2 + 1. */
	KUNIT_EXPECT_EQ(test, aicore_float_add(0x4b800000, 0x3f800000),
			0x4b800000);
	KUNIT_EXPECT_EQ(test, aicore_float_add(0x4b800001, 0x3f800000),
			0x4b800002);
	KUNIT_EXPECT_EQ(test, aicore_float_mul(0x3fc00000, 0x3fc00000),
			0x40100000);
	KUNIT_EXPECT_EQ(test, aicore_float_mul(0x7f800000, 0), 0x7fc00000);
	KUNIT_EXPECT_EQ(test, aicore_float_from_int(-16777217), 0xcb800000);
	KUNIT_EXPECT_EQ(test, aicore_float_to_int(0x40200000, -128, 127), 2);
	KUNIT_EXPECT_EQ(test, aicore_float_to_int(0x43800000, -128, 127), 127);
}

static void aicore_kunit_conversion(struct kunit *test)
{
	u32 half;

	for (half = 0; half < 0x10000; half++) {
		if (aicore_half_is_nan(half))
			continue;
		if (aicore_half_from_float(aicore_half_to_float(half)) != half)
			KUNIT_FAIL(test, "half %04x", half);
	}
	KUNIT_EXPECT_EQ(test, aicore_half_from_float(0x477fefff), 0x7bff);
	KUNIT_EXPECT_EQ(test, aicore_half_from_float(0x477ff000), 0x7c00);
}

/* -- checks -- */

struct aicore_kunit_core {
	struct aicore_env env;
	struct aicore_mask mask;
	struct aicore_report report;
	struct aicore_plan plan;
	u8 ub[512];
};

static bool aicore_kunit_no_buffer(void *context, u32 handle,
				   struct aicore_span *span)
{
	return false;
}

static struct aicore_kunit_core *aicore_kunit_make_core(struct kunit *test)
{
	const struct aicore_setup setup = { .soc = AICORE_SOC_ASCEND910B };
	struct aicore_kunit_core *core;

	core = kunit_kzalloc(test, sizeof(*core), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, core);
	KUNIT_ASSERT_EQ(test, aicore_env_setup(&core->env, &setup), 0);
	core->env.memory[AICORE_MEMORY_UB].base = core->ub;
	core->env.memory[AICORE_MEMORY_UB].bytes = sizeof(core->ub);
	core->env.find_buffer = aicore_kunit_no_buffer;
	aicore_mask_reset(&core->mask);
	return core;
}

/* The sum of eight floats at 0, to 480: the last block of this small UB. */
static struct aicore_desc aicore_kunit_sum(void)
{
	struct aicore_desc desc = {
		.op = AICORE_OP_WHOLE_REDUCE_SUM,
		.src_type = AICORE_TYPE_FLOAT,
		.dst_type = AICORE_TYPE_FLOAT,
		.dst.position = AICORE_POSITION_VECOUT,
		.dst.offset = 480,
		.src.position = AICORE_POSITION_VECIN,
		.reduce = {
			.mask_form = AICORE_MASK_CONTIGUOUS,
			.mask = { 8, 0 },
			.repeat_time = 1,
			.dst_rep_stride = 1,
			.src_blk_stride = 1,
			.src_rep_stride = 8,
		},
	};

	return desc;
}

static int aicore_kunit_check(struct aicore_kunit_core *core,
			      const struct aicore_desc *desc)
{
	aicore_report_clear(&core->report);
	return aicore_plan_make(&core->plan, desc, &core->env, &core->mask,
				&core->report);
}

static void aicore_kunit_runs_plan(struct kunit *test)
{
	struct aicore_kunit_core *core = aicore_kunit_make_core(test);
	struct aicore_desc desc = aicore_kunit_sum();
	u32 *memory = (u32 *)core->ub;
	u64 progress = 0;
	int i;

	for (i = 0; i < 8; i++)
		memory[i] = 0x3f800000;
	KUNIT_ASSERT_EQ(test, aicore_kunit_check(core, &desc), 0);
	while (aicore_plan_step(&core->plan, &progress, &core->report) > 0)
		;
	KUNIT_EXPECT_EQ(test, memory[120], 0x41000000);
	KUNIT_EXPECT_EQ(test, memory[121], 0);
}

static void aicore_kunit_refuses(struct kunit *test)
{
	struct aicore_kunit_core *core = aicore_kunit_make_core(test);
	struct aicore_mask mask = core->mask;
	struct aicore_desc desc = aicore_kunit_sum();

	desc.reduce.mask[0] = 65;
	KUNIT_EXPECT_EQ(test, aicore_kunit_check(core, &desc), -EINVAL);
	KUNIT_EXPECT_EQ(test, core->report.reason, AICORE_REASON_MASK_RANGE);
	KUNIT_EXPECT_EQ(test, core->report.value, 65);

	desc = aicore_kunit_sum();
	desc.src.offset = 512;
	KUNIT_EXPECT_EQ(test, aicore_kunit_check(core, &desc), -ERANGE);
	KUNIT_EXPECT_EQ(test, core->report.reason, AICORE_REASON_EXTENT);

	desc = aicore_kunit_sum();
	desc.dst.buffer = 1;
	desc.dst.position = AICORE_POSITION_GM;
	KUNIT_EXPECT_NE(test, aicore_kunit_check(core, &desc), 0);

	desc = aicore_kunit_sum();
	desc.op = U32_MAX;
	KUNIT_EXPECT_NE(test, aicore_kunit_check(core, &desc), 0);
	/* None of them has moved the register. */
	KUNIT_EXPECT_MEMEQ(test, &core->mask, &mask, sizeof(mask));
}

static struct kunit_case aicore_kunit_core_cases[] = {
	KUNIT_CASE(aicore_kunit_runs_end),
	KUNIT_CASE(aicore_kunit_runs_meet),
	KUNIT_CASE(aicore_kunit_half),
	KUNIT_CASE(aicore_kunit_float),
	KUNIT_CASE(aicore_kunit_conversion),
	KUNIT_CASE(aicore_kunit_runs_plan),
	KUNIT_CASE(aicore_kunit_refuses),
	{}
};

static struct kunit_suite aicore_kunit_core_suite = {
	.name = "aicore_core",
	.test_cases = aicore_kunit_core_cases,
};

kunit_test_suite(aicore_kunit_core_suite);

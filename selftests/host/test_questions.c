// SPDX-License-Identifier: GPL-2.0-only
/*
 * docs/rules.md names open questions, each with an input that tells the
 * readings apart. Here our column of that table is kept true, and with it the
 * printed numbers that no half can hold.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan.h"

static unsigned int passed, failed;

static u8 ub[256 * 1024], l1[1024 * 1024], l0c[256 * 1024];

static bool no_buffer(void *context, u32 handle, struct aicore_span *span)
{
	(void)context;
	(void)handle;
	(void)span;
	return false;
}

/* An ascend310p in strict mode, which saturates. */
static struct aicore_env env_310p(void)
{
	return (struct aicore_env){
		.soc = aicore_soc_find(AICORE_SOC_ASCEND310P),
		.saturate = true,
		.memory = {
			[AICORE_MEMORY_UB] = { ub, sizeof(ub) },
			[AICORE_MEMORY_L1] = { l1, sizeof(l1) },
			[AICORE_MEMORY_L0C] = { l0c, sizeof(l0c) },
		},
		.find_buffer = no_buffer,
	};
}

static void run_in(struct aicore_env env, const struct aicore_desc *desc)
{
	struct aicore_report report;
	struct aicore_plan plan;
	struct aicore_mask mask;
	u64 progress = 0;

	aicore_mask_reset(&mask);
	if (aicore_plan_make(&plan, desc, &env, &mask, &report)) {
		printf("# refused: reason %u, field %u\n", report.reason,
		       report.field);
		return;
	}
	while (aicore_plan_step(&plan, &progress, &report) > 0)
		;
}

static void run(const struct aicore_desc *desc)
{
	run_in(env_310p(), desc);
}

static void check(const char *name, s64 got, s64 expected)
{
	bool good = got == expected;

	printf("%s - %s: %lld, expected %lld\n", good ? "ok" : "not ok", name,
	       (long long)got, (long long)expected);
	if (good)
		passed++;
	else
		failed++;
}

/* CO1+0 to CO2+0x1000, one MATRIX fractal, vectors at UB+0. */
static struct aicore_desc matrix(u32 dst_type, u32 deq_scale, u64 deq_value)
{
	return (struct aicore_desc){
		.op = AICORE_OP_DATA_COPY,
		.dst = { AICORE_POSITION_CO2, 0, 0x1000 },
		.src = { AICORE_POSITION_CO1, 0, 0 },
		.src_type = AICORE_TYPE_INT32,
		.dst_type = dst_type,
		.copy = {
			.block_count = 1,
			.block_len = 1,
			.block_mode = AICORE_BLOCK_MODE_MATRIX,
			.deq_scale = deq_scale,
			.deq_value = deq_value,
			.sid_store_mode = 2,
		},
	};
}

static u64 word(u32 m, u64 n, u64 offset)
{
	return m | n << AICORE_DEQ_N_SHIFT |
	       (offset & 0x1ff) << AICORE_DEQ_OFFSET_SHIFT;
}

static void put_l0c(u32 index, s32 x)
{
	memcpy(l0c + 4 * index, &x, sizeof(x));
}

static s64 ub_half_bits(u32 offset)
{
	u16 bits;

	memcpy(&bits, ub + offset, sizeof(bits));
	return bits;
}

static s64 convert_int16(s32 x, u64 value)
{
	struct aicore_desc desc = matrix(AICORE_TYPE_INT16,
					 AICORE_DEQ_SCALE_DEQ16, value);
	s16 result;

	put_l0c(0, x);
	run(&desc);
	memcpy(&result, ub + 0x1000, sizeof(result));
	return result;
}

static s64 convert_int8(s32 x, u64 value)
{
	struct aicore_desc desc = matrix(AICORE_TYPE_INT8,
					 AICORE_DEQ_SCALE_DEQ8, value);

	put_l0c(0, x);
	run(&desc);
	return (s8)ub[0x1000];
}

static s64 convert_half(s32 x, u64 value)
{
	struct aicore_desc desc = matrix(AICORE_TYPE_HALF,
					 AICORE_DEQ_SCALE_DEQ16, value);

	put_l0c(0, x);
	run(&desc);
	return ub_half_bits(0x1000);
}

#define FLOAT_HALF	0x3f000000
#define FLOAT_ONE	0x3f800000
#define HALF_ONE	0x3c00
#define HALF_TWO	0x4000
#define HALF_THREE	0x4200

static void question_rounding(void)
{
	static const s32 x[] = { 1, 3, 5, -1, -3 };
	static const s32 expected[] = { 0, 2, 2, 0, -2 };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(x); i++)
		check("Q4, B34: DEQ8 rounds to even",
		      convert_int8(x[i], word(FLOAT_HALF, 0, 0)), expected[i]);
}

static void fill_halves(u32 offset, u16 bits)
{
	u32 i;

	for (i = 0; i < 16; i++)
		memcpy(ub + offset + 2 * i, &bits, sizeof(bits));
}

static void question_vector_step(void)
{
	struct aicore_desc desc = matrix(AICORE_TYPE_HALF,
					 AICORE_DEQ_SCALE_VDEQ, 0);
	u32 i;

	for (i = 0; i < 512; i++)
		put_l0c(i, 1);
	fill_halves(0, HALF_ONE);
	fill_halves(32, HALF_TWO);
	fill_halves(128, HALF_THREE);
	desc.copy.block_count = 2;
	run(&desc);
	check("Q7: block 0 of VDEQ", ub_half_bits(0x1000), HALF_ONE);
	check("Q7: VDEQ steps by 32 bytes", ub_half_bits(0x1200), HALF_TWO);
}

static struct aicore_desc sum(u64 n)
{
	return (struct aicore_desc){
		.op = AICORE_OP_WHOLE_REDUCE_SUM,
		.dst = { AICORE_POSITION_VECOUT, 0, 0x1000 },
		.src = { AICORE_POSITION_VECIN, 0, 0 },
		.src_type = AICORE_TYPE_HALF,
		.dst_type = AICORE_TYPE_HALF,
		.reduce = {
			.mask_form = AICORE_MASK_CONTIGUOUS,
			.mask = { n, 0 },
			.repeat_time = 1,
			.dst_rep_stride = 1,
			.src_blk_stride = 1,
			.src_rep_stride = 8,
		},
	};
}

static void question_half_nodes(void)
{
	/* 60000, 60000, -30000, 100 */
	static const u16 example[] = { 0x7b53, 0x7b53, 0xf753, 0x5640 };
	static const u16 minus_zero = 0x8000;
	struct aicore_env env = env_310p();
	struct aicore_desc desc = sum(4);

	memcpy(ub, example, sizeof(example));
	run(&desc);
	check("Q8, B06: the seed's example is 35584", ub_half_bits(0x1000),
	      0x7858);
	env.float_nodes = true;
	run_in(env, &desc);
	check("Q8: 35616 with float nodes", ub_half_bits(0x1000), 0x7859);

	desc = sum(1);
	memcpy(ub, &minus_zero, sizeof(minus_zero));
	run(&desc);
	check("Q9: a masked lane is +0", ub_half_bits(0x1000), 0);
}

static void question_vector_mode(void)
{
	struct aicore_desc desc = matrix(AICORE_TYPE_INT32,
					 AICORE_DEQ_SCALE_NONE, 0);
	s32 result[32];
	u32 i;

	for (i = 0; i < 16; i++) {
		put_l0c(i, 1);
		put_l0c(16 + i, 2);
		put_l0c(256 + i, 3);
	}
	desc.copy.block_mode = AICORE_BLOCK_MODE_VECTOR;
	desc.copy.block_len = 2;
	run(&desc);
	memcpy(result, ub + 0x1000, sizeof(result));
	check("Q10: VECTOR row 0", result[0], 1);
	check("Q10: VECTOR skips rows 1 to 15", result[16], 3);
}

static void question_nan_lane(void)
{
	static const u16 lanes[] = { HALF_ONE, 0x7e01, 0xfe00 };
	struct aicore_desc desc = sum(3);

	desc.op = AICORE_OP_WHOLE_REDUCE_MAX;
	memcpy(ub, lanes, sizeof(lanes));
	run(&desc);
	check("Q11: the index of the first nan", ub_half_bits(0x1002), 1);
	check("a nan saturates to 0 at the end", ub_half_bits(0x1000), 0);
}

static void question_950_tie(void)
{
	static const u32 minus_inf = 0xff800000;
	struct aicore_env env = env_310p();
	struct aicore_desc desc = sum(0);
	u32 index;

	env.soc = aicore_soc_find(AICORE_SOC_ASCEND950);
	desc.op = AICORE_OP_WHOLE_REDUCE_MAX;
	desc.src_type = AICORE_TYPE_FLOAT;
	desc.dst_type = AICORE_TYPE_FLOAT;
	desc.reduce.mask_form = AICORE_MASK_BITWISE;
	desc.reduce.mask[0] = 2;
	memcpy(ub + 4, &minus_inf, sizeof(minus_inf));
	run_in(env, &desc);
	memcpy(&index, ub + 0x1004, sizeof(index));
	check("Q13: a masked lane wins no tie", index, 1);
}

static void question_idle_block(void)
{
	struct aicore_desc desc = sum(16);

	desc.op = AICORE_OP_BLOCK_REDUCE_SUM;
	fill_halves(0, HALF_ONE);
	fill_halves(0x1000, HALF_TWO);
	run(&desc);
	check("Q12: a block with lanes", ub_half_bits(0x1000), 0x4c00);
	check("Q12: a block without lanes keeps its result",
	      ub_half_bits(0x1002), HALF_TWO);
}

/* 15 ones and an infinity: the vendor prints 65344, the rule gives 65504. */
static void known_gap_infinity(u16 infinity, s64 expected)
{
	struct aicore_desc desc = sum(16);
	u16 x;
	u32 i;

	for (i = 0; i < 16; i++) {
		x = i == 7 ? infinity : HALF_ONE;
		memcpy(ub + 2 * i, &x, sizeof(x));
	}
	run(&desc);
	check("known gap: 15 ones and an infinity", ub_half_bits(0x1000),
	      expected);
}

int main(void)
{
	check("Q1: M counts with 32 bits",
	      convert_half(30000, word(0x3f801fff, 0, 0)), 0x7755);
	check("Q2: the shift is N + 1", convert_int16(80, word(0, 3, 0)), 5);
	check("Q3: Offset is signed",
	      convert_int8(10, word(FLOAT_ONE, 0, 0x1ff)), 9);
	question_rounding();
	check("Q5: the shift clamps", convert_int16(65536, word(0, 0, 0)),
	      32767);
	check("Q6: the product is rounded to float first",
	      convert_int8(1407, word(0x3c83008c, 0, 0)), 22);
	question_vector_step();
	question_half_nodes();
	question_vector_mode();
	question_nan_lane();
	question_950_tie();
	question_idle_block();
	known_gap_infinity(0x7c00, 0x7bff);
	known_gap_infinity(0xfc00, 0xfbff);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed ? 1 : 0;
}

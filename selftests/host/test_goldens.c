// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers from documents and public reports (named B01 ... as in the list of
 * reported cases), by core and oracle: so that the two can't be wrong together.
 */
#include <stdio.h>

#include "twin.h"

#define HALF AICORE_TYPE_HALF
#define FLOAT AICORE_TYPE_FLOAT
#define INT32 AICORE_TYPE_INT32

static u64 good, bad;

static void expect(const char *what, u64 got, u64 expected)
{
	if (got == expected) {
		good++;
		return;
	}
	bad++;
	printf("# %s: %#llx, expected %#llx\n", what, (unsigned long long)got,
	       (unsigned long long)expected);
}

static void verdict(const char *name)
{
	twin_verdict(name, good + bad, bad);
	good = 0;
	bad = 0;
}

static u64 ub(const struct twin *twin, u64 offset, u32 bytes)
{
	return oracle_load(twin->env.memory[AICORE_MEMORY_UB].base + offset,
			   bytes);
}

/* Sums */

static struct aicore_desc sum_call(u32 type, u64 n)
{
	return (struct aicore_desc){
		.op = AICORE_OP_WHOLE_REDUCE_SUM,
		.dst = { AICORE_POSITION_VECOUT, 0, 0x1000 },
		.src = { AICORE_POSITION_VECIN, 0, 0 },
		.src_type = type,
		.dst_type = type,
		.reduce = { .mask_form = AICORE_MASK_CONTIGUOUS, .mask = { n },
			    .repeat_time = 1, .dst_rep_stride = 1,
			    .src_blk_stride = 1, .src_rep_stride = 8 },
	};
}

/* The first lanes as given, the others all alike. */
static u64 sum_halves(struct twin *twin, const double *first, u32 count,
		      double others, u64 n)
{
	struct aicore_desc desc = sum_call(HALF, n);
	u16 lanes[128];

	for (u32 i = 0; i < 128; i++) {
		double lane = i < count ? first[i] : others;

		lanes[i] = oracle_half_bits(oracle_half_round(lane, false));
	}
	twin_put(twin, AICORE_MEMORY_UB, 0, 0, lanes, sizeof(lanes));
	if (twin_try(twin, &desc, true) != TWIN_DONE)
		return ~0ULL;
	return ub(twin, 0x1000, 2);
}

static u64 sum_floats(struct twin *twin, const float lanes[64])
{
	struct aicore_desc desc = sum_call(FLOAT, 64);

	twin_put(twin, AICORE_MEMORY_UB, 0, 0, lanes, 256);
	if (twin_try(twin, &desc, true) != TWIN_DONE)
		return ~0ULL;
	return ub(twin, 0x1000, 4);
}

static u64 half(double value)
{
	return oracle_half_bits(value);
}

static void test_order(void)
{
	struct twin twin;
	float lanes[64] = { 0x1p24f, 1 };
	float other[64] = { 0x1p24f, -0x1p24f, 1 };
	double first[] = { 2048 };

	twin_init(&twin, AICORE_SOC_ASCEND910B, AICORE_OVERFLOW_DEFAULT, 0);
	expect("2048 and 127 ones", sum_halves(&twin, first, 1, 1, 128),
	       half(2174));
	verdict("B01 every node is rounded to half");
	lanes[32] = -0x1p24f;
	expect("2^24 1 ... -2^24", sum_floats(&twin, lanes), 0);
	expect("2^24 -2^24 1", sum_floats(&twin, other), 0x3f800000);
	verdict("B04 adjacent pairs");
	twin_free(&twin);
}

static void test_block_samples(void)
{
	static const double one[16] = {
		-7.289, 4.48, -5.898, -6.199, 1.422, -6.168, -3.178, -1.198,
		7.789, 6.754, -5.191, -0.6797, 2.883, 2.08, 8.664, -8.539,
	};
	static const double eight[16] = {
		-7.625, 2.529, 7.855, -2.012, -6.52, -6.652, -8.422, -9.914,
		-4.355, 1.849, 5.406, 1.483, -6.074, -1.897, 8.625, 1.969,
	};
	struct twin twin;

	twin_init(&twin, AICORE_SOC_ASCEND910B, AICORE_OVERFLOW_DEFAULT, 0);
	expect("first block", sum_halves(&twin, one, 16, 0, 16), 0xc923);
	expect("last block", sum_halves(&twin, eight, 16, 0, 16), 0xcdf1);
	verdict("the two published blocks of random halves");
	twin_free(&twin);
}

static void test_overflow(void)
{
	static const struct {
		double first[2];
		u32 alternate;
		double others;
		u64 saturating;
		u64 infnan;
	} rows[] = {
		{ { 65504 }, 1, 65504, 0x7bff, 0x7c00 },
		{ { __builtin_inf() }, 1, 1, 0x7bff, 0x7c00 },
		{ { -__builtin_inf() }, 1, 1, 0xfbfb, 0xfc00 },
		{ { __builtin_nan("") }, 1, 1, 0x57e0, 0x7e00 },
		{ { __builtin_inf(), -__builtin_inf() }, 128, 0, 0, 0x7e00 },
		{ { __builtin_inf(), __builtin_nan("") }, 128, 0, 0, 0x7e00 },
		{ { -__builtin_inf(), __builtin_nan("") }, 128, 0, 0, 0x7e00 },
		{ { -0.0 }, 1, -0.0, 0x8000, 0x8000 },
	};
	static const double printed[] = { 60000, 60000, -30000, 100 };

	for (u32 overflow = 1; overflow <= 2; overflow++) {
		bool saturate = overflow == AICORE_OVERFLOW_SATURATE;
		struct twin twin;

		twin_init(&twin, AICORE_SOC_ASCEND310P, overflow, 0);
		for (u32 i = 0; i < ARRAY_SIZE(rows); i++) {
			double lanes[128];

			for (u32 lane = 0; lane < rows[i].alternate; lane++)
				lanes[lane] = rows[i].first[lane % 2];
			expect("row", sum_halves(&twin, lanes,
						 rows[i].alternate,
						 rows[i].others, 128),
			       saturate ? rows[i].saturating : rows[i].infnan);
		}
		verdict(saturate ? "B05 saturating" : "B05 inf and nan");
		expect("60000 60000 -30000 100",
		       sum_halves(&twin, printed, 4, 0, 4),
		       saturate ? half(35584) : 0x7c00);
		verdict(saturate ? "B06 saturating" : "B06 inf and nan");
		twin_free(&twin);
	}
}

static void expect_result(const char *what, struct twin *twin,
			  const struct aicore_desc *desc,
			  enum twin_result result)
{
	expect(what, twin_try(twin, desc, true), result);
}

static void test_call_rules(void)
{
	struct aicore_desc desc = sum_call(FLOAT, 80);
	struct twin twin, old;

	twin_init(&twin, AICORE_SOC_ASCEND910B, AICORE_OVERFLOW_DEFAULT, 0);
	twin_init(&old, AICORE_SOC_ASCEND910, AICORE_OVERFLOW_DEFAULT, 0);
	expect_result("mask 80", &twin, &desc, TWIN_REFUSED);
	verdict("B13 a mask wider than the type");
	desc.reduce.mask[0] = 0;
	expect_result("mask 0", &twin, &desc, TWIN_DONE);
	expect_result("mask 0 on 910", &old, &desc, TWIN_REFUSED);
	desc = sum_call(HALF, 128);
	desc.reduce.repeat_time = 0;
	expect_result("repeatTime 0", &twin, &desc, TWIN_DONE);
	verdict("B15 zero mask, zero repeat");
	desc.reduce.repeat_time = 256;
	expect_result("repeatTime 256", &twin, &desc, TWIN_REFUSED);
	verdict("B17 repeatTime above 255");
	desc = sum_call(FLOAT, 64);
	desc.reduce.src_blk_stride = 0;
	desc.reduce.dst_rep_stride = 0;
	expect_result("dstRepStride 0", &twin, &desc, TWIN_DONE);
	expect_result("dstRepStride 0 on 910", &old, &desc, TWIN_REFUSED);
	verdict("B20 strides 0");
	desc = sum_call(FLOAT, 64);
	desc.src.offset = 4;
	expect_result("source at 4", &twin, &desc, TWIN_REFUSED);
	desc.src.offset = 32;
	expect_result("source at 32", &twin, &desc, TWIN_DONE);
	verdict("B22 alignment");
	desc = sum_call(FLOAT, 64);
	desc.reduce.repeat_time = 255;
	desc.reduce.src_rep_stride = 65535;
	expect_result("far away", &twin, &desc, TWIN_REFUSED);
	verdict("B24 beyond the end of UB");
	twin_free(&twin);
	twin_free(&old);
}

/* Copies */

struct row {
	const char *name;
	s32 x;
	float m;
	u64 n;
	u64 mcb;
	s64 offset;
	u64 sign;
	u32 relu;
	u64 expected;
};

static u64 parameter(const struct row *row)
{
	u32 m;

	memcpy(&m, &row->m, sizeof(m));
	return m | row->n << AICORE_DEQ_N_SHIFT |
	       row->mcb << AICORE_DEQ_MCB_SHIFT |
	       ((u64)row->offset & 511) << AICORE_DEQ_OFFSET_SHIFT |
	       row->sign << AICORE_DEQ_SIGN_SHIFT |
	       (u64)row->relu << AICORE_DEQ_RELU_SHIFT;
}

static struct aicore_desc dequant(u32 type, u32 deq_scale)
{
	return (struct aicore_desc){
		.op = AICORE_OP_DATA_COPY,
		.dst = { AICORE_POSITION_CO2, 0, 0x1000 },
		.src = { AICORE_POSITION_CO1, 0, 0 },
		.src_type = INT32,
		.dst_type = type,
		.copy = { .block_count = 1, .block_len = 1,
			  .block_mode = AICORE_BLOCK_MODE_MATRIX,
			  .deq_scale = deq_scale, .sid_store_mode = 2 },
	};
}

static void try_row(struct twin *twin, const struct row *row, u32 type,
		    u32 deq_scale)
{
	struct aicore_desc desc = dequant(type, deq_scale);

	desc.copy.deq_value = parameter(row);
	desc.copy.is_relu = row->relu;
	twin_put(twin, AICORE_MEMORY_L0C, 0, 0, &row->x, sizeof(row->x));
	expect_result(row->name, twin, &desc, TWIN_DONE);
	expect(row->name, ub(twin, 0x1000, type < AICORE_TYPE_INT16 ? 1 : 2),
	       row->expected);
}

static const struct row bytes[] = {
	{ "101/2", 101, 0.5, 0, 0, 0, 1, 0, 50 },
	{ "103/2", 103, 0.5, 0, 0, 0, 1, 0, 52 },
	{ "-101/2", -101, 0.5, 0, 0, 0, 1, 0, 0xce },
	{ "1000", 1000, 1, 0, 0, 0, 1, 0, 127 },
	{ "400-200", 400, 1, 0, 0, -200, 1, 0, 55 },
	{ "-300+100", -300, 1, 0, 0, 100, 1, 0, 0x80 },
	{ "-7>>1", -7, 1, 0, 1, 0, 1, 0, 0xfc },
	{ "200000>>1", 200000, 0.001f, 0, 1, -128, 1, 1, 0xa1 },
	{ "relu -50", -50, 1, 0, 0, -128, 1, 1, 0x80 },
	{ "B34 1/2", 1, 0.5, 0, 0, 0, 1, 0, 0 },
	{ "B34 3/2", 3, 0.5, 0, 0, 0, 1, 0, 2 },
	{ "B34 5/2", 5, 0.5, 0, 0, 0, 1, 0, 2 },
	{ "B34 -1/2", -1, 0.5, 0, 0, 0, 1, 0, 0 },
	{ "B34 -3/2", -3, 0.5, 0, 0, 0, 1, 0, 0xfe },
};

static const struct row unsigned_bytes[] = {
	{ "-5", -5, 1, 0, 0, 0, 0, 0, 0 },
	{ "relu 300", 300, 1, 0, 0, 0, 0, 1, 255 },
};

static const struct row halves[] = {
	{ "2049", 2049, 1, 0, 0, 0, 0, 0, 0x6800 },
	{ "2051", 2051, 1, 0, 0, 0, 0, 0, 0x6802 },
	{ "100000", 100000, 1, 0, 0, 0, 0, 0, 0x7bff },
	{ "100000>>1", 100000, 1, 0, 1, 0, 0, 0, 0x7800 },
	{ "100000>>2", 100000, 1, 1, 1, 0, 0, 0, 0x761a },
	{ "-3>>1", -3, 0.5, 0, 1, 0, 0, 0, 0xbc00 },
	{ "B38 65504", 65504, 1, 0, 0, 0, 0, 0, 0x7bff },
	{ "B38 65520", 65520, 1, 0, 0, 0, 0, 0, 0x7bff },
	{ "B38 2^31-1", 2147483647, 1, 0, 0, 0, 0, 0, 0x7bff },
	{ "B38 -2^31", -2147483647 - 1, 1, 0, 0, 0, 0, 0, 0xfbff },
};

static const struct row shorts[] = {
	{ "-5>>1", -5, 0, 0, 0, 0, 0, 0, 0xfffd },
	{ "65536>>1", 65536, 0, 0, 0, 0, 0, 0, 0x7fff },
	{ "-65538>>1", -65538, 0, 0, 0, 0, 0, 0, 0x8000 },
};

static void try_infnan(void)
{
	static const struct row rows[] = {
		{ "65519", 65519, 1, 0, 0, 0, 0, 0, 0x7bff },
		{ "65520", 65520, 1, 0, 0, 0, 0, 0, 0x7c00 },
		{ "-2^31", -2147483647 - 1, 1, 0, 0, 0, 0, 0, 0xfc00 },
	};
	struct twin twin;

	twin_init(&twin, AICORE_SOC_ASCEND310P, AICORE_OVERFLOW_INFNAN, 0);
	for (u32 i = 0; i < ARRAY_SIZE(rows); i++)
		try_row(&twin, &rows[i], HALF, AICORE_DEQ_SCALE_DEQ16);
	verdict("B38 int32 to half, inf and nan");
	twin_free(&twin);
}

static void test_dequant(void)
{
	struct aicore_desc desc = dequant(HALF, AICORE_DEQ_SCALE_DEQ);
	struct twin twin;
	s32 x = 89;

	twin_init(&twin, AICORE_SOC_ASCEND310P, AICORE_OVERFLOW_DEFAULT, 0);
	for (u32 i = 0; i < ARRAY_SIZE(bytes); i++)
		try_row(&twin, &bytes[i], AICORE_TYPE_INT8,
			AICORE_DEQ_SCALE_DEQ8);
	for (u32 i = 0; i < ARRAY_SIZE(unsigned_bytes); i++)
		try_row(&twin, &unsigned_bytes[i], AICORE_TYPE_UINT8,
			AICORE_DEQ_SCALE_DEQ8);
	verdict("B34 int32 to int8 and uint8");
	for (u32 i = 0; i < ARRAY_SIZE(halves); i++)
		try_row(&twin, &halves[i], HALF, AICORE_DEQ_SCALE_DEQ16);
	desc.copy.deq_value = 0x2e66;
	twin_put(&twin, AICORE_MEMORY_L0C, 0, 0, &x, sizeof(x));
	expect_result("DEQ", &twin, &desc, TWIN_DONE);
	expect("89 x 0.1", ub(&twin, 0x1000, 2), 0x4873);
	verdict("B38 int32 to half, saturating");
	for (u32 i = 0; i < ARRAY_SIZE(shorts); i++)
		try_row(&twin, &shorts[i], AICORE_TYPE_INT16,
			AICORE_DEQ_SCALE_DEQ16);
	verdict("int32 to int16");
	twin_free(&twin);
}

static void fill_l0c(struct twin *twin, u64 offset, s32 value, u32 count)
{
	for (u32 i = 0; i < count; i++)
		twin_put(twin, AICORE_MEMORY_L0C, 0, offset + 4 * i, &value,
			 sizeof(value));
}

static void test_lines(void)
{
	struct aicore_desc desc = dequant(AICORE_TYPE_INT8,
					  AICORE_DEQ_SCALE_DEQ8);
	u8 old[512];
	struct twin twin;

	twin_init(&twin, AICORE_SOC_ASCEND310P, AICORE_OVERFLOW_DEFAULT, 0);
	memset(old, 0x55, sizeof(old));
	twin_put(&twin, AICORE_MEMORY_UB, 0, 0x1000, old, sizeof(old));
	fill_l0c(&twin, 0, 1, 256);
	fill_l0c(&twin, 1024, 2, 256);
	desc.copy.deq_value = 0x3f800000;
	desc.copy.sid_store_mode = 0;
	expect_result("mode 0", &twin, &desc, TWIN_DONE);
	expect("first half", ub(&twin, 0x1000 + 15 * 32, 8),
	       0x0101010101010101);
	expect("second half", ub(&twin, 0x1010 + 15 * 32, 8),
	       0x5555555555555555);
	desc.copy.sid_store_mode = 1;
	desc.src.offset = 1024;
	expect_result("mode 1", &twin, &desc, TWIN_DONE);
	expect("first half", ub(&twin, 0x1000 + 15 * 32, 8),
	       0x0101010101010101);
	expect("second half", ub(&twin, 0x1010 + 15 * 32, 8),
	       0x0202020202020202);
	verdict("B37 half lines");
	twin_free(&twin);
}

/* blockCount 2, blockLen 3, srcStride 1, dstStride 2: where block 1 lands. */
static void test_places(void)
{
	struct aicore_desc desc = dequant(HALF, AICORE_DEQ_SCALE_DEQ16);
	struct twin twin;

	twin_init(&twin, AICORE_SOC_ASCEND310P, AICORE_OVERFLOW_DEFAULT, 0);
	fill_l0c(&twin, 4096, 7, 1);
	desc.copy.block_count = 2;
	desc.copy.block_len = 3;
	desc.copy.src_stride = 1;
	desc.copy.dst_stride = 2;
	desc.copy.deq_value = 0x3f800000;
	expect_result("half", &twin, &desc, TWIN_DONE);
	expect("half", ub(&twin, 0x1000 + 1600, 2), 0x4700);
	desc.dst_type = AICORE_TYPE_INT8;
	desc.copy.deq_scale = AICORE_DEQ_SCALE_DEQ8;
	expect_result("mode 2", &twin, &desc, TWIN_DONE);
	expect("mode 2", ub(&twin, 0x1000 + 832, 1), 7);
	desc.copy.sid_store_mode = 0;
	expect_result("mode 0", &twin, &desc, TWIN_DONE);
	expect("mode 0", ub(&twin, 0x1000 + 1600, 1), 7);
	verdict("B30 units and gaps");
	twin_free(&twin);
}

/* Column c of block b is scaled by b + c. */
static void test_vectors(void)
{
	struct aicore_desc desc = dequant(HALF, AICORE_DEQ_SCALE_VDEQ16);
	struct twin twin;

	twin_init(&twin, AICORE_SOC_ASCEND310P, AICORE_OVERFLOW_DEFAULT, 0);
	desc.copy.block_count = 8;
	desc.copy.block_len = 4;
	fill_l0c(&twin, 0, 3, 32 * 256);
	for (u32 b = 0; b < 8; b++)
		for (u32 c = 0; c < 16; c++) {
			float m = (float)(b + c);
			u64 word = 0;

			memcpy(&word, &m, sizeof(m));
			twin_put(&twin, AICORE_MEMORY_UB, 0, 128 * b + 8 * c,
				 &word, sizeof(word));
		}
	expect_result("VDEQ16", &twin, &desc, TWIN_DONE);
	for (u32 i = 0; i < 32 * 256; i++)
		expect("element", ub(&twin, 0x1000 + 2 * i, 2),
		       half(3.0 * (i / 1024 + i % 16)));
	verdict("B32 vectors from offset 0");
	twin_free(&twin);
}

int main(void)
{
	test_order();
	test_block_samples();
	test_overflow();
	test_call_rules();
	test_dequant();
	try_infnan();
	test_lines();
	test_places();
	test_vectors();
	return twin_totals();
}

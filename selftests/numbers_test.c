// SPDX-License-Identifier: GPL-2.0-only
/*
 * Results whose bits are known from elsewhere. A test that starts with b and a
 * number is the report of that number in the project's collection of public bug
 * reports; each says where it is from and what the wrong answers are. Numbers
 * are worked out by hand from operations.md section 3 and 4.3.
 */
#include <fenv.h>

#include "device.h"

#define HALF	AICORE_TYPE_HALF
#define FLOAT	AICORE_TYPE_FLOAT

#define SRC	0x0
#define DST	0x8000

#define H_INF		0x7c00
#define H_MINUS_INF	0xfc00
#define H_NAN		0x7e00
#define H_65504		0x7bff
#define H_MINUS_65504	0xfbff
#define F_NAN		0x7fc00000
#define F_INF		0x7f800000

/* A product in both overflow modes: saturating, and with inf and nan. */
FIXTURE(numbers) {
	struct npu sat;
	struct npu inf;
};

FIXTURE_SETUP(numbers)
{
	npu_open_as(_metadata, &self->sat, AICORE_SOC_ASCEND310P, AICORE_OVERFLOW_SATURATE, 0);
	npu_open_as(_metadata, &self->inf, AICORE_SOC_ASCEND910B, AICORE_OVERFLOW_INFNAN, 0);
}

FIXTURE_TEARDOWN(numbers)
{
	npu_close(&self->sat);
	npu_close(&self->inf);
}

/* Sums lanes at SRC and gives the bits of the result. */
static __u32 half_sum(struct __test_metadata *_metadata, struct npu *npu, int lanes)
{
	fill_u16(npu->ub + DST, 1, 0xdead);
	EXPECT_EQ(0, run_one(npu->core, sum_desc(HALF, DST, SRC, lanes, 1, 1, 1, 8)));
	return u16_at(npu->ub, DST);
}

static __u32 float_sum(struct __test_metadata *_metadata, struct npu *npu, int lanes)
{
	fill_u32(npu->ub + DST, 1, 0xdeadbeef);
	EXPECT_EQ(0, run_one(npu->core, sum_desc(FLOAT, DST, SRC, lanes, 1, 1, 1, 8)));
	return u32_at(npu->ub, DST);
}

static void set_half(struct npu *npu, int lane, __u16 bits)
{
	fill_u16(npu->ub + SRC + 2 * lane, 1, bits);
}

static void set_float(struct npu *npu, int lane, float number)
{
	fill_u32(npu->ub + SRC + 4 * lane, 1, float_of(number));
}

/* -- the example of the documents -- */

/* 60000, 60000, -30000, 100 as half. */
static void set_example(struct npu *npu)
{
	set_half(npu, 0, 0x7b53);
	set_half(npu, 1, 0x7b53);
	set_half(npu, 2, 0xf753);
	set_half(npu, 3, 0x5640);
}

/*
 * Saturating: 65504, -29904, and 35600, a tie that goes to 35584. The printed
 * 35604 is the exact sum and no half; 35616 is what rounding at the end gives.
 */
TEST_F(numbers, b06_documented_overflow_example)
{
	set_example(&self->sat);
	EXPECT_EQ(0x7858, half_sum(_metadata, &self->sat, 4));
	set_example(&self->inf);
	EXPECT_EQ(H_INF, half_sum(_metadata, &self->inf, 4));
}

/* 512 halves, four sums; both forms of the mask. Row r: 128 times r + 1. */
TEST_F(numbers, documented_row_sums)
{
	struct aicore_desc sum = sum_desc(HALF, DST, SRC, 128, 4, 1, 1, 8);
	int row;

	for (row = 0; row < 4; row++)
		fill_u16(self->inf.ub + 256 * row, 128, half_of(row + 1));
	EXPECT_EQ(0, run_one(self->inf.core, sum));
	for (row = 0; row < 4; row++)
		EXPECT_EQ(half_of(128 * (row + 1)), u16_at(self->inf.ub, DST + 2 * row));
	memset(self->inf.ub + DST, 0, 8);
	EXPECT_EQ(0, run_one(self->inf.core, bitwise(sum, -1ULL, -1ULL)));
	for (row = 0; row < 4; row++)
		EXPECT_EQ(half_of(128 * (row + 1)), u16_at(self->inf.ub, DST + 2 * row));
}

/* 13 rows of 57 floats in rows of 64: the padding is masked off. */
TEST_F(numbers, padded_float_rows)
{
	int row, lane;

	for (row = 0; row < 13; row++) {
		for (lane = 0; lane < 64; lane++)
			set_float(&self->inf, 64 * row + lane, lane < 57 ? row + lane : 1e30f);
	}
	EXPECT_EQ(0, run_one(self->inf.core, sum_desc(FLOAT, DST, SRC, 57, 13, 1, 1, 8)));
	for (row = 0; row < 13; row++)
		EXPECT_EQ(float_of(57 * row + 57 * 56 / 2), u32_at(self->inf.ub, DST + 4 * row));
}

/* mask = [8, 0] selects the fourth element alone. */
TEST_F(numbers, documented_mask_8)
{
	int lane;

	for (lane = 0; lane < 128; lane++)
		set_half(&self->inf, lane, half_of(lane + 1));
	EXPECT_EQ(0, run_one(self->inf.core,
			     bitwise(sum_desc(HALF, DST, SRC, 0, 1, 1, 1, 8), 8, 0)));
	EXPECT_EQ(half_of(4), u16_at(self->inf.ub, DST));
}

/* Each bit selects the lane of its number. */
TEST_F(numbers, bit_i_is_lane_i)
{
	int lane;

	for (lane = 0; lane < 128; lane++)
		set_half(&self->inf, lane, half_of(lane + 1));
	for (lane = 0; lane < 128; lane++) {
		__u64 low = lane < 64 ? 1ULL << lane : 0;
		__u64 high = lane < 64 ? 0 : 1ULL << (lane - 64);

		EXPECT_EQ(0, run_one(self->inf.core,
				     bitwise(sum_desc(HALF, DST, SRC, 0, 1, 1, 1, 8), low, high)));
		EXPECT_EQ(half_of(lane + 1), u16_at(self->inf.ub, DST));
	}
}

/* -- order and rounding -- */

/* tilelang-ascend issue 754. Float, rounded once: 2176; left to right: 2048. */
TEST_F(numbers, b01_half_row_sum_order)
{
	fill_u16(self->inf.ub + SRC, 128, HALF_ONE);
	set_half(&self->inf, 0, half_of(2048));
	/* 2174 */
	EXPECT_EQ(0x683f, half_sum(_metadata, &self->inf, 128));
}

/* pto-isa issue 304, simpler issue 2215. Folding lane i onto i + 32: 1 and 0. */
TEST_F(numbers, b04_adjacent_pairs_not_folding)
{
	set_float(&self->inf, 0, 16777216.0f);
	set_float(&self->inf, 1, 1.0f);
	set_float(&self->inf, 32, -16777216.0f);
	EXPECT_EQ(0, float_sum(_metadata, &self->inf, 64));

	memset(self->inf.ub, 0, 256);
	set_float(&self->inf, 0, 16777216.0f);
	set_float(&self->inf, 1, -16777216.0f);
	set_float(&self->inf, 2, 1.0f);
	EXPECT_EQ(FLOAT_ONE, float_sum(_metadata, &self->inf, 64));
}

/* Ties go to the even neighbour, at every node: 2048 + 1, 2050 + 1. */
TEST_F(numbers, half_ties_to_even)
{
	set_half(&self->inf, 0, 0x6800);
	set_half(&self->inf, 1, HALF_ONE);
	EXPECT_EQ(0x6800, half_sum(_metadata, &self->inf, 2));
	set_half(&self->inf, 0, 0x6801);
	EXPECT_EQ(0x6802, half_sum(_metadata, &self->inf, 2));
}

TEST_F(numbers, float_ties_to_even)
{
	set_float(&self->inf, 0, 16777216.0f);
	set_float(&self->inf, 1, 1.0f);
	EXPECT_EQ(float_of(16777216.0f), float_sum(_metadata, &self->inf, 2));
	set_float(&self->inf, 0, 16777218.0f);
	EXPECT_EQ(float_of(16777220.0f), float_sum(_metadata, &self->inf, 2));
}

/*
 * How the program around rounds is its own business, also where the batch runs in
 * its context, in registers that it was using.
 */
TEST_F(numbers, program_that_rounds_up)
{
	__u32 floats, halves;
	int rounding;

	set_float(&self->inf, 0, 16777216.0f);
	set_float(&self->inf, 1, 1.0f);
	ASSERT_EQ(0, fesetround(FE_UPWARD));
	floats = float_sum(_metadata, &self->inf, 2);
	rounding = fegetround();
	fesetround(FE_TONEAREST);
	EXPECT_EQ(FE_UPWARD, rounding);
	EXPECT_EQ(float_of(16777216.0f), floats);

	set_half(&self->inf, 0, 0x6400);
	set_half(&self->inf, 1, 0x3400);
	ASSERT_EQ(0, fesetround(FE_UPWARD));
	halves = half_sum(_metadata, &self->inf, 2);
	rounding = fegetround();
	fesetround(FE_TONEAREST);
	EXPECT_EQ(FE_UPWARD, rounding);
	EXPECT_EQ(0x6400, halves);
}

/* Halves are not summed in anything wider: 1024 + 0.25 + 0.25 stays. */
TEST_F(numbers, half_nodes_are_rounded)
{
	set_half(&self->inf, 0, 0x6400);
	set_half(&self->inf, 1, 0x3400);
	set_half(&self->inf, 2, 0x3400);
	EXPECT_EQ(0x6400, half_sum(_metadata, &self->inf, 3));
}

TEST_F(numbers, subnormals_kept)
{
	set_half(&self->inf, 0, 0x0001);
	set_half(&self->inf, 1, 0x03ff);
	EXPECT_EQ(0x0400, half_sum(_metadata, &self->inf, 2));
	set_half(&self->inf, 1, 0x8003);
	EXPECT_EQ(0x8002, half_sum(_metadata, &self->inf, 2));
	fill_u32(self->inf.ub + SRC, 1, 0x00000001);
	fill_u32(self->inf.ub + SRC + 4, 1, 0x007fffff);
	EXPECT_EQ(0x00800000, float_sum(_metadata, &self->inf, 2));
}

/* A lane that is masked off is +0; -0 is left only where all lanes are -0. */
TEST_F(numbers, zeros)
{
	fill_u16(self->inf.ub + SRC, 128, 0x8000);
	EXPECT_EQ(0x8000, half_sum(_metadata, &self->inf, 128));
	EXPECT_EQ(0x0000, half_sum(_metadata, &self->inf, 127));
	fill_u32(self->inf.ub + SRC, 64, 0x80000000);
	EXPECT_EQ(0x80000000, float_sum(_metadata, &self->inf, 64));
	EXPECT_EQ(0, float_sum(_metadata, &self->inf, 1));
}

/* -- inf, nan and overflow -- */

/* DIOPI PR 644, deeplink.framework PR 684; the vendor's table of limits. */
TEST_F(numbers, b05_overflow_all_65504)
{
	fill_u16(self->sat.ub + SRC, 128, H_65504);
	EXPECT_EQ(H_65504, half_sum(_metadata, &self->sat, 128));
	fill_u16(self->inf.ub + SRC, 128, H_65504);
	EXPECT_EQ(H_INF, half_sum(_metadata, &self->inf, 128));
	fill_u16(self->sat.ub + SRC, 128, H_MINUS_65504);
	EXPECT_EQ(H_MINUS_65504, half_sum(_metadata, &self->sat, 128));
	fill_u16(self->inf.ub + SRC, 128, H_MINUS_65504);
	EXPECT_EQ(H_MINUS_INF, half_sum(_metadata, &self->inf, 128));
}

/* 127 ones and one lane that is +inf, -inf or nan: wherever that lane is. */
TEST_F(numbers, b05_one_special_lane)
{
	static const struct {
		__u16 lane;
		__u16 inf;
		__u16 sat;
	} rows[] = {
		{ H_INF, H_INF, H_65504 },
		{ H_MINUS_INF, H_MINUS_INF, 0xfbfb },	/* -65376 */
		{ H_NAN, H_NAN, 0x57e0 },		/* 126 */
		{ 0x7c01, H_NAN, 0x57e0 },
		{ 0xffff, H_NAN, 0x57e0 },
	};
	unsigned int i;
	int lane;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		for (lane = 0; lane < 128; lane += 21) {
			fill_u16(self->sat.ub + SRC, 128, HALF_ONE);
			fill_u16(self->inf.ub + SRC, 128, HALF_ONE);
			set_half(&self->sat, lane, rows[i].lane);
			set_half(&self->inf, lane, rows[i].lane);
			EXPECT_EQ(rows[i].inf, half_sum(_metadata, &self->inf, 128));
			EXPECT_EQ(rows[i].sat, half_sum(_metadata, &self->sat, 128));
		}
	}
}

TEST_F(numbers, b05_alternating)
{
	static const __u16 pairs[][2] = {
		{ H_INF, H_MINUS_INF }, { H_INF, H_NAN }, { H_MINUS_INF, H_NAN },
	};
	unsigned int i;
	int lane;

	for (i = 0; i < ARRAY_SIZE(pairs); i++) {
		for (lane = 0; lane < 128; lane++) {
			set_half(&self->sat, lane, pairs[i][lane & 1]);
			set_half(&self->inf, lane, pairs[i][lane & 1]);
		}
		EXPECT_EQ(H_NAN, half_sum(_metadata, &self->inf, 128));
		EXPECT_EQ(0, half_sum(_metadata, &self->sat, 128));
	}
}

/* A lane that passes alone is added to +0 seven times, and mapped as well. */
TEST_F(numbers, single_special_lane)
{
	set_half(&self->sat, 0, H_INF);
	EXPECT_EQ(H_65504, half_sum(_metadata, &self->sat, 1));
	set_half(&self->sat, 0, 0x7c55);
	EXPECT_EQ(0, half_sum(_metadata, &self->sat, 1));
	set_half(&self->inf, 0, 0xfc55);
	EXPECT_EQ(H_NAN, half_sum(_metadata, &self->inf, 1));
}

/* Float never saturates, and its nan is the canonical one. */
TEST_F(numbers, b05_float_never_saturates)
{
	fill_u32(self->sat.ub + SRC, 64, 0x7f7fffff);
	EXPECT_EQ(F_INF, float_sum(_metadata, &self->sat, 64));
	fill_u32(self->sat.ub + SRC, 64, FLOAT_ONE);
	fill_u32(self->sat.ub + SRC + 4 * 40, 1, 0xff812345);
	EXPECT_EQ(F_NAN, float_sum(_metadata, &self->sat, 64));
	fill_u32(self->sat.ub + SRC, 1, F_INF);
	fill_u32(self->sat.ub + SRC + 4 * 40, 1, 0xff800000);
	EXPECT_EQ(F_NAN, float_sum(_metadata, &self->sat, 64));
}

/* The mode of a product that nobody chose for. */
TEST(b05_default_modes)
{
	static const __u16 expected[8] = {
		0, H_65504, H_65504, 0, H_INF, H_INF, H_INF, H_INF,
	};
	__u32 soc;

	for (soc = AICORE_SOC_ASCEND910; soc <= AICORE_SOC_ASCEND950; soc++) {
		struct npu npu;

		if (soc == AICORE_SOC_ASCEND310P_VEC)
			continue;
		npu_open(_metadata, &npu, soc);
		fill_u16(npu.ub + SRC, 128, H_65504);
		EXPECT_EQ(expected[soc], half_sum(_metadata, &npu, 128));
		npu_close(&npu);
	}
}

/* -- integers of the 950 -- */

TEST(integer_sums)
{
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND950);
	/* int32 wraps: 64 times 2^30 is 2^36. */
	fill_u32(npu.ub + SRC, 64, 0x40000000);
	EXPECT_EQ(0, run_one(npu.core, sum_desc(AICORE_TYPE_INT32, DST, SRC, 3, 1, 1, 1, 8)));
	EXPECT_EQ(0xc0000000, u32_at(npu.ub, DST));
	EXPECT_EQ(0, run_one(npu.core, sum_desc(AICORE_TYPE_UINT32, DST, SRC, 64, 1, 1, 1, 8)));
	EXPECT_EQ(0, u32_at(npu.ub, DST));
	/* 16 bits are widened with and without sign; the result takes 4 bytes. */
	fill_u16(npu.ub + SRC, 256, 0xffff);
	EXPECT_EQ(0, run_one(npu.core, sum_desc(AICORE_TYPE_INT16, DST, SRC, 128, 2, 1, 1, 8)));
	EXPECT_EQ((__u32)-128, u32_at(npu.ub, DST));
	EXPECT_EQ((__u32)-128, u32_at(npu.ub, DST + 4));
	EXPECT_EQ(0, run_one(npu.core, sum_desc(AICORE_TYPE_UINT16, DST, SRC, 128, 2, 1, 1, 8)));
	EXPECT_EQ(128 * 65535, u32_at(npu.ub, DST));
	EXPECT_EQ(128 * 65535, u32_at(npu.ub, DST + 4));
	npu_close(&npu);
}

/* -- masks, repeats, strides, addresses -- */

/* hicann/ops-nn masked_scatter: never wrapped silently. */
TEST_F(numbers, b13_mask_wider_than_float)
{
	struct aicore_report report;

	EXPECT_EQ(-EINVAL, check_one(self->inf.core, sum_desc(FLOAT, DST, SRC, 80, 1, 1, 1, 8),
				     &report));
	EXPECT_EQ(AICORE_REASON_MASK_RANGE, report.reason);
	EXPECT_EQ(AICORE_FIELD_MASK, report.field);
	EXPECT_EQ(80, report.value);
	EXPECT_EQ(64, report.high);
	EXPECT_EQ(0, check_one(self->inf.core, sum_desc(HALF, DST, SRC, 80, 1, 1, 1, 8),
			       &report));
}

/* Vendor pages for A2 and A3: the destination keeps its bytes. */
TEST_F(numbers, b15_zero_mask_or_repeat)
{
	memset(self->inf.ub + DST, 0x77, 64);
	EXPECT_EQ(0, run_one(self->inf.core, sum_desc(FLOAT, DST, SRC, 0, 16, 4, 1, 24)));
	EXPECT_EQ(0, run_one(self->inf.core, sum_desc(HALF, DST, SRC, 128, 0, 1, 1, 8)));
	EXPECT_TRUE(all_bytes(self->inf.ub + DST, 64, 0x77));
}

/* Softmax, layernorm and others: a wrap to 8 bits would make 256 nothing. */
TEST_F(numbers, b17_repeat_256)
{
	struct aicore_report report;

	EXPECT_EQ(-EINVAL, check_one(self->inf.core, sum_desc(FLOAT, DST, SRC, 64, 256, 8, 1, 8),
				     &report));
	EXPECT_EQ(AICORE_REASON_RANGE, report.reason);
	EXPECT_EQ(AICORE_FIELD_REPEAT_TIME, report.field);
	EXPECT_EQ(255, report.high);
}

/* Counter mode is exempt: 20000 elements in one call. */
TEST_F(numbers, b17_counter_20000)
{
	struct aicore_desc descs[2] = {
		counter_desc(20000),
		external(sum_desc(FLOAT, 0x20000, SRC, 0, 0, 1, 1, 8)),
	};
	int i;

	fill_u32(self->inf.ub, 20000, FLOAT_ONE);
	EXPECT_EQ(0, run(self->inf.core, descs, 2));
	for (i = 0; i < 312; i++)
		EXPECT_EQ(float_of(64), u32_at(self->inf.ub, 0x20000 + 4 * i));
	EXPECT_EQ(float_of(32), u32_at(self->inf.ub, 0x20000 + 4 * i));
	EXPECT_EQ(0, u32_at(self->inf.ub, 0x20000 + 4 * 313));
}

/* rms_norm and softmax on older chips. */
TEST_F(numbers, b20_stride_0)
{
	int i;

	for (i = 0; i < 64; i++)
		set_float(&self->inf, i, i);
	EXPECT_EQ(0, run_one(self->inf.core, sum_desc(FLOAT, DST, SRC, 64, 8, 1, 1, 0)));
	for (i = 0; i < 8; i++)
		EXPECT_EQ(float_of(2016), u32_at(self->inf.ub, DST + 4 * i));
	EXPECT_EQ(0, run_one(self->inf.core, sum_desc(FLOAT, DST + 64, SRC, 64, 1, 0, 1, 0)));
	EXPECT_EQ(float_of(2016), u32_at(self->inf.ub, DST + 64));
}

TEST(b20_stride_0_on_910)
{
	struct aicore_report report;
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910);
	EXPECT_EQ(-EOPNOTSUPP, check_one(npu.core, sum_desc(FLOAT, DST, SRC, 64, 1, 0, 1, 0),
					 &report));
	EXPECT_EQ(AICORE_REASON_STRIDE_ZERO, report.reason);
	npu_close(&npu);
}

/* vllm-ascend 3955, llama.cpp 10108, whisper.cpp 2372, tilelang-ascend 1773. */
TEST_F(numbers, b22_alignment)
{
	struct aicore_report report;
	int core = self->inf.core;

	EXPECT_EQ(-EINVAL, check_one(core, sum_desc(FLOAT, DST, 4, 64, 1, 1, 1, 8), &report));
	EXPECT_EQ(AICORE_REASON_ALIGNMENT, report.reason);
	EXPECT_EQ(AICORE_FIELD_SRC, report.field);
	EXPECT_EQ(4, report.value);
	EXPECT_EQ(32, report.low);
	EXPECT_EQ(0, check_one(core, sum_desc(FLOAT, DST, 32, 64, 1, 1, 1, 8), &report));
	EXPECT_EQ(0, check_one(core, sum_desc(FLOAT, DST + 4, 0, 64, 1, 1, 1, 8), &report));
	EXPECT_EQ(0, check_one(core, sum_desc(HALF, DST + 2, 0, 64, 1, 1, 1, 8), &report));
	EXPECT_EQ(-EINVAL, check_one(core, sum_desc(FLOAT, DST + 2, 0, 64, 1, 1, 1, 8),
				     &report));
}

/* pto-isa 117, vllm-ascend 2757, tilelang-ascend 1263. */
TEST_F(numbers, b24_beyond_ub)
{
	struct aicore_report report;

	EXPECT_EQ(-ERANGE, check_one(self->inf.core,
				     sum_desc(FLOAT, DST, SRC, 64, 255, 1, 1, 65535), &report));
	EXPECT_EQ(AICORE_REASON_EXTENT, report.reason);
	EXPECT_EQ(AICORE_FIELD_SRC, report.field);
	EXPECT_EQ(1, report.step);
	EXPECT_EQ(196608, report.high);
}

/* Sizes of UB in the platform files of CANN 8.1. */
TEST(b24_ub_sizes)
{
	static const __u32 bytes[8] = { 0, 262144, 262144, 0, 196608, 196608, 253952, 0 };
	__u32 soc;

	for (soc = 1; soc < 8; soc++) {
		struct npu npu;

		if (!bytes[soc])
			continue;
		npu_open(_metadata, &npu, soc);
		EXPECT_EQ(bytes[soc], npu.info.ub_bytes);
		EXPECT_EQ(0, run_one(npu.core, sum_desc(HALF, 0, bytes[soc] - 32, 1, 1, 1, 1, 8)));
		EXPECT_EQ(-ERANGE, run_one(npu.core,
					   sum_desc(HALF, 0, bytes[soc], 1, 1, 1, 1, 8)));
		npu_close(&npu);
	}
}

/* asc-devkit unit test, for whole sums: (repeatTime - 1) * dstRepStride + 1 results. */
TEST_F(numbers, b25_one_result_too_small)
{
	int core = self->inf.core;

	EXPECT_EQ(0, run_one(core, sum_desc(FLOAT, 196608 - 36, SRC, 32, 2, 8, 1, 8)));
	EXPECT_EQ(-ERANGE, run_one(core, sum_desc(FLOAT, 196608 - 32, SRC, 32, 2, 8, 1, 8)));
	/* And (repeatTime - 1) * srcRepStride * 8 + the lanes of the last, in blocks. */
	EXPECT_EQ(0, run_one(core, sum_desc(FLOAT, 0, 196608 - 384, 32, 2, 8, 1, 8)));
	EXPECT_EQ(-ERANGE, run_one(core, sum_desc(FLOAT, 0, 196608 - 352, 32, 2, 8, 1, 8)));
}

/* vllm-ascend PR 11071 and 15324: strides are in blocks of 32 bytes. */
TEST_F(numbers, b30_stride_in_bytes)
{
	struct aicore_operand ub = at(AICORE_POSITION_VECIN, 0);
	struct aicore_operand buffer = gm(self->inf.buffer, 0);

	/* A gap of 64 bytes is 2; given as 64 it leaves the buffer. */
	EXPECT_EQ(0, run_one(self->inf.core, copy_desc(HALF, ub, buffer, 100, 2, 2, 0)));
	EXPECT_EQ(-ERANGE, run_one(self->inf.core, copy_desc(HALF, ub, buffer, 100, 2, 64, 0)));
}

/* On CO1->CO2 the source gap is in fractals, the destination gap in 32 bytes. */
TEST_F(numbers, b30_stride_units_of_l0c)
{
	__u32 *l0c = map_region(_metadata, self->sat.core, AICORE_REGION_L0C);
	struct aicore_desc desc = quant_desc(AICORE_TYPE_INT32, AICORE_TYPE_INT32, DST, 0,
					     AICORE_DEQ_SCALE_NONE, 0);
	int i;

	for (i = 0; i < 8; i++)
		fill_u32(l0c + 256 * i, 256, i);
	memset(self->sat.ub + DST, 0x11, 4096);
	desc.copy.block_count = 3;
	desc.copy.src_stride = 2;
	desc.copy.dst_stride = 1;
	EXPECT_EQ(0, run_one(self->sat.core, desc));
	for (i = 0; i < 3; i++) {
		size_t block = DST + 1056 * i;

		EXPECT_EQ(3 * i, u32_at(self->sat.ub, block));
		EXPECT_EQ(3 * i, u32_at(self->sat.ub, block + 1020));
		EXPECT_TRUE(all_bytes(self->sat.ub + block + 1024, 32, 0x11));
	}
	/* 512, as bytes, is far away. */
	desc.copy.src_stride = 512;
	EXPECT_EQ(-ERANGE, run_one(self->sat.core, desc));
}

/* -- dequantisation -- */

/* ATB, ops-nn, vllm-ascend: 0 is a valid address of the vectors. */
TEST_F(numbers, b32_vector_at_0)
{
	__u32 *l0c = map_region(_metadata, self->sat.core, AICORE_REGION_L0C);
	__u64 *vector = (__u64 *)self->sat.ub;
	struct aicore_desc desc = quant_desc(AICORE_TYPE_INT32, AICORE_TYPE_HALF, DST, 0,
					     AICORE_DEQ_SCALE_VDEQ16, 0);
	int block, unit, row, column;

	fill_u32(l0c, 8 * 4 * 256, 1);
	for (column = 0; column < 128; column++)
		vector[column] = float_of(column + 1);
	desc.copy.block_count = 8;
	desc.copy.block_len = 4;
	EXPECT_EQ(0, run_one(self->sat.core, desc));
	for (block = 0; block < 8; block++) {
		for (unit = 0; unit < 4; unit++) {
			for (row = 0; row < 16; row += 5) {
				for (column = 0; column < 16; column++) {
					size_t element = ((block * 4 + unit) * 16 + row) * 16 +
							 column;

					EXPECT_EQ(half_of(16 * block + column + 1),
						  u16_at(self->sat.ub, DST + 2 * element));
				}
			}
		}
	}
}

/* triton-ascend issue 285: floor(x + 0.5) gives 1, 2, 3, 0, -1. */
TEST_F(numbers, b34_rounding_to_int8)
{
	static const __s32 src[5] = { 1, 3, 5, -1, -3 };
	static const __s8 expected[5] = { 0, 2, 2, 0, -2 };
	__s32 *l0c = map_region(_metadata, self->sat.core, AICORE_REGION_L0C);
	int i;

	memcpy(l0c, src, sizeof(src));
	EXPECT_EQ(0, run_one(self->sat.core,
			     quant_desc(AICORE_TYPE_INT32, AICORE_TYPE_INT8, DST, 0,
					AICORE_DEQ_SCALE_DEQ8, float_of(0.5f))));
	for (i = 0; i < 5; i++)
		EXPECT_EQ(expected[i], (__s8)self->sat.ub[DST + i]);
}

/* Mode 0 fills the first half of each line of 32 bytes, mode 1 the other. */
TEST_F(numbers, b37_half_block_store_modes)
{
	__u32 *l0c = map_region(_metadata, self->sat.core, AICORE_REGION_L0C);
	struct aicore_desc desc = quant_desc(AICORE_TYPE_INT32, AICORE_TYPE_INT8, DST, 0,
					     AICORE_DEQ_SCALE_DEQ8, FLOAT_ONE);
	unsigned char *dst = self->sat.ub + DST;
	int row;

	fill_u32(l0c, 256, 1);
	fill_u32(l0c + 256, 256, 2);
	memset(dst, 0x55, 1024);
	EXPECT_EQ(0, run_one(self->sat.core, desc));
	for (row = 0; row < 16; row++) {
		EXPECT_TRUE(all_bytes(dst + 32 * row, 16, 1));
		EXPECT_TRUE(all_bytes(dst + 32 * row + 16, 16, 0x55));
	}
	desc.src.offset = 1024;
	desc.copy.sid_store_mode = 1;
	EXPECT_EQ(0, run_one(self->sat.core, desc));
	for (row = 0; row < 16; row++) {
		EXPECT_TRUE(all_bytes(dst + 32 * row, 16, 1));
		EXPECT_TRUE(all_bytes(dst + 32 * row + 16, 16, 2));
	}
	desc.copy.sid_store_mode = 2;
	EXPECT_EQ(0, run_one(self->sat.core, desc));
	EXPECT_TRUE(all_bytes(dst, 256, 2));
	EXPECT_TRUE(all_bytes(dst + 512, 512, 0x55));
}

/* The vendor's table of casts: int32 above 65504 to half. */
static void cast_big(struct __test_metadata *_metadata, __u32 overflow, const __u16 expected[5])
{
	static const __s32 src[5] = { 65504, 65519, 65520, 2147483647, -2147483647 - 1 };
	struct npu npu;
	__s32 *l0c;
	int i;

	npu_open_as(_metadata, &npu, AICORE_SOC_ASCEND310P, overflow, 0);
	l0c = map_region(_metadata, npu.core, AICORE_REGION_L0C);
	memcpy(l0c, src, sizeof(src));
	EXPECT_EQ(0, run_one(npu.core, quant_desc(AICORE_TYPE_INT32, HALF, DST, 0,
						  AICORE_DEQ_SCALE_DEQ16, FLOAT_ONE)));
	for (i = 0; i < 5; i++)
		EXPECT_EQ(expected[i], u16_at(npu.ub, DST + 2 * i));
	npu_close(&npu);
}

TEST(b38_above_65504_infnan)
{
	static const __u16 expected[5] = { H_65504, H_65504, H_INF, H_INF, H_MINUS_INF };

	cast_big(_metadata, AICORE_OVERFLOW_INFNAN, expected);
}

TEST(b38_above_65504_saturating)
{
	static const __u16 expected[5] = {
		H_65504, H_65504, H_65504, H_65504, H_MINUS_65504,
	};

	cast_big(_metadata, AICORE_OVERFLOW_SATURATE, expected);
}

/* -- the whole way: file to global memory, UB, sum, and back -- */

TEST(through_all_memories)
{
	struct aicore_desc descs[3];
	struct npu npu;
	__u16 *data;
	int row;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910B);
	data = (__u16 *)npu.gm;
	for (row = 0; row < 16; row++)
		fill_u16(data + 128 * row, 128, half_of(row));
	descs[0] = copy_desc(HALF, at(AICORE_POSITION_VECIN, 0), gm(npu.buffer, 0),
			     1, 128, 0, 0);
	descs[1] = sum_desc(HALF, DST, 0, 128, 16, 1, 1, 8);
	descs[2] = copy_desc(HALF, gm(npu.buffer, 0x8000), at(AICORE_POSITION_VECOUT, DST),
			     1, 1, 0, 0);
	EXPECT_EQ(0, run(npu.core, descs, 3));
	for (row = 0; row < 16; row++)
		EXPECT_EQ(half_of(128 * row), u16_at(npu.gm, 0x8000 + 2 * row));
	npu_close(&npu);
}

/* GM -> UB -> TSCM and A1 -> GM, which is how 910b gets data to its L1. */
TEST(tscm_path)
{
	struct aicore_desc descs[3];
	unsigned char *l1;
	struct npu npu;
	int i;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910B);
	l1 = map_region(_metadata, npu.core, AICORE_REGION_L1);
	for (i = 0; i < 1024; i++)
		npu.gm[i] = i * 37 >> 3;
	descs[0] = copy_desc(AICORE_TYPE_BFLOAT16, at(AICORE_POSITION_VECIN, 0x1000),
			     gm(npu.buffer, 0), 1, 32, 0, 0);
	descs[1] = copy_desc(AICORE_TYPE_BFLOAT16, at(AICORE_POSITION_TSCM, 0x2000),
			     at(AICORE_POSITION_VECIN, 0x1000), 1, 32, 0, 0);
	descs[2] = copy_desc(AICORE_TYPE_BFLOAT16, gm(npu.buffer, 0x4000),
			     at(AICORE_POSITION_A1, 0x2000), 1, 32, 0, 0);
	EXPECT_EQ(0, run(npu.core, descs, 3));
	EXPECT_EQ(0, memcmp(npu.gm, l1 + 0x2000, 1024));
	EXPECT_EQ(0, memcmp(npu.gm, npu.gm + 0x4000, 1024));
	npu_close(&npu);
}

TEST_HARNESS_MAIN

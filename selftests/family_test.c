// SPDX-License-Identifier: GPL-2.0-only
/*
 * The reductions beside WholeReduceSum, byte for byte: where each puts its
 * results, what it leaves alone, what products do differently. All expected
 * bytes are written out, and worked out by hand.
 */
#include "device.h"

#define HALF	AICORE_TYPE_HALF
#define FLOAT	AICORE_TYPE_FLOAT
#define INT16	AICORE_TYPE_INT16
#define UINT16	AICORE_TYPE_UINT16
#define INT32	AICORE_TYPE_INT32
#define UINT32	AICORE_TYPE_UINT32
#define OP(name)	AICORE_OP_##name

#define SRC	0x0
#define DST	0x8000
#define MARK	0xa5
#define MARK_16	0xa5a5
#define MARK_32	0xa5a5a5a5

#define H_NAN	0x7e00
#define H_INF	0x7c00

/* Halves and floats 1, 2, 3 ..., and the sign. */
#define H1	0x3c00
#define H2	0x4000
#define H3	0x4200
#define H4	0x4400
#define H8	0x4800
#define H16	0x4c00
#define F1	0x3f800000
#define F2	0x40000000
#define F3	0x40400000
#define F4	0x40800000
#define F8	0x41000000
#define MINUS_H	0x8000
#define MINUS_F	0x80000000

/* From SRC to DST. */
static struct aicore_desc reduction(__u32 op, __u32 type, __u64 mask, __u64 repeat_time,
				    __u64 dst_rep_stride, __u64 src_blk_stride,
				    __u64 src_rep_stride)
{
	return reduce_desc(op, type, DST, SRC, mask, repeat_time, dst_rep_stride, src_blk_stride,
			   src_rep_stride);
}

static void put_half(struct npu *npu, unsigned int lane, __u16 bits)
{
	memcpy(npu->ub + SRC + 2 * lane, &bits, sizeof(bits));
}

static void put_word(struct npu *npu, unsigned int lane, __u32 bits)
{
	memcpy(npu->ub + SRC + 4 * lane, &bits, sizeof(bits));
}

/* Runs a descriptor over MARKs; what is behind the expected bytes stays. */
static void expect_bytes(struct __test_metadata *_metadata, struct npu *npu,
			 struct aicore_desc desc, const void *expected, size_t count)
{
	const unsigned char *bytes = expected;
	size_t i;

	memset(npu->ub + DST, MARK, 1024);
	EXPECT_EQ(0, run_one(npu->core, desc));
	for (i = 0; i < count; i++) {
		EXPECT_EQ(bytes[i], npu->ub[DST + i]) {
			TH_LOG("operation %u, order %u, byte %zu", desc.op, desc.reduce.order, i);
		}
	}
	EXPECT_TRUE(all_bytes(npu->ub + DST + count, 1024 - count, MARK));
}

/* The same as elements of 16 and of 32 bits. */
#define EXPECT_U16(npu, desc, ...) do {					\
	static const __u16 elements_[] = { __VA_ARGS__ };		\
									\
	expect_bytes(_metadata, npu, desc, elements_, sizeof(elements_)); \
} while (0)

#define EXPECT_U32(npu, desc, ...) do {					\
	static const __u32 elements_[] = { __VA_ARGS__ };		\
									\
	expect_bytes(_metadata, npu, desc, elements_, sizeof(elements_)); \
} while (0)

static struct aicore_desc in_order(struct aicore_desc desc, __u32 order)
{
	desc.reduce.order = order;
	return desc;
}

FIXTURE(family) {
	struct npu npu;
};

FIXTURE_SETUP(family)
{
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
}

FIXTURE_TEARDOWN(family)
{
	npu_close(&self->npu);
}

/* -- WholeReduceMax and WholeReduceMin -- */

/* Two rows of ones; a 4 at lane 52 and at lane 100, an 8 at lane 19. */
static void put_rows(struct npu *npu)
{
	fill_u16(npu->ub + SRC, 256, H1);
	put_half(npu, 52, H4);
	put_half(npu, 100, H4);
	put_half(npu, 128 + 19, H8);
}

TEST_F(family, max_in_all_orders)
{
	struct aicore_desc desc = reduction(OP(WHOLE_REDUCE_MAX), HALF, 128, 2, 1, 1, 8);

	put_rows(&self->npu);
	EXPECT_U16(&self->npu, in_order(desc, AICORE_ORDER_VALUE_INDEX), H4, 52, H8, 19);
	EXPECT_U16(&self->npu, in_order(desc, AICORE_ORDER_INDEX_VALUE), 52, H4, 19, H8);
	EXPECT_U16(&self->npu, in_order(desc, AICORE_ORDER_ONLY_VALUE), H4, H8);
	EXPECT_U32(&self->npu, in_order(desc, AICORE_ORDER_ONLY_INDEX), 52, 19);
	desc.dst_type = UINT32;
	EXPECT_U32(&self->npu, in_order(desc, AICORE_ORDER_ONLY_INDEX), 52, 19);
}

/* dstRepStride counts what one repeat writes. */
TEST_F(family, max_strides)
{
	struct aicore_desc desc = reduction(OP(WHOLE_REDUCE_MAX), HALF, 128, 2, 3, 1, 8);

	put_rows(&self->npu);
	EXPECT_U16(&self->npu, in_order(desc, AICORE_ORDER_VALUE_INDEX),
		   H4, 52, MARK_16, MARK_16, MARK_16, MARK_16, H8, 19);
	EXPECT_U16(&self->npu, in_order(desc, AICORE_ORDER_ONLY_VALUE), H4, MARK_16, MARK_16, H8);
	EXPECT_U32(&self->npu, in_order(desc, AICORE_ORDER_ONLY_INDEX), 52, MARK_32, MARK_32, 19);
}

/* A masked lane doesn't take part, also where the greatest are negative. */
TEST_F(family, max_and_min_of_some)
{
	struct aicore_desc max = reduction(OP(WHOLE_REDUCE_MAX), FLOAT, 3, 1, 1, 1, 8);
	struct aicore_desc min = reduction(OP(WHOLE_REDUCE_MIN), FLOAT, 3, 1, 1, 1, 8);

	fill_u32(self->npu.ub + SRC, 64, 0);
	put_word(&self->npu, 0, MINUS_F | F3);
	put_word(&self->npu, 1, MINUS_F | F1);
	put_word(&self->npu, 2, MINUS_F | F2);
	EXPECT_U32(&self->npu, max, MINUS_F | F1, 1);
	EXPECT_U32(&self->npu, min, MINUS_F | F3, 0);
	EXPECT_U32(&self->npu, bitwise(max, 0x5, 0), MINUS_F | F2, 2);
	EXPECT_U32(&self->npu, bitwise(min, 0x6, -1ULL), MINUS_F | F2, 2);
}

/* nan wins both ways, by the first of them; -0 is less than +0. */
TEST_F(family, nan_and_zeros)
{
	struct aicore_desc max = reduction(OP(WHOLE_REDUCE_MAX), HALF, 128, 1, 1, 1, 8);
	struct aicore_desc min = max;

	min.op = OP(WHOLE_REDUCE_MIN);
	fill_u16(self->npu.ub + SRC, 128, H1);
	put_half(&self->npu, 77, 0xfe01);
	put_half(&self->npu, 99, 0x7c01);
	EXPECT_U16(&self->npu, max, H_NAN, 77);
	EXPECT_U16(&self->npu, min, H_NAN, 77);
	fill_u16(self->npu.ub + SRC, 128, 0);
	put_half(&self->npu, 0, MINUS_H);
	put_half(&self->npu, 5, MINUS_H);
	EXPECT_U16(&self->npu, max, 0, 1);
	EXPECT_U16(&self->npu, min, MINUS_H, 0);
}

/* Saturating converts the value that won: 127 ones and nan give 0. */
TEST(saturating)
{
	struct aicore_desc max = reduction(OP(WHOLE_REDUCE_MAX), HALF, 128, 1, 1, 1, 8);
	struct aicore_desc block = max;
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND310P);
	block.op = OP(BLOCK_REDUCE_MIN);
	block.reduce.mask[0] = 16;
	fill_u16(npu.ub + SRC, 128, H1);
	put_half(&npu, 9, H_NAN);
	EXPECT_U16(&npu, max, 0, 9);
	EXPECT_U16(&npu, block, 0);
	put_half(&npu, 9, H_INF);
	EXPECT_U16(&npu, max, 0x7bff, 9);
	put_half(&npu, 9, MINUS_H | H_INF);
	EXPECT_U16(&npu, max, H1, 0);
	EXPECT_U16(&npu, block, 0xfbff);
	npu_close(&npu);
}

/* ascend950 compares integers; the index is as wide as they are. */
TEST(integers)
{
	struct aicore_desc desc = reduction(OP(WHOLE_REDUCE_MAX), INT16, 128, 1, 1, 1, 8);
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND950);
	fill_u16(npu.ub + SRC, 128, 0xffff);
	put_half(&npu, 90, 0x8000);
	put_half(&npu, 91, 0x7fff);
	EXPECT_U16(&npu, desc, 0x7fff, 91);
	desc.op = OP(WHOLE_REDUCE_MIN);
	EXPECT_U16(&npu, desc, 0x8000, 90);
	desc.src_type = UINT16;
	desc.dst_type = UINT16;
	EXPECT_U16(&npu, desc, 0x7fff, 91);
	EXPECT_U32(&npu, in_order(desc, AICORE_ORDER_ONLY_INDEX), 91);
	/* As 32-bit integers: lane 45 is 0x7fff8000, the others are -1. */
	desc = reduction(OP(WHOLE_REDUCE_MAX), INT32, 64, 1, 1, 1, 8);
	EXPECT_U32(&npu, desc, 0x7fff8000, 45);
	desc.src_type = UINT32;
	desc.dst_type = UINT32;
	EXPECT_U32(&npu, desc, 0xffffffff, 0);
	npu_close(&npu);
}

/* -- BlockReduceSum, Max, Min -- */

/* Block b: one lane of b + 1, the others 0. */
static void put_blocks(struct npu *npu)
{
	static const __u32 values[8] = {
		F1, F2, F3, F4, 0x40a00000, 0x40c00000, 0x40e00000, F8,
	};
	unsigned int i;

	fill_u32(npu->ub + SRC, 64, 0);
	for (i = 0; i < 8; i++)
		put_word(npu, 8 * i + i, values[i]);
}

TEST_F(family, blocks_of_float)
{
	struct aicore_desc desc = reduction(OP(BLOCK_REDUCE_SUM), FLOAT, 64, 1, 1, 1, 8);

	put_blocks(&self->npu);
	EXPECT_U32(&self->npu, desc, F1, F2, F3, F4, 0x40a00000,
		   0x40c00000, 0x40e00000, F8);
	desc.op = OP(BLOCK_REDUCE_MAX);
	EXPECT_U32(&self->npu, desc, F1, F2, F3, F4, 0x40a00000,
		   0x40c00000, 0x40e00000, F8);
	desc.op = OP(BLOCK_REDUCE_MIN);
	EXPECT_U32(&self->npu, desc, 0, 0, 0, 0, 0, 0, 0, 0);
}

/* Eight halves a repeat are 16 bytes, and so is the unit of dstRepStride. */
TEST_F(family, blocks_of_half)
{
	struct aicore_desc desc = reduction(OP(BLOCK_REDUCE_SUM), HALF, 128, 2, 2, 1, 8);

	fill_u16(self->npu.ub + SRC, 128, H1);
	fill_u16(self->npu.ub + SRC + 256, 128, 0x3800);
	EXPECT_U16(&self->npu, desc,
		   H16, H16, H16, H16, H16, H16, H16, H16,
		   MARK_16, MARK_16, MARK_16, MARK_16, MARK_16, MARK_16, MARK_16, MARK_16,
		   H8, H8, H8, H8, H8, H8, H8, H8);
}

/* A block of which no lane is on keeps its result on this product. */
TEST_F(family, idle_blocks_kept)
{
	struct aicore_desc desc = reduction(OP(BLOCK_REDUCE_SUM), HALF, 18, 1, 1, 1, 8);

	fill_u16(self->npu.ub + SRC, 128, H1);
	EXPECT_U16(&self->npu, desc, H16, H2);
	EXPECT_U16(&self->npu, bitwise(desc, 0xffff0000ULL << 16, 0xffff), MARK_16, MARK_16, H16,
		   MARK_16, H16);
}

FIXTURE(idle) {
	struct npu npu;
};

FIXTURE_VARIANT(idle) {
	__u32 soc;
	__u32 overflow;
	__u16 max;
	__u16 min;
};

FIXTURE_VARIANT_ADD(idle, ascend310b) { AICORE_SOC_ASCEND310B, 0, 0xfbff, 0x7bff };
FIXTURE_VARIANT_ADD(idle, ascend950) { AICORE_SOC_ASCEND950, 0, 0xfc00, 0x7c00 };
FIXTURE_VARIANT_ADD(idle, ascend950_saturating) {
	AICORE_SOC_ASCEND950, AICORE_OVERFLOW_SATURATE, 0xfbff, 0x7bff,
};

FIXTURE_SETUP(idle)
{
	npu_open_as(_metadata, &self->npu, variant->soc, variant->overflow, 0);
	fill_u16(self->npu.ub + SRC, 128, H1);
}

FIXTURE_TEARDOWN(idle)
{
	npu_close(&self->npu);
}

/* One lane of the first block is on, no other. */
TEST_F(idle, halves)
{
	__u16 expected[8];
	int i;

	for (i = 0; i < 3; i++) {
		struct aicore_desc desc = reduction(OP(BLOCK_REDUCE_SUM) + i, HALF, 1, 1, 1, 1, 8);
		const __u16 fill[3] = { 0, variant->max, variant->min };

		fill_u16(expected, 8, fill[i]);
		expected[0] = H1;
		expect_bytes(_metadata, &self->npu, desc, expected, 16);
	}
}

TEST_F(idle, floats)
{
	struct aicore_desc desc = reduction(OP(BLOCK_REDUCE_MAX), FLOAT, 8, 1, 1, 1, 8);
	__u32 expected[8];

	fill_u32(self->npu.ub + SRC, 64, F1);
	fill_u32(expected, 8, 0xff800000);
	expected[0] = F1;
	expect_bytes(_metadata, &self->npu, desc, expected, 32);
	fill_u32(expected + 1, 7, 0x7f800000);
	desc.op = OP(BLOCK_REDUCE_MIN);
	expect_bytes(_metadata, &self->npu, desc, expected, 32);
}

TEST_F(idle, pairs)
{
	struct aicore_desc desc = reduction(OP(PAIR_REDUCE_SUM), HALF, 3, 1, 1, 1, 8);
	__u16 expected[64] = { H2, H1 };

	expect_bytes(_metadata, &self->npu, desc, expected, 128);
}

/* -- PairReduceSum -- */

TEST_F(family, pairs)
{
	struct aicore_desc desc = reduction(OP(PAIR_REDUCE_SUM), FLOAT, 7, 1, 1, 1, 8);

	fill_u32(self->npu.ub + SRC, 64, F1);
	put_word(&self->npu, 1, F2);
	put_word(&self->npu, 4, F4);
	/* 1 + 2, 1 + 1, 4 + 1, 1 alone; no more lanes are on. */
	EXPECT_U32(&self->npu, desc, F3, F2, 0x40a00000, F1);
}

/* Repeats are 128 bytes apart, whatever the type. */
TEST_F(family, pairs_of_two_repeats)
{
	struct aicore_desc desc = reduction(OP(PAIR_REDUCE_SUM), HALF, 128, 2, 2, 1, 8);
	__u16 expected[64 + 64 + 64];

	fill_u16(self->npu.ub + SRC, 128, H1);
	fill_u16(self->npu.ub + SRC + 256, 128, H2);
	fill_u16(expected, 64, H2);
	memset(expected + 64, MARK, 128);
	fill_u16(expected + 128, 64, H4);
	expect_bytes(_metadata, &self->npu, desc, expected, sizeof(expected));
}

/* Counter mode: 70 floats are a whole repeat and three pairs. */
TEST_F(family, pairs_in_counter_mode)
{
	struct aicore_desc desc = reduction(OP(PAIR_REDUCE_SUM), FLOAT, 0, 0, 1, 1, 8);
	__u32 expected[32 + 3];

	ASSERT_EQ(0, run_one(self->npu.core, counter_desc(70)));
	fill_u32(self->npu.ub + SRC, 128, F1);
	fill_u32(expected, 35, F2);
	expect_bytes(_metadata, &self->npu, external(desc), expected, sizeof(expected));
}

/* The repeat before the last one shows where the last one has no lane. */
TEST_F(family, blocks_over_each_other_in_counter_mode)
{
	struct aicore_desc desc = reduction(OP(BLOCK_REDUCE_SUM), FLOAT, 0, 0, 0, 1, 0);

	ASSERT_EQ(0, run_one(self->npu.core, counter_desc(64 + 8)));
	put_blocks(&self->npu);
	EXPECT_U32(&self->npu, external(desc), F1, F2, F3, F4, 0x40a00000,
		   0x40c00000, 0x40e00000, F8);
}

/* -- RepeatReduceSum -- */

TEST_F(family, repeat_reduce_sum)
{
	struct aicore_desc desc = reduction(OP(REPEAT_REDUCE_SUM), FLOAT, 3, 2, 3, 1, 8);

	fill_u32(self->npu.ub + SRC, 128, F1);
	put_word(&self->npu, 64, F2);
	EXPECT_U32(&self->npu, desc, F3, MARK_32, MARK_32, F4);
	/* It has a dstBlkStride that means nothing. */
	desc.reduce.dst_blk_stride = -1ULL;
	EXPECT_U32(&self->npu, desc, F3, MARK_32, MARK_32, F4);
	EXPECT_EQ(-EINVAL, run_one(self->npu.core, bitwise(desc, 7, 0)));
}

TEST(repeat_reduce_sum_widens)
{
	struct aicore_desc desc = reduction(OP(REPEAT_REDUCE_SUM), INT16, 128, 1, 1, 1, 8);
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND950);
	fill_u16(npu.ub + SRC, 128, 0x8000);
	EXPECT_U32(&npu, desc, 0xffc00000);
	desc.src_type = UINT16;
	desc.dst_type = UINT32;
	EXPECT_U32(&npu, desc, 0x00400000);
	npu_close(&npu);
}

/* -- float nodes -- */

/* 60000 + 60000 - 30000 + 100: 65504 - 29900 = 35604, which is rounded to 35616. */
TEST(float_nodes)
{
	static const __u16 example[4] = { 0x7b53, 0x7b53, 0xf753, 0x5640 };
	struct aicore_desc whole = sum_desc(HALF, DST, SRC, 4, 1, 1, 1, 8);
	struct aicore_desc block = whole;
	struct npu npu;

	block.op = OP(BLOCK_REDUCE_SUM);
	npu_open_with(_metadata, &npu, AICORE_SOC_ASCEND310P, AICORE_OVERFLOW_SATURATE,
		      AICORE_CHECK_STRICT, AICORE_SETUP_FLOAT_NODES);
	memcpy(npu.ub + SRC, example, sizeof(example));
	EXPECT_U16(&npu, whole, 0x7859);
	EXPECT_U16(&npu, block, 0x7859);
	/* Nodes leave out nan, too: 1 is lost with the nan, and 1 + 1 isn't. */
	put_half(&npu, 0, H_NAN);
	put_half(&npu, 1, H1);
	put_half(&npu, 2, H1);
	put_half(&npu, 3, H1);
	EXPECT_U16(&npu, whole, H2);
	npu_close(&npu);
}

/* 2048 + 1 + 1 - 2, of which a half node loses the first 1. */
TEST(float_nodes_are_wider)
{
	static const __u16 numbers[4] = { 0x6800, H1, H1, MINUS_H | H2 };
	struct aicore_desc sum = sum_desc(HALF, DST, SRC, 4, 1, 1, 1, 8);
	struct npu half, wide;

	npu_open(_metadata, &half, AICORE_SOC_ASCEND910B);
	npu_open_with(_metadata, &wide, AICORE_SOC_ASCEND910B, 0, 0, AICORE_SETUP_FLOAT_NODES);
	memcpy(half.ub + SRC, numbers, sizeof(numbers));
	memcpy(wide.ub + SRC, numbers, sizeof(numbers));
	/* 2048 + 1 is a tie that goes to 2048; 2048 - 1 = 2047. */
	EXPECT_U16(&half, sum, 0x67ff);
	/* 2049 - 1 = 2048. */
	EXPECT_U16(&wide, sum, 0x6800);
	npu_close(&half);
	npu_close(&wide);
}

/* In inf and nan mode a float node goes on beyond 65504. */
TEST(float_nodes_do_not_overflow)
{
	static const __u16 numbers[4] = { 0x7bff, 0x7bff, 0xfbff, 0xfbff };
	struct aicore_desc sum = sum_desc(HALF, DST, SRC, 4, 1, 1, 1, 8);
	struct npu half, wide;

	npu_open(_metadata, &half, AICORE_SOC_ASCEND910B);
	npu_open_with(_metadata, &wide, AICORE_SOC_ASCEND910B, 0, 0, AICORE_SETUP_FLOAT_NODES);
	memcpy(half.ub + SRC, numbers, sizeof(numbers));
	memcpy(wide.ub + SRC, numbers, sizeof(numbers));
	EXPECT_U16(&half, sum, H_NAN);
	EXPECT_U16(&wide, sum, 0);
	/* 131008 is no half, though, and becomes inf in the end. */
	sum.reduce.mask[0] = 2;
	EXPECT_U16(&wide, sum, H_INF);
	npu_close(&half);
	npu_close(&wide);
}

/* -- what products refuse -- */

/* Orders that each product has, as bits. */
static void expect_orders(struct __test_metadata *_metadata, __u32 soc, unsigned int orders)
{
	struct aicore_desc desc = reduction(OP(WHOLE_REDUCE_MIN), HALF, 128, 1, 1, 1, 8);
	struct aicore_report report;
	unsigned int order;
	struct npu npu;

	npu_open(_metadata, &npu, soc);
	for (order = 0; order < 4; order++) {
		bool has = orders >> order & 1;

		desc.reduce.order = order;
		EXPECT_EQ(has ? 0 : -EOPNOTSUPP, check_one(npu.core, desc, &report));
		EXPECT_EQ(has ? AICORE_REASON_NONE : AICORE_REASON_ORDER, report.reason);
		EXPECT_EQ(has ? AICORE_FIELD_NONE : AICORE_FIELD_ORDER, report.field);
	}
	npu_close(&npu);
}

TEST(orders_of_products)
{
	expect_orders(_metadata, AICORE_SOC_ASCEND910, 0x1);
	expect_orders(_metadata, AICORE_SOC_ASCEND310P, 0x3);
	expect_orders(_metadata, AICORE_SOC_ASCEND910B, 0xf);
	expect_orders(_metadata, AICORE_SOC_ASCEND910C, 0xf);
	expect_orders(_metadata, AICORE_SOC_ASCEND310B, 0x5);
	expect_orders(_metadata, AICORE_SOC_ASCEND950, 0xf);
}

TEST_F(family, bits_for_repeat_reduce_sum)
{
	struct aicore_desc desc = reduction(OP(REPEAT_REDUCE_SUM), HALF, 128, 1, 1, 1, 8);
	struct aicore_report report;

	EXPECT_EQ(0, check_one(self->npu.core, desc, &report));
	EXPECT_EQ(0, check_one(self->npu.core, external(desc), &report));
	EXPECT_EQ(-EINVAL, check_one(self->npu.core, bitwise(desc, 1, 0), &report));
	EXPECT_EQ(AICORE_REASON_MASK_FORM, report.reason);
	EXPECT_EQ(AICORE_FIELD_MASK_FORM, report.field);
}

/* B25: two results, eight elements apart, are nine elements. */
TEST_F(family, b25_one_element_too_small)
{
	struct aicore_desc desc = reduce_desc(OP(REPEAT_REDUCE_SUM), FLOAT, 0, SRC, 32, 2, 8, 1, 8);
	struct aicore_report report;

	desc.dst.offset = self->npu.info.ub_bytes - 8 * 4;
	EXPECT_EQ(-ERANGE, check_one(self->npu.core, desc, &report));
	EXPECT_EQ(AICORE_REASON_EXTENT, report.reason);
	EXPECT_EQ(1, report.step);
	desc.dst.offset = self->npu.info.ub_bytes - 9 * 4;
	EXPECT_EQ(0, check_one(self->npu.core, desc, &report));
}

/* What a repeat leaves unwritten belongs to it as well. */
TEST_F(family, span_of_idle_blocks)
{
	struct aicore_desc desc = reduce_desc(OP(BLOCK_REDUCE_MAX), FLOAT, 0, SRC, 8, 2, 1, 1, 8);
	struct aicore_report report;

	desc.dst.offset = self->npu.info.ub_bytes - 32;
	EXPECT_EQ(-ERANGE, check_one(self->npu.core, desc, &report));
	EXPECT_EQ(self->npu.info.ub_bytes + 32, report.value);
	desc.dst.offset = self->npu.info.ub_bytes - 64;
	EXPECT_EQ(0, check_one(self->npu.core, desc, &report));
}

TEST_HARNESS_MAIN

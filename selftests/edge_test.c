// SPDX-License-Identifier: GPL-2.0-only
/*
 * Values at the edge: 0, the greatest, one more; the last byte of a memory and
 * the one behind it; masks with nothing on; offsets near 2^64.
 */
#include "device.h"

#define HALF	AICORE_TYPE_HALF
#define FLOAT	AICORE_TYPE_FLOAT
#define INT8	AICORE_TYPE_INT8

#define UB	(192 * KIB)		/* of 910b */
#define MARK	0xa5

FIXTURE(edge) {
	struct npu npu;
};

FIXTURE_SETUP(edge)
{
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
}

FIXTURE_TEARDOWN(edge)
{
	npu_close(&self->npu);
}

/* Ones, so that a sum is the number of lanes. */
static void half_ones(struct npu *npu, size_t offset, size_t bytes)
{
	fill_u16(npu->ub + offset, bytes / 2, HALF_ONE);
}

static void expect_extent(struct __test_metadata *_metadata, struct npu *npu,
			  struct aicore_desc desc, __u32 field)
{
	struct aicore_report report;

	EXPECT_EQ(-ERANGE, check_one(npu->core, desc, &report));
	EXPECT_EQ(AICORE_REASON_EXTENT, report.reason);
	EXPECT_EQ(field, report.field);
}

/* -- repeatTime -- */

TEST_F(edge, repeat_0)
{
	struct aicore_desc desc = sum_desc(HALF, 0x8000, 0, 128, 0, 1, 1, 8);

	half_ones(&self->npu, 0, 256);
	memset(self->npu.ub + 0x8000, MARK, 64);
	EXPECT_EQ(0, run_one(self->npu.core, desc));
	EXPECT_TRUE(all_bytes(self->npu.ub + 0x8000, 64, MARK));

	/* It touches nothing, but is checked like any other call. */
	desc.dst.offset = UB;
	expect_extent(_metadata, &self->npu, desc, AICORE_FIELD_DST);
	desc.dst.offset = 0x8001;
	EXPECT_EQ(-EINVAL, run_one(self->npu.core, desc));
	desc.dst.offset = 0x8000;
	desc.src.offset = UB;
	expect_extent(_metadata, &self->npu, desc, AICORE_FIELD_SRC);
}

TEST_F(edge, repeat_255)
{
	int i;

	half_ones(&self->npu, 0, 255 * 256);
	memset(self->npu.ub + 0x20000, MARK, 1024);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0x20000, 0, 128, 255, 1, 1, 8)));
	for (i = 0; i < 255; i++)
		EXPECT_EQ(half_of(128), u16_at(self->npu.ub, 0x20000 + 2 * i));
	EXPECT_TRUE(all_bytes(self->npu.ub + 0x20000 + 510, 64, MARK));
}

TEST_F(edge, repeat_256)
{
	struct aicore_report report;

	EXPECT_EQ(-EINVAL, check_one(self->npu.core,
				     sum_desc(HALF, 0x20000, 0, 128, 256, 1, 1, 8), &report));
	EXPECT_EQ(AICORE_REASON_RANGE, report.reason);
	EXPECT_EQ(255, report.high);
}

/* -- strides of 0 -- */

TEST_F(edge, dst_rep_stride_0)
{
	half_ones(&self->npu, 0, 1024);
	fill_u16(self->npu.ub + 3 * 256, 128, 0x4000);
	memset(self->npu.ub + 0x8000, MARK, 16);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0x8000, 0, 128, 4, 0, 1, 8)));
	/* The last result wins: 128 times 2. */
	EXPECT_EQ(half_of(256), u16_at(self->npu.ub, 0x8000));
	EXPECT_TRUE(all_bytes(self->npu.ub + 0x8002, 14, MARK));
}

TEST_F(edge, src_rep_stride_0)
{
	int i;

	half_ones(&self->npu, 0, 256);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0x8000, 0, 100, 9, 1, 1, 0)));
	for (i = 0; i < 9; i++)
		EXPECT_EQ(half_of(100), u16_at(self->npu.ub, 0x8000 + 2 * i));
	EXPECT_EQ(0, u16_at(self->npu.ub, 0x8000 + 18));
}

/* One DataBlock eight times. */
TEST_F(edge, src_blk_stride_0)
{
	int i;

	for (i = 0; i < 16; i++)
		fill_u16(self->npu.ub + 2 * i, 1, half_of(i));
	fill_u16(self->npu.ub + 32, 112, 0x7bff);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0x8000, 0, 128, 1, 1, 0, 8)));
	EXPECT_EQ(half_of(8 * 120), u16_at(self->npu.ub, 0x8000));
}

TEST_F(edge, all_strides_0)
{
	half_ones(&self->npu, 0, 32);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0x8000, 0, 128, 255, 0, 0, 0)));
	EXPECT_EQ(half_of(128), u16_at(self->npu.ub, 0x8000));
	EXPECT_EQ(0, u16_at(self->npu.ub, 0x8002));
}

/* -- strides of 65535 -- */

TEST_F(edge, dst_rep_stride_65535)
{
	half_ones(&self->npu, 0, 512);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0x8000, 0, 64, 2, 65535, 1, 8)));
	EXPECT_EQ(half_of(64), u16_at(self->npu.ub, 0x8000));
	EXPECT_EQ(half_of(64), u16_at(self->npu.ub, 0x8000 + 2 * 65535));
	expect_extent(_metadata, &self->npu, sum_desc(HALF, 0x8000, 0, 64, 3, 65535, 1, 8),
		      AICORE_FIELD_DST);
}

TEST_F(edge, src_rep_stride_65535)
{
	half_ones(&self->npu, 0, 512);
	/* Repeat 0 doesn't need it. */
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0x8000, 0, 64, 1, 1, 1, 65535)));
	EXPECT_EQ(half_of(64), u16_at(self->npu.ub, 0x8000));
	expect_extent(_metadata, &self->npu, sum_desc(HALF, 0x8000, 0, 64, 2, 1, 1, 65535),
		      AICORE_FIELD_SRC);
}

TEST_F(edge, src_blk_stride_65535)
{
	half_ones(&self->npu, 0, 512);
	/* Nor does DataBlock 0 of the other. */
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0x8000, 0, 16, 2, 1, 65535, 8)));
	EXPECT_EQ(half_of(16), u16_at(self->npu.ub, 0x8000));
	EXPECT_EQ(half_of(16), u16_at(self->npu.ub, 0x8002));
	expect_extent(_metadata, &self->npu, sum_desc(HALF, 0x8000, 0, 17, 1, 1, 65535, 8),
		      AICORE_FIELD_SRC);
}

TEST_F(edge, strides_65536)
{
	EXPECT_EQ(-EINVAL, run_one(self->npu.core, sum_desc(HALF, 0, 0x8000, 16, 1, 65536, 1, 8)));
	EXPECT_EQ(-EINVAL, run_one(self->npu.core, sum_desc(HALF, 0, 0x8000, 16, 1, 1, 65536, 8)));
	EXPECT_EQ(-EINVAL, run_one(self->npu.core, sum_desc(HALF, 0, 0x8000, 16, 1, 1, 1, 65536)));
}

/* -- where a reduction reads and writes, by the formula -- */

static __u32 expected_sum(const __u32 *lanes, int repeat, int mask, int blk, int rep)
{
	int sum = 0, lane;

	for (lane = 0; lane < mask; lane++)
		sum += lanes[8 * (repeat * rep + lane / 8 * blk) + lane % 8];
	return float_of(sum);
}

TEST_F(edge, stride_arithmetic)
{
	static const int strides[] = { 0, 1, 2, 3, 7, 8, 9, 11 };
	static __u32 numbers[0x10000 / 4];
	__u32 *floats = (__u32 *)self->npu.ub;
	unsigned int i, k, dst;
	int repeat;

	/* Small integers: their sums are exact in any order. */
	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		numbers[i] = i * 2654435761U >> 22;
		floats[i] = float_of(numbers[i]);
	}
	for (i = 0; i < ARRAY_SIZE(strides); i++) {
		for (k = 0; k < ARRAY_SIZE(strides); k++) {
			int blk = strides[i], rep = strides[k];
			int mask = 64 - 5 * i;

			dst = 1 + i + k;
			ASSERT_EQ(0, run_one(self->npu.core, sum_desc(FLOAT, 0x20004, 64, mask, 9,
								      dst, blk, rep)));
			for (repeat = 0; repeat < 9; repeat++) {
				EXPECT_EQ(expected_sum(numbers + 16, repeat, mask, blk, rep),
					  u32_at(self->npu.ub, 0x20004 + 4 * repeat * dst)) {
					TH_LOG("repeat %d, strides %u %d %d",
					       repeat, dst, blk, rep);
				}
			}
		}
	}
}

/* Only results change. */
TEST_F(edge, nothing_between_results)
{
	int i;

	half_ones(&self->npu, 0, 2048);
	memset(self->npu.ub + 0x8000, MARK, 256);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0x8002, 0, 128, 8, 3, 1, 8)));
	EXPECT_TRUE(all_bytes(self->npu.ub + 0x8000, 2, MARK));
	for (i = 0; i < 8; i++) {
		EXPECT_EQ(half_of(128), u16_at(self->npu.ub, 0x8002 + 6 * i));
		EXPECT_TRUE(all_bytes(self->npu.ub + 0x8004 + 6 * i, 4, MARK));
	}
}

/* -- the ends of UB -- */

TEST_F(edge, offset_0)
{
	half_ones(&self->npu, 0, 512);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0x8000, 0, 128, 1, 1, 1, 8)));
	EXPECT_EQ(half_of(128), u16_at(self->npu.ub, 0x8000));
	half_ones(&self->npu, 0x8000, 512);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0, 0x8000, 128, 1, 1, 1, 8)));
	EXPECT_EQ(half_of(128), u16_at(self->npu.ub, 0));
}

TEST_F(edge, dst_last_byte)
{
	half_ones(&self->npu, 0, 512);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, UB - 2, 0, 128, 1, 1, 1, 8)));
	EXPECT_EQ(half_of(128), u16_at(self->npu.ub, UB - 2));
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, UB - 4, 0, 64, 2, 1, 1, 8)));
	EXPECT_EQ(half_of(64), u16_at(self->npu.ub, UB - 2));
	expect_extent(_metadata, &self->npu, sum_desc(HALF, UB, 0, 128, 1, 1, 1, 8),
		      AICORE_FIELD_DST);
	expect_extent(_metadata, &self->npu, sum_desc(HALF, UB - 2, 0, 128, 2, 1, 1, 8),
		      AICORE_FIELD_DST);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(FLOAT, UB - 4, 0, 64, 1, 1, 1, 8)));
	expect_extent(_metadata, &self->npu, sum_desc(FLOAT, UB - 4, 0, 64, 2, 1, 1, 8),
		      AICORE_FIELD_DST);
}

TEST_F(edge, src_last_byte)
{
	half_ones(&self->npu, UB - 512, 512);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0, UB - 256, 128, 1, 1, 1, 8)));
	EXPECT_EQ(half_of(128), u16_at(self->npu.ub, 0));
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0, UB - 512, 128, 2, 1, 1, 8)));
	expect_extent(_metadata, &self->npu, sum_desc(HALF, 0, UB - 224, 128, 1, 1, 1, 8),
		      AICORE_FIELD_SRC);
	expect_extent(_metadata, &self->npu, sum_desc(HALF, 0, UB - 256, 128, 2, 1, 1, 8),
		      AICORE_FIELD_SRC);
	expect_extent(_metadata, &self->npu, sum_desc(HALF, 0, UB, 1, 1, 1, 1, 8),
		      AICORE_FIELD_SRC);
}

/* DataBlocks without an active lane are not read and may lie outside. */
TEST_F(edge, src_inactive_blocks_outside)
{
	struct aicore_desc desc;

	half_ones(&self->npu, UB - 512, 512);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0, UB - 224, 112, 1, 1, 1, 8)));
	EXPECT_EQ(half_of(112), u16_at(self->npu.ub, 0));
	expect_extent(_metadata, &self->npu, sum_desc(HALF, 0, UB - 224, 113, 1, 1, 1, 8),
		      AICORE_FIELD_SRC);

	/* One lane of the last block brings it in. */
	desc = bitwise(sum_desc(HALF, 0, UB - 224, 0, 1, 1, 1, 8), 1, 0);
	EXPECT_EQ(0, run_one(self->npu.core, desc));
	desc.reduce.mask[1] = 1ULL << 63;
	expect_extent(_metadata, &self->npu, desc, AICORE_FIELD_SRC);
	desc.reduce.mask[1] = 1ULL << 47;
	EXPECT_EQ(0, run_one(self->npu.core, desc));
	EXPECT_EQ(half_of(2), u16_at(self->npu.ub, 0));

	/* A float has no use for the high word. */
	desc = bitwise(sum_desc(FLOAT, 0, UB - 32, 0, 1, 1, 1, 8), 0xff, -1ULL);
	EXPECT_EQ(0, run_one(self->npu.core, desc));
}

static const __u64 far_away[] = {
	UB, UB + 32, 1ULL << 31, 1ULL << 32, (1ULL << 32) + 64, 1ULL << 62, 1ULL << 63,
	(1ULL << 63) + 64, -(1ULL << 32), -4096ULL, -256ULL, -64ULL,
};

TEST_F(edge, huge_offsets)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(far_away); i++) {
		__u64 far = far_away[i];

		expect_extent(_metadata, &self->npu, sum_desc(HALF, far, 0, 128, 4, 1, 1, 8),
			      AICORE_FIELD_DST);
		expect_extent(_metadata, &self->npu, sum_desc(HALF, 0, far, 128, 4, 1, 1, 8),
			      AICORE_FIELD_SRC);
		expect_extent(_metadata, &self->npu,
			      sum_desc(HALF, 0, far, 128, 255, 65535, 65535, 65535),
			      AICORE_FIELD_DST);
		expect_extent(_metadata, &self->npu,
			      copy_desc(HALF, at(AICORE_POSITION_VECIN, far),
					gm(self->npu.buffer, 0), 1, 1, 0, 0), AICORE_FIELD_DST);
		expect_extent(_metadata, &self->npu,
			      copy_desc(HALF, at(AICORE_POSITION_VECIN, 0),
					gm(self->npu.buffer, far), 4095, 65535, 65535, 0),
			      AICORE_FIELD_DST);
		expect_extent(_metadata, &self->npu,
			      copy_desc(HALF, at(AICORE_POSITION_VECIN, 0),
					gm(self->npu.buffer, far), 1, 1, 0, 0), AICORE_FIELD_SRC);
		expect_extent(_metadata, &self->npu,
			      copy_desc(HALF, gm(self->npu.buffer, far),
					at(AICORE_POSITION_VECOUT, 0), 1, 1, 0, 0),
			      AICORE_FIELD_DST);
	}
}

/* -- the ends of the other memories -- */

TEST_F(edge, buffer_that_is_no_multiple)
{
	unsigned char *small;
	__u32 handle;

	small = buffer_add(_metadata, self->npu.fd, 100, &handle);
	memset(small, 7, 100);
	EXPECT_EQ(0, run_one(self->npu.core, copy_desc(INT8, at(AICORE_POSITION_VECIN, 0),
						       gm(handle, 68), 1, 1, 0, 0)));
	EXPECT_TRUE(all_bytes(self->npu.ub, 32, 7));
	expect_extent(_metadata, &self->npu, copy_desc(INT8, at(AICORE_POSITION_VECIN, 0),
						       gm(handle, 69), 1, 1, 0, 0),
		      AICORE_FIELD_SRC);
	expect_extent(_metadata, &self->npu, copy_desc(INT8, at(AICORE_POSITION_VECIN, 0),
						       gm(handle, 0), 1, 4, 0, 0),
		      AICORE_FIELD_SRC);
	EXPECT_EQ(0, run_one(self->npu.core, copy_desc(INT8, gm(handle, 68),
						       at(AICORE_POSITION_VECOUT, 0x100),
						       1, 1, 0, 0)));
	EXPECT_TRUE(all_bytes(small + 68, 32, 0));
	EXPECT_TRUE(all_bytes(small, 68, 7));
	expect_extent(_metadata, &self->npu, copy_desc(INT8, gm(handle, 69),
						       at(AICORE_POSITION_VECOUT, 0x100),
						       1, 1, 0, 0), AICORE_FIELD_DST);
	/* Past the end there is the rest of a page, and nothing of it. */
	expect_extent(_metadata, &self->npu, copy_desc(INT8, gm(handle, 100),
						       at(AICORE_POSITION_VECOUT, 0x100),
						       1, 1, 0, 0), AICORE_FIELD_DST);
}

/* A buffer of one byte has room for no DataBlock. */
TEST_F(edge, buffer_of_one_byte)
{
	__u32 handle;

	ASSERT_EQ(0, buffer_create(self->npu.fd, 1, &handle, NULL));
	expect_extent(_metadata, &self->npu, copy_desc(INT8, at(AICORE_POSITION_VECIN, 0),
						       gm(handle, 0), 1, 1, 0, 0),
		      AICORE_FIELD_SRC);
}

TEST_F(edge, l1_last_block)
{
	unsigned char *l1 = map_region(_metadata, self->npu.core, AICORE_REGION_L1);
	__u64 end = 512 * KIB;

	memset(self->npu.gm, 9, 64);
	EXPECT_EQ(0, run_one(self->npu.core,
			     copy_desc(INT8, at(AICORE_POSITION_A1, end - 32),
				       gm(self->npu.buffer, 0), 1, 1, 0, 0)));
	EXPECT_TRUE(all_bytes(l1 + end - 32, 32, 9));
	expect_extent(_metadata, &self->npu,
		      copy_desc(INT8, at(AICORE_POSITION_B1, end - 32), gm(self->npu.buffer, 0),
				1, 2, 0, 0), AICORE_FIELD_DST);
	expect_extent(_metadata, &self->npu,
		      copy_desc(INT8, at(AICORE_POSITION_B1, end), gm(self->npu.buffer, 0),
				1, 1, 0, 0), AICORE_FIELD_DST);
}

TEST(l0c_last_fractal)
{
	__u64 end = 256 * KIB;
	struct npu npu;
	__u32 *l0c;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND310P);
	l0c = map_region(_metadata, npu.core, AICORE_REGION_L0C);
	fill_u32(l0c + (end - 1024) / 4, 256, 77);
	EXPECT_EQ(0, run_one(npu.core, quant_desc(AICORE_TYPE_INT32, AICORE_TYPE_INT32, 0,
						  end - 1024, AICORE_DEQ_SCALE_NONE, 0)));
	EXPECT_EQ(77, u32_at(npu.ub, 0));
	EXPECT_EQ(77, u32_at(npu.ub, 1020));
	expect_extent(_metadata, &npu,
		      quant_desc(AICORE_TYPE_INT32, AICORE_TYPE_INT32, 0, end - 960,
				 AICORE_DEQ_SCALE_NONE, 0), AICORE_FIELD_SRC);
	npu_close(&npu);
}

/* The whole of L1 in one copy; one block more does not fit. */
TEST(block_len_fills_l1)
{
	unsigned char *memory, *l1;
	struct npu npu;
	__u32 handle;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910);
	memory = buffer_add(_metadata, npu.fd, 3 * MIB, &handle);
	memset(memory, 0x5a, MIB);
	l1 = map_region(_metadata, npu.core, AICORE_REGION_L1);
	EXPECT_EQ(0, run_one(npu.core, copy_desc(INT8, at(AICORE_POSITION_A1, 0),
						 gm(handle, 0), 1, 32768, 0, 0)));
	EXPECT_TRUE(all_bytes(l1, MIB, 0x5a));
	expect_extent(_metadata, &npu, copy_desc(INT8, at(AICORE_POSITION_A1, 0),
						 gm(handle, 0), 1, 32769, 0, 0),
		      AICORE_FIELD_DST);
	expect_extent(_metadata, &npu, copy_desc(INT8, at(AICORE_POSITION_A1, 0),
						 gm(handle, 0), 1, 65535, 0, 0),
		      AICORE_FIELD_DST);
	npu_close(&npu);
}

TEST_F(edge, block_count_4095)
{
	unsigned char *memory;
	__u32 handle;
	int i;

	memory = buffer_add(_metadata, self->npu.fd, 4095 * 64, &handle);
	for (i = 0; i < 4095; i++)
		memset(memory + 64 * i, i, 32);
	memset(self->npu.ub, MARK, UB);
	EXPECT_EQ(0, run_one(self->npu.core, copy_desc(INT8, at(AICORE_POSITION_VECIN, 32),
						       gm(handle, 0), 4095, 1, 1, 0)));
	for (i = 0; i < 4095; i++)
		EXPECT_TRUE(all_bytes(self->npu.ub + 32 + 32 * i, 32, i));
	EXPECT_TRUE(all_bytes(self->npu.ub, 32, MARK));
	EXPECT_TRUE(all_bytes(self->npu.ub + 32 * 4096, 32, MARK));
}

/* Strides are gaps: they count between blocks and not behind the last. */
TEST_F(edge, copy_strides_65535)
{
	size_t bytes = (1 + 65535 + 1) * 32;
	unsigned char *memory;
	__u32 handle, shorter;

	memory = buffer_add(_metadata, self->npu.fd, bytes, &handle);
	ASSERT_EQ(0, buffer_create(self->npu.fd, bytes - 1, &shorter, NULL));
	memset(memory, 1, 32);
	memset(memory + bytes - 32, 2, 32);
	EXPECT_EQ(0, run_one(self->npu.core, copy_desc(INT8, at(AICORE_POSITION_VECIN, 0),
						       gm(handle, 0), 2, 1, 65535, 0)));
	EXPECT_TRUE(all_bytes(self->npu.ub, 32, 1));
	EXPECT_TRUE(all_bytes(self->npu.ub + 32, 32, 2));
	expect_extent(_metadata, &self->npu, copy_desc(INT8, at(AICORE_POSITION_VECIN, 0),
						       gm(shorter, 0), 2, 1, 65535, 0),
		      AICORE_FIELD_SRC);
	EXPECT_EQ(0, run_one(self->npu.core, copy_desc(INT8, gm(handle, 0),
						       at(AICORE_POSITION_VECOUT, 0),
						       2, 1, 0, 65535)));
	/* With one block it is never used. */
	EXPECT_EQ(0, run_one(self->npu.core, copy_desc(INT8, at(AICORE_POSITION_VECIN, UB - 32),
						       gm(handle, bytes - 32), 1, 1, 65535,
						       65535)));
	EXPECT_TRUE(all_bytes(self->npu.ub + UB - 32, 32, 2));
}

TEST_F(edge, copy_gaps_untouched)
{
	int i;

	memset(self->npu.gm, 3, 4096);
	memset(self->npu.ub + 0x1000, MARK, 4096);
	EXPECT_EQ(0, run_one(self->npu.core, copy_desc(INT8, at(AICORE_POSITION_VECIN, 0x1020),
						       gm(self->npu.buffer, 1), 5, 2, 3, 4)));
	EXPECT_TRUE(all_bytes(self->npu.ub + 0x1000, 32, MARK));
	for (i = 0; i < 5; i++) {
		EXPECT_TRUE(all_bytes(self->npu.ub + 0x1020 + 192 * i, 64, 3));
		EXPECT_TRUE(all_bytes(self->npu.ub + 0x1020 + 192 * i + 64, 128, MARK));
	}
}

/* Interleaved blocks that never meet are legal. */
TEST_F(edge, copy_interleaved)
{
	int i;

	for (i = 0; i < 8; i++)
		memset(self->npu.ub + 32 * i, i, 32);
	EXPECT_EQ(0, run_one(self->npu.core, copy_desc(INT8, at(AICORE_POSITION_VECCALC, 32),
						       at(AICORE_POSITION_VECIN, 0), 4, 1, 1, 1)));
	for (i = 0; i < 8; i++)
		EXPECT_TRUE(all_bytes(self->npu.ub + 32 * i, 32, i & ~1));
}

/* A result may fall on what its own repeat or an earlier one read. */
TEST_F(edge, sum_in_place)
{
	int i;

	half_ones(&self->npu, 0, 2048);
	EXPECT_EQ(0, run_one(self->npu.core, sum_desc(HALF, 0, 0, 128, 8, 1, 1, 8)));
	for (i = 0; i < 8; i++)
		EXPECT_EQ(half_of(128), u16_at(self->npu.ub, 2 * i));
}

/* -- masks with nothing on -- */

FIXTURE(zero_mask) {
	struct npu npu;
	struct npu permissive;
};

FIXTURE_VARIANT(zero_mask) {
	__u32 soc;
	bool is_noop;
	bool has_counter;
};

FIXTURE_VARIANT_ADD(zero_mask, ascend910) { AICORE_SOC_ASCEND910, false, false };
FIXTURE_VARIANT_ADD(zero_mask, ascend310p) { AICORE_SOC_ASCEND310P, false, true };
FIXTURE_VARIANT_ADD(zero_mask, ascend910b) { AICORE_SOC_ASCEND910B, true, true };
FIXTURE_VARIANT_ADD(zero_mask, ascend910c) { AICORE_SOC_ASCEND910C, true, true };
FIXTURE_VARIANT_ADD(zero_mask, ascend310b) { AICORE_SOC_ASCEND310B, false, true };
FIXTURE_VARIANT_ADD(zero_mask, ascend950) { AICORE_SOC_ASCEND950, false, true };

FIXTURE_SETUP(zero_mask)
{
	npu_open(_metadata, &self->npu, variant->soc);
	npu_open_as(_metadata, &self->permissive, variant->soc, AICORE_OVERFLOW_DEFAULT,
		    AICORE_CHECK_PERMISSIVE);
}

FIXTURE_TEARDOWN(zero_mask)
{
	npu_close(&self->npu);
	npu_close(&self->permissive);
}

static void check_zero_mask(struct __test_metadata *_metadata, struct npu *npu, bool is_noop)
{
	struct aicore_desc sum = sum_desc(HALF, 0x8000, 0, 0, 3, 1, 1, 8);
	struct aicore_desc float_sum = sum_desc(FLOAT, 0x8000, 0, 0, 3, 1, 1, 8);
	int expected = is_noop ? 0 : -EINVAL;

	half_ones(npu, 0, 1024);
	memset(npu->ub + 0x8000, MARK, 64);
	EXPECT_EQ(expected, run_one(npu->core, sum));
	EXPECT_EQ(expected, run_one(npu->core, bitwise(sum, 0, 0)));
	EXPECT_EQ(expected, run_one(npu->core, float_sum));
	/* The bits that are set are none that a float uses. */
	EXPECT_EQ(expected, run_one(npu->core, bitwise(float_sum, 0, -1ULL)));
	ASSERT_EQ(0, run_one(npu->core, mask_desc(0, 0)));
	EXPECT_EQ(expected, run_one(npu->core, external(sum)));
	ASSERT_EQ(0, run_one(npu->core, mask_desc(0, 1)));
	EXPECT_EQ(expected, run_one(npu->core, external(float_sum)));
	EXPECT_TRUE(all_bytes(npu->ub + 0x8000, 64, MARK));
	/* With one lane on all is well. */
	EXPECT_EQ(0, run_one(npu->core, external(sum)));
	EXPECT_EQ(HALF_ONE, u16_at(npu->ub, 0x8000));
}

TEST_F(zero_mask, strict)
{
	check_zero_mask(_metadata, &self->npu, variant->is_noop);
}

TEST_F(zero_mask, permissive)
{
	check_zero_mask(_metadata, &self->permissive, true);
}

/* No operation is no licence: it is checked like any other call. */
TEST_F(zero_mask, checked_all_the_same)
{
	struct aicore_desc sum = sum_desc(HALF, 0x8000, 0, 0, 3, 1, 1, 8);

	sum.dst.offset = self->permissive.info.ub_bytes - 2;
	expect_extent(_metadata, &self->permissive, sum, AICORE_FIELD_DST);
	sum.dst.offset = 0x8001;
	EXPECT_EQ(-EINVAL, run_one(self->permissive.core, sum));
}

TEST_F(zero_mask, counter_mode)
{
	int expected = variant->has_counter ? 0 : -EOPNOTSUPP;

	EXPECT_EQ(expected, run_one(self->npu.core, counter_desc(1)));
	EXPECT_EQ(expected, run_one(self->permissive.core, counter_desc(1)));
}

/* -- counter mode -- */

static struct aicore_desc counted(__u32 type, __u64 dst_rep, __u64 src_rep)
{
	/* It neither uses nor checks repeatTime. */
	return external(sum_desc(type, 0x20000, 0, 0, 1ULL << 63, dst_rep, 1, src_rep));
}

TEST_F(edge, counter_0)
{
	memset(self->npu.ub + 0x20000, MARK, 64);
	ASSERT_EQ(0, run_one(self->npu.core, counter_desc(0)));
	EXPECT_EQ(0, run_one(self->npu.core, counted(HALF, 1, 8)));
	EXPECT_EQ(0, run_one(self->npu.core, counted(FLOAT, 1, 8)));
	EXPECT_TRUE(all_bytes(self->npu.ub + 0x20000, 64, MARK));
}

TEST_F(edge, counter_counts)
{
	static const int counts[] = { 1, 2, 127, 128, 129, 255, 256, 257, 1000, 20000 };
	unsigned int i;
	int k;

	half_ones(&self->npu, 0, 2 * 20000);
	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		int repeats = (counts[i] + 127) / 128;
		int rest = counts[i] - 128 * (repeats - 1);

		memset(self->npu.ub + 0x20000, MARK, 512);
		ASSERT_EQ(0, run_one(self->npu.core, counter_desc(counts[i])));
		ASSERT_EQ(0, run_one(self->npu.core, counted(HALF, 1, 8)));
		for (k = 0; k < repeats - 1; k++)
			EXPECT_EQ(half_of(128), u16_at(self->npu.ub, 0x20000 + 2 * k));
		EXPECT_EQ(half_of(rest), u16_at(self->npu.ub, 0x20000 + 2 * k));
		EXPECT_TRUE(all_bytes(self->npu.ub + 0x20000 + 2 * repeats, 32, MARK));
	}
}

/* With both repeat strides 0 only the last repeat leaves a trace. */
TEST_F(edge, counter_greatest)
{
	half_ones(&self->npu, 0, 256);
	ASSERT_EQ(0, run_one(self->npu.core, counter_desc(0xffffffff)));
	EXPECT_EQ(0, run_one(self->npu.core, counted(HALF, 0, 0)));
	EXPECT_EQ(half_of(127), u16_at(self->npu.ub, 0x20000));
	EXPECT_EQ(0, run_one(self->npu.core, counted(FLOAT, 0, 0)));
	EXPECT_EQ(-EINVAL, run_one(self->npu.core, counter_desc(1ULL << 32)));
}

/* What can't fit is refused, and in no time that depends on the count. */
TEST_F(edge, counter_greatest_with_strides)
{
	ASSERT_EQ(0, run_one(self->npu.core, counter_desc(0xffffffff)));
	expect_extent(_metadata, &self->npu, counted(HALF, 1, 0), AICORE_FIELD_DST);
	expect_extent(_metadata, &self->npu, counted(HALF, 0, 1), AICORE_FIELD_SRC);
	expect_extent(_metadata, &self->npu, counted(FLOAT, 65535, 65535), AICORE_FIELD_DST);
}

/* The last repeat needs but the DataBlocks that it uses. */
TEST_F(edge, counter_source_end)
{
	struct aicore_desc desc = counted(HALF, 1, 8);

	desc.dst.offset = 0;
	desc.src.offset = UB - 256 - 64;
	half_ones(&self->npu, UB - 512, 512);
	ASSERT_EQ(0, run_one(self->npu.core, counter_desc(128 + 32)));
	EXPECT_EQ(0, run_one(self->npu.core, desc));
	EXPECT_EQ(half_of(128), u16_at(self->npu.ub, 0));
	EXPECT_EQ(half_of(32), u16_at(self->npu.ub, 2));
	ASSERT_EQ(0, run_one(self->npu.core, counter_desc(128 + 33)));
	expect_extent(_metadata, &self->npu, desc, AICORE_FIELD_SRC);
}

/* -- permissive: blocks that are none -- */

TEST(permissive_empty_copies)
{
	struct aicore_desc desc;
	struct npu npu;

	npu_open_as(_metadata, &npu, AICORE_SOC_ASCEND910B, AICORE_OVERFLOW_DEFAULT,
		    AICORE_CHECK_PERMISSIVE);
	memset(npu.ub, MARK, 64);
	desc = copy_desc(HALF, at(AICORE_POSITION_VECIN, 0), gm(npu.buffer, 0), 0, 1, 0, 0);
	EXPECT_EQ(0, run_one(npu.core, desc));
	desc.copy.block_count = 1;
	desc.copy.block_len = 0;
	EXPECT_EQ(0, run_one(npu.core, desc));
	EXPECT_TRUE(all_bytes(npu.ub, 64, MARK));
	/* All other rules still hold. */
	desc.dst.offset = UB;
	expect_extent(_metadata, &npu, desc, AICORE_FIELD_DST);
	desc.dst.offset = 0;
	desc.src.offset = GM_BYTES;
	expect_extent(_metadata, &npu, desc, AICORE_FIELD_SRC);
	desc.src.offset = 1;
	EXPECT_EQ(-EINVAL, run_one(npu.core, desc));
	desc.src.offset = 0;
	desc.copy.block_count = 4096;
	EXPECT_EQ(-EINVAL, run_one(npu.core, desc));
	npu_close(&npu);
}

/* Repeats run in order, and each reads what the one before wrote. */
TEST(permissive_overlap)
{
	struct aicore_desc desc = sum_desc(HALF, 256, 0, 1, 4, 128, 1, 8);
	struct npu npu;

	npu_open_as(_metadata, &npu, AICORE_SOC_ASCEND910B, AICORE_OVERFLOW_DEFAULT,
		    AICORE_CHECK_PERMISSIVE);
	fill_u16(npu.ub, 1, half_of(42));
	EXPECT_EQ(0, run_one(npu.core, desc));
	EXPECT_EQ(half_of(42), u16_at(npu.ub, 1024));
	npu_close(&npu);
}

TEST_HARNESS_MAIN

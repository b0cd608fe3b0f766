// SPDX-License-Identifier: GPL-2.0-only
/* Conversions with vector kernels. */
#include <stdio.h>
#include <string.h>

#include "simd_twin.h"

static u32 random_m(void)
{
	static const u32 some[] = {
		0x3f800000, 0xbf800000, 0x3c000000, 0x00000000, 0x80000000,
		0x7f800000, 0xff800000, 0x7fc00001, 0x00000001, 0x7f7fffff,
		0x37800000, 0x3f000000, 0x3b808080, 0x4b000000, 0x33d6bf95,
	};
	u32 x = any() >> 8;

	switch (below(4)) {
	case 0:
		return x;
	case 1:
		return some[x % ARRAY_SIZE(some)];
	default:
		/* Makes small results of 32-bit integers. */
		return (x & 0x807fffff) | (100 + below(30)) << 23;
	}
}

static u64 random_word(void)
{
	return (any() & ~0xffffffffULL) | random_m();
}

/* Strict mode wants all of a vector to have one MCB. */
static void fill_vectors(bool strict)
{
	u64 mcb = 1ULL << AICORE_DEQ_MCB_SHIFT;
	u64 common = any() & mcb;
	u32 i;

	for (i = VECTORS; i < UB_BYTES; i += sizeof(u64)) {
		u64 word = random_word();

		if (strict)
			word = (word & ~mcb) | common;
		memcpy(ub_before + i, &word, sizeof(word));
	}
}

static void random_copy(struct aicore_desc *desc)
{
	struct aicore_copy *copy = &desc->copy;

	copy->block_count = 1 + below(below(2) ? 3 : 12);
	copy->block_len = 1 + below(below(2) ? 3 : 12);
	copy->src_stride = below(2) ? 0 : below(4);
	copy->dst_stride = below(2) ? 0 : below(4);
	if (below(3) == 0)
		copy->block_mode = AICORE_BLOCK_MODE_VECTOR;
	copy->sid_store_mode = below(3);
	copy->deq_value = random_word();
	copy->is_relu = below(2);
	desc->dst.offset = below(8) * 64;
	desc->src.offset = below(8) * 64;
	copy->deq_tensor_addr += below(2) * 32;
}

static void test_conversions(u32 row, bool permissive)
{
	char name[80];
	u32 tried;

	for (tried = 0; tried < 1500; tried++) {
		struct setting setting = usual();
		struct aicore_desc desc = conversion(row);

		if (tried % 32 == 0)
			fill_all(below(4) ? SPECIAL : ORDINARY);
		fill_vectors(!permissive);
		setting.saturate = below(2);
		setting.permissive = permissive;
		setting.chunk = below(2) ? 4096 : 1 + below(70);
		random_copy(&desc);
		/* Where relu demands one, the Offset that it demands. */
		if (!permissive && desc.copy.is_relu && below(2)) {
			desc.copy.deq_value &= ~(0x3ffULL <<
						 AICORE_DEQ_OFFSET_SHIFT);
			if (desc.dst_type == AICORE_TYPE_INT8)
				desc.copy.deq_value |=
					0x180ULL << AICORE_DEQ_OFFSET_SHIFT;
		}
		if (!compare(&desc, &setting)) {
			desc.copy.is_relu = 0;
			compare(&desc, &setting);
		}
	}
	snprintf(name, sizeof(name), "type %u to %u, deqScale %u, %s",
		 rows[row].src_type, rows[row].dst_type, rows[row].deq_scale,
		 permissive ? "permissive" : "strict");
	/* What never changes has no kernel: its rows are moved. */
	verdict(name, rows[row].src_type != AICORE_TYPE_UINT32);
}

/* Integers whose shifted values, or products with M, lie at a limit. */
static void fill_limits(u32 shift, u32 block)
{
	static const s64 at[] = {
		0, 1, 127, 128, 255, 256, 257, 511, 512, 16384, 32640, 32767, 32768,
		32769, 65280, 65504, 65519, 65520, 65536, 4194304, 1 << 24, 2147483647,
	};
	u32 i;

	for (i = 0; i < block; i += sizeof(s32)) {
		s64 x = (at[below(ARRAY_SIZE(at))] << below(shift + 1)) +
			(s64)below(3) - 1;

		x = below(2) ? -x : x;
		if (x > 2147483647 || x < -2147483648LL)
			x = below(2) ? 2147483647 : -2147483648LL;
		memcpy(l0c_before + i, &x, sizeof(s32));
	}
}

/*
 * Which steps a conversion may leave out depends on M, Offset and Sign: here they
 * are where that changes, and just beside it.
 */
static const u32 limit_ms[] = {
	0x3c000000, 0x3f800000, 0x47800000, 0x37800000, 0x38000000, 0x40000000,
	0x3b800000, 0x43800000, 0x2f800000, 0x7f7fffff, 0x7f800000,
};

static const s32 limit_offsets[] = { -256, -129, -128, -127, -1, 0, 1, 127, 128, 255 };

#define LIMIT_WORDS	(ARRAY_SIZE(limit_ms) * ARRAY_SIZE(limit_offsets))

static u64 limit_word(u32 i, u32 shift)
{
	s32 offset = limit_offsets[i / ARRAY_SIZE(limit_ms) % ARRAY_SIZE(limit_offsets)];
	u32 m = limit_ms[i % ARRAY_SIZE(limit_ms)];
	u64 word;

	m += (below(3) - 1) * (below(2) ? 0x2000 : 1);
	word = m | (u64)below(2) << 31 | (u64)shift << AICORE_DEQ_N_SHIFT;
	word |= ((u64)offset & 0x1ff) << AICORE_DEQ_OFFSET_SHIFT;
	word |= (u64)below(2) << AICORE_DEQ_SIGN_SHIFT;
	return word | (u64)below(2) << AICORE_DEQ_MCB_SHIFT;
}

static void compare_at_limits(struct aicore_desc *desc, u32 shift)
{
	struct setting setting = usual();

	setting.permissive = true;
	setting.saturate = below(2);
	desc->copy.is_relu = below(2);
	fill_limits(shift + 1, 1024);
	compare(desc, &setting);
}

static void limits_verdict(const char *what, u32 row)
{
	char name[80];

	snprintf(name, sizeof(name), "%s of type %u to %u, deqScale %u", what,
		 rows[row].src_type, rows[row].dst_type, rows[row].deq_scale);
	verdict(name, true);
}

static void test_limits(u32 row)
{
	struct aicore_desc desc = conversion(row);
	u32 i;

	for (i = 0; i < LIMIT_WORDS * 80; i++) {
		u32 shift = below(16);

		desc.copy.deq_value = limit_word(i, shift);
		compare_at_limits(&desc, shift);
	}
	limits_verdict("limits", row);
}

/* What fifteen columns allow, the other one may forbid. */
static void test_odd_column(u32 row)
{
	struct aicore_desc desc = conversion(row);
	u32 i, column;

	for (i = 0; i < LIMIT_WORDS * 80; i++) {
		u32 shift = below(16), odd = below(AICORE_COLUMNS);
		u64 common = limit_word(any() >> 8, shift);
		u64 word = limit_word(i, shift);

		for (column = 0; column < AICORE_COLUMNS; column++)
			memcpy(ub_before + VECTORS + column * sizeof(word),
			       column == odd ? &word : &common, sizeof(word));
		compare_at_limits(&desc, shift);
	}
	limits_verdict("odd columns", row);
}

/* Every half through the kernels that widen. */
static void test_all_halves(void)
{
	struct aicore_desc to_float = conversion(ROWS - 1);
	struct aicore_desc scale = conversion(1);
	struct aicore_desc relu = conversion(0);
	struct setting setting = usual();
	u32 half, i, m;

	to_float.copy.block_len = L0C_BYTES / 1024;
	scale.copy.block_len = L0C_BYTES / 512;
	relu.copy.block_len = L0C_BYTES / 512;
	relu.copy.is_relu = 1;
	for (half = 0; half < 0x10000;) {
		for (i = 0; i < L0C_BYTES; i += 2, half++) {
			memcpy(l0c_before + i, &half, 2);
			memcpy(ub_before + i, &half, 2);
		}
		to_float.src.offset = 0;
		compare(&to_float, &setting);
		to_float.src.offset = L0C_BYTES / 2;
		compare(&to_float, &setting);
		for (m = 0; m < 60; m++) {
			setting.saturate = m & 1;
			scale.copy.deq_value = m < 30 ? m * 0x888 : any();
			compare(&scale, &setting);
			compare(&relu, &setting);
		}
	}
	verdict("every half", true);
}

/* The upper 19 bits of floats, with the interesting lower ones. */
static void test_all_floats(void)
{
	static const u32 low[] = { 0, 1, 0xfff, 0x1000, 0x1001, 0x1fff };
	struct setting setting = usual();
	struct aicore_desc desc = conversion(5);
	u32 i, filled = 0;
	u64 x;

	desc.copy.block_len = L0C_BYTES / 1024;
	for (x = 0; x < 1ULL << 32; x += 0x2000) {
		for (i = 0; i < ARRAY_SIZE(low); i++) {
			u32 bits = x | low[i];

			memcpy(l0c_before + filled, &bits, sizeof(bits));
			filled = (filled + sizeof(bits)) % L0C_BYTES;
			if (filled)
				continue;
			setting.saturate = !setting.saturate;
			compare(&desc, &setting);
		}
	}
	verdict("every kind of float to half", true);
}

int main(void)
{
	u32 row;

	if (!simd_start())
		return simd_end();
	for (row = 0; row < ROWS; row++) {
		test_conversions(row, false);
		test_conversions(row, true);
		if (rows[row].deq_scale == AICORE_DEQ_SCALE_DEQ8 ||
		    rows[row].deq_scale == AICORE_DEQ_SCALE_DEQ16)
			test_limits(row);
		if (rows[row].deq_scale == AICORE_DEQ_SCALE_VDEQ8 ||
		    rows[row].deq_scale == AICORE_DEQ_SCALE_VDEQ16)
			test_odd_column(row);
	}
	test_all_halves();
	test_all_floats();
	return simd_end();
}

/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* AVX-512 F, BW, DQ and VL. See vec.h. */
#include "vec.h"

#define LANES		16
#define v_float		__m512
#define v_int		__m512i
#define V(op)		_mm512_##op

static __always_inline v_int v_load(const u8 *p)
{
	return _mm512_loadu_si512(p);
}

static __always_inline void v_store(u8 *p, v_float x)
{
	_mm512_storeu_ps(p, x);
}

static __always_inline void v_store_quad(u8 *p, v_int x, u32 i)
{
	__m256i pair = i < 2 ? _mm512_castsi512_si256(x) :
			       _mm512_extracti64x4_epi64(x, 1);
	__m128i quad = i % 2 ? _mm256_extracti128_si256(pair, 1) :
			       _mm256_castsi256_si128(pair);

	_mm_storeu_si128((__m128i *)p, quad);
}

/* A vector is two DataBlocks. What masks does it with a load or an insertion. */
static __always_inline v_int v_load_blocks(const u8 *repeat, const u64 *block,
					   u32 i, bool adjacent, const u8 *mask)
{
	__mmask16 active = 0xffff;
	__m256i low, high;
	__m512i x;

	if (mask)
		active = _mm512_test_epi32_mask(v_load(mask), v_load(mask));
	if (adjacent && mask)
		return _mm512_maskz_loadu_epi32(active,
						repeat + i * sizeof(v_int));
	if (adjacent)
		return v_load(repeat + i * sizeof(v_int));
	low = _mm256_loadu_si256((const __m256i *)(repeat + block[2 * i]));
	high = _mm256_loadu_si256((const __m256i *)(repeat + block[2 * i + 1]));
	x = _mm512_castsi256_si512(low);
	return mask ? _mm512_maskz_inserti32x8(active, x, high, 1) :
		      _mm512_inserti64x4(x, high, 1);
}

static __always_inline v_float v_as_float(v_int x)
{
	return _mm512_castsi512_ps(x);
}

static __always_inline v_float v_all(u32 bits)
{
	return v_as_float(_mm512_set1_epi32(bits));
}

static __always_inline v_float v_even(v_float a, v_float b, bool across)
{
	return across ? _mm512_shuffle_f32x4(a, b, 0x88) :
			_mm512_shuffle_ps(a, b, 0x88);
}

static __always_inline v_float v_odd(v_float a, v_float b, bool across)
{
	return across ? _mm512_shuffle_f32x4(a, b, 0xdd) :
			_mm512_shuffle_ps(a, b, 0xdd);
}

/*
 * Four vectors make one, whose quads have one lane of each of them. So its quads
 * are next to be added. Eight of halves make two of these and then one, in which
 * each quad has half of them still to be added.
 */
static __always_inline bool v_across(bool halves, u32 level, bool group)
{
	if (!group)
		return level == 2;
	return halves ? level % 3 == 0 : level < 2;
}

/*
 * Which leaves lane 4i + j of a group to the repeat in vector 4j + i. Of halves,
 * lanes 0..3 and 4..7 have the repeats in even and odd vectors.
 */
static __always_inline u32 v_place(bool halves, u32 repeat)
{
	if (halves)
		return (repeat & 8) | repeat % 4 * 2 | repeat / 4 % 2;
	return repeat % 4 * 4 + repeat / 4;
}

#define V_HALF_MAX	0x477fe000
#define V_TELLS_OVERFLOW	true

static __always_inline v_float v_leaf(const u8 *p, const u8 *mask)
{
	__m256i x = _mm256_loadu_si256((const __m256i *)p);

	if (mask)
		x &= _mm256_loadu_si256((const __m256i *)mask);
	return _mm512_cvtph_ps(x);
}

static __always_inline __m256i avx512_narrow(v_float x)
{
	return _mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT);
}

static __always_inline v_float v_round(v_float x)
{
	return _mm512_cvtph_ps(avx512_narrow(x));
}

/* With memory as its destination the instruction takes twice the time. */
static __always_inline void v_store_halves(u8 *p, v_float x)
{
	__m256i halves = avx512_narrow(x);

	asm("" : V_REGISTER(halves));
	_mm256_storeu_si256((__m256i *)p, halves);
}

static __always_inline void v_store_roots(u8 *p, v_float x)
{
	v_store_halves(p, x);
}

static __always_inline v_float v_replace_nan(v_float x, v_float by)
{
	return _mm512_mask_mov_ps(x, _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q),
				  by);
}

static __always_inline v_float v_min_or(v_float x, v_float most, v_float nan)
{
	return _mm512_mask_min_ps(nan, _mm512_cmp_ps_mask(x, x, _CMP_ORD_Q), x,
				  most);
}

/* x - x is 0 or NaN. */
static __always_inline bool v_finite(v_float x)
{
	v_float zero = _mm512_sub_ps(x, x);

	return !_mm512_cmp_ps_mask(zero, zero, _CMP_UNORD_Q);
}

static __always_inline v_int v_shift_right(v_int x, v_int n)
{
	return _mm512_srav_epi32(x, n);
}

static __always_inline v_int v_clamp(v_int x, v_int low, v_int high)
{
	return _mm512_min_epi32(_mm512_max_epi32(x, low), high);
}

static __always_inline v_int v_greater_shorts(v_int a, v_int b)
{
	return _mm512_movm_epi16(_mm512_cmpgt_epi16_mask(a, b));
}

static __always_inline bool v_all_zero(v_int x)
{
	return !_mm512_test_epi32_mask(x, x);
}

static __always_inline v_int v_relu(v_int x)
{
	return _mm512_max_epi32(x, _mm512_setzero_si512());
}

static __always_inline v_float v_load_halves(const u8 *p)
{
	return v_leaf(p, NULL);
}

static __always_inline v_int v_to_halves(v_float a, v_float b)
{
	return _mm512_inserti64x4(_mm512_castsi256_si512(avx512_narrow(a)),
				  avx512_narrow(b), 1);
}

/* Packing works on the quads of its operands apart from each other. */
static __always_inline v_int v_shorts_in_order(v_int x)
{
	const v_int order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);

	return _mm512_permutexvar_epi64(order, x);
}

static __always_inline v_int v_bytes_in_order(v_int x)
{
	const v_int order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13,
					      2, 6, 10, 14, 3, 7, 11, 15);

	return _mm512_permutexvar_epi32(order, x);
}

static __always_inline v_int v_row(const u8 *p)
{
	return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)p));
}

/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* AVX2 with F16C, the instructions that convert halves. See vec.h. */
#include "vec.h"

#define LANES		8
#define v_float		__m256
#define v_int		__m256i
#define V(op)		_mm256_##op

static __always_inline v_int v_load(const u8 *p)
{
	return _mm256_loadu_si256((const __m256i *)p);
}

static __always_inline void v_store(u8 *p, v_float x)
{
	_mm256_storeu_si256((__m256i *)p, _mm256_castps_si256(x));
}

static __always_inline void v_store_quad(u8 *p, v_int x, u32 i)
{
	__m128i quad = i ? _mm256_extracti128_si256(x, 1) :
			   _mm256_castsi256_si128(x);

	_mm_storeu_si128((__m128i *)p, quad);
}

/* A vector is a DataBlock. Loading and masking at once is faster than in turn. */
static __always_inline v_int v_load_blocks(const u8 *repeat, const u64 *block,
					   u32 i, bool adjacent,
					   const u8 *mask)
{
	const u8 *p = repeat + (adjacent ? i * sizeof(v_int) : block[i]);

	if (mask)
		return _mm256_maskload_epi32((const int *)p, v_load(mask));
	return v_load(p);
}

static __always_inline v_float v_as_float(v_int x)
{
	return _mm256_castsi256_ps(x);
}

static __always_inline v_float v_all(u32 bits)
{
	return v_as_float(_mm256_set1_epi32(bits));
}

/* Across, the quad of b that isn't in one of them is in the other. */
static __always_inline v_float v_even(v_float a, v_float b, bool across)
{
	return across ? _mm256_blend_ps(a, b, 0xf0) :
			_mm256_shuffle_ps(a, b, 0x88);
}

static __always_inline v_float v_odd(v_float a, v_float b, bool across)
{
	return across ? _mm256_permute2f128_ps(a, b, 0x21) :
			_mm256_shuffle_ps(a, b, 0xdd);
}

/*
 * Eight vectors make one: quads first, then the two of each vector. Sixteen of
 * halves make two of these, whose sums are neighbours within quads; what two
 * vectors have to each quad is then next.
 */
static __always_inline bool v_across(bool halves, u32 level, bool group)
{
	return level == (halves && group ? 1 : 2);
}

/* Which leaves lanes 2 and 3 to repeats 4 and 5. */
static __always_inline u32 v_place(bool halves, u32 repeat)
{
	return halves && repeat / 2 % 3 ? repeat ^ 6 : repeat;
}

static __always_inline v_float v_in_order(v_float x)
{
	return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(x),
						      0xd8));
}

#define V_HALF_MAX	0x477fe000
#define V_TELLS_OVERFLOW	true

static __always_inline v_float v_leaf(const u8 *p, const u8 *mask)
{
	__m128i x = _mm_loadu_si128((const __m128i *)p);

	if (mask)
		x &= _mm_loadu_si128((const __m128i *)mask);
	return _mm256_cvtph_ps(x);
}

static __always_inline __m128i avx2_narrow(v_float x)
{
	return _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT);
}

static __always_inline v_float v_round(v_float x)
{
	return _mm256_cvtph_ps(avx2_narrow(x));
}

/* With memory as its destination the instruction takes twice the time. */
static __always_inline void v_store_halves(u8 *p, v_float x)
{
	__m128i halves = avx2_narrow(x);

	asm("" : V_REGISTER(halves));
	_mm_storeu_si128((__m128i *)p, halves);
}

static __always_inline void v_store_roots(u8 *p, v_float x)
{
	v_store_halves(p, x);
}

static __always_inline v_float v_replace_nan(v_float x, v_float by)
{
	return _mm256_blendv_ps(x, by, _mm256_cmp_ps(x, x, _CMP_UNORD_Q));
}

/* Of a number and NaN the second one is the minimum. */
static __always_inline v_float v_min_or(v_float x, v_float most, v_float nan)
{
	return _mm256_min_ps(most, v_replace_nan(x, nan));
}

/* x - x is 0 or NaN. */
static __always_inline bool v_finite(v_float x)
{
	v_float zero = _mm256_sub_ps(x, x);

	return !_mm256_movemask_ps(_mm256_cmp_ps(zero, zero, _CMP_UNORD_Q));
}

static __always_inline v_int v_shift_right(v_int x, v_int n)
{
	return _mm256_srav_epi32(x, n);
}

static __always_inline v_int v_clamp(v_int x, v_int low, v_int high)
{
	return _mm256_min_epi32(_mm256_max_epi32(x, low), high);
}

static __always_inline v_int v_greater_shorts(v_int a, v_int b)
{
	return _mm256_cmpgt_epi16(a, b);
}

static __always_inline bool v_all_zero(v_int x)
{
	return _mm256_testz_si256(x, x);
}

static __always_inline v_int v_relu(v_int x)
{
	return _mm256_max_epi32(x, _mm256_setzero_si256());
}

static __always_inline v_float v_load_halves(const u8 *p)
{
	return v_leaf(p, NULL);
}

static __always_inline v_int v_to_halves(v_float a, v_float b)
{
	return _mm256_set_m128i(avx2_narrow(b), avx2_narrow(a));
}

/* Packing works on the quads of its operands apart from each other. */
static __always_inline v_int v_shorts_in_order(v_int x)
{
	return _mm256_permute4x64_epi64(x, 0xd8);
}

static __always_inline v_int v_bytes_in_order(v_int x)
{
	return _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(0, 4, 1, 5,
								2, 6, 3, 7));
}

static __always_inline v_int v_row(const u8 *p)
{
	return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)p));
}

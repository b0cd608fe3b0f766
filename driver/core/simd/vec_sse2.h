/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* SSE2, which every x86-64 has. See vec.h. */
#include "vec.h"

#define LANES		4
#define v_float		__m128
#define v_int		__m128i
#define V(op)		_mm_##op

static __always_inline v_int v_load(const u8 *p)
{
	return _mm_loadu_si128((const __m128i *)p);
}

static __always_inline void v_store(u8 *p, v_float x)
{
	_mm_storeu_si128((__m128i *)p, _mm_castps_si128(x));
}

static __always_inline void v_store_quad(u8 *p, v_int x, u32 i)
{
	_mm_storeu_si128((__m128i *)p, x);
}

/* A DataBlock is two vectors, whether they are adjacent or not. */
static __always_inline v_int v_load_blocks(const u8 *repeat, const u64 *block,
					   u32 i, bool adjacent,
					   const u8 *mask)
{
	v_int x = v_load(repeat + block[i / 2] + i % 2 * sizeof(v_int));

	if (mask)
		x &= v_load(mask);
	return x;
}

static __always_inline v_float v_as_float(v_int x)
{
	return _mm_castsi128_ps(x);
}

static __always_inline v_int sse2_as_int(v_float x)
{
	return _mm_castps_si128(x);
}

static __always_inline v_float v_all(u32 bits)
{
	return v_as_float(_mm_set1_epi32(bits));
}

static __always_inline v_int sse2_select(v_int mask, v_int yes, v_int no)
{
	return (mask & yes) | (~mask & no);
}

static __always_inline v_float v_even(v_float a, v_float b, bool across)
{
	return _mm_shuffle_ps(a, b, 0x88);
}

static __always_inline v_float v_odd(v_float a, v_float b, bool across)
{
	return _mm_shuffle_ps(a, b, 0xdd);
}

static __always_inline bool v_across(bool halves, u32 level, bool group)
{
	return false;
}

static __always_inline u32 v_place(bool halves, u32 repeat)
{
	return repeat;
}

static __always_inline v_float v_in_order(v_float x)
{
	return x;
}

/* 2^112 and 2^-112. */
#define SCALE_UP	0x77800000
#define SCALE_DOWN	0x07800000

static __always_inline v_int sse2_all(u32 x)
{
	return _mm_set1_epi32(x);
}

/*
 * Halves in the upper half of each lane, as floats. Where exponent and
 * fraction of a half stand in a float after a shift by 3, they make a float
 * that is 2^112 times too small, subnormals included. The greatest exponent is
 * that of inf and NaN, and has to become the greatest again.
 */
static __always_inline v_float sse2_widen(v_int x)
{
	v_int magnitude = x & sse2_all(0x7fff0000);
	v_int special = _mm_cmpgt_epi32(magnitude, sse2_all(0x7bff0000));
	v_float y = _mm_mul_ps(v_as_float(_mm_srli_epi32(magnitude, 3)),
			       v_all(SCALE_UP));

	return _mm_or_ps(y, v_as_float((special & sse2_all(0x7f800000)) |
				       (x & sse2_all(SIGN))));
}

/*
 * Halves are held 2^112 times too large, so that the least magnitude that isn't
 * finite as a half isn't finite as a float either.
 */
#define V_HALF_MAX	0x7f7fe000
/* Halves are rounded as integers. */
#define V_TELLS_OVERFLOW	false

static __always_inline v_int sse2_load_halves(const u8 *p)
{
	return _mm_unpacklo_epi16(_mm_setzero_si128(),
				  _mm_loadl_epi64((const __m128i *)p));
}

static __always_inline v_float v_leaf(const u8 *p, const u8 *mask)
{
	v_int x = sse2_load_halves(p);

	if (mask)
		x &= sse2_load_halves(mask);
	return _mm_mul_ps(sse2_widen(x), v_all(SCALE_UP));
}

/* What to add to a float so that dropping 13 bits rounds it, ties to even. */
static __always_inline v_int sse2_rounding(v_int bits)
{
	v_int odd = _mm_srli_epi32(bits, 13) & sse2_all(1);

	return _mm_add_epi32(odd, sse2_all(0xfff));
}

/*
 * A sum of two halves has no bits below those that a subnormal half has,
 * whatever its magnitude. A carry may make it inf; a NaN has bits enough at the
 * top to stay one.
 */
static __always_inline v_float v_round(v_float x)
{
	v_int bits = sse2_as_int(x);

	bits = _mm_add_epi32(bits, sse2_rounding(bits));
	return v_as_float(bits & sse2_all(~0x1fff));
}

/*
 * Floats to halves, in the low half of each lane. Magnitudes below 2^-14 become
 * subnormal: 0.5 added, the bits that a subnormal half has are the last ones of
 * the float, and the addition has rounded them.
 */
static __always_inline v_int sse2_narrow(v_float x)
{
	v_int sign = _mm_srli_epi32(sse2_as_int(x), 16) & sse2_all(0x8000);
	v_int nan = sse2_as_int(_mm_cmpunord_ps(x, x)) & sse2_all(0x200);
	v_float magnitude = _mm_and_ps(x, v_all(~SIGN));
	v_int small, large, is_small;

	/* 2^16, which becomes inf; so does a NaN for now. */
	magnitude = _mm_min_ps(magnitude, v_all(0x47800000));
	is_small = sse2_as_int(_mm_cmplt_ps(magnitude, v_all(0x38800000)));
	small = sse2_as_int(_mm_add_ps(magnitude, v_all(0x3f000000)));
	small = _mm_sub_epi32(small, sse2_all(0x3f000000));
	large = sse2_as_int(magnitude);
	large = _mm_add_epi32(large, sse2_rounding(large));
	large = _mm_sub_epi32(large, sse2_all(112 << 23));
	large = _mm_srli_epi32(large, 13);
	return sse2_select(is_small, small, large) | sign | nan;
}

static __always_inline v_int v_to_halves(v_float a, v_float b)
{
	/* Packing saturates signed numbers; these become such. */
	v_int low = _mm_srai_epi32(_mm_slli_epi32(sse2_narrow(a), 16), 16);
	v_int high = _mm_srai_epi32(_mm_slli_epi32(sse2_narrow(b), 16), 16);

	return _mm_packs_epi32(low, high);
}

static __always_inline void v_store_halves(u8 *p, v_float x)
{
	_mm_storel_epi64((__m128i *)p, v_to_halves(x, x));
}

static __always_inline void v_store_roots(u8 *p, v_float x)
{
	v_store_halves(p, _mm_mul_ps(x, v_all(SCALE_DOWN)));
}

static __always_inline v_float v_replace_nan(v_float x, v_float by)
{
	v_float nan = _mm_cmpunord_ps(x, x);

	return _mm_or_ps(_mm_andnot_ps(nan, x), _mm_and_ps(nan, by));
}

/* Of a number and NaN the second one is the minimum. */
static __always_inline v_float v_min_or(v_float x, v_float most, v_float nan)
{
	return _mm_min_ps(most, v_replace_nan(x, nan));
}

/* x - x is 0 or NaN. */
static __always_inline bool v_finite(v_float x)
{
	v_float zero = _mm_sub_ps(x, x);

	return !_mm_movemask_ps(_mm_cmpunord_ps(zero, zero));
}

/* There is no shift by lane: one step for each bit of its amount, 0..16. */
static __always_inline v_int v_shift_right(v_int x, v_int n)
{
	v_int bit0 = _mm_srai_epi32(_mm_slli_epi32(n, 31), 31);
	v_int bit1 = _mm_srai_epi32(_mm_slli_epi32(n, 30), 31);
	v_int bit2 = _mm_srai_epi32(_mm_slli_epi32(n, 29), 31);
	v_int bit3 = _mm_srai_epi32(_mm_slli_epi32(n, 28), 31);
	v_int bit4 = _mm_srai_epi32(_mm_slli_epi32(n, 27), 31);

	x = sse2_select(bit0, _mm_srai_epi32(x, 1), x);
	x = sse2_select(bit1, _mm_srai_epi32(x, 2), x);
	x = sse2_select(bit2, _mm_srai_epi32(x, 4), x);
	x = sse2_select(bit3, _mm_srai_epi32(x, 8), x);
	return sse2_select(bit4, _mm_srai_epi32(x, 16), x);
}

static __always_inline v_int v_clamp(v_int x, v_int low, v_int high)
{
	x = sse2_select(_mm_cmplt_epi32(x, low), low, x);
	return sse2_select(_mm_cmpgt_epi32(x, high), high, x);
}

static __always_inline v_int v_greater_shorts(v_int a, v_int b)
{
	return _mm_cmpgt_epi16(a, b);
}

static __always_inline bool v_all_zero(v_int x)
{
	return !_mm_movemask_epi8(x);
}

static __always_inline v_int v_relu(v_int x)
{
	return _mm_andnot_si128(_mm_srai_epi32(x, 31), x);
}

static __always_inline v_float v_load_halves(const u8 *p)
{
	return sse2_widen(sse2_load_halves(p));
}

static __always_inline v_int v_shorts_in_order(v_int x)
{
	return x;
}

static __always_inline v_int v_bytes_in_order(v_int x)
{
	return x;
}

static __always_inline v_int v_row(const u8 *p)
{
	return v_load(p);
}

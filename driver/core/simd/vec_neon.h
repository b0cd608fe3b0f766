/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* NEON, which every arm64 has; it converts halves. See vec.h. */
#include "vec.h"

#define LANES		4
#define v_float		float32x4_t
#define v_int		int32x4_t
#define V(op)		neon_##op

/* By the names that these operations have elsewhere. */

static __always_inline v_float neon_setzero_ps(void)
{
	return vdupq_n_f32(0);
}

static __always_inline v_float neon_add_ps(v_float a, v_float b)
{
	return vaddq_f32(a, b);
}

static __always_inline v_float neon_mul_ps(v_float a, v_float b)
{
	return vmulq_f32(a, b);
}

static __always_inline v_float neon_min_ps(v_float a, v_float b)
{
	return vminq_f32(a, b);
}

static __always_inline v_float neon_max_ps(v_float a, v_float b)
{
	return vmaxq_f32(a, b);
}

static __always_inline v_float neon_cvtepi32_ps(v_int x)
{
	return vcvtq_f32_s32(x);
}

/* Ties to even; what doesn't fit saturates. */
static __always_inline v_int neon_cvtps_epi32(v_float x)
{
	return vcvtnq_s32_f32(x);
}

static __always_inline int16x8_t neon_shorts(v_int x)
{
	return vreinterpretq_s16_s32(x);
}

static __always_inline v_int neon_from_shorts(int16x8_t x)
{
	return vreinterpretq_s32_s16(x);
}

static __always_inline v_int neon_set1_epi16(s16 x)
{
	return neon_from_shorts(vdupq_n_s16(x));
}

static __always_inline v_int neon_packs_epi32(v_int a, v_int b)
{
	return neon_from_shorts(vqmovn_high_s32(vqmovn_s32(a), b));
}

static __always_inline v_int neon_packus_epi16(v_int a, v_int b)
{
	uint8x8_t low = vqmovun_s16(neon_shorts(a));

	return vreinterpretq_s32_u8(vqmovun_high_s16(low, neon_shorts(b)));
}

static __always_inline v_int neon_adds_epi16(v_int a, v_int b)
{
	return neon_from_shorts(vqaddq_s16(neon_shorts(a), neon_shorts(b)));
}

static __always_inline v_int neon_min_epi16(v_int a, v_int b)
{
	return neon_from_shorts(vminq_s16(neon_shorts(a), neon_shorts(b)));
}

static __always_inline v_int neon_max_epi16(v_int a, v_int b)
{
	return neon_from_shorts(vmaxq_s16(neon_shorts(a), neon_shorts(b)));
}

/* What vec.h lists. */

static __always_inline v_int v_load(const u8 *p)
{
	return vreinterpretq_s32_u8(vld1q_u8(p));
}

static __always_inline void v_store(u8 *p, v_float x)
{
	vst1q_u8(p, vreinterpretq_u8_f32(x));
}

static __always_inline void v_store_quad(u8 *p, v_int x, u32 i)
{
	vst1q_u8(p, vreinterpretq_u8_s32(x));
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
	return vreinterpretq_f32_s32(x);
}

static __always_inline v_float v_all(u32 bits)
{
	return vreinterpretq_f32_u32(vdupq_n_u32(bits));
}

static __always_inline v_float v_even(v_float a, v_float b, bool across)
{
	return vuzp1q_f32(a, b);
}

static __always_inline v_float v_odd(v_float a, v_float b, bool across)
{
	return vuzp2q_f32(a, b);
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

#define V_HALF_MAX	0x477fe000
#define V_TELLS_OVERFLOW	true

static __always_inline v_float neon_widen(uint16x4_t x)
{
	return vcvt_f32_f16(vreinterpret_f16_u16(x));
}

static __always_inline v_float v_leaf(const u8 *p, const u8 *mask)
{
	uint16x4_t x = vreinterpret_u16_u8(vld1_u8(p));

	if (mask)
		x = vand_u16(x, vreinterpret_u16_u8(vld1_u8(mask)));
	return neon_widen(x);
}

static __always_inline v_float v_round(v_float x)
{
	return vcvt_f32_f16(vcvt_f16_f32(x));
}

static __always_inline void v_store_halves(u8 *p, v_float x)
{
	vst1_u8(p, vreinterpret_u8_f16(vcvt_f16_f32(x)));
}

static __always_inline void v_store_roots(u8 *p, v_float x)
{
	v_store_halves(p, x);
}

static __always_inline v_float v_replace_nan(v_float x, v_float by)
{
	return vbslq_f32(vceqq_f32(x, x), x, by);
}

static __always_inline v_float v_min_or(v_float x, v_float most, v_float nan)
{
	return vminq_f32(most, v_replace_nan(x, nan));
}

/* x - x is 0 or NaN. */
static __always_inline bool v_finite(v_float x)
{
	v_float zero = vsubq_f32(x, x);

	return vminvq_u32(vceqq_f32(zero, zero));
}

static __always_inline v_int v_shift_right(v_int x, v_int n)
{
	return vshlq_s32(x, vnegq_s32(n));
}

static __always_inline v_int v_clamp(v_int x, v_int low, v_int high)
{
	return vminq_s32(vmaxq_s32(x, low), high);
}

static __always_inline v_int v_greater_shorts(v_int a, v_int b)
{
	return vreinterpretq_s32_u16(vcgtq_s16(neon_shorts(a), neon_shorts(b)));
}

static __always_inline bool v_all_zero(v_int x)
{
	return !vmaxvq_u32(vreinterpretq_u32_s32(x));
}

static __always_inline v_int v_relu(v_int x)
{
	return vmaxq_s32(x, vdupq_n_s32(0));
}

static __always_inline v_float v_load_halves(const u8 *p)
{
	return v_leaf(p, NULL);
}

static __always_inline v_int v_to_halves(v_float a, v_float b)
{
	float16x8_t x = vcvt_high_f16_f32(vcvt_f16_f32(a), b);

	return vreinterpretq_s32_f16(x);
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

/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * IEEE 754 binary16 ("half") and binary32 ("float") in integers: every result
 * rounded to nearest even, subnormals kept, every NaN that is made the canonical
 * quiet one. Arguments and results are bit patterns.
 */
#ifndef AICORE_CORE_SOFTFLOAT_H
#define AICORE_CORE_SOFTFLOAT_H

#include "port.h"

#define AICORE_HALF_NAN		0x7e00
#define AICORE_HALF_INF		0x7c00
#define AICORE_HALF_MAX		0x7bff		/* 65504 */
#define AICORE_HALF_SIGN	0x8000
#define AICORE_FLOAT_NAN	0x7fc00000
#define AICORE_FLOAT_INF	0x7f800000
#define AICORE_FLOAT_SIGN	0x80000000
#define AICORE_FLOAT_HALF_MAX	0x477fe000	/* 65504 */

static inline bool aicore_half_is_nan(u32 half)
{
	return (half & 0x7fff) > AICORE_HALF_INF;
}

static inline bool aicore_float_is_nan(u32 x)
{
	return (x & 0x7fffffff) > AICORE_FLOAT_INF;
}

/* What saturation makes of a half result: inf -> +-65504, NaN -> 0. */
static inline u32 aicore_half_saturate(u32 half)
{
	if ((half & 0x7fff) < AICORE_HALF_INF)
		return half;
	if (aicore_half_is_nan(half))
		return 0;
	return (half & AICORE_HALF_SIGN) | AICORE_HALF_MAX;
}

u32 aicore_half_add(u32 a, u32 b);
u32 aicore_half_to_float(u32 half);
u32 aicore_half_from_float(u32 x);

u32 aicore_float_add(u32 a, u32 b);
u32 aicore_float_mul(u32 a, u32 b);
u32 aicore_float_from_int(s32 x);

/*
 * Rounds to an integer, ties to even, then clamps to low..high; NaN gives 0
 * (operations.md section 4.3). The limits lie within +-2^23.
 */
s32 aicore_float_to_int(u32 x, s32 low, s32 high);

#endif /* AICORE_CORE_SOFTFLOAT_H */

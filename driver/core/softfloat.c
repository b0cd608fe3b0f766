// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "softfloat.h"

/* x / 2^shift, ties to even; shift may exceed the width of x. */
static u64 round_shift(u64 x, u32 shift)
{
	u64 quotient, rest, half;

	if (!shift)
		return x;
	if (shift > 63)
		return 0;
	quotient = x >> shift;
	rest = x & ((1ULL << shift) - 1);
	half = 1ULL << (shift - 1);
	if (rest > half || (rest == half && (quotient & 1)))
		quotient++;
	return quotient;
}

/*
 * A finite half is a multiple of 2^-24 below 2^40 of them, so that sums of
 * halves are exact in 64-bit integers.
 */
static s64 half_to_fixed(u32 half)
{
	u32 exponent = half >> 10 & 0x1f;
	s64 magnitude = half & 0x3ff;

	if (exponent)
		magnitude = (magnitude | 0x400) << (exponent - 1);
	return half & AICORE_HALF_SIGN ? -magnitude : magnitude;
}

static u32 half_from_fixed(s64 fixed)
{
	u32 sign = fixed < 0 ? AICORE_HALF_SIGN : 0;
	u64 magnitude = fixed < 0 ? -fixed : fixed;
	int shift = fls64(magnitude) - 11;
	u64 result;

	/* Subnormal, or normal with the least exponent: bits as they are. */
	if (shift <= 0)
		return sign | magnitude;
	/*
	 * The hidden bit adds one to the exponent, and so does a carry out of
	 * the significand.
	 */
	result = ((u64)shift << 10) + round_shift(magnitude, shift);
	if (result > AICORE_HALF_INF)
		result = AICORE_HALF_INF;
	return sign | result;
}

u32 aicore_half_add(u32 a, u32 b)
{
	bool a_special = (a & 0x7fff) >= AICORE_HALF_INF;
	bool b_special = (b & 0x7fff) >= AICORE_HALF_INF;
	s64 sum;

	if (a_special || b_special) {
		if (aicore_half_is_nan(a) || aicore_half_is_nan(b))
			return AICORE_HALF_NAN;
		if (a_special && b_special && a != b)
			return AICORE_HALF_NAN;
		return a_special ? a : b;
	}
	sum = half_to_fixed(a) + half_to_fixed(b);
	/* Only two negative zeros add up to a negative zero. */
	if (!sum)
		return a & b & AICORE_HALF_SIGN;
	return half_from_fixed(sum);
}

u32 aicore_half_to_float(u32 half)
{
	u32 sign = (half & AICORE_HALF_SIGN) << 16;
	u32 exponent = half >> 10 & 0x1f;
	u32 fraction = half & 0x3ff;
	u32 shift;

	if (exponent == 0x1f)
		return fraction ? AICORE_FLOAT_NAN : sign | AICORE_FLOAT_INF;
	if (exponent)
		return sign | (exponent + 112) << 23 | fraction << 13;
	if (!fraction)
		return sign;
	/* A subnormal half is a normal float: bring its top bit to bit 10. */
	shift = 11 - fls64(fraction);
	return sign | (113 - shift) << 23 | (fraction << shift & 0x3ff) << 13;
}

u32 aicore_half_from_float(u32 x)
{
	u32 sign = x >> 16 & AICORE_HALF_SIGN;
	u32 exponent = x >> 23 & 0xff;
	u32 significand = (x & 0x7fffff) | 0x800000;
	u32 result;

	if (aicore_float_is_nan(x))
		return AICORE_HALF_NAN;
	/* At least 2^16, or inf. */
	if (exponent >= 143)
		return sign | AICORE_HALF_INF;
	/*
	 * Normal: 13 bits go. Below 2^-14 one more for each power of two; what
	 * is below 2^-25 rounds to zero, float subnormals among them.
	 */
	if (exponent >= 113)
		result = ((exponent - 113) << 10) +
			 round_shift(significand, 13);
	else
		result = round_shift(significand, 126 - exponent);
	return sign | result;
}

/**
 * struct number - a finite float taken apart
 * @significand: with its hidden bit
 * @exponent: biased; 1 for subnormals
 */
struct number {
	u32 significand;
	s32 exponent;
};

static struct number float_unpack(u32 x)
{
	struct number number = {
		.significand = x & 0x7fffff,
		.exponent = x >> 23 & 0xff,
	};

	if (number.exponent)
		number.significand |= 0x800000;
	else
		number.exponent = 1;
	return number;
}

/*
 * Rounds significand * 2^(exponent - 150) to a float; exponent is biased, as in
 * struct number, but may be anything.
 */
static u32 float_pack(u32 sign, u64 significand, s32 exponent)
{
	s32 shift = fls64(significand) - 24;
	u64 result;

	if (!significand)
		return sign;
	/* Subnormal results keep the least exponent, which is 1. */
	if (exponent + shift < 1)
		shift = 1 - exponent;
	if (shift >= 0)
		significand = round_shift(significand, shift);
	else
		significand <<= -shift;
	exponent += shift;
	/* The hidden bit adds one to the exponent, so does a carry. */
	result = ((u64)(exponent - 1) << 23) + significand;
	if (result > AICORE_FLOAT_INF)
		result = AICORE_FLOAT_INF;
	return sign | result;
}

static u32 float_add_special(u32 a, u32 b)
{
	bool a_inf = (a & 0x7fffffff) == AICORE_FLOAT_INF;
	bool b_inf = (b & 0x7fffffff) == AICORE_FLOAT_INF;

	if (aicore_float_is_nan(a) || aicore_float_is_nan(b))
		return AICORE_FLOAT_NAN;
	if (a_inf && b_inf && a != b)
		return AICORE_FLOAT_NAN;
	return a_inf ? a : b;
}

/*
 * Both operands are aligned to the larger exponent with 32 bits below the
 * point; what falls out at the bottom is kept as one sticky bit, which is
 * enough: then the larger one has at least 8 zero bits there.
 */
static u64 float_align(u32 significand, u32 distance)
{
	u64 wide = (u64)significand << 32;
	u64 lost;

	if (!distance)
		return wide;
	if (distance > 62)
		return significand ? 1 : 0;
	lost = wide & ((1ULL << distance) - 1);
	return wide >> distance | (lost ? 1 : 0);
}

u32 aicore_float_add(u32 a, u32 b)
{
	struct number x, y;
	s32 exponent;
	s64 sum, first, second;

	if ((a & 0x7fffffff) >= AICORE_FLOAT_INF ||
	    (b & 0x7fffffff) >= AICORE_FLOAT_INF)
		return float_add_special(a, b);

	x = float_unpack(a);
	y = float_unpack(b);
	exponent = x.exponent > y.exponent ? x.exponent : y.exponent;
	first = float_align(x.significand, exponent - x.exponent);
	second = float_align(y.significand, exponent - y.exponent);
	sum = (a & AICORE_FLOAT_SIGN ? -first : first) +
	      (b & AICORE_FLOAT_SIGN ? -second : second);
	/* Only two negative zeros add up to a negative zero. */
	if (!sum)
		return a & b & AICORE_FLOAT_SIGN;
	if (sum < 0)
		return float_pack(AICORE_FLOAT_SIGN, -sum, exponent - 32);
	return float_pack(0, sum, exponent - 32);
}

u32 aicore_float_mul(u32 a, u32 b)
{
	u32 sign = (a ^ b) & AICORE_FLOAT_SIGN;
	u32 a_magnitude = a & 0x7fffffff;
	u32 b_magnitude = b & 0x7fffffff;
	struct number x, y;

	if (aicore_float_is_nan(a) || aicore_float_is_nan(b))
		return AICORE_FLOAT_NAN;
	if (a_magnitude == AICORE_FLOAT_INF || b_magnitude == AICORE_FLOAT_INF)
		return a_magnitude && b_magnitude ? sign | AICORE_FLOAT_INF :
						    AICORE_FLOAT_NAN;
	x = float_unpack(a);
	y = float_unpack(b);
	return float_pack(sign, (u64)x.significand * y.significand,
			  x.exponent + y.exponent - 150);
}

u32 aicore_float_from_int(s32 x)
{
	u32 sign = x < 0 ? AICORE_FLOAT_SIGN : 0;
	u32 magnitude = x < 0 ? -(u32)x : (u32)x;

	return float_pack(sign, magnitude, 150);
}

s32 aicore_float_to_int(u32 x, s32 low, s32 high)
{
	bool negative = x & AICORE_FLOAT_SIGN;
	struct number number;
	s32 result;

	if (aicore_float_is_nan(x))
		return 0;
	number = float_unpack(x);
	/* From 2^23 on, and inf. */
	if (number.exponent >= 150)
		return negative ? low : high;
	result = round_shift(number.significand, 150 - number.exponent);
	if (negative)
		result = -result;
	if (result < low)
		return low;
	return result > high ? high : result;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers. A half is computed with as the double of the same value: sums and
 * products of two halves are exact in double, so that there is one rounding.
 */
#include <math.h>
#include <string.h>

#include "oracle.h"

#define HALF_MAX 65504.0

double oracle_half_value(uint16_t bits)
{
	int exponent = bits >> 10 & 31;
	int fraction = bits & 1023;
	double value;

	if (exponent == 31)
		value = fraction ? NAN : INFINITY;
	else if (exponent == 0)
		value = ldexp(fraction, -24);
	else
		value = ldexp(1024 + fraction, exponent - 25);
	return bits & 0x8000 ? -value : value;
}

/* The bits of a double that is a half, or NaN or infinite. */
uint16_t oracle_half_bits(double value)
{
	uint16_t sign = signbit(value) ? 0x8000 : 0;
	double size = fabs(value);
	int exponent;

	if (isnan(value))
		return 0x7e00;
	if (isinf(value))
		return sign | 0x7c00;
	if (size < ldexp(1, -14))
		return sign | (uint16_t)ldexp(size, 24);
	exponent = ilogb(size);
	return sign | (uint16_t)((exponent + 15) << 10) |
	       ((uint16_t)ldexp(size, 10 - exponent) & 1023);
}

/* Nearest half, ties to even, as section 1 says on overflow. */
double oracle_half_round(double value, bool saturate)
{
	double quantum, rounded;

	if (isnan(value))
		return saturate ? 0.0 : NAN;
	if (isinf(value))
		return saturate ? copysign(HALF_MAX, value) : value;
	if (fabs(value) < ldexp(1, -14))
		quantum = ldexp(1, -24);
	else
		quantum = ldexp(1, ilogb(value) - 10);
	rounded = copysign(nearbyint(value / quantum) * quantum, value);
	if (fabs(rounded) <= HALF_MAX)
		return rounded;
	return copysign(saturate ? HALF_MAX : INFINITY, value);
}

float oracle_float_value(uint32_t bits)
{
	float value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

uint32_t oracle_float_bits(float value)
{
	uint32_t bits;

	if (isnan(value))
		return 0x7fc00000;
	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

uint64_t oracle_load(const uint8_t *at, uint32_t bytes)
{
	uint64_t bits = 0;

	for (uint32_t i = 0; i < bytes; i++)
		bits |= (uint64_t)at[i] << (8 * i);
	return bits;
}

void oracle_store(uint8_t *at, uint64_t bits, uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i++)
		at[i] = (uint8_t)(bits >> (8 * i));
}

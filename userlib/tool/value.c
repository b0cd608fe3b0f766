// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libaicore.h"
#include "value.h"

uint64_t value_bits(uint32_t type, const void *element)
{
	uint64_t bits = 0;

	memcpy(&bits, element, ac_type_bytes(type));
	return bits;
}

bool value_is_float(uint32_t type)
{
	return type == AICORE_TYPE_HALF || type == AICORE_TYPE_BFLOAT16 ||
	       type == AICORE_TYPE_FLOAT || type == AICORE_TYPE_DOUBLE;
}

/* A 16-bit float with so many bits of fraction, as a double: always exact. */
static double widen(uint64_t bits, int fraction)
{
	int exponent_max = (1 << (15 - fraction)) - 1;
	int exponent = (int)(bits >> fraction) & exponent_max;
	double mantissa = (double)(bits & ((1U << fraction) - 1));
	int bias = exponent_max / 2;
	double value;

	if (exponent == exponent_max)
		value = mantissa != 0 ? (double)NAN : (double)INFINITY;
	else if (exponent)
		value = ldexp(mantissa + (1 << fraction),
			      exponent - bias - fraction);
	else
		value = ldexp(mantissa, 1 - bias - fraction);
	return bits >> 15 & 1 ? -value : value;
}

/* The value of the nearest 16-bit float, ties to even; not for nan and inf. */
static double narrow(double value, int fraction)
{
	int bias = ((1 << (15 - fraction)) - 1) / 2;
	int exponent;
	double ulp, rounded;

	if (value == 0)
		return value;
	exponent = ilogb(value);
	if (exponent < 1 - bias)
		exponent = 1 - bias;
	ulp = ldexp(1, exponent - fraction);
	/* Divisions by powers of two are exact; rint rounds ties to even. */
	rounded = rint(value / ulp) * ulp;
	return fabs(rounded) >= ldexp(1, bias + 1) ?
	       copysign((double)INFINITY, value) : rounded;
}

#define HALF_FRACTION		10
#define BFLOAT16_FRACTION	7

/* Reads a text back; what that gives, as a double. */
static double read_back(uint32_t type, const char *text)
{
	switch (type) {
	case AICORE_TYPE_HALF:
		return narrow(strtod(text, NULL), HALF_FRACTION);
	case AICORE_TYPE_BFLOAT16:
		return narrow(strtod(text, NULL), BFLOAT16_FRACTION);
	case AICORE_TYPE_FLOAT:
		return (double)strtof(text, NULL);
	default:
		return strtod(text, NULL);
	}
}

/*
 * The shortest of the texts that read back to the same value. More digits may
 * make a shorter one: 1.2e+05 has no exponent with six.
 */
static void float_text(char text[VALUE_TEXT_MAX], uint32_t type, double value)
{
	char longer[VALUE_TEXT_MAX];
	int digits;

	if (isnan(value)) {
		strcpy(text, "nan");
		return;
	}
	if (isinf(value)) {
		strcpy(text, value < 0 ? "-inf" : "inf");
		return;
	}
	text[0] = '\0';
	for (digits = 1; digits <= 17; digits++) {
		snprintf(longer, sizeof(longer), "%.*g", digits, value);
		if (text[0] && strlen(longer) >= strlen(text))
			continue;
		if (read_back(type, longer) == value)
			strcpy(text, longer);
	}
}

static int64_t sign_extend(uint32_t type, uint64_t bits)
{
	unsigned int unused = 64 - 8 * ac_type_bytes(type);

	return (int64_t)(bits << unused) >> unused;
}

static bool is_signed(uint32_t type)
{
	return type == AICORE_TYPE_INT8 || type == AICORE_TYPE_INT16 ||
	       type == AICORE_TYPE_INT32 || type == AICORE_TYPE_INT64;
}

double value_double(uint32_t type, const void *element)
{
	uint64_t bits = value_bits(type, element);
	double value;
	float single;

	switch (type) {
	case AICORE_TYPE_HALF:
		return widen(bits, HALF_FRACTION);
	case AICORE_TYPE_BFLOAT16:
		return widen(bits, BFLOAT16_FRACTION);
	case AICORE_TYPE_FLOAT:
		memcpy(&single, element, sizeof(single));
		return (double)single;
	case AICORE_TYPE_DOUBLE:
		memcpy(&value, element, sizeof(value));
		return value;
	default:
		return is_signed(type) ? (double)sign_extend(type, bits) :
					 (double)bits;
	}
}

void value_text(char text[VALUE_TEXT_MAX], uint32_t type, const void *element)
{
	uint64_t bits = value_bits(type, element);

	if (value_is_float(type))
		float_text(text, type, value_double(type, element));
	else if (is_signed(type))
		snprintf(text, VALUE_TEXT_MAX, "%" PRId64,
			 sign_extend(type, bits));
	else
		snprintf(text, VALUE_TEXT_MAX, "%" PRIu64, bits);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Elements as numbers and as text. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

static double double_value(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static int64_t signed_value(uint32_t type, uint64_t bits)
{
	switch (oracle_type_bytes(type)) {
	case 1:
		return (int8_t)bits;
	case 2:
		return (int16_t)bits;
	case 4:
		return (int32_t)bits;
	default:
		return (int64_t)bits;
	}
}

static bool is_signed(uint32_t type)
{
	return type == AICORE_TYPE_INT8 || type == AICORE_TYPE_INT16 ||
	       type == AICORE_TYPE_INT32 || type == AICORE_TYPE_INT64;
}

double number_value(uint32_t type, uint64_t bits)
{
	switch (type) {
	case AICORE_TYPE_HALF:
		return oracle_half_value((uint16_t)bits);
	case AICORE_TYPE_BFLOAT16:
		return oracle_float_value((uint32_t)bits << 16);
	case AICORE_TYPE_FLOAT:
		return oracle_float_value((uint32_t)bits);
	case AICORE_TYPE_DOUBLE:
		return double_value(bits);
	default:
		return is_signed(type) ? (double)signed_value(type, bits) :
					 (double)bits;
	}
}

static double bfloat16_round(double value)
{
	double quantum;

	if (!value)
		return value;
	quantum = ldexp(1, (int)fmax(ilogb(value), -126) - 7);
	return nearbyint(value / quantum) * quantum;
}

/* What a reader of the type makes of a text. */
static double read_back(uint32_t type, const char *text)
{
	switch (type) {
	case AICORE_TYPE_HALF:
		return oracle_half_round(strtod(text, NULL), false);
	case AICORE_TYPE_BFLOAT16:
		return bfloat16_round(strtod(text, NULL));
	case AICORE_TYPE_FLOAT:
		return strtof(text, NULL);
	default:
		return strtod(text, NULL);
	}
}

/* The shortest of what %g makes of it, with the fewest digits among equals. */
static void print_floating(uint32_t type, double value, char *text, size_t size)
{
	char longer[64];

	snprintf(text, size, "%s", isnan(value) ? "nan" : "");
	for (int digits = 1; digits <= 17 && !isnan(value); digits++) {
		snprintf(longer, sizeof(longer), "%.*g", digits, value);
		if (read_back(type, longer) == value &&
		    (!*text || strlen(longer) < strlen(text)))
			snprintf(text, size, "%s", longer);
	}
}

void number_print(uint32_t type, uint64_t bits, char *text, size_t size)
{
	if (type == AICORE_TYPE_HALF || type == AICORE_TYPE_BFLOAT16 ||
	    type == AICORE_TYPE_FLOAT || type == AICORE_TYPE_DOUBLE)
		print_floating(type, number_value(type, bits), text, size);
	else if (is_signed(type))
		snprintf(text, size, "%" PRId64, signed_value(type, bits));
	else
		snprintf(text, size, "%" PRIu64, bits);
}

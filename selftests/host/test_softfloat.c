// SPDX-License-Identifier: GPL-2.0-only
/*
 * The core's integer floating point against the host's own arithmetic: every
 * half, every kind of float, all corners in pairs and some ten million random
 * pairs. With the argument "all" every pair of halves is added (2^32, some
 * minutes), for a nightly run.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "softfloat.h"

static unsigned int passed, failed;

static void verdict(const char *name, u64 cases, u64 wrong)
{
	printf("%s - %s, %llu cases\n", wrong ? "not ok" : "ok", name,
	       (unsigned long long)cases);
	if (wrong)
		failed++;
	else
		passed++;
}

static u64 random_u64(void)
{
	static u64 state = 0x9e3779b97f4a7c15ULL;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static float to_float(u32 bits)
{
	float x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

static u32 float_bits(float x)
{
	u32 bits;

	memcpy(&bits, &x, sizeof(bits));
	return isnan(x) ? AICORE_FLOAT_NAN : bits;
}

static _Float16 to_half(u32 bits)
{
	u16 narrow = bits;
	_Float16 x;

	memcpy(&x, &narrow, sizeof(x));
	return x;
}

static u32 half_bits(_Float16 x)
{
	u16 bits;

	memcpy(&bits, &x, sizeof(bits));
	return aicore_half_is_nan(bits) ? AICORE_HALF_NAN : bits;
}

static bool wrong(const char *what, u32 a, u32 b, u32 got, u32 expected)
{
	static unsigned int shown;

	if (got == expected)
		return false;
	if (shown++ < 20)
		printf("# %s(%#x, %#x) = %#x, expected %#x\n", what, a, b, got,
		       expected);
	return true;
}

static void test_half_to_float(void)
{
	u64 bad = 0;
	u32 h;

	for (h = 0; h < 0x10000; h++)
		bad += wrong("half_to_float", h, 0, aicore_half_to_float(h),
			     float_bits((float)to_half(h)));
	verdict("half to float", 0x10000, bad);
}

static void test_half_from_float(void)
{
	u64 bad = 0, n = 0;
	u32 low[] = { 0, 1, 0xfff, 0x1000, 0x1001, 0x1fff };
	u64 x;
	u32 i;

	/* Every value of the upper 19 bits, with the interesting lower ones. */
	for (x = 0; x < 1ULL << 32; x += 0x2000) {
		for (i = 0; i < ARRAY_SIZE(low); i++, n++)
			bad += wrong("half_from_float", x | low[i], 0,
				     aicore_half_from_float(x | low[i]),
				     half_bits((_Float16)to_float(x | low[i])));
	}
	verdict("float to half", n, bad);
}

static u64 check_half_add(u32 a, u32 b)
{
	return wrong("half_add", a, b, aicore_half_add(a, b),
		     half_bits(to_half(a) + to_half(b)));
}

static void test_half_add(bool all)
{
	u64 bad = 0, n = 0;
	u32 a, b;

	for (a = 0; a < 0x10000; a += all ? 1 : 0x71) {
		for (b = 0; b < 0x10000; b++, n++)
			bad += check_half_add(a, b);
	}
	verdict("half + half", n, bad);
}

static void test_half_saturate(void)
{
	u64 bad = 0;
	u32 h;

	for (h = 0; h < 0x10000; h++) {
		float x = (float)to_half(h);
		u32 expected = h;

		if (isnan(x))
			expected = 0;
		else if (isinf(x))
			expected = x > 0 ? 0x7bff : 0xfbff;
		bad += wrong("half_saturate", h, 0, aicore_half_saturate(h),
			     expected);
	}
	verdict("saturation", 0x10000, bad);
}

/* Floats at which something happens: all exponents, ends of significands. */
static u32 corner(u32 i)
{
	static const u32 fractions[] = {
		0, 1, 2, 0x3fffff, 0x400000, 0x400001, 0x7ffffe, 0x7fffff,
	};
	u32 sign = i & 1 ? AICORE_FLOAT_SIGN : 0;

	return sign | (i >> 4 & 0xff) << 23 | fractions[i >> 1 & 7];
}

#define CORNERS 4096

static void test_float(const char *name, u32 (*soft)(u32, u32),
		       float (*hard)(float, float))
{
	u64 bad = 0, n = 0;
	u32 i, j;

	for (i = 0; i < CORNERS; i++) {
		for (j = 0; j < CORNERS; j++, n++)
			bad += wrong(name, corner(i), corner(j),
				     soft(corner(i), corner(j)),
				     float_bits(hard(to_float(corner(i)),
						     to_float(corner(j)))));
	}
	for (i = 0; i < 10000000; i++, n++) {
		u64 bits = random_u64();
		u32 a = bits, b = bits >> 32;

		/* Half of them with exponents that let both take part. */
		if (i & 1)
			b = (b & 0x807fffff) |
			    ((a >> 23) + (b >> 25 & 63) - 32) % 256 << 23;
		bad += wrong(name, a, b, soft(a, b),
			     float_bits(hard(to_float(a), to_float(b))));
	}
	verdict(name, n, bad);
}

static float hard_add(float a, float b)
{
	return a + b;
}

static float hard_mul(float a, float b)
{
	return a * b;
}

static void test_float_from_int(void)
{
	u64 bad = 0, n = 0;
	s64 base;
	s32 x;
	u32 i;

	for (i = 0; i < 32; i++) {
		for (base = -1000; base <= 1000; base++, n++) {
			x = (s32)((1ULL << i) + base);
			bad += wrong("float_from_int", x, 0,
				     aicore_float_from_int(x), float_bits(x));
		}
	}
	for (i = 0; i < 10000000; i++, n++) {
		x = random_u64() >> 20;
		bad += wrong("float_from_int", x, 0, aicore_float_from_int(x),
			     float_bits(x));
	}
	verdict("int to float", n, bad);
}

static s32 hard_to_int(float x)
{
	if (isnan(x))
		return 0;
	x = rintf(x);
	if (x < -256)
		return -256;
	return x > 255 ? 255 : (s32)x;
}

static void test_float_to_int(void)
{
	u64 bad = 0, n = 0;
	u64 x;

	for (x = 0; x < 1ULL << 32; x += 0x101, n++)
		bad += wrong("float_to_int", x, 0,
			     aicore_float_to_int(x, -256, 255),
			     hard_to_int(to_float(x)));
	for (x = 0; x <= 2048; x++, n++) {
		float quarter = ((float)x - 1024) / 4;

		bad += wrong("float_to_int", float_bits(quarter), 0,
			     aicore_float_to_int(float_bits(quarter), -256,
						 255),
			     hard_to_int(quarter));
	}
	verdict("float to int", n, bad);
}

int main(int argc, char **argv)
{
	bool all = argc > 1 && !strcmp(argv[1], "all");

	test_half_to_float();
	test_half_from_float();
	test_half_add(all);
	test_half_saturate();
	test_float("float + float", aicore_float_add, hard_add);
	test_float("float * float", aicore_float_mul, hard_mul);
	test_float_from_int();
	test_float_to_int();
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed ? 1 : 0;
}

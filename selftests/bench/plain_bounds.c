// SPDX-License-Identifier: GPL-2.0-only
/* Bounds of the AVX-512 kernels; compiled for AVX-512. */
#include "plain.h"

#ifdef __x86_64__

#include <immintrin.h>

#define VECTORS 8

void plain_read_avx512(float *dst, const float *src, size_t floats)
{
	const float *end = src + floats / (16 * VECTORS) * 16 * VECTORS;
	__m512 sum[VECTORS];
	int i;

	for (i = 0; i < VECTORS; i++)
		sum[i] = _mm512_setzero_ps();
	while (src < end) {
#pragma GCC unroll 8
		for (i = 0; i < VECTORS; i++)
			sum[i] = _mm512_add_ps(sum[i],
					       _mm512_loadu_ps(src + 16 * i));
		src += 16 * VECTORS;
	}
	for (i = 1; i < VECTORS; i++)
		sum[0] = _mm512_add_ps(sum[0], sum[i]);
	_mm512_storeu_ps(dst, sum[0]);
}

/* Loops apart, so that none has branches of the others. */
static void keep_all(char *dst, const char *src, const char *end)
{
	for (; src < end; src += 64, dst += 64)
		_mm512_storeu_si512(dst, _mm512_loadu_si512(src));
}

static void keep_half(char *dst, const char *src, const char *end)
{
	for (; src < end; src += 64, dst += 32)
		_mm256_storeu_si256((__m256i *)dst,
				    _mm512_castsi512_si256(_mm512_loadu_si512(src)));
}

static void keep_quarter(char *dst, const char *src, const char *end)
{
	for (; src < end; src += 64, dst += 16)
		_mm_storeu_si128((__m128i *)dst,
				 _mm512_castsi512_si128(_mm512_loadu_si512(src)));
}

void plain_narrow_avx512(char *dst, const char *src, size_t bytes, int keep)
{
	if (keep == 64)
		keep_all(dst, src, src + bytes);
	else if (keep == 32)
		keep_half(dst, src, src + bytes);
	else
		keep_quarter(dst, src, src + bytes);
}

#endif

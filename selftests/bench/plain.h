/* SPDX-License-Identifier: GPL-2.0-only */
/* What the kernels are held against. */
#ifndef AICORE_BENCH_PLAIN_H
#define AICORE_BENCH_PLAIN_H

#include <stddef.h>

/* The adjacent tree over 64 floats, for each of so many repeats. */
void plain_sum(float *dst, const float *src, int repeats);

/* Reads all, in vectors of 64 bytes, and does nothing but add them up. */
void plain_read_avx512(float *dst, const float *src, size_t floats);

/* Keeps the first 64, 32 or 16 bytes of every 64, and does nothing else. */
void plain_narrow_avx512(char *dst, const char *src, size_t bytes, int keep);

#endif /* AICORE_BENCH_PLAIN_H */

// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "host.h"

#include <time.h>
#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

static u64 now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000ULL + time.tv_nsec;
}

#ifdef __x86_64__

/* Round to nearest even, subnormals kept, no exceptions. */
#define MXCSR_DEFAULT	0x1f80

/* A program may have asked for other rounding, or for subnormals to be lost. */
static u32 enter(void)
{
	u32 state = _mm_getcsr();

	_mm_setcsr(MXCSR_DEFAULT);
	return state;
}

static void leave(u32 state)
{
	_mm_setcsr(state);
}

/* Compilers don't all know this name. */
static bool has_f16c(void)
{
	u32 a, b, c, d;

	return __get_cpuid(1, &a, &b, &c, &d) && c & bit_F16C;
}

/* These also look whether the system saves the registers. */
static u32 has(void)
{
	u32 bits = AICORE_HAS_SSE2;

	__builtin_cpu_init();
	if (__builtin_cpu_supports("avx2") && has_f16c())
		bits |= AICORE_HAS_AVX2;
	if (__builtin_cpu_supports("avx512f") &&
	    __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512vl"))
		bits |= AICORE_HAS_AVX512;
	return bits;
}

#elif defined(__aarch64__)

/* As above: all of its bits are 0 for what is usual. */
static u32 enter(void)
{
	u64 fpcr;

	__asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
	__asm__ volatile("msr fpcr, %0" : : "r"(0ULL));
	return fpcr;
}

static void leave(u32 state)
{
	__asm__ volatile("msr fpcr, %0" : : "r"((u64)state));
}

static u32 has(void)
{
	return AICORE_HAS_NEON;
}

#else

static u32 enter(void)
{
	return 0;
}

static void leave(u32 state)
{
}

static u32 has(void)
{
	return 0;
}

#endif

struct aicore_machine aicore_host_machine(void)
{
	return (struct aicore_machine){
		.has = has(),
		.now = now,
		.enter = enter,
		.leave = leave,
	};
}

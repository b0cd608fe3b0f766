/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The implementations that there are, narrowest first for each kind of processor. */
#ifndef AICORE_CORE_SIMD_IMPL_H
#define AICORE_CORE_SIMD_IMPL_H

#include "../kernels.h"

/* What a processor has, and the system lets us use. */
#define AICORE_HAS_SSE2		BIT(0)
#define AICORE_HAS_AVX2		BIT(1)	/* with F16C */
#define AICORE_HAS_AVX512	BIT(2)	/* F, BW, DQ and VL */
#define AICORE_HAS_NEON		BIT(3)

/**
 * struct aicore_impl - one implementation
 * @name: as users name it
 * @needs: AICORE_HAS_... bits
 * @run: its kernels; NULL: it has none for that
 */
struct aicore_impl {
	const char *name;
	u32 needs;
	union aicore_kernel_run run[AICORE_KERNELS];
};

extern const struct aicore_impl aicore_impl_sse2;
extern const struct aicore_impl aicore_impl_avx2;
extern const struct aicore_impl aicore_impl_avx512;
extern const struct aicore_impl aicore_impl_neon;

#endif /* AICORE_CORE_SIMD_IMPL_H */

// SPDX-License-Identifier: GPL-2.0-only
#include "vectors.h"

#ifdef CONFIG_X86_64
#include <asm/cpufeature.h>
#include <asm/fpu/api.h>
#ifndef CONFIG_UML
#include <asm/fpu/types.h>
#endif
#elif defined(CONFIG_ARM64) && defined(CONFIG_KERNEL_MODE_NEON)
#include <linux/cpufeature.h>
#include <asm/hwcap.h>
#include <asm/neon.h>
#include <asm/sysreg.h>
#endif

#include "core/simd/impl.h"

#ifdef CONFIG_X86_64

#define AICORE_MXCSR_DEFAULT	0x1f80
#define AICORE_MXCSR_UP		0x5f80

static void aicore_vectors_set_mxcsr(u32 mxcsr)
{
	asm volatile("ldmxcsr %0" : : "m" (mxcsr));
}

/* Also sets rounding and subnormals as the kernels need them. */
u32 aicore_vectors_enter(void)
{
	kernel_fpu_begin();
	return AICORE_MXCSR_DEFAULT;
}

void aicore_vectors_leave(u32 state)
{
	if (state != AICORE_MXCSR_DEFAULT)
		aicore_vectors_set_mxcsr(AICORE_MXCSR_DEFAULT);
	kernel_fpu_end();
}

u32 aicore_vectors_enter_wrong(void)
{
	kernel_fpu_begin();
	aicore_vectors_set_mxcsr(AICORE_MXCSR_UP);
	return AICORE_MXCSR_UP;
}

#ifdef CONFIG_UML
static bool aicore_vectors_saved(bool wide)
{
	return true;
}
#else
static bool aicore_vectors_saved(bool wide)
{
	u64 mask = XFEATURE_MASK_SSE | XFEATURE_MASK_YMM;

	if (wide)
		mask |= XFEATURE_MASK_AVX512;
	return cpu_has_xfeatures(mask, NULL);
}
#endif

u32 aicore_vectors_has(void)
{
	u32 has = AICORE_HAS_SSE2;

	if (boot_cpu_has(X86_FEATURE_AVX2) && boot_cpu_has(X86_FEATURE_F16C) &&
	    aicore_vectors_saved(false))
		has |= AICORE_HAS_AVX2;
	if (boot_cpu_has(X86_FEATURE_AVX512F) &&
	    boot_cpu_has(X86_FEATURE_AVX512BW) &&
	    boot_cpu_has(X86_FEATURE_AVX512DQ) &&
	    boot_cpu_has(X86_FEATURE_AVX512VL) && aicore_vectors_saved(true))
		has |= AICORE_HAS_AVX512;
	return has;
}

#elif defined(CONFIG_ARM64) && defined(CONFIG_KERNEL_MODE_NEON)

#define AICORE_FPCR_DEFAULT	0
#define AICORE_FPCR_UP		BIT(22)

/* The program around is saved, but what it made of rounding is still set. */
u32 aicore_vectors_enter(void)
{
	kernel_neon_begin();
	write_sysreg(AICORE_FPCR_DEFAULT, fpcr);
	return 0;
}

/* The next who uses the registers loads its own. */
void aicore_vectors_leave(u32 state)
{
	kernel_neon_end();
}

u32 aicore_vectors_enter_wrong(void)
{
	kernel_neon_begin();
	write_sysreg(AICORE_FPCR_UP, fpcr);
	return 0;
}

u32 aicore_vectors_has(void)
{
	return cpu_have_named_feature(ASIMD) ? AICORE_HAS_NEON : 0;
}

#else

u32 aicore_vectors_enter(void)
{
	return 0;
}

void aicore_vectors_leave(u32 state)
{
}

u32 aicore_vectors_enter_wrong(void)
{
	return 0;
}

u32 aicore_vectors_has(void)
{
	return 0;
}

#endif

// SPDX-License-Identifier: GPL-2.0-only
#include "kernels.h"

#include <linux/debugfs.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#ifdef CONFIG_X86_64
#include <asm/cpufeature.h>
#include <asm/fpu/api.h>
#ifndef CONFIG_UML
#include <asm/fpu/types.h>
#endif
#endif

#include "core/simd/choose.h"

static char *aicore_kernels_wanted = "auto";
module_param_named(kernels, aicore_kernels_wanted, charp, 0444);
MODULE_PARM_DESC(kernels,
		 "Implementation to compute with: auto, integer, sse2, avx2 or avx512 (default auto: the fastest for each operation)");

static bool aicore_kernels_fail;
module_param_named(fail_kernels, aicore_kernels_fail, bool, 0444);
MODULE_PARM_DESC(fail_kernels,
		 "Try the implementations with a wrong rounding mode: those that round are found wrong and not used (for tests)");

/* Does not change once the module is loaded. */
static struct aicore_choice aicore_choice;

static u64 aicore_kernels_now(void)
{
	return ktime_get_ns();
}

#ifdef CONFIG_X86_64

/* Also sets rounding and subnormals as the kernels need them. */
static u32 aicore_kernels_enter(void)
{
	kernel_fpu_begin();
	return 0;
}

/* Between two sections others may run. */
static void aicore_kernels_leave(u32 state)
{
	kernel_fpu_end();
	cond_resched();
}

#define AICORE_MXCSR_DEFAULT	0x1f80
#define AICORE_MXCSR_UP		0x5f80

static void aicore_kernels_round(u32 mxcsr)
{
	asm volatile("ldmxcsr %0" : : "m" (mxcsr));
}

/* For fail_kernels. */
static u32 aicore_kernels_enter_wrong(void)
{
	u32 state = aicore_kernels_enter();

	aicore_kernels_round(AICORE_MXCSR_UP);
	return state;
}

static void aicore_kernels_leave_wrong(u32 state)
{
	aicore_kernels_round(AICORE_MXCSR_DEFAULT);
	aicore_kernels_leave(state);
}

/* Registers are of use only if the system saves them. */
#ifdef CONFIG_UML
static bool aicore_kernels_saved(bool wide)
{
	return true;
}
#else
static bool aicore_kernels_saved(bool wide)
{
	u64 mask = XFEATURE_MASK_SSE | XFEATURE_MASK_YMM;

	if (wide)
		mask |= XFEATURE_MASK_AVX512;
	return cpu_has_xfeatures(mask, NULL);
}
#endif

static u32 aicore_kernels_has(void)
{
	u32 has = AICORE_HAS_SSE2;

	if (boot_cpu_has(X86_FEATURE_AVX2) && boot_cpu_has(X86_FEATURE_F16C) &&
	    aicore_kernels_saved(false))
		has |= AICORE_HAS_AVX2;
	if (boot_cpu_has(X86_FEATURE_AVX512F) &&
	    boot_cpu_has(X86_FEATURE_AVX512BW) &&
	    boot_cpu_has(X86_FEATURE_AVX512DQ) &&
	    boot_cpu_has(X86_FEATURE_AVX512VL) && aicore_kernels_saved(true))
		has |= AICORE_HAS_AVX512;
	return has;
}

#else

static u32 aicore_kernels_enter(void)
{
	return 0;
}

static void aicore_kernels_leave(u32 state)
{
}

#define aicore_kernels_enter_wrong	aicore_kernels_enter
#define aicore_kernels_leave_wrong	aicore_kernels_leave

static u32 aicore_kernels_has(void)
{
	return 0;
}

#endif

/* Once for each implementation, however many kernels of it are wrong. */
static void aicore_kernels_warn(u32 impl)
{
	u32 kernel, wrong = 0, first = 0;

	for (kernel = 0; kernel < AICORE_KERNELS; kernel++) {
		if (aicore_choice.fitness[impl][kernel] !=
		    AICORE_FITNESS_DIFFERS)
			continue;
		if (!wrong++)
			first = kernel;
	}
	if (wrong)
		pr_warn("aicore: %s gives wrong results for %u operations, among them %s; it is not used for these\n",
			aicore_impl_name(impl), wrong,
			aicore_kernel_name(first));
}

/* The ns that a repeat or row takes, with two decimals. */
static void aicore_kernels_show_ns(struct seq_file *seq, u32 impl, u32 kernel)
{
	u64 ps = aicore_choice.ps[impl][kernel];

	if (aicore_choice.fitness[impl][kernel] == AICORE_FITNESS_DIFFERS)
		seq_printf(seq, " %11s", "wrong");
	else if (!ps)
		seq_printf(seq, " %11s", "-");
	else
		seq_printf(seq, " %8llu.%02llu", div64_u64(ps, 1000),
			   div64_u64(ps, 10) % 100);
}

static void aicore_kernels_show_one(struct seq_file *seq, u32 kernel)
{
	u32 used = aicore_choice.impl[kernel];
	u32 impl;

	seq_printf(seq, "%-22s %-8s", aicore_kernel_name(kernel),
		   aicore_impl_name(used));
	for (impl = 0; impl < AICORE_IMPLS; impl++)
		aicore_kernels_show_ns(seq, impl, kernel);
	if (used == AICORE_REFERENCE)
		seq_printf(seq, " %8s\n", "-");
	else
		seq_printf(seq, " %8u\n",
			   aicore_choice.kernels.chunk[kernel]);
}

static int aicore_kernels_show(struct seq_file *seq, void *data)
{
	u32 kernel, impl;

	seq_printf(seq, "%-22s %-8s", "ns per repeat or row", "used");
	for (impl = 0; impl < AICORE_IMPLS; impl++)
		seq_printf(seq, " %11s", aicore_impl_name(impl));
	seq_printf(seq, " %8s\n", "section");
	for (kernel = 0; kernel < AICORE_KERNELS; kernel++)
		aicore_kernels_show_one(seq, kernel);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(aicore_kernels);

static int aicore_kernels_choose(void)
{
	struct aicore_machine machine = {
		.has = aicore_kernels_has(),
		.now = aicore_kernels_now,
		.enter = aicore_kernels_enter,
		.leave = aicore_kernels_leave,
	};
	void *memory = kvmalloc(aicore_choose_room(), GFP_KERNEL);
	int err;

	if (!memory)
		return -ENOMEM;
	if (aicore_kernels_fail) {
		machine.enter = aicore_kernels_enter_wrong;
		machine.leave = aicore_kernels_leave_wrong;
	}
	err = aicore_choose(&aicore_choice, &machine, aicore_kernels_wanted,
			    memory);
	kvfree(memory);
	/* What is right in spite of that is used as ever. */
	aicore_choice.kernels.enter = aicore_kernels_enter;
	aicore_choice.kernels.leave = aicore_kernels_leave;
	return err;
}

int aicore_kernels_init(struct dentry *debugfs)
{
	int err = aicore_kernels_choose();
	u32 impl;

	if (err == -ENOMEM)
		return err;
	if (err) {
		pr_err("aicore: kernels=%s is %s\n", aicore_kernels_wanted,
		       err == -EINVAL ? "no implementation" :
		       "nothing that this processor can run");
		return err;
	}
	for (impl = 0; impl < AICORE_IMPLS; impl++)
		aicore_kernels_warn(impl);
	debugfs_create_file("kernels", 0444, debugfs, NULL,
			    &aicore_kernels_fops);
	return 0;
}

const struct aicore_kernels *aicore_kernels_chosen(void)
{
	return &aicore_choice.kernels;
}

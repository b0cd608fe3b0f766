// SPDX-License-Identifier: GPL-2.0-only
#include "kernels.h"

#include <linux/debugfs.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "core/simd/choose.h"
#include "vectors.h"

static char *aicore_kernels_wanted = "auto";
module_param_named(kernels, aicore_kernels_wanted, charp, 0444);
MODULE_PARM_DESC(kernels,
		 "Implementation to compute with: auto, integer, sse2, avx2, avx512 or neon (default auto: the fastest for each operation)");

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

/* Between two sections others may run. */
static void aicore_kernels_leave(u32 state)
{
	aicore_vectors_leave(state);
	cond_resched();
}

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
		.has = aicore_vectors_has(),
		.now = aicore_kernels_now,
		.enter = aicore_vectors_enter,
		.leave = aicore_kernels_leave,
	};
	void *memory = kvmalloc(aicore_choose_room(), GFP_KERNEL);
	int err;

	if (!memory)
		return -ENOMEM;
	if (aicore_kernels_fail)
		machine.enter = aicore_vectors_enter_wrong;
	err = aicore_choose(&aicore_choice, &machine, aicore_kernels_wanted,
			    memory);
	kvfree(memory);
	/* What is right in spite of that is used as ever. */
	aicore_choice.kernels.enter = aicore_vectors_enter;
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

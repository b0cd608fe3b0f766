// SPDX-License-Identifier: GPL-2.0-only
/*
 * A module that is wrong in the ways it is asked for
 *
 * A kernel whose checks are off reports nothing, and a lane that searches the
 * log for reports then passes whatever the driver does. selftests/canary/run
 * loads this module into the debug kernels and wants to see each bug found.
 * It is no part of aicore.ko and must never be loaded into a kernel that has
 * anything else to do.
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#define MAX_BUGS	8

static char *bug[MAX_BUGS];
static unsigned int bug_count;
module_param_array(bug, charp, &bug_count, 0);
MODULE_PARM_DESC(bug, "what to do wrong: names of bugs, separated by commas");

/* Written with what must not be optimised away. */
static int canary_sink;

static int canary_uaf(void)
{
	char *bytes = kzalloc(64, GFP_KERNEL);

	if (!bytes)
		return -ENOMEM;
	kfree(bytes);
	OPTIMIZER_HIDE_VAR(bytes);
	canary_sink = READ_ONCE(bytes[8]);
	return 0;
}

/* One byte past the end, and still inside of what the allocator set aside. */
static int canary_oob(void)
{
	size_t size = 13;
	char *bytes = kzalloc(size, GFP_KERNEL);

	if (!bytes)
		return -ENOMEM;
	OPTIMIZER_HIDE_VAR(size);
	canary_sink = READ_ONCE(bytes[size]);
	kfree(bytes);
	return 0;
}

static int canary_ubsan(void)
{
	int bits = 40;

	OPTIMIZER_HIDE_VAR(bits);
	canary_sink = 1 << bits;
	return 0;
}

static DEFINE_MUTEX(canary_first);
static DEFINE_MUTEX(canary_second);

static void canary_lock_both(struct mutex *outer, struct mutex *inner)
{
	mutex_lock(outer);
	mutex_lock(inner);
	mutex_unlock(inner);
	mutex_unlock(outer);
}

static int canary_lock_inversion(void)
{
	canary_lock_both(&canary_first, &canary_second);
	canary_lock_both(&canary_second, &canary_first);
	return 0;
}

static DEFINE_SPINLOCK(canary_spin);

static int canary_atomic_sleep(void)
{
	spin_lock(&canary_spin);
	kfree(kmalloc(64, GFP_KERNEL));
	spin_unlock(&canary_spin);
	return 0;
}

/* Several, as a stale pointer on some stack may hide one of them. */
static int canary_leak(void)
{
	int i;

	for (i = 0; i < 8; i++) {
		char *bytes = kzalloc(200, GFP_KERNEL);

		OPTIMIZER_HIDE_VAR(bytes);
	}
	return 0;
}

static int canary_shared;

static int canary_race_thread(void *unused)
{
	while (!kthread_should_stop()) {
		canary_shared++;
		barrier();
		cond_resched();
	}
	return 0;
}

/* The checks only look at some of the accesses: this takes a while. */
static int canary_race(void)
{
	struct task_struct *threads[2];
	int i, error = 0;

	for (i = 0; i < 2; i++) {
		threads[i] = kthread_run(canary_race_thread, NULL, "canary/%d", i);
		if (IS_ERR(threads[i])) {
			error = PTR_ERR(threads[i]);
			break;
		}
	}
	msleep(3000);
	while (i--)
		kthread_stop(threads[i]);
	return error;
}

static const struct {
	const char *name;
	int (*act)(void);
} canary_bugs[] = {
	{ "uaf",		canary_uaf },
	{ "oob",		canary_oob },
	{ "ubsan",		canary_ubsan },
	{ "lock-inversion",	canary_lock_inversion },
	{ "atomic-sleep",	canary_atomic_sleep },
	{ "leak",		canary_leak },
	{ "race",		canary_race },
};

static int canary_act(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(canary_bugs); i++)
		if (!strcmp(canary_bugs[i].name, name))
			return canary_bugs[i].act();
	return -EINVAL;
}

static int __init canary_init(void)
{
	unsigned int i;
	int error = 0;

	for (i = 0; i < bug_count && !error; i++)
		error = canary_act(bug[i]);
	return error;
}
module_init(canary_init);

/* Nothing to undo; but what cannot leave would stay without one. */
static void __exit canary_exit(void)
{
}
module_exit(canary_exit);

MODULE_DESCRIPTION("Deliberate bugs, to prove that the debug kernels find them");
MODULE_LICENSE("GPL");

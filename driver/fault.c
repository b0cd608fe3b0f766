// SPDX-License-Identifier: GPL-2.0-only
#include "fault.h"

#include <linux/debugfs.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/spinlock.h>
#include <linux/wait.h>

/* Longer ones count as this. */
#define AICORE_FAULT_MAX_DELAY_MS	(60U * 60 * 1000)

static u32 aicore_fault_delay_ms;

/**
 * struct aicore_fault - when something that could happen is to fail
 * @interval: each so many-th time; 0: never
 * @times: at most so often
 * @count: opportunities since the last failure
 * @lock: of count, and of times as it goes down
 */
struct aicore_fault {
	u32 interval;
	u32 times;
	u32 count;
	spinlock_t lock;	/* see above */
};

#define AICORE_FAULT(name)	{					\
	.times = U32_MAX,						\
	.lock = __SPIN_LOCK_UNLOCKED(name.lock),			\
}

static struct aicore_fault aicore_fault_jobs = AICORE_FAULT(aicore_fault_jobs);
static struct aicore_fault aicore_fault_submits =
	AICORE_FAULT(aicore_fault_submits);

static void aicore_fault_show(struct aicore_fault *fault, const char *name,
			      struct dentry *parent)
{
	struct dentry *folder = debugfs_create_dir(name, parent);

	debugfs_create_u32("interval", 0644, folder, &fault->interval);
	debugfs_create_u32("times", 0644, folder, &fault->times);
}

void aicore_fault_init(struct dentry *folder)
{
	debugfs_create_u32("job_delay_ms", 0644, folder,
			   &aicore_fault_delay_ms);
	aicore_fault_show(&aicore_fault_jobs, "fail_job", folder);
	aicore_fault_show(&aicore_fault_submits, "fail_submit", folder);
}

/*
 * debugfs writes interval and times without the lock, and a write to times in
 * the moment of a failure may be lost.
 */
static bool aicore_fault_due(struct aicore_fault *fault)
{
	u32 interval = READ_ONCE(fault->interval);
	u32 times;
	bool due = false;

	if (!interval)
		return false;
	spin_lock(&fault->lock);
	times = READ_ONCE(fault->times);
	fault->count++;
	if (fault->count >= interval && times) {
		fault->count = 0;
		if (times != U32_MAX)
			WRITE_ONCE(fault->times, times - 1);
		due = true;
	}
	spin_unlock(&fault->lock);
	return due;
}

bool aicore_fault_fail_job(void)
{
	return aicore_fault_due(&aicore_fault_jobs);
}

bool aicore_fault_fail_submit(void)
{
	return aicore_fault_due(&aicore_fault_submits);
}

static bool aicore_fault_sleep_worker(struct aicore_core *core,
				      struct aicore_batch *batch,
				      unsigned long timeout)
{
	return wait_event_idle_timeout(core->stop_wait, READ_ONCE(batch->stop),
				       timeout);
}

/* A signal or the deadline ends the sleep as well. */
static bool aicore_fault_sleep_caller(struct aicore_core *core,
				      struct aicore_batch *batch,
				      unsigned long timeout, u64 deadline_ns)
{
	u64 now = ktime_get_ns();
	bool late = false;

	if (deadline_ns != AICORE_FOREVER) {
		u64 left = deadline_ns > now ? deadline_ns - now : 0;

		late = left < (u64)jiffies_to_nsecs(timeout);
		if (late)
			timeout = nsecs_to_jiffies(left) + 1;
	}
	return wait_event_interruptible_timeout(core->stop_wait,
						READ_ONCE(batch->stop),
						timeout) || late;
}

bool aicore_fault_delay(struct aicore_core *core, struct aicore_batch *batch,
			bool worker, u64 deadline_ns)
{
	u32 delay_ms = READ_ONCE(aicore_fault_delay_ms);
	unsigned long timeout =
		msecs_to_jiffies(min(delay_ms, AICORE_FAULT_MAX_DELAY_MS));

	if (!delay_ms)
		return false;
	if (worker)
		return aicore_fault_sleep_worker(core, batch, timeout);
	return aicore_fault_sleep_caller(core, batch, timeout, deadline_ns);
}

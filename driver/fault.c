// SPDX-License-Identifier: GPL-2.0-only
#include "fault.h"

#include <linux/debugfs.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/wait.h>

/* Longer ones count as this. */
#define AICORE_FAULT_MAX_DELAY_MS	(60U * 60 * 1000)

static u32 aicore_fault_delay_ms;

void aicore_fault_init(struct dentry *folder)
{
	debugfs_create_u32("job_delay_ms", 0644, folder,
			   &aicore_fault_delay_ms);
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

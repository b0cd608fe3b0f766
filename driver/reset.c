// SPDX-License-Identifier: GPL-2.0-only
#include "reset.h"

#include <linux/errno.h>
#include <linux/sched.h>

#include "core_file.h"
#include "event.h"
#include "ioctl.h"
#include "queue.h"

static void aicore_reset_memory(struct aicore_core *core)
{
	u32 i;

	for (i = 0; i < AICORE_MEMORIES; i++) {
		if (core->memory[i])
			aicore_pages_zero(core->memory[i]);
	}
}

static u64 aicore_reset_last(struct aicore_core *core)
{
	u64 last;

	spin_lock(&core->lock);
	last = core->submitted;
	spin_unlock(&core->lock);
	return last;
}

/*
 * Batches that come while we wait are none of our business, and there are none
 * before submit_lock is free. If the caller is killed while it waits, what it
 * cancelled stays cancelled.
 */
static int aicore_reset(struct aicore_core *core, bool zero)
{
	int ret;

	lockdep_assert_held(&core->submit_lock);
	aicore_queue_stop(core);
	aicore_mask_reset(&core->mask);
	ret = aicore_event_wait(core, aicore_reset_last(core), AICORE_FOREVER,
				TASK_KILLABLE);
	if (ret)
		return -EINTR;
	if (zero)
		aicore_reset_memory(core);
	return 0;
}

int aicore_reset_call(struct aicore_call *call)
{
	struct aicore_core *core = call->file->private_data;
	const struct aicore_reset *arg = call->arg;
	int ret;

	ret = mutex_lock_killable(&core->submit_lock);
	if (ret)
		return ret;
	ret = aicore_reset(core, arg->flags & AICORE_RESET_ZERO_MEMORY);
	mutex_unlock(&core->submit_lock);
	return ret;
}

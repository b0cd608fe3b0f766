// SPDX-License-Identifier: GPL-2.0-only
/*
 * The watchdog measures progress and not the length of a batch: whoever runs a
 * batch notes the time after every chunk, and the watchdog looks whether that
 * is too long ago. It stays armed over many short batches and goes to sleep
 * when it finds the core idle, so that starting a batch sets no timer as a
 * rule. It runs on the system's workqueue, for the module's own may be taken up
 * by the very batches that hang.
 */
#include "watchdog.h"

#include <linux/jiffies.h>

#include "batch.h"
#include "trace.h"

static unsigned long aicore_watchdog_period(void)
{
	return msecs_to_jiffies(READ_ONCE(aicore_watchdog_ms));
}

static void aicore_watchdog_set(struct aicore_core *core, unsigned long due)
{
	unsigned long now = jiffies;

	WRITE_ONCE(core->watchdog_due, due);
	mod_delayed_work(system_wq, &core->watchdog,
			 time_before(now, due) ? due - now : 0);
}

/* Under core->lock, with a batch running. True if that has to stop. */
static bool aicore_watchdog_look(struct aicore_core *core)
{
	unsigned long due = READ_ONCE(core->progress) + aicore_watchdog_period();
	struct aicore_batch *batch;

	if (time_before(jiffies, due)) {
		aicore_watchdog_set(core, due);
		return false;
	}
	batch = list_first_entry(&core->queue, struct aicore_batch, node);
	if (!batch->stop) {
		WRITE_ONCE(batch->stop, AICORE_REASON_WATCHDOG);
		trace_aicore_abort(core, batch->seqno, AICORE_REASON_WATCHDOG);
	}
	return true;
}

static void aicore_watchdog_work(struct work_struct *work)
{
	struct aicore_core *core = container_of(to_delayed_work(work),
						struct aicore_core, watchdog);
	bool stop;

	spin_lock(&core->lock);
	stop = core->running && aicore_watchdog_look(core);
	spin_unlock(&core->lock);
	if (stop)
		wake_up_all(&core->stop_wait);
}

void aicore_watchdog_init(struct aicore_core *core)
{
	INIT_DELAYED_WORK(&core->watchdog, aicore_watchdog_work);
}

/* A watchdog that is up will look in time, unless the time was cut since. */
void aicore_watchdog_arm(struct aicore_core *core)
{
	unsigned long due = jiffies + aicore_watchdog_period();

	if (!delayed_work_pending(&core->watchdog) ||
	    time_after(READ_ONCE(core->watchdog_due), due))
		aicore_watchdog_set(core, due);
}

// SPDX-License-Identifier: GPL-2.0-only
#include "exec.h"

#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "event.h"
#include "fault.h"
#include "queue.h"
#include "trace.h"
#include "watchdog.h"

/* A worker goes to the end of the line after so many batches of one core. */
#define AICORE_EXEC_BURST	16

/* Who runs a batch. A worker has all the time of the world. */
struct aicore_runner {
	bool worker;
	u64 deadline_ns;
};

static bool aicore_exec_must_leave(const struct aicore_runner *runner)
{
	if (runner->worker)
		return false;
	return signal_pending(current) ||
	       aicore_event_late(runner->deadline_ns);
}

static void aicore_exec_fail(struct aicore_batch *batch, int error)
{
	batch->error = error;
	batch->report.index = batch->index;
}

/* Somebody else wants the batch to stop: RESET, close or the watchdog. */
static bool aicore_exec_stopped(struct aicore_batch *batch)
{
	u32 reason = READ_ONCE(batch->stop);

	if (reason == AICORE_REASON_NONE)
		return false;
	aicore_exec_fail(batch, aicore_report_set(&batch->report, reason,
						  AICORE_FIELD_NONE, 0, 0, 0));
	return true;
}

/* One chunk. False when the batch has failed. */
static bool aicore_exec_chunk(struct aicore_batch *batch)
{
	int ret;

	if (!batch->progress && aicore_fault_fail_job())
		ret = aicore_report_set(&batch->report, AICORE_REASON_INJECTED,
					AICORE_FIELD_NONE, 0, 0, 0);
	else
		ret = aicore_plan_step(&batch->plans[batch->index],
				       &batch->progress, &batch->report);
	if (ret < 0) {
		aicore_exec_fail(batch, ret);
		return false;
	}
	if (!ret) {
		batch->index++;
		batch->progress = 0;
	}
	return true;
}

/*
 * Runs until the batch has finished, well or not (true), or until the caller
 * must leave (false). A batch that has to stop is never left to somebody else.
 */
static bool aicore_exec_batch(struct aicore_core *core,
			      struct aicore_batch *batch,
			      const struct aicore_runner *runner)
{
	while (batch->index < batch->count) {
		if (aicore_exec_stopped(batch))
			break;
		if (aicore_exec_must_leave(runner))
			return false;
		if (aicore_fault_delay(core, batch, runner->worker,
				       runner->deadline_ns))
			continue;
		if (!batch->progress)
			trace_aicore_desc(core, batch);
		if (!aicore_exec_chunk(batch))
			break;
		aicore_watchdog_feed(core);
		cond_resched();
	}
	return true;
}

bool aicore_exec_inline(struct aicore_core *core, u64 deadline_ns,
			struct aicore_result *result)
{
	const struct aicore_runner caller = { .deadline_ns = deadline_ns };
	struct aicore_batch *batch = aicore_queue_start(core);
	bool finished, more = true;

	finished = aicore_exec_batch(core, batch, &caller);
	if (finished)
		more = aicore_queue_finish(core, batch, result);
	if (more)
		aicore_queue_hand_over(core);
	return finished;
}

static void aicore_exec_work(struct work_struct *work)
{
	struct aicore_core *core =
		container_of(work, struct aicore_core, work);
	const struct aicore_runner worker = { .worker = true };
	struct aicore_result result;
	struct aicore_batch *batch;
	int i;

	for (i = 0; i < AICORE_EXEC_BURST; i++) {
		batch = aicore_queue_start(core);
		aicore_exec_batch(core, batch, &worker);
		if (!aicore_queue_finish(core, batch, &result))
			return;
	}
	queue_work(aicore_workqueue, &core->work);
}

void aicore_exec_init(struct aicore_core *core)
{
	INIT_WORK(&core->work, aicore_exec_work);
}

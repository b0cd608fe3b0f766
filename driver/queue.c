// SPDX-License-Identifier: GPL-2.0-only
#include "queue.h"

#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/poll.h>

#include "event.h"
#include "trace.h"
#include "watchdog.h"

static bool aicore_queue_try_reserve(struct aicore_core *core)
{
	bool room;

	spin_lock(&core->lock);
	room = core->inflight < aicore_max_inflight;
	core->inflight += room;
	spin_unlock(&core->lock);
	return room;
}

bool aicore_queue_has_room(struct aicore_core *core)
{
	bool room;

	spin_lock(&core->lock);
	room = core->inflight < aicore_max_inflight;
	spin_unlock(&core->lock);
	return room;
}

/*
 * Everybody who waits is woken when there is room: handing one place to one of
 * them would lose it when that one's time is up at the same moment.
 */
static int aicore_queue_wait(struct aicore_core *core, u64 deadline_ns)
{
	DEFINE_WAIT(wait);
	int ret;

	do {
		ret = prepare_to_wait_event(&core->room_wait, &wait,
					    TASK_INTERRUPTIBLE);
		if (aicore_queue_try_reserve(core)) {
			ret = 0;
			break;
		}
		if (!ret && !aicore_event_sleep(deadline_ns))
			ret = -ETIMEDOUT;
	} while (!ret);
	finish_wait(&core->room_wait, &wait);
	return ret == -ERESTARTSYS ? -EINTR : ret;
}

int aicore_queue_reserve(struct aicore_core *core, bool wait, u64 deadline_ns)
{
	if (aicore_queue_try_reserve(core))
		return 0;
	return wait ? aicore_queue_wait(core, deadline_ns) : -EAGAIN;
}

static void aicore_queue_signal_room(struct aicore_core *core)
{
	if (wq_has_sleeper(&core->room_wait))
		wake_up_interruptible_poll(&core->room_wait,
					   EPOLLOUT | EPOLLWRNORM);
}

void aicore_queue_unreserve(struct aicore_core *core, u32 count)
{
	spin_lock(&core->lock);
	core->inflight -= count;
	spin_unlock(&core->lock);
	aicore_queue_signal_room(core);
}

/* The owner of the queue becomes the work item. */
static void aicore_queue_call_worker(struct aicore_core *core)
{
	spin_lock(&core->lock);
	core->stats.wakeups++;
	spin_unlock(&core->lock);
	queue_work(aicore_workqueue, &core->work);
}

bool aicore_queue_add(struct aicore_core *core, struct aicore_batch *batch,
		      bool inline_wanted, u64 *seqno)
{
	bool idle;

	lockdep_assert_held(&core->submit_lock);
	spin_lock(&core->lock);
	*seqno = batch->seqno = ++core->submitted;
	list_add_tail(&batch->node, &core->queue);
	idle = !core->owned;
	core->owned = true;
	if (idle && inline_wanted)
		core->stats.inline_runs++;
	trace_aicore_submit(core, batch->seqno, batch->count);
	spin_unlock(&core->lock);

	if (!idle)
		return false;
	if (!inline_wanted)
		aicore_queue_call_worker(core);
	return inline_wanted;
}

struct aicore_batch *aicore_queue_start(struct aicore_core *core)
{
	struct aicore_batch *batch;

	aicore_watchdog_feed(core);
	spin_lock(&core->lock);
	batch = list_first_entry(&core->queue, struct aicore_batch, node);
	core->running = true;
	spin_unlock(&core->lock);
	aicore_watchdog_arm(core);
	if (!batch->start_ns)
		batch->start_ns = ktime_get_ns();
	trace_aicore_start(core, batch);
	return batch;
}

void aicore_queue_hand_over(struct aicore_core *core)
{
	spin_lock(&core->lock);
	core->running = false;
	spin_unlock(&core->lock);
	aicore_queue_call_worker(core);
}

/* Under core->lock: the one moment at which a batch becomes a finished one. */
static void aicore_queue_publish(struct aicore_core *core,
				 struct aicore_batch *batch,
				 const struct aicore_result *result)
{
	list_del(&batch->node);
	core->running = false;
	core->completed = result->seqno;
	core->results[result->seqno % AICORE_RESULTS] = *result;
	core->stats.failed += !!result->error;
	core->stats.busy_ns += result->exec_ns;
	if (batch->notice)
		list_add_tail(&batch->notice->node, &core->notices);
	else
		core->inflight--;
	core->owned = !list_empty(&core->queue);
}

/*
 * The buffers go first: a caller who learns that the batch is done finds that
 * the memory of buffers destroyed meanwhile is free again.
 */
bool aicore_queue_finish(struct aicore_core *core, struct aicore_batch *batch,
			 struct aicore_result *result)
{
	struct aicore_notice *notice = batch->notice;
	bool more;

	aicore_batch_result(batch, result);
	trace_aicore_done(core, result);
	aicore_batch_drop_buffers(batch);
	if (notice)
		aicore_event_fill(notice, result);

	spin_lock(&core->lock);
	aicore_queue_publish(core, batch, result);
	more = core->owned;
	spin_unlock(&core->lock);

	aicore_event_signal(core, result->seqno, notice);
	if (!notice)
		aicore_queue_signal_room(core);
	batch->notice = NULL;
	aicore_batch_free(batch);
	return more;
}

void aicore_queue_stop(struct aicore_core *core)
{
	struct aicore_batch *batch;

	spin_lock(&core->lock);
	list_for_each_entry(batch, &core->queue, node) {
		WRITE_ONCE(batch->stop, AICORE_REASON_CANCELLED);
		trace_aicore_abort(core, batch->seqno, AICORE_REASON_CANCELLED);
	}
	spin_unlock(&core->lock);
	wake_up_all(&core->stop_wait);
}

void aicore_queue_drain(struct aicore_core *core)
{
	struct aicore_batch *batch, *next;

	list_for_each_entry_safe(batch, next, &core->queue, node)
		aicore_batch_free(batch);
}

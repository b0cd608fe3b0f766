// SPDX-License-Identifier: GPL-2.0-only
#include "event.h"

#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "ioctl.h"
#include "queue.h"

bool aicore_event_late(u64 deadline_ns)
{
	return deadline_ns != AICORE_FOREVER && ktime_get_ns() >= deadline_ns;
}

bool aicore_event_sleep(u64 deadline_ns)
{
	ktime_t expires = ns_to_ktime(min_t(u64, deadline_ns, KTIME_MAX));

	if (deadline_ns == AICORE_FOREVER) {
		schedule();
		return true;
	}
	if (aicore_event_late(deadline_ns))
		return false;
	return schedule_hrtimeout_range(&expires, current->timer_slack_ns,
					HRTIMER_MODE_ABS);
}

/**
 * struct aicore_waiter - somebody who waits for the end of a batch
 * @entry: in core->done_wait
 * @seqno: the batch
 */
struct aicore_waiter {
	struct wait_queue_entry entry;
	u64 seqno;
};

/* Lets those sleep on whose batch is still to come. */
static int aicore_event_wake(struct wait_queue_entry *entry, unsigned int mode,
			     int sync, void *key)
{
	struct aicore_waiter *waiter =
		container_of(entry, struct aicore_waiter, entry);
	const u64 *completed = key;

	if (waiter->seqno > *completed)
		return 0;
	return autoremove_wake_function(entry, mode, sync, NULL);
}

static bool aicore_event_reached(struct aicore_core *core, u64 seqno)
{
	bool reached;

	spin_lock(&core->lock);
	reached = core->completed >= seqno;
	spin_unlock(&core->lock);
	return reached;
}

int aicore_event_wait(struct aicore_core *core, u64 seqno, u64 deadline_ns,
		      unsigned int state)
{
	struct aicore_waiter waiter = { .seqno = seqno };
	int ret;

	init_waitqueue_func_entry(&waiter.entry, aicore_event_wake);
	waiter.entry.private = current;
	INIT_LIST_HEAD(&waiter.entry.entry);
	do {
		ret = prepare_to_wait_event(&core->done_wait, &waiter.entry,
					    state);
		if (aicore_event_reached(core, seqno)) {
			ret = 0;
			break;
		}
		if (!ret && !aicore_event_sleep(deadline_ns))
			ret = -ETIMEDOUT;
	} while (!ret);
	finish_wait(&core->done_wait, &waiter.entry);
	return ret;
}

/* Under core->lock, for a batch that is queued or running. */
static void aicore_event_look_ahead(struct aicore_core *core, u64 seqno,
				    struct aicore_result *result)
{
	struct aicore_batch *batch;

	result->seqno = seqno;
	result->state = AICORE_STATE_QUEUED;
	if (core->running && seqno == core->completed + 1)
		result->state = AICORE_STATE_RUNNING;
	list_for_each_entry(batch, &core->queue, node) {
		if (batch->seqno == seqno)
			result->user_data = batch->user_data;
	}
}

int aicore_event_look(struct aicore_core *core, u64 seqno,
		      struct aicore_result *result)
{
	int ret = 0;

	memset(result, 0, sizeof(*result));
	aicore_report_clear(&result->report);
	spin_lock(&core->lock);
	if (!seqno || seqno > core->submitted)
		ret = -ENOENT;
	else if (seqno > core->completed)
		aicore_event_look_ahead(core, seqno, result);
	else if (core->completed - seqno >= AICORE_RESULTS)
		ret = -ESTALE;
	else
		*result = core->results[seqno % AICORE_RESULTS];
	spin_unlock(&core->lock);
	return ret;
}

int aicore_event_result(struct aicore_core *core, u64 seqno, u64 deadline_ns,
			struct aicore_result *result)
{
	int ret, waited;

	ret = aicore_event_look(core, seqno, result);
	if (ret || result->state == AICORE_STATE_DONE)
		return ret;
	waited = aicore_event_wait(core, seqno, deadline_ns,
				   TASK_INTERRUPTIBLE);
	ret = aicore_event_look(core, seqno, result);
	/* Whatever ended the wait: done is done. */
	if (ret || result->state == AICORE_STATE_DONE)
		return ret;
	return waited;
}

int aicore_event_wait_call(struct aicore_call *call)
{
	struct aicore_wait *arg = call->arg;

	return aicore_event_result(call->file->private_data, arg->seqno,
				   arg->deadline_ns, &arg->result);
}

void aicore_event_fill(struct aicore_notice *notice,
		       const struct aicore_result *result)
{
	notice->record.size = sizeof(notice->record);
	notice->record.type = AICORE_RECORD_RESULT;
	notice->record.result = *result;
}

void aicore_event_signal(struct aicore_core *core, u64 seqno, bool notice)
{
	if (wq_has_sleeper(&core->done_wait))
		__wake_up(&core->done_wait, TASK_NORMAL, 0, &seqno);
	if (notice && wq_has_sleeper(&core->notice_wait))
		wake_up_interruptible_poll(&core->notice_wait,
					   EPOLLIN | EPOLLRDNORM);
}

static bool aicore_event_has_notice(struct aicore_core *core)
{
	bool has;

	spin_lock(&core->lock);
	has = !list_empty(&core->notices);
	spin_unlock(&core->lock);
	return has;
}

static struct aicore_notice *aicore_event_take(struct aicore_core *core)
{
	struct aicore_notice *notice;

	spin_lock(&core->lock);
	notice = list_first_entry_or_null(&core->notices, struct aicore_notice,
					  node);
	if (notice)
		list_del(&notice->node);
	spin_unlock(&core->lock);
	return notice;
}

/* The copy to user space failed: the record is the first one again. */
static void aicore_event_put_back(struct aicore_core *core,
				  struct aicore_notice *notice)
{
	spin_lock(&core->lock);
	list_add(&notice->node, &core->notices);
	spin_unlock(&core->lock);
	wake_up_interruptible_poll(&core->notice_wait, EPOLLIN | EPOLLRDNORM);
}

/* The number of bytes copied: 0 if there is no record. */
static ssize_t aicore_event_read_one(struct aicore_core *core, char __user *to)
{
	struct aicore_notice *notice = aicore_event_take(core);

	if (!notice)
		return 0;
	if (copy_to_user(to, &notice->record, sizeof(notice->record))) {
		aicore_event_put_back(core, notice);
		return -EFAULT;
	}
	kfree(notice);
	aicore_queue_unreserve(core, 1);
	return sizeof(struct aicore_record);
}

/* As many whole records as there are and fit, without waiting. */
static ssize_t aicore_event_read_some(struct aicore_core *core, char __user *to,
				      size_t bytes)
{
	size_t done = 0;
	ssize_t ret = 0;

	while (bytes - done >= sizeof(struct aicore_record)) {
		ret = aicore_event_read_one(core, to + done);
		if (ret <= 0)
			break;
		done += ret;
	}
	return done ? done : ret;
}

ssize_t aicore_event_read(struct file *file, char __user *to, size_t bytes,
			  loff_t *position)
{
	struct aicore_core *core = file->private_data;
	ssize_t ret;

	if (bytes < sizeof(struct aicore_record))
		return -EINVAL;
	while (!(ret = aicore_event_read_some(core, to, bytes))) {
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		ret = wait_event_interruptible(core->notice_wait,
					       aicore_event_has_notice(core));
		if (ret)
			return ret;
	}
	return ret;
}

__poll_t aicore_event_poll(struct file *file, poll_table *table)
{
	struct aicore_core *core = file->private_data;
	__poll_t events = 0;

	poll_wait(file, &core->notice_wait, table);
	poll_wait(file, &core->room_wait, table);
	if (aicore_event_has_notice(core))
		events |= EPOLLIN | EPOLLRDNORM;
	if (aicore_queue_has_room(core))
		events |= EPOLLOUT | EPOLLWRNORM;
	return events;
}

void aicore_event_drain(struct aicore_core *core)
{
	struct aicore_notice *notice, *next;

	list_for_each_entry_safe(notice, next, &core->notices, node)
		kfree(notice);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* How batches end, and how user space learns of it: WAIT, read() and poll(). */
#ifndef AICORE_EVENT_H
#define AICORE_EVENT_H

#include <linux/poll.h>

#include "batch.h"
#include "core_file.h"

struct aicore_call;

/*
 * Sleeps in the task state set before, until woken. False at the deadline, an
 * absolute CLOCK_MONOTONIC time or AICORE_FOREVER.
 */
bool aicore_event_sleep(u64 deadline_ns);

/* Whether a deadline has passed. */
bool aicore_event_late(u64 deadline_ns);

/*
 * Waits until the batch has finished, in TASK_INTERRUPTIBLE or TASK_KILLABLE.
 * 0, -ETIMEDOUT or -ERESTARTSYS.
 */
int aicore_event_wait(struct aicore_core *core, u64 seqno, u64 deadline_ns,
		      unsigned int state);

/*
 * The result of a batch, or how far it is. 0, -ENOENT if there was none of this
 * number yet, -ESTALE if its result is kept no more.
 */
int aicore_event_look(struct aicore_core *core, u64 seqno,
		      struct aicore_result *result);

/* Both: waits, and has a look in any case. */
int aicore_event_result(struct aicore_core *core, u64 seqno, u64 deadline_ns,
			struct aicore_result *result);

void aicore_event_fill(struct aicore_notice *notice,
		       const struct aicore_result *result);

/* A batch has finished: wakes whom it concerns. */
void aicore_event_signal(struct aicore_core *core, u64 seqno, bool notice);

/* Frees notices that nobody read. */
void aicore_event_drain(struct aicore_core *core);

int aicore_event_wait_call(struct aicore_call *call);
ssize_t aicore_event_read(struct file *file, char __user *to, size_t bytes,
			  loff_t *position);
__poll_t aicore_event_poll(struct file *file, poll_table *table);

#endif /* AICORE_EVENT_H */

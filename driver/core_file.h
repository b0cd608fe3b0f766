/* SPDX-License-Identifier: GPL-2.0-only */
/* One AI Core: what a core file stands for. */
#ifndef AICORE_CORE_FILE_H
#define AICORE_CORE_FILE_H

#include <linux/fs.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "aicore.h"
#include "core/env.h"
#include "core/mask.h"
#include "device.h"
#include "pages.h"

struct aicore_call;

/**
 * struct aicore_core_stats - what fdinfo shows
 * @failed: finished batches that ended with an error
 * @wakeups: how often a worker had to be called for
 * @inline_runs: batches that a caller started itself
 * @busy_ns: time from start to end, summed over the batches
 */
struct aicore_core_stats {
	u64 failed;
	u64 wakeups;
	u64 inline_runs;
	u64 busy_ns;
};

/**
 * struct aicore_core - one AI Core
 * @device: whose core it is
 * @number: tells it from all other cores, in traces and fdinfo
 * @memory: UB, L1, L0C by enum aicore_memory; NULL if the product has none
 * @env: what descriptors are checked against, complete but for the buffers
 * @submit_lock: @mask and the order of submissions; see aicore.h
 * @mask: the mask register, as the last batch submitted will leave it
 * @lock: everything down to @stats
 * @queue: batches in order; the first one runs when @running
 * @owned: somebody is in charge of running @queue: the work item, or a caller
 *	of SUBMIT with WAIT. Whoever finds it false and adds a batch sees to
 *	that; the owner gives it up only with an empty queue.
 * @running: the first batch of @queue is being run
 * @inflight: batches from reservation to the end, and notices not yet read
 * @submitted: number of the last batch queued
 * @completed: number of the last batch finished; they finish in order
 * @notices: finished batches that wait for read()
 * @results: how the last batches ended, by seqno modulo AICORE_RESULTS
 * @stats: counters
 * @progress: jiffies of the last sign of life of the running batch
 * @work: runs @queue
 * @watchdog: looks at @progress
 * @watchdog_due: when it will, in jiffies
 * @done_wait: WAIT and RESET, with aicore_event_wake() as wake function
 * @notice_wait: read() and poll()
 * @room_wait: SUBMIT on a full queue, and poll()
 * @stop_wait: a delayed batch, to learn that it shall stop
 */
struct aicore_core {
	struct aicore_device *device;
	u32 number;
	struct aicore_pages *memory[AICORE_MEMORIES];
	struct aicore_env env;

	struct mutex submit_lock;	/* mask, order of submissions */
	struct aicore_mask mask;

	spinlock_t lock;		/* all down to stats */
	struct list_head queue;
	bool owned;
	bool running;
	u32 inflight;
	u64 submitted;
	u64 completed;
	struct list_head notices;
	struct aicore_result results[AICORE_RESULTS];
	struct aicore_core_stats stats;

	unsigned long progress;
	struct work_struct work;
	struct delayed_work watchdog;
	unsigned long watchdog_due;
	wait_queue_head_t done_wait;
	wait_queue_head_t notice_wait;
	wait_queue_head_t room_wait;
	wait_queue_head_t stop_wait;
};

int aicore_core_create_call(struct aicore_call *call);

#endif /* AICORE_CORE_FILE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One batch: its plans, the buffers that they need, and how far it got. All
 * that it takes until its result is read is allocated before it is queued.
 */
#ifndef AICORE_BATCH_H
#define AICORE_BATCH_H

#include <linux/list.h>
#include <linux/types.h>

#include "../uapi/aicore.h"
#include "core/plan.h"
#include "device.h"
#include "pages.h"

struct aicore_core;

/**
 * struct aicore_notice - a record that waits for read()
 * @node: of core->notices, under core->lock
 * @record: what read() will give
 */
struct aicore_notice {
	struct list_head node;
	struct aicore_record record;
};

/**
 * struct aicore_batch - descriptors that were submitted together
 * @node: of core->queue, under core->lock
 * @device: where buffers are looked up while the batch is checked
 * @seqno: its number; set when it is queued
 * @user_data: the caller's
 * @count: number of plans
 * @stop: enum aicore_reason, not NONE when it shall stop. Written under
 *	core->lock, read by the owner of the queue at any time.
 * @index: the plan that is being run, or will be next. This and the rest
 *	belong to the owner of the queue.
 * @progress: state of that plan, for aicore_plan_step()
 * @start_ns: when it started, 0 if it didn't
 * @error: 0 or why it ended early, as a negative errno
 * @report: the same in words
 * @notice: filled in and passed on at the end; NULL if nobody wants it
 * @buffers: references to the buffers that the plans use: a hash table by
 *	handle, with open addressing
 * @buffer_slots: its size, a power of two above the number of buffers
 * @plans: what to do
 */
struct aicore_batch {
	struct list_head node;
	struct aicore_device *device;
	u64 seqno;
	u64 user_data;
	u32 count;
	u32 stop;
	u32 index;
	u64 progress;
	u64 start_ns;
	int error;
	struct aicore_report report;
	struct aicore_notice *notice;
	struct aicore_pages **buffers;
	u32 buffer_slots;
	struct aicore_plan plans[];
};

/* @descs is needed only here, for the number of buffers. NULL: no memory. */
struct aicore_batch *aicore_batch_create(struct aicore_device *device,
					 const struct aicore_submit *arg,
					 const struct aicore_desc *descs);
void aicore_batch_free(struct aicore_batch *batch);

/* Lets go of the buffers, when no plan will run any more. */
void aicore_batch_drop_buffers(struct aicore_batch *batch);

/*
 * Checks all descriptors, starting with the mask register in @mask and leaving
 * there what it is after the last one. On failure @report says which and why.
 */
int aicore_batch_plan(struct aicore_batch *batch,
		      const struct aicore_desc *descs,
		      const struct aicore_core *core, struct aicore_mask *mask,
		      struct aicore_report *report);

/* How it ended, now. */
void aicore_batch_result(const struct aicore_batch *batch,
			 struct aicore_result *result);

#endif /* AICORE_BATCH_H */

// SPDX-License-Identifier: GPL-2.0-only
#include "batch.h"

#include <linux/ktime.h>
#include <linux/log2.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "buffer.h"
#include "core_file.h"
#include "fault.h"

#define AICORE_BATCH_GFP	(GFP_KERNEL_ACCOUNT | __GFP_NOWARN)

/*
 * Room for every handle that is named, each counted as often as it is, and one
 * slot that stays empty so that every search ends.
 */
static u32 aicore_batch_count_slots(const struct aicore_desc *descs, u32 count)
{
	u32 named = 0;
	u32 i;

	for (i = 0; i < count; i++)
		named += !!descs[i].dst.buffer + !!descs[i].src.buffer;
	return roundup_pow_of_two(named + 1);
}

static bool aicore_batch_alloc(struct aicore_batch *batch, bool notify)
{
	batch->buffers = kvcalloc(batch->buffer_slots, sizeof(*batch->buffers),
				  AICORE_BATCH_GFP);
	if (!batch->buffers)
		return false;
	if (notify) {
		batch->notice = kzalloc(sizeof(*batch->notice),
					GFP_KERNEL_ACCOUNT);
		return batch->notice;
	}
	return true;
}

struct aicore_batch *aicore_batch_create(struct aicore_device *device,
					 const struct aicore_submit *arg,
					 const struct aicore_desc *descs)
{
	struct aicore_batch *batch;

	if (aicore_fault_fail_submit())
		return NULL;
	batch = kvmalloc(struct_size(batch, plans, arg->desc_count),
			 AICORE_BATCH_GFP);
	if (!batch)
		return NULL;
	/* The plans are written one by one before anyone reads them. */
	memset(batch, 0, sizeof(*batch));
	INIT_LIST_HEAD(&batch->node);
	batch->device = device;
	batch->user_data = arg->user_data;
	batch->count = arg->desc_count;
	batch->buffer_slots = aicore_batch_count_slots(descs, batch->count);
	aicore_report_clear(&batch->report);
	if (!aicore_batch_alloc(batch, arg->flags & AICORE_SUBMIT_NOTIFY)) {
		aicore_batch_free(batch);
		return NULL;
	}
	return batch;
}

void aicore_batch_drop_buffers(struct aicore_batch *batch)
{
	u32 i;

	if (!batch->buffers)
		return;
	for (i = 0; i < batch->buffer_slots; i++)
		aicore_pages_put(batch->buffers[i]);
	kvfree(batch->buffers);
	batch->buffers = NULL;
}

void aicore_batch_free(struct aicore_batch *batch)
{
	aicore_batch_drop_buffers(batch);
	kfree(batch->notice);
	kvfree(batch);
}

/* Where the buffer of a handle is, or would be. */
static struct aicore_pages **aicore_batch_slot(struct aicore_batch *batch,
					       u32 handle)
{
	u32 mask = batch->buffer_slots - 1;
	u32 i = handle & mask;

	while (batch->buffers[i] && batch->buffers[i]->handle != handle)
		i = (i + 1) & mask;
	return &batch->buffers[i];
}

/*
 * One reference for all plans that use a buffer. It also pins down which buffer
 * the handle means for the rest of this batch.
 */
static bool aicore_batch_find_buffer(void *context, u32 handle,
				     struct aicore_span *span)
{
	struct aicore_batch *batch = context;
	struct aicore_pages **slot = aicore_batch_slot(batch, handle);

	if (!*slot)
		*slot = aicore_buffer_find(batch->device, handle);
	if (!*slot)
		return false;
	*span = aicore_pages_span(*slot);
	return true;
}

int aicore_batch_plan(struct aicore_batch *batch,
		      const struct aicore_desc *descs,
		      const struct aicore_core *core, struct aicore_mask *mask,
		      struct aicore_report *report)
{
	struct aicore_env env = core->env;
	int ret;
	u32 i;

	env.find_buffer = aicore_batch_find_buffer;
	env.context = batch;
	for (i = 0; i < batch->count; i++) {
		if (fatal_signal_pending(current))
			return -EINTR;
		ret = aicore_plan_make(&batch->plans[i], &descs[i], &env, mask,
				       report);
		if (ret) {
			report->index = i;
			return ret;
		}
		cond_resched();
	}
	return 0;
}

void aicore_batch_result(const struct aicore_batch *batch,
			 struct aicore_result *result)
{
	memset(result, 0, sizeof(*result));
	result->seqno = batch->seqno;
	result->user_data = batch->user_data;
	result->state = AICORE_STATE_DONE;
	result->error = -batch->error;
	result->done_count = batch->index;
	if (batch->start_ns)
		result->exec_ns = ktime_get_ns() - batch->start_ns;
	result->report = batch->report;
}

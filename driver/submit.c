// SPDX-License-Identifier: GPL-2.0-only
/*
 * SUBMIT: copy and allocate everything, reserve a place in the queue, and only
 * then, in one step under submit_lock, check the batch against the mask
 * register, commit the register, give out the number and queue.
 */
#include "submit.h"

#include <linux/err.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "batch.h"
#include "core_file.h"
#include "event.h"
#include "exec.h"
#include "ioctl.h"
#include "queue.h"

static_assert(sizeof(struct aicore_desc) == AICORE_DESC_BYTES);

static int aicore_submit_check(const struct aicore_submit *arg)
{
	if (arg->flags & AICORE_SUBMIT_VALIDATE_ONLY &&
	    arg->flags != AICORE_SUBMIT_VALIDATE_ONLY)
		return -EINVAL;
	if (!arg->desc_count || arg->desc_count > AICORE_MAX_DESCS)
		return -EINVAL;
	if (arg->desc_stride < AICORE_DESC_BYTES ||
	    arg->desc_stride > AICORE_MAX_STRIDE || arg->desc_stride % 8)
		return -EINVAL;
	return 0;
}

/* Descriptors of a newer header: what we don't know of them has to be zero. */
static int aicore_submit_copy_each(struct aicore_desc *descs,
				   const struct aicore_submit *arg)
{
	const void __user *user = u64_to_user_ptr(arg->descs);
	int ret;
	u32 i;

	for (i = 0; i < arg->desc_count; i++) {
		ret = copy_struct_from_user(&descs[i], sizeof(*descs),
					    user + i * arg->desc_stride,
					    arg->desc_stride);
		if (ret)
			return ret;
	}
	return 0;
}

static int aicore_submit_copy(struct aicore_desc *descs,
			      const struct aicore_submit *arg)
{
	if (arg->desc_stride != sizeof(*descs))
		return aicore_submit_copy_each(descs, arg);
	if (copy_from_user(descs, u64_to_user_ptr(arg->descs),
			   array_size(arg->desc_count, sizeof(*descs))))
		return -EFAULT;
	return 0;
}

/* The one and only look at the caller's descriptors. */
static struct aicore_desc *aicore_submit_descs(const struct aicore_submit *arg)
{
	struct aicore_desc *descs;
	int ret;

	descs = kvmalloc_array(arg->desc_count, sizeof(*descs),
			       GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	if (!descs)
		return ERR_PTR(-ENOMEM);
	ret = aicore_submit_copy(descs, arg);
	if (ret) {
		kvfree(descs);
		return ERR_PTR(ret);
	}
	return descs;
}

/*
 * Checks the batch and queues it. The caller has reserved a place. 1: the
 * caller has to run the batch; 0: a worker does, and the batch may be gone.
 */
static int aicore_submit_commit(struct aicore_core *core,
				struct aicore_batch *batch,
				const struct aicore_desc *descs,
				struct aicore_submit *arg)
{
	bool inline_wanted = arg->flags & AICORE_SUBMIT_WAIT &&
			     !aicore_event_late(arg->deadline_ns);
	struct aicore_mask mask;
	int ret;

	if (mutex_lock_interruptible(&core->submit_lock))
		return -EINTR;
	mask = core->mask;
	ret = aicore_batch_plan(batch, descs, core, &mask, &arg->report);
	if (!ret) {
		core->mask = mask;
		ret = aicore_queue_add(core, batch, inline_wanted, &arg->seqno);
	}
	mutex_unlock(&core->submit_lock);
	return ret;
}

static int aicore_submit_queue(struct aicore_core *core,
			       struct aicore_batch *batch,
			       const struct aicore_desc *descs,
			       struct aicore_submit *arg)
{
	bool wait = arg->flags & AICORE_SUBMIT_WAIT;
	int ret;

	ret = aicore_queue_reserve(core, !(arg->flags & AICORE_SUBMIT_NONBLOCK),
				   wait ? arg->deadline_ns : AICORE_FOREVER);
	if (ret)
		return ret;
	ret = aicore_submit_commit(core, batch, descs, arg);
	if (ret < 0)
		aicore_queue_unreserve(core, 1);
	return ret;
}

static int aicore_submit_validate(struct aicore_core *core,
				  struct aicore_batch *batch,
				  const struct aicore_desc *descs,
				  struct aicore_report *report)
{
	struct aicore_mask mask;

	if (mutex_lock_interruptible(&core->submit_lock))
		return -EINTR;
	mask = core->mask;
	mutex_unlock(&core->submit_lock);
	return aicore_batch_plan(batch, descs, core, &mask, report);
}

/* As aicore_submit_commit(); the batch is gone unless 1 is returned. */
static int aicore_submit_descriptors(struct aicore_core *core,
				     struct aicore_submit *arg)
{
	struct aicore_desc *descs = aicore_submit_descs(arg);
	struct aicore_batch *batch;
	int ret = -ENOMEM;

	if (IS_ERR(descs))
		return PTR_ERR(descs);
	batch = aicore_batch_create(core->device, arg, descs);
	if (!batch)
		goto out_free;
	if (arg->flags & AICORE_SUBMIT_VALIDATE_ONLY)
		ret = aicore_submit_validate(core, batch, descs, &arg->report);
	else
		ret = aicore_submit_queue(core, batch, descs, arg);
	if (!arg->seqno)
		aicore_batch_free(batch);
out_free:
	kvfree(descs);
	return ret;
}

/* The batch goes its way whatever happens here: never restart this call. */
static int aicore_submit_wait(struct aicore_core *core,
			      struct aicore_submit *arg)
{
	int ret;

	ret = aicore_event_result(core, arg->seqno, arg->deadline_ns,
				  &arg->result);
	return ret == -ERESTARTSYS ? -EINTR : ret;
}

int aicore_submit_call(struct aicore_call *call)
{
	struct aicore_core *core = call->file->private_data;
	struct aicore_submit *arg = call->arg;
	int ret;

	aicore_report_clear(&arg->report);
	aicore_report_clear(&arg->result.report);
	ret = aicore_submit_check(arg);
	if (ret)
		return ret;
	/* Who can't be told the number must learn that before the batch runs. */
	ret = aicore_call_probe(call);
	if (ret)
		return ret;
	ret = aicore_submit_descriptors(core, arg);
	if (ret < 0 || !(arg->flags & AICORE_SUBMIT_WAIT))
		return ret;
	if (ret && aicore_exec_inline(core, arg->deadline_ns, &arg->result))
		return 0;
	return aicore_submit_wait(core, arg);
}

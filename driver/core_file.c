// SPDX-License-Identifier: GPL-2.0-only
#include "core_file.h"

#include <linux/anon_inodes.h>
#include <linux/compat.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "event.h"
#include "exec.h"
#include "ioctl.h"
#include "mmap.h"
#include "queue.h"
#include "reset.h"
#include "submit.h"
#include "watchdog.h"

static const enum aicore_memory aicore_region_memory[] = {
	[AICORE_REGION_UB] = AICORE_MEMORY_UB,
	[AICORE_REGION_L1] = AICORE_MEMORY_L1,
	[AICORE_REGION_L0C] = AICORE_MEMORY_L0C,
};

/* NONE for a number that is no region. */
static enum aicore_memory aicore_core_region(unsigned long region)
{
	if (region >= ARRAY_SIZE(aicore_region_memory))
		return AICORE_MEMORY_NONE;
	region = array_index_nospec(region, ARRAY_SIZE(aicore_region_memory));
	return aicore_region_memory[region];
}

static void aicore_core_free_memory(struct aicore_core *core)
{
	u32 i;

	for (i = 0; i < AICORE_MEMORIES; i++)
		aicore_pages_put(core->memory[i]);
}

static int aicore_core_alloc_memory(struct aicore_core *core)
{
	const u32 *bytes = core->env.soc->bytes;
	struct aicore_pages *pages;
	u32 i;

	for (i = 0; i < AICORE_MEMORIES; i++) {
		if (!bytes[i])
			continue;
		pages = aicore_pages_create(core->device->quota, bytes[i]);
		if (IS_ERR(pages))
			return PTR_ERR(pages);
		core->memory[i] = pages;
		core->env.memory[i] = aicore_pages_span(pages);
	}
	return 0;
}

static void aicore_core_init(struct aicore_core *core,
			     struct aicore_device *device)
{
	static atomic_t number = ATOMIC_INIT(0);

	core->device = aicore_device_get(device);
	core->number = (u32)atomic_inc_return(&number);
	core->env = device->env;
	mutex_init(&core->submit_lock);
	aicore_mask_reset(&core->mask);
	spin_lock_init(&core->lock);
	INIT_LIST_HEAD(&core->queue);
	INIT_LIST_HEAD(&core->notices);
	aicore_exec_init(core);
	aicore_watchdog_init(core);
	init_waitqueue_head(&core->done_wait);
	init_waitqueue_head(&core->notice_wait);
	init_waitqueue_head(&core->room_wait);
	init_waitqueue_head(&core->stop_wait);
}

static void aicore_core_free(struct aicore_core *core)
{
	struct aicore_device *device = core->device;

	aicore_core_free_memory(core);
	mutex_destroy(&core->submit_lock);
	kvfree(core);
	aicore_quota_give_core(device->quota);
	aicore_device_put(device);
}

static struct aicore_core *aicore_core_create(struct aicore_device *device)
{
	struct aicore_core *core;
	int ret;

	if (!aicore_device_soc(device))
		return ERR_PTR(-EINVAL);
	ret = aicore_quota_take_core(device->quota);
	if (ret)
		return ERR_PTR(ret);
	core = kvzalloc(sizeof(*core), GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	if (!core) {
		aicore_quota_give_core(device->quota);
		return ERR_PTR(-ENOMEM);
	}
	aicore_core_init(core, device);
	ret = aicore_core_alloc_memory(core);
	if (ret) {
		aicore_core_free(core);
		return ERR_PTR(ret);
	}
	return core;
}

/*
 * The last close. No call is under way any more, so that only the work item and
 * the watchdog are left to stop. Nobody can ask for the results either.
 */
static int aicore_core_close(struct inode *inode, struct file *file)
{
	struct aicore_core *core = file->private_data;

	aicore_queue_stop(core);
	cancel_work_sync(&core->work);
	cancel_delayed_work_sync(&core->watchdog);
	aicore_queue_drain(core);
	aicore_event_drain(core);
	aicore_core_free(core);
	return 0;
}

static int aicore_core_info_call(struct aicore_call *call)
{
	struct aicore_core *core = call->file->private_data;

	aicore_device_info(core->device, call->arg);
	return 0;
}

static int aicore_core_region_call(struct aicore_call *call)
{
	struct aicore_core *core = call->file->private_data;
	struct aicore_region_info *arg = call->arg;
	struct aicore_place place = {
		.memory = aicore_core_region(arg->region),
	};

	if (place.memory == AICORE_MEMORY_NONE)
		return -EINVAL;
	if (!core->memory[place.memory])
		return -ENOENT;
	arg->alignment = aicore_place_alignment(&place, 1);
	arg->bytes = core->memory[place.memory]->bytes;
	arg->mmap_offset = aicore_mmap_offset(arg->region);
	return 0;
}

static const struct aicore_ioctl aicore_core_ioctls[] = {
	[_IOC_NR(AICORE_IOC_INFO)] = {
		AICORE_IOCTL_FIELDS(struct aicore_info, device_bytes, 0),
		AICORE_IOCTL_OUTPUTS(struct aicore_info, abi, device_bytes),
		.run = aicore_core_info_call,
	},
	[_IOC_NR(AICORE_IOC_REGION_INFO)] = {
		AICORE_IOCTL_FIELDS(struct aicore_region_info, mmap_offset, 0),
		AICORE_IOCTL_OUTPUTS(struct aicore_region_info, alignment,
				     mmap_offset),
		.run = aicore_core_region_call,
	},
	[_IOC_NR(AICORE_IOC_SUBMIT)] = {
		AICORE_IOCTL_FIELDS(struct aicore_submit, result,
				    AICORE_SUBMIT_FLAGS),
		AICORE_IOCTL_OUTPUTS(struct aicore_submit, seqno, result),
		.run = aicore_submit_call,
	},
	[_IOC_NR(AICORE_IOC_WAIT)] = {
		AICORE_IOCTL_FIELDS(struct aicore_wait, result, 0),
		AICORE_IOCTL_OUTPUTS(struct aicore_wait, result, result),
		.run = aicore_event_wait_call,
	},
	[_IOC_NR(AICORE_IOC_RESET)] = {
		AICORE_IOCTL_FIELDS(struct aicore_reset, flags,
				    AICORE_RESET_ZERO_MEMORY),
		.run = aicore_reset_call,
	},
};

static long aicore_core_ioctl(struct file *file, unsigned int command,
			      unsigned long arg)
{
	return aicore_ioctl(file, command, arg, aicore_core_ioctls,
			    ARRAY_SIZE(aicore_core_ioctls));
}

static int aicore_core_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct aicore_core *core = file->private_data;
	enum aicore_memory memory = aicore_core_region(aicore_mmap_slot(vma));

	if (!core->memory[memory])
		return -ENOENT;
	return aicore_mmap(vma, core->memory[memory]);
}

static u64 aicore_core_bytes(const struct aicore_core *core)
{
	u64 bytes = 0;
	u32 i;

	for (i = 0; i < AICORE_MEMORIES; i++)
		bytes += core->memory[i] ? core->memory[i]->charged : 0;
	return bytes;
}

static void aicore_core_fdinfo(struct seq_file *out, struct file *file)
{
	struct aicore_core *core = file->private_data;
	struct aicore_core_stats stats;
	u64 submitted, completed;
	u32 inflight;

	spin_lock(&core->lock);
	stats = core->stats;
	submitted = core->submitted;
	completed = core->completed;
	inflight = core->inflight;
	spin_unlock(&core->lock);

	seq_printf(out, "aicore-core:\t%u\n", core->number);
	seq_printf(out, "aicore-soc:\t%s\n", core->env.soc->name);
	seq_printf(out, "aicore-bytes:\t%llu\n", aicore_core_bytes(core));
	seq_printf(out, "aicore-submitted:\t%llu\n", submitted);
	seq_printf(out, "aicore-completed:\t%llu\n", completed);
	seq_printf(out, "aicore-failed:\t%llu\n", stats.failed);
	seq_printf(out, "aicore-queued:\t%llu\n", submitted - completed);
	seq_printf(out, "aicore-inflight:\t%u\n", inflight);
	seq_printf(out, "aicore-wakeups:\t%llu\n", stats.wakeups);
	seq_printf(out, "aicore-inline:\t%llu\n", stats.inline_runs);
	seq_printf(out, "aicore-busy-ns:\t%llu\n", stats.busy_ns);
}

static const struct file_operations aicore_core_fops = {
	.owner = THIS_MODULE,
	.release = aicore_core_close,
	.unlocked_ioctl = aicore_core_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.mmap = aicore_core_mmap,
	.read = aicore_event_read,
	.poll = aicore_event_poll,
	.show_fdinfo = aicore_core_fdinfo,
};

/* From success on the file owns the core. */
static struct file *aicore_core_open(struct aicore_core *core)
{
	struct file *file;

	file = anon_inode_getfile("[aicore-core]", &aicore_core_fops, core,
				  O_RDWR);
	if (!IS_ERR(file))
		stream_open(file_inode(file), file);
	return file;
}

/* Nobody but the caller knows the number before the core is installed. */
static int aicore_core_install(struct aicore_call *call,
			       struct aicore_core *core)
{
	struct aicore_core_create *arg = call->arg;
	struct file *file;
	int fd, ret;

	fd = get_unused_fd_flags(O_CLOEXEC);
	if (fd < 0) {
		aicore_core_free(core);
		return fd;
	}
	file = aicore_core_open(core);
	if (IS_ERR(file)) {
		put_unused_fd(fd);
		aicore_core_free(core);
		return PTR_ERR(file);
	}
	arg->fd = fd;
	ret = aicore_call_reply(call);
	if (ret) {
		put_unused_fd(fd);
		fput(file);
		return ret;
	}
	fd_install(fd, file);
	return 0;
}

int aicore_core_create_call(struct aicore_call *call)
{
	struct aicore_device *device = call->file->private_data;
	struct aicore_core_create *arg = call->arg;
	struct aicore_core *core;

	arg->fd = -1;
	if (arg->reserved)
		return -EINVAL;
	core = aicore_core_create(device);
	if (IS_ERR(core))
		return PTR_ERR(core);
	return aicore_core_install(call, core);
}

// SPDX-License-Identifier: GPL-2.0-only
#include "device.h"

#include <linux/compat.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "aicore.h"
#include "buffer.h"
#include "core/plan.h"
#include "core_file.h"
#include "ioctl.h"
#include "kernels.h"
#include "mmap.h"

static struct aicore_device *aicore_device_create(void)
{
	struct aicore_device *device;

	device = kzalloc(sizeof(*device), GFP_KERNEL_ACCOUNT);
	if (!device)
		return NULL;
	device->quota = aicore_quota_create();
	if (!device->quota) {
		kfree(device);
		return NULL;
	}
	kref_init(&device->ref);
	spin_lock_init(&device->lock);
	aicore_buffers_init(device);
	return device;
}

static void aicore_device_release(struct kref *ref)
{
	struct aicore_device *device =
		container_of(ref, struct aicore_device, ref);

	aicore_buffers_destroy(device);
	aicore_quota_put(device->quota);
	kfree(device);
}

struct aicore_device *aicore_device_get(struct aicore_device *device)
{
	kref_get(&device->ref);
	return device;
}

void aicore_device_put(struct aicore_device *device)
{
	kref_put(&device->ref, aicore_device_release);
}

const struct aicore_soc *aicore_device_soc(const struct aicore_device *device)
{
	/* Pairs with the release in aicore_device_choose(). */
	return smp_load_acquire(&device->soc);
}

static void aicore_device_info_soc(const struct aicore_device *device,
				   const struct aicore_soc *soc,
				   struct aicore_info *info)
{
	info->soc = soc->id;
	info->saturate = device->env.saturate;
	info->permissive = device->env.permissive;
	info->ops = aicore_plan_ops(soc);
	info->ub_bytes = soc->bytes[AICORE_MEMORY_UB];
	info->l1_bytes = soc->bytes[AICORE_MEMORY_L1];
	info->l0c_bytes = soc->bytes[AICORE_MEMORY_L0C];
}

void aicore_device_info(struct aicore_device *device, struct aicore_info *info)
{
	const struct aicore_soc *soc = aicore_device_soc(device);

	if (soc)
		aicore_device_info_soc(device, soc, info);
	info->abi = AICORE_ABI;
	info->desc_bytes = sizeof(struct aicore_desc);
	info->max_descs = AICORE_MAX_DESCS;
	info->max_inflight = aicore_max_inflight;
	info->max_cores = aicore_max_cores;
	info->max_buffers = aicore_max_buffers;
	info->max_buffer_bytes = aicore_max_buffer_bytes;
	info->max_device_bytes = aicore_max_device_bytes;
	info->results_kept = AICORE_RESULTS;
	info->watchdog_ms = READ_ONCE(aicore_watchdog_ms);
	aicore_quota_look(device->quota, &info->device_bytes, &info->buffers,
			  &info->cores);
}

static int aicore_device_info_call(struct aicore_call *call)
{
	aicore_device_info(call->file->private_data, call->arg);
	return 0;
}

static int aicore_device_choose(struct aicore_device *device,
				const struct aicore_env *env)
{
	int ret = -EBUSY;

	spin_lock(&device->lock);
	if (!device->soc) {
		device->env = *env;
		/* Whoever sees the product sees its modes. */
		smp_store_release(&device->soc, env->soc);
		ret = 0;
	}
	spin_unlock(&device->lock);
	return ret;
}

static int aicore_device_setup_call(struct aicore_call *call)
{
	struct aicore_env env = { .kernels = aicore_kernels_chosen() };
	int ret;

	ret = aicore_env_setup(&env, call->arg);
	if (ret)
		return ret;
	return aicore_device_choose(call->file->private_data, &env);
}

static const struct aicore_ioctl aicore_device_ioctls[] = {
	[_IOC_NR(AICORE_IOC_INFO)] = {
		AICORE_IOCTL_FIELDS(struct aicore_info, device_bytes, 0),
		AICORE_IOCTL_OUTPUTS(struct aicore_info, abi, device_bytes),
		.run = aicore_device_info_call,
	},
	[_IOC_NR(AICORE_IOC_SETUP)] = {
		AICORE_IOCTL_FIELDS(struct aicore_setup, reserved,
				    AICORE_SETUP_FLOAT_NODES),
		.run = aicore_device_setup_call,
	},
	[_IOC_NR(AICORE_IOC_BUFFER_CREATE)] = {
		AICORE_IOCTL_FIELDS(struct aicore_buffer_create, reserved, 0),
		AICORE_IOCTL_OUTPUTS(struct aicore_buffer_create, mmap_offset,
				     handle),
		.run = aicore_buffer_create_call,
	},
	[_IOC_NR(AICORE_IOC_BUFFER_DESTROY)] = {
		AICORE_IOCTL_FIELDS(struct aicore_buffer_destroy, reserved, 0),
		.run = aicore_buffer_destroy_call,
	},
	[_IOC_NR(AICORE_IOC_CORE_CREATE)] = {
		AICORE_IOCTL_FIELDS(struct aicore_core_create, reserved, 0),
		AICORE_IOCTL_OUTPUTS(struct aicore_core_create, fd, fd),
		.run = aicore_core_create_call,
	},
};

static long aicore_device_ioctl(struct file *file, unsigned int command,
				unsigned long arg)
{
	return aicore_ioctl(file, command, arg, aicore_device_ioctls,
			    ARRAY_SIZE(aicore_device_ioctls));
}

static int aicore_device_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct aicore_device *device = file->private_data;
	struct aicore_pages *pages;
	int ret;

	pages = aicore_buffer_find(device, aicore_mmap_slot(vma));
	if (!pages)
		return -ENOENT;
	ret = aicore_mmap(vma, pages);
	aicore_pages_put(pages);
	return ret;
}

static void aicore_device_fdinfo(struct seq_file *out, struct file *file)
{
	struct aicore_device *device = file->private_data;
	const struct aicore_soc *soc = aicore_device_soc(device);
	u32 buffers, cores;
	u64 bytes;

	aicore_quota_look(device->quota, &bytes, &buffers, &cores);
	seq_printf(out, "aicore-soc:\t%s\n", soc ? soc->name : "none");
	seq_printf(out, "aicore-buffers:\t%u\n", buffers);
	seq_printf(out, "aicore-cores:\t%u\n", cores);
	seq_printf(out, "aicore-bytes:\t%llu\n", bytes);
}

static int aicore_device_open(struct inode *inode, struct file *file)
{
	struct aicore_device *device = aicore_device_create();

	if (!device)
		return -ENOMEM;
	file->private_data = device;
	return nonseekable_open(inode, file);
}

static int aicore_device_close(struct inode *inode, struct file *file)
{
	aicore_device_put(file->private_data);
	return 0;
}

const struct file_operations aicore_device_fops = {
	.owner = THIS_MODULE,
	.open = aicore_device_open,
	.release = aicore_device_close,
	.unlocked_ioctl = aicore_device_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.mmap = aicore_device_mmap,
	.show_fdinfo = aicore_device_fdinfo,
};

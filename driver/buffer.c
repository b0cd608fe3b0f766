// SPDX-License-Identifier: GPL-2.0-only
#include "buffer.h"

#include <linux/err.h>

#include "aicore.h"
#include "ioctl.h"
#include "mmap.h"
#include "trace.h"

void aicore_buffers_init(struct aicore_device *device)
{
	xa_init_flags(&device->buffers, XA_FLAGS_ALLOC1 | XA_FLAGS_ACCOUNT);
}

void aicore_buffers_destroy(struct aicore_device *device)
{
	struct aicore_pages *pages;
	unsigned long handle;

	xa_for_each(&device->buffers, handle, pages)
		aicore_pages_put(pages);
	xa_destroy(&device->buffers);
}

struct aicore_pages *aicore_buffer_find(struct aicore_device *device,
					unsigned long handle)
{
	struct aicore_pages *pages;

	/* The lock keeps the handle's reference until there is ours. */
	xa_lock(&device->buffers);
	pages = xa_load(&device->buffers, handle);
	if (pages)
		aicore_pages_get(pages);
	xa_unlock(&device->buffers);
	return pages;
}

/*
 * Sets a handle aside. It finds nothing until aicore_buffer_publish(). Handles
 * go round in a cycle so that a stale one isn't soon another buffer's.
 */
static int aicore_buffer_reserve(struct aicore_device *device, u32 *handle)
{
	int ret;

	ret = xa_alloc_cyclic(&device->buffers, handle, NULL,
			      XA_LIMIT(1, AICORE_MAX_HANDLE),
			      &device->next_handle, GFP_KERNEL);
	if (ret == -EBUSY)
		return -EDQUOT;
	return ret < 0 ? ret : 0;
}

/* From here on others can find, use and destroy the buffer. */
static int aicore_buffer_publish(struct aicore_device *device,
				 struct aicore_pages *pages)
{
	return xa_err(xa_store(&device->buffers, pages->handle, pages,
			       GFP_KERNEL));
}

static int aicore_buffer_name(struct aicore_call *call,
			      struct aicore_pages *pages)
{
	struct aicore_device *device = call->file->private_data;
	struct aicore_buffer_create *arg = call->arg;
	int ret;

	ret = aicore_buffer_reserve(device, &pages->handle);
	if (ret)
		return ret;
	arg->handle = pages->handle;
	arg->mmap_offset = aicore_mmap_offset(pages->handle);
	ret = aicore_call_reply(call);
	if (!ret)
		ret = aicore_buffer_publish(device, pages);
	if (ret)
		xa_erase(&device->buffers, pages->handle);
	return ret;
}

static int aicore_buffer_check(const struct aicore_device *device,
			       const struct aicore_buffer_create *arg)
{
	if (!aicore_device_soc(device) || !arg->bytes || arg->reserved)
		return -EINVAL;
	return arg->bytes > aicore_max_buffer_bytes ? -EDQUOT : 0;
}

int aicore_buffer_create_call(struct aicore_call *call)
{
	struct aicore_device *device = call->file->private_data;
	struct aicore_buffer_create *arg = call->arg;
	struct aicore_pages *pages;
	int ret;

	ret = aicore_buffer_check(device, arg);
	if (ret)
		return ret;
	ret = aicore_quota_take_buffer(device->quota);
	if (ret)
		return ret;
	pages = aicore_pages_create(device->quota, arg->bytes);
	if (IS_ERR(pages)) {
		ret = PTR_ERR(pages);
		goto err_give;
	}
	ret = aicore_buffer_name(call, pages);
	if (ret)
		goto err_put;
	/* The pages may be somebody else's by now, or gone. */
	trace_aicore_buffer_create(arg->handle, arg->bytes);
	return 0;

err_put:
	aicore_pages_put(pages);
err_give:
	aicore_quota_give_buffer(device->quota);
	return ret;
}

int aicore_buffer_destroy_call(struct aicore_call *call)
{
	struct aicore_device *device = call->file->private_data;
	const struct aicore_buffer_destroy *arg = call->arg;
	struct aicore_pages *pages;

	if (arg->reserved)
		return -EINVAL;
	/* A handle that is only set aside must stay so: look before erasing. */
	xa_lock(&device->buffers);
	pages = xa_load(&device->buffers, arg->handle);
	if (pages)
		__xa_erase(&device->buffers, arg->handle);
	xa_unlock(&device->buffers);
	if (!pages)
		return -ENOENT;
	trace_aicore_buffer_destroy(arg->handle, pages->bytes);
	aicore_quota_give_buffer(device->quota);
	aicore_pages_put(pages);
	return 0;
}

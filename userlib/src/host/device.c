// SPDX-License-Identifier: MIT
/* One NPU of the host device: product, limits, global memory. */
#include <stdlib.h>

#include "host.h"
#include "plan.h"

static void info_of_soc(struct aicore_info *info, const struct aicore_soc *soc)
{
	info->soc = soc->id;
	info->ops = aicore_plan_ops(soc);
	info->ub_bytes = soc->bytes[AICORE_MEMORY_UB];
	info->l1_bytes = soc->bytes[AICORE_MEMORY_L1];
	info->l0c_bytes = soc->bytes[AICORE_MEMORY_L0C];
}

int host_info(struct host *host, struct host_file *file, void *argument)
{
	const struct host_device *device = file->device;
	struct aicore_info *info = argument;

	(void)host;
	if (info->flags)
		return -EINVAL;
	*info = (struct aicore_info){
		.size = sizeof(*info),
		.abi = AICORE_ABI,
		.saturate = device->env.saturate,
		.permissive = device->env.permissive,
		.desc_bytes = AICORE_DESC_BYTES,
		.max_descs = HOST_MAX_DESCS,
		.max_inflight = HOST_MAX_INFLIGHT,
		.max_cores = HOST_MAX_CORES,
		.max_buffers = HOST_MAX_BUFFERS,
		.max_buffer_bytes = HOST_MAX_BUFFER_BYTES,
		.max_device_bytes = HOST_MAX_DEVICE_BYTES,
		.results_kept = HOST_RESULTS_KEPT,
		.buffers = device->buffer_count,
		.cores = device->cores,
		.device_bytes = device->bytes,
	};
	if (device->env.soc)
		info_of_soc(info, device->env.soc);
	return 0;
}

int host_setup(struct host *host, struct host_file *file, void *argument)
{
	struct host_device *device = file->device;
	struct aicore_env env = { 0 };
	int err;

	err = aicore_env_setup(&env, argument);
	if (err)
		return err;
	if (device->env.soc)
		return -EBUSY;
	env.kernels = host_kernels(host);
	device->env = env;
	return 0;
}

static struct host_buffer *find(struct host_device *device, u32 handle)
{
	u32 i;

	for (i = 0; i < HOST_MAX_BUFFERS; i++) {
		if (device->buffers[i].handle == handle)
			return &device->buffers[i];
	}
	return NULL;
}

/* In a cycle of 31 bits, so that a stale handle fails for a long time. */
static u32 new_handle(struct host_device *device)
{
	do {
		device->last_handle = device->last_handle % 0x7fffffff + 1;
	} while (find(device, device->last_handle));
	return device->last_handle;
}

int host_buffer_create(struct host *host, struct host_file *file,
		       void *argument)
{
	struct host_device *device = file->device;
	struct aicore_buffer_create *create = argument;
	struct host_buffer *buffer;
	int err;

	if (create->flags || create->reserved || !device->env.soc || !create->bytes)
		return -EINVAL;
	if (create->bytes > HOST_MAX_BUFFER_BYTES ||
	    device->buffer_count == HOST_MAX_BUFFERS)
		return -EDQUOT;
	buffer = find(device, 0);
	err = host_memory_new(host, device, create->bytes, &buffer->memory);
	if (err)
		return err;
	buffer->handle = new_handle(device);
	device->buffer_count++;
	create->handle = buffer->handle;
	create->mmap_offset = (u64)buffer->handle * HOST_PAGE_BYTES;
	return 0;
}

static void forget(struct host *host, struct host_device *device,
		   struct host_buffer *buffer)
{
	device->buffer_count--;
	host_memory_put(host, buffer->memory);
	*buffer = (struct host_buffer){ 0, NULL };
}

int host_buffer_destroy(struct host *host, struct host_file *file,
			void *argument)
{
	const struct aicore_buffer_destroy *destroy = argument;
	struct host_buffer *buffer;

	if (destroy->flags || destroy->reserved)
		return -EINVAL;
	if (!destroy->handle)
		return -ENOENT;
	buffer = find(file->device, destroy->handle);
	if (!buffer)
		return -ENOENT;
	forget(host, file->device, buffer);
	return 0;
}

struct host_memory *host_buffer_memory(struct host_device *device, u32 handle)
{
	struct host_buffer *buffer = handle ? find(device, handle) : NULL;

	return buffer ? buffer->memory : NULL;
}

bool host_find_buffer(void *device, u32 handle, struct aicore_span *span)
{
	struct host_memory *memory = host_buffer_memory(device, handle);

	if (!memory)
		return false;
	span->base = memory->data;
	span->bytes = memory->bytes;
	return true;
}

/* The last file goes, and the handles with it. */
void host_device_close(struct host *host, struct host_device *device)
{
	u32 i;

	for (i = 0; i < HOST_MAX_BUFFERS; i++) {
		if (device->buffers[i].handle)
			forget(host, device, &device->buffers[i]);
	}
}

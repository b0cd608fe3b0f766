// SPDX-License-Identifier: MIT
/* One AI Core of the host device: its memories and its mask register. */
#include <stdlib.h>

#include "host.h"

static int new_memories(struct host *host, struct host_core *core)
{
	const u32 *bytes = core->device->env.soc->bytes;
	int err = 0;
	u32 i;

	for (i = AICORE_MEMORY_UB; i < AICORE_MEMORIES && !err; i++) {
		if (bytes[i])
			err = host_memory_new(host, core->device, bytes[i],
					      &core->memory[i]);
	}
	return err;
}

void host_core_free(struct host *host, struct host_core *core)
{
	u32 i;

	core->device->cores--;
	for (i = AICORE_MEMORY_UB; i < AICORE_MEMORIES; i++)
		host_memory_put(host, core->memory[i]);
	free(core);
}

int host_core_create(struct host *host, struct host_file *file, void *argument)
{
	struct aicore_core_create *create = argument;
	struct host_device *device = file->device;
	struct host_core *core;
	int err;

	create->fd = -1;
	if (create->flags || create->reserved || !device->env.soc)
		return -EINVAL;
	if (device->cores == HOST_MAX_CORES)
		return -EDQUOT;
	core = calloc(1, sizeof(*core));
	if (!core)
		return -ENOMEM;
	device->cores++;
	core->device = device;
	aicore_mask_reset(&core->mask);
	err = new_memories(host, core);
	if (!err)
		err = host_file_new(host, device, core);
	if (err < 0) {
		host_core_free(host, core);
		return err;
	}
	create->fd = err;
	return 0;
}

static enum aicore_memory memory_of_region(u32 region)
{
	switch (region) {
	case AICORE_REGION_UB:
		return AICORE_MEMORY_UB;
	case AICORE_REGION_L1:
		return AICORE_MEMORY_L1;
	case AICORE_REGION_L0C:
		return AICORE_MEMORY_L0C;
	default:
		return AICORE_MEMORY_NONE;
	}
}

struct host_memory *host_core_memory(struct host_core *core, u32 region)
{
	return core->memory[memory_of_region(region)];
}

int host_region_info(struct host *host, struct host_file *file, void *argument)
{
	struct aicore_region_info *info = argument;
	struct host_memory *memory;

	(void)host;
	if (info->flags ||
	    memory_of_region(info->region) == AICORE_MEMORY_NONE)
		return -EINVAL;
	memory = host_core_memory(file->core, info->region);
	if (!memory)
		return -ENOENT;
	info->alignment = info->region == AICORE_REGION_L0C ? 64 : 32;
	info->bytes = memory->bytes;
	info->mmap_offset = (u64)info->region * HOST_PAGE_BYTES;
	return 0;
}

/* There is never anything to cancel. */
int host_reset(struct host *host, struct host_file *file, void *argument)
{
	const struct aicore_reset *reset = argument;
	struct host_core *core = file->core;
	u32 i;

	(void)host;
	if (reset->flags & ~AICORE_RESET_ZERO_MEMORY)
		return -EINVAL;
	aicore_mask_reset(&core->mask);
	if (!(reset->flags & AICORE_RESET_ZERO_MEMORY))
		return 0;
	for (i = AICORE_MEMORY_UB; i < AICORE_MEMORIES; i++) {
		if (core->memory[i])
			memset(core->memory[i]->data, 0,
			       (size_t)core->memory[i]->bytes);
	}
	return 0;
}

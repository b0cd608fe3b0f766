// SPDX-License-Identifier: MIT
/* Files, mappings and memories of the host device. */
#include <poll.h>
#include <stdlib.h>

#include "host.h"

int host_file_new(struct host *host, struct host_device *device,
		  struct host_core *core)
{
	struct host_file *files;
	int fd = 0;

	while (fd < host->file_count && host->files[fd].device)
		fd++;
	if (fd == host->file_count) {
		files = realloc(host->files,
				((size_t)fd + 1) * sizeof(*files));
		if (!files)
			return -ENOMEM;
		host->files = files;
		host->file_count++;
	}
	host->files[fd] = (struct host_file){ device, core };
	device->files++;
	return fd;
}

static struct host_file *find_file(struct host *host, int fd)
{
	if (fd < 0 || fd >= host->file_count || !host->files[fd].device)
		return NULL;
	return &host->files[fd];
}

static u64 whole_pages(u64 bytes)
{
	return (bytes + HOST_PAGE_BYTES - 1) / HOST_PAGE_BYTES *
	       HOST_PAGE_BYTES;
}

/* Nobody knows the device any more. */
static void free_unused(struct host_device *device)
{
	if (!device->files && !device->memories)
		free(device);
}

static void insert(struct host *host, struct host_device *device,
		   struct host_memory *memory)
{
	memory->device = device;
	memory->users = 1;
	memory->next = host->memories;
	host->memories = memory;
	device->memories++;
	device->bytes += whole_pages(memory->bytes);
}

/* @bytes is at most HOST_MAX_BUFFER_BYTES. */
int host_memory_new(struct host *host, struct host_device *device, u64 bytes,
		    struct host_memory **memory)
{
	struct host_memory *new;

	if (whole_pages(bytes) > HOST_MAX_DEVICE_BYTES - device->bytes)
		return -EDQUOT;
	new = calloc(1, sizeof(*new));
	if (!new)
		return -ENOMEM;
	new->bytes = bytes;
	new->data = calloc(1, (size_t)bytes);
	if (!new->data) {
		free(new);
		return -ENOMEM;
	}
	insert(host, device, new);
	*memory = new;
	return 0;
}

void host_memory_put(struct host *host, struct host_memory *memory)
{
	struct host_memory **link = &host->memories;

	if (!memory || --memory->users)
		return;
	while (*link != memory)
		link = &(*link)->next;
	*link = memory->next;
	memory->device->bytes -= whole_pages(memory->bytes);
	memory->device->memories--;
	free_unused(memory->device);
	free(memory->data);
	free(memory);
}

static int backend_open(void *context)
{
	struct host_device *device = calloc(1, sizeof(*device));
	int fd;

	if (!device)
		return -ENOMEM;
	fd = host_file_new(context, device, NULL);
	if (fd < 0)
		free(device);
	return fd;
}

static int backend_close(void *context, int fd)
{
	struct host *host = context;
	struct host_file *file = find_file(host, fd);
	struct host_device *device;

	if (!file)
		return -EBADF;
	device = file->device;
	if (file->core)
		host_core_free(host, file->core);
	*file = (struct host_file){ NULL, NULL };
	if (device->files == 1)
		host_device_close(host, device);
	device->files--;
	free_unused(device);
	return 0;
}

static int backend_ioctl(void *context, int fd, unsigned int request,
			 void *argument)
{
	struct host_file *file = find_file(context, fd);

	if (!file)
		return -EBADF;
	/* By value: a new core may move the table of files. */
	return host_call(context, *file, request, argument);
}

static int backend_map(void *context, int fd, uint64_t offset, size_t bytes,
		       void **address)
{
	struct host_file *file = find_file(context, fd);
	struct host_memory *memory;
	u32 number = (u32)(offset / HOST_PAGE_BYTES);

	if (!file)
		return -EBADF;
	if (file->core)
		memory = host_core_memory(file->core, number);
	else
		memory = host_buffer_memory(file->device, number);
	if (!memory)
		return -ENOENT;
	if (!bytes || bytes > memory->bytes)
		return -EINVAL;
	memory->users++;
	*address = memory->data;
	return 0;
}

static int backend_unmap(void *context, void *address, size_t bytes)
{
	struct host *host = context;
	struct host_memory *memory = host->memories;

	(void)bytes;
	while (memory && memory->data != address)
		memory = memory->next;
	if (!memory)
		return -EINVAL;
	host_memory_put(host, memory);
	return 0;
}

/* Nothing runs in the background: what isn't there won't come. */
static long backend_read(void *context, int fd, void *to, size_t bytes)
{
	struct host_file *file = find_file(context, fd);
	struct host_core *core;
	size_t count;

	if (!file)
		return -EBADF;
	core = file->core;
	if (!core || bytes < sizeof(core->records[0]))
		return -EINVAL;
	count = bytes / sizeof(core->records[0]);
	if (!core->record_count)
		return -EAGAIN;
	if (count > core->record_count)
		count = core->record_count;
	core->record_count -= (u32)count;
	memcpy(to, core->records, count * sizeof(core->records[0]));
	memmove(core->records, core->records + count,
		core->record_count * sizeof(core->records[0]));
	return (long)(count * sizeof(core->records[0]));
}

static int backend_poll(void *context, int fd, int events, int timeout_ms)
{
	struct host_file *file = find_file(context, fd);
	int there = POLLOUT;

	(void)timeout_ms;
	if (!file)
		return -EBADF;
	if (!file->core)
		return events & (POLLIN | POLLOUT);
	if (file->core->record_count)
		there |= POLLIN;
	if (file->core->record_count == HOST_MAX_INFLIGHT)
		there &= ~POLLOUT;
	return there & events;
}

int ac_host_create(const struct ac_backend **backend)
{
	struct host *host = calloc(1, sizeof(*host));

	if (!host)
		return -ENOMEM;
	host->backend = (struct ac_backend){
		.context = host,
		.open = backend_open,
		.ioctl = backend_ioctl,
		.map = backend_map,
		.unmap = backend_unmap,
		.close = backend_close,
		.read = backend_read,
		.poll = backend_poll,
	};
	*backend = &host->backend;
	return 0;
}

void ac_host_destroy(const struct ac_backend *backend)
{
	struct host *host;
	int fd;

	if (!backend)
		return;
	host = backend->context;
	for (fd = 0; fd < host->file_count; fd++)
		backend_close(host, fd);
	/* What is left are mappings that nobody took down. */
	while (host->memories) {
		host->memories->users = 1;
		host_memory_put(host, host->memories);
	}
	free(host->files);
	free(host);
}

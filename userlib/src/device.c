// SPDX-License-Identifier: MIT
/* Device fds and global memory. */
#include <errno.h>
#include <stdlib.h>

#include "internal.h"

int ac_device_open(struct ac_device **device, const struct ac_backend *backend)
{
	struct ac_device *new = calloc(1, sizeof(*new));

	if (!new)
		return -ENOMEM;
	new->os = *backend;
	new->fd = new->os.open(new->os.context);
	if (new->fd < 0) {
		int err = new->fd;

		free(new);
		return err;
	}
	*device = new;
	return 0;
}

void ac_device_close(struct ac_device *device)
{
	if (!device)
		return;
	device->os.close(device->os.context, device->fd);
	free(device);
}

int ac_device_fd(const struct ac_device *device)
{
	return device->fd;
}

static int call(struct ac_device *device, unsigned int request, void *argument)
{
	return device->os.ioctl(device->os.context, device->fd, request,
				argument);
}

int ac_device_setup(struct ac_device *device, enum aicore_soc_id soc,
		    enum aicore_overflow overflow, enum aicore_check check,
		    uint32_t flags)
{
	struct aicore_setup setup = {
		.size = sizeof(setup),
		.flags = flags,
		.soc = soc,
		.overflow = overflow,
		.check = check,
	};

	return call(device, AICORE_IOC_SETUP, &setup);
}

int ac_device_info(struct ac_device *device, struct aicore_info *info)
{
	*info = (struct aicore_info){ .size = sizeof(*info) };
	return call(device, AICORE_IOC_INFO, info);
}

static void forget(struct ac_device *device, uint32_t handle)
{
	struct aicore_buffer_destroy destroy = {
		.size = sizeof(destroy),
		.handle = handle,
	};

	call(device, AICORE_IOC_BUFFER_DESTROY, &destroy);
}

int ac_buffer_create(struct ac_device *device, uint64_t bytes,
		     struct ac_buffer *buffer)
{
	struct aicore_buffer_create create = {
		.size = sizeof(create),
		.bytes = bytes,
	};
	void *data;
	int err;

	err = call(device, AICORE_IOC_BUFFER_CREATE, &create);
	if (err)
		return err;
	/* Only 32-bit programs can hit this. */
	if (bytes > SIZE_MAX)
		err = -ENOMEM;
	else
		err = device->os.map(device->os.context, device->fd,
				     create.mmap_offset, (size_t)bytes, &data);
	if (err) {
		forget(device, create.handle);
		return err;
	}
	buffer->handle = create.handle;
	buffer->bytes = bytes;
	buffer->data = data;
	return 0;
}

void ac_buffer_destroy(struct ac_device *device, struct ac_buffer *buffer)
{
	if (!buffer->data)
		return;
	device->os.unmap(device->os.context, buffer->data,
			 (size_t)buffer->bytes);
	forget(device, buffer->handle);
	*buffer = (struct ac_buffer){ 0 };
}

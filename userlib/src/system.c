// SPDX-License-Identifier: MIT
/* The backend for the kernel's device: system calls with -errno returns. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"

#define DEVICE_PATH	"/dev/aicore"

static int system_open(void *context)
{
	int fd = open(DEVICE_PATH, O_RDWR | O_CLOEXEC);

	(void)context;
	return fd < 0 ? -errno : fd;
}

static int system_ioctl(void *context, int fd, unsigned int request,
			void *argument)
{
	(void)context;
	return ioctl(fd, request, argument) < 0 ? -errno : 0;
}

static int system_map(void *context, int fd, uint64_t offset, size_t bytes,
		      void **address)
{
	void *data = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			  (off_t)offset);

	(void)context;
	if (data == MAP_FAILED)
		return -errno;
	*address = data;
	return 0;
}

static int system_unmap(void *context, void *address, size_t bytes)
{
	(void)context;
	return munmap(address, bytes) ? -errno : 0;
}

static int system_close(void *context, int fd)
{
	(void)context;
	return close(fd) ? -errno : 0;
}

static long system_read(void *context, int fd, void *to, size_t bytes)
{
	ssize_t got = read(fd, to, bytes);

	(void)context;
	return got < 0 ? -errno : (long)got;
}

static int system_poll(void *context, int fd, int events, int timeout_ms)
{
	struct pollfd pollfd = { .fd = fd, .events = (short)events };
	int n = poll(&pollfd, 1, timeout_ms);

	(void)context;
	if (n < 0)
		return -errno;
	return n ? pollfd.revents : 0;
}

static const struct ac_backend system_backend = {
	.open = system_open,
	.ioctl = system_ioctl,
	.map = system_map,
	.unmap = system_unmap,
	.close = system_close,
	.read = system_read,
	.poll = system_poll,
};

const struct ac_backend *ac_system(void)
{
	return &system_backend;
}

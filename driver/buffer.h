/* SPDX-License-Identifier: GPL-2.0-only */
/* Global memory: the buffers of a device and their handles. */
#ifndef AICORE_BUFFER_H
#define AICORE_BUFFER_H

#include "device.h"
#include "pages.h"

struct aicore_call;

/* Handles are slots of the mmap layout. */
#define AICORE_MAX_HANDLE	4095

void aicore_buffers_init(struct aicore_device *device);
void aicore_buffers_destroy(struct aicore_device *device);

/* A reference to the pages behind a handle; NULL if there are none. */
struct aicore_pages *aicore_buffer_find(struct aicore_device *device,
					unsigned long handle);

int aicore_buffer_create_call(struct aicore_call *call);
int aicore_buffer_destroy_call(struct aicore_call *call);

#endif /* AICORE_BUFFER_H */

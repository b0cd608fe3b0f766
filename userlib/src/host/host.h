/* SPDX-License-Identifier: MIT */
/*
 * The host device: what the kernel module does, in this process. Files are
 * slots of a table, memories come from calloc(), and SUBMIT runs a batch before
 * it returns. Descriptors are checked and carried out by the same core as in
 * the module.
 */
#ifndef AC_HOST_H
#define AC_HOST_H

#include "env.h"
#include "libaicore.h"
#include "mask.h"
#include "simd/choose.h"

/* The module's defaults. */
#define HOST_MAX_DESCS		1024
#define HOST_MAX_INFLIGHT	64
#define HOST_MAX_CORES		64
#define HOST_MAX_BUFFERS	1024
#define HOST_MAX_BUFFER_BYTES	(1ULL << 30)
#define HOST_MAX_DEVICE_BYTES	(4ULL << 30)
#define HOST_RESULTS_KEPT	256

/* mmap offsets are handle or region times this. */
#define HOST_PAGE_BYTES		4096

struct host_device;

/**
 * struct host_memory - bytes that live as long as anybody uses them
 * @next: in the list of the host
 * @device: is charged for them
 * @data: the bytes
 * @bytes: how many
 * @users: handles, cores and mappings that use it
 */
struct host_memory {
	struct host_memory *next;
	struct host_device *device;
	u8 *data;
	u64 bytes;
	unsigned long users;
};

struct host_buffer {
	u32 handle;
	struct host_memory *memory;
};

/**
 * struct host_device - one NPU
 * @files: open device and core fds
 * @memories: charged to it, some of which may outlive its files
 * @env: product and modes; no product before SETUP
 * @buffers: unsorted; handle 0 marks a free one
 * @buffer_count: how many aren't free
 * @last_handle: the handle given out last
 * @cores: number of cores
 * @bytes: of buffers and core memories, in whole pages
 */
struct host_device {
	unsigned long files;
	unsigned long memories;
	struct aicore_env env;
	struct host_buffer buffers[HOST_MAX_BUFFERS];
	u32 buffer_count;
	u32 last_handle;
	u32 cores;
	u64 bytes;
};

/**
 * struct host_core - one AI Core
 * @device: its NPU
 * @memory: by enum aicore_memory; NULL where the product has none
 * @mask: the mask register
 * @seqno: of the last batch
 * @results: of the last batches, by seqno
 * @records: for read(), oldest first
 * @record_count: how many there are
 */
struct host_core {
	struct host_device *device;
	struct host_memory *memory[AICORE_MEMORIES];
	struct aicore_mask mask;
	u64 seqno;
	struct aicore_result results[HOST_RESULTS_KEPT];
	struct aicore_record records[HOST_MAX_INFLIGHT];
	u32 record_count;
};

/**
 * struct host_file - what a file descriptor means
 * @device: NULL in a free slot
 * @core: NULL for a device fd
 */
struct host_file {
	struct host_device *device;
	struct host_core *core;
};

/**
 * struct host - an operating system of its own
 * @backend: what the library gets to see
 * @files: by file descriptor
 * @file_count: slots there
 * @memories: all of them
 * @choice: the kernels that it computes with; made when first needed
 * @chosen: it has been
 */
struct host {
	struct ac_backend backend;
	struct host_file *files;
	int file_count;
	struct host_memory *memories;
	struct aicore_choice choice;
	bool chosen;
};

/* backend.c */
int host_file_new(struct host *host, struct host_device *device,
		  struct host_core *core);
int host_memory_new(struct host *host, struct host_device *device, u64 bytes,
		    struct host_memory **memory);
void host_memory_put(struct host *host, struct host_memory *memory);

/* call.c: an ioctl, with the size rules of the ABI. */
int host_call(struct host *host, struct host_file file, unsigned int request,
	      void *argument);

/* device.c */
int host_info(struct host *host, struct host_file *file, void *argument);
int host_setup(struct host *host, struct host_file *file, void *argument);
int host_buffer_create(struct host *host, struct host_file *file,
		       void *argument);
int host_buffer_destroy(struct host *host, struct host_file *file,
			void *argument);
bool host_find_buffer(void *device, u32 handle, struct aicore_span *span);
struct host_memory *host_buffer_memory(struct host_device *device, u32 handle);
void host_device_close(struct host *host, struct host_device *device);

/* core.c */
int host_core_create(struct host *host, struct host_file *file, void *argument);
int host_region_info(struct host *host, struct host_file *file, void *argument);
int host_reset(struct host *host, struct host_file *file, void *argument);
void host_core_free(struct host *host, struct host_core *core);
struct host_memory *host_core_memory(struct host_core *core, u32 region);

/* kernels.c: what computes, or NULL if only the reference can. */
const struct aicore_kernels *host_kernels(struct host *host);

/* submit.c */
int host_submit(struct host *host, struct host_file *file, void *argument);
int host_wait(struct host *host, struct host_file *file, void *argument);

#endif /* AC_HOST_H */

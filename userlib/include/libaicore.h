/* SPDX-License-Identifier: MIT */
/*
 * libaicore - programs for an emulated Ascend AI Core.
 *
 * A thin layer on the ioctls of <aicore.h>. Calls have the names and the order
 * of arguments of the Ascend C documents:
 *
 *	struct ac_device *device;
 *	struct ac_core *core;
 *	struct ac_buffer x;
 *	struct ac_batch batch = AC_BATCH_INIT;
 *	struct aicore_report report;
 *
 *	ac_device_open(&device, ac_system());
 *	ac_device_setup(device, AICORE_SOC_ASCEND310P, AICORE_OVERFLOW_DEFAULT,
 *			AICORE_CHECK_STRICT, 0);
 *	ac_buffer_create(device, 1024, &x);
 *	ac_core_create(device, &core);
 *	memcpy(x.data, input, 1024);
 *	ac_data_copy(&batch, ac_local(AICORE_POSITION_VECIN, 0,
 *				      AICORE_TYPE_HALF),
 *		     ac_global(&x, 0, AICORE_TYPE_HALF), &whole, NULL);
 *	...
 *	err = ac_run(core, &batch, &report, NULL);
 *	if (err)
 *		ac_describe(text, sizeof(text), &report, &batch, names);
 *
 * Functions return 0 or a negative errno, unless they say otherwise. The
 * library starts no threads, prints nothing and keeps no state outside of the
 * objects that it hands out. Two threads may use different cores of a device
 * at once (not of a host device), but not the same object.
 */
#ifndef LIBAICORE_H
#define LIBAICORE_H

#include <stddef.h>
#include <stdint.h>

#include "aicore.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * 1. Where the device is
 * ----------------------
 */

/**
 * struct ac_backend - how the library reaches an operating system
 * @context: first argument of all calls
 * @open: opens the device; returns a file descriptor
 * @ioctl: one of AICORE_IOC_...; the argument is the struct of that call
 * @map: maps bytes of a device or core fd at an offset that the device gave
 * @unmap: undoes @map
 * @close: closes a device or core fd
 * @read: reads completion records; returns a number of bytes
 * @poll: waits for poll(2) events; returns those that are there
 *
 * All return a negative errno on failure.
 */
struct ac_backend {
	void *context;
	int (*open)(void *context);
	int (*ioctl)(void *context, int fd, unsigned int request,
		     void *argument);
	int (*map)(void *context, int fd, uint64_t offset, size_t bytes,
		   void **address);
	int (*unmap)(void *context, void *address, size_t bytes);
	int (*close)(void *context, int fd);
	long (*read)(void *context, int fd, void *to, size_t bytes);
	int (*poll)(void *context, int fd, int events, int timeout_ms);
};

/* The kernel's device, /dev/aicore. */
const struct ac_backend *ac_system(void);

/*
 * The host device: the same calls with the same answers, carried out in this
 * process while SUBMIT runs. Needs no kernel module and no privileges. It is
 * part of libaicore-host, and one of them serves one thread at a time. Close
 * everything that was opened on it before ac_host_destroy(), which returns what
 * is still there.
 */
int ac_host_create(const struct ac_backend **backend);
void ac_host_destroy(const struct ac_backend *backend);

/*
 * 2. Device, global memory
 * ------------------------
 */
struct ac_device;

int ac_device_open(struct ac_device **device, const struct ac_backend *backend);
void ac_device_close(struct ac_device *device);

/* For poll(), fd passing and calls that the library doesn't have. */
int ac_device_fd(const struct ac_device *device);

/*
 * Chooses the product, how half overflows and how strict checks are; flags are
 * AICORE_SETUP_...
 */
int ac_device_setup(struct ac_device *device, enum aicore_soc_id soc,
		    enum aicore_overflow overflow, enum aicore_check check,
		    uint32_t flags);

int ac_device_info(struct ac_device *device, struct aicore_info *info);

/**
 * struct ac_buffer - a buffer in global memory, mapped
 * @handle: names the buffer in operands
 * @bytes: its size
 * @data: the memory itself
 */
struct ac_buffer {
	uint32_t handle;
	uint64_t bytes;
	void *data;
};

int ac_buffer_create(struct ac_device *device, uint64_t bytes,
		     struct ac_buffer *buffer);

/* Forgets the handle and the mapping; does nothing to a zeroed struct. */
void ac_buffer_destroy(struct ac_device *device, struct ac_buffer *buffer);

/*
 * 3. Operands, masks, batches
 * ---------------------------
 */

/**
 * struct ac_tensor - a LocalTensor or GlobalTensor: a place and a type
 * @operand: where it starts
 * @type: enum aicore_type
 */
struct ac_tensor {
	struct aicore_operand operand;
	uint32_t type;
};

/* On the chip; also CO2 on the products where it is UB. */
static inline struct ac_tensor ac_local(enum aicore_position position,
					uint64_t offset, enum aicore_type type)
{
	struct ac_tensor tensor;

	tensor.operand.position = position;
	tensor.operand.buffer = 0;
	tensor.operand.offset = offset;
	tensor.type = type;
	return tensor;
}

static inline struct ac_tensor ac_global(const struct ac_buffer *buffer,
					 uint64_t offset, enum aicore_type type)
{
	struct ac_tensor tensor = ac_local(AICORE_POSITION_GM, offset, type);

	tensor.operand.buffer = buffer->handle;
	return tensor;
}

/* CO2 on the products where it is global memory. */
static inline struct ac_tensor ac_global_co2(const struct ac_buffer *buffer,
					     uint64_t offset,
					     enum aicore_type type)
{
	struct ac_tensor tensor = ac_local(AICORE_POSITION_CO2, offset, type);

	tensor.operand.buffer = buffer->handle;
	return tensor;
}

/**
 * struct ac_mask - the mask argument of a call
 * @form: enum aicore_mask_form
 * @words: by form
 */
struct ac_mask {
	uint32_t form;
	uint64_t words[2];
};

/* The contiguous form: lanes 0..n-1. */
static inline struct ac_mask ac_mask_first(uint64_t n)
{
	struct ac_mask mask;

	mask.form = AICORE_MASK_CONTIGUOUS;
	mask.words[0] = n;
	mask.words[1] = 0;
	return mask;
}

/* The bitwise form, mask[2]: low is mask[0]. */
static inline struct ac_mask ac_mask_bits(uint64_t low, uint64_t high)
{
	struct ac_mask mask;

	mask.form = AICORE_MASK_BITWISE;
	mask.words[0] = low;
	mask.words[1] = high;
	return mask;
}

/* isSetMask=false: what ac_set_vector_mask() or an earlier call left. */
static inline struct ac_mask ac_mask_external(void)
{
	struct ac_mask mask;

	mask.form = AICORE_MASK_EXTERNAL;
	mask.words[0] = 0;
	mask.words[1] = 0;
	return mask;
}

/**
 * struct ac_batch - descriptors that are submitted together
 * @descs: the descriptors
 * @count: how many there are
 * @room: how many there is room for
 *
 * Starts as AC_BATCH_INIT or zeroed. The calls below append to it; all return
 * 0 or -ENOMEM, and check nothing: that is the device's part.
 */
struct ac_batch {
	struct aicore_desc *descs;
	size_t count;
	size_t room;
};

#define AC_BATCH_INIT	{ NULL, 0, 0 }

/* Empties a batch, which keeps its memory for the next descriptors. */
void ac_batch_clear(struct ac_batch *batch);

/* Gives the memory back; the batch is as after AC_BATCH_INIT. */
void ac_batch_free(struct ac_batch *batch);

/* Appends a descriptor that was filled by hand. */
int ac_batch_add(struct ac_batch *batch, const struct aicore_desc *desc);

/* WholeReduceSum(dst, src, mask, repeatTime, dstRepStride, srcBlkStride, ...) */
int ac_whole_reduce_sum(struct ac_batch *batch, struct ac_tensor dst,
			struct ac_tensor src, struct ac_mask mask,
			uint64_t repeat_time, uint64_t dst_rep_stride,
			uint64_t src_blk_stride, uint64_t src_rep_stride);

/* WholeReduceMax(dst, src, mask, repeatTime, ..., srcRepStride, order) */
int ac_whole_reduce_max(struct ac_batch *batch, struct ac_tensor dst,
			struct ac_tensor src, struct ac_mask mask,
			uint64_t repeat_time, uint64_t dst_rep_stride,
			uint64_t src_blk_stride, uint64_t src_rep_stride,
			enum aicore_reduce_order order);
int ac_whole_reduce_min(struct ac_batch *batch, struct ac_tensor dst,
			struct ac_tensor src, struct ac_mask mask,
			uint64_t repeat_time, uint64_t dst_rep_stride,
			uint64_t src_blk_stride, uint64_t src_rep_stride,
			enum aicore_reduce_order order);

/* BlockReduceSum(dst, src, repeatTime, mask, dstRepStride, srcBlkStride, ...) */
int ac_block_reduce_sum(struct ac_batch *batch, struct ac_tensor dst,
			struct ac_tensor src, uint64_t repeat_time,
			struct ac_mask mask, uint64_t dst_rep_stride,
			uint64_t src_blk_stride, uint64_t src_rep_stride);
int ac_block_reduce_max(struct ac_batch *batch, struct ac_tensor dst,
			struct ac_tensor src, uint64_t repeat_time,
			struct ac_mask mask, uint64_t dst_rep_stride,
			uint64_t src_blk_stride, uint64_t src_rep_stride);
int ac_block_reduce_min(struct ac_batch *batch, struct ac_tensor dst,
			struct ac_tensor src, uint64_t repeat_time,
			struct ac_mask mask, uint64_t dst_rep_stride,
			uint64_t src_blk_stride, uint64_t src_rep_stride);

/* PairReduceSum(dst, src, repeatTime, mask, dstRepStride, srcBlkStride, ...) */
int ac_pair_reduce_sum(struct ac_batch *batch, struct ac_tensor dst,
		       struct ac_tensor src, uint64_t repeat_time,
		       struct ac_mask mask, uint64_t dst_rep_stride,
		       uint64_t src_blk_stride, uint64_t src_rep_stride);

/*
 * RepeatReduceSum(dst, src, repeatTime, mask, dstBlkStride, srcBlkStride,
 * dstRepStride, srcRepStride): mind the order; dstBlkStride has no effect.
 */
int ac_repeat_reduce_sum(struct ac_batch *batch, struct ac_tensor dst,
			 struct ac_tensor src, uint64_t repeat_time,
			 struct ac_mask mask, uint64_t dst_blk_stride,
			 uint64_t src_blk_stride, uint64_t dst_rep_stride,
			 uint64_t src_rep_stride);

/* DataCopyParams */
struct ac_copy_params {
	uint64_t block_count;
	uint64_t block_len;
	uint64_t src_stride;
	uint64_t dst_stride;
};

/* DataCopyEnhancedParams; all zero are the documents' defaults. */
struct ac_copy_enhanced {
	enum aicore_block_mode block_mode;
	enum aicore_deq_scale deq_scale;
	uint64_t deq_value;
	uint64_t deq_tensor_addr;
	uint64_t sid_store_mode;
	uint32_t is_relu;
	enum aicore_pad_mode pad_mode;
	uint64_t pad_value;
};

/* DataCopy(dst, src, DataCopyParams, DataCopyEnhancedParams or NULL) */
int ac_data_copy(struct ac_batch *batch, struct ac_tensor dst,
		 struct ac_tensor src, const struct ac_copy_params *params,
		 const struct ac_copy_enhanced *enhanced);

/* SetVectorMask(maskHigh, maskLow), normal mode: the high word comes first. */
int ac_set_vector_mask(struct ac_batch *batch, uint64_t mask_high,
		       uint64_t mask_low);

/* SetVectorMask(len), counter mode: the number of elements. */
int ac_set_vector_mask_counter(struct ac_batch *batch, uint64_t len);

/*
 * 4. Cores
 * --------
 */
struct ac_core;

int ac_core_create(struct ac_device *device, struct ac_core **core);
void ac_core_destroy(struct ac_core *core);
int ac_core_fd(const struct ac_core *core);

/**
 * struct ac_memory - a memory of a core, mapped
 * @bytes: its size
 * @alignment: of operands in it, unless an operation says otherwise
 * @data: the memory itself
 */
struct ac_memory {
	uint64_t bytes;
	uint32_t alignment;
	void *data;
};

/* Maps UB, L1 or L0C. -ENOENT: the product has no such memory. */
int ac_memory_map(struct ac_core *core, enum aicore_region region,
		  struct ac_memory *memory);
void ac_memory_unmap(struct ac_core *core, struct ac_memory *memory);

/*
 * Submits a batch and waits for its end, however long that takes: signals don't
 * end it. 0: it was carried out. Otherwise the error of a refusal or, with
 * *@stopped true, of a batch that stopped while it ran; *@report says why, its
 * reason is NONE if the device had none to give. @stopped may be NULL.
 */
int ac_run(struct ac_core *core, const struct ac_batch *batch,
	   struct aicore_report *report, int *stopped);

/* Checks a batch against the state of the core and does nothing. */
int ac_validate(struct ac_core *core, const struct ac_batch *batch,
		struct aicore_report *report);

/* Queues a batch without waiting for its end. */
int ac_queue(struct ac_core *core, const struct ac_batch *batch,
	     uint64_t *seqno, struct aicore_report *report);

/*
 * SUBMIT with all its means: flags, user_data, deadline_ns and the results are
 * the caller's, the other fields are filled in.
 */
int ac_submit(struct ac_core *core, const struct ac_batch *batch,
	      struct aicore_submit *submit);

/* Waits for the end of a batch; deadline_ns as in struct aicore_wait. */
int ac_wait(struct ac_core *core, uint64_t seqno, uint64_t deadline_ns,
	    struct aicore_result *result);

/* flags: AICORE_RESET_... */
int ac_reset(struct ac_core *core, uint32_t flags);

/* Reads the record of a batch that was submitted with NOTIFY. */
int ac_read_record(struct ac_core *core, struct aicore_record *record);

/* poll(2) on the core fd: returns the events that are there. */
int ac_poll(struct ac_core *core, int events, int timeout_ms);

/*
 * 5. Words
 * --------
 *
 * Names are those of the documents; NULL for a number that has none.
 */
const char *ac_op_name(uint32_t op);
const char *ac_soc_name(uint32_t soc);
const char *ac_soc_title(uint32_t soc);
const char *ac_position_name(uint32_t position);
const char *ac_region_name(uint32_t region);
const char *ac_type_name(uint32_t type);
const char *ac_order_name(uint32_t order);
const char *ac_block_mode_name(uint32_t block_mode);
const char *ac_deq_scale_name(uint32_t deq_scale);
const char *ac_pad_mode_name(uint32_t pad_mode);
const char *ac_field_name(uint32_t field);

/* Size of an element; 0 for a number that is no type. */
uint32_t ac_type_bytes(uint32_t type);

/* Where the operands of a position live on a product. */
enum ac_memory_kind {
	AC_MEMORY_NONE,
	AC_MEMORY_GM,
	AC_MEMORY_UB,
	AC_MEMORY_L1,
	AC_MEMORY_L0C,
};

/* NONE: no such position, or the product lacks its memory. */
enum ac_memory_kind ac_position_memory(uint32_t soc, uint32_t position);

/**
 * struct ac_names - what sentences need to know besides the report
 * @info: of the device after SETUP
 * @buffer_name: a name for a buffer; may be NULL, and may return NULL
 * @context: for @buffer_name
 */
struct ac_names {
	const struct aicore_info *info;
	const char *(*buffer_name)(void *context, uint32_t handle);
	void *context;
};

/*
 * One sentence about a refusal or a run-time error, such as
 *
 *	descriptor 3: WholeReduceSum: mask = 80, but float has 64 lanes per
 *	repeat: 1..64
 *
 * @batch is the one that the report speaks of. Returns the length of the whole
 * sentence, of which at most size - 1 characters and a NUL are stored; size 512
 * is enough for all of them.
 */
size_t ac_describe(char *text, size_t size, const struct aicore_report *report,
		   const struct ac_batch *batch, const struct ac_names *names);

/* The same without "descriptor 3: ", for one descriptor. */
size_t ac_describe_desc(char *text, size_t size,
			const struct aicore_report *report,
			const struct aicore_desc *desc,
			const struct ac_names *names);

#ifdef __cplusplus
}
#endif

#endif /* LIBAICORE_H */

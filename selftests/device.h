/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The device as the kselftests see it: raw calls, no library. A helper that
 * takes _metadata ends the test when it can't do its part; the others return
 * what the kernel said, as 0 or a negative errno.
 */
#ifndef AICORE_SELFTESTS_DEVICE_H
#define AICORE_SELFTESTS_DEVICE_H

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <time.h>

#include "aicore.h"
#include "kselftest_harness.h"
#include "shower.h"

#define DEVICE		"/dev/aicore"
#define DEBUGFS		"/sys/kernel/debug/aicore/"
#define PARAMETERS	"/sys/module/aicore/parameters/"

#define KIB		1024UL
#define MIB		(1024 * KIB)
#define PAGE		4096UL

/* Size of the buffer that npu_open() makes. */
#define GM_BYTES	(64 * KIB)

/* For what must happen, however slow the machine is. */
#define LONG_MS		20000

#define HALF_ONE	0x3c00
#define FLOAT_ONE	0x3f800000

/**
 * struct npu - a device with one core and one buffer
 * @fd: the device
 * @core: the core
 * @buffer: a buffer of GM_BYTES
 * @gm: its mapping
 * @ub: mapping of the core's UB
 * @info: INFO of the device
 */
struct npu {
	int fd;
	int core;
	__u32 buffer;
	unsigned char *gm;
	unsigned char *ub;
	struct aicore_info info;
};

static inline int call_once(int fd, unsigned long request, void *argument)
{
	return ioctl(fd, request, argument) ? -errno : 0;
}

/* Under a shower: what an interrupted SUBMIT has queued must be waited for. */
static inline int call_again(int fd, unsigned long request, void *argument)
{
	struct aicore_submit *submit = argument;
	struct aicore_wait wait = { .size = sizeof(wait) };
	int ret;

	if (request != AICORE_IOC_SUBMIT || !submit->seqno)
		return call_once(fd, request, argument);
	wait.seqno = submit->seqno;
	wait.deadline_ns = submit->deadline_ns;
	ret = call_once(fd, AICORE_IOC_WAIT, &wait);
	submit->result = wait.result;
	return ret;
}

static inline int call(int fd, unsigned long request, void *argument)
{
	int ret = call_once(fd, request, argument);

	while (ret == -EINTR && shower_ms())
		ret = call_again(fd, request, argument);
	return ret;
}

static inline int device_open(void)
{
	int fd = open(DEVICE, O_RDWR | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

static inline int device_setup_with(int fd, __u32 soc, __u32 overflow, __u32 check, __u32 flags)
{
	struct aicore_setup setup = {
		.size = sizeof(setup),
		.flags = flags,
		.soc = soc,
		.overflow = overflow,
		.check = check,
	};

	return call(fd, AICORE_IOC_SETUP, &setup);
}

static inline int device_setup(int fd, __u32 soc, __u32 overflow, __u32 check)
{
	return device_setup_with(fd, soc, overflow, check, 0);
}

static inline int get_info(int fd, struct aicore_info *info)
{
	memset(info, 0, sizeof(*info));
	info->size = sizeof(*info);
	return call(fd, AICORE_IOC_INFO, info);
}

/* A core fd, or a negative errno. */
static inline int core_create(int fd)
{
	struct aicore_core_create create = { .size = sizeof(create) };
	int ret = call(fd, AICORE_IOC_CORE_CREATE, &create);

	return ret ? ret : create.fd;
}

static inline int buffer_create(int fd, __u64 bytes, __u32 *handle, __u64 *offset)
{
	struct aicore_buffer_create create = {
		.size = sizeof(create),
		.bytes = bytes,
	};
	int ret = call(fd, AICORE_IOC_BUFFER_CREATE, &create);

	*handle = create.handle;
	if (offset)
		*offset = create.mmap_offset;
	return ret;
}

static inline int buffer_destroy(int fd, __u32 handle)
{
	struct aicore_buffer_destroy destroy = {
		.size = sizeof(destroy),
		.handle = handle,
	};

	return call(fd, AICORE_IOC_BUFFER_DESTROY, &destroy);
}

static inline int region_info(int core, __u32 number, struct aicore_region_info *region)
{
	memset(region, 0, sizeof(*region));
	region->size = sizeof(*region);
	region->region = number;
	return call(core, AICORE_IOC_REGION_INFO, region);
}

/* offset is 64 bits wide in 32-bit programs as well: see the Makefile. */
static inline void *map(int fd, __u64 offset, size_t bytes)
{
	return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
}

static inline void *map_region(struct __test_metadata *_metadata, int core, __u32 number)
{
	struct aicore_region_info region;
	void *memory;

	ASSERT_EQ(0, region_info(core, number, &region));
	memory = map(core, region.mmap_offset, region.bytes);
	ASSERT_TRUE(memory != MAP_FAILED);
	return memory;
}

/* Also on the descriptors that it leaves. */
static inline int core_add(struct __test_metadata *_metadata, int fd)
{
	int core = core_create(fd);

	ASSERT_GE(core, 0) {
		TH_LOG("CORE_CREATE: %s", strerror(-core));
	}
	return core;
}

static inline void *buffer_add(struct __test_metadata *_metadata, int fd, size_t bytes,
			       __u32 *handle)
{
	__u64 offset;
	void *memory;

	ASSERT_EQ(0, buffer_create(fd, bytes, handle, &offset));
	memory = map(fd, offset, bytes);
	ASSERT_TRUE(memory != MAP_FAILED);
	return memory;
}

static inline void npu_open_with(struct __test_metadata *_metadata, struct npu *npu, __u32 soc,
				 __u32 overflow, __u32 check, __u32 flags)
{
	npu->fd = device_open();
	ASSERT_GE(npu->fd, 0) {
		TH_LOG("%s: %s", DEVICE, strerror(-npu->fd));
	}
	ASSERT_EQ(0, device_setup_with(npu->fd, soc, overflow, check, flags));
	ASSERT_EQ(0, get_info(npu->fd, &npu->info));
	npu->core = core_add(_metadata, npu->fd);
	npu->gm = buffer_add(_metadata, npu->fd, GM_BYTES, &npu->buffer);
	npu->ub = map_region(_metadata, npu->core, AICORE_REGION_UB);
}

static inline void npu_open_as(struct __test_metadata *_metadata, struct npu *npu, __u32 soc,
			       __u32 overflow, __u32 check)
{
	npu_open_with(_metadata, npu, soc, overflow, check, 0);
}

static inline void npu_open(struct __test_metadata *_metadata, struct npu *npu, __u32 soc)
{
	npu_open_as(_metadata, npu, soc, AICORE_OVERFLOW_DEFAULT, AICORE_CHECK_STRICT);
}

static inline void npu_close(struct npu *npu)
{
	munmap(npu->gm, GM_BYTES);
	munmap(npu->ub, npu->info.ub_bytes);
	close(npu->core);
	close(npu->fd);
}

/* -- descriptors, with their arguments in the documents' order -- */

static inline struct aicore_operand at(__u32 position, __u64 offset)
{
	return (struct aicore_operand){ .position = position, .offset = offset };
}

static inline struct aicore_operand gm(__u32 buffer, __u64 offset)
{
	return (struct aicore_operand){
		.position = AICORE_POSITION_GM,
		.buffer = buffer,
		.offset = offset,
	};
}

/* A reduction in UB; a sum has the type that the documents give it. */
static inline struct aicore_desc reduce_desc(__u32 op, __u32 type, __u64 dst, __u64 src,
					     __u64 mask, __u64 repeat_time, __u64 dst_rep_stride,
					     __u64 src_blk_stride, __u64 src_rep_stride)
{
	bool sums = op != AICORE_OP_WHOLE_REDUCE_MAX && op != AICORE_OP_WHOLE_REDUCE_MIN;
	struct aicore_desc desc = {
		.op = op,
		.dst = at(AICORE_POSITION_VECOUT, dst),
		.src = at(AICORE_POSITION_VECIN, src),
		.src_type = type,
		.dst_type = type,
		.reduce = {
			.mask_form = AICORE_MASK_CONTIGUOUS,
			.mask = { mask, 0 },
			.repeat_time = repeat_time,
			.dst_rep_stride = dst_rep_stride,
			.src_blk_stride = src_blk_stride,
			.src_rep_stride = src_rep_stride,
		},
	};

	if (sums && type == AICORE_TYPE_INT16)
		desc.dst_type = AICORE_TYPE_INT32;
	if (sums && type == AICORE_TYPE_UINT16)
		desc.dst_type = AICORE_TYPE_UINT32;
	return desc;
}

static inline struct aicore_desc sum_desc(__u32 type, __u64 dst, __u64 src, __u64 mask,
					  __u64 repeat_time, __u64 dst_rep_stride,
					  __u64 src_blk_stride, __u64 src_rep_stride)
{
	return reduce_desc(AICORE_OP_WHOLE_REDUCE_SUM, type, dst, src, mask, repeat_time,
			   dst_rep_stride, src_blk_stride, src_rep_stride);
}

/* Sums of small numbers, so that each batch has its own result. */
static inline struct aicore_desc sum_of_lanes(int slot, int count)
{
	return sum_desc(AICORE_TYPE_HALF, 0x8000 + 2 * slot, 0, count, 1, 1, 1, 8);
}

/* The same with mask[2], and with isSetMask=false. */
static inline struct aicore_desc bitwise(struct aicore_desc desc, __u64 low, __u64 high)
{
	desc.reduce.mask_form = AICORE_MASK_BITWISE;
	desc.reduce.mask[0] = low;
	desc.reduce.mask[1] = high;
	return desc;
}

static inline struct aicore_desc external(struct aicore_desc desc)
{
	desc.reduce.mask_form = AICORE_MASK_EXTERNAL;
	return desc;
}

static inline struct aicore_desc mask_desc(__u64 low, __u64 high)
{
	return (struct aicore_desc){
		.op = AICORE_OP_SET_VECTOR_MASK,
		.set_mask = {
			.mode = AICORE_MASK_MODE_NORMAL,
			.mask = { low, high },
		},
	};
}

static inline struct aicore_desc counter_desc(__u64 count)
{
	return (struct aicore_desc){
		.op = AICORE_OP_SET_VECTOR_MASK,
		.set_mask = {
			.mode = AICORE_MASK_MODE_COUNTER,
			.count = count,
		},
	};
}

static inline struct aicore_desc copy_desc(__u32 type, struct aicore_operand dst,
					   struct aicore_operand src, __u64 block_count,
					   __u64 block_len, __u64 src_stride, __u64 dst_stride)
{
	return (struct aicore_desc){
		.op = AICORE_OP_DATA_COPY,
		.dst = dst,
		.src = src,
		.src_type = type,
		.dst_type = type,
		.copy = {
			.block_count = block_count,
			.block_len = block_len,
			.src_stride = src_stride,
			.dst_stride = dst_stride,
		},
	};
}

/* CO1->CO2 with whole fractals, from L0C to UB. */
static inline struct aicore_desc quant_desc(__u32 src_type, __u32 dst_type, __u64 dst,
					    __u64 src, __u32 deq_scale, __u64 deq_value)
{
	struct aicore_desc desc = copy_desc(src_type, at(AICORE_POSITION_CO2, dst),
					    at(AICORE_POSITION_CO1, src), 1, 1, 0, 0);

	desc.dst_type = dst_type;
	desc.copy.block_mode = AICORE_BLOCK_MODE_MATRIX;
	desc.copy.deq_scale = deq_scale;
	desc.copy.deq_value = deq_value;
	return desc;
}

/* -- submitting -- */

static inline __u64 now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static inline __u64 in_ms(__u64 ms)
{
	return now_ns() + ms * 1000000;
}

/* To the end, whatever signals come. */
static inline void sleep_ms(long ms)
{
	__u64 until = in_ms(ms);
	struct timespec end = { .tv_sec = until / 1000000000, .tv_nsec = until % 1000000000 };

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) == EINTR)
		;
}

static inline struct aicore_submit submit_arg(const struct aicore_desc *descs, __u32 count,
					      __u32 flags)
{
	return (struct aicore_submit){
		.size = sizeof(struct aicore_submit),
		.flags = flags,
		.descs = (uintptr_t)descs,
		.desc_count = count,
		.desc_stride = sizeof(*descs),
		.deadline_ns = flags & AICORE_SUBMIT_WAIT ? in_ms(LONG_MS) : 0,
	};
}

/* Queues a batch; *seqno may be NULL. */
static inline int submit(int core, const struct aicore_desc *descs, __u32 count, __u32 flags,
			 __u64 *seqno)
{
	struct aicore_submit arg = submit_arg(descs, count, flags);
	int ret = call(core, AICORE_IOC_SUBMIT, &arg);

	if (seqno)
		*seqno = arg.seqno;
	return ret;
}

/* Runs a batch to its end: 0, why it was refused, or how it ended. */
static inline int run(int core, const struct aicore_desc *descs, __u32 count)
{
	struct aicore_submit arg = submit_arg(descs, count, AICORE_SUBMIT_WAIT);
	int ret = call(core, AICORE_IOC_SUBMIT, &arg);

	return ret ? ret : -(int)arg.result.error;
}

static inline int run_one(int core, struct aicore_desc desc)
{
	return run(core, &desc, 1);
}

/* Only checks a descriptor and says why not. */
static inline int check_one(int core, struct aicore_desc desc, struct aicore_report *report)
{
	struct aicore_submit arg = submit_arg(&desc, 1, AICORE_SUBMIT_VALIDATE_ONLY);
	int ret = call(core, AICORE_IOC_SUBMIT, &arg);

	*report = arg.report;
	return ret;
}

static inline int wait_until(int core, __u64 seqno, __u64 deadline_ns,
			     struct aicore_result *result)
{
	struct aicore_wait wait = {
		.size = sizeof(wait),
		.seqno = seqno,
		.deadline_ns = deadline_ns,
	};
	int ret = call(core, AICORE_IOC_WAIT, &wait);

	if (result)
		*result = wait.result;
	return ret;
}

/* 0, or why the batch stopped. */
static inline int wait_done(int core, __u64 seqno)
{
	struct aicore_result result;
	int ret = wait_until(core, seqno, in_ms(LONG_MS), &result);

	return ret ? ret : -(int)result.error;
}

static inline int reset(int core, __u32 flags)
{
	struct aicore_reset arg = { .size = sizeof(arg), .flags = flags };

	return call(core, AICORE_IOC_RESET, &arg);
}

/* -- memories -- */

static inline void fill_u16(void *memory, unsigned int count, __u16 value)
{
	__u16 *element = memory;

	while (count--)
		*element++ = value;
}

static inline void fill_u32(void *memory, unsigned int count, __u32 value)
{
	__u32 *element = memory;

	while (count--)
		*element++ = value;
}

static inline __u16 u16_at(const void *memory, size_t offset)
{
	__u16 value;

	memcpy(&value, (const unsigned char *)memory + offset, sizeof(value));
	return value;
}

static inline __u32 u32_at(const void *memory, size_t offset)
{
	__u32 value;

	memcpy(&value, (const unsigned char *)memory + offset, sizeof(value));
	return value;
}

static inline bool all_bytes(const void *memory, size_t bytes, unsigned char value)
{
	const unsigned char *byte = memory;

	while (bytes && *byte == value) {
		byte++;
		bytes--;
	}
	return !bytes;
}

/* The bits of a half that is 0..2048, where all integers are exact. */
static inline __u16 half_of(unsigned int number)
{
	int exponent = 31 - __builtin_clz(number | 1);

	if (!number)
		return 0;
	return (exponent + 15) << 10 | ((number << 11 >> (exponent + 1)) & 0x3ff);
}

static inline __u32 float_of(float number)
{
	__u32 bits;

	memcpy(&bits, &number, sizeof(bits));
	return bits;
}

/* -- files of the kernel -- */

static inline int write_number(const char *path, unsigned long long number)
{
	char text[32];
	int bytes = snprintf(text, sizeof(text), "%llu\n", number);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int ret = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, bytes) != bytes)
		ret = -errno;
	close(fd);
	return ret;
}

static inline int read_number(const char *path, unsigned long long *number)
{
	char text[32] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int ret = 0;

	if (fd < 0)
		return -errno;
	if (read(fd, text, sizeof(text) - 1) <= 0)
		ret = -errno;
	close(fd);
	*number = strtoull(text, NULL, 10);
	return ret;
}

/* Milliseconds that the device sleeps before each chunk, for all cores. */
static inline int job_delay(unsigned int ms)
{
	return write_number(DEBUGFS "job_delay_ms", ms);
}

/* Longer than any test lasts, and shorter than the watchdog's default. */
#define HANG_MS	8000

/* Batches of three operations, none of which ends by itself. */
static inline void hang(struct __test_metadata *_metadata, int core, int count)
{
	struct aicore_desc descs[3] = { mask_desc(1, 0), mask_desc(2, 0), mask_desc(4, 0) };
	int i;

	ASSERT_EQ(0, job_delay(HANG_MS));
	for (i = 0; i < count; i++)
		ASSERT_EQ(0, submit(core, descs, 3, AICORE_SUBMIT_NONBLOCK, NULL));
}

/* -- addresses that lead nowhere -- */

/*
 * A place for bytes that ends where an inaccessible page starts. It is on the
 * third of four pages.
 */
static inline void *before_hole(struct __test_metadata *_metadata, size_t bytes)
{
	char *pages = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	ASSERT_TRUE((void *)pages != MAP_FAILED);
	ASSERT_EQ(0, mprotect(pages + 3 * PAGE, PAGE, PROT_NONE));
	return pages + 3 * PAGE - bytes;
}

/* What no user program has, whatever its width. */
static inline void *kernel_address(void)
{
	return (void *)(sizeof(long) == 8 ? 0xffff888000000000ULL : 0xfffff000UL);
}

#endif /* AICORE_SELFTESTS_DEVICE_H */

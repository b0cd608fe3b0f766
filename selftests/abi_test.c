// SPDX-License-Identifier: GPL-2.0-only
/*
 * The shape of the calls: sizes, flags, reserved fields, pointers that lead
 * nowhere, and where the fields are. This file is built for 64 and for 32 bits,
 * and both must find the same.
 */
#include <assert.h>
#include <dirent.h>

#include "device.h"

/* -- where the fields are: the same numbers in every program -- */

#define FIELD(type, member, offset) \
	static_assert(offsetof(struct type, member) == (offset), #type "." #member)
#define SIZE(type, bytes) \
	static_assert(sizeof(struct type) == (bytes), #type)

SIZE(aicore_operand, 16);
FIELD(aicore_operand, position, 0);
FIELD(aicore_operand, buffer, 4);
FIELD(aicore_operand, offset, 8);

SIZE(aicore_reduce, 80);
FIELD(aicore_reduce, mask_form, 0);
FIELD(aicore_reduce, order, 4);
FIELD(aicore_reduce, mask, 8);
FIELD(aicore_reduce, repeat_time, 24);
FIELD(aicore_reduce, dst_rep_stride, 32);
FIELD(aicore_reduce, src_blk_stride, 40);
FIELD(aicore_reduce, src_rep_stride, 48);
FIELD(aicore_reduce, dst_blk_stride, 56);
FIELD(aicore_reduce, reserved, 64);

SIZE(aicore_copy, 80);
FIELD(aicore_copy, block_count, 0);
FIELD(aicore_copy, block_len, 8);
FIELD(aicore_copy, src_stride, 16);
FIELD(aicore_copy, dst_stride, 24);
FIELD(aicore_copy, block_mode, 32);
FIELD(aicore_copy, deq_scale, 36);
FIELD(aicore_copy, deq_value, 40);
FIELD(aicore_copy, deq_tensor_addr, 48);
FIELD(aicore_copy, pad_value, 56);
FIELD(aicore_copy, sid_store_mode, 64);
FIELD(aicore_copy, is_relu, 72);
FIELD(aicore_copy, pad_mode, 76);

SIZE(aicore_set_mask, 80);
FIELD(aicore_set_mask, mode, 0);
FIELD(aicore_set_mask, reserved0, 4);
FIELD(aicore_set_mask, mask, 8);
FIELD(aicore_set_mask, count, 24);
FIELD(aicore_set_mask, reserved, 32);

SIZE(aicore_desc, 128);
FIELD(aicore_desc, op, 0);
FIELD(aicore_desc, flags, 4);
FIELD(aicore_desc, dst, 8);
FIELD(aicore_desc, src, 24);
FIELD(aicore_desc, src_type, 40);
FIELD(aicore_desc, dst_type, 44);
FIELD(aicore_desc, reduce, 48);
FIELD(aicore_desc, copy, 48);
FIELD(aicore_desc, set_mask, 48);

SIZE(aicore_report, 48);
FIELD(aicore_report, index, 0);
FIELD(aicore_report, reason, 4);
FIELD(aicore_report, field, 8);
FIELD(aicore_report, step, 12);
FIELD(aicore_report, column, 16);
FIELD(aicore_report, reserved, 20);
FIELD(aicore_report, value, 24);
FIELD(aicore_report, low, 32);
FIELD(aicore_report, high, 40);

SIZE(aicore_info, 112);
FIELD(aicore_info, abi, 8);
FIELD(aicore_info, soc, 12);
FIELD(aicore_info, saturate, 16);
FIELD(aicore_info, permissive, 20);
FIELD(aicore_info, features, 24);
FIELD(aicore_info, ops, 32);
FIELD(aicore_info, ub_bytes, 40);
FIELD(aicore_info, l1_bytes, 44);
FIELD(aicore_info, l0c_bytes, 48);
FIELD(aicore_info, desc_bytes, 52);
FIELD(aicore_info, max_descs, 56);
FIELD(aicore_info, max_inflight, 60);
FIELD(aicore_info, max_cores, 64);
FIELD(aicore_info, max_buffers, 68);
FIELD(aicore_info, max_buffer_bytes, 72);
FIELD(aicore_info, max_device_bytes, 80);
FIELD(aicore_info, results_kept, 88);
FIELD(aicore_info, watchdog_ms, 92);
FIELD(aicore_info, buffers, 96);
FIELD(aicore_info, cores, 100);
FIELD(aicore_info, device_bytes, 104);

SIZE(aicore_setup, 24);
FIELD(aicore_setup, soc, 8);
FIELD(aicore_setup, overflow, 12);
FIELD(aicore_setup, check, 16);
FIELD(aicore_setup, reserved, 20);

SIZE(aicore_buffer_create, 32);
FIELD(aicore_buffer_create, bytes, 8);
FIELD(aicore_buffer_create, mmap_offset, 16);
FIELD(aicore_buffer_create, handle, 24);
FIELD(aicore_buffer_create, reserved, 28);

SIZE(aicore_buffer_destroy, 16);
FIELD(aicore_buffer_destroy, handle, 8);
FIELD(aicore_buffer_destroy, reserved, 12);

SIZE(aicore_core_create, 16);
FIELD(aicore_core_create, fd, 8);
FIELD(aicore_core_create, reserved, 12);

SIZE(aicore_region_info, 32);
FIELD(aicore_region_info, region, 8);
FIELD(aicore_region_info, alignment, 12);
FIELD(aicore_region_info, bytes, 16);
FIELD(aicore_region_info, mmap_offset, 24);

SIZE(aicore_result, 88);
FIELD(aicore_result, seqno, 0);
FIELD(aicore_result, user_data, 8);
FIELD(aicore_result, state, 16);
FIELD(aicore_result, error, 20);
FIELD(aicore_result, done_count, 24);
FIELD(aicore_result, reserved, 28);
FIELD(aicore_result, exec_ns, 32);
FIELD(aicore_result, report, 40);

SIZE(aicore_submit, 184);
FIELD(aicore_submit, descs, 8);
FIELD(aicore_submit, desc_count, 16);
FIELD(aicore_submit, desc_stride, 20);
FIELD(aicore_submit, user_data, 24);
FIELD(aicore_submit, deadline_ns, 32);
FIELD(aicore_submit, seqno, 40);
FIELD(aicore_submit, report, 48);
FIELD(aicore_submit, result, 96);

SIZE(aicore_wait, 112);
FIELD(aicore_wait, seqno, 8);
FIELD(aicore_wait, deadline_ns, 16);
FIELD(aicore_wait, result, 24);

SIZE(aicore_reset, 8);

SIZE(aicore_record, 96);
FIELD(aicore_record, type, 4);
FIELD(aicore_record, result, 8);

/* -- what holds for every call -- */

union argument {
	__u32 size;
	struct {
		__u32 size;
		__u32 flags;
	} head;
	struct aicore_info info;
	struct aicore_setup setup;
	struct aicore_buffer_create buffer_create;
	struct aicore_buffer_destroy buffer_destroy;
	struct aicore_core_create core_create;
	struct aicore_region_info region_info;
	struct aicore_submit submit;
	struct aicore_wait wait;
	struct aicore_reset reset;
	unsigned char bytes[2 * PAGE];
};

FIXTURE(ioctl) {
	struct npu npu;
	int fd;				/* the file that the call is made on */
	struct aicore_desc desc;	/* for SUBMIT */
	union argument legal;
};

FIXTURE_VARIANT(ioctl) {
	unsigned long request;
	__u32 size;
	bool on_core;
	bool has_outputs;
	__u32 flags;
	__u32 reserved;		/* offset of a reserved field; 0: none */
};

FIXTURE_VARIANT_ADD(ioctl, info) {
	.request = AICORE_IOC_INFO,
	.size = 112,
	.has_outputs = true,
};

FIXTURE_VARIANT_ADD(ioctl, info_on_core) {
	.request = AICORE_IOC_INFO,
	.size = 112,
	.on_core = true,
	.has_outputs = true,
};

FIXTURE_VARIANT_ADD(ioctl, setup) {
	.request = AICORE_IOC_SETUP,
	.size = 24,
	.reserved = 20,
	.flags = AICORE_SETUP_FLOAT_NODES,
};

FIXTURE_VARIANT_ADD(ioctl, buffer_create) {
	.request = AICORE_IOC_BUFFER_CREATE,
	.size = 32,
	.has_outputs = true,
	.reserved = 28,
};

FIXTURE_VARIANT_ADD(ioctl, buffer_destroy) {
	.request = AICORE_IOC_BUFFER_DESTROY,
	.size = 16,
	.reserved = 12,
};

FIXTURE_VARIANT_ADD(ioctl, core_create) {
	.request = AICORE_IOC_CORE_CREATE,
	.size = 16,
	.has_outputs = true,
	.reserved = 12,
};

FIXTURE_VARIANT_ADD(ioctl, region_info) {
	.request = AICORE_IOC_REGION_INFO,
	.size = 32,
	.on_core = true,
	.has_outputs = true,
};

FIXTURE_VARIANT_ADD(ioctl, submit) {
	.request = AICORE_IOC_SUBMIT,
	.size = 184,
	.on_core = true,
	.has_outputs = true,
	.flags = AICORE_SUBMIT_VALIDATE_ONLY | AICORE_SUBMIT_WAIT |
		 AICORE_SUBMIT_NOTIFY | AICORE_SUBMIT_NONBLOCK,
};

FIXTURE_VARIANT_ADD(ioctl, wait) {
	.request = AICORE_IOC_WAIT,
	.size = 112,
	.on_core = true,
	.has_outputs = true,
};

FIXTURE_VARIANT_ADD(ioctl, reset) {
	.request = AICORE_IOC_RESET,
	.size = 8,
	.on_core = true,
	.flags = AICORE_RESET_ZERO_MEMORY,
};

/* An argument with which the call succeeds. */
static void fill_legal(union argument *legal, unsigned long request, __u32 buffer,
		       const struct aicore_desc *desc)
{
	switch (request) {
	case AICORE_IOC_SETUP:
		legal->setup.soc = AICORE_SOC_ASCEND910B;
		break;
	case AICORE_IOC_BUFFER_CREATE:
		legal->buffer_create.bytes = 100;
		break;
	case AICORE_IOC_BUFFER_DESTROY:
		legal->buffer_destroy.handle = buffer;
		break;
	case AICORE_IOC_REGION_INFO:
		legal->region_info.region = AICORE_REGION_UB;
		break;
	case AICORE_IOC_SUBMIT:
		legal->submit.descs = (uintptr_t)desc;
		legal->submit.desc_count = 1;
		legal->submit.desc_stride = sizeof(*desc);
		break;
	case AICORE_IOC_WAIT:
		legal->wait.seqno = 1;
		break;
	}
}

FIXTURE_SETUP(ioctl)
{
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	self->desc = mask_desc(1, 0);
	self->fd = variant->on_core ? self->npu.core : self->npu.fd;
	if (variant->request == AICORE_IOC_WAIT)
		ASSERT_EQ(0, run_one(self->npu.core, self->desc));
	if (variant->request == AICORE_IOC_SETUP) {
		self->fd = device_open();
		ASSERT_GE(self->fd, 0);
	}
	self->legal.size = variant->size;
	fill_legal(&self->legal, variant->request, self->npu.buffer, &self->desc);
}

FIXTURE_TEARDOWN(ioctl)
{
	if (variant->request == AICORE_IOC_SETUP)
		close(self->fd);
	npu_close(&self->npu);
}

TEST_F(ioctl, legal)
{
	EXPECT_EQ(0, call(self->fd, variant->request, &self->legal));
}

TEST_F(ioctl, size_0)
{
	self->legal.size = 0;
	EXPECT_EQ(-EINVAL, call(self->fd, variant->request, &self->legal));
}

/* There is no header older than the first. */
TEST_F(ioctl, size_shorter)
{
	self->legal.size = variant->size - 8;
	EXPECT_EQ(-EINVAL, call(self->fd, variant->request, &self->legal));
}

TEST_F(ioctl, size_longer_zero_tail)
{
	self->legal.size = variant->size + 8;
	EXPECT_EQ(0, call(self->fd, variant->request, &self->legal));
}

TEST_F(ioctl, size_page_zero_tail)
{
	self->legal.size = PAGE;
	EXPECT_EQ(0, call(self->fd, variant->request, &self->legal));
}

/* Each byte of the tail counts. */
TEST_F(ioctl, size_longer_other_tail)
{
	__u32 i;

	self->legal.size = variant->size + 8;
	for (i = variant->size; i < variant->size + 8; i++) {
		self->legal.bytes[i] = 1;
		EXPECT_EQ(-E2BIG, call(self->fd, variant->request, &self->legal));
		self->legal.bytes[i] = 0;
	}
	EXPECT_EQ(0, call(self->fd, variant->request, &self->legal));
}

TEST_F(ioctl, size_huge)
{
	self->legal.bytes[variant->size] = 1;
	self->legal.size = 0xffffffff;
	EXPECT_EQ(-E2BIG, call(self->fd, variant->request, &self->legal));
	self->legal.size = 0x80000000;
	EXPECT_EQ(-E2BIG, call(self->fd, variant->request, &self->legal));
}

TEST_F(ioctl, flags_unknown)
{
	int bit;

	for (bit = 0; bit < 32; bit++) {
		if (variant->flags >> bit & 1)
			continue;
		self->legal.head.flags = 1U << bit;
		EXPECT_EQ(-EINVAL, call(self->fd, variant->request, &self->legal)) {
			TH_LOG("bit %d", bit);
		}
	}
	self->legal.head.flags = 0;
	EXPECT_EQ(0, call(self->fd, variant->request, &self->legal));
}

TEST_F(ioctl, reserved_field)
{
	unsigned char *field = self->legal.bytes + variant->reserved;
	int i;

	for (i = 0; variant->reserved && i < 4; i++) {
		field[i] = 0x80;
		EXPECT_EQ(-EINVAL, call(self->fd, variant->request, &self->legal));
		field[i] = 0;
	}
	EXPECT_EQ(0, call(self->fd, variant->request, &self->legal));
}

TEST_F(ioctl, pointer_nowhere)
{
	EXPECT_EQ(-EFAULT, call(self->fd, variant->request, NULL));
	EXPECT_EQ(-EFAULT, call(self->fd, variant->request, (void *)8));
	EXPECT_EQ(-EFAULT, call(self->fd, variant->request, kernel_address()));
	EXPECT_EQ(-EFAULT, call(self->fd, variant->request, (void *)-8L));
}

TEST_F(ioctl, pointer_misaligned)
{
	static unsigned char place[PAGE];

	memcpy(place + 1, &self->legal, variant->size);
	EXPECT_EQ(0, call(self->fd, variant->request, place + 1));
}

TEST_F(ioctl, ends_before_hole)
{
	void *place = before_hole(_metadata, variant->size);

	memcpy(place, &self->legal, variant->size);
	EXPECT_EQ(0, call(self->fd, variant->request, place));
}

TEST_F(ioctl, reaches_into_hole)
{
	char *place = before_hole(_metadata, variant->size - 4);

	memcpy(place, &self->legal, variant->size - 4);
	EXPECT_EQ(-EFAULT, call(self->fd, variant->request, place));

	/* Nothing but size is there to be read. */
	place = before_hole(_metadata, 4);
	memcpy(place, &self->legal, 4);
	EXPECT_EQ(-EFAULT, call(self->fd, variant->request, place));
}

static int open_files(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int count = 0;

	if (!folder)
		return -1;
	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

/*
 * A call with outputs can't succeed where they can't be written, and then it
 * leaves nothing behind. One without is content with constants.
 */
TEST_F(ioctl, read_only_argument)
{
	struct aicore_info before, after;
	int files = open_files();
	union argument *place;
	int ret;

	place = mmap(NULL, sizeof(*place), PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_TRUE(place != MAP_FAILED);
	*place = self->legal;
	ASSERT_EQ(0, mprotect(place, sizeof(*place), PROT_READ));
	ASSERT_EQ(0, get_info(self->npu.fd, &before));
	ret = call(self->fd, variant->request, place);
	if (!variant->has_outputs) {
		EXPECT_EQ(0, ret);
		return;
	}
	EXPECT_EQ(-EFAULT, ret);
	ASSERT_EQ(0, get_info(self->npu.fd, &after));
	EXPECT_EQ(0, memcmp(&before, &after, sizeof(before)));
	EXPECT_EQ(files, open_files());
}

/* The number is one of the other file's calls, or of none. */
TEST_F(ioctl, other_file)
{
	int other = variant->on_core ? self->npu.fd : self->npu.core;
	int expected = variant->request == AICORE_IOC_INFO ? 0 : -ENOTTY;

	EXPECT_EQ(expected, call(other, variant->request, &self->legal));
}

/* A direction or a size in the number makes it another one. */
TEST_F(ioctl, number_with_size)
{
	int nr = _IOC_NR(variant->request);

	EXPECT_EQ(-ENOTTY, call(self->fd, _IOWR(AICORE_IOC_TYPE, nr, char[8]), &self->legal));
	EXPECT_EQ(-ENOTTY, call(self->fd, _IOC(_IOC_NONE, AICORE_IOC_TYPE, nr, 8), &self->legal));
	EXPECT_EQ(-ENOTTY, call(self->fd, _IO(AICORE_IOC_TYPE - 1, nr), &self->legal));
}

/* -- numbers -- */

TEST(request_numbers)
{
	EXPECT_EQ(0xe700, AICORE_IOC_INFO);
	EXPECT_EQ(0xe701, AICORE_IOC_SETUP);
	EXPECT_EQ(0xe702, AICORE_IOC_BUFFER_CREATE);
	EXPECT_EQ(0xe703, AICORE_IOC_BUFFER_DESTROY);
	EXPECT_EQ(0xe704, AICORE_IOC_CORE_CREATE);
	EXPECT_EQ(0xe710, AICORE_IOC_REGION_INFO);
	EXPECT_EQ(0xe711, AICORE_IOC_SUBMIT);
	EXPECT_EQ(0xe712, AICORE_IOC_WAIT);
	EXPECT_EQ(0xe713, AICORE_IOC_RESET);
}

TEST(unknown_numbers)
{
	union argument argument = { .size = 8 };
	struct npu npu;
	int nr;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910B);
	for (nr = 0; nr < 256; nr++) {
		bool known_on_device = nr <= 4;
		bool known_on_core = nr == 0 || (nr >= 0x10 && nr <= 0x13);

		if (!known_on_device)
			EXPECT_EQ(-ENOTTY, call(npu.fd, _IO(AICORE_IOC_TYPE, nr), &argument));
		if (!known_on_core)
			EXPECT_EQ(-ENOTTY, call(npu.core, _IO(AICORE_IOC_TYPE, nr), &argument));
	}
	npu_close(&npu);
}

/* -- outputs of calls that fail -- */

TEST(outputs_after_refusal)
{
	struct aicore_desc desc = mask_desc(1, 1);
	struct aicore_submit arg = submit_arg(&desc, 1, 0);
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910B);
	desc.op = 77;
	arg.seqno = 0xdead;
	memset(&arg.report, 0xee, sizeof(arg.report));
	memset(&arg.result, 0xee, sizeof(arg.result));
	EXPECT_EQ(-EINVAL, call(npu.core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(0, arg.seqno);
	EXPECT_EQ(0, arg.report.index);
	EXPECT_EQ(AICORE_REASON_OP_UNKNOWN, arg.report.reason);
	EXPECT_EQ(AICORE_FIELD_OP, arg.report.field);
	EXPECT_EQ(AICORE_NO_STEP, arg.report.step);
	EXPECT_EQ(AICORE_NO_STEP, arg.report.column);
	EXPECT_EQ(0, arg.report.reserved);
	EXPECT_EQ(77, arg.report.value);
	EXPECT_EQ(AICORE_REASON_NONE, arg.result.report.reason);
	EXPECT_EQ(0, arg.result.seqno);
	/* What the caller gave stays as it was. */
	EXPECT_EQ(sizeof(arg), arg.size);
	EXPECT_EQ((uintptr_t)&desc, arg.descs);
	npu_close(&npu);
}

/* EINVAL of the call itself comes with no report. */
TEST(outputs_after_bad_count)
{
	struct aicore_desc desc = mask_desc(1, 1);
	struct aicore_submit arg = submit_arg(&desc, 0, 0);
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910B);
	arg.seqno = 0xdead;
	memset(&arg.report, 0xee, sizeof(arg.report));
	EXPECT_EQ(-EINVAL, call(npu.core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(0, arg.seqno);
	EXPECT_EQ(AICORE_REASON_NONE, arg.report.reason);
	npu_close(&npu);
}

TEST(outputs_after_unknown_seqno)
{
	struct aicore_wait arg = { .size = sizeof(arg), .seqno = 5 };
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910B);
	memset(&arg.result, 0xee, sizeof(arg.result));
	EXPECT_EQ(-ENOENT, call(npu.core, AICORE_IOC_WAIT, &arg));
	EXPECT_EQ(0, arg.result.seqno);
	EXPECT_EQ(0, arg.result.state);
	EXPECT_EQ(0, arg.result.report.reason);
	npu_close(&npu);
}

TEST(outputs_after_bad_create)
{
	struct aicore_buffer_create buffer = {
		.size = sizeof(buffer),
		.mmap_offset = 0xeeee,
		.handle = 0xeeee,
	};
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910B);
	EXPECT_EQ(-EINVAL, call(npu.fd, AICORE_IOC_BUFFER_CREATE, &buffer));
	EXPECT_EQ(0, buffer.handle);
	EXPECT_EQ(0, buffer.mmap_offset);
	npu_close(&npu);
}

TEST_HARNESS_MAIN

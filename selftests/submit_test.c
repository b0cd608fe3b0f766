// SPDX-License-Identifier: GPL-2.0-only
/* Batches: what SUBMIT takes as a whole, or not at all; and the mask register. */
#include "device.h"

#define SRC	0x0
#define DST	0x8000

FIXTURE(submit) {
	struct npu npu;
	struct aicore_desc descs[1025];
	unsigned char wide[1024 * 512];
};

FIXTURE_SETUP(submit)
{
	int i;

	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	for (i = 0; i < 1025; i++)
		self->descs[i] = mask_desc(1, 0);
}

FIXTURE_TEARDOWN(submit)
{
	job_delay(0);
	npu_close(&self->npu);
}

/* Ones in all lanes of half: an external sum then tells how many are on. */
static void prepare_lanes(struct npu *npu)
{
	fill_u16(npu->ub + SRC, 128, HALF_ONE);
}

/* Bits of the mask register that are set, by a sum over ones; -1: error. */
static int lanes_on(struct npu *npu)
{
	struct aicore_desc sum =
		external(sum_desc(AICORE_TYPE_HALF, 0xff00, SRC, 0, 1, 1, 1, 8));
	int lanes = 0;

	fill_u16(npu->ub + 0xff00, 1, 0);
	if (run_one(npu->core, sum))
		return -1;
	while (lanes <= 128 && half_of(lanes) != u16_at(npu->ub, 0xff00))
		lanes++;
	return lanes;
}

static int submit_stride(struct npu *npu, const void *descs, __u32 count, __u32 stride,
			 __u32 flags)
{
	struct aicore_submit arg = submit_arg(descs, count, flags);

	arg.desc_stride = stride;
	return call(npu->core, AICORE_IOC_SUBMIT, &arg);
}

static void spread(unsigned char *wide, const struct aicore_desc *descs, int count, int stride)
{
	int i;

	memset(wide, 0, count * stride);
	for (i = 0; i < count; i++)
		memcpy(wide + i * stride, &descs[i], sizeof(*descs));
}

/* -- how many, how far apart -- */

TEST_F(submit, count)
{
	__u32 flags;

	for (flags = 0; flags <= AICORE_SUBMIT_WAIT; flags++) {
		if (flags > AICORE_SUBMIT_VALIDATE_ONLY && flags != AICORE_SUBMIT_WAIT)
			continue;
		EXPECT_EQ(-EINVAL, submit(self->npu.core, self->descs, 0, flags, NULL));
		EXPECT_EQ(0, submit(self->npu.core, self->descs, 1, flags, NULL));
		EXPECT_EQ(0, submit(self->npu.core, self->descs, 1024, flags, NULL));
		EXPECT_EQ(-EINVAL, submit(self->npu.core, self->descs, 1025, flags, NULL));
		EXPECT_EQ(-EINVAL, submit(self->npu.core, self->descs, 0x80000000, flags, NULL));
		EXPECT_EQ(-EINVAL, submit(self->npu.core, self->descs, 0xffffffff, flags, NULL));
	}
}

TEST_F(submit, all_of_1024_run)
{
	struct aicore_submit arg;
	int i;

	for (i = 0; i < 1024; i++)
		self->descs[i] = sum_desc(AICORE_TYPE_FLOAT, DST + 4 * i, SRC, 64, 1, 1, 1, 8);
	fill_u32(self->npu.ub + SRC, 64, FLOAT_ONE);
	arg = submit_arg(self->descs, 1024, AICORE_SUBMIT_WAIT);
	ASSERT_EQ(0, call(self->npu.core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(0, arg.result.error);
	EXPECT_EQ(1024, arg.result.done_count);
	for (i = 0; i < 1024; i++)
		EXPECT_EQ(0x42800000, u32_at(self->npu.ub, DST + 4 * i));
}

TEST_F(submit, stride_refused)
{
	static const __u32 strides[] = {
		0, 8, 120, 127, 129, 132, 511, 516, 520, 1024, 0x80000080, 0xfffffff8, 0xffffffff,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(strides); i++) {
		EXPECT_EQ(-EINVAL, submit_stride(&self->npu, self->descs, 1, strides[i], 0)) {
			TH_LOG("stride %u", strides[i]);
		}
	}
}

TEST_F(submit, stride_zero_tail)
{
	__u32 stride;
	int i;

	fill_u32(self->npu.ub + SRC, 64, FLOAT_ONE);
	for (i = 0; i < 5; i++)
		self->descs[i] = sum_desc(AICORE_TYPE_FLOAT, DST + 4 * i, SRC, i + 1, 1, 1, 1, 8);
	for (stride = 128; stride <= 512; stride += 8) {
		memset(self->npu.ub + DST, 0, 32);
		spread(self->wide, self->descs, 5, stride);
		EXPECT_EQ(0, submit_stride(&self->npu, self->wide, 5, stride, AICORE_SUBMIT_WAIT));
		EXPECT_EQ(0x3f800000, u32_at(self->npu.ub, DST));
		EXPECT_EQ(0x40a00000, u32_at(self->npu.ub, DST + 16));
	}
	spread(self->wide, self->descs, 5, 512);
	EXPECT_EQ(0, submit_stride(&self->npu, self->wide, 1024 / 512, 512, AICORE_SUBMIT_WAIT));
}

/* A tail of any descriptor, in its first and last byte. */
TEST_F(submit, stride_other_tail)
{
	static const __u32 strides[] = { 136, 144, 256, 512 };
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(strides); i++) {
		for (k = 0; k < 3; k++) {
			spread(self->wide, self->descs, 3, strides[i]);
			self->wide[k * strides[i] + 128] = 1;
			EXPECT_EQ(-E2BIG,
				  submit_stride(&self->npu, self->wide, 3, strides[i], 0));
			spread(self->wide, self->descs, 3, strides[i]);
			self->wide[(k + 1) * strides[i] - 1] = 0x80;
			EXPECT_EQ(-E2BIG,
				  submit_stride(&self->npu, self->wide, 3, strides[i], 0));
		}
	}
}

TEST_F(submit, stride_512_times_1024)
{
	spread(self->wide, self->descs, 1024, 512);
	EXPECT_EQ(0, submit_stride(&self->npu, self->wide, 1024, 512, AICORE_SUBMIT_WAIT));
}

/* -- pointers -- */

TEST_F(submit, descs_nowhere)
{
	struct aicore_submit arg = submit_arg(NULL, 1, 0);

	EXPECT_EQ(-EFAULT, call(self->npu.core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(0, arg.seqno);
	EXPECT_EQ(AICORE_REASON_NONE, arg.report.reason);
	arg.descs = (uintptr_t)kernel_address();
	EXPECT_EQ(-EFAULT, call(self->npu.core, AICORE_IOC_SUBMIT, &arg));
	arg.descs = 0xffffffffffffff80ULL;
	EXPECT_EQ(-EFAULT, call(self->npu.core, AICORE_IOC_SUBMIT, &arg));
	arg.descs = 0x8000000000000000ULL;
	EXPECT_EQ(-EFAULT, call(self->npu.core, AICORE_IOC_SUBMIT, &arg));
}

TEST_F(submit, descs_before_hole)
{
	struct aicore_desc *descs = before_hole(_metadata, 2 * sizeof(*descs));

	memcpy(descs, self->descs, 2 * sizeof(*descs));
	EXPECT_EQ(0, run(self->npu.core, descs, 2));
	EXPECT_EQ(-EFAULT, run(self->npu.core, descs, 3));
	/* The last descriptor is there, but not all of its stride. */
	descs = before_hole(_metadata, 136 + 128);
	spread((unsigned char *)descs, self->descs, 1, 136);
	memcpy((unsigned char *)descs + 136, self->descs, sizeof(*descs));
	EXPECT_EQ(-EFAULT, submit_stride(&self->npu, descs, 2, 136, 0));
	/* Nothing of the refused ones was queued. */
	EXPECT_EQ(-ENOENT, wait_until(self->npu.core, 2, 0, NULL));
}

TEST_F(submit, descs_misaligned)
{
	self->wide[0] = 0;
	memcpy(self->wide + 3, self->descs, 3 * sizeof(struct aicore_desc));
	EXPECT_EQ(0, submit_stride(&self->npu, self->wide + 3, 3, 128, AICORE_SUBMIT_WAIT));
}

/* -- flags -- */

TEST_F(submit, validate_only_goes_alone)
{
	static const __u32 others[] = {
		AICORE_SUBMIT_WAIT, AICORE_SUBMIT_NOTIFY, AICORE_SUBMIT_NONBLOCK,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(others); i++) {
		EXPECT_EQ(-EINVAL, submit(self->npu.core, self->descs, 1,
					  AICORE_SUBMIT_VALIDATE_ONLY | others[i], NULL));
	}
}

/* -- numbers -- */

TEST_F(submit, seqno_counts_from_1)
{
	__u64 seqno, i;

	for (i = 1; i <= 20; i++) {
		__u32 flags = i % 3 ? AICORE_SUBMIT_WAIT : 0;

		EXPECT_EQ(0, submit(self->npu.core, self->descs, 1, flags, &seqno));
		EXPECT_EQ(i, seqno);
		/* What is not queued takes no number. */
		EXPECT_EQ(-EINVAL, submit(self->npu.core, self->descs, 0, flags, &seqno));
		EXPECT_EQ(0, seqno);
		EXPECT_EQ(0, submit(self->npu.core, self->descs, 1, AICORE_SUBMIT_VALIDATE_ONLY,
				    &seqno));
		EXPECT_EQ(0, seqno);
	}
	EXPECT_EQ(0, wait_done(self->npu.core, 20));
}

TEST_F(submit, seqno_is_per_core)
{
	int other = core_add(_metadata, self->npu.fd);
	__u64 seqno;

	EXPECT_EQ(0, submit(self->npu.core, self->descs, 1, 0, &seqno));
	EXPECT_EQ(0, submit(self->npu.core, self->descs, 1, 0, &seqno));
	EXPECT_EQ(2, seqno);
	EXPECT_EQ(0, submit(other, self->descs, 1, 0, &seqno));
	EXPECT_EQ(1, seqno);
	close(other);
}

TEST_F(submit, result_of_a_good_batch)
{
	struct aicore_submit arg = submit_arg(self->descs, 7, AICORE_SUBMIT_WAIT);

	arg.user_data = 0x123456789abcdef0ULL;
	ASSERT_EQ(0, call(self->npu.core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(1, arg.seqno);
	EXPECT_EQ(AICORE_REASON_NONE, arg.report.reason);
	EXPECT_EQ(1, arg.result.seqno);
	EXPECT_EQ(0x123456789abcdef0ULL, arg.result.user_data);
	EXPECT_EQ(AICORE_STATE_DONE, arg.result.state);
	EXPECT_EQ(0, arg.result.error);
	EXPECT_EQ(7, arg.result.done_count);
	EXPECT_EQ(0, arg.result.reserved);
	EXPECT_EQ(AICORE_REASON_NONE, arg.result.report.reason);
}

/* -- all or nothing -- */

TEST_F(submit, refused_batch_runs_nothing)
{
	struct aicore_submit arg;
	__u32 bad;

	prepare_lanes(&self->npu);
	memset(self->npu.ub + DST, 0x55, 256);
	for (bad = 0; bad < 100; bad += 33) {
		int i;

		for (i = 0; i < 100; i++)
			self->descs[i] = sum_desc(AICORE_TYPE_HALF, DST + 2 * i, SRC, 128, 1, 1,
						  1, 8);
		self->descs[bad].reduce.repeat_time = 256;
		/* A later mistake of an earlier rule stays in its shadow. */
		self->descs[99].flags = 1;
		arg = submit_arg(self->descs, 100, AICORE_SUBMIT_WAIT);
		EXPECT_EQ(-EINVAL, call(self->npu.core, AICORE_IOC_SUBMIT, &arg));
		EXPECT_EQ(bad, arg.report.index);
		EXPECT_EQ(bad == 99 ? AICORE_REASON_RESERVED : AICORE_REASON_RANGE,
			  arg.report.reason);
		EXPECT_EQ(0, arg.seqno);
		EXPECT_TRUE(all_bytes(self->npu.ub + DST, 256, 0x55));
	}
	EXPECT_EQ(-ENOENT, wait_until(self->npu.core, 1, 0, NULL));
}

TEST_F(submit, report_index_last_of_1024)
{
	struct aicore_submit arg = submit_arg(self->descs, 1024, 0);

	self->descs[1023].op = 0;
	EXPECT_EQ(-EINVAL, call(self->npu.core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(1023, arg.report.index);
	EXPECT_EQ(AICORE_REASON_OP_UNKNOWN, arg.report.reason);
}

TEST_F(submit, refused_batch_leaves_register)
{
	prepare_lanes(&self->npu);
	ASSERT_EQ(0, run_one(self->npu.core, mask_desc(0x1f, 0x3)));
	ASSERT_EQ(7, lanes_on(&self->npu));
	self->descs[0] = mask_desc(0xff, 0);
	self->descs[1] = sum_desc(AICORE_TYPE_HALF, DST, SRC, 100, 1, 1, 1, 8);
	self->descs[2] = sum_desc(AICORE_TYPE_HALF, DST, SRC, 129, 1, 1, 1, 8);
	EXPECT_EQ(-EINVAL, run(self->npu.core, self->descs, 3));
	EXPECT_EQ(7, lanes_on(&self->npu));
}

/* -- VALIDATE_ONLY -- */

TEST_F(submit, validate_only_changes_nothing)
{
	struct aicore_submit arg;

	prepare_lanes(&self->npu);
	memset(self->npu.ub + DST, 0x55, 64);
	ASSERT_EQ(0, run_one(self->npu.core, mask_desc(0x1f, 0)));
	self->descs[0] = mask_desc(3, 0);
	self->descs[1] = external(sum_desc(AICORE_TYPE_HALF, DST, SRC, 0, 1, 1, 1, 8));
	arg = submit_arg(self->descs, 2, AICORE_SUBMIT_VALIDATE_ONLY);
	EXPECT_EQ(0, call(self->npu.core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(0, arg.seqno);
	EXPECT_EQ(AICORE_REASON_NONE, arg.report.reason);
	EXPECT_TRUE(all_bytes(self->npu.ub + DST, 64, 0x55));
	EXPECT_EQ(5, lanes_on(&self->npu));
	EXPECT_EQ(-ENOENT, wait_until(self->npu.core, 3, 0, NULL));
}

/* It starts from the register, and carries the mask from one to the next. */
TEST_F(submit, validate_only_starts_from_register)
{
	/* Repeat 0 is in UB, but only its first DataBlock. */
	__u64 end = 192 * KIB - 32;
	struct aicore_desc sum = external(sum_desc(AICORE_TYPE_HALF, DST, end, 0, 1, 1, 1, 8));
	struct aicore_report report;

	EXPECT_EQ(-ERANGE, check_one(self->npu.core, sum, &report));
	self->descs[0] = mask_desc(0xffff, 0);
	self->descs[1] = sum;
	EXPECT_EQ(0, submit(self->npu.core, self->descs, 2, AICORE_SUBMIT_VALIDATE_ONLY, NULL));
	EXPECT_EQ(-ERANGE, check_one(self->npu.core, sum, &report));
	EXPECT_EQ(0, run(self->npu.core, self->descs, 1));
	EXPECT_EQ(0, check_one(self->npu.core, sum, &report));
}

/* -- the mask register -- */

TEST_F(submit, register_starts_full)
{
	prepare_lanes(&self->npu);
	EXPECT_EQ(128, lanes_on(&self->npu));
}

TEST_F(submit, register_lives_between_batches)
{
	prepare_lanes(&self->npu);
	ASSERT_EQ(0, run_one(self->npu.core, mask_desc(0xf0f0, 1ULL << 63)));
	EXPECT_EQ(9, lanes_on(&self->npu));
	/* An external call reads it and leaves it. */
	EXPECT_EQ(9, lanes_on(&self->npu));
}

TEST_F(submit, register_is_per_core)
{
	struct npu other = self->npu;

	other.core = core_add(_metadata, self->npu.fd);
	other.ub = map_region(_metadata, other.core, AICORE_REGION_UB);
	prepare_lanes(&self->npu);
	prepare_lanes(&other);
	ASSERT_EQ(0, run_one(self->npu.core, mask_desc(1, 0)));
	EXPECT_EQ(1, lanes_on(&self->npu));
	EXPECT_EQ(128, lanes_on(&other));
	close(other.core);
}

/* A contiguous mask of a call sets bits 0..n-1 and clears the rest. */
TEST_F(submit, register_after_contiguous_call)
{
	static const int masks[] = { 1, 2, 63, 64, 65, 127, 128 };
	unsigned int i;

	prepare_lanes(&self->npu);
	for (i = 0; i < ARRAY_SIZE(masks); i++) {
		ASSERT_EQ(0, run_one(self->npu.core, mask_desc(-1ULL, -1ULL)));
		ASSERT_EQ(0, run_one(self->npu.core, sum_desc(AICORE_TYPE_HALF, DST, SRC,
							      masks[i], 1, 1, 1, 8)));
		EXPECT_EQ(masks[i], lanes_on(&self->npu));
	}
	/* Also for a float, which has but 64 lanes. */
	ASSERT_EQ(0, run_one(self->npu.core,
			     sum_desc(AICORE_TYPE_FLOAT, DST, SRC, 64, 1, 1, 1, 8)));
	EXPECT_EQ(64, lanes_on(&self->npu));
}

/* Both words as given, also the one that a float ignores. */
TEST_F(submit, register_after_bitwise_call)
{
	struct aicore_desc sum = sum_desc(AICORE_TYPE_FLOAT, DST, SRC, 0, 1, 1, 1, 8);

	prepare_lanes(&self->npu);
	ASSERT_EQ(0, run_one(self->npu.core, bitwise(sum, 0x7, 0xff)));
	EXPECT_EQ(11, lanes_on(&self->npu));
}

/* Calls that do nothing still write the register. */
TEST_F(submit, register_after_no_operation)
{
	prepare_lanes(&self->npu);
	ASSERT_EQ(0, run_one(self->npu.core,
			     sum_desc(AICORE_TYPE_HALF, DST, SRC, 17, 0, 1, 1, 8)));
	EXPECT_EQ(17, lanes_on(&self->npu));
	/* 910b: a zero mask is no operation. */
	ASSERT_EQ(0, run_one(self->npu.core,
			     sum_desc(AICORE_TYPE_HALF, DST, SRC, 0, 1, 1, 1, 8)));
	EXPECT_EQ(0, lanes_on(&self->npu));
}

/* DataCopy has nothing to do with it. */
TEST_F(submit, register_after_copy)
{
	prepare_lanes(&self->npu);
	ASSERT_EQ(0, run_one(self->npu.core, mask_desc(0x1f, 0)));
	ASSERT_EQ(0, run_one(self->npu.core,
			     copy_desc(AICORE_TYPE_HALF, at(AICORE_POSITION_VECIN, 0x4000),
				       gm(self->npu.buffer, 0), 1, 1, 0, 0)));
	EXPECT_EQ(5, lanes_on(&self->npu));
}

/* A call with a mask of its own leaves counter mode. */
TEST_F(submit, register_leaves_counter_mode)
{
	prepare_lanes(&self->npu);
	ASSERT_EQ(0, run_one(self->npu.core, counter_desc(300)));
	ASSERT_EQ(0, run_one(self->npu.core,
			     sum_desc(AICORE_TYPE_HALF, DST, SRC, 9, 1, 1, 1, 8)));
	EXPECT_EQ(9, lanes_on(&self->npu));
	ASSERT_EQ(0, run_one(self->npu.core, counter_desc(300)));
	ASSERT_EQ(0, run_one(self->npu.core, mask_desc(0x3f, 0)));
	EXPECT_EQ(6, lanes_on(&self->npu));
}

/*
 * Which mask an external call uses is settled when it is submitted, whatever is
 * still queued.
 */
TEST_F(submit, external_mask_settled_at_submission)
{
	struct aicore_desc sum = external(sum_desc(AICORE_TYPE_HALF, DST, SRC, 0, 1, 1, 1, 8));
	int i;

	prepare_lanes(&self->npu);
	ASSERT_EQ(0, job_delay(20));
	for (i = 0; i < 4; i++) {
		self->descs[0] = mask_desc((1ULL << (i + 1)) - 1, 0);
		sum.dst.offset = DST + 2 * i;
		self->descs[1] = sum;
		ASSERT_EQ(0, submit(self->npu.core, self->descs, 1, 0, NULL));
		ASSERT_EQ(0, submit(self->npu.core, self->descs + 1, 1, 0, NULL));
	}
	ASSERT_EQ(0, wait_done(self->npu.core, 8));
	EXPECT_EQ(0x3c00, u16_at(self->npu.ub, DST));
	EXPECT_EQ(0x4000, u16_at(self->npu.ub, DST + 2));
	EXPECT_EQ(0x4200, u16_at(self->npu.ub, DST + 4));
	EXPECT_EQ(0x4400, u16_at(self->npu.ub, DST + 6));
}

/*
 * A batch that stops while it runs leaves the register as if it had run to its
 * end: here a vector of parameters with mixed MCB stops it before SetVectorMask.
 */
TEST(register_after_run_time_error)
{
	struct aicore_desc descs[2];
	struct aicore_submit arg;
	struct npu npu;
	__u64 *vector;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND310P);
	prepare_lanes(&npu);
	vector = (__u64 *)(npu.ub + 0x4000);
	vector[3] = 1ULL << AICORE_DEQ_MCB_SHIFT;
	descs[0] = quant_desc(AICORE_TYPE_INT32, AICORE_TYPE_INT8, 0x8000, 0,
			      AICORE_DEQ_SCALE_VDEQ8, 0);
	descs[0].copy.deq_tensor_addr = 0x4000;
	descs[1] = mask_desc(0x1ff, 0);
	arg = submit_arg(descs, 2, AICORE_SUBMIT_WAIT);
	ASSERT_EQ(0, call(npu.core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(EINVAL, arg.result.error);
	EXPECT_EQ(0, arg.result.done_count);
	EXPECT_EQ(0, arg.result.report.index);
	EXPECT_EQ(AICORE_REASON_MCB, arg.result.report.reason);
	EXPECT_EQ(9, lanes_on(&npu));
	npu_close(&npu);
}

/* -- user memory is looked at once -- */

TEST_F(submit, descs_changed_after_submit)
{
	__u64 seqno;
	int i;

	prepare_lanes(&self->npu);
	memset(self->npu.ub + DST, 0, 64);
	for (i = 0; i < 16; i++)
		self->descs[i] = sum_desc(AICORE_TYPE_HALF, DST + 2 * i, SRC, 8, 1, 1, 1, 8);
	ASSERT_EQ(0, job_delay(10));
	ASSERT_EQ(0, submit(self->npu.core, self->descs, 16, 0, &seqno));
	memset(self->descs, 0xff, sizeof(self->descs));
	ASSERT_EQ(0, wait_done(self->npu.core, seqno));
	for (i = 0; i < 16; i++)
		EXPECT_EQ(0x4800, u16_at(self->npu.ub, DST + 2 * i));
}

struct rewriter {
	pthread_t thread;
	struct aicore_desc *descs;
	__u32 handle;
	volatile bool stop;
};

/* Flips between legal descriptors and all sorts of nonsense. */
static void *rewrite(void *data)
{
	struct rewriter *rewriter = data;
	unsigned int seed = 1, i;

	while (!rewriter->stop) {
		for (i = 0; i < 64; i++) {
			unsigned char *byte = (unsigned char *)&rewriter->descs[i];

			seed = seed * 1103515245 + 12345;
			byte[seed >> 16 & 127] = seed >> 8;
			if (seed >> 24 & 1)
				rewriter->descs[i] = sum_desc(AICORE_TYPE_HALF, DST, SRC, 128, 255,
							      1, 1, 8);
			else if (seed >> 25 & 1)
				rewriter->descs[i] =
					copy_desc(AICORE_TYPE_HALF,
						  at(AICORE_POSITION_VECIN, 0x4000),
						  gm(rewriter->handle, 0), 4, 8, 0, 0);
		}
	}
	return NULL;
}

TEST_F(submit, descs_changed_during_submit)
{
	struct rewriter rewriter = {
		.descs = self->descs,
		.handle = self->npu.buffer,
	};
	int i, ret, good = 0;
	__u64 deadline = in_ms(1000);

	ASSERT_EQ(0, pthread_create(&rewriter.thread, NULL, rewrite, &rewriter));
	for (i = 0; i < 100000 && (good < 10 || now_ns() < deadline); i++) {
		ret = run(self->npu.core, self->descs, 1 + i % 8);
		good += !ret;
		EXPECT_TRUE(ret == 0 || ret == -EINVAL || ret == -EOPNOTSUPP ||
			    ret == -ENOENT || ret == -ERANGE) {
			TH_LOG("SUBMIT: %s", strerror(-ret));
		}
	}
	rewriter.stop = true;
	pthread_join(rewriter.thread, NULL);
	/* The core is as good as before. */
	prepare_lanes(&self->npu);
	ASSERT_EQ(0, reset(self->npu.core, 0));
	EXPECT_EQ(128, lanes_on(&self->npu));
}

TEST_HARNESS_MAIN

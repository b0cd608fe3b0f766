// SPDX-License-Identifier: GPL-2.0-only
/*
 * The faults that an administrator can ask for in debugfs: what a program sees
 * of them, that they come when they should, and that nothing else breaks.
 */
#include "device.h"

#define FOREVER		0xffffffffULL	/* times: without an end */

FIXTURE(fault) {
	struct npu npu;
	struct aicore_desc descs[4];
	int core;
};

static int fault(const char *name, unsigned int interval, unsigned long long times)
{
	char path[128];
	int ret;

	snprintf(path, sizeof(path), DEBUGFS "%s/times", name);
	ret = write_number(path, times);
	if (ret)
		return ret;
	snprintf(path, sizeof(path), DEBUGFS "%s/interval", name);
	return write_number(path, interval);
}

static unsigned long long times_left(const char *name)
{
	unsigned long long times = 0;
	char path[128];

	snprintf(path, sizeof(path), DEBUGFS "%s/times", name);
	return read_number(path, &times) ? 0 : times;
}

/* Four sums of ones in four slots: 1, 2, 3, 4. */
FIXTURE_SETUP(fault)
{
	int i;

	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	self->core = self->npu.core;
	fill_u32(self->npu.ub, 64, FLOAT_ONE);
	for (i = 0; i < 4; i++)
		self->descs[i] = sum_desc(AICORE_TYPE_FLOAT, 0x1000 + 4 * i, 0, i + 1, 1, 1, 1, 8);
	/* What earlier tests left of a count. */
	ASSERT_EQ(0, fault("fail_job", 1, 1));
	EXPECT_EQ(-EIO, run_one(self->core, mask_desc(1, 0)));
	ASSERT_EQ(0, fault("fail_submit", 1, 1));
	EXPECT_EQ(-ENOMEM, run_one(self->core, mask_desc(1, 0)));
}

FIXTURE_TEARDOWN(fault)
{
	fault("fail_job", 0, FOREVER);
	fault("fail_submit", 0, FOREVER);
	npu_close(&self->npu);
}

static unsigned int slot(struct npu *npu, int i)
{
	return u32_at(npu->ub, 0x1000 + 4 * i);
}

static void expect_injected(struct __test_metadata *_metadata, const struct aicore_result *result,
			    __u32 index)
{
	EXPECT_EQ(AICORE_STATE_DONE, result->state);
	EXPECT_EQ(EIO, result->error);
	EXPECT_EQ(AICORE_REASON_INJECTED, result->report.reason);
	EXPECT_EQ(AICORE_FIELD_NONE, result->report.field);
	EXPECT_EQ(index, result->report.index);
	EXPECT_EQ(index, result->done_count);
}

/* What came before the operation is done, the operation and the rest are not. */
TEST_F(fault, job_fails_half_way)
{
	struct aicore_submit arg = submit_arg(self->descs, 4, AICORE_SUBMIT_WAIT);

	ASSERT_EQ(0, fault("fail_job", 3, 1));
	ASSERT_EQ(0, call(self->core, AICORE_IOC_SUBMIT, &arg));
	expect_injected(_metadata, &arg.result, 2);
	EXPECT_EQ(FLOAT_ONE, slot(&self->npu, 0));
	EXPECT_EQ(0x40000000, slot(&self->npu, 1));
	EXPECT_EQ(0, slot(&self->npu, 2));
	EXPECT_EQ(0, slot(&self->npu, 3));
}

/* In a worker, with a record; the batch behind it runs. */
TEST_F(fault, job_fails_in_worker)
{
	struct aicore_record record;
	__u64 seqno, next;

	ASSERT_EQ(0, fault("fail_job", 1, 1));
	ASSERT_EQ(0, submit(self->core, self->descs, 1, AICORE_SUBMIT_NOTIFY, &seqno));
	ASSERT_EQ(sizeof(record), read(self->core, &record, sizeof(record)));
	EXPECT_EQ(seqno, record.result.seqno);
	expect_injected(_metadata, &record.result, 0);
	ASSERT_EQ(0, submit(self->core, self->descs, 4, 0, &next));
	EXPECT_EQ(0, wait_done(self->core, next));
	EXPECT_EQ(0x40800000, slot(&self->npu, 3));
}

TEST_F(fault, job_fails_each_second_time)
{
	int i;

	ASSERT_EQ(0, fault("fail_job", 2, FOREVER));
	for (i = 0; i < 10; i++)
		EXPECT_EQ(i % 2 ? -EIO : 0, run_one(self->core, self->descs[0]));
	EXPECT_EQ(FOREVER, times_left("fail_job"));
}

TEST_F(fault, job_fails_so_many_times)
{
	int i;

	ASSERT_EQ(0, fault("fail_job", 1, 3));
	for (i = 0; i < 6; i++)
		EXPECT_EQ(i < 3 ? -EIO : 0, run_one(self->core, self->descs[0]));
	EXPECT_EQ(0, times_left("fail_job"));
}

/* An allocation that fails at submission leaves everything as it was. */
TEST_F(fault, submit_fails)
{
	struct aicore_desc descs[2] = { mask_desc(1, 0), self->descs[0] };
	struct aicore_desc all = mask_desc(-1ULL, -1ULL);
	struct aicore_desc sum = sum_desc(AICORE_TYPE_FLOAT, 0x1000, 0, 0, 1, 1, 1, 8);
	struct aicore_submit arg = submit_arg(descs, 2, AICORE_SUBMIT_WAIT);
	__u64 before, after;

	ASSERT_EQ(0, submit(self->core, &all, 1, 0, &before));
	ASSERT_EQ(0, fault("fail_submit", 1, 1));
	EXPECT_EQ(-ENOMEM, call(self->core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(0, arg.seqno);
	EXPECT_EQ(AICORE_REASON_NONE, arg.report.reason);
	/* The register still is what it was: all lanes. */
	EXPECT_EQ(0, run_one(self->core, external(sum)));
	EXPECT_EQ(0x42800000, slot(&self->npu, 0));
	ASSERT_EQ(0, submit(self->core, self->descs, 1, 0, &after));
	EXPECT_EQ(before + 2, after);
}

TEST_F(fault, validate_only_fails_as_well)
{
	struct aicore_report report;

	ASSERT_EQ(0, fault("fail_submit", 1, 1));
	EXPECT_EQ(-ENOMEM, check_one(self->core, self->descs[0], &report));
	EXPECT_EQ(AICORE_REASON_NONE, report.reason);
	EXPECT_EQ(0, check_one(self->core, self->descs[0], &report));
}

/* A count of 2^32 - 2 is a limit, not "without an end". */
TEST_F(fault, times_count_down)
{
	ASSERT_EQ(0, fault("fail_submit", 1, FOREVER - 1));
	EXPECT_EQ(-ENOMEM, run_one(self->core, self->descs[0]));
	EXPECT_EQ(FOREVER - 2, times_left("fail_submit"));
}

TEST_HARNESS_MAIN

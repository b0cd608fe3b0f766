// SPDX-License-Identifier: GPL-2.0-only
/* What stops a batch: RESET and the watchdog. */
#include "device.h"

#define HALF	AICORE_TYPE_HALF

FIXTURE(reset) {
	struct npu npu;
	struct aicore_desc desc;
	int core;
};

FIXTURE_SETUP(reset)
{
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	self->desc = mask_desc(1, 0);
	self->core = self->npu.core;
}

FIXTURE_TEARDOWN(reset)
{
	job_delay(0);
	npu_close(&self->npu);
}

/* -- RESET -- */

TEST_F(reset, idle)
{
	__u64 seqno;

	EXPECT_EQ(0, reset(self->core, 0));
	EXPECT_EQ(0, reset(self->core, AICORE_RESET_ZERO_MEMORY));
	EXPECT_EQ(0, submit(self->core, &self->desc, 1, AICORE_SUBMIT_WAIT, &seqno));
	EXPECT_EQ(1, seqno);
	EXPECT_EQ(0, reset(self->core, 0));
	/* Numbers and results go on. */
	EXPECT_EQ(0, wait_until(self->core, 1, 0, NULL));
	EXPECT_EQ(0, submit(self->core, &self->desc, 1, AICORE_SUBMIT_WAIT, &seqno));
	EXPECT_EQ(2, seqno);
}

TEST_F(reset, cancels)
{
	struct aicore_result result;
	__u64 start;
	int i;

	hang(_metadata, self->core, 10);
	start = now_ns();
	ASSERT_EQ(0, reset(self->core, 0));
	EXPECT_LT(now_ns() - start, HANG_MS * 1000000ULL);
	for (i = 1; i <= 10; i++) {
		EXPECT_EQ(0, wait_until(self->core, i, 0, &result));
		EXPECT_EQ(AICORE_STATE_DONE, result.state);
		EXPECT_EQ(ECANCELED, result.error);
		EXPECT_EQ(0, result.done_count);
		EXPECT_EQ(AICORE_REASON_CANCELLED, result.report.reason);
		EXPECT_EQ(0, result.report.index);
	}
	ASSERT_EQ(0, job_delay(0));
	EXPECT_EQ(0, run_one(self->core, self->desc));
}

/* A cancelled batch leaves the memories as far as it got. */
TEST_F(reset, half_way)
{
	struct aicore_result result;
	struct aicore_desc descs[40];
	__u32 i, done;

	fill_u16(self->npu.ub, 128, HALF_ONE);
	memset(self->npu.ub + 0x8000, 0xa5, 128);
	for (i = 0; i < 40; i++)
		descs[i] = sum_of_lanes(i, i + 1);
	ASSERT_EQ(0, job_delay(100));
	ASSERT_EQ(0, submit(self->core, descs, 40, 0, NULL));
	while (*(volatile __u16 *)(self->npu.ub + 0x8004) == 0xa5a5)
		sleep_ms(5);
	ASSERT_EQ(0, reset(self->core, 0));
	ASSERT_EQ(0, wait_until(self->core, 1, 0, &result));
	EXPECT_EQ(ECANCELED, result.error);
	done = result.done_count;
	EXPECT_GE(done, 3);
	EXPECT_LT(done, 40);
	EXPECT_EQ(done, result.report.index);
	for (i = 0; i < 40; i++)
		EXPECT_EQ(i < done ? half_of(i + 1) : 0xa5a5, u16_at(self->npu.ub, 0x8000 + 2 * i));
}

static int register_lanes(struct npu *npu)
{
	int count = 0;

	if (run_one(npu->core, external(sum_of_lanes(100, 0))))
		return -1;
	while (count <= 128 && half_of(count) != u16_at(npu->ub, 0x8000 + 200))
		count++;
	return count;
}

TEST_F(reset, restores_register)
{
	fill_u16(self->npu.ub, 128, HALF_ONE);
	ASSERT_EQ(0, run_one(self->core, mask_desc(7, 0)));
	EXPECT_EQ(3, register_lanes(&self->npu));
	ASSERT_EQ(0, reset(self->core, 0));
	EXPECT_EQ(128, register_lanes(&self->npu));
	/* From counter mode, and with work in flight. */
	ASSERT_EQ(0, run_one(self->core, counter_desc(3)));
	hang(_metadata, self->core, 5);
	ASSERT_EQ(0, reset(self->core, 0));
	ASSERT_EQ(0, job_delay(0));
	EXPECT_EQ(128, register_lanes(&self->npu));
}

TEST_F(reset, memories)
{
	static const size_t bytes[] = { 0, 192 * KIB, 512 * KIB, 128 * KIB };
	unsigned char *memory[4];
	__u32 i;

	for (i = AICORE_REGION_UB; i <= AICORE_REGION_L0C; i++) {
		memory[i] = map_region(_metadata, self->core, i);
		memset(memory[i], 0xc3, bytes[i]);
	}
	memset(self->npu.gm, 0xc3, GM_BYTES);
	ASSERT_EQ(0, reset(self->core, 0));
	for (i = AICORE_REGION_UB; i <= AICORE_REGION_L0C; i++)
		EXPECT_TRUE(all_bytes(memory[i], bytes[i], 0xc3));
	ASSERT_EQ(0, reset(self->core, AICORE_RESET_ZERO_MEMORY));
	for (i = AICORE_REGION_UB; i <= AICORE_REGION_L0C; i++)
		EXPECT_TRUE(all_bytes(memory[i], bytes[i], 0));
	/* Global memory is none of the core's. */
	EXPECT_TRUE(all_bytes(self->npu.gm, GM_BYTES, 0xc3));
}

TEST_F(reset, is_per_core)
{
	int other = core_add(_metadata, self->npu.fd);

	ASSERT_EQ(0, job_delay(200));
	ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
	ASSERT_EQ(0, reset(other, AICORE_RESET_ZERO_MEMORY));
	EXPECT_EQ(0, wait_done(self->core, 1));
	close(other);
}

struct waiter {
	pthread_t thread;
	int core;
	__u64 seqno;
	int ret;
	__u32 error;
};

static void *wait_forever(void *data)
{
	struct waiter *waiter = data;
	struct aicore_result result;

	waiter->ret = wait_until(waiter->core, waiter->seqno, AICORE_FOREVER, &result);
	waiter->error = result.error;
	return NULL;
}

TEST_F(reset, wakes_waiters)
{
	struct waiter waiters[4];
	int i;

	hang(_metadata, self->core, 4);
	for (i = 0; i < 4; i++) {
		waiters[i] = (struct waiter){ .core = self->core, .seqno = i + 1 };
		ASSERT_EQ(0, pthread_create(&waiters[i].thread, NULL, wait_forever, &waiters[i]));
	}
	sleep_ms(30);
	ASSERT_EQ(0, reset(self->core, 0));
	for (i = 0; i < 4; i++) {
		pthread_join(waiters[i].thread, NULL);
		EXPECT_EQ(0, waiters[i].ret);
		EXPECT_EQ(ECANCELED, waiters[i].error);
	}
}

/* -- RESET against everything else -- */

/**
 * struct storm - what the threads share
 * @bad: the last answer of the kernel that none of them expects; 0: none
 */
struct storm {
	struct npu *npu;
	volatile bool stop;
	volatile int bad;
	volatile int resets;
	volatile int batches;
};

static void *storm_reset(void *data)
{
	struct storm *storm = data;
	int i, ret;

	for (i = 0; !storm->stop; i++) {
		ret = reset(storm->npu->core, i & 1 ? AICORE_RESET_ZERO_MEMORY : 0);
		if (ret)
			storm->bad = ret;
		storm->resets++;
		if (!(i % 16))
			sleep_ms(1);
	}
	return NULL;
}

static void *storm_submit(void *data)
{
	struct storm *storm = data;
	struct aicore_desc descs[8];
	int i;

	for (i = 0; i < 8; i++)
		descs[i] = sum_desc(HALF, 0x10000 + 512 * i, 0, 128, 255, 1, 1, 8);
	for (i = 0; !storm->stop; i++) {
		__u32 flags = i % 3 ? AICORE_SUBMIT_WAIT : 0;
		struct aicore_submit arg = submit_arg(descs, 8, flags);
		int ret = call(storm->npu->core, AICORE_IOC_SUBMIT, &arg);

		if (ret)
			storm->bad = ret;
		if (flags && arg.result.error && arg.result.error != ECANCELED)
			storm->bad = arg.result.error;
		storm->batches++;
	}
	return NULL;
}

static void *storm_wait(void *data)
{
	struct storm *storm = data;
	struct aicore_result result;
	__u64 seqno = 1;

	while (!storm->stop) {
		int ret = wait_until(storm->npu->core, seqno, in_ms(LONG_MS), &result);

		if (ret && ret != -ENOENT && ret != -ESTALE)
			storm->bad = ret;
		if (!ret && result.error && result.error != ECANCELED)
			storm->bad = result.error;
		if (ret == -ENOENT)
			sleep_ms(1);
		else
			seqno++;
	}
	return NULL;
}

static void *storm_map(void *data)
{
	struct storm *storm = data;
	struct aicore_region_info region;

	while (!storm->stop) {
		unsigned char *ub;

		ub = MAP_FAILED;
		if (!region_info(storm->npu->core, AICORE_REGION_UB, &region))
			ub = map(storm->npu->core, region.mmap_offset, region.bytes);
		if ((void *)ub == MAP_FAILED) {
			storm->bad = -errno;
			continue;
		}
		fill_u16(ub, 4096, HALF_ONE);
		munmap(ub, region.bytes);
	}
	return NULL;
}

TEST_F(reset, storm)
{
	void *(*const roles[])(void *) = {
		storm_reset, storm_submit, storm_wait, storm_map, storm_submit,
	};
	struct storm storm = { .npu = &self->npu };
	pthread_t threads[ARRAY_SIZE(roles)];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(roles); i++)
		ASSERT_EQ(0, pthread_create(&threads[i], NULL, roles[i], &storm));
	sleep_ms(2000);
	storm.stop = true;
	for (i = 0; i < ARRAY_SIZE(roles); i++)
		pthread_join(threads[i], NULL);
	EXPECT_EQ(0, storm.bad);
	EXPECT_GT(storm.resets, 0);
	EXPECT_GT(storm.batches, 0);
	/* The core is none the worse for it. */
	ASSERT_EQ(0, reset(self->core, AICORE_RESET_ZERO_MEMORY));
	fill_u16(self->npu.ub, 128, HALF_ONE);
	EXPECT_EQ(128, register_lanes(&self->npu));
}

/* -- the watchdog -- */

FIXTURE(watchdog) {
	struct npu npu;
	unsigned long long usual_ms;
};

/* The core is made afterwards, so that it knows of no other time. */
FIXTURE_SETUP(watchdog)
{
	ASSERT_EQ(0, read_number(PARAMETERS "watchdog_ms", &self->usual_ms));
	ASSERT_EQ(0, write_number(PARAMETERS "watchdog_ms", 400));
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	EXPECT_EQ(400, self->npu.info.watchdog_ms);
}

FIXTURE_TEARDOWN(watchdog)
{
	job_delay(0);
	write_number(PARAMETERS "watchdog_ms", self->usual_ms);
	npu_close(&self->npu);
}

static void expect_bitten(struct __test_metadata *_metadata, const struct aicore_result *result)
{
	EXPECT_EQ(AICORE_STATE_DONE, result->state);
	EXPECT_EQ(ETIME, result->error);
	EXPECT_EQ(AICORE_REASON_WATCHDOG, result->report.reason);
	EXPECT_EQ(0, result->done_count);
	EXPECT_EQ(0, result->report.index);
}

TEST_F(watchdog, stops_a_worker)
{
	struct aicore_desc desc = mask_desc(1, 0);
	struct aicore_result result;

	ASSERT_EQ(0, job_delay(HANG_MS));
	ASSERT_EQ(0, submit(self->npu.core, &desc, 1, 0, NULL));
	ASSERT_EQ(0, wait_until(self->npu.core, 1, in_ms(LONG_MS), &result));
	expect_bitten(_metadata, &result);
	ASSERT_EQ(0, job_delay(0));
	EXPECT_EQ(0, run_one(self->npu.core, desc));
}

TEST_F(watchdog, stops_a_caller)
{
	struct aicore_desc desc = mask_desc(1, 0);
	struct aicore_submit arg = submit_arg(&desc, 1, AICORE_SUBMIT_WAIT);

	ASSERT_EQ(0, job_delay(HANG_MS));
	ASSERT_EQ(0, call(self->npu.core, AICORE_IOC_SUBMIT, &arg));
	expect_bitten(_metadata, &arg.result);
	ASSERT_EQ(0, job_delay(0));
	EXPECT_EQ(0, run_one(self->npu.core, desc));
}

/* Later batches still run, and each has the whole time. */
TEST_F(watchdog, next_batches_run)
{
	struct aicore_desc desc = mask_desc(1, 0);
	struct aicore_result result;
	int i;

	ASSERT_EQ(0, job_delay(HANG_MS));
	for (i = 0; i < 3; i++)
		ASSERT_EQ(0, submit(self->npu.core, &desc, 1, 0, NULL));
	ASSERT_EQ(0, wait_until(self->npu.core, 1, in_ms(LONG_MS), &result));
	expect_bitten(_metadata, &result);
	ASSERT_EQ(0, wait_until(self->npu.core, 2, in_ms(LONG_MS), &result));
	expect_bitten(_metadata, &result);
	ASSERT_EQ(0, job_delay(0));
	ASSERT_EQ(0, submit(self->npu.core, &desc, 1, 0, NULL));
	ASSERT_EQ(0, wait_until(self->npu.core, 4, in_ms(LONG_MS), &result));
	EXPECT_EQ(0, result.error);
}

/* It measures progress and not length. */
TEST_F(watchdog, lets_slow_batches_be)
{
	struct aicore_desc descs[20];
	struct aicore_result result;
	int i;

	for (i = 0; i < 20; i++)
		descs[i] = mask_desc(1, 0);
	ASSERT_EQ(0, job_delay(50));
	ASSERT_EQ(0, submit(self->npu.core, descs, 20, 0, NULL));
	ASSERT_EQ(0, wait_until(self->npu.core, 1, in_ms(LONG_MS), &result));
	EXPECT_EQ(0, result.error);
	EXPECT_EQ(20, result.done_count);
	EXPECT_GT(result.exec_ns, 400000000ULL);
}

TEST_HARNESS_MAIN

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Learning that a batch is done: WAIT, SUBMIT with WAIT, records, poll. Where a
 * batch must take its time, the device sleeps before each chunk of it.
 */
#include <sys/time.h>

#include "device.h"

#define SLOW_MS		300	/* of a batch that is waited for */

FIXTURE(event) {
	struct npu npu;
	struct aicore_desc desc;
	int core;
};

FIXTURE_SETUP(event)
{
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	self->desc = mask_desc(1, 0);
	self->core = self->npu.core;
}

FIXTURE_TEARDOWN(event)
{
	job_delay(0);
	npu_close(&self->npu);
}

static volatile int signals_seen;

static void count_signal(int number)
{
	signals_seen++;
}

/* SIGALRM each so many milliseconds, to a handler; 0 ends that. */
static void ring(int flags, int ms)
{
	struct sigaction action = { .sa_handler = count_signal, .sa_flags = flags };
	struct itimerval timer = {
		.it_interval = { .tv_usec = 1000 * ms },
		.it_value = { .tv_usec = 1000 * ms },
	};

	signals_seen = 0;
	if (ms)
		sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}

/* Fills the queue with batches that hang. */
static void fill_queue(struct __test_metadata *_metadata, struct npu *npu, __u32 flags)
{
	struct aicore_desc desc = mask_desc(1, 0);
	__u32 i;

	ASSERT_EQ(0, job_delay(HANG_MS));
	for (i = 0; i < npu->info.max_inflight; i++)
		ASSERT_EQ(0, submit(npu->core, &desc, 1, flags | AICORE_SUBMIT_NONBLOCK, NULL));
}

/* -- WAIT -- */

TEST_F(event, wait_unknown)
{
	EXPECT_EQ(-ENOENT, wait_until(self->core, 0, 0, NULL));
	EXPECT_EQ(-ENOENT, wait_until(self->core, 1, 0, NULL));
	/* A number of the future doesn't wait for its time to come. */
	EXPECT_EQ(-ENOENT, wait_until(self->core, 1, AICORE_FOREVER, NULL));
	ASSERT_EQ(0, run_one(self->core, self->desc));
	EXPECT_EQ(0, wait_until(self->core, 1, 0, NULL));
	EXPECT_EQ(-ENOENT, wait_until(self->core, 2, 0, NULL));
	EXPECT_EQ(-ENOENT, wait_until(self->core, -1ULL, 0, NULL));
	EXPECT_EQ(-ENOENT, wait_until(self->core, 1ULL << 63, AICORE_FOREVER, NULL));
}

TEST_F(event, wait_for_what_is_done)
{
	struct aicore_submit arg = submit_arg(&self->desc, 1, AICORE_SUBMIT_WAIT);
	struct aicore_result result;

	arg.user_data = 77;
	ASSERT_EQ(0, call(self->core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(0, wait_until(self->core, 1, 0, &result));
	EXPECT_EQ(0, memcmp(&arg.result, &result, sizeof(result)));
	EXPECT_EQ(AICORE_STATE_DONE, result.state);
	EXPECT_EQ(77, result.user_data);
	EXPECT_EQ(0, wait_until(self->core, 1, 1, NULL));
	EXPECT_EQ(0, wait_until(self->core, 1, in_ms(LONG_MS), NULL));
	EXPECT_EQ(0, wait_until(self->core, 1, AICORE_FOREVER, NULL));
}

TEST_F(event, wait_deadlines)
{
	struct aicore_submit arg = submit_arg(&self->desc, 1, 0);
	struct aicore_result result;
	__u64 deadline;

	ASSERT_EQ(0, job_delay(SLOW_MS));
	arg.user_data = 99;
	ASSERT_EQ(0, call(self->core, AICORE_IOC_SUBMIT, &arg));
	/* 0 and the past only look. */
	EXPECT_EQ(-ETIMEDOUT, wait_until(self->core, 1, 0, &result));
	EXPECT_EQ(1, result.seqno);
	EXPECT_EQ(99, result.user_data);
	EXPECT_TRUE(result.state == AICORE_STATE_QUEUED || result.state == AICORE_STATE_RUNNING);
	EXPECT_EQ(0, result.error);
	EXPECT_EQ(-ETIMEDOUT, wait_until(self->core, 1, now_ns() - 1000000, NULL));
	deadline = in_ms(30);
	EXPECT_EQ(-ETIMEDOUT, wait_until(self->core, 1, deadline, NULL));
	EXPECT_GE(now_ns(), deadline);
	EXPECT_EQ(0, wait_until(self->core, 1, AICORE_FOREVER, &result));
	EXPECT_EQ(AICORE_STATE_DONE, result.state);
	EXPECT_EQ(99, result.user_data);
	EXPECT_GE(result.exec_ns, (SLOW_MS - 20) * 1000000ULL);
}

/* A deadline that no clock reaches is not in the past. */
TEST_F(event, wait_far_deadline)
{
	ASSERT_EQ(0, job_delay(50));
	ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
	EXPECT_EQ(0, wait_until(self->core, 1, 1ULL << 63, NULL));
	ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
	EXPECT_EQ(0, wait_until(self->core, 2, AICORE_FOREVER - 1, NULL));
}

TEST_F(event, wait_states)
{
	struct aicore_result first, second;

	ASSERT_EQ(0, job_delay(SLOW_MS));
	ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
	ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
	EXPECT_EQ(-ETIMEDOUT, wait_until(self->core, 2, 0, &second));
	EXPECT_EQ(AICORE_STATE_QUEUED, second.state);
	EXPECT_EQ(0, wait_done(self->core, 1));
	EXPECT_EQ(0, wait_until(self->core, 1, 0, &first));
	EXPECT_EQ(AICORE_STATE_DONE, first.state);
	EXPECT_EQ(0, wait_done(self->core, 2));
}

/* Results of the last 256 batches are kept. */
TEST_F(event, wait_stale)
{
	int i;

	for (i = 0; i < 256; i++)
		ASSERT_EQ(0, run_one(self->core, self->desc));
	EXPECT_EQ(0, wait_until(self->core, 1, 0, NULL));
	ASSERT_EQ(0, run_one(self->core, self->desc));
	EXPECT_EQ(-ESTALE, wait_until(self->core, 1, 0, NULL));
	EXPECT_EQ(-ESTALE, wait_until(self->core, 1, AICORE_FOREVER, NULL));
	EXPECT_EQ(0, wait_until(self->core, 2, 0, NULL));
	for (i = 0; i < 300; i++)
		ASSERT_EQ(0, run_one(self->core, self->desc));
	EXPECT_EQ(-ESTALE, wait_until(self->core, 301, 0, NULL));
	EXPECT_EQ(0, wait_until(self->core, 302, 0, NULL));
	EXPECT_EQ(-ESTALE, wait_until(self->core, 1, 0, NULL));
}

struct waiter {
	pthread_t thread;
	int core;
	__u64 seqno;
	int ret;
};

static void *wait_in_thread(void *data)
{
	struct waiter *waiter = data;

	waiter->ret = wait_done(waiter->core, waiter->seqno);
	return NULL;
}

TEST_F(event, many_waiters)
{
	struct waiter waiters[8];
	int i;

	ASSERT_EQ(0, job_delay(40));
	for (i = 0; i < 4; i++)
		ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
	for (i = 0; i < 8; i++) {
		waiters[i] = (struct waiter){ .core = self->core, .seqno = 1 + i / 2, .ret = 1 };
		ASSERT_EQ(0, pthread_create(&waiters[i].thread, NULL, wait_in_thread,
					    &waiters[i]));
	}
	for (i = 0; i < 8; i++) {
		pthread_join(waiters[i].thread, NULL);
		EXPECT_EQ(0, waiters[i].ret);
	}
}

/* -- signals -- */

/* After the handler WAIT goes on, with the same deadline. */
TEST_F(event, wait_restarts)
{
	__u64 deadline;

	ASSERT_EQ(0, job_delay(SLOW_MS));
	ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
	ring(SA_RESTART, 10);
	EXPECT_EQ(0, wait_done(self->core, 1));
	EXPECT_GT(signals_seen, 0);

	ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
	deadline = in_ms(100);
	EXPECT_EQ(-ETIMEDOUT, wait_until(self->core, 2, deadline, NULL));
	EXPECT_GE(now_ns(), deadline);
	ring(0, 0);
	EXPECT_EQ(0, wait_done(self->core, 2));
}

TEST_F(event, wait_interrupted)
{
	if (shower_ms())
		SKIP(return, "it has signals of its own");
	ASSERT_EQ(0, job_delay(SLOW_MS));
	ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
	ring(0, 30);
	EXPECT_EQ(-EINTR, wait_until(self->core, 1, AICORE_FOREVER, NULL));
	ring(0, 0);
	EXPECT_EQ(0, wait_done(self->core, 1));
}

/* SUBMIT with WAIT is never restarted: the batch would run twice. */
TEST_F(event, submit_wait_interrupted)
{
	struct aicore_submit arg = submit_arg(&self->desc, 1, AICORE_SUBMIT_WAIT);

	if (shower_ms())
		SKIP(return, "it has signals of its own");
	ASSERT_EQ(0, job_delay(SLOW_MS));
	ring(SA_RESTART, 30);
	EXPECT_EQ(-EINTR, call(self->core, AICORE_IOC_SUBMIT, &arg));
	ring(0, 0);
	EXPECT_EQ(1, arg.seqno);
	EXPECT_EQ(AICORE_REASON_NONE, arg.report.reason);
	EXPECT_EQ(0, wait_done(self->core, 1));
	EXPECT_EQ(-ENOENT, wait_until(self->core, 2, 0, NULL));
}

/* The same where it waits behind another batch. */
TEST_F(event, submit_wait_interrupted_in_queue)
{
	struct aicore_submit arg = submit_arg(&self->desc, 1, AICORE_SUBMIT_WAIT);

	if (shower_ms())
		SKIP(return, "it has signals of its own");
	ASSERT_EQ(0, job_delay(SLOW_MS));
	ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
	ring(SA_RESTART, 30);
	EXPECT_EQ(-EINTR, call(self->core, AICORE_IOC_SUBMIT, &arg));
	ring(0, 0);
	EXPECT_EQ(2, arg.seqno);
	EXPECT_EQ(0, wait_done(self->core, 2));
}

/* Nothing is lost and nothing done twice, whenever a signal comes. */
TEST_F(event, signal_shower)
{
	struct aicore_submit arg;
	struct aicore_desc descs[8];
	int i, k, ret, interrupted = 0;

	if (shower_ms())
		SKIP(return, "it has signals of its own");
	fill_u32(self->npu.ub, 64 * 255, FLOAT_ONE);
	ring(SA_RESTART, 1);
	for (i = 0; i < 400; i++) {
		/* The last of them is the one that is looked at. */
		for (k = 0; k < 8; k++)
			descs[k] = sum_desc(AICORE_TYPE_FLOAT, 0x18000 + 4 * i, 0,
					    1 + (i + 7 - k) % 64, 255, 0, 1, 8);
		arg = submit_arg(descs, 8, AICORE_SUBMIT_WAIT);
		ret = call(self->core, AICORE_IOC_SUBMIT, &arg);
		ASSERT_TRUE(!ret || ret == -EINTR);
		if (ret && !arg.seqno) {
			i--;	/* it was not queued */
			interrupted++;
			continue;
		}
		interrupted += !!ret;
		ASSERT_EQ(i + 1, arg.seqno);
		ASSERT_EQ(0, wait_done(self->core, arg.seqno));
	}
	ring(0, 0);
	TH_LOG("%d of 400 calls were interrupted", interrupted);
	for (i = 0; i < 400; i++)
		EXPECT_EQ(float_of(1 + i % 64), u32_at(self->npu.ub, 0x18000 + 4 * i));
	EXPECT_EQ(-ENOENT, wait_until(self->core, 401, 0, NULL));
}

/* -- SUBMIT with WAIT and a deadline -- */

TEST_F(event, submit_wait_times_out)
{
	struct aicore_submit arg = submit_arg(&self->desc, 1, AICORE_SUBMIT_WAIT);

	ASSERT_EQ(0, job_delay(SLOW_MS));
	arg.deadline_ns = in_ms(20);
	EXPECT_EQ(-ETIMEDOUT, call(self->core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(1, arg.seqno);
	EXPECT_EQ(AICORE_REASON_NONE, arg.report.reason);
	EXPECT_EQ(0, wait_done(self->core, 1));
}

/* Part of the batch is done by the caller, the rest by somebody else. */
TEST_F(event, submit_wait_times_out_half_way)
{
	struct aicore_desc descs[12];
	struct aicore_result result;
	struct aicore_submit arg;
	int i;

	fill_u32(self->npu.ub, 64, FLOAT_ONE);
	for (i = 0; i < 12; i++)
		descs[i] = sum_desc(AICORE_TYPE_FLOAT, 0x8000 + 4 * i, 0, i + 1, 1, 1, 1, 8);
	ASSERT_EQ(0, job_delay(30));
	arg = submit_arg(descs, 12, AICORE_SUBMIT_WAIT);
	arg.deadline_ns = in_ms(100);
	EXPECT_EQ(-ETIMEDOUT, call(self->core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(1, arg.seqno);
	ASSERT_EQ(0, wait_until(self->core, 1, in_ms(LONG_MS), &result));
	EXPECT_EQ(0, result.error);
	EXPECT_EQ(12, result.done_count);
	for (i = 0; i < 12; i++)
		EXPECT_EQ(float_of(i + 1), u32_at(self->npu.ub, 0x8000 + 4 * i));
}

TEST_F(event, submit_wait_deadline_0)
{
	struct aicore_submit arg = submit_arg(&self->desc, 1, AICORE_SUBMIT_WAIT);

	ASSERT_EQ(0, job_delay(100));
	arg.deadline_ns = 0;
	EXPECT_EQ(-ETIMEDOUT, call(self->core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(1, arg.seqno);
	EXPECT_EQ(0, wait_done(self->core, 1));
}

TEST_F(event, submit_wait_forever)
{
	struct aicore_submit arg = submit_arg(&self->desc, 1, AICORE_SUBMIT_WAIT);

	ASSERT_EQ(0, job_delay(50));
	arg.deadline_ns = AICORE_FOREVER;
	EXPECT_EQ(0, call(self->core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(AICORE_STATE_DONE, arg.result.state);
}

/* 0 means that the batch has finished, however it ended. */
TEST_F(event, submit_wait_behind_others)
{
	struct aicore_submit arg = submit_arg(&self->desc, 1, AICORE_SUBMIT_WAIT);
	int i;

	ASSERT_EQ(0, job_delay(10));
	for (i = 0; i < 5; i++)
		ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
	EXPECT_EQ(0, call(self->core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(6, arg.seqno);
	EXPECT_EQ(6, arg.result.seqno);
	EXPECT_EQ(AICORE_STATE_DONE, arg.result.state);
	for (i = 1; i <= 6; i++)
		EXPECT_EQ(0, wait_until(self->core, i, 0, NULL));
}

/* -- a full queue -- */

TEST_F(event, full_queue_nonblock)
{
	__u64 seqno;

	fill_queue(_metadata, &self->npu, 0);
	EXPECT_EQ(-EAGAIN, submit(self->core, &self->desc, 1, AICORE_SUBMIT_NONBLOCK, &seqno));
	EXPECT_EQ(0, seqno);
	/* What takes no place is not held up. */
	EXPECT_EQ(0, submit(self->core, &self->desc, 1, AICORE_SUBMIT_VALIDATE_ONLY, NULL));
	ASSERT_EQ(0, reset(self->core, 0));
	EXPECT_EQ(0, submit(self->core, &self->desc, 1, AICORE_SUBMIT_NONBLOCK, &seqno));
	EXPECT_EQ(self->npu.info.max_inflight + 1, seqno);
}

TEST_F(event, full_queue_interrupted)
{
	struct aicore_submit arg = submit_arg(&self->desc, 1, 0);

	if (shower_ms())
		SKIP(return, "it has signals of its own");
	fill_queue(_metadata, &self->npu, 0);
	ring(SA_RESTART, 30);
	EXPECT_EQ(-EINTR, call(self->core, AICORE_IOC_SUBMIT, &arg));
	ring(0, 0);
	EXPECT_EQ(0, arg.seqno);
	ASSERT_EQ(0, reset(self->core, 0));
	EXPECT_EQ(-ENOENT, wait_until(self->core, self->npu.info.max_inflight + 1, 0, NULL));
}

TEST_F(event, full_queue_deadline)
{
	struct aicore_submit arg = submit_arg(&self->desc, 1, AICORE_SUBMIT_WAIT);

	fill_queue(_metadata, &self->npu, 0);
	arg.deadline_ns = in_ms(30);
	EXPECT_EQ(-ETIMEDOUT, call(self->core, AICORE_IOC_SUBMIT, &arg));
	EXPECT_EQ(0, arg.seqno);
	ASSERT_EQ(0, reset(self->core, 0));
}

/* A SUBMIT that waits for room gets it. */
TEST_F(event, full_queue_blocks)
{
	__u32 i, count = self->npu.info.max_inflight + 20;
	__u64 seqno;

	ASSERT_EQ(0, job_delay(5));
	for (i = 1; i <= count; i++) {
		ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, &seqno));
		EXPECT_EQ(i, seqno);
	}
	EXPECT_EQ(0, wait_done(self->core, count));
}

/* -- records -- */

TEST_F(event, read_nothing)
{
	struct aicore_record record;

	ASSERT_EQ(0, fcntl(self->core, F_SETFL, O_NONBLOCK));
	EXPECT_EQ(-1, read(self->core, &record, sizeof(record)));
	EXPECT_EQ(EAGAIN, errno);
	/* Batches without NOTIFY leave no record, and refused ones neither. */
	ASSERT_EQ(0, run_one(self->core, self->desc));
	EXPECT_EQ(-EINVAL, submit(self->core, &self->desc, 0, AICORE_SUBMIT_NOTIFY, NULL));
	self->desc.op = 99;
	EXPECT_EQ(-EINVAL, submit(self->core, &self->desc, 1, AICORE_SUBMIT_NOTIFY, NULL));
	EXPECT_EQ(-1, read(self->core, &record, sizeof(record)));
	EXPECT_EQ(EAGAIN, errno);
}

TEST_F(event, read_too_small)
{
	struct aicore_record record;

	EXPECT_EQ(-1, read(self->core, &record, 0));
	EXPECT_EQ(EINVAL, errno);
	ASSERT_EQ(0, submit(self->core, &self->desc, 1,
			    AICORE_SUBMIT_NOTIFY | AICORE_SUBMIT_WAIT, NULL));
	EXPECT_EQ(-1, read(self->core, &record, 1));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(-1, read(self->core, &record, sizeof(record) - 1));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(sizeof(record), read(self->core, &record, sizeof(record)));
}

TEST_F(event, read_record)
{
	struct aicore_submit arg = submit_arg(&self->desc, 1,
					      AICORE_SUBMIT_NOTIFY | AICORE_SUBMIT_WAIT);
	struct aicore_record record;

	arg.user_data = 0xfedcba9876543210ULL;
	ASSERT_EQ(0, call(self->core, AICORE_IOC_SUBMIT, &arg));
	ASSERT_EQ(sizeof(record), read(self->core, &record, sizeof(record)));
	EXPECT_EQ(96, record.size);
	EXPECT_EQ(AICORE_RECORD_RESULT, record.type);
	EXPECT_EQ(0, memcmp(&record.result, &arg.result, sizeof(record.result)));
	EXPECT_EQ(0xfedcba9876543210ULL, record.result.user_data);
}

/* Whole records, as many as there are and fit, in the order of their end. */
TEST_F(event, read_several)
{
	struct aicore_record records[8];
	int i;

	for (i = 0; i < 7; i++)
		ASSERT_EQ(0, submit(self->core, &self->desc, 1, AICORE_SUBMIT_NOTIFY, NULL));
	ASSERT_EQ(0, wait_done(self->core, 7));
	memset(records, 0xee, sizeof(records));
	EXPECT_EQ(2 * sizeof(records[0]), read(self->core, records, 3 * sizeof(records[0]) - 1));
	EXPECT_EQ(1, records[0].result.seqno);
	EXPECT_EQ(2, records[1].result.seqno);
	EXPECT_TRUE(all_bytes(&records[2], sizeof(records[2]), 0xee));
	EXPECT_EQ(5 * sizeof(records[0]), read(self->core, records, sizeof(records)));
	for (i = 0; i < 5; i++)
		EXPECT_EQ(3 + i, records[i].result.seqno);
}

static void *submit_later(void *data)
{
	struct aicore_desc desc = mask_desc(1, 0);
	int *core = data;

	sleep_ms(50);
	submit(*core, &desc, 1, AICORE_SUBMIT_NOTIFY, NULL);
	return NULL;
}

TEST_F(event, read_blocks)
{
	struct aicore_record record;
	pthread_t thread;

	ASSERT_EQ(0, pthread_create(&thread, NULL, submit_later, &self->core));
	EXPECT_EQ(sizeof(record), read(self->core, &record, sizeof(record)));
	EXPECT_EQ(1, record.result.seqno);
	pthread_join(thread, NULL);
}

TEST_F(event, read_interrupted)
{
	struct aicore_record record;
	pthread_t thread;

	if (shower_ms())
		SKIP(return, "it has signals of its own");
	ring(0, 30);
	EXPECT_EQ(-1, read(self->core, &record, sizeof(record)));
	EXPECT_EQ(EINTR, errno);
	ring(SA_RESTART, 10);
	ASSERT_EQ(0, pthread_create(&thread, NULL, submit_later, &self->core));
	EXPECT_EQ(sizeof(record), read(self->core, &record, sizeof(record)));
	ring(0, 0);
	pthread_join(thread, NULL);
}

/* A record that could not be handed over is not lost. */
TEST_F(event, read_to_nowhere)
{
	struct aicore_record records[2];
	char *hole = before_hole(_metadata, sizeof(records[0]) + 8);
	int i;

	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, submit(self->core, &self->desc, 1,
				    AICORE_SUBMIT_NOTIFY | AICORE_SUBMIT_WAIT, NULL));
	EXPECT_EQ(-1, read(self->core, before_hole(_metadata, 0), sizeof(records)));
	EXPECT_EQ(EFAULT, errno);
	EXPECT_EQ(-1, read(self->core, kernel_address(), sizeof(records)));
	EXPECT_EQ(EFAULT, errno);
	/* One fits before the hole. */
	EXPECT_EQ(sizeof(records[0]), read(self->core, hole, sizeof(records)));
	memcpy(records, hole, sizeof(records[0]));
	EXPECT_EQ(1, records[0].result.seqno);
	EXPECT_EQ(sizeof(records[0]), read(self->core, records, sizeof(records)));
	EXPECT_EQ(2, records[0].result.seqno);
}

TEST_F(event, records_of_cancelled_batches)
{
	struct aicore_record records[4];
	int i;

	ASSERT_EQ(0, job_delay(HANG_MS));
	for (i = 0; i < 3; i++)
		ASSERT_EQ(0, submit(self->core, &self->desc, 1, AICORE_SUBMIT_NOTIFY, NULL));
	ASSERT_EQ(0, reset(self->core, 0));
	ASSERT_EQ(3 * sizeof(records[0]), read(self->core, records, sizeof(records)));
	for (i = 0; i < 3; i++) {
		EXPECT_EQ(i + 1, records[i].result.seqno);
		EXPECT_EQ(ECANCELED, records[i].result.error);
		EXPECT_EQ(AICORE_REASON_CANCELLED, records[i].result.report.reason);
	}
}

/* Unread records count against the limit. */
TEST_F(event, unread_records_fill_the_queue)
{
	struct pollfd poll_core = { .fd = self->core, .events = POLLIN | POLLOUT };
	__u32 flags = AICORE_SUBMIT_NOTIFY | AICORE_SUBMIT_WAIT | AICORE_SUBMIT_NONBLOCK;
	struct aicore_record record;
	__u32 i;

	for (i = 0; i < self->npu.info.max_inflight; i++)
		ASSERT_EQ(0, submit(self->core, &self->desc, 1, flags, NULL));
	EXPECT_EQ(-EAGAIN, submit(self->core, &self->desc, 1, flags, NULL));
	EXPECT_EQ(-EAGAIN, submit(self->core, &self->desc, 1, AICORE_SUBMIT_NONBLOCK, NULL));
	EXPECT_EQ(1, poll_again(&poll_core, 0));
	EXPECT_EQ(POLLIN, poll_core.revents);
	ASSERT_EQ(sizeof(record), read(self->core, &record, sizeof(record)));
	EXPECT_EQ(1, poll_again(&poll_core, 0));
	EXPECT_EQ(POLLIN | POLLOUT, poll_core.revents);
	EXPECT_EQ(0, submit(self->core, &self->desc, 1, flags, NULL));
	EXPECT_EQ(-EAGAIN, submit(self->core, &self->desc, 1, flags, NULL));
}

/* -- poll -- */

TEST_F(event, poll_idle)
{
	struct pollfd poll_core = { .fd = self->core, .events = POLLIN | POLLOUT };

	EXPECT_EQ(1, poll_again(&poll_core, 0));
	EXPECT_EQ(POLLOUT, poll_core.revents);
	ASSERT_EQ(0, run_one(self->core, self->desc));
	EXPECT_EQ(1, poll_again(&poll_core, 0));
	EXPECT_EQ(POLLOUT, poll_core.revents);
}

TEST_F(event, poll_record)
{
	struct pollfd poll_core = { .fd = self->core, .events = POLLIN };
	struct aicore_record record;

	EXPECT_EQ(0, poll_again(&poll_core, 0));
	ASSERT_EQ(0, job_delay(50));
	ASSERT_EQ(0, submit(self->core, &self->desc, 1, AICORE_SUBMIT_NOTIFY, NULL));
	EXPECT_EQ(1, poll_again(&poll_core, LONG_MS));
	EXPECT_EQ(POLLIN, poll_core.revents);
	ASSERT_EQ(sizeof(record), read(self->core, &record, sizeof(record)));
	EXPECT_EQ(0, poll_again(&poll_core, 0));
}

TEST_F(event, poll_room)
{
	struct pollfd poll_core = { .fd = self->core, .events = POLLOUT };
	__u32 i;

	fill_queue(_metadata, &self->npu, 0);
	EXPECT_EQ(0, poll_again(&poll_core, 0));
	ASSERT_EQ(0, reset(self->core, 0));
	EXPECT_EQ(1, poll_again(&poll_core, 0));

	ASSERT_EQ(0, job_delay(30));
	for (i = 0; i < self->npu.info.max_inflight; i++)
		ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
	EXPECT_EQ(1, poll_again(&poll_core, LONG_MS));
	EXPECT_EQ(POLLOUT, poll_core.revents);
	ASSERT_EQ(0, reset(self->core, 0));
}

TEST_HARNESS_MAIN

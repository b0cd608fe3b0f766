// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who keeps what alive, and what stops a batch: fd passing, fork, close, SIGKILL,
 * RESET, the watchdog; and many threads at once.
 */
#include <sys/socket.h>
#include <sys/wait.h>

#include "device.h"

#define HALF	AICORE_TYPE_HALF
#define FLOAT	AICORE_TYPE_FLOAT
#define INT8	AICORE_TYPE_INT8

/* Longer than any test lasts, and shorter than the watchdog's default. */
#define HANG_MS	8000

FIXTURE(life) {
	struct npu npu;
	struct aicore_desc desc;
	int core;
};

FIXTURE_SETUP(life)
{
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	self->desc = mask_desc(1, 0);
	self->core = self->npu.core;
}

FIXTURE_TEARDOWN(life)
{
	job_delay(0);
	npu_close(&self->npu);
}

/* Sums of small numbers, so that each batch has its own result. */
static struct aicore_desc lanes(int slot, int count)
{
	return sum_desc(HALF, 0x8000 + 2 * slot, 0, count, 1, 1, 1, 8);
}

static int count_cores(int fd)
{
	struct aicore_info info;

	return get_info(fd, &info) ? -1 : (int)info.cores;
}

/* A file's last close by a process that ended may come a little later. */
static bool cores_become(int fd, int count)
{
	__u64 deadline = in_ms(LONG_MS);

	while (count_cores(fd) != count && now_ns() < deadline)
		sleep_ms(5);
	return count_cores(fd) == count;
}

/* -- files that are passed on -- */

static int send_fds(int sock, int a, int b)
{
	char control[CMSG_SPACE(2 * sizeof(int))] = "", byte = 0;
	struct iovec data = { .iov_base = &byte, .iov_len = 1 };
	struct msghdr message = {
		.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = sizeof(control),
	};
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);
	int fds[2] = { a, b };

	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(sizeof(fds));
	memcpy(CMSG_DATA(head), fds, sizeof(fds));
	return sendmsg(sock, &message, 0) == 1 ? 0 : -errno;
}

static int receive_fds(int sock, int fds[2])
{
	char control[CMSG_SPACE(2 * sizeof(int))], byte;
	struct iovec data = { .iov_base = &byte, .iov_len = 1 };
	struct msghdr message = {
		.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = sizeof(control),
	};
	struct cmsghdr *head;

	if (recvmsg(sock, &message, 0) != 1)
		return -errno;
	head = CMSG_FIRSTHDR(&message);
	if (!head || head->cmsg_len != CMSG_LEN(2 * sizeof(int)))
		return -EBADMSG;
	memcpy(fds, CMSG_DATA(head), 2 * sizeof(int));
	return 0;
}

/* Makes a device, works on it, sends both files and ends with work in flight. */
static int sender(struct __test_metadata *_metadata, int sock)
{
	struct aicore_desc desc = copy_desc(INT8, at(AICORE_POSITION_VECIN, 64), gm(0, 0),
					    1, 1, 0, 0);
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910B);
	memset(npu.gm, 0x3c, 64);
	desc.src.buffer = npu.buffer;
	if (run_one(npu.core, desc))
		return 2;
	if (job_delay(100))
		return 3;
	desc.dst.offset = 128;
	if (submit(npu.core, &desc, 1, 0, NULL))
		return 4;
	return send_fds(sock, npu.fd, npu.core) ? 5 : 0;
}

TEST(fds_passed_sender_exits)
{
	int socks[2], fds[2], status;
	struct aicore_info info;
	unsigned char *ub;
	pid_t pid;

	ASSERT_EQ(0, socketpair(AF_UNIX, SOCK_STREAM, 0, socks));
	pid = fork();
	ASSERT_GE(pid, 0);
	if (!pid)
		_exit(sender(_metadata, socks[1]));
	close(socks[1]);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	ASSERT_EQ(0, status);
	/* All there is of the device now is in the socket. */
	ASSERT_EQ(0, receive_fds(socks[0], fds));
	ASSERT_EQ(0, get_info(fds[0], &info));
	EXPECT_EQ(AICORE_SOC_ASCEND910B, info.soc);
	EXPECT_EQ(1, info.cores);
	EXPECT_EQ(1, info.buffers);
	EXPECT_EQ(0, wait_done(fds[1], 2));
	EXPECT_EQ(0, job_delay(0));
	ub = map_region(_metadata, fds[1], AICORE_REGION_UB);
	EXPECT_TRUE(all_bytes(ub + 64, 32, 0x3c));
	EXPECT_TRUE(all_bytes(ub + 128, 32, 0x3c));
	EXPECT_EQ(0, run_one(fds[1], mask_desc(1, 0)));
	close(fds[0]);
	close(fds[1]);
}

/* Files that are never taken out of the socket go with it. */
TEST_F(life, fds_left_in_socket)
{
	int socks[2], core = core_add(_metadata, self->npu.fd);

	ASSERT_EQ(0, socketpair(AF_UNIX, SOCK_STREAM, 0, socks));
	ASSERT_EQ(0, job_delay(HANG_MS));
	ASSERT_EQ(0, submit(core, &self->desc, 1, 0, NULL));
	ASSERT_EQ(0, send_fds(socks[0], core, core));
	close(core);
	EXPECT_EQ(2, count_cores(self->npu.fd));
	close(socks[0]);
	close(socks[1]);
	EXPECT_TRUE(cores_become(self->npu.fd, 1));
}

TEST_F(life, dup_is_the_same_core)
{
	int copy = dup(self->core);
	__u64 seqno;

	ASSERT_GE(copy, 0);
	fill_u16(self->npu.ub, 128, HALF_ONE);
	ASSERT_EQ(0, job_delay(50));
	ASSERT_EQ(0, submit(self->core, (struct aicore_desc[]){ lanes(0, 9) }, 1, 0, NULL));
	/* Not the last close: the batch goes on. */
	close(self->core);
	ASSERT_EQ(0, submit(copy, (struct aicore_desc[]){ lanes(1, 10) }, 1, 0, &seqno));
	EXPECT_EQ(2, seqno);
	EXPECT_EQ(0, wait_done(copy, 2));
	EXPECT_EQ(half_of(9), u16_at(self->npu.ub, 0x8000));
	EXPECT_EQ(half_of(10), u16_at(self->npu.ub, 0x8002));
	EXPECT_EQ(1, count_cores(self->npu.fd));
	/* A mapping holds the core as a file does. */
	close(copy);
	EXPECT_EQ(1, count_cores(self->npu.fd));
	munmap(self->npu.ub, self->npu.info.ub_bytes);
	EXPECT_EQ(0, count_cores(self->npu.fd));
}

TEST_F(life, child_closes)
{
	int status;
	pid_t pid;

	fill_u16(self->npu.ub, 128, HALF_ONE);
	ASSERT_EQ(0, job_delay(150));
	ASSERT_EQ(0, submit(self->core, (struct aicore_desc[]){ lanes(0, 77) }, 1, 0, NULL));
	pid = fork();
	ASSERT_GE(pid, 0);
	if (!pid) {
		close(self->npu.fd);
		close(self->core);
		munmap(self->npu.ub, self->npu.info.ub_bytes);
		_exit(0);
	}
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, wait_done(self->core, 1));
	EXPECT_EQ(half_of(77), u16_at(self->npu.ub, 0x8000));
	EXPECT_EQ(0, run_one(self->core, self->desc));
}

/* A child can wait for its parent's batch and submit to its core. */
TEST_F(life, child_shares_the_queue)
{
	int status;
	pid_t pid;

	ASSERT_EQ(0, job_delay(50));
	ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
	pid = fork();
	ASSERT_GE(pid, 0);
	if (!pid)
		_exit(wait_done(self->core, 1) || run_one(self->core, self->desc));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(0, wait_until(self->core, 2, 0, NULL));
}

/* -- close and SIGKILL -- */

static void hang(struct __test_metadata *_metadata, int core, int count)
{
	struct aicore_desc descs[3] = { mask_desc(1, 0), mask_desc(2, 0), mask_desc(4, 0) };
	int i;

	ASSERT_EQ(0, job_delay(HANG_MS));
	for (i = 0; i < count; i++)
		ASSERT_EQ(0, submit(core, descs, 3, AICORE_SUBMIT_NONBLOCK, NULL));
}

TEST_F(life, close_with_64_in_flight)
{
	int core = core_add(_metadata, self->npu.fd);
	struct aicore_info before, after;
	__u64 start;

	ASSERT_EQ(0, get_info(self->npu.fd, &before));
	hang(_metadata, core, 64);
	start = now_ns();
	close(core);
	/* Not 192 times 8 seconds, and not even once. */
	EXPECT_LT(now_ns() - start, HANG_MS * 1000000ULL);
	ASSERT_EQ(0, get_info(self->npu.fd, &after));
	EXPECT_EQ(before.cores - 1, after.cores);
	EXPECT_LT(after.device_bytes, before.device_bytes);
	ASSERT_EQ(0, job_delay(0));
	EXPECT_EQ(0, run_one(self->core, self->desc));
}

TEST_F(life, close_with_buffers_and_records_in_flight)
{
	int core = core_add(_metadata, self->npu.fd);
	struct aicore_info before, after;
	struct aicore_desc desc;
	__u32 handle, i;

	ASSERT_EQ(0, job_delay(HANG_MS));
	ASSERT_EQ(0, get_info(self->npu.fd, &before));
	for (i = 0; i < 32; i++) {
		ASSERT_EQ(0, buffer_create(self->npu.fd, PAGE, &handle, NULL));
		desc = copy_desc(INT8, gm(handle, 0), at(AICORE_POSITION_VECOUT, 0), 1, 1, 0, 0);
		ASSERT_EQ(0, submit(core, &desc, 1, AICORE_SUBMIT_NOTIFY, NULL));
		ASSERT_EQ(0, buffer_destroy(self->npu.fd, handle));
	}
	close(core);
	ASSERT_EQ(0, get_info(self->npu.fd, &after));
	EXPECT_EQ(before.buffers, after.buffers);
	EXPECT_LT(after.device_bytes, before.device_bytes);
}

TEST_F(life, killed_with_64_in_flight)
{
	int pipes[2], status;
	char byte = 0;
	pid_t pid;

	ASSERT_EQ(0, pipe(pipes));
	pid = fork();
	ASSERT_GE(pid, 0);
	if (!pid) {
		int core = core_create(self->npu.fd);
		unsigned char *ub = map_region(_metadata, core, AICORE_REGION_UB);

		hang(_metadata, core, 64);
		ub[0] = 1;
		if (write(pipes[1], &byte, 1) == 1)
			wait_until(core, 64, AICORE_FOREVER, NULL);
		_exit(0);
	}
	ASSERT_EQ(1, read(pipes[0], &byte, 1));
	EXPECT_EQ(2, count_cores(self->npu.fd));
	ASSERT_EQ(0, kill(pid, SIGKILL));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_TRUE(WIFSIGNALED(status));
	EXPECT_TRUE(cores_become(self->npu.fd, 1));
	ASSERT_EQ(0, job_delay(0));
	EXPECT_EQ(0, run_one(self->core, self->desc));
}

/* Killed in SUBMIT itself: running inline, and waiting for room. */
TEST_F(life, killed_in_submit)
{
	int flags, pipes[2], status;
	char byte = 0;
	pid_t pid;

	ASSERT_EQ(0, pipe(pipes));
	for (flags = 0; flags <= AICORE_SUBMIT_WAIT; flags += AICORE_SUBMIT_WAIT) {
		pid = fork();
		ASSERT_GE(pid, 0);
		if (!pid) {
			int core = core_create(self->npu.fd);

			hang(_metadata, core, flags ? 0 : self->npu.info.max_inflight);
			if (write(pipes[1], &byte, 1) == 1)
				submit(core, &self->desc, 1, flags, NULL);
			_exit(0);
		}
		ASSERT_EQ(1, read(pipes[0], &byte, 1));
		sleep_ms(50);
		ASSERT_EQ(0, kill(pid, SIGKILL));
		ASSERT_EQ(pid, waitpid(pid, &status, 0));
		EXPECT_TRUE(WIFSIGNALED(status));
		EXPECT_TRUE(cores_become(self->npu.fd, 1));
	}
}

TEST_F(life, device_closed_core_works_on)
{
	__u64 seqno;

	memset(self->npu.gm, 0x5d, 64);
	ASSERT_EQ(0, job_delay(50));
	self->desc = copy_desc(INT8, at(AICORE_POSITION_VECIN, 0), gm(self->npu.buffer, 0),
			       1, 2, 0, 0);
	ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, &seqno));
	close(self->npu.fd);
	EXPECT_EQ(0, wait_done(self->core, seqno));
	EXPECT_TRUE(all_bytes(self->npu.ub, 64, 0x5d));
	/* Buffers live on as well. */
	ASSERT_EQ(0, job_delay(0));
	memset(self->npu.gm, 0x5e, 64);
	EXPECT_EQ(0, run_one(self->core, self->desc));
	EXPECT_TRUE(all_bytes(self->npu.ub, 64, 0x5e));
	EXPECT_EQ(1, count_cores(self->core));
}

/* -- RESET -- */

TEST_F(life, reset_idle)
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

TEST_F(life, reset_cancels)
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
TEST_F(life, reset_half_way)
{
	struct aicore_result result;
	struct aicore_desc descs[40];
	__u32 i, done;

	fill_u16(self->npu.ub, 128, HALF_ONE);
	memset(self->npu.ub + 0x8000, 0xa5, 128);
	for (i = 0; i < 40; i++)
		descs[i] = lanes(i, i + 1);
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

	if (run_one(npu->core, external(lanes(100, 0))))
		return -1;
	while (count <= 128 && half_of(count) != u16_at(npu->ub, 0x8000 + 200))
		count++;
	return count;
}

TEST_F(life, reset_restores_register)
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

TEST_F(life, reset_memories)
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

TEST_F(life, reset_is_per_core)
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

TEST_F(life, reset_wakes_waiters)
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

/* -- many at once -- */

/**
 * struct worker - a thread with a core of its own
 * @lanes: each of its sums is of so many ones
 * @wrong: results that were not that
 */
struct worker {
	pthread_t thread;
	int core;
	unsigned char *ub;
	__u32 buffer;
	unsigned char *gm;
	int lanes;
	int wrong;
};

/* Sums in UB, copies to the shared buffer, and looks. */
static void *work(void *data)
{
	struct worker *worker = data;
	int slot = worker->lanes * 64, i;

	fill_u16(worker->ub, 128, HALF_ONE);
	for (i = 0; i < 300; i++) {
		struct aicore_desc descs[3] = {
			mask_desc((1ULL << worker->lanes) - 1, 0),
			external(lanes(0, 0)),
			copy_desc(HALF, gm(worker->buffer, slot),
				  at(AICORE_POSITION_VECOUT, 0x8000), 1, 1, 0, 0),
		};

		fill_u16(worker->gm + slot, 1, 0);
		if (run(worker->core, descs, 3) ||
		    u16_at(worker->gm, slot) != half_of(worker->lanes))
			worker->wrong++;
	}
	return NULL;
}

TEST_F(life, cores_in_parallel)
{
	struct worker workers[4];
	int i;

	for (i = 0; i < 4; i++) {
		workers[i] = (struct worker){
			.core = core_add(_metadata, self->npu.fd),
			.buffer = self->npu.buffer,
			.gm = self->npu.gm,
			.lanes = 10 + 7 * i,
		};
		workers[i].ub = map_region(_metadata, workers[i].core, AICORE_REGION_UB);
	}
	for (i = 0; i < 4; i++)
		ASSERT_EQ(0, pthread_create(&workers[i].thread, NULL, work, &workers[i]));
	for (i = 0; i < 4; i++) {
		pthread_join(workers[i].thread, NULL);
		EXPECT_EQ(0, workers[i].wrong);
	}
}

/* Two cores with full queues both get on. */
TEST_F(life, full_queues_in_parallel)
{
	int other = core_add(_metadata, self->npu.fd);
	int i;

	ASSERT_EQ(0, job_delay(3));
	for (i = 0; i < 64; i++) {
		ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
		ASSERT_EQ(0, submit(other, &self->desc, 1, 0, NULL));
	}
	EXPECT_EQ(0, wait_done(self->core, 64));
	EXPECT_EQ(0, wait_done(other, 64));
	close(other);
}

/* Threads that share one core. */
struct sharer {
	pthread_t thread;
	int core;
	int slot;
	int lanes;
	__u64 last;
	int failed;
};

/* Mask and sum are one batch: no other thread's mask gets in between. */
static void *share(void *data)
{
	struct sharer *sharer = data;
	int i;

	for (i = 0; i < 300; i++) {
		struct aicore_desc descs[3] = {
			mask_desc((1ULL << sharer->lanes) - 1, 0),
			external(lanes(sharer->slot + i, 0)),
			external(lanes(2000, 0)),
		};
		struct aicore_submit arg = submit_arg(descs, 3, i % 2 ? AICORE_SUBMIT_WAIT : 0);

		if (call(sharer->core, AICORE_IOC_SUBMIT, &arg) || arg.seqno <= sharer->last)
			sharer->failed++;
		sharer->last = arg.seqno;
	}
	return NULL;
}

TEST_F(life, threads_on_one_core)
{
	struct sharer sharers[2];
	int i, k;

	fill_u16(self->npu.ub, 128, HALF_ONE);
	for (i = 0; i < 2; i++) {
		sharers[i] = (struct sharer){
			.core = self->core,
			.slot = 300 * i,
			.lanes = 5 + 11 * i,
		};
		ASSERT_EQ(0, pthread_create(&sharers[i].thread, NULL, share, &sharers[i]));
	}
	for (i = 0; i < 2; i++) {
		pthread_join(sharers[i].thread, NULL);
		EXPECT_EQ(0, sharers[i].failed);
	}
	/* 600 batches, each with a number of its own. */
	EXPECT_EQ(0, wait_done(self->core, 600));
	EXPECT_EQ(-ENOENT, wait_until(self->core, 601, 0, NULL));
	EXPECT_EQ(600, sharers[0].last > sharers[1].last ? sharers[0].last : sharers[1].last);
	for (i = 0; i < 2; i++) {
		for (k = 0; k < 300; k++)
			EXPECT_EQ(half_of(sharers[i].lanes),
				  u16_at(self->npu.ub, 0x8000 + 2 * (sharers[i].slot + k)));
	}
	/* The place that both write holds what the later one left. */
	k = sharers[0].last > sharers[1].last ? 0 : 1;
	EXPECT_EQ(half_of(sharers[k].lanes), u16_at(self->npu.ub, 0x8000 + 4000));
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

TEST_F(life, reset_storm)
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

/* -- the same job again and again -- */

#define JOB_BYTES	(192 * KIB)

/* pto-isa 259, 281: results that change from run to run. */
static void fill_randomly(void *memory, size_t bytes)
{
	__u32 *word = memory, state = 12345;
	size_t i;

	for (i = 0; i < bytes / 4; i++) {
		state = state * 1664525 + 1013904223;
		word[i] = state;
	}
}

/* All bit patterns of half and float come along, nan and inf too. */
static int run_job(int core, unsigned char *ub)
{
	struct aicore_desc descs[6] = {
		sum_desc(HALF, 0x20000, 0, 128, 255, 1, 1, 8),
		sum_desc(FLOAT, 0x21000, 0x1000, 57, 200, 3, 1, 9),
		mask_desc(0x123456789abcdefULL, 0xfedcba9876543210ULL),
		external(sum_desc(HALF, 0x22000, 0x40, 0, 100, 2, 3, 11)),
		copy_desc(INT8, at(AICORE_POSITION_VECCALC, 0x28000),
			  at(AICORE_POSITION_VECIN, 0), 100, 3, 2, 4),
		sum_desc(FLOAT, 0x23000, 0x28000, 64, 50, 1, 1, 7),
	};

	fill_randomly(ub, JOB_BYTES);
	return run(core, descs, 6);
}

struct repeater {
	pthread_t thread;
	int core;
	unsigned char *ub;
	const unsigned char *golden;
	int different;
};

static void *repeat_job(void *data)
{
	struct repeater *repeater = data;
	int i;

	for (i = 0; i < 25; i++) {
		if (run_job(repeater->core, repeater->ub) ||
		    memcmp(repeater->ub, repeater->golden, JOB_BYTES))
			repeater->different++;
	}
	return NULL;
}

TEST_F(life, b44_same_job_100_times)
{
	static unsigned char golden[JOB_BYTES];
	struct repeater repeaters[4];
	int i;

	ASSERT_EQ(0, run_job(self->core, self->npu.ub));
	memcpy(golden, self->npu.ub, JOB_BYTES);
	for (i = 0; i < 100; i++) {
		ASSERT_EQ(0, run_job(self->core, self->npu.ub));
		EXPECT_EQ(0, memcmp(golden, self->npu.ub, JOB_BYTES));
	}
	/* And on four cores at the same time. */
	for (i = 0; i < 4; i++) {
		repeaters[i] = (struct repeater){
			.core = core_add(_metadata, self->npu.fd),
			.golden = golden,
		};
		repeaters[i].ub = map_region(_metadata, repeaters[i].core, AICORE_REGION_UB);
		ASSERT_EQ(0, pthread_create(&repeaters[i].thread, NULL, repeat_job,
					    &repeaters[i]));
	}
	for (i = 0; i < 4; i++) {
		pthread_join(repeaters[i].thread, NULL);
		EXPECT_EQ(0, repeaters[i].different);
	}
}

TEST_HARNESS_MAIN

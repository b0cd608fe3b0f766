// SPDX-License-Identifier: GPL-2.0-only
/* Who keeps what alive: fd passing, fork, close, SIGKILL. */
#include <sys/socket.h>
#include <sys/wait.h>

#include "device.h"

#define INT8	AICORE_TYPE_INT8

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
	ASSERT_EQ(0, submit(self->core, (struct aicore_desc[]){ sum_of_lanes(0, 9) }, 1, 0, NULL));
	/* Not the last close: the batch goes on. */
	close(self->core);
	ASSERT_EQ(0, submit(copy, (struct aicore_desc[]){ sum_of_lanes(1, 10) }, 1, 0, &seqno));
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
	ASSERT_EQ(0, submit(self->core, (struct aicore_desc[]){ sum_of_lanes(0, 77) }, 1, 0, NULL));
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

TEST_HARNESS_MAIN

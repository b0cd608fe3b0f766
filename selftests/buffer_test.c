// SPDX-License-Identifier: GPL-2.0-only
/* Global memory: handles, limits, what is charged, and how long it lives. */
#include <sys/stat.h>
#include <sys/wait.h>

#include "device.h"

#define INT8	AICORE_TYPE_INT8

FIXTURE(buffer) {
	struct npu npu;
};

FIXTURE_SETUP(buffer)
{
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
}

FIXTURE_TEARDOWN(buffer)
{
	job_delay(0);
	npu_close(&self->npu);
}

static struct aicore_desc store(__u32 handle, __u64 offset)
{
	return copy_desc(INT8, gm(handle, offset), at(AICORE_POSITION_VECOUT, 0), 1, 1, 0, 0);
}

static struct aicore_desc load(__u32 handle, __u64 offset)
{
	return copy_desc(INT8, at(AICORE_POSITION_VECIN, 0), gm(handle, offset), 1, 1, 0, 0);
}

/* -- sizes and limits -- */

TEST_F(buffer, bytes_refused)
{
	struct aicore_info before, after;
	__u32 handle;

	ASSERT_EQ(0, get_info(self->npu.fd, &before));
	EXPECT_EQ(-EINVAL, buffer_create(self->npu.fd, 0, &handle, NULL));
	EXPECT_EQ(-EDQUOT, buffer_create(self->npu.fd, before.max_buffer_bytes + 1, &handle,
					 NULL));
	EXPECT_EQ(-EDQUOT, buffer_create(self->npu.fd, 1ULL << 32 | 1, &handle, NULL));
	EXPECT_EQ(-EDQUOT, buffer_create(self->npu.fd, 1ULL << 63, &handle, NULL));
	EXPECT_EQ(-EDQUOT, buffer_create(self->npu.fd, -1ULL, &handle, NULL));
	EXPECT_EQ(-EDQUOT, buffer_create(self->npu.fd, -4095ULL, &handle, NULL));
	ASSERT_EQ(0, get_info(self->npu.fd, &after));
	EXPECT_EQ(0, memcmp(&before, &after, sizeof(before)));
}

TEST_F(buffer, limits_are_the_parameters)
{
	unsigned long long number;

	ASSERT_EQ(0, read_number(PARAMETERS "max_buffer_bytes", &number));
	EXPECT_EQ(number, self->npu.info.max_buffer_bytes);
	ASSERT_EQ(0, read_number(PARAMETERS "max_device_bytes", &number));
	EXPECT_EQ(number, self->npu.info.max_device_bytes);
	ASSERT_EQ(0, read_number(PARAMETERS "max_buffers", &number));
	EXPECT_EQ(number, self->npu.info.max_buffers);
	ASSERT_EQ(0, read_number(PARAMETERS "max_cores", &number));
	EXPECT_EQ(number, self->npu.info.max_cores);
	ASSERT_EQ(0, read_number(PARAMETERS "max_inflight", &number));
	EXPECT_EQ(number, self->npu.info.max_inflight);
	ASSERT_EQ(0, read_number(PARAMETERS "watchdog_ms", &number));
	EXPECT_EQ(number, self->npu.info.watchdog_ms);
}

TEST_F(buffer, max_buffers)
{
	__u32 first, handle, i;

	ASSERT_EQ(0, buffer_create(self->npu.fd, 1, &first, NULL));
	for (i = 2; i < self->npu.info.max_buffers; i++)
		ASSERT_EQ(0, buffer_create(self->npu.fd, 1, &handle, NULL));
	EXPECT_EQ(-EDQUOT, buffer_create(self->npu.fd, 1, &handle, NULL));
	ASSERT_EQ(0, buffer_destroy(self->npu.fd, first));
	EXPECT_EQ(0, buffer_create(self->npu.fd, 1, &handle, NULL));
	EXPECT_NE(first, handle);
	EXPECT_EQ(-EDQUOT, buffer_create(self->npu.fd, 1, &handle, NULL));
}

TEST_F(buffer, max_cores)
{
	__u32 i;
	int core = -1;

	for (i = 1; i < self->npu.info.max_cores; i++)
		core = core_add(_metadata, self->npu.fd);
	EXPECT_EQ(-EDQUOT, core_create(self->npu.fd));
	close(core);
	core = core_add(_metadata, self->npu.fd);
	EXPECT_EQ(-EDQUOT, core_create(self->npu.fd));
}

/* Refused in time, and nobody has to die for it: the runner looks for that. */
TEST_F(buffer, more_than_there_is)
{
	__u64 bytes = self->npu.info.max_buffer_bytes;
	__u32 handle;
	int i, ret = 0;

	for (i = 0; !ret && i < 100; i++)
		ret = buffer_create(self->npu.fd, bytes, &handle, NULL);
	EXPECT_TRUE(ret == -ENOMEM || ret == -EDQUOT) {
		TH_LOG("buffer %d: %d", i, ret);
	}
	/* What was taken for the last one was given back. */
	EXPECT_EQ(0, buffer_create(self->npu.fd, MIB, &handle, NULL));
	EXPECT_EQ(0, run_one(self->npu.core, load(handle, 0)));
}

/* -- handles -- */

TEST_F(buffer, handles_go_round)
{
	__u32 handles[64], i, k;

	for (i = 0; i < 64; i++) {
		ASSERT_EQ(0, buffer_create(self->npu.fd, 1, &handles[i], NULL));
		EXPECT_NE(0, handles[i]);
		for (k = 0; k < i; k++)
			EXPECT_NE(handles[k], handles[i]);
		ASSERT_EQ(0, buffer_destroy(self->npu.fd, handles[i]));
	}
}

TEST_F(buffer, stale_handles)
{
	__u32 handle, other;

	ASSERT_EQ(0, buffer_create(self->npu.fd, PAGE, &handle, NULL));
	EXPECT_EQ(0, run_one(self->npu.core, load(handle, 0)));
	ASSERT_EQ(0, buffer_destroy(self->npu.fd, handle));
	EXPECT_EQ(-ENOENT, buffer_destroy(self->npu.fd, handle));
	EXPECT_EQ(-ENOENT, run_one(self->npu.core, load(handle, 0)));
	ASSERT_EQ(0, buffer_create(self->npu.fd, PAGE, &other, NULL));
	EXPECT_EQ(-ENOENT, run_one(self->npu.core, load(handle, 0)));
	EXPECT_EQ(-ENOENT, buffer_destroy(self->npu.fd, handle));
}

TEST_F(buffer, unknown_handles)
{
	EXPECT_EQ(-ENOENT, buffer_destroy(self->npu.fd, 0));
	EXPECT_EQ(-ENOENT, buffer_destroy(self->npu.fd, self->npu.buffer + 1));
	EXPECT_EQ(-ENOENT, buffer_destroy(self->npu.fd, 4096));
	EXPECT_EQ(-ENOENT, buffer_destroy(self->npu.fd, 0x80000000));
	EXPECT_EQ(-ENOENT, buffer_destroy(self->npu.fd, 0xffffffff));
}

/* Destroying from many threads frees each buffer once. */
struct destroyer {
	pthread_t thread;
	int fd;
	__u32 handle;
	int destroyed;
};

static void *destroy_all(void *data)
{
	struct destroyer *destroyer = data;
	__u32 i;

	for (i = 0; i < 200; i++)
		destroyer->destroyed += !buffer_destroy(destroyer->fd, destroyer->handle + i);
	return NULL;
}

TEST_F(buffer, destroyed_once)
{
	struct destroyer threads[3];
	struct aicore_info info;
	__u32 first = 0, handle, i;
	int destroyed = 0;

	for (i = 0; i < 200; i++) {
		ASSERT_EQ(0, buffer_create(self->npu.fd, 1, &handle, NULL));
		if (!i)
			first = handle;
		ASSERT_EQ(first + i, handle);
	}
	for (i = 0; i < 3; i++) {
		threads[i] = (struct destroyer){ .fd = self->npu.fd, .handle = first };
		ASSERT_EQ(0, pthread_create(&threads[i].thread, NULL, destroy_all, &threads[i]));
	}
	for (i = 0; i < 3; i++) {
		pthread_join(threads[i].thread, NULL);
		destroyed += threads[i].destroyed;
	}
	EXPECT_EQ(200, destroyed);
	ASSERT_EQ(0, get_info(self->npu.fd, &info));
	EXPECT_EQ(1, info.buffers);
}

/* -- contents -- */

TEST_F(buffer, zeroed)
{
	unsigned char *memory;
	__u32 handle;
	int i;

	/* The second time the pages are likely to be those of the first. */
	for (i = 0; i < 4; i++) {
		memory = buffer_add(_metadata, self->npu.fd, MIB, &handle);
		EXPECT_TRUE(all_bytes(memory, MIB, 0));
		memset(memory, 0xff, MIB);
		munmap(memory, MIB);
		ASSERT_EQ(0, buffer_destroy(self->npu.fd, handle));
	}
}

TEST_F(buffer, core_memories_zeroed)
{
	unsigned char *memory;
	__u32 region;
	int core, i;

	for (i = 0; i < 3; i++) {
		core = core_add(_metadata, self->npu.fd);
		for (region = AICORE_REGION_UB; region <= AICORE_REGION_L0C; region++) {
			memory = map_region(_metadata, core, region);
			EXPECT_TRUE(all_bytes(memory, 128 * KIB, 0));
			memset(memory, 0xff, 128 * KIB);
		}
		close(core);
	}
}

/* What a finished batch wrote is there, and what is stored there is read. */
TEST_F(buffer, visible_without_copy)
{
	int i;

	for (i = 1; i < 200; i++) {
		memset(self->npu.gm, i, 32);
		ASSERT_EQ(0, run_one(self->npu.core, load(self->npu.buffer, 0)));
		EXPECT_TRUE(all_bytes(self->npu.ub, 32, i));
		memset(self->npu.ub, i + 1, 32);
		ASSERT_EQ(0, run_one(self->npu.core, store(self->npu.buffer, 4096)));
		EXPECT_TRUE(all_bytes(self->npu.gm + 4096, 32, i + 1));
	}
}

TEST_F(buffer, shared_by_cores)
{
	int other = core_add(_metadata, self->npu.fd);
	unsigned char *ub = map_region(_metadata, other, AICORE_REGION_UB);

	memset(self->npu.ub, 0x31, 32);
	ASSERT_EQ(0, run_one(self->npu.core, store(self->npu.buffer, 64)));
	ASSERT_EQ(0, run_one(other, load(self->npu.buffer, 64)));
	EXPECT_TRUE(all_bytes(ub, 32, 0x31));
	close(other);
}

/* Operands end where the buffer does, and not with its last page. */
TEST_F(buffer, exact_end)
{
	static const __u32 sizes[] = { 32, 33, 4095, 4096, 4097, 8191, 100000 };
	unsigned int i;
	__u32 handle;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		ASSERT_EQ(0, buffer_create(self->npu.fd, sizes[i], &handle, NULL));
		EXPECT_EQ(0, run_one(self->npu.core, load(handle, sizes[i] - 32)));
		EXPECT_EQ(-ERANGE, run_one(self->npu.core, load(handle, sizes[i] - 31)));
		EXPECT_EQ(-ERANGE, run_one(self->npu.core, store(handle, sizes[i] - 31)));
		EXPECT_EQ(-ERANGE, run_one(self->npu.core, load(handle, sizes[i])));
	}
}

/* -- how long it lives -- */

TEST_F(buffer, destroyed_while_mapped)
{
	struct aicore_info before, after;
	unsigned char *memory;
	__u32 handle;

	ASSERT_EQ(0, get_info(self->npu.fd, &before));
	memory = buffer_add(_metadata, self->npu.fd, 4 * PAGE, &handle);
	memset(memory, 0x21, PAGE);
	ASSERT_EQ(0, buffer_destroy(self->npu.fd, handle));
	EXPECT_TRUE(all_bytes(memory, PAGE, 0x21));
	/* Also a page that nobody looked at so far. */
	EXPECT_TRUE(all_bytes(memory + 3 * PAGE, PAGE, 0));
	memset(memory, 0x22, 4 * PAGE);
	EXPECT_TRUE(all_bytes(memory, 4 * PAGE, 0x22));
	ASSERT_EQ(0, get_info(self->npu.fd, &after));
	EXPECT_EQ(before.buffers, after.buffers);
	EXPECT_EQ(before.device_bytes + 4 * PAGE, after.device_bytes);
	munmap(memory, 4 * PAGE);
	ASSERT_EQ(0, get_info(self->npu.fd, &after));
	EXPECT_EQ(before.device_bytes, after.device_bytes);
}

TEST_F(buffer, destroyed_in_flight)
{
	struct aicore_info before, after;
	unsigned char *memory;
	__u32 handle;
	__u64 seqno;

	ASSERT_EQ(0, get_info(self->npu.fd, &before));
	memory = buffer_add(_metadata, self->npu.fd, PAGE, &handle);
	memset(self->npu.ub, 0x44, 32);
	ASSERT_EQ(0, job_delay(200));
	ASSERT_EQ(0, submit(self->npu.core, (struct aicore_desc[]){ store(handle, 0) }, 1, 0,
			    &seqno));
	ASSERT_EQ(0, buffer_destroy(self->npu.fd, handle));
	munmap(memory, PAGE);
	EXPECT_EQ(-ENOENT, run_one(self->npu.core, load(handle, 0)));
	ASSERT_EQ(0, wait_done(self->npu.core, seqno));
	/* Who learns that the batch is done finds the memory free again. */
	ASSERT_EQ(0, get_info(self->npu.fd, &after));
	EXPECT_EQ(before.device_bytes, after.device_bytes);
}

TEST_F(buffer, mapped_and_destroyed_in_flight)
{
	unsigned char *memory;
	__u32 handle;
	__u64 seqno;

	memory = buffer_add(_metadata, self->npu.fd, PAGE, &handle);
	memset(self->npu.ub, 0x45, 32);
	ASSERT_EQ(0, job_delay(100));
	ASSERT_EQ(0, submit(self->npu.core, (struct aicore_desc[]){ store(handle, 0) }, 1, 0,
			    &seqno));
	ASSERT_EQ(0, buffer_destroy(self->npu.fd, handle));
	ASSERT_EQ(0, wait_done(self->npu.core, seqno));
	EXPECT_TRUE(all_bytes(memory, 32, 0x45));
}

/* -- the memory cgroup -- */

#define CGROUP	"/sys/fs/cgroup"
#define GROUP	CGROUP "/aicore_buffer_test"

static bool write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool good;

	if (fd < 0)
		return false;
	good = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
	close(fd);
	return good;
}

static bool make_group(void)
{
	write_text(CGROUP "/cgroup.subtree_control", "+memory");
	rmdir(GROUP);
	return !mkdir(GROUP, 0755) && !access(GROUP "/memory.max", W_OK);
}

/* In the group: what a buffer costs, and what happens above the limit. */
static int in_group(void)
{
	unsigned long long before, after;
	__u32 handle;
	int fd, ret;

	if (!write_text(GROUP "/cgroup.procs", "0"))
		return 10;
	fd = device_open();
	if (fd < 0 || device_setup(fd, AICORE_SOC_ASCEND910B, 0, 0))
		return 11;
	if (read_number(GROUP "/memory.current", &before))
		return 12;
	if (buffer_create(fd, 8 * MIB, &handle, NULL))
		return 13;
	if (read_number(GROUP "/memory.current", &after))
		return 14;
	if (after < before + 7 * MIB)
		return 15;
	ret = buffer_create(fd, 64 * MIB, &handle, NULL);
	if (ret != -ENOMEM)
		return 16;
	/* What was taken for the attempt was given back. */
	return buffer_create(fd, 8 * MIB, &handle, NULL) ? 17 : 0;
}

TEST(charged_to_cgroup)
{
	int status;
	pid_t pid;

	if (!make_group())
		SKIP(return, "no memory controller in %s", CGROUP);
	ASSERT_TRUE(write_text(GROUP "/memory.max", "33554432"));
	pid = fork();
	ASSERT_GE(pid, 0);
	if (!pid)
		_exit(in_group());
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_TRUE(WIFEXITED(status));
	EXPECT_EQ(0, WEXITSTATUS(status));
	rmdir(GROUP);
}

TEST_HARNESS_MAIN

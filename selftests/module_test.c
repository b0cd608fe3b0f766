// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loading and unloading, and the parameters of the module. It takes the module
 * away under everybody else, so it runs alone and last. AICORE_KO names the
 * module's file.
 */
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "device.h"

static int load(const char *params)
{
	const char *path = getenv("AICORE_KO");
	int fd = open(path ? path : "", O_RDONLY | O_CLOEXEC);
	int ret;

	if (fd < 0)
		return -errno;
	ret = syscall(SYS_finit_module, fd, params, 0) ? -errno : 0;
	close(fd);
	return ret;
}

/* Without trying out the kernels, which is most of the time that loading takes. */
static int load_quickly(void)
{
	return load("kernels=integer");
}

static int unload(void)
{
	return syscall(SYS_delete_module, "aicore", O_NONBLOCK) ? -errno : 0;
}

static bool is_loaded(void)
{
	return !access("/sys/module/aicore/parameters", F_OK);
}

/* What the last close left to be done may still be under way. */
static int unload_soon(void)
{
	__u64 deadline = in_ms(LONG_MS);
	int ret;

	do {
		ret = unload();
		if (ret == -EAGAIN)
			sleep_ms(10);
	} while (ret == -EAGAIN && now_ns() < deadline);
	return ret;
}

/* rmmod calls this "in use". */
static bool is_in_use(void)
{
	int ret = unload();

	return ret == -EAGAIN || ret == -EBUSY;
}

FIXTURE(module) {
	struct npu npu;
};

/* Each test finds the module loaded, with defaults for all that it looks at. */
FIXTURE_SETUP(module)
{
	if (!is_loaded()) {
		ASSERT_EQ(0, load_quickly()) {
			TH_LOG("AICORE_KO=%s", getenv("AICORE_KO"));
		}
	}
}

FIXTURE_TEARDOWN(module)
{
	if (!is_loaded())
		load("");
}

/* -- refused while in use -- */

TEST_F(module, device_file_open)
{
	int fd = device_open();

	ASSERT_GE(fd, 0);
	EXPECT_TRUE(is_in_use());
	close(fd);
	EXPECT_EQ(0, unload_soon());
}

TEST_F(module, core_file_open)
{
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	munmap(self->npu.gm, GM_BYTES);
	munmap(self->npu.ub, self->npu.info.ub_bytes);
	close(self->npu.fd);
	EXPECT_TRUE(is_in_use());
	EXPECT_EQ(0, run_one(self->npu.core, mask_desc(1, 0)));
	close(self->npu.core);
	EXPECT_EQ(0, unload_soon());
}

TEST_F(module, buffer_mapped)
{
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	munmap(self->npu.ub, self->npu.info.ub_bytes);
	close(self->npu.core);
	close(self->npu.fd);
	EXPECT_TRUE(is_in_use());
	memset(self->npu.gm, 1, GM_BYTES);
	EXPECT_TRUE(all_bytes(self->npu.gm, GM_BYTES, 1));
	munmap(self->npu.gm, GM_BYTES);
	EXPECT_EQ(0, unload_soon());
}

/* A page that is first touched when only part of a mapping is left. */
TEST_F(module, part_of_region_mapped)
{
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	munmap(self->npu.gm, GM_BYTES);
	close(self->npu.core);
	close(self->npu.fd);
	ASSERT_EQ(0, munmap(self->npu.ub, 10 * PAGE));
	ASSERT_EQ(0, munmap(self->npu.ub + 11 * PAGE, self->npu.info.ub_bytes - 11 * PAGE));
	EXPECT_TRUE(is_in_use());
	self->npu.ub[10 * PAGE] = 1;
	EXPECT_TRUE(is_in_use());
	munmap(self->npu.ub + 10 * PAGE, PAGE);
	EXPECT_EQ(0, unload_soon());
}

TEST_F(module, in_use_by_a_child)
{
	int pipes[2], status;
	char byte = 0;
	pid_t pid;

	ASSERT_EQ(0, pipe(pipes));
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	pid = fork();
	ASSERT_GE(pid, 0);
	if (!pid) {
		close(pipes[1]);
		_exit(read(pipes[0], &byte, 1));
	}
	npu_close(&self->npu);
	EXPECT_TRUE(is_in_use());
	close(pipes[1]);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, unload_soon());
}

/* Batches in flight go with the last close, and unloading finds nothing. */
TEST_F(module, work_in_flight)
{
	struct aicore_desc desc = mask_desc(1, 0);
	int i;

	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	ASSERT_EQ(0, job_delay(HANG_MS));
	for (i = 0; i < 64; i++)
		ASSERT_EQ(0, submit(self->npu.core, &desc, 1, 0, NULL));
	EXPECT_TRUE(is_in_use());
	npu_close(&self->npu);
	EXPECT_EQ(0, unload_soon());
}

/* -- what is there, and what is left -- */

static bool exists(const char *path)
{
	return !access(path, F_OK);
}

TEST_F(module, leaves_nothing)
{
	struct stat node;

	EXPECT_TRUE(exists(DEBUGFS "job_delay_ms"));
	ASSERT_EQ(0, stat(DEVICE, &node));
	EXPECT_TRUE(S_ISCHR(node.st_mode));
	EXPECT_EQ(0660, node.st_mode & 07777);
	EXPECT_TRUE(exists("/sys/class/misc/aicore"));
	ASSERT_EQ(0, unload_soon());
	EXPECT_FALSE(exists(DEVICE));
	EXPECT_FALSE(exists("/sys/kernel/debug/aicore"));
	EXPECT_FALSE(exists("/sys/class/misc/aicore"));
	EXPECT_FALSE(exists("/sys/module/aicore"));
	ASSERT_EQ(0, load(""));
	EXPECT_TRUE(exists(DEVICE));
	EXPECT_TRUE(exists(DEBUGFS "job_delay_ms"));
	EXPECT_EQ(-EEXIST, load(""));
}

/* In a debug kernel under emulation each takes a second: there only ten times. */
TEST_F_TIMEOUT(module, reloads_50_times, 300)
{
	const char *kernel = getenv("AICORE_KERNEL");
	bool slow = kernel && (!strcmp(kernel, "debug") || !strcmp(kernel, "kcsan"));
	int i, times = slow ? 10 : 50;

	for (i = 0; i < times; i++) {
		ASSERT_EQ(0, unload_soon());
		ASSERT_EQ(0, load_quickly());
		npu_open(_metadata, &self->npu, 1 + i % 7);
		EXPECT_EQ(0, run_one(self->npu.core, mask_desc(1, 0)));
		npu_close(&self->npu);
	}
}

/* -- parameters -- */

TEST_F(module, nonsense_refused)
{
	static const char *const params[] = {
		"max_buffers=0", "max_buffers=4096", "max_buffers=-1", "max_buffers=many",
		"max_cores=0", "max_cores=4097", "max_cores=",
		"max_inflight=0", "max_inflight=4097", "max_inflight=4294967296",
		"max_buffer_bytes=0", "max_buffer_bytes=4294967297", "max_buffer_bytes=-1",
		"max_device_bytes=0", "max_device_bytes=18446744073709551615",
		"watchdog_ms=0", "watchdog_ms=86400001", "watchdog_ms=-5", "watchdog_ms=soon",
	};
	unsigned int i;
	int ret;

	ASSERT_EQ(0, unload_soon());
	for (i = 0; i < ARRAY_SIZE(params); i++) {
		ret = load(params[i]);
		EXPECT_TRUE(ret == -EINVAL || ret == -ERANGE) {
			TH_LOG("%s: %d", params[i], ret);
		}
		EXPECT_FALSE(exists(DEVICE));
		EXPECT_FALSE(exists("/sys/kernel/debug/aicore"));
		if (!ret)
			unload();
	}
}

TEST_F(module, extremes_taken)
{
	static const char params[] =
		"max_buffers=4095 max_cores=4096 max_inflight=4096 watchdog_ms=86400000";

	ASSERT_EQ(0, unload_soon());
	ASSERT_EQ(0, load(params));
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	EXPECT_EQ(4095, self->npu.info.max_buffers);
	EXPECT_EQ(4096, self->npu.info.max_cores);
	EXPECT_EQ(4096, self->npu.info.max_inflight);
	EXPECT_EQ(86400000, self->npu.info.watchdog_ms);
	EXPECT_EQ(0, run_one(self->npu.core, mask_desc(1, 0)));
	npu_close(&self->npu);
	ASSERT_EQ(0, unload_soon());
	ASSERT_EQ(0, load("max_buffer_bytes=4294967296 max_device_bytes=70368744177664"));
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	EXPECT_EQ(1ULL << 32, self->npu.info.max_buffer_bytes);
	EXPECT_EQ(1ULL << 46, self->npu.info.max_device_bytes);
	npu_close(&self->npu);
	EXPECT_EQ(0, unload_soon());
}

/* Fills text with what a file holds, as a string; false: nothing. */
static bool read_file(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t bytes = read(fd, text, size - 1);

	if (bytes < 0)
		bytes = 0;
	text[bytes] = 0;
	close(fd);
	return bytes;
}

/* The kernel log from now on. */
static int log_open(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd >= 0)
		lseek(fd, 0, SEEK_END);
	return fd;
}

/* Reads records up to one that has this text. */
static bool log_says(int fd, const char *text)
{
	char record[8192];
	ssize_t bytes;

	while ((bytes = read(fd, record, sizeof(record) - 1)) > 0) {
		record[bytes] = 0;
		if (strstr(record, text))
			return true;
	}
	return false;
}

/* The row of WholeReduceSum float in the file "kernels", from what is used on. */
static bool read_kernels(char *row, size_t size)
{
	static const char name[] = "WholeReduceSum float";
	char table[4096];
	char *start;

	if (!read_file("/sys/kernel/debug/aicore/kernels", table, sizeof(table)))
		return false;
	start = strstr(table, name);
	if (!start)
		return false;
	start += strlen(name);
	start[strcspn(start, "\n")] = 0;
	snprintf(row, size, "%s", start + strspn(start, " "));
	return true;
}

/* Times stand in the columns of what there is, after that of "integer". */
static int count_times(const char *row)
{
	int count = 0;

	for (; *row; row += strcspn(row, " "), row += strspn(row, " ")) {
		if (strcspn(row, " ") > strcspn(row, "."))
			count++;
	}
	return count;
}

/*
 * Where there are vector kernels, those that give wrong results are named in the
 * log and not used, and everything works without.
 */
TEST_F_TIMEOUT(module, wrong_kernels_are_not_used, 300)
{
	char row[256];
	int log;

	ASSERT_EQ(0, unload_soon());
	ASSERT_EQ(0, load(""));
	ASSERT_TRUE(read_kernels(row, sizeof(row)));
	EXPECT_EQ(NULL, strstr(row, "wrong"));
	if (count_times(row) < 2)
		SKIP(return, "no vector kernels here");

	log = log_open();
	ASSERT_GE(log, 0);
	ASSERT_EQ(0, unload_soon());
	ASSERT_EQ(0, load("fail_kernels=1"));
	ASSERT_TRUE(read_kernels(row, sizeof(row)));
	EXPECT_EQ(0, strncmp(row, "integer ", 8)) {
		TH_LOG("%s", row);
	}
	EXPECT_NE(NULL, strstr(row, "wrong"));
	EXPECT_TRUE(log_says(log, " gives wrong results for "));
	close(log);
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	EXPECT_EQ(0, run_one(self->npu.core, mask_desc(1, 0)));
	npu_close(&self->npu);
	EXPECT_EQ(0, unload_soon());
}

/* One of everything, and 2 MiB in all: a core of 910b takes 832 KiB of it. */
TEST_F(module, limits_hold)
{
	static const char params[] =
		"max_buffers=2 max_cores=1 max_buffer_bytes=1048576 max_device_bytes=2097152";
	struct aicore_info info;
	__u32 handle, other;
	int fd, core;

	ASSERT_EQ(0, unload_soon());
	ASSERT_EQ(0, load(params));
	fd = device_open();
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, device_setup(fd, AICORE_SOC_ASCEND910B, 0, 0));
	ASSERT_EQ(0, get_info(fd, &info));
	EXPECT_EQ(2, info.max_buffers);
	EXPECT_EQ(1, info.max_cores);
	EXPECT_EQ(MIB, info.max_buffer_bytes);
	EXPECT_EQ(2 * MIB, info.max_device_bytes);

	core = core_add(_metadata, fd);
	EXPECT_EQ(-EDQUOT, core_create(fd));
	EXPECT_EQ(-EDQUOT, buffer_create(fd, MIB + 1, &handle, NULL));
	EXPECT_EQ(0, buffer_create(fd, MIB, &handle, NULL));
	/* 192 KiB are left. */
	EXPECT_EQ(-EDQUOT, buffer_create(fd, 192 * KIB + 1, &other, NULL));
	EXPECT_EQ(0, buffer_create(fd, 192 * KIB, &other, NULL));
	ASSERT_EQ(0, get_info(fd, &info));
	EXPECT_EQ(2 * MIB, info.device_bytes);
	EXPECT_EQ(-EDQUOT, buffer_create(fd, 1, &handle, NULL));
	ASSERT_EQ(0, buffer_destroy(fd, other));
	/* A refused one leaves no trace. */
	EXPECT_EQ(-EDQUOT, buffer_create(fd, 192 * KIB + 1, &other, NULL));
	EXPECT_EQ(0, buffer_create(fd, 192 * KIB, &other, NULL));

	/* A core that doesn't fit in the bytes. */
	close(core);
	ASSERT_EQ(0, buffer_destroy(fd, other));
	ASSERT_EQ(0, buffer_create(fd, 193 * KIB, &other, NULL));
	EXPECT_EQ(-EDQUOT, core_create(fd));
	ASSERT_EQ(0, get_info(fd, &info));
	EXPECT_EQ(0, info.cores);
	close(fd);
	EXPECT_EQ(0, unload_soon());
}

TEST_F(module, one_in_flight)
{
	struct aicore_desc desc = mask_desc(1, 0);

	ASSERT_EQ(0, unload_soon());
	ASSERT_EQ(0, load("max_inflight=1"));
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	EXPECT_EQ(1, self->npu.info.max_inflight);
	ASSERT_EQ(0, job_delay(HANG_MS));
	EXPECT_EQ(0, submit(self->npu.core, &desc, 1, AICORE_SUBMIT_NONBLOCK, NULL));
	EXPECT_EQ(-EAGAIN, submit(self->npu.core, &desc, 1, AICORE_SUBMIT_NONBLOCK, NULL));
	npu_close(&self->npu);
	EXPECT_EQ(0, unload_soon());
}

TEST_F(module, watchdog_set_at_run_time)
{
	unsigned long long usual, number;

	ASSERT_EQ(0, read_number(PARAMETERS "watchdog_ms", &usual));
	EXPECT_EQ(-EINVAL, write_number(PARAMETERS "watchdog_ms", 0));
	EXPECT_EQ(-EINVAL, write_number(PARAMETERS "watchdog_ms", 86400001));
	ASSERT_EQ(0, read_number(PARAMETERS "watchdog_ms", &number));
	EXPECT_EQ(usual, number);
	EXPECT_EQ(0, write_number(PARAMETERS "watchdog_ms", 1234));
	ASSERT_EQ(0, read_number(PARAMETERS "watchdog_ms", &number));
	EXPECT_EQ(1234, number);
	EXPECT_EQ(0, write_number(PARAMETERS "watchdog_ms", usual));
}

/* Nothing else changes after loading; root may open what has no write bit. */
TEST_F(module, limits_are_read_only)
{
	static const char *const names[] = {
		"max_buffer_bytes", "max_device_bytes", "max_buffers", "max_cores",
		"max_inflight",
	};
	struct stat file;
	char path[128];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(path, sizeof(path), PARAMETERS "%s", names[i]);
		ASSERT_EQ(0, stat(path, &file));
		EXPECT_EQ(0444, file.st_mode & 07777);
	}
}

TEST_HARNESS_MAIN

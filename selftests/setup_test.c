// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the two kinds of file are and aren't, SETUP, and what INFO says of each
 * product. Built for 64 and for 32 bits, as abi_test.c is.
 */
#include <sys/resource.h>

#include "device.h"

/* -- files -- */

TEST(core_fd_is_close_on_exec)
{
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910B);
	EXPECT_EQ(FD_CLOEXEC, fcntl(npu.core, F_GETFD));
	npu_close(&npu);
}

/* A core that can't be given a number is no core. */
TEST(no_number_for_a_core)
{
	struct rlimit usual, none;
	struct aicore_info info;
	int fd = device_open();
	int next, core;

	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, device_setup(fd, AICORE_SOC_ASCEND910B, 0, 0));
	ASSERT_EQ(0, getrlimit(RLIMIT_NOFILE, &usual));
	next = dup(fd);
	ASSERT_GE(next, 0);
	close(next);
	none = usual;
	none.rlim_cur = next;
	ASSERT_EQ(0, setrlimit(RLIMIT_NOFILE, &none));
	EXPECT_EQ(-EMFILE, core_create(fd));
	ASSERT_EQ(0, setrlimit(RLIMIT_NOFILE, &usual));
	ASSERT_EQ(0, get_info(fd, &info));
	EXPECT_EQ(0, info.cores);
	EXPECT_EQ(0, info.device_bytes);
	core = core_create(fd);
	EXPECT_GE(core, 0);
	close(core);
	close(fd);
}

TEST(files_have_no_position)
{
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910B);
	EXPECT_EQ(-1, lseek(npu.fd, 1, SEEK_SET));
	EXPECT_EQ(ESPIPE, errno);
	EXPECT_EQ(-1, lseek(npu.core, 1, SEEK_SET));
	EXPECT_EQ(ESPIPE, errno);
	npu_close(&npu);
}

/* The device has nothing to read, and neither file takes writes. */
TEST(read_and_write_unsupported)
{
	struct npu npu;
	char byte = 0;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910B);
	EXPECT_EQ(-1, read(npu.fd, &byte, 1));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(-1, write(npu.fd, &byte, 1));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(-1, write(npu.core, &byte, 1));
	EXPECT_TRUE(errno == EINVAL || errno == EBADF);
	npu_close(&npu);
}

static bool fdinfo_has(int fd, const char *key)
{
	char path[64], text[4096] = "";
	size_t bytes;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	file = fopen(path, "r");
	if (!file)
		return false;
	bytes = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[bytes] = '\0';
	return strstr(text, key);
}

TEST(fdinfo)
{
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND310P);
	EXPECT_TRUE(fdinfo_has(npu.fd, "ascend310p"));
	EXPECT_TRUE(fdinfo_has(npu.fd, "aicore-"));
	EXPECT_TRUE(fdinfo_has(npu.core, "aicore-"));
	npu_close(&npu);
}

/* -- SETUP and INFO -- */

TEST(create_before_setup)
{
	int fd = device_open();
	__u32 handle;

	ASSERT_GE(fd, 0);
	EXPECT_EQ(-EINVAL, buffer_create(fd, PAGE, &handle, NULL));
	EXPECT_EQ(-EINVAL, core_create(fd));
	EXPECT_EQ(0, device_setup(fd, AICORE_SOC_ASCEND910B, 0, 0));
	EXPECT_EQ(0, buffer_create(fd, PAGE, &handle, NULL));
	EXPECT_GE(core_create(fd), 0);
	close(fd);
}

TEST(setup_happens_once)
{
	struct aicore_info info;
	int fd = device_open();

	ASSERT_GE(fd, 0);
	EXPECT_EQ(0, device_setup(fd, AICORE_SOC_ASCEND310P, AICORE_OVERFLOW_INFNAN, 0));
	EXPECT_EQ(-EBUSY, device_setup(fd, AICORE_SOC_ASCEND310P, AICORE_OVERFLOW_INFNAN, 0));
	EXPECT_EQ(-EBUSY, device_setup(fd, AICORE_SOC_ASCEND910B, 0, 1));
	ASSERT_EQ(0, get_info(fd, &info));
	EXPECT_EQ(AICORE_SOC_ASCEND310P, info.soc);
	EXPECT_EQ(0, info.saturate);
	EXPECT_EQ(0, info.permissive);
	close(fd);
}

TEST(b45_unknown_profile)
{
	static const __u32 unknown[] = { 0, 8, 9, 255, 0x7fffffff, 0x80000001, 0xffffffff };
	struct aicore_info info;
	int fd = device_open();
	unsigned int i;

	ASSERT_GE(fd, 0);
	for (i = 0; i < ARRAY_SIZE(unknown); i++) {
		EXPECT_EQ(-EINVAL, device_setup(fd, unknown[i], 0, 0)) {
			TH_LOG("soc %u", unknown[i]);
		}
	}
	ASSERT_EQ(0, get_info(fd, &info));
	EXPECT_EQ(AICORE_SOC_NONE, info.soc);
	close(fd);
}

TEST(setup_modes)
{
	int fd = device_open();

	ASSERT_GE(fd, 0);
	EXPECT_EQ(-EINVAL, device_setup(fd, AICORE_SOC_ASCEND910B, 3, 0));
	EXPECT_EQ(-EINVAL, device_setup(fd, AICORE_SOC_ASCEND910B, 0xffffffff, 0));
	EXPECT_EQ(-EINVAL, device_setup(fd, AICORE_SOC_ASCEND910B, 0, 2));
	EXPECT_EQ(-EINVAL, device_setup(fd, AICORE_SOC_ASCEND910B, 0, 0xffffffff));
	/* A refused SETUP leaves the choice open. */
	EXPECT_EQ(0, device_setup(fd, AICORE_SOC_ASCEND910B, 0, 0));
	close(fd);
}

TEST(ascend910_only_saturates)
{
	int fd = device_open();

	ASSERT_GE(fd, 0);
	EXPECT_EQ(-EOPNOTSUPP,
		  device_setup(fd, AICORE_SOC_ASCEND910, AICORE_OVERFLOW_INFNAN, 0));
	EXPECT_EQ(0, device_setup(fd, AICORE_SOC_ASCEND910, AICORE_OVERFLOW_SATURATE, 0));
	close(fd);
}

TEST(info_before_setup)
{
	struct aicore_info info;
	int fd = device_open();

	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, get_info(fd, &info));
	EXPECT_EQ(AICORE_ABI, info.abi);
	EXPECT_EQ(AICORE_SOC_NONE, info.soc);
	EXPECT_EQ(0, info.saturate);
	EXPECT_EQ(0, info.permissive);
	EXPECT_EQ(0, info.ops);
	EXPECT_EQ(0, info.ub_bytes);
	EXPECT_EQ(0, info.l1_bytes);
	EXPECT_EQ(0, info.l0c_bytes);
	EXPECT_EQ(AICORE_DESC_BYTES, info.desc_bytes);
	EXPECT_EQ(1024, info.max_descs);
	EXPECT_EQ(256, info.results_kept);
	EXPECT_GT(info.max_inflight, 0);
	EXPECT_GT(info.max_cores, 0);
	EXPECT_GT(info.max_buffers, 0);
	EXPECT_GT(info.max_buffer_bytes, 0);
	EXPECT_GT(info.max_device_bytes, 0);
	EXPECT_GT(info.watchdog_ms, 0);
	EXPECT_EQ(0, info.buffers);
	EXPECT_EQ(0, info.cores);
	EXPECT_EQ(0, info.device_bytes);
	close(fd);
}

/* What exists now, as INFO counts it. */
TEST(info_counts)
{
	struct aicore_info info;
	struct npu npu;
	__u64 empty;
	__u32 handle;
	int core;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND910B);
	ASSERT_EQ(0, get_info(npu.fd, &info));
	EXPECT_EQ(1, info.buffers);
	EXPECT_EQ(1, info.cores);
	empty = info.device_bytes;
	EXPECT_GE(empty, GM_BYTES + 832 * KIB);

	ASSERT_EQ(0, buffer_create(npu.fd, 10 * PAGE, &handle, NULL));
	core = core_add(_metadata, npu.fd);
	ASSERT_EQ(0, get_info(npu.core, &info));
	EXPECT_EQ(2, info.buffers);
	EXPECT_EQ(2, info.cores);
	EXPECT_GE(info.device_bytes, empty + 10 * PAGE + 832 * KIB);

	ASSERT_EQ(0, buffer_destroy(npu.fd, handle));
	close(core);
	ASSERT_EQ(0, get_info(npu.fd, &info));
	EXPECT_EQ(1, info.buffers);
	EXPECT_EQ(1, info.cores);
	EXPECT_EQ(empty, info.device_bytes);
	npu_close(&npu);
}

TEST(opens_share_nothing)
{
	struct aicore_info info;
	struct npu a, b;
	__u32 handle;
	int i;

	npu_open(_metadata, &a, AICORE_SOC_ASCEND910B);
	npu_open(_metadata, &b, AICORE_SOC_ASCEND310P);
	for (i = 0; i < 5; i++)
		ASSERT_EQ(0, buffer_create(a.fd, PAGE, &handle, NULL));
	ASSERT_EQ(0, get_info(b.fd, &info));
	EXPECT_EQ(1, info.buffers);
	EXPECT_EQ(AICORE_SOC_ASCEND310P, info.soc);
	EXPECT_EQ(-ENOENT, buffer_destroy(b.fd, handle));
	npu_close(&a);
	npu_close(&b);
}

/* operations.md section 1 */
FIXTURE(product) {
	int fd;
	int core;
};

FIXTURE_VARIANT(product) {
	__u32 soc;
	__u32 ub;
	__u32 l1;
	__u32 l0c;
	bool has_sum;
	__u32 saturates;	/* by default; 2: it makes no difference */
};

FIXTURE_VARIANT_ADD(product, ascend910) {
	1, 256 * KIB, 1024 * KIB, 256 * KIB, true, 1,
};

FIXTURE_VARIANT_ADD(product, ascend310p) {
	2, 256 * KIB, 1024 * KIB, 256 * KIB, true, 1,
};

FIXTURE_VARIANT_ADD(product, ascend310p_vec) {
	3, 256 * KIB, 0, 0, false, 2,
};

FIXTURE_VARIANT_ADD(product, ascend910b) {
	4, 192 * KIB, 512 * KIB, 128 * KIB, true, 0,
};

FIXTURE_VARIANT_ADD(product, ascend910c) {
	5, 192 * KIB, 512 * KIB, 128 * KIB, true, 0,
};

FIXTURE_VARIANT_ADD(product, ascend310b) {
	6, 248 * KIB, 1024 * KIB, 128 * KIB, true, 0,
};

FIXTURE_VARIANT_ADD(product, ascend950) {
	7, 248 * KIB, 512 * KIB, 256 * KIB, true, 0,
};

FIXTURE_SETUP(product)
{
	self->fd = device_open();
	ASSERT_GE(self->fd, 0);
}

FIXTURE_TEARDOWN(product)
{
	close(self->fd);
}

TEST_F(product, info)
{
	__u64 ops = 1ULL << AICORE_OP_DATA_COPY | 1ULL << AICORE_OP_SET_VECTOR_MASK;
	struct aicore_info info, on_core;
	int core;

	/* All reductions, or none. */
	if (variant->has_sum)
		ops |= 0xffULL << AICORE_OP_WHOLE_REDUCE_SUM;
	ASSERT_EQ(0, device_setup(self->fd, variant->soc, 0, 0));
	core = core_add(_metadata, self->fd);
	ASSERT_EQ(0, get_info(self->fd, &info));
	EXPECT_EQ(variant->soc, info.soc);
	EXPECT_EQ(variant->ub, info.ub_bytes);
	EXPECT_EQ(variant->l1, info.l1_bytes);
	EXPECT_EQ(variant->l0c, info.l0c_bytes);
	EXPECT_EQ(ops, info.ops);
	if (variant->saturates < 2)
		EXPECT_EQ(variant->saturates, info.saturate);
	EXPECT_EQ(0, info.permissive);
	ASSERT_EQ(0, get_info(core, &on_core));
	EXPECT_EQ(0, memcmp(&info, &on_core, sizeof(info)));
}

/* Every product takes both overflow modes, but for the one that can't. */
TEST_F(product, overflow_and_check)
{
	struct aicore_info info;
	__u32 overflow, check;
	int fd;

	for (overflow = AICORE_OVERFLOW_SATURATE; overflow <= AICORE_OVERFLOW_INFNAN;
	     overflow++) {
		if (variant->soc == AICORE_SOC_ASCEND910 && overflow == AICORE_OVERFLOW_INFNAN)
			continue;
		for (check = AICORE_CHECK_STRICT; check <= AICORE_CHECK_PERMISSIVE; check++) {
			fd = device_open();
			ASSERT_GE(fd, 0);
			EXPECT_EQ(0, device_setup(fd, variant->soc, overflow, check));
			ASSERT_EQ(0, get_info(fd, &info));
			if (variant->saturates < 2)
				EXPECT_EQ(overflow == AICORE_OVERFLOW_SATURATE, info.saturate);
			EXPECT_EQ(check, info.permissive);
			close(fd);
		}
	}
}

TEST_F(product, regions)
{
	const __u32 bytes[] = { 0, variant->ub, variant->l1, variant->l0c };
	const __u32 alignment[] = { 0, 32, 32, 64 };
	struct aicore_region_info region;
	__u32 number;
	int core;

	ASSERT_EQ(0, device_setup(self->fd, variant->soc, 0, 0));
	core = core_add(_metadata, self->fd);
	for (number = AICORE_REGION_UB; number <= AICORE_REGION_L0C; number++) {
		if (!bytes[number]) {
			EXPECT_EQ(-ENOENT, region_info(core, number, &region));
			continue;
		}
		EXPECT_EQ(0, region_info(core, number, &region));
		EXPECT_EQ(bytes[number], region.bytes);
		EXPECT_EQ(alignment[number], region.alignment);
	}
	EXPECT_EQ(-EINVAL, region_info(core, 0, &region));
	EXPECT_EQ(-EINVAL, region_info(core, 4, &region));
	EXPECT_EQ(-EINVAL, region_info(core, 0xffffffff, &region));
}

/* Of threads that call SETUP at the same time one succeeds. */
struct setup_thread {
	pthread_t thread;
	int fd;
	__u32 soc;
	int ret;
};

static void *call_setup(void *data)
{
	struct setup_thread *setup = data;

	setup->ret = device_setup(setup->fd, setup->soc, 0, 0);
	return NULL;
}

TEST(setup_races)
{
	struct setup_thread threads[4];
	struct aicore_info info;
	int round, winners, i;

	for (round = 0; round < 50; round++) {
		int fd = device_open();

		ASSERT_GE(fd, 0);
		for (i = 0; i < 4; i++) {
			threads[i].fd = fd;
			threads[i].soc = AICORE_SOC_ASCEND910B + i;
			ASSERT_EQ(0, pthread_create(&threads[i].thread, NULL, call_setup,
						    &threads[i]));
		}
		for (i = 0; i < 4; i++)
			pthread_join(threads[i].thread, NULL);
		ASSERT_EQ(0, get_info(fd, &info));
		for (i = 0, winners = 0; i < 4; i++) {
			EXPECT_TRUE(threads[i].ret == 0 || threads[i].ret == -EBUSY);
			if (threads[i].ret)
				continue;
			winners++;
			EXPECT_EQ(threads[i].soc, info.soc);
		}
		EXPECT_EQ(1, winners);
		close(fd);
	}
}

TEST_HARNESS_MAIN

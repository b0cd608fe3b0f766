// SPDX-License-Identifier: GPL-2.0-only
/* Mappings of buffers and of the memories of a core. */
#include <sys/wait.h>

#include "device.h"

#define PAGES	8
#define BYTES	(PAGES * PAGE)

/* A buffer of 8 pages; page i is full of i + 1. */
FIXTURE(map) {
	struct npu npu;
	__u32 handle;
	__u64 offset;
	unsigned char *memory;
};

FIXTURE_SETUP(map)
{
	int i;

	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	ASSERT_EQ(0, buffer_create(self->npu.fd, BYTES, &self->handle, &self->offset));
	self->memory = map(self->npu.fd, self->offset, BYTES);
	ASSERT_TRUE((void *)self->memory != MAP_FAILED);
	for (i = 0; i < PAGES; i++)
		memset(self->memory + i * PAGE, i + 1, PAGE);
}

FIXTURE_TEARDOWN(map)
{
	npu_close(&self->npu);
}

static bool shows(const unsigned char *page, int number)
{
	return all_bytes(page, PAGE, number + 1);
}

static int try_map(int fd, size_t bytes, int prot, int flags, __u64 offset)
{
	void *memory = mmap(NULL, bytes, prot, flags, fd, offset);

	if (memory == MAP_FAILED)
		return -errno;
	munmap(memory, bytes);
	return 0;
}

#define READ		PROT_READ
#define READ_WRITE	(PROT_READ | PROT_WRITE)

/* -- what is refused -- */

TEST_F(map, private_writable)
{
	struct aicore_region_info region;

	EXPECT_EQ(-EINVAL, try_map(self->npu.fd, BYTES, READ_WRITE, MAP_PRIVATE, self->offset));
	EXPECT_EQ(-EINVAL, try_map(self->npu.fd, PAGE, PROT_WRITE, MAP_PRIVATE, self->offset));
	ASSERT_EQ(0, region_info(self->npu.core, AICORE_REGION_UB, &region));
	EXPECT_EQ(-EINVAL, try_map(self->npu.core, PAGE, READ_WRITE, MAP_PRIVATE,
				   region.mmap_offset));
}

TEST_F(map, private_read_only)
{
	unsigned char *memory = mmap(NULL, BYTES, READ, MAP_PRIVATE, self->npu.fd, self->offset);

	ASSERT_TRUE((void *)memory != MAP_FAILED);
	EXPECT_TRUE(shows(memory, 0));
	/* It is the memory itself, before and after the first look. */
	memset(self->memory, 0x66, BYTES);
	EXPECT_TRUE(all_bytes(memory, BYTES, 0x66));
	/* And can't become a private copy later. */
	EXPECT_EQ(-1, mprotect(memory, BYTES, READ_WRITE));
	EXPECT_EQ(EACCES, errno);
	munmap(memory, BYTES);
}

TEST_F(map, beyond_the_object)
{
	int fd = self->npu.fd;
	__u64 offset = self->offset;

	EXPECT_EQ(-EINVAL, try_map(fd, BYTES + 1, READ, MAP_SHARED, offset));
	EXPECT_EQ(-EINVAL, try_map(fd, BYTES + PAGE, READ, MAP_SHARED, offset));
	EXPECT_EQ(-EINVAL, try_map(fd, BYTES, READ, MAP_SHARED, offset + PAGE));
	EXPECT_EQ(-EINVAL, try_map(fd, PAGE, READ, MAP_SHARED, offset + BYTES));
	EXPECT_EQ(-EINVAL, try_map(fd, PAGE, READ, MAP_SHARED, offset + 64 * MIB));
	EXPECT_EQ(0, try_map(fd, PAGE, READ, MAP_SHARED, offset + BYTES - PAGE));
}

TEST_F(map, unknown_offsets)
{
	static const __u64 offsets[] = {
		0, PAGE, 1ULL << 31, 1ULL << 43, 1ULL << 50, 0x7ffffffffffff000ULL,
	};
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(offsets); i++) {
		ret = try_map(self->npu.fd, PAGE, READ, MAP_SHARED, offsets[i]);
		EXPECT_TRUE(ret == -ENOENT || ret == -EINVAL || ret == -EOVERFLOW) {
			TH_LOG("offset %llx: %d", offsets[i], ret);
		}
		ret = try_map(self->npu.core, PAGE, READ, MAP_SHARED, offsets[i]);
		EXPECT_TRUE(ret == -ENOENT || ret == -EINVAL || ret == -EOVERFLOW) {
			TH_LOG("offset %llx of a core: %d", offsets[i], ret);
		}
	}
}

TEST_F(map, destroyed_buffer)
{
	ASSERT_EQ(0, buffer_destroy(self->npu.fd, self->handle));
	EXPECT_EQ(-ENOENT, try_map(self->npu.fd, BYTES, READ, MAP_SHARED, self->offset));
}

/* A buffer is mapped through its own device. */
TEST_F(map, other_device)
{
	struct npu other;

	npu_open(_metadata, &other, AICORE_SOC_ASCEND910B);
	EXPECT_EQ(-ENOENT, try_map(other.fd, BYTES, READ, MAP_SHARED, self->offset));
	npu_close(&other);
}

TEST(read_only_file)
{
	int fd = open(DEVICE, O_RDONLY | O_CLOEXEC);
	__u32 handle;
	__u64 offset;

	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, device_setup(fd, AICORE_SOC_ASCEND910B, 0, 0));
	ASSERT_EQ(0, buffer_create(fd, PAGE, &handle, &offset));
	EXPECT_EQ(-EACCES, try_map(fd, PAGE, READ_WRITE, MAP_SHARED, offset));
	EXPECT_EQ(0, try_map(fd, PAGE, READ, MAP_SHARED, offset));
	close(fd);
}

/* -- parts of a mapping -- */

TEST_F(map, part_of_the_object)
{
	unsigned char *memory = map(self->npu.fd, self->offset + 3 * PAGE, 2 * PAGE);

	ASSERT_TRUE((void *)memory != MAP_FAILED);
	EXPECT_TRUE(shows(memory, 3));
	EXPECT_TRUE(shows(memory + PAGE, 4));
	munmap(memory, 2 * PAGE);
}

/*
 * Pages must not be found by their distance from the start of the mapping,
 * which moves: look at them only after the cut.
 */
TEST_F(map, head_unmapped)
{
	unsigned char *memory = map(self->npu.fd, self->offset, BYTES);
	int i;

	ASSERT_TRUE((void *)memory != MAP_FAILED);
	ASSERT_EQ(0, munmap(memory, 3 * PAGE));
	for (i = 3; i < PAGES; i++)
		EXPECT_TRUE(shows(memory + i * PAGE, i));
	munmap(memory + 3 * PAGE, BYTES - 3 * PAGE);
}

TEST_F(map, tail_unmapped)
{
	unsigned char *memory = map(self->npu.fd, self->offset, BYTES);
	int i;

	ASSERT_TRUE((void *)memory != MAP_FAILED);
	ASSERT_EQ(0, munmap(memory + 5 * PAGE, BYTES - 5 * PAGE));
	for (i = 0; i < 5; i++)
		EXPECT_TRUE(shows(memory + i * PAGE, i));
	munmap(memory, 5 * PAGE);
}

TEST_F(map, middle_unmapped)
{
	unsigned char *memory = map(self->npu.fd, self->offset, BYTES);
	int i;

	ASSERT_TRUE((void *)memory != MAP_FAILED);
	ASSERT_EQ(0, munmap(memory + 2 * PAGE, 3 * PAGE));
	for (i = 0; i < PAGES; i++) {
		if (i < 2 || i > 4)
			EXPECT_TRUE(shows(memory + i * PAGE, i));
	}
	munmap(memory, 2 * PAGE);
	/* Each part holds the pages on its own. */
	EXPECT_TRUE(shows(memory + 7 * PAGE, 7));
	munmap(memory + 5 * PAGE, 3 * PAGE);
}

TEST_F(map, split_by_protection)
{
	unsigned char *memory = map(self->npu.fd, self->offset, BYTES);
	int i;

	ASSERT_TRUE((void *)memory != MAP_FAILED);
	ASSERT_EQ(0, mprotect(memory + 2 * PAGE, 2 * PAGE, PROT_READ));
	for (i = 0; i < PAGES; i++)
		EXPECT_TRUE(shows(memory + i * PAGE, i));
	munmap(memory, BYTES);
}

TEST_F(map, mremap_grow)
{
	unsigned char *memory = map(self->npu.fd, self->offset, 2 * PAGE);

	ASSERT_TRUE((void *)memory != MAP_FAILED);
	EXPECT_TRUE(mremap(memory, 2 * PAGE, 4 * PAGE, MREMAP_MAYMOVE) == MAP_FAILED);
	EXPECT_TRUE(mremap(memory, 2 * PAGE, 64 * PAGE, MREMAP_MAYMOVE) == MAP_FAILED);
	EXPECT_TRUE(shows(memory, 0));
	EXPECT_TRUE(shows(memory + PAGE, 1));
	munmap(memory, 2 * PAGE);
}

TEST_F(map, mremap_move_and_shrink)
{
	unsigned char *memory = map(self->npu.fd, self->offset, BYTES), *moved;
	void *place;

	ASSERT_TRUE((void *)memory != MAP_FAILED);
	place = mmap(NULL, BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_TRUE(place != MAP_FAILED);
	moved = mremap(memory + 2 * PAGE, 4 * PAGE, 3 * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED,
		       place);
	ASSERT_TRUE((void *)moved == place);
	EXPECT_TRUE(shows(moved, 2));
	EXPECT_TRUE(shows(moved + 2 * PAGE, 4));
	EXPECT_TRUE(shows(memory, 0));
	EXPECT_TRUE(shows(memory + 7 * PAGE, 7));
}

/* -- what a mapping shows -- */

TEST_F(map, many_mappings_one_memory)
{
	unsigned char *other = map(self->npu.fd, self->offset, BYTES);

	ASSERT_TRUE((void *)other != MAP_FAILED);
	memset(other + 5 * PAGE, 0x51, PAGE);
	EXPECT_TRUE(all_bytes(self->memory + 5 * PAGE, PAGE, 0x51));
	ASSERT_EQ(0, munmap(other, BYTES));
	EXPECT_TRUE(all_bytes(self->memory + 5 * PAGE, PAGE, 0x51));
}

TEST_F(map, pages_dropped_by_madvise)
{
	ASSERT_EQ(0, madvise(self->memory, BYTES, MADV_DONTNEED));
	EXPECT_TRUE(shows(self->memory, 0));
	EXPECT_TRUE(shows(self->memory + 7 * PAGE, 7));
}

TEST_F(map, locked_and_populated)
{
	unsigned char *memory = mmap(NULL, BYTES, READ_WRITE, MAP_SHARED | MAP_POPULATE,
				     self->npu.fd, self->offset);

	ASSERT_TRUE((void *)memory != MAP_FAILED);
	EXPECT_EQ(0, mlock(memory, BYTES));
	EXPECT_TRUE(shows(memory + 6 * PAGE, 6));
	EXPECT_EQ(0, munmap(memory, BYTES));
}

/* The kernel can reach it for other calls: no copy in between is needed. */
TEST_F(map, written_to_a_pipe)
{
	unsigned char back[256];
	int pipes[2];

	ASSERT_EQ(0, pipe(pipes));
	EXPECT_EQ(256, write(pipes[1], self->memory + 4 * PAGE, 256));
	EXPECT_EQ(256, read(pipes[0], back, 256));
	EXPECT_TRUE(all_bytes(back, 256, 5));
	EXPECT_EQ(256, write(pipes[1], back, 256));
	EXPECT_EQ(256, read(pipes[0], self->memory, 256));
	EXPECT_TRUE(all_bytes(self->memory, 256, 5));
}

TEST_F(map, regions)
{
	static const __u64 bytes[] = { 0, 192 * KIB, 512 * KIB, 128 * KIB };
	struct aicore_region_info region;
	unsigned char *memory[4];
	__u32 i, k;

	for (i = AICORE_REGION_UB; i <= AICORE_REGION_L0C; i++) {
		ASSERT_EQ(0, region_info(self->npu.core, i, &region));
		EXPECT_EQ(bytes[i], region.bytes);
		memory[i] = map(self->npu.core, region.mmap_offset, region.bytes);
		ASSERT_TRUE((void *)memory[i] != MAP_FAILED);
		memset(memory[i], 0x10 * i, region.bytes);
		EXPECT_EQ(-EINVAL, try_map(self->npu.core, region.bytes + PAGE, READ, MAP_SHARED,
					   region.mmap_offset));
	}
	/* They are three memories. */
	for (k = AICORE_REGION_UB; k <= AICORE_REGION_L0C; k++)
		EXPECT_TRUE(all_bytes(memory[k], bytes[k], 0x10 * k));
	EXPECT_TRUE(all_bytes(self->npu.ub, bytes[1], 0x10));
}

TEST_F(map, region_is_per_core)
{
	int other = core_add(_metadata, self->npu.fd);
	unsigned char *ub = map_region(_metadata, other, AICORE_REGION_UB);

	memset(self->npu.ub, 1, PAGE);
	EXPECT_TRUE(all_bytes(ub, PAGE, 0));
	close(other);
}

TEST(absent_regions)
{
	struct aicore_region_info region, ub;
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND310P_VEC);
	ASSERT_EQ(0, region_info(npu.core, AICORE_REGION_UB, &ub));
	EXPECT_EQ(-ENOENT, region_info(npu.core, AICORE_REGION_L1, &region));
	EXPECT_EQ(-ENOENT, region_info(npu.core, AICORE_REGION_L0C, &region));
	npu_close(&npu);
}

/* -- how long a mapping lives -- */

TEST_F(map, outlives_all_files)
{
	int i;

	memset(self->npu.ub + 4096, 0x77, PAGE);
	close(self->npu.core);
	close(self->npu.fd);
	for (i = 0; i < PAGES; i++)
		EXPECT_TRUE(shows(self->memory + i * PAGE, i));
	EXPECT_TRUE(all_bytes(self->npu.ub + 4096, PAGE, 0x77));
	/* Pages that were never looked at as well. */
	EXPECT_TRUE(all_bytes(self->npu.ub + 96 * KIB, 96 * KIB, 0));
	memset(self->memory, 9, BYTES);
	EXPECT_TRUE(all_bytes(self->memory, BYTES, 9));
}

/* Parent and child see each other's stores, in both directions. */
TEST_F(map, fork_shares)
{
	int status;
	pid_t pid;

	self->memory[0] = 10;
	pid = fork();
	ASSERT_GE(pid, 0);
	if (!pid) {
		bool good = self->memory[0] == 10;

		self->memory[PAGE] = 20;
		/* The child's files are its own to close. */
		close(self->npu.core);
		close(self->npu.fd);
		self->memory[2 * PAGE] = 30;
		munmap(self->memory, BYTES);
		_exit(good ? 0 : 1);
	}
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(20, self->memory[PAGE]);
	EXPECT_EQ(30, self->memory[2 * PAGE]);
	EXPECT_EQ(0, run_one(self->npu.core,
			     copy_desc(AICORE_TYPE_INT8, at(AICORE_POSITION_VECIN, 0),
				       gm(self->handle, PAGE), 1, 1, 0, 0)));
	EXPECT_EQ(20, self->npu.ub[0]);
}

TEST_F(map, child_outlives_parent_files)
{
	int pipes[2], status;
	char byte = 1;
	pid_t pid;

	ASSERT_EQ(0, pipe(pipes));
	pid = fork();
	ASSERT_GE(pid, 0);
	if (!pid) {
		if (read(pipes[0], &byte, 1) != 1)
			_exit(2);
		if (!shows(self->memory + 3 * PAGE, 3))
			_exit(3);
		_exit(run_one(self->npu.core, mask_desc(1, 0)) ? 4 : 0);
	}
	munmap(self->memory, BYTES);
	close(self->npu.core);
	close(self->npu.fd);
	ASSERT_EQ(1, write(pipes[1], &byte, 1));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
}

TEST_HARNESS_MAIN

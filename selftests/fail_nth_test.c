// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each call, with each of its allocations and copies failing in turn: the first
 * in the first round, the second in the second, until a round has fewer. A call
 * that failed must have left everything as it was. What a failure may leak or
 * corrupt, the kernel has to notice: this is for kernels that check memory.
 *
 * A fault that only costs something (a page that isn't mapped in advance) need
 * not fail the call.
 */
#include <dirent.h>
#include <sys/wait.h>

#include "device.h"

#define MAX_ROUNDS	4000
#define DESCS		300	/* more than a page of them */

/* All that a failed call could have changed. */
struct state {
	struct aicore_info info;
	struct aicore_info other_info;
	char fdinfo[1024];
	int files;
	unsigned long mapped;
	int events;
	__u64 memories;
};

FIXTURE(nth) {
	struct npu npu;
	struct aicore_desc descs[DESCS];
	unsigned char wide[4][512];	/* descriptors of 512 bytes */
	int nth;			/* /proc/self/fail-nth */
	/* What calls make, for their undo. */
	int other;			/* a device without SETUP, or -1 */
	int fd;
	void *memory;
	__u32 handle;
	__u64 seqno;
};

/* A switch of fault injection: where it isn't there, it can't be in the way. */
static void let_fail(const char *name, const char *knob, const char *value)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), "/sys/kernel/debug/%s/%s", name, knob);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	if (write(fd, value, strlen(value)) < 0)
		perror(path);
	close(fd);
}

static void let_all_fail(void)
{
	static const char *const names[] = { "failslab", "fail_page_alloc", "fail_usercopy" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		let_fail(names[i], "verbose", "0");
		let_fail(names[i], "ignore-gfp-wait", "N");
		let_fail(names[i], "ignore-gfp-highmem", "N");
		let_fail(names[i], "cache-filter", "N");
		let_fail(names[i], "min-order", "0");
	}
}

FIXTURE_SETUP(nth)
{
	int i;

	self->nth = open("/proc/self/fail-nth", O_RDWR | O_CLOEXEC);
	ASSERT_GE(self->nth, 0) {
		TH_LOG("this kernel injects no faults");
	}
	let_all_fail();
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	self->other = -1;
	self->fd = -1;
	fill_u32(self->npu.ub, 64, FLOAT_ONE);
	for (i = 0; i < DESCS; i++)
		self->descs[i] = copy_desc(AICORE_TYPE_HALF, at(AICORE_POSITION_VECIN, 0x2000),
					   gm(self->npu.buffer, 0), 1, 1, 0, 0);
	for (i = 0; i < 4; i++)
		memcpy(self->wide[i], &self->descs[i], sizeof(self->descs[i]));
}

FIXTURE_TEARDOWN(nth)
{
	npu_close(&self->npu);
	close(self->nth);
}

/* -- what there is -- */

static int count_files(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int count = 0;

	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

/* Bytes and not areas: one that could not be cut twice may stay cut once. */
static unsigned long count_mapped(void)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	unsigned long from, to, bytes = 0;
	char line[512];

	while (fgets(line, sizeof(line), maps)) {
		if (strstr(line, "aicore") && sscanf(line, "%lx-%lx", &from, &to) == 2)
			bytes += to - from;
	}
	fclose(maps);
	return bytes;
}

static __u64 sum_up(const unsigned char *memory, size_t bytes)
{
	__u64 sum = 0;

	while (bytes--)
		sum = sum * 31 + *memory++;
	return sum;
}

static void take_fdinfo(int fd, char *text, size_t bytes)
{
	char path[64];
	ssize_t length;
	int info;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	info = open(path, O_RDONLY | O_CLOEXEC);
	length = read(info, text, bytes - 1);
	text[length < 0 ? 0 : length] = 0;
	close(info);
}

static void look(struct _test_data_nth *self, struct state *state)
{
	struct pollfd poller = { .fd = self->npu.core, .events = POLLIN | POLLOUT };

	memset(state, 0, sizeof(*state));
	get_info(self->npu.fd, &state->info);
	if (self->other >= 0)
		get_info(self->other, &state->other_info);
	take_fdinfo(self->npu.core, state->fdinfo, sizeof(state->fdinfo));
	state->files = count_files();
	state->mapped = count_mapped();
	poll(&poller, 1, 0);
	state->events = poller.revents;
	state->memories = sum_up(self->npu.ub, 64 * KIB) + sum_up(self->npu.gm, GM_BYTES);
}

/* -- rounds -- */

static void arm(struct _test_data_nth *self, int n)
{
	char text[16];
	int bytes = snprintf(text, sizeof(text), "%d", n);

	/* The rest of an older count may hit the first attempt. */
	if (pwrite(self->nth, text, bytes, 0) != bytes &&
	    pwrite(self->nth, text, bytes, 0) != bytes)
		perror("fail-nth");
}

/* True if the fault came. What is left of the count could hit this very read. */
static bool disarm(struct _test_data_nth *self)
{
	char text[16] = "";
	ssize_t got = pread(self->nth, text, sizeof(text) - 1, 0);

	arm(self, 0);
	return got > 0 && strtoul(text, NULL, 10) == 0;
}

/* How calls that lack memory, or a good pointer, end. */
static bool is_fault(int ret)
{
	return ret == -ENOMEM || ret == -EFAULT || ret == -ENFILE;
}

static void expect_same(struct __test_metadata *_metadata, const struct state *a,
			const struct state *b, int n)
{
	EXPECT_EQ(0, memcmp(a, b, sizeof(*a))) {
		TH_LOG("round %d: files %d->%d mapped %lu->%lu bytes %llu->%llu events %x->%x",
		       n, a->files, b->files, a->mapped, b->mapped,
		       (unsigned long long)a->info.device_bytes,
		       (unsigned long long)b->info.device_bytes, a->events, b->events);
		TH_LOG("before: %s", a->fdinfo);
		TH_LOG("after: %s", b->fdinfo);
	}
}

/*
 * work() is the call, undo() takes back what it did when it went well. Calls
 * that have no way to fail half way need no undo.
 */
static int all_rounds(struct __test_metadata *_metadata, struct _test_data_nth *self,
		      int (*work)(struct _test_data_nth *self),
		      void (*undo)(struct _test_data_nth *self))
{
	struct state before, after;
	bool fault;
	int n, ret;

	for (n = 1; n < MAX_ROUNDS; n++) {
		look(self, &before);
		arm(self, n);
		ret = work(self);
		fault = disarm(self);
		if (ret < 0) {
			EXPECT_TRUE(fault && is_fault(ret)) {
				TH_LOG("round %d: %s", n, strerror(-ret));
			}
			look(self, &after);
			expect_same(_metadata, &before, &after, n);
		} else if (undo) {
			undo(self);
		}
		if (!fault)
			break;
	}
	EXPECT_LT(n, MAX_ROUNDS);
	EXPECT_EQ(0, ret);
	TH_LOG("%d faults", n - 1);
	return n - 1;
}

/* -- files -- */

static int work_open(struct _test_data_nth *self)
{
	self->fd = device_open();
	return self->fd < 0 ? self->fd : 0;
}

static void undo_fd(struct _test_data_nth *self)
{
	close(self->fd);
}

TEST_F(nth, open)
{
	EXPECT_LT(1, all_rounds(_metadata, self, work_open, undo_fd));
}

static int work_setup(struct _test_data_nth *self)
{
	return device_setup(self->other, AICORE_SOC_ASCEND310P, 0, 0);
}

TEST_F(nth, device_setup)
{
	self->other = device_open();
	ASSERT_GE(self->other, 0);
	EXPECT_LT(0, all_rounds(_metadata, self, work_setup, NULL));
	close(self->other);
}

static int work_info(struct _test_data_nth *self)
{
	struct aicore_info info;

	return get_info(self->npu.fd, &info);
}

TEST_F(nth, info)
{
	EXPECT_LT(1, all_rounds(_metadata, self, work_info, NULL));
}

static int work_core_create(struct _test_data_nth *self)
{
	self->fd = core_create(self->npu.fd);
	return self->fd < 0 ? self->fd : 0;
}

TEST_F(nth, core_create)
{
	EXPECT_LT(100, all_rounds(_metadata, self, work_core_create, undo_fd));
}

static int work_region_info(struct _test_data_nth *self)
{
	struct aicore_region_info region;

	return region_info(self->npu.core, AICORE_REGION_UB, &region);
}

TEST_F(nth, region_info)
{
	EXPECT_LT(1, all_rounds(_metadata, self, work_region_info, NULL));
}

/* -- buffers -- */

static int work_buffer_create(struct _test_data_nth *self)
{
	return buffer_create(self->npu.fd, 16 * PAGE, &self->handle, NULL);
}

static void undo_buffer_create(struct _test_data_nth *self)
{
	buffer_destroy(self->npu.fd, self->handle);
}

TEST_F(nth, buffer_create)
{
	EXPECT_LT(16, all_rounds(_metadata, self, work_buffer_create, undo_buffer_create));
}

static int work_buffer_destroy(struct _test_data_nth *self)
{
	return buffer_destroy(self->npu.fd, self->handle);
}

static void undo_buffer_destroy(struct _test_data_nth *self)
{
	buffer_create(self->npu.fd, PAGE, &self->handle, NULL);
}

TEST_F(nth, buffer_destroy)
{
	undo_buffer_destroy(self);
	EXPECT_LT(0, all_rounds(_metadata, self, work_buffer_destroy, undo_buffer_destroy));
}

/* -- mappings -- */

static int work_map(struct _test_data_nth *self)
{
	self->memory = map(self->npu.core, (__u64)AICORE_REGION_UB << 32, 16 * PAGE);
	return self->memory == MAP_FAILED ? -errno : 0;
}

static void undo_map(struct _test_data_nth *self)
{
	munmap(self->memory, 16 * PAGE);
}

TEST_F(nth, mmap)
{
	EXPECT_LT(0, all_rounds(_metadata, self, work_map, undo_map));
}

/* A hole in a mapping makes two of it. */
static int work_unmap(struct _test_data_nth *self)
{
	return munmap(self->memory + 4 * PAGE, PAGE) ? -errno : 0;
}

static void undo_unmap(struct _test_data_nth *self)
{
	undo_map(self);
	work_map(self);
}

TEST_F(nth, munmap_middle)
{
	ASSERT_EQ(0, work_map(self));
	EXPECT_LT(0, all_rounds(_metadata, self, work_unmap, undo_unmap));
}

static int work_move(struct _test_data_nth *self)
{
	void *to = mremap(self->memory, 16 * PAGE, 16 * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED,
			  self->npu.ub + 0x40000000);

	return to == MAP_FAILED ? -errno : 0;
}

static void undo_move(struct _test_data_nth *self)
{
	munmap(self->npu.ub + 0x40000000, 16 * PAGE);
	work_map(self);
}

TEST_F(nth, mremap)
{
	ASSERT_EQ(0, work_map(self));
	EXPECT_LT(0, all_rounds(_metadata, self, work_move, undo_move));
}

/* The kernel tries again when the memory for its tables is missing. */
static int work_touch(struct _test_data_nth *self)
{
	return u32_at(self->memory, 0) == FLOAT_ONE ? 0 : -EIO;
}

TEST_F(nth, page_fault)
{
	ASSERT_EQ(0, work_map(self));
	all_rounds(_metadata, self, work_touch, undo_unmap);
}

/*
 * One round of fork(), in a process of its own: the faults that come after a
 * fork() hit page faults of whoever did it, and may well end that. Exits with 0
 * if there was no fault.
 */
static void fork_round(struct _test_data_nth *self, int n)
{
	pid_t child;
	bool fault;

	self->nth = open("/proc/self/fail-nth", O_RDWR | O_CLOEXEC);
	arm(self, n);
	child = fork();
	if (!child)
		_exit(0);
	fault = disarm(self);
	if (child > 0)
		waitpid(child, NULL, 0);
	_exit(fault);
}

/* A child gets all mappings, or none: their references must be taken back. */
TEST_F_TIMEOUT(nth, fork, 600)
{
	const char *kernel = getenv("AICORE_KERNEL");
	struct state before, after;
	int n, status = 1;
	pid_t child;

	if (kernel && !strcmp(kernel, "uml"))
		SKIP(return, "User Mode Linux does not survive a fork() that fails half way");
	/* There are hundreds of them, few of which are about what we have mapped. */
	for (n = 1; n < MAX_ROUNDS && status; n += 3) {
		look(self, &before);
		child = fork();
		ASSERT_GE(child, 0);
		if (!child)
			fork_round(self, n);
		ASSERT_EQ(child, waitpid(child, &status, 0));
		look(self, &after);
		expect_same(_metadata, &before, &after, n);
	}
	EXPECT_EQ(0, status);
	EXPECT_LT(10, n);
	TH_LOG("one in three of %d faults", n - 4);
}

/* -- batches -- */

static bool is_queued(struct _test_data_nth *self, __u64 seqno)
{
	return wait_until(self->npu.core, seqno, in_ms(LONG_MS), NULL) != -ENOENT;
}

/*
 * The one call that may fail and yet have done its work: if its answer could
 * not be written, the batch must run like any other.
 */
static int work_submit_with(struct _test_data_nth *self, const void *descs, __u32 count,
			    __u32 stride, __u32 flags)
{
	struct aicore_submit arg = submit_arg(descs, count, flags);
	__u64 next = self->seqno + 1;
	int ret;

	arg.desc_stride = stride;
	ret = call(self->npu.core, AICORE_IOC_SUBMIT, &arg);
	if (ret == -EFAULT) {
		arm(self, 0);	/* it came; not again in what follows */
		ret = is_queued(self, next) ? 0 : -EFAULT;
	}
	if (!ret && flags != AICORE_SUBMIT_VALIDATE_ONLY)
		self->seqno = next;
	return ret;
}

static int work_submit(struct _test_data_nth *self)
{
	return work_submit_with(self, self->descs, DESCS, sizeof(self->descs[0]), 0);
}

static int work_submit_wait(struct _test_data_nth *self)
{
	return work_submit_with(self, self->descs, 2, sizeof(self->descs[0]), AICORE_SUBMIT_WAIT);
}

static int work_submit_wide(struct _test_data_nth *self)
{
	return work_submit_with(self, self->wide, 4, sizeof(self->wide[0]), 0);
}

static int work_validate(struct _test_data_nth *self)
{
	return work_submit_with(self, self->descs, DESCS, sizeof(self->descs[0]),
				AICORE_SUBMIT_VALIDATE_ONLY);
}

static int work_submit_notify(struct _test_data_nth *self)
{
	return work_submit_with(self, self->descs, 2, sizeof(self->descs[0]), AICORE_SUBMIT_NOTIFY);
}

static void undo_submit(struct _test_data_nth *self)
{
	wait_done(self->npu.core, self->seqno);
}

static void undo_submit_notify(struct _test_data_nth *self)
{
	struct aicore_record record;

	if (read(self->npu.core, &record, sizeof(record)) != sizeof(record))
		perror("record");
}

TEST_F(nth, submit)
{
	EXPECT_LT(5, all_rounds(_metadata, self, work_submit, undo_submit));
}

TEST_F(nth, submit_wait)
{
	EXPECT_LT(5, all_rounds(_metadata, self, work_submit_wait, undo_submit));
}

TEST_F(nth, submit_with_wide_descriptors)
{
	EXPECT_LT(8, all_rounds(_metadata, self, work_submit_wide, undo_submit));
}

TEST_F(nth, submit_notify)
{
	EXPECT_LT(6, all_rounds(_metadata, self, work_submit_notify, undo_submit_notify));
}

TEST_F(nth, validate_only)
{
	EXPECT_LT(5, all_rounds(_metadata, self, work_validate, NULL));
}

static int work_wait(struct _test_data_nth *self)
{
	return wait_done(self->npu.core, self->seqno);
}

TEST_F(nth, wait)
{
	ASSERT_EQ(0, work_submit_wait(self));
	EXPECT_LT(1, all_rounds(_metadata, self, work_wait, NULL));
}

/* A record that could not be copied is still there. */
static int work_read(struct _test_data_nth *self)
{
	struct aicore_record record;

	return read(self->npu.core, &record, sizeof(record)) < 0 ? -errno : 0;
}

static void undo_read(struct _test_data_nth *self)
{
	work_submit_notify(self);
	undo_submit(self);
}

TEST_F(nth, read)
{
	undo_read(self);
	EXPECT_LT(0, all_rounds(_metadata, self, work_read, undo_read));
}

static int work_poll(struct _test_data_nth *self)
{
	struct pollfd poller = { .fd = self->npu.core, .events = POLLOUT };

	return poll(&poller, 1, 0) == 1 ? 0 : -errno;
}

TEST_F(nth, poll)
{
	EXPECT_LT(0, all_rounds(_metadata, self, work_poll, NULL));
}

static int work_reset(struct _test_data_nth *self)
{
	return reset(self->npu.core, 0);
}

TEST_F(nth, reset)
{
	EXPECT_LT(0, all_rounds(_metadata, self, work_reset, NULL));
}

TEST_HARNESS_MAIN

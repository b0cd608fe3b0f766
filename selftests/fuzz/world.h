/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where sequences run: files, mappings and what the kernel gave out. Threads may
 * share one. Whoever takes something out of a slot is its only owner, so that
 * no thread closes or unmaps what belongs to the C library by now.
 */
#ifndef AICORE_SELFTESTS_WORLD_H
#define AICORE_SELFTESTS_WORLD_H

#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "steps.h"

/* How long a deadline is that shall come soon. */
#define SOON_NS		(300 * 1000)

struct mapping {
	char *address;
	__u64 bytes;
};

/**
 * struct world - what calls act upon
 * @fds: open files, or -1
 * @maps: mappings; address NULL: none
 * @lock: for @maps
 * @offsets: for mmap, as the kernel gave them out
 * @seqno: the last one
 * @descs: descriptors that threads may overwrite for each other
 */
struct world {
	atomic_int fds[FD_SLOTS];
	struct mapping maps[MAP_SLOTS];
	pthread_mutex_t lock;
	atomic_ullong offsets[4];
	atomic_ullong seqno;
	struct aicore_desc *descs;
};

/**
 * struct arena - a thread's own memory for arguments
 * @hole: an inaccessible page, after pages for arguments
 * @descs_hole: likewise for descriptors
 * @read_only: a page that can't be written to
 * @scratch: a file that mappings are copied from and to, so that what is no
 *	longer mapped gives EFAULT and no signal
 */
struct arena {
	char *hole;
	char *descs_hole;
	char *read_only;
	int scratch;
};

/* Successes, errors, and errors that the contract doesn't have. */
static atomic_ulong world_ioctls;
static atomic_ulong world_ok[STEP_CALLS];
static atomic_ulong world_strange;
static atomic_int world_strange_errno;

static inline char *arena_pages(void)
{
	char *pages = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED || mprotect(pages + 2 * PAGE, PAGE, PROT_NONE))
		ksft_exit_fail_perror("memory for arguments");
	return pages + 2 * PAGE;
}

static inline void arena_make(struct arena *arena)
{
	arena->hole = arena_pages();
	arena->descs_hole = arena_pages();
	arena->read_only = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS,
				-1, 0);
	arena->scratch = memfd_create("scratch", MFD_CLOEXEC);
	if (arena->read_only == MAP_FAILED || arena->scratch < 0 ||
	    ftruncate(arena->scratch, PAGE))
		ksft_exit_fail_perror("memory for arguments");
}

static inline void world_make(struct world *world)
{
	unsigned int i;

	memset(world, 0, sizeof(*world));
	pthread_mutex_init(&world->lock, NULL);
	for (i = 0; i < FD_SLOTS; i++)
		world->fds[i] = -1;
	world->descs = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (world->descs == MAP_FAILED)
		ksft_exit_fail_perror("memory for descriptors");
}

/* -- slots -- */

static inline void put_fd(struct world *world, unsigned int slot, int fd)
{
	int old;

	if (fd < 0)
		return;
	old = atomic_exchange(&world->fds[slot % FD_SLOTS], fd);
	if (old >= 0)
		close(old);
}

static inline struct mapping swap_map(struct world *world, unsigned int slot,
				      struct mapping map)
{
	struct mapping *at = &world->maps[slot % MAP_SLOTS];
	struct mapping old;

	pthread_mutex_lock(&world->lock);
	old = *at;
	*at = map;
	pthread_mutex_unlock(&world->lock);
	return old;
}

static inline void put_map(struct world *world, unsigned int slot, void *address, __u64 bytes)
{
	struct mapping old;

	if (address == MAP_FAILED || !bytes)
		return;
	old = swap_map(world, slot, (struct mapping){ address, bytes });
	if (old.address)
		munmap(old.address, old.bytes);
}

static inline char *take_map(struct world *world, unsigned int slot, __u64 *bytes)
{
	struct mapping map = swap_map(world, slot, (struct mapping){ NULL, 0 });

	*bytes = map.bytes;
	return map.address;
}

static inline void world_clear(struct world *world)
{
	unsigned int i;
	__u64 bytes;

	for (i = 0; i < MAP_SLOTS; i++) {
		char *address = take_map(world, i, &bytes);

		if (address)
			munmap(address, bytes);
	}
	for (i = 0; i < FD_SLOTS; i++) {
		int fd = atomic_exchange(&world->fds[i], -1);

		if (fd >= 0)
			close(fd);
	}
}

/* -- ioctls -- */

static inline char *place_bytes(char *hole, const struct arena *arena, __u32 place,
				const void *bytes, size_t count)
{
	char *to = hole - count;

	switch (place) {
	case PLACE_NULL:
		return NULL;
	case PLACE_KERNEL:
		return kernel_address();
	case PLACE_READ_ONLY:
		return arena->read_only;
	case PLACE_CUT:
		to = hole - count / 2 / 4 * 4;
		memcpy(to, bytes, hole - to);
		return to;
	default:
		memcpy(to, bytes, count);
		return to;
	}
}

static inline __u64 real_deadline(__u64 deadline)
{
	return deadline == MARK_SOON ? now_ns() + SOON_NS : deadline;
}

static inline void prepare_submit(struct world *world, const struct arena *arena,
				  const struct step *step, struct aicore_submit *submit)
{
	submit->deadline_ns = real_deadline(submit->deadline_ns);
	if (step->shared) {
		memcpy(world->descs, step->descs, sizeof(step->descs));
		submit->descs = (uintptr_t)world->descs;
	} else {
		submit->descs = (uintptr_t)place_bytes(arena->descs_hole, arena,
						       step->place_descs, step->descs,
						       sizeof(step->descs));
	}
}

static inline void prepare(struct world *world, const struct arena *arena,
			   const struct step *step, union step_argument *argument)
{
	if (step->command == AICORE_IOC_SUBMIT)
		prepare_submit(world, arena, step, &argument->submit);
	if (step->command != AICORE_IOC_WAIT)
		return;
	argument->wait.deadline_ns = real_deadline(argument->wait.deadline_ns);
	if (argument->wait.seqno == MARK_SEQNO)
		argument->wait.seqno = world->seqno;
}

/* What the kernel gave out is for later steps. */
static inline void take_outputs(struct world *world, const struct step *step,
				const union step_argument *argument)
{
	switch (step->command) {
	case AICORE_IOC_CORE_CREATE:
		put_fd(world, DEVICE_SLOTS + step->x % (FD_SLOTS - DEVICE_SLOTS),
		       argument->core_create.fd);
		break;
	case AICORE_IOC_BUFFER_CREATE:
		world->offsets[step->x % 4] = argument->buffer_create.mmap_offset;
		break;
	case AICORE_IOC_REGION_INFO:
		world->offsets[step->x % 4] = argument->region_info.mmap_offset;
		break;
	case AICORE_IOC_SUBMIT:
		world->seqno = argument->submit.seqno;
		break;
	}
}

static inline void count_success(__u32 command)
{
	unsigned int i;

	for (i = 0; i < STEP_CALLS; i++) {
		if (step_calls[i].command == command)
			atomic_fetch_add(&world_ok[i], 1);
	}
}

/* The glossary of uapi/aicore.h, and what comes before the driver is reached. */
static inline bool errno_is_documented(int err)
{
	static const int known[] = { ENOTTY, E2BIG, EINVAL, EOPNOTSUPP, ENOENT, ESTALE,
				     ERANGE, EDQUOT, ENOMEM, EBUSY, EAGAIN, ETIMEDOUT,
				     EINTR, EFAULT, EBADF, EMFILE, ENFILE };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(known); i++) {
		if (known[i] == err)
			return true;
	}
	return false;
}

/* Bytes of the argument that are there: as many as its size field says. */
static inline size_t argument_bytes(const union step_argument *argument)
{
	size_t bytes = argument->head[0];

	return bytes < 8 ? 8 : bytes > sizeof(*argument) ? sizeof(*argument) : bytes;
}

static inline void step_ioctl(struct world *world, const struct arena *arena,
			      const struct step *step)
{
	union step_argument argument = step->argument;
	size_t bytes = argument_bytes(&argument);
	int fd = world->fds[step->slot % FD_SLOTS];
	char *place;

	prepare(world, arena, step, &argument);
	place = place_bytes(arena->hole, arena, step->place, &argument, bytes);
	atomic_fetch_add(&world_ioctls, 1);
	if (ioctl(fd, step->command, place)) {
		if (!errno_is_documented(errno)) {
			world_strange_errno = errno;
			atomic_fetch_add(&world_strange, 1);
		}
		return;
	}
	/* A command that isn't ours may have gone to anything that has a file. */
	if (step->place != PLACE_WHOLE)
		return;
	count_success(step->command);
	memcpy(&argument, place, bytes);
	take_outputs(world, step, &argument);
}

/* -- the other calls -- */

static inline void step_mmap(struct world *world, const struct step *step)
{
	static const int protections[] = { PROT_NONE, PROT_READ, PROT_WRITE,
					   PROT_READ | PROT_WRITE };
	int fd = world->fds[step->slot % FD_SLOTS];
	__u64 offset = step->x;
	__u64 bytes = (step->y % (64 * PAGE) + PAGE - 1) & ~(PAGE - 1);
	int flags = step->z & 4 ? MAP_PRIVATE : MAP_SHARED;

	if (offset - MARK_OFFSET < 4)
		offset = world->offsets[offset - MARK_OFFSET] + (step->z >> 8 & 1) * PAGE;
	if (step->z & 8 && step->z & 16)
		flags |= MAP_POPULATE;
	put_map(world, step->z >> 16, mmap(NULL, bytes, protections[step->z % 4], flags, fd,
					   offset & ~(PAGE - 1)), bytes);
}

/* The head, the tail, the middle or all of a mapping; one rest is kept. */
static inline void step_munmap(struct world *world, const struct step *step)
{
	__u64 bytes, cut;
	char *map = take_map(world, step->slot, &bytes);

	if (!map)
		return;
	cut = step->z % (bytes / PAGE + 1) * PAGE;
	switch (step->z >> 32 & 3) {
	case 0:
		munmap(map, cut);
		put_map(world, step->slot, map + cut, bytes - cut);
		return;
	case 1:
		munmap(map + cut, bytes - cut);
		put_map(world, step->slot, map, cut);
		return;
	case 2:
		if (bytes >= 3 * PAGE) {
			munmap(map + PAGE, PAGE);
			munmap(map, PAGE);
			put_map(world, step->slot, map + 2 * PAGE, bytes - 2 * PAGE);
			return;
		}
		break;
	}
	munmap(map, bytes);
}

static inline void step_mremap(struct world *world, const struct step *step)
{
	__u64 bytes, new_bytes = PAGE * (1 + step->z % 32);
	char *map = take_map(world, step->slot, &bytes);
	void *moved;

	if (!map)
		return;
	moved = mremap(map, bytes, new_bytes, step->z >> 32 & 1 ? MREMAP_MAYMOVE : 0);
	if (moved == MAP_FAILED)
		put_map(world, step->slot, map, bytes);
	else
		put_map(world, step->slot, moved, new_bytes);
}

/* MADV_... that leave contents to us; others would tell us nothing. */
static inline void step_change_map(struct world *world, const struct step *step)
{
	static const int advices[] = { MADV_DONTNEED, MADV_DONTFORK, MADV_DOFORK,
				       MADV_WILLNEED, MADV_REMOVE, MADV_DONTDUMP,
				       MADV_DODUMP, MADV_COLD };
	__u64 bytes;
	char *map = take_map(world, step->slot, &bytes);

	if (!map)
		return;
	if (step->kind == STEP_MPROTECT)
		mprotect(map, bytes, step->z & (PROT_READ | PROT_WRITE));
	else
		madvise(map, bytes, advices[step->z % ARRAY_SIZE(advices)]);
	put_map(world, step->slot, map, bytes);
}

static inline void step_touch(struct world *world, const struct arena *arena,
			      const struct step *step)
{
	__u64 bytes, at, count;
	char *map = take_map(world, step->slot, &bytes);

	if (!map)
		return;
	at = step->z % bytes;
	count = bytes - at < PAGE ? bytes - at : PAGE;
	if (step->z >> 32 & 1)
		pwrite(arena->scratch, map + at, count, 0);
	else
		pread(arena->scratch, map + at, count, 0);
	put_map(world, step->slot, map, bytes);
}

static inline void step_read(struct world *world, const struct step *step)
{
	int fd = world->fds[step->slot % FD_SLOTS];
	char records[1024];

	if (step->z % 8)
		fcntl(fd, F_SETFL, O_NONBLOCK);
	read(fd, one_in(&(__u64){ step->z | 1 }, 8) ? NULL : records,
	     step->y % sizeof(records));
	if (one_in(&(__u64){ step->z | 1 }, 4))
		lseek(fd, step->x, SEEK_SET);
}

static inline void step_poll(struct world *world, const struct step *step)
{
	struct pollfd poll_fd = {
		.fd = world->fds[step->slot % FD_SLOTS],
		.events = step->z,
	};

	poll(&poll_fd, 1, 0);
}

static inline void step_fdinfo(struct world *world, const struct step *step)
{
	char path[64], text[512];
	int fd;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d",
		 (int)world->fds[step->slot % FD_SLOTS]);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	read(fd, text, sizeof(text));
	close(fd);
}

static inline void step_run(struct world *world, const struct arena *arena,
			    const struct step *step)
{
	int fd;

	switch (step->kind) {
	case STEP_OPEN:
		put_fd(world, step->slot % DEVICE_SLOTS, device_open());
		break;
	case STEP_IOCTL:
		step_ioctl(world, arena, step);
		break;
	case STEP_MMAP:
		step_mmap(world, step);
		break;
	case STEP_MUNMAP:
		step_munmap(world, step);
		break;
	case STEP_MREMAP:
		step_mremap(world, step);
		break;
	case STEP_MPROTECT:
	case STEP_MADVISE:
		step_change_map(world, step);
		break;
	case STEP_TOUCH:
		step_touch(world, arena, step);
		break;
	case STEP_READ:
		step_read(world, step);
		break;
	case STEP_POLL:
		step_poll(world, step);
		break;
	case STEP_DUP:
		put_fd(world, step->z, fcntl(world->fds[step->slot % FD_SLOTS],
					     F_DUPFD_CLOEXEC, 0));
		break;
	case STEP_FDINFO:
		step_fdinfo(world, step);
		break;
	case STEP_CLOSE:
		fd = atomic_exchange(&world->fds[step->slot % FD_SLOTS], -1);
		if (fd >= 0)
			close(fd);
		break;
	}
}

#endif /* AICORE_SELFTESTS_WORLD_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the kernel says about the code that it went through for the calling
 * thread. Only the module is built for that, so that all of it is driver/.
 * Without KCOV all of this does nothing, and no edge is ever new.
 */
#ifndef AICORE_SELFTESTS_KCOV_H
#define AICORE_SELFTESTS_KCOV_H

#include <fcntl.h>
#include <linux/kcov.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define KCOV_PATH	"/sys/kernel/debug/kcov"
#define KCOV_ENTRIES	(256UL << 10)
#define KCOV_EDGES	(1U << 18)

/* Edges and blocks by hash, of all threads. */
static atomic_uchar kcov_edges[KCOV_EDGES];
static atomic_uchar kcov_blocks[KCOV_EDGES];
static atomic_uint kcov_edge_count;
static atomic_uint kcov_block_count;

/* Each thread has its own; the first word says how many entries follow. */
static __thread unsigned long *kcov_trace;

static inline bool kcov_start(void)
{
	int fd = open(KCOV_PATH, O_RDWR | O_CLOEXEC);
	void *trace;

	if (fd < 0)
		return false;
	if (ioctl(fd, KCOV_INIT_TRACE, KCOV_ENTRIES))
		return false;
	trace = mmap(NULL, KCOV_ENTRIES * sizeof(long), PROT_READ | PROT_WRITE,
		     MAP_SHARED, fd, 0);
	if (trace == MAP_FAILED || ioctl(fd, KCOV_ENABLE, KCOV_TRACE_PC))
		return false;
	/* The fd stays open: the thread's end is the end of it. */
	kcov_trace = trace;
	return true;
}

static inline unsigned int kcov_hash(unsigned long a, unsigned long b)
{
	unsigned long x = (a * 0x9e3779b97f4a7c15UL) ^ (b * 0xc2b2ae3d27d4eb4fUL);

	return (x ^ x >> 29) % KCOV_EDGES;
}

static inline bool kcov_new(atomic_uchar *map, unsigned int at, atomic_uint *count)
{
	if (map[at] || atomic_exchange(&map[at], 1))
		return false;
	atomic_fetch_add(count, 1);
	return true;
}

static inline void kcov_begin(void)
{
	if (kcov_trace)
		__atomic_store_n(&kcov_trace[0], 0, __ATOMIC_RELAXED);
}

/* How many edges since kcov_begin() nobody has seen before. */
static inline unsigned int kcov_end(void)
{
	unsigned long previous = 0, i, count;
	unsigned int fresh = 0;

	if (!kcov_trace)
		return 0;
	count = __atomic_load_n(&kcov_trace[0], __ATOMIC_RELAXED);
	for (i = 1; i <= count && i < KCOV_ENTRIES; i++) {
		unsigned long here = kcov_trace[i];

		fresh += kcov_new(kcov_edges, kcov_hash(previous, here),
				  &kcov_edge_count);
		kcov_new(kcov_blocks, kcov_hash(0, here), &kcov_block_count);
		previous = here;
	}
	return fresh;
}

#endif /* AICORE_SELFTESTS_KCOV_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What one device may have, and has. A quota is an object of its own because
 * pages stay charged to it until they are really free.
 */
#ifndef AICORE_QUOTA_H
#define AICORE_QUOTA_H

#include <linux/kref.h>
#include <linux/spinlock.h>
#include <linux/types.h>

struct aicore_quota {
	struct kref ref;
	spinlock_t lock;	/* the counters */
	u64 bytes;
	u64 buffers;
	u64 cores;
};

struct aicore_quota *aicore_quota_create(void);
struct aicore_quota *aicore_quota_get(struct aicore_quota *quota);
void aicore_quota_put(struct aicore_quota *quota);

/* 0 or -EDQUOT, for each of the three counters. */
int aicore_quota_take_bytes(struct aicore_quota *quota, u64 bytes);
int aicore_quota_take_buffer(struct aicore_quota *quota);
int aicore_quota_take_core(struct aicore_quota *quota);

void aicore_quota_give_bytes(struct aicore_quota *quota, u64 bytes);
void aicore_quota_give_buffer(struct aicore_quota *quota);
void aicore_quota_give_core(struct aicore_quota *quota);

/* A consistent look at @bytes, @buffers and @cores. */
void aicore_quota_look(struct aicore_quota *quota, u64 *bytes, u32 *buffers,
		       u32 *cores);

#endif /* AICORE_QUOTA_H */

// SPDX-License-Identifier: GPL-2.0-only
#include "quota.h"

#include <linux/errno.h>
#include <linux/slab.h>

#include "aicore.h"

struct aicore_quota *aicore_quota_create(void)
{
	struct aicore_quota *quota;

	quota = kzalloc(sizeof(*quota), GFP_KERNEL_ACCOUNT);
	if (!quota)
		return NULL;
	kref_init(&quota->ref);
	spin_lock_init(&quota->lock);
	return quota;
}

struct aicore_quota *aicore_quota_get(struct aicore_quota *quota)
{
	kref_get(&quota->ref);
	return quota;
}

static void aicore_quota_release(struct kref *ref)
{
	kfree(container_of(ref, struct aicore_quota, ref));
}

void aicore_quota_put(struct aicore_quota *quota)
{
	kref_put(&quota->ref, aicore_quota_release);
}

static int aicore_quota_take(struct aicore_quota *quota, u64 *counter,
			     u64 amount, u64 limit)
{
	int ret = -EDQUOT;

	spin_lock(&quota->lock);
	if (*counter <= limit && amount <= limit - *counter) {
		*counter += amount;
		ret = 0;
	}
	spin_unlock(&quota->lock);
	return ret;
}

static void aicore_quota_give(struct aicore_quota *quota, u64 *counter,
			      u64 amount)
{
	spin_lock(&quota->lock);
	*counter -= amount;
	spin_unlock(&quota->lock);
}

int aicore_quota_take_bytes(struct aicore_quota *quota, u64 bytes)
{
	return aicore_quota_take(quota, &quota->bytes, bytes,
				 aicore_max_device_bytes);
}

int aicore_quota_take_buffer(struct aicore_quota *quota)
{
	return aicore_quota_take(quota, &quota->buffers, 1, aicore_max_buffers);
}

int aicore_quota_take_core(struct aicore_quota *quota)
{
	return aicore_quota_take(quota, &quota->cores, 1, aicore_max_cores);
}

void aicore_quota_give_bytes(struct aicore_quota *quota, u64 bytes)
{
	aicore_quota_give(quota, &quota->bytes, bytes);
}

void aicore_quota_give_buffer(struct aicore_quota *quota)
{
	aicore_quota_give(quota, &quota->buffers, 1);
}

void aicore_quota_give_core(struct aicore_quota *quota)
{
	aicore_quota_give(quota, &quota->cores, 1);
}

void aicore_quota_look(struct aicore_quota *quota, u64 *bytes, u32 *buffers,
		       u32 *cores)
{
	spin_lock(&quota->lock);
	*bytes = quota->bytes;
	*buffers = quota->buffers;
	*cores = quota->cores;
	spin_unlock(&quota->lock);
}

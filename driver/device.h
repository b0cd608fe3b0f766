/* SPDX-License-Identifier: GPL-2.0-only */
/* One NPU: what an open of /dev/aicore stands for. */
#ifndef AICORE_DEVICE_H
#define AICORE_DEVICE_H

#include <linux/fs.h>
#include <linux/kref.h>
#include <linux/spinlock.h>
#include <linux/xarray.h>

#include "../uapi/aicore.h"
#include "core/env.h"
#include "core/soc.h"
#include "quota.h"

/**
 * struct aicore_device - one NPU
 * @ref: the device file and every core
 * @lock: SETUP happens once
 * @soc: the product; NULL before SETUP. See aicore_device_soc().
 * @env: product and modes, for the cores to come
 * @buffers: pages by handle
 * @next_handle: where the search for a free handle starts; under the xa_lock
 * @quota: what the device has
 */
struct aicore_device {
	struct kref ref;
	spinlock_t lock;	/* SETUP */
	const struct aicore_soc *soc;
	struct aicore_env env;
	struct xarray buffers;
	u32 next_handle;
	struct aicore_quota *quota;
};

extern const struct file_operations aicore_device_fops;

struct aicore_device *aicore_device_get(struct aicore_device *device);
void aicore_device_put(struct aicore_device *device);

/*
 * The product, or NULL before SETUP. Once there is one, @env can be read
 * as well and neither changes any more.
 */
const struct aicore_soc *aicore_device_soc(const struct aicore_device *device);

/* Answers INFO on either kind of file. */
void aicore_device_info(struct aicore_device *device, struct aicore_info *info);

#endif /* AICORE_DEVICE_H */

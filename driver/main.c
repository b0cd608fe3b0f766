// SPDX-License-Identifier: GPL-2.0-only
/* Loading and unloading. */
#include <linux/debugfs.h>
#include <linux/init.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sizes.h>

#include "aicore.h"
#include "buffer.h"
#include "device.h"
#include "fault.h"
#include "kernels.h"
#include "mmap.h"

unsigned long long aicore_max_buffer_bytes = SZ_1G;
module_param_named(max_buffer_bytes, aicore_max_buffer_bytes, ullong, 0444);
MODULE_PARM_DESC(max_buffer_bytes,
		 "Bytes of one buffer, at most 4 GiB (default 1 GiB)");

unsigned long long aicore_max_device_bytes = 4ULL * SZ_1G;
module_param_named(max_device_bytes, aicore_max_device_bytes, ullong, 0444);
MODULE_PARM_DESC(max_device_bytes,
		 "Bytes of all buffers and core memories of one device (default 4 GiB)");

unsigned int aicore_max_buffers = 1024;
module_param_named(max_buffers, aicore_max_buffers, uint, 0444);
MODULE_PARM_DESC(max_buffers, "Buffers of one device, 1..4095 (default 1024)");

unsigned int aicore_max_cores = 64;
module_param_named(max_cores, aicore_max_cores, uint, 0444);
MODULE_PARM_DESC(max_cores, "Cores of one device, 1..4096 (default 64)");

unsigned int aicore_max_inflight = 64;
module_param_named(max_inflight, aicore_max_inflight, uint, 0444);
MODULE_PARM_DESC(max_inflight,
		 "Batches in flight and unread records of one core, 1..4096 (default 64)");

#define AICORE_WATCHDOG_MIN_MS	1
#define AICORE_WATCHDOG_MAX_MS	(24U * 60 * 60 * 1000)

static int aicore_watchdog_set(const char *text, const struct kernel_param *kp)
{
	return param_set_uint_minmax(text, kp, AICORE_WATCHDOG_MIN_MS,
				     AICORE_WATCHDOG_MAX_MS);
}

static const struct kernel_param_ops aicore_watchdog_ops = {
	.set = aicore_watchdog_set,
	.get = param_get_uint,
};

unsigned int aicore_watchdog_ms = 10000;
module_param_cb(watchdog_ms, &aicore_watchdog_ops, &aicore_watchdog_ms, 0644);
MODULE_PARM_DESC(watchdog_ms,
		 "Milliseconds without progress before a batch is stopped, at most a day (default 10000)");

struct workqueue_struct *aicore_workqueue;
static struct dentry *aicore_debugfs;

static struct miscdevice aicore_misc = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = AICORE_NAME,
	.mode = 0660,
	.fops = &aicore_device_fops,
};

static bool __init aicore_between(u64 value, u64 low, u64 high)
{
	return value >= low && value <= high;
}

static bool __init aicore_params_good(void)
{
	return aicore_between(aicore_max_buffer_bytes, 1,
			      1ULL << AICORE_MMAP_SHIFT) &&
	       aicore_between(aicore_max_device_bytes, 1, 1ULL << 46) &&
	       aicore_between(aicore_max_buffers, 1, AICORE_MAX_HANDLE) &&
	       aicore_between(aicore_max_cores, 1, 4096) &&
	       aicore_between(aicore_max_inflight, 1, 4096);
}

static int __init aicore_init(void)
{
	int ret;

	if (!aicore_params_good())
		return -EINVAL;
	aicore_workqueue = alloc_workqueue(AICORE_NAME, WQ_UNBOUND, 0);
	if (!aicore_workqueue)
		return -ENOMEM;
	aicore_debugfs = debugfs_create_dir(AICORE_NAME, NULL);
	aicore_fault_init(aicore_debugfs);
	ret = aicore_kernels_init(aicore_debugfs);
	if (ret)
		goto err_debugfs;
	ret = misc_register(&aicore_misc);
	if (ret)
		goto err_debugfs;
	return 0;

err_debugfs:
	debugfs_remove(aicore_debugfs);
	destroy_workqueue(aicore_workqueue);
	return ret;
}

/* No file is open any more, so that no core exists and the queue is empty. */
static void __exit aicore_exit(void)
{
	misc_deregister(&aicore_misc);
	debugfs_remove(aicore_debugfs);
	destroy_workqueue(aicore_workqueue);
}

module_init(aicore_init);
module_exit(aicore_exit);

MODULE_DESCRIPTION("Emulated Ascend AI Core");
MODULE_AUTHOR("The aicore authors");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.1.0");

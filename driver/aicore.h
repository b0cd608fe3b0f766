/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What all of the driver shares: the order of its locks, the module's
 * parameters and its workqueue. (The contract with user space has the same
 * file name and is found through the include path: headers in core/ pull it
 * in, and it needs no other mention here.)
 *
 * Who holds what
 * --------------
 *
 *	device file --\
 *	               >-- device -- handles -- pages -- quota
 *	core file -- core -- batches ----------/ /
 *	mapping --------------------------------/
 *
 * A mapping holds the pages that it shows and nothing holds a mapping. Pages
 * return their bytes to the quota of the device when the last of handle,
 * batches and mappings lets go of them, so that a quota may outlive its device
 * but nothing refers back to it.
 *
 * Order of locks, outermost first
 * -------------------------------
 *
 *	core->submit_lock	mutex: mask register, order of submissions,
 *				RESET. Never held across a copy from or to
 *				user space, nor while a batch runs in the
 *				caller, nor while waiting for room. RESET waits
 *				under it for the running batch to stop: nothing
 *				that a batch needs in order to stop takes it.
 *	device->buffers		xa_lock: handles
 *	core->lock		spinlock: queue, results, notices, counters
 *	device->lock		spinlock: SETUP happens once
 *	quota->lock		spinlock: bytes, buffers, cores
 *	wait queues		each its own, inside nothing
 *
 * No spinlock is taken in interrupt context. Page faults and vm_ops take none
 * of these locks but quota->lock, when the last reference to pages goes away.
 * mmap() takes the xa_lock for a look-up.
 */
#ifndef AICORE_DRIVER_AICORE_H
#define AICORE_DRIVER_AICORE_H

#include <linux/types.h>
#include <linux/workqueue.h>

#define AICORE_NAME		"aicore"

/* What does not depend on parameters of the module. */
#define AICORE_MAX_DESCS	1024
#define AICORE_MAX_STRIDE	512
#define AICORE_RESULTS		256	/* a power of two */

/* Module parameters, main.c. They don't change after load but for the last. */
extern unsigned long long aicore_max_buffer_bytes;
extern unsigned long long aicore_max_device_bytes;
extern unsigned int aicore_max_buffers;
extern unsigned int aicore_max_cores;
extern unsigned int aicore_max_inflight;
extern unsigned int aicore_watchdog_ms;

/* Runs the batches of all cores. */
extern struct workqueue_struct *aicore_workqueue;

#endif /* AICORE_DRIVER_AICORE_H */

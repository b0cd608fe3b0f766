/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Faults as a feature: what an administrator can do to batches through debugfs
 * so that the error handling of programs, and ours, can be tried.
 */
#ifndef AICORE_FAULT_H
#define AICORE_FAULT_H

#include "batch.h"
#include "core_file.h"

struct dentry;

/* Creates the knobs in a folder of debugfs. */
void aicore_fault_init(struct dentry *folder);

/*
 * Before each chunk: sleeps as long as job_delay_ms asks for, at most until the
 * deadline of a caller. True if something happened meanwhile that the executor
 * should look at first. To the watchdog such a batch seems dead.
 */
bool aicore_fault_delay(struct aicore_core *core, struct aicore_batch *batch,
			bool worker, u64 deadline_ns);

/*
 * True if the next operation of a batch, or the next allocation of memory for a
 * batch, must fail. Each "interval"-th does, until that happened "times" times:
 * both are files in the folders fail_job and fail_submit of debugfs.
 */
bool aicore_fault_fail_job(void);
bool aicore_fault_fail_submit(void);

#endif /* AICORE_FAULT_H */

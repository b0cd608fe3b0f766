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

#endif /* AICORE_FAULT_H */

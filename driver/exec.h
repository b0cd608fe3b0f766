/* SPDX-License-Identifier: GPL-2.0-only */
/* Running batches, chunk by chunk. Nothing is allocated here. */
#ifndef AICORE_EXEC_H
#define AICORE_EXEC_H

#include "batch.h"
#include "core_file.h"

void aicore_exec_init(struct aicore_core *core);

/*
 * Runs the first batch in the caller, who has just become the owner of the
 * queue. True with the result if it has finished. On a signal or at the
 * deadline the rest goes to a worker: false.
 */
bool aicore_exec_inline(struct aicore_core *core, u64 deadline_ns,
			struct aicore_result *result);

#endif /* AICORE_EXEC_H */

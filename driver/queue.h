/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The queue of a core and who runs it. A batch goes
 *
 *	reserve -> add -> start -> [hand over -> start ...] -> finish
 *
 * and stays the first of the queue from start to finish. Between add and finish
 * of the queue's last batch the queue is owned, by the work item (queued or
 * running) or by one caller of SUBMIT with WAIT, and only the owner starts,
 * hands over and finishes.
 */
#ifndef AICORE_QUEUE_H
#define AICORE_QUEUE_H

#include "batch.h"
#include "core_file.h"

/* Waits for room, or says -EAGAIN, -EINTR, -ETIMEDOUT. */
int aicore_queue_reserve(struct aicore_core *core, bool wait, u64 deadline_ns);

/* Gives back @count places, of batches never added or of notices read. */
void aicore_queue_unreserve(struct aicore_core *core, u32 count);

bool aicore_queue_has_room(struct aicore_core *core);

/*
 * Appends a batch and numbers it, under submit_lock. With @inline_wanted and
 * nobody else in charge the caller becomes the owner: true is returned, and the
 * caller must start the batch. Otherwise the batch may be gone on return.
 */
bool aicore_queue_add(struct aicore_core *core, struct aicore_batch *batch,
		      bool inline_wanted, u64 *seqno);

/* The first batch, from now on running. */
struct aicore_batch *aicore_queue_start(struct aicore_core *core);

/*
 * The running batch has ended. Publishes how and frees it. True if there are
 * more batches, of which the caller stays in charge.
 */
bool aicore_queue_finish(struct aicore_core *core, struct aicore_batch *batch,
			 struct aicore_result *result);

/* A caller leaves the queue, and a batch it may have started, to a worker. */
void aicore_queue_hand_over(struct aicore_core *core);

/* Tells every batch in the queue to stop; they finish as CANCELLED, in order. */
void aicore_queue_stop(struct aicore_core *core);

/* Frees what is left when nobody is in charge any more. */
void aicore_queue_drain(struct aicore_core *core);

#endif /* AICORE_QUEUE_H */

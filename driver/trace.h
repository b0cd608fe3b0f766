/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tracepoints: /sys/kernel/tracing/events/aicore. A core is told from others by
 * its number, which no other core has as long as the module is loaded.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM aicore

#if !defined(AICORE_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define AICORE_TRACE_H

#include <linux/tracepoint.h>

#include "batch.h"
#include "core_file.h"

/* A batch was checked and is in the queue. */
TRACE_EVENT(aicore_submit,
	TP_PROTO(const struct aicore_core *core, u64 seqno, u32 count),
	TP_ARGS(core, seqno, count),
	TP_STRUCT__entry(
		__field(u32, core)
		__field(u32, count)
		__field(u64, seqno)
	),
	TP_fast_assign(
		__entry->core = core->number;
		__entry->count = count;
		__entry->seqno = seqno;
	),
	TP_printk("core=%u seqno=%llu descs=%u", __entry->core,
		  __entry->seqno, __entry->count)
);

/* Somebody starts to run it, or goes on with it. */
TRACE_EVENT(aicore_start,
	TP_PROTO(const struct aicore_core *core,
		 const struct aicore_batch *batch),
	TP_ARGS(core, batch),
	TP_STRUCT__entry(
		__field(u32, core)
		__field(u32, index)
		__field(u64, seqno)
	),
	TP_fast_assign(
		__entry->core = core->number;
		__entry->index = batch->index;
		__entry->seqno = batch->seqno;
	),
	TP_printk("core=%u seqno=%llu index=%u", __entry->core,
		  __entry->seqno, __entry->index)
);

/* A descriptor is about to run; chunks that follow are silent. */
TRACE_EVENT(aicore_desc,
	TP_PROTO(const struct aicore_core *core,
		 const struct aicore_batch *batch),
	TP_ARGS(core, batch),
	TP_STRUCT__entry(
		__field(u32, core)
		__field(u32, index)
		__field(u32, op)
		__field(u64, seqno)
	),
	TP_fast_assign(
		__entry->core = core->number;
		__entry->index = batch->index;
		__entry->op = batch->plans[batch->index].op;
		__entry->seqno = batch->seqno;
	),
	TP_printk("core=%u seqno=%llu index=%u op=%s", __entry->core,
		  __entry->seqno, __entry->index,
		  aicore_op_name(__entry->op))
);

/* It has finished, however it ended. */
TRACE_EVENT(aicore_done,
	TP_PROTO(const struct aicore_core *core,
		 const struct aicore_result *result),
	TP_ARGS(core, result),
	TP_STRUCT__entry(
		__field(u32, core)
		__field(u32, done)
		__field(u32, error)
		__field(u64, seqno)
		__field(u64, exec_ns)
	),
	TP_fast_assign(
		__entry->core = core->number;
		__entry->done = result->done_count;
		__entry->error = result->error;
		__entry->seqno = result->seqno;
		__entry->exec_ns = result->exec_ns;
	),
	TP_printk("core=%u seqno=%llu descs=%u error=%u exec_ns=%llu",
		  __entry->core, __entry->seqno, __entry->done,
		  __entry->error, __entry->exec_ns)
);

/* RESET, the last close or the watchdog want a batch to stop. */
TRACE_EVENT(aicore_abort,
	TP_PROTO(const struct aicore_core *core, u64 seqno, u32 reason),
	TP_ARGS(core, seqno, reason),
	TP_STRUCT__entry(
		__field(u32, core)
		__field(u32, reason)
		__field(u64, seqno)
	),
	TP_fast_assign(
		__entry->core = core->number;
		__entry->reason = reason;
		__entry->seqno = seqno;
	),
	TP_printk("core=%u seqno=%llu reason=%u", __entry->core,
		  __entry->seqno, __entry->reason)
);

DECLARE_EVENT_CLASS(aicore_buffer,
	TP_PROTO(u32 handle, u64 bytes),
	TP_ARGS(handle, bytes),
	TP_STRUCT__entry(
		__field(u32, handle)
		__field(u64, bytes)
	),
	TP_fast_assign(
		__entry->handle = handle;
		__entry->bytes = bytes;
	),
	TP_printk("handle=%u bytes=%llu", __entry->handle, __entry->bytes)
);

DEFINE_EVENT(aicore_buffer, aicore_buffer_create,
	TP_PROTO(u32 handle, u64 bytes),
	TP_ARGS(handle, bytes)
);

DEFINE_EVENT(aicore_buffer, aicore_buffer_destroy,
	TP_PROTO(u32 handle, u64 bytes),
	TP_ARGS(handle, bytes)
);

#endif /* AICORE_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>

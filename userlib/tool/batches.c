// SPDX-License-Identifier: MIT
/* From operations to batches, and from reports back to lines. */
#include <errno.h>
#include <string.h>

#include "run.h"

/* The descriptor of an operation with the device's handles of its buffers. */
static struct aicore_desc desc_of(const struct run *run,
				  const struct statement *statement)
{
	struct aicore_desc desc = statement->desc;

	if (desc.dst.buffer)
		desc.dst.buffer = run->buffers[desc.dst.buffer - 1].handle;
	if (desc.src.buffer)
		desc.src.buffer = run->buffers[desc.src.buffer - 1].handle;
	return desc;
}

/* Operation number @n, counted from the statement of the first. */
static const struct statement *operation(const struct run *run, size_t first,
					 size_t n)
{
	const struct statement *statement = &run->program->statements[first];

	/* Only buffer statements may stand between operations of a batch. */
	while (n || statement->kind != STATEMENT_OPERATION) {
		if (statement->kind == STATEMENT_OPERATION)
			n--;
		statement++;
	}
	return statement;
}

static const char *buffer_name(void *context, uint32_t handle)
{
	const struct run *run = context;
	uint32_t i;

	for (i = 0; i < run->program->buffer_count; i++) {
		if (run->buffers[i].handle == handle)
			return run->program->buffers[i];
	}
	return NULL;
}

/* Fails for what a report says about descriptor @n of a batch. */
static int fail_at(struct run *run, enum exit_status status, size_t first,
		   size_t n, const struct aicore_report *report, int err)
{
	const struct statement *statement = operation(run, first, n);
	struct aicore_desc desc = desc_of(run, statement);
	const struct ac_names names = { &run->info, buffer_name, run };
	char text[512];

	if (report->reason)
		ac_describe_desc(text, sizeof(text), report, &desc, &names);
	else
		strcpy(text, strerror(-err));
	return run_fail(run, statement->line, status, "%s", text);
}

/* A check starts each batch from the state that the ones before left. */
static int start_batch(struct run *run)
{
	struct run_core *core = &run->cores[run->batch_core];
	int err = 0;

	run->batch_first = run->at;
	run->batch_prefix = 0;
	if (run->options->check) {
		err = mask_state_restate(&core->mask, &run->batch);
		run->batch_prefix = 1;
	}
	return err;
}

/* Whoever looks on sees each operation alone, between idle cores. */
static int observe(struct run *run, const struct aicore_desc *desc)
{
	const struct run_observer *observer = run->options->observer;

	if (!observer)
		return 0;
	if (batch_submit(run) || batch_wait_all(run))
		return -1;
	return observer->before(run, desc, run->batch_core);
}

int batch_add(struct run *run)
{
	const struct statement *statement = &run->program->statements[run->at];
	struct aicore_desc desc = desc_of(run, statement);
	struct run_core *core;
	int err = 0;

	if (run_current_core(run, &run->batch_core) || observe(run, &desc))
		return -1;
	if (!run->batch.count)
		err = start_batch(run);
	if (!err)
		err = ac_batch_add(&run->batch, &desc);
	if (err)
		return run_fail(run, statement->line, EXIT_REFUSED, "%s",
				strerror(-err));
	core = &run->cores[run->batch_core];
	core->mask = mask_state_after(core->mask, &desc);
	return run->batch.count < run->info.max_descs ? 0 : batch_submit(run);
}

static int wait_for(struct run *run, const struct queued *queued)
{
	struct aicore_result result;
	int err;

	do {
		err = ac_wait(run->cores[queued->core].core, queued->seqno,
			      AICORE_FOREVER, &result);
	} while (err == -EINTR);
	if (!err && !result.error)
		return 0;
	if (err)
		memset(&result.report, 0, sizeof(result.report));
	else
		err = -(int)result.error;
	return fail_at(run, EXIT_STOPPED, queued->first, result.report.index,
		       &result.report, err);
}

int batch_wait_all(struct run *run)
{
	int err = 0;
	size_t i;

	for (i = 0; i < run->queued_count; i++) {
		if (wait_for(run, &run->queued[i]))
			err = -1;
	}
	run->queued_count = 0;
	return err;
}

static int remember(struct run *run, uint64_t seqno)
{
	run->queued[run->queued_count++] = (struct queued){
		.core = run->batch_core,
		.seqno = seqno,
		.first = run->batch_first,
	};
	return run->queued_count < QUEUED_MAX ? 0 : batch_wait_all(run);
}

/* A batch without operations needs no submitting. */
int batch_submit(struct run *run)
{
	struct ac_batch *batch = &run->batch;
	struct ac_core *core;
	struct aicore_report report;
	uint64_t seqno;
	size_t n;
	int err;

	if (!batch->count)
		return 0;
	core = run->cores[run->batch_core].core;
	if (run->options->check)
		err = ac_validate(core, batch, &report);
	else
		err = ac_queue(core, batch, &seqno, &report);
	ac_batch_clear(batch);
	if (err) {
		n = report.reason && report.index > run->batch_prefix ?
		    report.index - run->batch_prefix : 0;
		return fail_at(run, EXIT_REFUSED, run->batch_first, n, &report,
			       err);
	}
	return run->options->check ? 0 : remember(run, seqno);
}

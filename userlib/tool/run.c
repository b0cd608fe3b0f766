// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "info.h"
#include "progress.h"
#include "run.h"

static const struct statement *current(const struct run *run)
{
	return &run->program->statements[run->at];
}

int run_fail(struct run *run, unsigned long line, enum exit_status status,
	     const char *format, ...)
{
	struct failure *failure = &run->failure;
	va_list args;

	if (failure->status && failure->line <= line)
		return -1;
	failure->status = status;
	failure->line = line;
	va_start(args, format);
	vsnprintf(failure->text, sizeof(failure->text), format, args);
	va_end(args);
	return -1;
}

static struct run_core *new_core(struct run *run)
{
	struct run_core *cores;
	size_t bytes = (run->core_count + 1) * sizeof(*cores);

	cores = realloc(run->cores, bytes);
	if (!cores)
		return NULL;
	run->cores = cores;
	cores += run->core_count;
	*cores = (struct run_core){
		.number = run->number,
		.mask = mask_state_new(),
	};
	return cores;
}

int run_current_core(struct run *run, size_t *core)
{
	struct run_core *new;
	size_t i;
	int err = -ENOMEM;

	for (i = 0; i < run->core_count; i++) {
		if (run->cores[i].number == run->number) {
			*core = i;
			return 0;
		}
	}
	new = new_core(run);
	if (new)
		err = ac_core_create(run->device, &new->core);
	if (err)
		return run_fail(run, current(run)->line, EXIT_REFUSED,
				"core %llu can't be created: %s",
				(unsigned long long)run->number,
				strerror(-err));
	*core = run->core_count++;
	return 0;
}

static int run_soc(struct run *run)
{
	const struct statement *soc = current(run);
	int err;

	err = ac_device_setup(run->device, (enum aicore_soc_id)soc->soc,
			      (enum aicore_overflow)soc->overflow,
			      (enum aicore_check)soc->check, soc->setup_flags);
	if (err == -EOPNOTSUPP)
		return run_fail(run, soc->line, EXIT_REFUSED,
				"soc: half sums of %s always saturate: saturate=on",
				ac_soc_name(soc->soc));
	if (!err)
		err = ac_device_info(run->device, &run->info);
	if (err)
		return run_fail(run, soc->line, EXIT_REFUSED, "soc: %s",
				strerror(-err));
	return 0;
}

/* Neither waits nor ends the batch. */
static int run_buffer(struct run *run)
{
	const struct statement *statement = current(run);
	const struct aicore_info *info = &run->info;
	unsigned long long bytes = statement->number;
	int err;

	err = ac_buffer_create(run->device, statement->number,
			       &run->buffers[statement->buffer - 1]);
	if (!err)
		return 0;
	if (err == -EINVAL)
		return run_fail(run, statement->line, EXIT_REFUSED,
				"buffer: BYTES is 0, but a buffer has at least one");
	if (err == -EDQUOT)
		return run_fail(run, statement->line, EXIT_REFUSED,
				"buffer: %llu bytes are over a limit: %llu for a buffer, %llu for a device, %u buffers",
				bytes,
				(unsigned long long)info->max_buffer_bytes,
				(unsigned long long)info->max_device_bytes,
				info->max_buffers);
	return run_fail(run, statement->line, EXIT_REFUSED,
			"buffer: %llu bytes: %s", bytes, strerror(-err));
}

/* Ends the batch without waiting for anything. */
static int run_switch_core(struct run *run)
{
	int err = batch_submit(run);

	run->number = current(run)->number;
	return err;
}

/* What looks at memories does so when all cores are idle. */
static int run_idle(struct run *run, int (*then)(struct run *run))
{
	int err = batch_submit(run);

	if (batch_wait_all(run) || err)
		return -1;
	return then(run);
}

/* Statements that say or keep what others did. */
static bool only_tells(enum statement_kind kind)
{
	return kind == STATEMENT_STORE || kind == STATEMENT_PRINT ||
	       kind == STATEMENT_COMPARE;
}

static int run_statement(struct run *run)
{
	if (run->options->observer && only_tells(current(run)->kind))
		return 0;
	switch (current(run)->kind) {
	case STATEMENT_SOC:
		return run_soc(run);
	case STATEMENT_BUFFER:
		return run_buffer(run);
	case STATEMENT_CORE:
		return run_switch_core(run);
	case STATEMENT_OPERATION:
		return batch_add(run);
	case STATEMENT_LOAD:
		return run_idle(run, run_load);
	case STATEMENT_FILL:
		return run_idle(run, run_fill);
	case STATEMENT_STORE:
		return run_idle(run, run_store);
	case STATEMENT_PRINT:
		return run_idle(run, run_print);
	case STATEMENT_COMPARE:
		return run_idle(run, run_compare);
	}
	return -1;
}

/*
 * The statement that failed may not be the first one to fail: operations before
 * it may still be on their way. Those after it stay at home.
 */
static void run_statements(struct run *run)
{
	const struct statement *statements = run->program->statements;
	const struct failure *failure = &run->failure;

	if (!run->options->observer)
		progress_start(statements[run->program->count - 1].line);
	for (run->at = 0; run->at < run->program->count; run->at++) {
		progress_at(current(run)->line);
		if (run_statement(run))
			break;
	}
	if (!failure->status ||
	    statements[run->batch_first].line < failure->line)
		batch_submit(run);
	batch_wait_all(run);
	progress_end();
}

static void clean_up(struct run *run)
{
	size_t i, region;

	for (i = 0; i < run->core_count; i++) {
		for (region = 0; region < REGIONS; region++)
			ac_memory_unmap(run->cores[i].core,
					&run->cores[i].memory[region]);
		ac_core_destroy(run->cores[i].core);
	}
	for (i = 0; run->buffers && i < run->program->buffer_count; i++)
		ac_buffer_destroy(run->device, &run->buffers[i]);
	ac_batch_free(&run->batch);
	ac_device_close(run->device);
	free(run->cores);
	free(run->buffers);
}

/* Where somebody goes on who has got the wrong numbers. */
static int point_on(const struct run *run)
{
	const char *path = run->options->path;

	if (*path)
		printf("aicore explain %s shows what each operation read\n",
		       path);
	return fflush(stdout);
}

static enum exit_status finish(struct run *run)
{
	const struct run_observer *observer = run->options->observer;
	const struct failure *failure = &run->failure;
	const char *title = run->options->title;

	if (failure->status) {
		if (observer)
			observer->failed(run, failure->text);
		fprintf(stderr, "%s:%lu: %s\n", title, failure->line,
			failure->text);
		return failure->status;
	}
	if (!run->differs)
		return EXIT_DONE;
	return point_on(run) ? EXIT_TEXT : EXIT_DIFFERS;
}

enum exit_status run_program(const struct program *program,
			     const struct run_options *options)
{
	struct run run = { .options = options, .program = program };
	enum exit_status status;
	int err;

	err = ac_device_open(&run.device, options->backend);
	if (err)
		return info_no_device(err);
	run.buffers = calloc((size_t)program->buffer_count + 1,
			     sizeof(*run.buffers));
	if (run.buffers)
		run_statements(&run);
	else
		run_fail(&run, current(&run)->line, EXIT_REFUSED, "%s",
			 strerror(ENOMEM));
	status = finish(&run);
	clean_up(&run);
	return status;
}

// SPDX-License-Identifier: MIT
/* load, fill, store and print. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "input.h"
#include "npy.h"
#include "progress.h"
#include "run.h"
#include "value.h"

static const struct statement *current(const struct run *run)
{
	return &run->program->statements[run->at];
}

/* Whoever looks on learns what is no operation's work. */
static void tell(struct run *run, const struct span *span, uint64_t bytes)
{
	const struct run_observer *observer = run->options->observer;

	if (observer)
		observer->wrote(run, span->data, bytes);
}

int run_load(struct run *run)
{
	struct input input;
	struct span span;

	if (memory_find(run, &span))
		return -1;
	if (run->options->check)
		return 0;
	if (input_read(run, &span, &input))
		return -1;
	memcpy(span.data, input.data, (size_t)input.bytes);
	tell(run, &span, input.bytes);
	input_free(&input);
	return 0;
}

int run_fill(struct run *run)
{
	const struct statement *statement = current(run);
	struct span span;

	if (statement->value > 255)
		return run_fail(run, statement->line, EXIT_TEXT,
				"fill: VALUE is %llu, but a byte ends at 255",
				(unsigned long long)statement->value);
	if (memory_find_bytes(run, statement->number, &span))
		return -1;
	if (run->options->check)
		return 0;
	memset(span.data, (int)statement->value, (size_t)statement->number);
	tell(run, &span, statement->number);
	return 0;
}

static int store_to(struct run *run, const struct span *span)
{
	const struct statement *statement = current(run);
	char *path = file_beside(run->options->path, statement->file);
	char header[NPY_WRITE_MAX] = "";
	size_t length = 0;
	int err = -ENOMEM;

	if (statement->type)
		length = npy_write_header(header, statement->type,
					  statement->number /
					  ac_type_bytes(statement->type));
	if (path)
		err = file_write(path, header, length, span->data,
				 (size_t)statement->number);
	free(path);
	if (err)
		return run_fail(run, statement->line, EXIT_TEXT,
				"store: %s: %s", statement->file,
				strerror(-err));
	return 0;
}

int run_store(struct run *run)
{
	const struct statement *statement = current(run);
	uint32_t size = statement->type ? ac_type_bytes(statement->type) : 1;
	struct span span;

	if (statement->number % size)
		return run_fail(run, statement->line, EXIT_TEXT,
				"store: %llu bytes are no whole number of %s",
				(unsigned long long)statement->number,
				ac_type_name(statement->type));
	if (memory_find_bytes(run, statement->number, &span))
		return -1;
	return run->options->check ? 0 : store_to(run, &span);
}

int run_print(struct run *run)
{
	const struct statement *statement = current(run);
	uint32_t size = ac_type_bytes(statement->type);
	uint64_t count = statement->number;
	char text[VALUE_TEXT_MAX];
	struct span span;
	uint64_t i;

	/* More than any memory has, should the product not fit 64 bits. */
	if (memory_find_bytes(run, count > UINT64_MAX / size ? UINT64_MAX :
			      count * size, &span))
		return -1;
	if (run->options->check)
		return 0;
	progress_hide();
	for (i = 0; i < count; i++) {
		value_text(text, statement->type, span.data + i * size);
		printf("%s%s", i ? " " : "", text);
	}
	putchar('\n');
	if (fflush(stdout) || ferror(stdout))
		return run_fail(run, statement->line, EXIT_TEXT,
				"print: stdout: %s", strerror(errno));
	return 0;
}

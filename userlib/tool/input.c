// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "npy.h"

/* Before the header: magic, version, length. */
#define NPY_START_MAX	12

static int fail(struct run *run, const char *why)
{
	const struct statement *statement = &run->program->statements[run->at];

	return run_fail(run, statement->line, EXIT_TEXT, "%s: %s: %s",
			statement->name, statement->file, why);
}

/* Reads as much as can be needed: a file may be larger than any memory. */
static int read_file(struct run *run, const struct span *span, bool is_npy,
		     struct file *file)
{
	const char *name = run->program->statements[run->at].file;
	char *path = file_beside(run->options->path, name);
	uint64_t limit = span->room;
	int err = -ENOMEM;

	if (is_npy)
		limit += NPY_START_MAX + NPY_HEADER_MAX;
	if (path)
		err = file_read(file, path, limit);
	free(path);
	return err ? fail(run, strerror(-err)) : 0;
}

static int find_data(struct run *run, bool is_npy, struct input *input)
{
	const struct file *file = &input->file;
	struct npy npy = { .bytes = file->total };
	const char *why;

	if (is_npy)
		why = npy_parse(&npy, file->data, file->length, file->total);
	else
		why = npy_not_raw(run->program->statements[run->at].file,
				  file->data, file->length);
	if (why)
		return fail(run, why);
	input->bytes = npy.bytes;
	input->type = npy.type;
	input->data = input->file.data + npy.data;
	return 0;
}

/* A type is wanted only where there is one in the file. */
static int check_type(struct run *run, const struct input *input)
{
	const struct statement *statement = &run->program->statements[run->at];
	uint32_t wanted = statement->type;

	if (!wanted || npy_type_is(input->type, wanted))
		return 0;
	return run_fail(run, statement->line, EXIT_TEXT,
			"%s: %s has elements of %s, not %s: save array.%s",
			statement->name, statement->file,
			ac_type_name(input->type), ac_type_name(wanted),
			npy_conversion(wanted));
}

/* Twice as long as meant, if numpy's default wasn't meant. */
static int check_room(struct run *run, const struct span *span,
		      const struct input *input)
{
	const struct statement *statement = &run->program->statements[run->at];
	char doubles[160] = "";

	if (input->type == AICORE_TYPE_DOUBLE && !statement->type)
		snprintf(doubles, sizeof(doubles),
			 "; %.60s is double: save array.%s if floats are meant",
			 statement->file, npy_conversion(AICORE_TYPE_FLOAT));
	return memory_check_room(run, span, input->bytes, doubles);
}

int input_read(struct run *run, const struct span *span, struct input *input)
{
	const char *name = run->program->statements[run->at].file;
	bool is_npy = program_file_is_npy(name);

	if (read_file(run, span, is_npy, &input->file))
		return -1;
	if (find_data(run, is_npy, input) || check_type(run, input) ||
	    check_room(run, span, input)) {
		input_free(input);
		return -1;
	}
	return 0;
}

void input_free(struct input *input)
{
	file_free(&input->file);
}

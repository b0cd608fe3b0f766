/* SPDX-License-Identifier: MIT */
/* The file of a load or compare statement. */
#ifndef TOOL_INPUT_H
#define TOOL_INPUT_H

#include "file.h"
#include "run.h"

/**
 * struct input - what a file holds
 * @file: all of it
 * @data: its elements
 * @bytes: size of them
 * @type: enum aicore_type of a .npy, 0 for raw bytes
 */
struct input {
	struct file file;
	const char *data;
	uint64_t bytes;
	uint32_t type;
};

/*
 * Reads the file of the current statement, which must have the statement's type
 * if it has one, and whose data must fit into a span.
 * 0 or -1 with nothing to free.
 */
int input_read(struct run *run, const struct span *span, struct input *input);
void input_free(struct input *input);

#endif /* TOOL_INPUT_H */

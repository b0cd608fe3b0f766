// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "program.h"

struct statement *program_add_statement(struct program *program)
{
	struct statement *statements = program->statements;

	if (program->count == program->room) {
		size_t room = program->room ? 2 * program->room : 32;

		statements = realloc(statements, room * sizeof(*statements));
		if (!statements)
			return NULL;
		program->statements = statements;
		program->room = room;
	}
	memset(&statements[program->count], 0, sizeof(*statements));
	return &statements[program->count++];
}

uint32_t program_add_buffer(struct program *program, const char *name,
			    size_t length)
{
	size_t count = program->buffer_count;
	char **buffers;

	buffers = realloc(program->buffers, (count + 1) * sizeof(*buffers));
	if (!buffers)
		return 0;
	program->buffers = buffers;
	buffers[count] = strndup(name, length);
	if (!buffers[count])
		return 0;
	return ++program->buffer_count;
}

uint32_t program_find_buffer(const struct program *program, const char *name,
			     size_t length)
{
	uint32_t i;

	for (i = 0; i < program->buffer_count; i++) {
		if (strlen(program->buffers[i]) == length &&
		    !memcmp(program->buffers[i], name, length))
			return i + 1;
	}
	return 0;
}

void program_free(struct program *program)
{
	size_t i;

	for (i = 0; i < program->count; i++)
		free(program->statements[i].file);
	for (i = 0; i < program->buffer_count; i++)
		free(program->buffers[i]);
	free(program->statements);
	free(program->buffers);
	memset(program, 0, sizeof(*program));
}

/* What public test suites of these cores use. */
static const struct tolerance rules[] = {
	{ true, 0.001, 0.00001, 0.001, "half" },
	{ true, 0.00001, 0.00000001, 0.001, "float" },
};

const struct tolerance *tolerance_find(const char *name, size_t length)
{
	size_t i;

	for (i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		if (strlen(rules[i].rule) == length &&
		    !memcmp(rules[i].rule, name, length))
			return &rules[i];
	}
	return NULL;
}

bool program_file_is_npy(const char *file)
{
	size_t length = strlen(file);

	return length >= 4 && !strcmp(file + length - 4, ".npy");
}

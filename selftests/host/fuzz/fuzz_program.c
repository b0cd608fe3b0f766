// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: any bytes as the text of a program for the command. Afterwards
 * there are either statements that can be relied upon, or one error that says
 * where and what.
 */
#include <errno.h>
#include <string.h>

#include "fuzz.h"
#include "program.h"

static size_t lines_of(const uint8_t *data, size_t size)
{
	size_t lines = 1;

	while (size--)
		lines += *data++ == '\n';
	return lines;
}

static void check_error(const struct program *program,
			const struct text_error *error, size_t lines)
{
	const char *at;

	promise(!program->statements && !program->buffers,
		"nothing is left after an error");
	promise(error->line >= 1 && error->line <= lines + 1,
		"an error is in one of the lines");
	promise(memchr(error->text, '\0', sizeof(error->text)),
		"an error has an end");
	promise(error->text[0] != '\0', "an error has a text");
	for (at = error->text; *at; at++)
		promise(*at >= ' ' && *at <= '~', "an error can be shown");
}

static void check_operand(const struct program *program,
			  const struct aicore_operand *operand)
{
	promise(operand->buffer <= program->buffer_count,
		"a buffer has been declared");
}

static void check_statement(const struct program *program,
			    const struct statement *statement)
{
	bool has_file = statement->kind == STATEMENT_LOAD ||
			statement->kind == STATEMENT_STORE ||
			statement->kind == STATEMENT_COMPARE;

	promise(statement->name, "a statement has a name");
	promise(has_file == !!statement->file,
		"files are where they belong");
	promise(!has_file || statement->file[0], "a file has a name");
	promise(!statement->desc.flags, "a program has no flags");
	promise(statement->type <= AICORE_TYPE_DOUBLE, "a type is known");
	check_operand(program, &statement->place);
	check_operand(program, &statement->desc.dst);
	check_operand(program, &statement->desc.src);
}

static void check_program(const struct program *program, size_t lines)
{
	unsigned long line = 0;
	size_t i;

	promise(program->count > 0, "a program has statements");
	promise(program->statements[0].kind == STATEMENT_SOC,
		"a program starts with soc");
	for (i = 0; i < program->count; i++) {
		promise(program->statements[i].line > line &&
			program->statements[i].line <= lines,
			"one statement a line, in order");
		line = program->statements[i].line;
		check_statement(program, &program->statements[i]);
	}
	for (i = 0; i < program->buffer_count; i++)
		promise(program_find_buffer(program, program->buffers[i],
					    strlen(program->buffers[i])) == i + 1,
			"a buffer is there once");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text_error error = { 0 };
	size_t lines = lines_of(data, size);
	struct program program;
	int err;

	err = program_parse(&program, (const char *)data, size, &error);
	promise(!err || err == -EINVAL, "0 or EINVAL");
	if (err) {
		check_error(&program, &error, lines);
		return 0;
	}
	check_program(&program, lines);
	program_free(&program);
	return 0;
}

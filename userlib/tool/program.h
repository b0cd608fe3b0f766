/* SPDX-License-Identifier: MIT */
/* A program as a list of statements: what parsing gives and running takes. */
#ifndef TOOL_PROGRAM_H
#define TOOL_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libaicore.h"

enum statement_kind {
	STATEMENT_SOC,
	STATEMENT_BUFFER,
	STATEMENT_CORE,
	STATEMENT_OPERATION,
	STATEMENT_LOAD,
	STATEMENT_FILL,
	STATEMENT_STORE,
	STATEMENT_PRINT,
	STATEMENT_COMPARE,
};

/**
 * struct tolerance - how far a result may be off
 * @given: at least one of the others was; otherwise bits are compared
 * @rtol: relative to the expected value
 * @atol: absolute
 * @maxbad: share of elements that may be off further
 * @rule: the name of a rule that the others come from, or NULL
 */
struct tolerance {
	bool given;
	double rtol;
	double atol;
	double maxbad;
	const char *rule;
};

/* The usual rules: "half", "float". NULL: there is no such one. */
const struct tolerance *tolerance_find(const char *name, size_t length);

/**
 * struct statement - one line
 * @kind: which of the others are used
 * @line: counted from 1
 * @name: as written, a string constant
 * @desc: OPERATION
 * @place: LOC. Here and in @desc a buffer is its number in the program, from 1.
 * @number: BYTES, COUNT or the N of core
 * @value: VALUE of fill
 * @type: TYPE, 0 if none was given
 * @file: FILE, or NULL
 * @buffer: number of the buffer that a buffer statement defines
 * @soc: product of soc, enum aicore_soc_id
 * @overflow: enum aicore_overflow of soc
 * @check: enum aicore_check of soc
 * @setup_flags: AICORE_SETUP_... of soc
 * @tolerance: of compare
 */
struct statement {
	enum statement_kind kind;
	unsigned long line;
	const char *name;
	struct aicore_desc desc;
	struct aicore_operand place;
	uint64_t number;
	uint64_t value;
	uint32_t type;
	char *file;
	uint32_t buffer;
	uint32_t soc;
	uint32_t overflow;
	uint32_t check;
	uint32_t setup_flags;
	struct tolerance tolerance;
};

/**
 * struct program - all of it
 * @statements: in the order of the text
 * @count: how many
 * @room: how many there is room for
 * @buffers: names of buffers, number 1 first
 * @buffer_count: how many
 */
struct program {
	struct statement *statements;
	size_t count;
	size_t room;
	char **buffers;
	uint32_t buffer_count;
};

/**
 * struct text_error - the first thing wrong with a text
 * @line: where
 * @text: what
 */
struct text_error {
	unsigned long line;
	char text[512];
};

/*
 * Reads a program. 0, -EINVAL with *@error filled, or -ENOMEM; after an error
 * *@program holds nothing.
 */
int program_parse(struct program *program, const char *text, size_t length,
		  struct text_error *error);
void program_free(struct program *program);

/* Appends a zeroed statement; NULL: no memory. */
struct statement *program_add_statement(struct program *program);

/* Appends a buffer and returns its number; 0: no memory. */
uint32_t program_add_buffer(struct program *program, const char *name,
			    size_t length);

/* Number of the buffer of that name; 0: there is none. */
uint32_t program_find_buffer(const struct program *program, const char *name,
			     size_t length);

/* Whether a file name ends in .npy. */
bool program_file_is_npy(const char *file);

#endif /* TOOL_PROGRAM_H */

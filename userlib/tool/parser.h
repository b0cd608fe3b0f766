/* SPDX-License-Identifier: MIT */
/* What the parts of the parser share: tokens, values, the table of statements. */
#ifndef TOOL_PARSER_H
#define TOOL_PARSER_H

#include "program.h"

/* A piece of the text; it isn't terminated. */
struct token {
	const char *text;
	size_t length;
};

/**
 * struct parser - where the parser is
 * @program: what has been read
 * @statement: the one being read
 * @error: goes to the caller
 * @line: number of the current line
 * @field: name of the argument or field being read
 */
struct parser {
	struct program *program;
	struct statement *statement;
	struct text_error *error;
	unsigned long line;
	const char *field;
};

/**
 * struct field - an argument or a key=value field of a statement
 * @name: the key, or what the help calls the argument
 * @parse: reads a value; 0, -EINVAL with an error set, or -ENOMEM
 * @to: offset in struct statement of what is read
 * @optional: may be missing
 */
struct field {
	const char *name;
	int (*parse)(struct parser *parser, struct token token, void *to);
	size_t to;
	bool optional;
};

#define ARGS_MAX	4
#define FIELDS_MAX	16

/**
 * struct rule - what a statement looks like
 * @name: its first word
 * @kind: what it is
 * @op: for OPERATION
 * @args: in order, before all fields
 * @fields: in any order
 * @finish: what else has to hold; @seen has a bit for each field that was
 *	given
 */
struct rule {
	const char *name;
	enum statement_kind kind;
	uint32_t op;
	struct field args[ARGS_MAX];
	struct field fields[FIELDS_MAX];
	int (*finish)(struct parser *parser, unsigned int seen);
};

/* NULL: there is no such statement. */
const struct rule *grammar_find(struct token name);

bool token_is(struct token token, const char *text);

/* Splits at the first @separator; false: there is none. */
bool token_split(struct token token, char separator, struct token *before,
		 struct token *after);

/* A token as it may be shown to people: short and printable. */
struct quoted {
	char text[44];
};

struct quoted quote(struct token token);

/* Sets the error and returns -EINVAL. */
int parse_error(struct parser *parser, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* "STATEMENT: FIELD = 'TOKEN' is no ...", the end being @what. */
int parse_error_value(struct parser *parser, struct token token,
		      const char *what);

/* Values: see parse_values.c and parse_names.c for what they take. */
int parse_number(struct parser *parser, struct token token, void *to);
int parse_deq_value(struct parser *parser, struct token token, void *to);
int parse_place(struct parser *parser, struct token token, void *to);
int parse_type(struct parser *parser, struct token token, void *to);
int parse_types(struct parser *parser, struct token token, void *to);
int parse_mask(struct parser *parser, struct token token, void *to);
int parse_words(struct parser *parser, struct token token, void *to);
int parse_file(struct parser *parser, struct token token, void *to);
int parse_new_buffer(struct parser *parser, struct token token, void *to);
int parse_tolerance(struct parser *parser, struct token token, void *to);
int parse_rule(struct parser *parser, struct token token, void *to);
int parse_bool(struct parser *parser, struct token token, void *to);
int parse_soc(struct parser *parser, struct token token, void *to);
int parse_saturate(struct parser *parser, struct token token, void *to);
int parse_check(struct parser *parser, struct token token, void *to);
int parse_nodes(struct parser *parser, struct token token, void *to);
int parse_order(struct parser *parser, struct token token, void *to);
int parse_mask_mode(struct parser *parser, struct token token, void *to);
int parse_block_mode(struct parser *parser, struct token token, void *to);
int parse_deq_scale(struct parser *parser, struct token token, void *to);
int parse_pad_mode(struct parser *parser, struct token token, void *to);

#endif /* TOOL_PARSER_H */

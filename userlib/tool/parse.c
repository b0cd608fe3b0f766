// SPDX-License-Identifier: MIT
/*
 * From text to statements. Takes any bytes, keeps nothing but what it returns,
 * and stops at the first error.
 */
#include <errno.h>
#include <string.h>

#include "choices.h"
#include "parser.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Takes the next word off a line; false: there is none. */
static bool next_token(struct token *line, struct token *token)
{
	const char *at = line->text;
	const char *end = line->text + line->length;

	while (at < end && is_blank(*at))
		at++;
	token->text = at;
	while (at < end && !is_blank(*at))
		at++;
	token->length = (size_t)(at - token->text);
	line->text = at;
	line->length = (size_t)(end - at);
	return token->length != 0;
}

/* Takes the next line off a text, without its comment. */
static struct token next_line(struct token *text)
{
	struct token line = *text, rest = { text->text + text->length, 0 };
	struct token comment;

	token_split(*text, '\n', &line, &rest);
	*text = rest;
	token_split(line, '#', &line, &comment);
	return line;
}

static int parse_value(struct parser *parser, const struct field *field,
		       struct token token)
{
	parser->field = field->name;
	return field->parse(parser, token,
			    (char *)parser->statement + field->to);
}

static int unknown_field(struct parser *parser, const struct rule *rule,
			 struct token key)
{
	struct choices choices = { .word = key };
	size_t i;

	for (i = 0; i < FIELDS_MAX && rule->fields[i].name; i++)
		choices_offer(&choices, rule->fields[i].name);
	if (!i)
		return parse_error(parser, "%s has no fields: '%s'", rule->name,
				   quote(key).text);
	return parse_error(parser, "%s has no field '%s'%s", rule->name,
			   quote(key).text, choices_text(&choices).text);
}

static const struct field *find_field(const struct rule *rule,
				      struct token key)
{
	size_t i;

	for (i = 0; i < FIELDS_MAX && rule->fields[i].name; i++) {
		if (token_is(key, rule->fields[i].name))
			return &rule->fields[i];
	}
	return NULL;
}

/* A word without =, or with nothing behind it. */
static int bad_field(struct parser *parser, const struct rule *rule,
		     struct token token)
{
	struct token key = token, value = { token.text, 0 };
	bool has_sign = token_split(token, '=', &key, &value);
	const struct field *field = find_field(rule, key);

	if (!field && has_sign)
		return unknown_field(parser, rule, key);
	if (!field)
		return parse_error(parser, "%s: '%s' is too much", rule->name,
				   quote(token).text);
	if (has_sign)
		return parse_error(parser, "%s: %s has no value; no spaces around =: %s=VALUE",
				   rule->name, field->name, field->name);
	return parse_error(parser, "%s: no spaces around =: %s=VALUE",
			   rule->name, field->name);
}

/* A key=value field; *seen has a bit for each one so far. */
static int parse_field(struct parser *parser, const struct rule *rule,
		       struct token token, unsigned int *seen)
{
	const struct field *field;
	struct token key, value;
	unsigned int bit;

	if (!token_split(token, '=', &key, &value) || !value.length)
		return bad_field(parser, rule, token);
	field = find_field(rule, key);
	if (!field)
		return unknown_field(parser, rule, key);
	bit = 1U << (field - rule->fields);
	if (*seen & bit)
		return parse_error(parser, "%s: the field %s is given twice",
				   rule->name, field->name);
	*seen |= bit;
	return parse_value(parser, field, value);
}

static int check_missing(struct parser *parser, const struct rule *rule,
			 size_t args, unsigned int seen)
{
	size_t i;

	if (args < ARGS_MAX && rule->args[args].name &&
	    !rule->args[args].optional)
		return parse_error(parser, "%s: %s is missing", rule->name,
				   rule->args[args].name);
	for (i = 0; i < FIELDS_MAX && rule->fields[i].name; i++) {
		if (!rule->fields[i].optional && !(seen & 1U << i))
			return parse_error(parser, "%s: the field %s is missing",
					   rule->name, rule->fields[i].name);
	}
	return rule->finish ? rule->finish(parser, seen) : 0;
}

/* Whether a field stands where an argument may, but need not. */
static bool begins_fields(const struct rule *rule, size_t args,
			  struct token token)
{
	return args < ARGS_MAX && rule->args[args].optional &&
	       rule->fields[0].name &&
	       (memchr(token.text, '=', token.length) ||
		find_field(rule, token));
}

static int parse_rest(struct parser *parser, const struct rule *rule,
		      struct token line)
{
	struct token token;
	unsigned int seen = 0;
	size_t args = 0;
	int err;

	while (next_token(&line, &token)) {
		if (begins_fields(rule, args, token))
			args = ARGS_MAX;
		if (args < ARGS_MAX && rule->args[args].name)
			err = parse_value(parser, &rule->args[args++], token);
		else
			err = parse_field(parser, rule, token, &seen);
		if (err)
			return err;
	}
	return check_missing(parser, rule, args, seen);
}

static int parse_line(struct parser *parser, struct token line)
{
	const struct rule *rule;
	struct token name;
	bool first = !parser->program->count;

	if (!next_token(&line, &name))
		return 0;
	rule = grammar_find(name);
	if (!rule)
		return parse_error(parser, "unknown statement '%s'%s",
				   quote(name).text,
				   grammar_choices(name).text);
	if (first && rule->kind != STATEMENT_SOC)
		return parse_error(parser, "the first statement must be soc");
	if (!first && rule->kind == STATEMENT_SOC)
		return parse_error(parser, "soc is there already, in line %lu",
				   parser->program->statements[0].line);
	parser->statement = program_add_statement(parser->program);
	if (!parser->statement)
		return -ENOMEM;
	parser->statement->kind = rule->kind;
	parser->statement->line = parser->line;
	parser->statement->name = rule->name;
	parser->statement->desc.op = rule->op;
	return parse_rest(parser, rule, line);
}

int program_parse(struct program *program, const char *text, size_t length,
		  struct text_error *error)
{
	struct token rest = { text, length };
	struct parser parser = { .program = program, .error = error };
	int err = 0;

	memset(program, 0, sizeof(*program));
	while (!err && rest.length) {
		struct token line = next_line(&rest);

		parser.line++;
		err = parse_line(&parser, line);
	}
	if (!err && !program->count) {
		parser.line++;
		err = parse_error(&parser, "the program is empty; its first statement must be soc");
	}
	if (err)
		program_free(program);
	return err;
}

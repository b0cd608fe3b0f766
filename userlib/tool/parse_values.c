// SPDX-License-Identifier: MIT
/* Readers for single values: numbers, places, masks, files. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choices.h"
#include "parser.h"

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

/* Digits of a base, at least one, up to 2^64-1. */
static bool read_digits(struct token token, unsigned int base, uint64_t *value)
{
	uint64_t x = 0;
	size_t i;

	if (!token.length)
		return false;
	for (i = 0; i < token.length; i++) {
		unsigned int d = (unsigned int)digit(token.text[i]);

		if (d >= base || x > (UINT64_MAX - d) / base)
			return false;
		x = x * base + d;
	}
	*value = x;
	return true;
}

static bool strip_0x(struct token *token)
{
	if (token->length < 2 || memcmp(token->text, "0x", 2))
		return false;
	token->text += 2;
	token->length -= 2;
	return true;
}

static bool read_number(struct token token, uint64_t *value)
{
	bool hex = strip_0x(&token);

	return read_digits(token, hex ? 16 : 10, value);
}

#define NUMBERS		"decimal or 0x hex, up to 2^64-1"
#define NO_NUMBER	"is no number: " NUMBERS

int parse_number(struct parser *parser, struct token token, void *to)
{
	if (read_number(token, to))
		return 0;
	return parse_error_value(parser, token, NO_NUMBER);
}

/* A decimal number with a fraction or an exponent; false: it is none. */
static bool read_real(struct token token, double *value)
{
	char text[64] = "";
	char *end;

	if (token.length >= sizeof(text))
		return false;
	memcpy(text, token.text, token.length);
	if (strspn(text, "0123456789.eE+-") != token.length)
		return false;
	*value = strtod(text, &end);
	return end != text && !*end;
}

/* deqValue: whoever has a scale is told its bits. */
int parse_deq_value(struct parser *parser, struct token token, void *to)
{
	uint32_t mode = parser->statement->desc.copy.deq_scale;
	char what[128];
	double value;
	float scale;
	uint32_t bits;

	if (read_number(token, to))
		return 0;
	if (!read_real(token, &value))
		return parse_error_value(parser, token, NO_NUMBER);
	if (mode == AICORE_DEQ_SCALE_DEQ)
		return parse_error_value(parser, token, NO_NUMBER
					 "; M of DEQ is the bits of a half");
	scale = (float)value;
	memcpy(&bits, &scale, sizeof(bits));
	snprintf(what, sizeof(what),
		 NO_NUMBER "; as a float its bits are 0x%08x", bits);
	return parse_error_value(parser, token, what);
}

int parse_bool(struct parser *parser, struct token token, void *to)
{
	uint64_t value;

	if (!read_number(token, &value) || value > 1)
		return parse_error_value(parser, token, "is neither 0 nor 1");
	*(uint32_t *)to = (uint32_t)value;
	return 0;
}

static uint32_t find_position(struct token token)
{
	uint32_t i;

	for (i = AICORE_POSITION_GM; ac_position_name(i); i++) {
		if (token_is(token, ac_position_name(i)))
			return i;
	}
	return 0;
}

/* What others call the positions. */
static const struct alias position_aliases[] = {
	{ "UB", "VECIN" }, { "L1", "A1" }, { "L0C", "CO1" },
	{ NULL, NULL },
};

static void offer_buffers(const struct parser *parser, struct choices *choices)
{
	uint32_t i;

	for (i = 0; i < parser->program->buffer_count; i++)
		choices_offer(choices, parser->program->buffers[i]);
}

static int find_buffer(struct parser *parser, struct token token,
		       uint32_t *number)
{
	struct choices choices = { .word = token };

	*number = program_find_buffer(parser->program, token.text,
				      token.length);
	if (*number)
		return 0;
	offer_buffers(parser, &choices);
	return parse_error(parser, "there is no buffer '%s' so far%s",
			   quote(token).text, choices_text(&choices).text);
}

/* A word that is neither a position nor a buffer so far. */
static int unknown_base(struct parser *parser, struct token token)
{
	struct choices choices = { .word = token };
	uint32_t i;

	choices_aliases(&choices, position_aliases);
	for (i = AICORE_POSITION_GM + 1; ac_position_name(i); i++)
		choices_offer(&choices, ac_position_name(i));
	offer_buffers(parser, &choices);
	return parse_error(parser, "unknown position or buffer '%s'%s",
			   quote(token).text, choices_text(&choices).text);
}

/* POSITION, BUFFER or CO2:BUFFER, without the offset. */
static int parse_base(struct parser *parser, struct token token,
		      struct aicore_operand *operand)
{
	struct token position, buffer;

	if (token_split(token, ':', &position, &buffer)) {
		if (!token_is(position, "CO2"))
			return parse_error(parser, "'%s' takes no buffer; only CO2 does",
					   quote(position).text);
		operand->position = AICORE_POSITION_CO2;
		return find_buffer(parser, buffer, &operand->buffer);
	}
	operand->position = find_position(token);
	if (operand->position && operand->position != AICORE_POSITION_GM)
		return 0;
	operand->position = AICORE_POSITION_GM;
	operand->buffer = program_find_buffer(parser->program, token.text,
					      token.length);
	return operand->buffer ? 0 : unknown_base(parser, token);
}

/* A struct aicore_operand. */
int parse_place(struct parser *parser, struct token token, void *to)
{
	struct aicore_operand *operand = to;
	struct token base, offset;
	uint64_t value;
	int err;

	if (!token_split(token, '+', &base, &offset))
		return parse_error_value(parser, token,
					 "is no location: POSITION+OFFSET or BUFFER+OFFSET");
	err = parse_base(parser, base, operand);
	if (err)
		return err;
	if (!read_number(offset, &value))
		return parse_error_value(parser, token,
					 "is no location: its offset must be " NUMBERS);
	operand->offset = value;
	return 0;
}

/* LOW:HIGH in hex, with or without 0x, into two words. */
int parse_words(struct parser *parser, struct token token, void *to)
{
	struct token low, high;
	uint64_t words[2];

	if (token_split(token, ':', &low, &high)) {
		strip_0x(&low);
		strip_0x(&high);
		if (read_digits(low, 16, &words[0]) &&
		    read_digits(high, 16, &words[1])) {
			memcpy(to, words, sizeof(words));
			return 0;
		}
	}
	return parse_error_value(parser, token,
				 "is no mask: LOW:HIGH, two words of up to 64 bits in hex");
}

/* N, LOW:HIGH or external, into a struct aicore_reduce. */
int parse_mask(struct parser *parser, struct token token, void *to)
{
	struct aicore_reduce *reduce = to;
	uint64_t n;

	if (token_is(token, "external")) {
		reduce->mask_form = AICORE_MASK_EXTERNAL;
		return 0;
	}
	if (memchr(token.text, ':', token.length)) {
		reduce->mask_form = AICORE_MASK_BITWISE;
		return parse_words(parser, token, reduce->mask);
	}
	if (!read_number(token, &n))
		return parse_error_value(parser, token,
					 "is no mask: N, LOW:HIGH or external");
	reduce->mask_form = AICORE_MASK_CONTIGUOUS;
	reduce->mask[0] = n;
	return 0;
}

int parse_file(struct parser *parser, struct token token, void *to)
{
	char *file;

	if (memchr(token.text, '\0', token.length))
		return parse_error(parser, "'%s' is no file name",
				   quote(token).text);
	file = strndup(token.text, token.length);
	if (!file)
		return -ENOMEM;
	*(char **)to = file;
	return 0;
}

static bool is_name(struct token token)
{
	size_t i;

	for (i = 0; i < token.length; i++) {
		unsigned char c = (unsigned char)token.text[i];

		if (c >= 0x80 || !(isalpha(c) || c == '_' || (i && isdigit(c))))
			return false;
	}
	return true;
}

/* The number of a new buffer. */
int parse_new_buffer(struct parser *parser, struct token token, void *to)
{
	struct program *program = parser->program;
	uint32_t number;

	if (!is_name(token))
		return parse_error(parser,
				   "'%s' is no name for a buffer: letters, digits and _",
				   quote(token).text);
	if (find_position(token))
		return parse_error(parser, "'%s' is a position, not a name for a buffer",
				   quote(token).text);
	if (program_find_buffer(program, token.text, token.length))
		return parse_error(parser, "there is a buffer '%s' already",
				   quote(token).text);
	number = program_add_buffer(program, token.text, token.length);
	if (!number)
		return -ENOMEM;
	*(uint32_t *)to = number;
	return 0;
}

static bool is_decimal(struct token token)
{
	size_t i;

	for (i = 0; i < token.length; i++) {
		if (!token.text[i] || !strchr("0123456789.eE+-", token.text[i]))
			return false;
	}
	return token.length && token.text[0] != '+' && token.text[0] != '-';
}

/* A finite decimal number that isn't negative. */
int parse_tolerance(struct parser *parser, struct token token, void *to)
{
	char text[64] = "";
	char *end = text;
	double value = 0;

	if (token.length < sizeof(text) && is_decimal(token)) {
		memcpy(text, token.text, token.length);
		value = strtod(text, &end);
	}
	if (end == text || *end || !isfinite(value))
		return parse_error_value(parser, token,
					 "is no tolerance: a decimal number from 0");
	*(double *)to = value;
	return 0;
}

/* The name of a rule for tolerances; the whole of them is taken over. */
int parse_rule(struct parser *parser, struct token token, void *to)
{
	const struct tolerance *rule = tolerance_find(token.text,
						      token.length);

	if (!rule)
		return parse_error(parser, "'%s' is no rule: there are half and float (see --help)",
				   quote(token).text);
	*(const char **)to = rule->rule;
	return 0;
}

// SPDX-License-Identifier: MIT
/* Readers for single values: numbers, places, types, masks, names. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

int parse_number(struct parser *parser, struct token token, void *to)
{
	if (read_number(token, to))
		return 0;
	return parse_error(parser,
			   "'%s' is no number: decimal or 0x hex, up to 2^64-1",
			   quote(token).text);
}

int parse_bool(struct parser *parser, struct token token, void *to)
{
	uint64_t value;

	if (!read_number(token, &value) || value > 1)
		return parse_error(parser, "'%s' is neither 0 nor 1",
				   quote(token).text);
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

static int find_buffer(struct parser *parser, struct token token,
		       uint32_t *number)
{
	*number = program_find_buffer(parser->program, token.text,
				      token.length);
	if (*number)
		return 0;
	return parse_error(parser, "there is no buffer '%s' so far",
			   quote(token).text);
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
	return find_buffer(parser, token, &operand->buffer);
}

/* A struct aicore_operand. */
int parse_place(struct parser *parser, struct token token, void *to)
{
	struct aicore_operand *operand = to;
	struct token base, offset;
	uint64_t value;
	int err;

	if (!token_split(token, '+', &base, &offset))
		return parse_error(parser,
				   "'%s' is no location: POSITION+OFFSET or BUFFER+OFFSET",
				   quote(token).text);
	err = parse_base(parser, base, operand);
	if (!err)
		err = parse_number(parser, offset, &value);
	if (!err)
		operand->offset = value;
	return err;
}

/* The number behind a name, by looking through the names of all numbers. */
static int parse_name(struct parser *parser, struct token token, void *to,
		      const char *what, uint32_t first,
		      const char *(*name)(uint32_t number))
{
	uint32_t i;

	for (i = first; name(i); i++) {
		if (token_is(token, name(i))) {
			*(uint32_t *)to = i;
			return 0;
		}
	}
	return parse_error(parser, "unknown %s '%s'", what, quote(token).text);
}

/* Takes away a prefix that the documents' enumerators have. */
static struct token without(struct token token, const char *prefix)
{
	size_t n = strlen(prefix);

	if (token.length > n && !memcmp(token.text, prefix, n)) {
		token.text += n;
		token.length -= n;
	}
	return token;
}

int parse_type(struct parser *parser, struct token token, void *to)
{
	return parse_name(parser, token, to, "type", AICORE_TYPE_INT8,
			  ac_type_name);
}

/* SRC or SRC:DST, into a descriptor. */
int parse_types(struct parser *parser, struct token token, void *to)
{
	struct aicore_desc *desc = to;
	struct token src = token, dst = token;
	int err;

	token_split(token, ':', &src, &dst);
	err = parse_type(parser, src, &desc->src_type);
	if (!err)
		err = parse_type(parser, dst, &desc->dst_type);
	return err;
}

int parse_soc(struct parser *parser, struct token token, void *to)
{
	return parse_name(parser, token, to, "profile",
			  AICORE_SOC_ASCEND910, ac_soc_name);
}

int parse_block_mode(struct parser *parser, struct token token, void *to)
{
	return parse_name(parser, without(token, "BLOCK_MODE_"), to,
			  "blockMode", 0, ac_block_mode_name);
}

int parse_deq_scale(struct parser *parser, struct token token, void *to)
{
	if (token_is(token, "DEQ_NONE"))
		token = without(token, "DEQ_");
	return parse_name(parser, token, to, "deqScale", 0, ac_deq_scale_name);
}

int parse_pad_mode(struct parser *parser, struct token token, void *to)
{
	if (token_is(token, "NONE")) {
		*(uint32_t *)to = AICORE_PAD_NONE;
		return 0;
	}
	return parse_name(parser, token, to, "padMode", 0, ac_pad_mode_name);
}

static int parse_either(struct parser *parser, struct token token, void *to,
			const char *first, uint32_t first_value,
			const char *second, uint32_t second_value)
{
	if (token_is(token, first))
		*(uint32_t *)to = first_value;
	else if (token_is(token, second))
		*(uint32_t *)to = second_value;
	else
		return parse_error(parser, "'%s' is neither %s nor %s",
				   quote(token).text, first, second);
	return 0;
}

int parse_saturate(struct parser *parser, struct token token, void *to)
{
	return parse_either(parser, token, to, "on", AICORE_OVERFLOW_SATURATE,
			    "off", AICORE_OVERFLOW_INFNAN);
}

int parse_check(struct parser *parser, struct token token, void *to)
{
	return parse_either(parser, token, to, "strict", AICORE_CHECK_STRICT,
			    "permissive", AICORE_CHECK_PERMISSIVE);
}

int parse_nodes(struct parser *parser, struct token token, void *to)
{
	return parse_either(parser, token, to, "half", 0, "float",
			    AICORE_SETUP_FLOAT_NODES);
}

int parse_order(struct parser *parser, struct token token, void *to)
{
	return parse_name(parser, without(token, "ORDER_"), to, "order", 0,
			  ac_order_name);
}

int parse_mask_mode(struct parser *parser, struct token token, void *to)
{
	return parse_either(parser, token, to, "normal",
			    AICORE_MASK_MODE_NORMAL, "counter",
			    AICORE_MASK_MODE_COUNTER);
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
	return parse_error(parser,
			   "'%s' is no mask: LOW:HIGH, two words of up to 64 bits in hex",
			   quote(token).text);
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
		return parse_error(parser,
				   "'%s' is no mask: N, LOW:HIGH or external",
				   quote(token).text);
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
		return parse_error(parser, "'%s' is no tolerance: a decimal number from 0",
				   quote(token).text);
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

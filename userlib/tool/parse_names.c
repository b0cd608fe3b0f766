// SPDX-License-Identifier: MIT
/* Readers for values that are names: types, products, modes. */
#include <string.h>

#include "choices.h"
#include "parser.h"

/**
 * struct names - names of the numbers from @first on
 * @what: what they are names of
 * @first: the first number that has one
 * @name: gives them
 * @aliases: see there, or NULL
 */
struct names {
	const char *what;
	uint32_t first;
	const char *(*name)(uint32_t number);
	const struct alias *aliases;
};

/* What numpy and others call the types. */
static const struct alias type_aliases[] = {
	{ "float16", "half" }, { "fp16", "half" }, { "bf16", "bfloat16" },
	{ "float32", "float" }, { "fp32", "float" }, { "float64", "double" },
	{ NULL, NULL },
};

static const struct names types = {
	"type", AICORE_TYPE_INT8, ac_type_name, type_aliases,
};

static const struct names socs = {
	"soc", AICORE_SOC_ASCEND910, ac_soc_name, NULL,
};

static const struct names block_modes = {
	"blockMode", 0, ac_block_mode_name, NULL,
};

static const struct names deq_scales = {
	"deqScale", 0, ac_deq_scale_name, NULL,
};

static const struct names pad_modes = {
	"padMode", 0, ac_pad_mode_name, NULL,
};

static const struct names orders = {
	"order", 0, ac_order_name, NULL,
};

static int unknown_name(struct parser *parser, struct token token,
			const struct names *names)
{
	struct choices choices = { .word = token };
	uint32_t i;

	for (i = names->first; names->name(i); i++)
		choices_offer(&choices, names->name(i));
	if (names->aliases)
		choices_aliases(&choices, names->aliases);
	return parse_error(parser, "unknown %s '%s'%s", names->what,
			   quote(token).text, choices_text(&choices).text);
}

/* The number behind a name, by looking through the names of all numbers. */
static int parse_name(struct parser *parser, struct token token, void *to,
		      const struct names *names)
{
	uint32_t i;

	for (i = names->first; names->name(i); i++) {
		if (token_is(token, names->name(i))) {
			*(uint32_t *)to = i;
			return 0;
		}
	}
	return unknown_name(parser, token, names);
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
	return parse_name(parser, token, to, &types);
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
	return parse_name(parser, token, to, &socs);
}

int parse_block_mode(struct parser *parser, struct token token, void *to)
{
	return parse_name(parser, without(token, "BLOCK_MODE_"), to,
			  &block_modes);
}

int parse_deq_scale(struct parser *parser, struct token token, void *to)
{
	if (token_is(token, "DEQ_NONE"))
		token = without(token, "DEQ_");
	return parse_name(parser, token, to, &deq_scales);
}

int parse_pad_mode(struct parser *parser, struct token token, void *to)
{
	if (token_is(token, "NONE")) {
		*(uint32_t *)to = AICORE_PAD_NONE;
		return 0;
	}
	return parse_name(parser, token, to, &pad_modes);
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
		return parse_error(parser, "%s: %s = '%s' is neither %s nor %s",
				   parser->statement->name, parser->field,
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
	return parse_name(parser, without(token, "ORDER_"), to, &orders);
}

int parse_mask_mode(struct parser *parser, struct token token, void *to)
{
	return parse_either(parser, token, to, "normal",
			    AICORE_MASK_MODE_NORMAL, "counter",
			    AICORE_MASK_MODE_COUNTER);
}

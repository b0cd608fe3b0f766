// SPDX-License-Identifier: MIT
/* The statements of the program language: a row for each. */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "choices.h"
#include "parser.h"

#define TO(member)	offsetof(struct statement, member)

#define COUNT(table)	(sizeof(table) / sizeof((table)[0]))

static int type_without_npy(struct parser *parser)
{
	return parse_error(parser, "%s: a TYPE goes with .npy files only",
			   parser->statement->name);
}

/* A raw file has no type that could be compared with this one. */
static int finish_load(struct parser *parser, unsigned int seen)
{
	const struct statement *statement = parser->statement;

	(void)seen;
	if (statement->type && !program_file_is_npy(statement->file))
		return type_without_npy(parser);
	return 0;
}

static int finish_store(struct parser *parser, unsigned int seen)
{
	const struct statement *statement = parser->statement;
	bool npy = program_file_is_npy(statement->file);

	(void)seen;
	if (npy && !statement->type)
		return parse_error(parser, "store: a .npy file needs a TYPE");
	if (!npy && statement->type)
		return type_without_npy(parser);
	return 0;
}

/* The order of fields in the row of compare: rule is the last. */
#define SEEN_RULE	(1U << 3)

static int finish_compare(struct parser *parser, unsigned int seen)
{
	struct tolerance *tolerance = &parser->statement->tolerance;

	tolerance->given = seen != 0;
	if (finish_load(parser, seen))
		return -EINVAL;
	if (!(seen & SEEN_RULE))
		return 0;
	if (seen != SEEN_RULE)
		return parse_error(parser, "compare: a rule goes without rtol, atol and maxbad");
	*tolerance = *tolerance_find(tolerance->rule, strlen(tolerance->rule));
	return 0;
}

/* Bits of @seen below: the order of fields in the row of SetVectorMask. */
#define SEEN_MASK	(1U << 1)
#define SEEN_COUNT	(1U << 2)

static int finish_set_mask(struct parser *parser, unsigned int seen)
{
	bool counter = parser->statement->desc.set_mask.mode ==
		       AICORE_MASK_MODE_COUNTER;

	if (counter && !(seen & SEEN_COUNT))
		return parse_error(parser, "SetVectorMask: mode=counter needs the field count");
	if (!counter && !(seen & SEEN_MASK))
		return parse_error(parser, "SetVectorMask: mode=normal needs the field mask");
	return 0;
}

/* The order of fields in the row of DataCopy. */
#define SEEN_DEQ_VALUE	(1U << 9)

#define DEQ_FLOAT							\
	"M, a float, in bits 31:0 (0x3f800000 is 1), N 35:32, MCB 36"

/* What deqValue holds where it is used; no zero is meant there. */
static const char *deq_value_bits(const struct aicore_desc *desc)
{
	switch (desc->copy.deq_scale) {
	case AICORE_DEQ_SCALE_DEQ:
		return "M, a half, in bits 15:0 (0x3c00 is 1)";
	case AICORE_DEQ_SCALE_DEQ8:
		return DEQ_FLOAT ", Offset 45:37, Sign 46, Relu 47";
	case AICORE_DEQ_SCALE_DEQ16:
		return desc->dst_type == AICORE_TYPE_INT16 ?
		       "N in bits 35:32 (shifts by N + 1), Relu 47" :
		       DEQ_FLOAT ", Relu 47";
	default:
		return NULL;
	}
}

/* Only on the way from L0C to UB do these fields have an effect. */
static int finish_copy(struct parser *parser, unsigned int seen)
{
	const struct aicore_desc *desc = &parser->statement->desc;
	const char *bits = deq_value_bits(desc);

	if (!bits || seen & SEEN_DEQ_VALUE ||
	    desc->src.position != AICORE_POSITION_CO1 ||
	    desc->dst.position != AICORE_POSITION_CO2)
		return 0;
	return parse_error(parser, "DataCopy: deqScale=%s needs the field deqValue: %s",
			   ac_deq_scale_name(desc->copy.deq_scale), bits);
}

#define FIELD_DST	{ "dst", parse_place, TO(desc.dst), false }
#define FIELD_SRC	{ "src", parse_place, TO(desc.src), false }
#define FIELD_TYPES	{ "type", parse_types, TO(desc), false }
#define ARG_PLACE	{ "LOC", parse_place, TO(place), false }
#define ARG_BYTES	{ "BYTES", parse_number, TO(number), false }
#define ARG_FILE	{ "FILE", parse_file, TO(file), false }

/* The statement of a reduction; more fields follow its common ones. */
#define REDUCTION(statement, number, ...)				\
	{								\
		.name = statement,					\
		.kind = STATEMENT_OPERATION,				\
		.op = number,						\
		.fields = {						\
			FIELD_DST,					\
			FIELD_SRC,					\
			FIELD_TYPES,					\
			{ "mask", parse_mask, TO(desc.reduce), false },	\
			{ "repeatTime", parse_number,			\
			  TO(desc.reduce.repeat_time), false },		\
			{ "dstRepStride", parse_number,			\
			  TO(desc.reduce.dst_rep_stride), false },	\
			{ "srcBlkStride", parse_number,			\
			  TO(desc.reduce.src_blk_stride), false },	\
			{ "srcRepStride", parse_number,			\
			  TO(desc.reduce.src_rep_stride), false },	\
			__VA_ARGS__					\
		},							\
	}

#define FIELD_ORDER							\
	{ "order", parse_order, TO(desc.reduce.order), true }
#define FIELD_DST_BLK_STRIDE						\
	{ "dstBlkStride", parse_number, TO(desc.reduce.dst_blk_stride),	\
	  true }

static const struct rule rules[] = {
	{
		.name = "soc",
		.kind = STATEMENT_SOC,
		.args = { { "NAME", parse_soc, TO(soc), false } },
		.fields = {
			{ "saturate", parse_saturate, TO(overflow), true },
			{ "check", parse_check, TO(check), true },
			{ "nodes", parse_nodes, TO(setup_flags), true },
		},
	}, {
		.name = "buffer",
		.kind = STATEMENT_BUFFER,
		.args = {
			{ "NAME", parse_new_buffer, TO(buffer), false },
			ARG_BYTES,
		},
	}, {
		.name = "core",
		.kind = STATEMENT_CORE,
		.args = { { "N", parse_number, TO(number), false } },
	}, {
		.name = "load",
		.kind = STATEMENT_LOAD,
		.args = {
			ARG_PLACE,
			ARG_FILE,
			{ "TYPE", parse_type, TO(type), true },
		},
		.finish = finish_load,
	}, {
		.name = "fill",
		.kind = STATEMENT_FILL,
		.args = {
			ARG_PLACE,
			ARG_BYTES,
			{ "VALUE", parse_number, TO(value), false },
		},
	}, {
		.name = "store",
		.kind = STATEMENT_STORE,
		.args = {
			ARG_PLACE,
			ARG_BYTES,
			ARG_FILE,
			{ "TYPE", parse_type, TO(type), true },
		},
		.finish = finish_store,
	}, {
		.name = "print",
		.kind = STATEMENT_PRINT,
		.args = {
			ARG_PLACE,
			{ "TYPE", parse_type, TO(type), false },
			{ "COUNT", parse_number, TO(number), false },
		},
	}, {
		.name = "compare",
		.kind = STATEMENT_COMPARE,
		.args = {
			ARG_PLACE,
			ARG_FILE,
			{ "TYPE", parse_type, TO(type), true },
		},
		.fields = {
			{ "rtol", parse_tolerance, TO(tolerance.rtol), true },
			{ "atol", parse_tolerance, TO(tolerance.atol), true },
			{ "maxbad", parse_tolerance, TO(tolerance.maxbad),
			  true },
			{ "rule", parse_rule, TO(tolerance.rule), true },
		},
		.finish = finish_compare,
	}, {
		.name = "DataCopy",
		.kind = STATEMENT_OPERATION,
		.op = AICORE_OP_DATA_COPY,
		.fields = {
			FIELD_DST,
			FIELD_SRC,
			FIELD_TYPES,
			{ "blockCount", parse_number, TO(desc.copy.block_count),
			  false },
			{ "blockLen", parse_number, TO(desc.copy.block_len),
			  false },
			{ "srcStride", parse_number, TO(desc.copy.src_stride),
			  false },
			{ "dstStride", parse_number, TO(desc.copy.dst_stride),
			  false },
			{ "blockMode", parse_block_mode,
			  TO(desc.copy.block_mode), true },
			{ "deqScale", parse_deq_scale, TO(desc.copy.deq_scale),
			  true },
			{ "deqValue", parse_deq_value, TO(desc.copy.deq_value),
			  true },
			{ "deqTensorAddr", parse_number,
			  TO(desc.copy.deq_tensor_addr), true },
			{ "sidStoreMode", parse_number,
			  TO(desc.copy.sid_store_mode), true },
			{ "isRelu", parse_bool, TO(desc.copy.is_relu), true },
			{ "padMode", parse_pad_mode, TO(desc.copy.pad_mode),
			  true },
			{ "padValue", parse_number, TO(desc.copy.pad_value),
			  true },
		},
		.finish = finish_copy,
	}, {
		.name = "SetVectorMask",
		.kind = STATEMENT_OPERATION,
		.op = AICORE_OP_SET_VECTOR_MASK,
		.fields = {
			{ "mode", parse_mask_mode, TO(desc.set_mask.mode),
			  false },
			{ "mask", parse_words, TO(desc.set_mask.mask), true },
			{ "count", parse_number, TO(desc.set_mask.count),
			  true },
		},
		.finish = finish_set_mask,
	},
	REDUCTION("WholeReduceSum", AICORE_OP_WHOLE_REDUCE_SUM),
	REDUCTION("WholeReduceMax", AICORE_OP_WHOLE_REDUCE_MAX, FIELD_ORDER),
	REDUCTION("WholeReduceMin", AICORE_OP_WHOLE_REDUCE_MIN, FIELD_ORDER),
	REDUCTION("BlockReduceSum", AICORE_OP_BLOCK_REDUCE_SUM),
	REDUCTION("BlockReduceMax", AICORE_OP_BLOCK_REDUCE_MAX),
	REDUCTION("BlockReduceMin", AICORE_OP_BLOCK_REDUCE_MIN),
	REDUCTION("PairReduceSum", AICORE_OP_PAIR_REDUCE_SUM),
	REDUCTION("RepeatReduceSum", AICORE_OP_REPEAT_REDUCE_SUM,
		  FIELD_DST_BLK_STRIDE),
};

const struct rule *grammar_find(struct token name)
{
	size_t i;

	for (i = 0; i < COUNT(rules); i++) {
		if (token_is(name, rules[i].name))
			return &rules[i];
	}
	return NULL;
}

struct choices_text grammar_choices(struct token name)
{
	struct choices choices = { .word = name };
	size_t i;

	for (i = 0; i < COUNT(rules); i++)
		choices_offer(&choices, rules[i].name);
	return choices_text(&choices);
}

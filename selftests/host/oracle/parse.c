// SPDX-License-Identifier: GPL-2.0-only
/* From text to statements. */
#include <errno.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

#define MAX_WORDS 32

struct line {
	struct program *program;
	int number;
	char *words[MAX_WORDS];
	int count;
	bool used[MAX_WORDS];
};

static void __attribute__((noreturn)) bad(const struct line *line,
					  const char *what, const char *which)
{
	fprintf(stderr, "%s:%d: %s: %s\n", line->program->file, line->number,
		what, which);
	exit(PROGRAM_TEXT);
}

/* Numbers */

static bool read_digits(const char *text, unsigned int base, uint64_t *value)
{
	static const char digits[] = "0123456789abcdef";

	*value = 0;
	if (!*text)
		return false;
	for (; *text; text++) {
		const char *digit = strchr(digits, tolower((uint8_t)*text));
		oracle_address next;

		if (!digit || digit - digits >= (long)base)
			return false;
		next = (oracle_address)*value * base + (uint64_t)(digit - digits);
		if (next >> 64)
			return false;
		*value = (uint64_t)next;
	}
	return true;
}

static bool is_hex(const char *text)
{
	return text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

static uint64_t number(const struct line *line, const char *text)
{
	uint64_t value;

	if (is_hex(text) ? read_digits(text + 2, 16, &value) :
			   read_digits(text, 10, &value))
		return value;
	bad(line, "not a number", text);
}

static uint64_t hex_word(const struct line *line, const char *text)
{
	uint64_t value;

	if (!read_digits(is_hex(text) ? text + 2 : text, 16, &value))
		bad(line, "not a hexadecimal word", text);
	return value;
}

/* Names */

static uint32_t find_name(const char *const *names, uint32_t count,
			  const char *name)
{
	for (uint32_t i = 0; i < count; i++)
		if (names[i] && !strcmp(names[i], name))
			return i;
	return UINT32_MAX;
}

#define FIND(names, name) find_name(names, sizeof(names) / sizeof(*(names)), name)

static const char *const positions[] = {
	NULL, "GM", "VECIN", "VECCALC", "VECOUT", "A1", "B1", "TSCM", "CO1",
	"CO2",
};

static const char *const block_modes[] = {
	"NORMAL", "MATRIX", "VECTOR", "SMALL_CHANNEL", "DEPTHWISE",
};

static const char *const deq_scales[] = {
	"NONE", "DEQ", "VDEQ", "DEQ8", "VDEQ8", "DEQ16", "VDEQ16",
};

static const char *const pad_modes[] = {
	"PAD_NONE", "PAD_MODE1", "PAD_MODE2", "PAD_MODE3", "PAD_MODE4",
	"PAD_MODE5",
};

static const char *const orders[] = {
	"VALUE_INDEX", "INDEX_VALUE", "ONLY_VALUE", "ONLY_INDEX",
};

static uint32_t type_named(const struct line *line, const char *name)
{
	for (uint32_t type = 1; type <= AICORE_TYPE_DOUBLE; type++)
		if (!strcmp(oracle_type_name(type), name))
			return type;
	bad(line, "unknown type", name);
}

static uint32_t buffer_named(const struct line *line, const char *name)
{
	for (uint32_t i = 0; i < line->program->buffer_count; i++)
		if (!strcmp(line->program->buffers[i], name))
			return i + 1;
	bad(line, "unknown buffer or position", name);
}

/* POSITION+OFFSET, BUFFER+OFFSET or CO2:BUFFER+OFFSET */
static struct aicore_operand location(const struct line *line, const char *word)
{
	struct aicore_operand at = { .position = AICORE_POSITION_GM };
	char name[256];
	const char *plus = strchr(word, '+');
	size_t length = plus ? (size_t)(plus - word) : 0;

	if (!plus || length >= sizeof(name))
		bad(line, "not a location", word);
	memcpy(name, word, length);
	name[length] = '\0';
	at.offset = number(line, plus + 1);
	if (!strncmp(name, "CO2:", 4)) {
		at.position = AICORE_POSITION_CO2;
		at.buffer = buffer_named(line, name + 4);
	} else if (FIND(positions, name) != UINT32_MAX && strcmp(name, "GM")) {
		at.position = FIND(positions, name);
	} else {
		at.buffer = buffer_named(line, name);
	}
	return at;
}

/* Fields */

/* The text of key=..., NULL if there is none. */
static const char *field(struct line *line, const char *key)
{
	const char *value = NULL;
	size_t length = strlen(key);

	for (int i = 1; i < line->count; i++) {
		char *word = line->words[i];

		if (strncmp(word, key, length) || word[length] != '=')
			continue;
		if (value)
			bad(line, "repeated field", key);
		value = word + length + 1;
		line->used[i] = true;
	}
	return value;
}

static const char *needed(struct line *line, const char *key)
{
	const char *value = field(line, key);

	if (!value)
		bad(line, "missing field", key);
	return value;
}

static uint64_t needed_number(struct line *line, const char *key)
{
	return number(line, needed(line, key));
}

static uint64_t optional_number(struct line *line, const char *key)
{
	const char *value = field(line, key);

	return value ? number(line, value) : 0;
}

static uint32_t optional_name(struct line *line, const char *key,
			      const char *const *names, uint32_t count)
{
	const char *value = field(line, key);
	uint32_t found = value ? find_name(names, count, value) : 0;

	if (found == UINT32_MAX)
		bad(line, "unknown mode", value);
	return found;
}

#define OPTIONAL_NAME(line, key, names) \
	optional_name(line, key, names, sizeof(names) / sizeof(*(names)))

static void all_used(const struct line *line, int from)
{
	for (int i = from; i < line->count; i++)
		if (!line->used[i])
			bad(line, "unknown field", line->words[i]);
}

/* dst= src= type= */
static void operands(struct line *line, struct aicore_desc *desc)
{
	char type[64];
	char *colon;

	desc->dst = location(line, needed(line, "dst"));
	desc->src = location(line, needed(line, "src"));
	snprintf(type, sizeof(type), "%s", needed(line, "type"));
	colon = strchr(type, ':');
	if (colon)
		*colon = '\0';
	desc->src_type = type_named(line, type);
	desc->dst_type = colon ? type_named(line, colon + 1) : desc->src_type;
}

static void two_words(const struct line *line, const char *text,
		      __u64 words[2])
{
	char low[64];
	char *colon;

	snprintf(low, sizeof(low), "%s", text);
	colon = strchr(low, ':');
	if (!colon)
		bad(line, "not LOW:HIGH", text);
	*colon = '\0';
	words[0] = hex_word(line, low);
	words[1] = hex_word(line, colon + 1);
}

/* Operations */

/* From L0C to UB, the modes with one parameter need it. */
static bool wants_deq_value(const struct aicore_desc *desc)
{
	uint32_t scale = desc->copy.deq_scale;

	return desc->src.position == AICORE_POSITION_CO1 &&
	       desc->dst.position == AICORE_POSITION_CO2 &&
	       (scale == AICORE_DEQ_SCALE_DEQ ||
		scale == AICORE_DEQ_SCALE_DEQ8 ||
		scale == AICORE_DEQ_SCALE_DEQ16);
}

static void parse_copy(struct line *line, struct aicore_desc *desc)
{
	struct aicore_copy *copy = &desc->copy;
	const char *relu;

	desc->op = AICORE_OP_DATA_COPY;
	operands(line, desc);
	copy->block_count = needed_number(line, "blockCount");
	copy->block_len = needed_number(line, "blockLen");
	copy->src_stride = needed_number(line, "srcStride");
	copy->dst_stride = needed_number(line, "dstStride");
	copy->block_mode = OPTIONAL_NAME(line, "blockMode", block_modes);
	copy->deq_scale = OPTIONAL_NAME(line, "deqScale", deq_scales);
	copy->deq_value = wants_deq_value(desc) ?
			  needed_number(line, "deqValue") :
			  optional_number(line, "deqValue");
	copy->deq_tensor_addr = optional_number(line, "deqTensorAddr");
	copy->sid_store_mode = optional_number(line, "sidStoreMode");
	copy->pad_mode = OPTIONAL_NAME(line, "padMode", pad_modes);
	relu = field(line, "isRelu");
	if (relu && strcmp(relu, "0") && strcmp(relu, "1"))
		bad(line, "isRelu is not 0 or 1", relu);
	copy->is_relu = relu && *relu == '1';
}

/* The enumerator's whole name will do as well. */
static uint32_t optional_order(struct line *line)
{
	static const char prefix[] = "ORDER_";
	const char *value = field(line, "order");
	uint32_t found = AICORE_ORDER_VALUE_INDEX;

	if (value && !strncmp(value, prefix, strlen(prefix)))
		value += strlen(prefix);
	if (value)
		found = FIND(orders, value);
	if (found == UINT32_MAX)
		bad(line, "unknown order", value);
	return found;
}

static void parse_reduce(struct line *line, struct aicore_desc *desc)
{
	const struct oracle_reduction *reduction =
		oracle_reduction_named(line->words[0]);
	struct aicore_reduce *reduce = &desc->reduce;
	const char *mask;

	desc->op = reduction->op;
	operands(line, desc);
	mask = needed(line, "mask");
	if (!strcmp(mask, "external")) {
		reduce->mask_form = AICORE_MASK_EXTERNAL;
	} else if (strchr(mask, ':')) {
		reduce->mask_form = AICORE_MASK_BITWISE;
		two_words(line, mask, reduce->mask);
	} else {
		reduce->mask_form = AICORE_MASK_CONTIGUOUS;
		reduce->mask[0] = number(line, mask);
	}
	reduce->repeat_time = needed_number(line, "repeatTime");
	reduce->dst_rep_stride = needed_number(line, "dstRepStride");
	reduce->src_blk_stride = needed_number(line, "srcBlkStride");
	reduce->src_rep_stride = needed_number(line, "srcRepStride");
	if (reduction->has_index)
		reduce->order = optional_order(line);
	if (reduction->is_repeat_sum)
		reduce->dst_blk_stride = optional_number(line, "dstBlkStride");
}

static void parse_set_mask(struct line *line, struct aicore_desc *desc)
{
	const char *mode = needed(line, "mode");

	desc->op = AICORE_OP_SET_VECTOR_MASK;
	if (!strcmp(mode, "normal")) {
		desc->set_mask.mode = AICORE_MASK_MODE_NORMAL;
		two_words(line, needed(line, "mask"), desc->set_mask.mask);
	} else if (!strcmp(mode, "counter")) {
		desc->set_mask.mode = AICORE_MASK_MODE_COUNTER;
		desc->set_mask.count = needed_number(line, "count");
	} else {
		bad(line, "unknown mode", mode);
	}
}

static bool parse_operation(struct line *line, struct aicore_desc *desc)
{
	const char *name = line->words[0];

	if (!strcmp(name, "DataCopy"))
		parse_copy(line, desc);
	else if (!strcmp(name, "SetVectorMask"))
		parse_set_mask(line, desc);
	else if (oracle_reduction_named(name))
		parse_reduce(line, desc);
	else
		return false;
	return true;
}

/* Statements about memory */

static const char *positional(struct line *line, int i)
{
	if (i >= line->count)
		bad(line, "something is missing after", line->words[0]);
	line->used[i] = true;
	return line->words[i];
}

/* Names of files are relative to the program. */
static char *beside(const struct program *program, const char *file)
{
	const char *slash = strrchr(program->file, '/');
	int length = slash && *file != '/' ? (int)(slash - program->file) + 1 : 0;
	char *path = malloc((size_t)length + strlen(file) + 1);

	if (!path)
		abort();
	sprintf(path, "%.*s%s", length, program->file, file);
	return path;
}

static bool tolerance(struct line *line, const char *key, double *value)
{
	const char *text = field(line, key);
	char *end;

	if (!text)
		return false;
	*value = strtod(text, &end);
	if (!*text || *end || !(*value >= 0))
		bad(line, "not a tolerance", text);
	return true;
}

/* A file with elements, and the type that they should have. */
static void parse_input(struct line *line, struct statement *statement)
{
	statement->at = location(line, positional(line, 1));
	statement->file = beside(line->program, positional(line, 2));
	if (line->count > 3 && npy_named(statement->file) &&
	    !strchr(line->words[3], '='))
		statement->type = type_named(line, positional(line, 3));
}

static void parse_compare(struct line *line, struct statement *statement)
{
	statement->kind = STATEMENT_COMPARE;
	parse_input(line, statement);
	statement->tolerant |= tolerance(line, "rtol", &statement->rtol);
	statement->tolerant |= tolerance(line, "atol", &statement->atol);
	statement->tolerant |= tolerance(line, "maxbad", &statement->maxbad);
}

static void parse_store(struct line *line, struct statement *statement)
{
	statement->kind = STATEMENT_STORE;
	statement->at = location(line, positional(line, 1));
	statement->bytes = number(line, positional(line, 2));
	statement->file = beside(line->program, positional(line, 3));
	if (npy_named(statement->file))
		statement->type = type_named(line, positional(line, 4));
}

static void parse_buffer(struct line *line, struct statement *statement)
{
	struct program *program = line->program;
	const char *name = positional(line, 1);

	statement->kind = STATEMENT_BUFFER;
	statement->bytes = number(line, positional(line, 2));
	if (FIND(positions, name) != UINT32_MAX)
		bad(line, "a buffer named like a position", name);
	for (uint32_t i = 0; i < program->buffer_count; i++)
		if (!strcmp(program->buffers[i], name))
			bad(line, "a buffer declared twice", name);
	if (program->buffer_count == ORACLE_MAX_BUFFERS)
		bad(line, "too many buffers", name);
	program->buffers[program->buffer_count++] = strdup(name);
}

static bool parse_memory(struct line *line, struct statement *statement)
{
	const char *name = line->words[0];

	if (!strcmp(name, "buffer")) {
		parse_buffer(line, statement);
	} else if (!strcmp(name, "core")) {
		statement->kind = STATEMENT_CORE;
		statement->number = number(line, positional(line, 1));
	} else if (!strcmp(name, "load")) {
		statement->kind = STATEMENT_LOAD;
		parse_input(line, statement);
	} else if (!strcmp(name, "fill")) {
		statement->kind = STATEMENT_FILL;
		statement->at = location(line, positional(line, 1));
		statement->bytes = number(line, positional(line, 2));
		statement->number = number(line, positional(line, 3));
	} else if (!strcmp(name, "store")) {
		parse_store(line, statement);
	} else if (!strcmp(name, "print")) {
		statement->kind = STATEMENT_PRINT;
		statement->at = location(line, positional(line, 1));
		statement->type = type_named(line, positional(line, 2));
		statement->number = number(line, positional(line, 3));
	} else if (!strcmp(name, "compare")) {
		parse_compare(line, statement);
	} else {
		return false;
	}
	return true;
}

/* soc NAME saturate=on|off check=strict|permissive nodes=half|float */
static void parse_soc(struct line *line)
{
	static const char *const overflows[] = { NULL, "on", "off" };
	static const char *const checks[] = { "strict", "permissive" };
	static const char *const nodes[] = { "half", "float" };
	struct program *program = line->program;

	if (program->soc)
		bad(line, "a second soc", line->words[0]);
	program->soc = oracle_soc_named(positional(line, 1));
	if (!program->soc)
		bad(line, "unknown profile", line->words[1]);
	program->setup.soc = program->soc->id;
	program->setup.overflow = OPTIONAL_NAME(line, "saturate", overflows);
	program->setup.check = OPTIONAL_NAME(line, "check", checks);
	if (OPTIONAL_NAME(line, "nodes", nodes))
		program->setup.flags = AICORE_SETUP_FLOAT_NODES;
}

static struct statement *add_statement(struct program *program, int line)
{
	struct statement *statement;

	program->statements = realloc(program->statements,
				      (program->count + 1) *
				      sizeof(*program->statements));
	if (!program->statements)
		abort();
	statement = &program->statements[program->count++];
	memset(statement, 0, sizeof(*statement));
	statement->line = line;
	return statement;
}

static void parse_line(struct line *line)
{
	struct statement *statement;

	if (!strcmp(line->words[0], "soc")) {
		parse_soc(line);
		all_used(line, 1);
		return;
	}
	if (!line->program->soc)
		bad(line, "the first statement is not soc", line->words[0]);
	statement = add_statement(line->program, line->number);
	if (parse_operation(line, &statement->desc))
		statement->kind = STATEMENT_OPERATION;
	else if (!parse_memory(line, statement))
		bad(line, "unknown statement", line->words[0]);
	all_used(line, 1);
}

static void split(struct line *line, char *text)
{
	char *comment = strchr(text, '#');

	if (comment)
		*comment = '\0';
	for (char *word = strtok(text, " \t\r\n"); word;
	     word = strtok(NULL, " \t\r\n")) {
		if (line->count == MAX_WORDS)
			bad(line, "too many words", word);
		line->words[line->count++] = word;
	}
}

void program_parse(struct program *program, const char *file)
{
	FILE *stream = fopen(file, "r");
	size_t room = 0;
	char *text = NULL;
	int number = 0;

	memset(program, 0, sizeof(*program));
	program->file = file;
	if (!stream) {
		fprintf(stderr, "%s: %s\n", file, strerror(errno));
		exit(PROGRAM_TEXT);
	}
	while (getline(&text, &room, stream) >= 0) {
		struct line line = { .program = program, .number = ++number };

		split(&line, text);
		if (line.count)
			parse_line(&line);
	}
	free(text);
	fclose(stream);
	if (!program->soc) {
		fprintf(stderr, "%s:%d: no soc\n", file, number);
		exit(PROGRAM_TEXT);
	}
}

void program_free(struct program *program)
{
	for (size_t i = 0; i < program->count; i++)
		free(program->statements[i].file);
	free(program->statements);
	for (uint32_t i = 0; i < program->buffer_count; i++)
		free(program->buffers[i]);
}

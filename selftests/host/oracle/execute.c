// SPDX-License-Identifier: GPL-2.0-only
/*
 * Running statements one after the other. Cores that run in parallel in the
 * device run here when their batches are submitted: a program without races
 * can't tell.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

#define MAX_BATCH 1024
#define MAX_CORES 64

struct execution {
	const struct program *program;
	struct oracle_device device;
	struct oracle_core cores[MAX_CORES];
	uint64_t core_numbers[MAX_CORES];
	int core_count;
	int core;
	bool check_only;	/* no file is opened, no byte moved */
	bool differs;
};

static enum program_exit say(const struct execution *run,
			     const struct statement *statement,
			     const char *what, enum program_exit code)
{
	fprintf(stderr, "%s:%d: %s\n", run->program->file, statement->line,
		what);
	return code;
}

static struct oracle_core *current(struct execution *run)
{
	return &run->cores[run->core];
}

static enum program_exit choose_core(struct execution *run,
				     const struct statement *statement)
{
	for (int i = 0; i < run->core_count; i++)
		if (run->core_numbers[i] == statement->number) {
			run->core = i;
			return PROGRAM_DONE;
		}
	if (run->core_count == MAX_CORES)
		return say(run, statement, "too many cores", PROGRAM_REFUSED);
	oracle_core_init(&run->cores[run->core_count], &run->device);
	run->core_numbers[run->core_count] = statement->number;
	run->core = run->core_count++;
	return PROGRAM_DONE;
}

/* The bytes at a location; NULL with a message if it leaves its memory. */
static uint8_t *bytes_at(struct execution *run,
			 const struct statement *statement, uint64_t size)
{
	struct oracle_memory memory;
	struct aicore_report report;

	if (oracle_operand(current(run), &statement->at, AICORE_FIELD_NONE,
			   false, &memory, &report)) {
		say(run, statement, oracle_reason_name(report.reason), 3);
		return NULL;
	}
	if ((oracle_address)statement->at.offset + size > memory.bytes) {
		say(run, statement, "extent", PROGRAM_REFUSED);
		return NULL;
	}
	return memory.base + statement->at.offset;
}

/* bfloat16 is uint16 in files. */
static bool type_in_file(uint32_t stored, uint32_t wanted)
{
	return !wanted || stored == wanted ||
	       (stored == AICORE_TYPE_UINT16 &&
		wanted == AICORE_TYPE_BFLOAT16);
}

static enum program_exit load(struct execution *run,
			      const struct statement *statement)
{
	enum program_exit code = PROGRAM_DONE;
	struct npy npy = { 0 };
	uint8_t *to;
	bool good;

	if (run->check_only)
		return bytes_at(run, statement, 0) ? code : PROGRAM_REFUSED;
	if (npy_named(statement->file)) {
		good = npy_read(statement->file, &npy) &&
		       type_in_file(npy.type, statement->type);
	} else {
		npy.bytes = file_read(statement->file, &npy.size);
		good = npy.bytes;
	}
	if (!good) {
		free(npy.bytes);
		return say(run, statement, "file", PROGRAM_TEXT);
	}
	to = bytes_at(run, statement, npy.size);
	if (to)
		memcpy(to, npy.bytes, npy.size);
	else
		code = PROGRAM_REFUSED;
	free(npy.bytes);
	return code;
}

static enum program_exit fill(struct execution *run,
			      const struct statement *statement)
{
	uint8_t *to;

	if (statement->number > 255)
		return say(run, statement, "VALUE", PROGRAM_TEXT);
	to = bytes_at(run, statement, statement->bytes);
	if (!to)
		return PROGRAM_REFUSED;
	if (!run->check_only)
		memset(to, (int)statement->number, statement->bytes);
	return PROGRAM_DONE;
}

static enum program_exit store(struct execution *run,
			       const struct statement *statement)
{
	const uint8_t *from;
	bool good;

	if (statement->type &&
	    statement->bytes % oracle_type_bytes(statement->type))
		return say(run, statement, "BYTES", PROGRAM_TEXT);
	from = bytes_at(run, statement, statement->bytes);
	if (!from)
		return PROGRAM_REFUSED;
	if (run->check_only)
		return PROGRAM_DONE;
	if (statement->type)
		good = npy_write(statement->file, statement->type, from,
				 statement->bytes);
	else
		good = file_write(statement->file, NULL, 0, from,
				  statement->bytes);
	return good ? PROGRAM_DONE : say(run, statement, "file", PROGRAM_TEXT);
}

static enum program_exit print(struct execution *run,
			       const struct statement *statement)
{
	uint32_t size = oracle_type_bytes(statement->type);
	const uint8_t *from;
	char text[64];

	if (statement->number > UINT64_MAX / size)
		return say(run, statement, "extent", PROGRAM_REFUSED);
	from = bytes_at(run, statement, statement->number * size);
	if (!from)
		return PROGRAM_REFUSED;
	if (run->check_only)
		return PROGRAM_DONE;
	for (uint64_t i = 0; i < statement->number; i++) {
		number_print(statement->type, oracle_load(from + i * size, size),
			     text, sizeof(text));
		printf("%s%s", i ? " " : "", text);
	}
	printf("\n");
	return PROGRAM_DONE;
}

static bool matches(const struct statement *statement, uint32_t type,
		    const uint8_t *got, const uint8_t *expected)
{
	uint32_t size = oracle_type_bytes(type);
	double a = number_value(type, oracle_load(got, size));
	double b = number_value(type, oracle_load(expected, size));

	if (!statement->tolerant)
		return !memcmp(got, expected, size);
	if (isnan(a) || isnan(b))
		return isnan(a) && isnan(b);
	if (isinf(a) || isinf(b))
		return a == b;
	return fabs(a - b) <= statement->atol + statement->rtol * fabs(b);
}

static enum program_exit compare_elements(struct execution *run,
					  const struct statement *statement,
					  const struct npy *golden)
{
	uint32_t size = oracle_type_bytes(golden->type);
	const uint8_t *got = bytes_at(run, statement, golden->size);
	uint64_t bad = 0;

	if (!got)
		return PROGRAM_REFUSED;
	for (uint64_t i = 0; i < golden->count; i++)
		bad += !matches(statement, golden->type, got + i * size,
				golden->bytes + i * size);
	if (golden->count &&
	    (double)bad / (double)golden->count > statement->maxbad) {
		say(run, statement, "differs", PROGRAM_DIFFERS);
		run->differs = true;
	}
	return PROGRAM_DONE;
}

static enum program_exit compare(struct execution *run,
				 const struct statement *statement)
{
	struct npy golden = { .type = AICORE_TYPE_UINT8 };
	enum program_exit code;
	bool good;

	if (statement->tolerant && !npy_named(statement->file))
		return say(run, statement, "tolerances", PROGRAM_TEXT);
	if (run->check_only)
		return bytes_at(run, statement, 0) ? PROGRAM_DONE :
						     PROGRAM_REFUSED;
	if (npy_named(statement->file)) {
		good = npy_read(statement->file, &golden) &&
		       type_in_file(golden.type, statement->type);
		if (statement->type)
			golden.type = statement->type;
	} else {
		golden.bytes = file_read(statement->file, &golden.size);
		golden.count = golden.size;
		good = golden.bytes;
	}
	if (good)
		code = compare_elements(run, statement, &golden);
	else
		code = say(run, statement, "file", PROGRAM_TEXT);
	free(golden.bytes);
	return code;
}

static enum program_exit buffer(struct execution *run,
				const struct statement *statement)
{
	if (oracle_buffer_create(&run->device, statement->bytes))
		return PROGRAM_DONE;
	return say(run, statement, "buffer", PROGRAM_REFUSED);
}

static enum program_exit host_statement(struct execution *run,
					const struct statement *statement)
{
	switch (statement->kind) {
	case STATEMENT_BUFFER:
		return buffer(run, statement);
	case STATEMENT_CORE:
		return choose_core(run, statement);
	case STATEMENT_LOAD:
		return load(run, statement);
	case STATEMENT_FILL:
		return fill(run, statement);
	case STATEMENT_STORE:
		return store(run, statement);
	case STATEMENT_PRINT:
		return print(run, statement);
	default:
		return compare(run, statement);
	}
}

/* A batch: checked as a whole, then run. */
static enum program_exit batch(struct execution *run,
			       const struct statement *statements, size_t count)
{
	struct oracle_call *calls = malloc(count * sizeof(*calls));
	enum program_exit code = PROGRAM_DONE;
	struct aicore_report report;

	if (!calls)
		abort();
	for (size_t i = 0; i < count && code == PROGRAM_DONE; i++)
		if (oracle_check(current(run), &statements[i].desc, &calls[i],
				 &report))
			code = say(run, &statements[i],
				   oracle_reason_name(report.reason),
				   PROGRAM_REFUSED);
	if (run->check_only)
		count = 0;
	for (size_t i = 0; i < count && code == PROGRAM_DONE; i++)
		if (oracle_run(&calls[i], &report))
			code = say(run, &statements[i],
				   oracle_reason_name(report.reason),
				   PROGRAM_FAILED);
	free(calls);
	return code;
}

static enum program_exit all_statements(struct execution *run)
{
	const struct program *program = run->program;
	enum program_exit code = PROGRAM_DONE;
	size_t count;

	for (size_t i = 0; i < program->count && code == PROGRAM_DONE;
	     i += count) {
		const struct statement *first = &program->statements[i];

		for (count = 0; i + count < program->count &&
		     count < MAX_BATCH &&
		     first[count].kind == STATEMENT_OPERATION; count++)
			;
		if (count) {
			code = batch(run, first, count);
			continue;
		}
		count = 1;
		code = host_statement(run, first);
	}
	return code;
}

static enum program_exit execute(const struct program *program, bool check_only)
{
	struct execution *run = calloc(1, sizeof(*run));
	struct statement core_0 = { 0 };
	enum program_exit code;

	if (!run)
		abort();
	run->program = program;
	run->check_only = check_only;
	if (oracle_device_init(&run->device, &program->setup)) {
		fprintf(stderr, "%s: soc\n", program->file);
		free(run);
		return PROGRAM_REFUSED;
	}
	choose_core(run, &core_0);
	code = all_statements(run);
	if (code == PROGRAM_DONE && run->differs)
		code = PROGRAM_DIFFERS;
	for (int i = 0; i < run->core_count; i++)
		oracle_core_free(&run->cores[i]);
	oracle_device_free(&run->device);
	free(run);
	return code;
}

enum program_exit program_run(const struct program *program)
{
	return execute(program, false);
}

enum program_exit program_check(const struct program *program)
{
	return execute(program, true);
}

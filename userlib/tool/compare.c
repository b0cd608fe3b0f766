// SPDX-License-Identifier: MIT
/* compare: bit for bit, or within tolerances. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "input.h"
#include "value.h"

/* Mismatches that are printed one by one. */
#define SHOWN_MAX	8

/**
 * struct comparison - two arrays and what was found so far
 * @type: of the elements
 * @size: of one
 * @count: how many
 * @got: from memory
 * @expected: from the file
 * @tolerance: as the statement says
 * @bad: elements that differ too much
 * @worst: greatest finite difference
 * @worst_at: where that is
 */
struct comparison {
	uint32_t type;
	uint32_t size;
	uint64_t count;
	const uint8_t *got;
	const char *expected;
	const struct tolerance *tolerance;
	uint64_t bad;
	double worst;
	uint64_t worst_at;
};

static bool is_near(struct comparison *c, uint64_t i)
{
	double got = value_double(c->type, c->got + i * c->size);
	double expected = value_double(c->type, c->expected + i * c->size);
	double difference = fabs(got - expected);

	if (isnan(got) || isnan(expected))
		return isnan(got) && isnan(expected);
	if (isinf(got) || isinf(expected))
		return got == expected;
	if (difference > c->worst) {
		c->worst = difference;
		c->worst_at = i;
	}
	return !(difference > c->tolerance->atol +
			      c->tolerance->rtol * fabs(expected));
}

static bool matches(struct comparison *c, uint64_t i)
{
	if (c->tolerance->given)
		return is_near(c, i);
	return !memcmp(c->got + i * c->size, c->expected + i * c->size,
		       c->size);
}

static void show(const struct comparison *c, uint64_t i)
{
	const void *expected = c->expected + i * c->size;
	const void *got = c->got + i * c->size;
	char expected_text[VALUE_TEXT_MAX], got_text[VALUE_TEXT_MAX];
	int digits = (int)(2 * c->size);

	value_text(expected_text, c->type, expected);
	value_text(got_text, c->type, got);
	printf("  [%llu] expected %s, got %s; bits 0x%0*llx, 0x%0*llx\n",
	       (unsigned long long)i, expected_text, got_text, digits,
	       (unsigned long long)value_bits(c->type, expected), digits,
	       (unsigned long long)value_bits(c->type, got));
}

static void compare_all(struct run *run, struct comparison *c)
{
	const struct statement *statement = &run->program->statements[run->at];
	uint64_t i;

	for (i = 0; i < c->count; i++) {
		if (matches(c, i))
			continue;
		if (!c->bad++)
			printf("%s:%lu: compare: %s is not what %s has:\n",
			       run->options->title, statement->line,
			       place_name(run, &statement->place).text,
			       statement->file);
		if (c->bad <= SHOWN_MAX)
			show(c, i);
	}
}

static void summarise(const struct comparison *c, const char *unit, bool passed)
{
	printf("  %llu of %llu %s differ%s (%.4g %%)",
	       (unsigned long long)c->bad, (unsigned long long)c->count, unit,
	       c->tolerance->given ? " too much" : "",
	       100 * (double)c->bad / (double)c->count);
	if (c->tolerance->given)
		printf("; the worst error is %g at [%llu]%s", c->worst,
		       (unsigned long long)c->worst_at,
		       passed ? "; maxbad allows it" : "");
	putchar('\n');
}

static void compare_with(struct run *run, const struct span *span,
			 const struct input *input)
{
	const struct statement *statement = &run->program->statements[run->at];
	uint32_t type = input->type ? input->type : AICORE_TYPE_UINT8;
	const char *unit = input->type ? "elements" : "bytes";
	struct comparison c = {
		.type = type,
		.size = ac_type_bytes(type),
		.count = input->bytes / ac_type_bytes(type),
		.got = span->data,
		.expected = input->data,
		.tolerance = &statement->tolerance,
	};
	bool passed;

	compare_all(run, &c);
	passed = !c.bad || (double)c.bad / (double)c.count <=
			   c.tolerance->maxbad;
	if (c.bad)
		summarise(&c, unit, passed);
	else if (run->options->verbose)
		printf("%s:%lu: compare: all %llu %s of %s are as expected\n",
		       run->options->title, statement->line,
		       (unsigned long long)c.count, unit, statement->file);
	if (!passed)
		run->differs = true;
}

int run_compare(struct run *run)
{
	const struct statement *statement = &run->program->statements[run->at];
	struct input input;
	struct span span;

	if (memory_find(run, &span))
		return -1;
	if (statement->tolerance.given && !program_file_is_npy(statement->file))
		return run_fail(run, statement->line, EXIT_TEXT,
				"compare: %s is raw: tolerances go with .npy files only",
				statement->file);
	if (run->options->check)
		return 0;
	if (input_read(run, &span, &input))
		return -1;
	compare_with(run, &span, &input);
	input_free(&input);
	if (fflush(stdout) || ferror(stdout))
		return run_fail(run, statement->line, EXIT_TEXT,
				"compare: stdout: %s", strerror(errno));
	return 0;
}

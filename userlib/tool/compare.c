// SPDX-License-Identifier: MIT
/* compare: bit for bit, or within tolerances. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "input.h"
#include "npy.h"
#include "progress.h"
#include "value.h"

/* Mismatches that are printed one by one. */
#define SHOWN_MAX	8

/**
 * struct comparison - two arrays
 * @type: of the elements
 * @size: of one
 * @count: how many
 * @got: from memory
 * @expected: from the file
 */
struct comparison {
	uint32_t type;
	uint32_t size;
	uint64_t count;
	const uint8_t *got;
	const char *expected;
};

/**
 * struct verdict - what a comparison found
 * @bad: elements that differ too much
 * @nans: those of them that are nan in both, with other bits
 * @wild: those of them whose error is no number
 * @largest: greatest finite number that is expected
 * @finite: there are elements whose error is a number
 * @worst: greatest error that is one
 * @worst_at: where that is
 */
struct verdict {
	uint64_t bad;
	uint64_t nans;
	uint64_t wild;
	double largest;
	bool finite;
	double worst;
	uint64_t worst_at;
};

/* Bit for bit, or near enough. *@error is the difference, nan if it has none. */
static bool is_near(const struct comparison *c, const struct tolerance *t,
		    uint64_t i, double *error)
{
	double got = value_double(c->type, c->got + i * c->size);
	double expected = value_double(c->type, c->expected + i * c->size);

	*error = fabs(got - expected);
	if (!t->given)
		return !memcmp(c->got + i * c->size, c->expected + i * c->size,
			       c->size);
	if (isnan(got) || isnan(expected))
		return isnan(got) && isnan(expected);
	if (isinf(got) || isinf(expected))
		return got == expected;
	return !(*error > t->atol + t->rtol * fabs(expected));
}

static bool passes(const struct comparison *c, const struct tolerance *t,
		   uint64_t bad)
{
	return !bad || (double)bad / (double)c->count <= t->maxbad;
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

static void print_title(const struct run *run)
{
	const struct statement *statement = &run->program->statements[run->at];

	progress_hide();
	printf("%s:%lu: compare: ", run->options->title, statement->line);
}

static void title_mismatch(struct run *run)
{
	const struct statement *statement = &run->program->statements[run->at];

	print_title(run);
	printf("%s is not what %s has:\n",
	       place_name(run, &statement->place).text, statement->file);
}

/* An element in a verdict, apart from whether it is to be printed. */
static void judge(const struct comparison *c, struct verdict *v, uint64_t i,
		  bool near, double error)
{
	double got = value_double(c->type, c->got + i * c->size);
	double expected = value_double(c->type, c->expected + i * c->size);

	if (isfinite(expected))
		v->largest = fmax(v->largest, fabs(expected));
	if (isfinite(error) && (!v->finite || error > v->worst)) {
		v->finite = true;
		v->worst = error;
		v->worst_at = i;
	}
	if (near)
		return;
	v->bad++;
	v->nans += isnan(got) && isnan(expected);
	v->wild += !isfinite(error);
}

/* The first elements that differ are printed, unless @run is NULL. */
static struct verdict compare_all(struct run *run, const struct comparison *c,
				  const struct tolerance *t)
{
	struct verdict v = { 0 };
	double error;
	uint64_t i;

	for (i = 0; i < c->count; i++) {
		bool near = is_near(c, t, i, &error);

		judge(c, &v, i, near, error);
		if (near || !run)
			continue;
		if (v.bad == 1)
			title_mismatch(run);
		if (v.bad <= SHOWN_MAX)
			show(c, i);
	}
	return v;
}

static void print_worst(const struct comparison *c, const struct verdict *v)
{
	double expected = value_double(c->type,
				       c->expected + v->worst_at * c->size);

	if (!v->finite)
		return;
	printf("; the worst error is %g at [%llu]", v->worst,
	       (unsigned long long)v->worst_at);
	if (v->worst > 0 && expected != 0)
		printf(", %.3g of what is expected", v->worst / fabs(expected));
}

/*
 * A rule that is relative fails where a sum is small and its terms aren't; then
 * few elements are off, and by little of what the others are.
 */
static void explain_order(const struct comparison *c, const struct tolerance *t,
			  const struct verdict *v)
{
	if (!t->rule || strcmp(t->rule, "float") || passes(c, t, v->bad) ||
	    v->wild || v->bad > c->count / 2 ||
	    v->worst > t->rtol * v->largest)
		return;
	printf("  sums in another order differ so where terms cancel: take the tree, or atol=\n");
}

/* What the usual rule of the type would have said. */
static void offer_rule(const struct comparison *c)
{
	const char *name = c->type == AICORE_TYPE_HALF ? "half" : "float";
	const struct tolerance *t = tolerance_find(name, strlen(name));
	struct verdict v;

	if (c->type != AICORE_TYPE_HALF && c->type != AICORE_TYPE_FLOAT)
		return;
	v = compare_all(NULL, c, t);
	printf("  with rule=%s it would %s: %llu would differ too much\n",
	       name, passes(c, t, v.bad) ? "pass" : "fail",
	       (unsigned long long)v.bad);
	explain_order(c, t, &v);
}

static void count_nans(const struct verdict *v)
{
	if (v->nans)
		printf("  %llu element%s nan with other bits\n",
		       (unsigned long long)v->nans,
		       v->nans == 1 ? " is" : "s are");
}

/* numpy's default, which is hardly ever the type of a result. */
static void doubt_doubles(const struct run *run, const struct comparison *c)
{
	const struct statement *statement = &run->program->statements[run->at];

	if (c->type == AICORE_TYPE_DOUBLE && !statement->type)
		printf("  %s is double, and was compared as such: save array.%s for floats\n",
		       statement->file, npy_conversion(AICORE_TYPE_FLOAT));
}

static void summarise(const struct comparison *c, const struct tolerance *t,
		      const struct verdict *v, const char *unit)
{
	printf("  %llu of %llu %s differ%s (%.4g %%)",
	       (unsigned long long)v->bad, (unsigned long long)c->count, unit,
	       t->given ? " too much" : "",
	       100 * (double)v->bad / (double)c->count);
	if (v->worst > 0)
		print_worst(c, v);
	if (passes(c, t, v->bad))
		printf("; maxbad allows it");
	putchar('\n');
	count_nans(v);
	explain_order(c, t, v);
	if (!t->given)
		offer_rule(c);
}

static void praise(struct run *run, const struct comparison *c,
		   const struct verdict *v, const char *unit)
{
	const struct statement *statement = &run->program->statements[run->at];

	print_title(run);
	printf("all %llu %s of %s are as expected",
	       (unsigned long long)c->count, unit, statement->file);
	if (statement->tolerance.given)
		print_worst(c, v);
	putchar('\n');
}

static void compare_with(struct run *run, const struct span *span,
			 const struct input *input)
{
	const struct statement *statement = &run->program->statements[run->at];
	uint32_t type = input->type ? input->type : AICORE_TYPE_UINT8;
	uint32_t meant = statement->type ? statement->type : type;
	const char *unit = input->type ? "elements" : "bytes";
	const struct comparison c = {
		.type = meant,
		.size = ac_type_bytes(type),
		.count = input->bytes / ac_type_bytes(type),
		.got = span->data,
		.expected = input->data,
	};
	struct verdict v = compare_all(run, &c, &statement->tolerance);

	if (v.bad)
		summarise(&c, &statement->tolerance, &v, unit);
	else if (run->options->verbose)
		praise(run, &c, &v, unit);
	if (passes(&c, &statement->tolerance, v.bad))
		return;
	doubt_doubles(run, &c);
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

// SPDX-License-Identifier: GPL-2.0-only
#include "measure.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUND_NS	250000

int rounds = 101;

static FILE *json;
static int entries, missed;

uint64_t now_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000ULL + time.tv_nsec;
}

static uint64_t run(struct work *work, uint64_t times)
{
	uint64_t start, i;

	if (work->run)
		return work->run(work->context, times);
	start = now_ns();
	for (i = 0; i < times; i++)
		work->once(work->context);
	return now_ns() - start;
}

/* How often fills a round. */
static void find_times(struct work *work)
{
	uint64_t ns;

	for (work->times = 1;; work->times *= 2) {
		ns = run(work, work->times);
		if (ns >= ROUND_NS / 2)
			return;
	}
}

void measure(struct work *const works[], int count)
{
	int round, i;

	for (i = 0; i < count; i++)
		find_times(works[i]);
	for (round = 0; round < rounds; round++) {
		for (i = 0; i < count; i++) {
			double ns = run(works[i], works[i]->times);

			works[i]->ns[round] = ns / works[i]->times;
		}
	}
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

double median(const double *values, int count)
{
	double sorted[ROUNDS_MAX];

	memcpy(sorted, values, count * sizeof(*values));
	qsort(sorted, count, sizeof(*sorted), compare);
	return sorted[count / 2];
}

double work_ns(const struct work *work)
{
	return median(work->ns, rounds);
}

double work_ratio(const struct work *a, const struct work *b)
{
	double ratios[ROUNDS_MAX];
	int i;

	for (i = 0; i < rounds; i++)
		ratios[i] = a->ns[i] / b->ns[i];
	return median(ratios, rounds);
}

static const char *verdict(double value, struct goal goal)
{
	if (!goal.must)
		return "-";
	if (goal.stretch &&
	    (goal.less ? value <= goal.stretch : value >= goal.stretch))
		return "stretch";
	if (goal.less ? value <= goal.must : value >= goal.must)
		return "must";
	missed++;
	return "MISSED";
}

static void print_goal(double goal)
{
	if (goal)
		printf(" %8.2f", goal);
	else
		printf(" %8s", "-");
}

static void start_entry(const char *figure, const char *what)
{
	printf("%-4s %-46s", figure, what);
	fprintf(json, "%s\n  {\"figure\": \"%s\", \"what\": \"%s\"",
		entries++ ? "," : "", figure, what);
}

void report(const char *figure, const char *what, double value,
	    struct goal goal)
{
	const char *said = verdict(value, goal);

	start_entry(figure, what);
	printf(" %9.3g", value);
	print_goal(goal.must);
	print_goal(goal.stretch);
	printf("  %s\n", said);
	fprintf(json, ", \"value\": %.6g, \"must\": %g, \"stretch\": %g", value,
		goal.must, goal.stretch);
	fprintf(json, ", \"less_is_better\": %s, \"verdict\": \"%s\"}",
		goal.less ? "true" : "false", said);
	fflush(stdout);
}

void report_skipped(const char *figure, const char *what, const char *why)
{
	start_entry(figure, what);
	printf("  skipped: %s\n", why);
	fprintf(json, ", \"verdict\": \"skipped: %s\"}", why);
}

void report_start(FILE *file)
{
	json = file;
	fprintf(json, "[");
	printf("%-4s %-46s %9s %8s %8s  %s\n", "", "", "measured", "must",
	       "stretch", "verdict");
}

int report_end(void)
{
	fprintf(json, "\n]\n");
	return missed;
}

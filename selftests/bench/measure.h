/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ratios of times. All that is to be compared takes turns, a fraction of a
 * millisecond each, in some hundred rounds; a ratio is the median of the ratios
 * that the rounds gave. So slow phases of the machine meet all alike.
 */
#ifndef AICORE_BENCH_MEASURE_H
#define AICORE_BENCH_MEASURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define ROUNDS_MAX	201
#define WORKS_MAX	24

/**
 * struct work - something that takes time
 * @run: does it so many times and returns the ns that took; NULL: by @once
 * @once: does it once
 * @context: for both
 * @times: how often in a round; found by measure()
 * @ns: time of one, by round
 */
struct work {
	uint64_t (*run)(void *context, uint64_t times);
	void (*once)(void *context);
	void *context;
	uint64_t times;
	double ns[ROUNDS_MAX];
};

uint64_t now_ns(void);

/* Measures all of them in turns. */
void measure(struct work *const works[], int count);

double median(const double *values, int count);
double work_ns(const struct work *work);
/* The median of a's time by b's. */
double work_ratio(const struct work *a, const struct work *b);

/* Number of rounds; AICORE_BENCH_ROUNDS in the environment. */
extern int rounds;

/* What a figure is compared with; 0: nothing. */
struct goal {
	double must;
	double stretch;
	bool less;	/* less is better */
};

/* One line of the table, and one entry of the JSON file. */
void report(const char *figure, const char *what, double value,
	    struct goal goal);
void report_skipped(const char *figure, const char *what, const char *why);

void report_start(FILE *json);
/* Returns the number of figures that missed what they must reach. */
int report_end(void);

#endif /* AICORE_BENCH_MEASURE_H */

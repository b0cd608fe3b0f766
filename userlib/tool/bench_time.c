// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

#define SAMPLE_NS	300000

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int sample(struct bench_work *work, double *ns)
{
	double start = now(), own = work->own ? *work->own : 0;
	unsigned long i;
	int err;

	for (i = 0; i < work->times; i++) {
		err = work->run(work->context);
		if (err)
			return err;
	}
	*ns = work->own ? *work->own - own : now() - start;
	*ns /= (double)work->times;
	return 0;
}

static int find_times(struct bench_work *work)
{
	double ns;
	int err;

	for (work->times = 1;; work->times *= 2) {
		err = sample(work, &ns);
		if (err || ns * (double)work->times > SAMPLE_NS)
			return err;
	}
}

int bench_measure(struct bench_work *works, int count)
{
	int i, j, err = 0;

	for (j = 0; j < count && !err; j++)
		err = find_times(&works[j]);
	for (i = 0; i < BENCH_SAMPLES; i++) {
		for (j = 0; j < count && !err; j++)
			err = sample(&works[j], &works[j].ns[i]);
	}
	return err;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

double bench_median(const double values[BENCH_SAMPLES])
{
	double sorted[BENCH_SAMPLES];

	memcpy(sorted, values, sizeof(sorted));
	qsort(sorted, BENCH_SAMPLES, sizeof(sorted[0]), compare);
	return sorted[BENCH_SAMPLES / 2];
}

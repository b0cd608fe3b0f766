/* SPDX-License-Identifier: MIT */
/*
 * What operations take on a device, and what the driver adds. bench.c has the
 * table, bench_driver.c the figures of the driver, bench_subject.c the device and
 * its data, bench_time.c the clock.
 */
#ifndef TOOL_BENCH_H
#define TOOL_BENCH_H

#include <stdbool.h>
#include <stdio.h>

#include "run.h"

/* Descriptors of a large batch. */
#define BENCH_BATCH	64
/* Samples of each time; medians count. */
#define BENCH_SAMPLES	31

/**
 * struct bench_subject - a device with a core, whose memories are filled
 * @backend: where it is
 * @device: the device
 * @core: its core
 * @gm: global memory
 */
struct bench_subject {
	const struct ac_backend *backend;
	struct ac_device *device;
	struct ac_core *core;
	struct ac_buffer gm;
};

int bench_open(struct bench_subject *subject,
	       const struct ac_backend *backend);
void bench_close(struct bench_subject *subject);

/**
 * struct bench_operation - something to submit
 * @name: what it is
 * @bytes: that it reads
 * @add: appends one to a batch
 */
struct bench_operation {
	const char *name;
	unsigned int bytes;
	int (*add)(struct ac_batch *batch, const struct bench_subject *subject);
};

/* The first is a SetVectorMask, which takes no time; a NULL name ends them. */
extern const struct bench_operation bench_operations[];

/**
 * struct bench_work - something that takes time
 * @run: does it once; 0 or a negative errno
 * @context: for it
 * @own: where @run adds up the ns that count; NULL: all do
 * @times: how often in a sample; found by bench_measure()
 * @ns: time of one, by sample
 */
struct bench_work {
	int (*run)(void *context);
	void *context;
	double *own;
	unsigned long times;
	double ns[BENCH_SAMPLES];
};

/* Measures some works in turns. 0 or a negative errno. */
int bench_measure(struct bench_work *works, int count);

double bench_median(const double values[BENCH_SAMPLES]);

/**
 * struct bench_json - what is written beside the table
 * @file: to; NULL: nothing is
 * @entries: number of lines so far
 */
struct bench_json {
	FILE *file;
	int entries;
};

/**
 * struct bench_figure - one that has to be reached
 * @name: as in the list of figures
 * @what: what it says
 * @value: what was measured
 * @must: what has to be reached
 * @stretch: what would be better still; 0: nothing would
 * @less: less is better
 */
struct bench_figure {
	const char *name;
	const char *what;
	double value;
	double must;
	double stretch;
	bool less;
};

/* bench.c: a line of the table, and an entry of the JSON file. */
void bench_report(struct bench_json *json, const struct bench_figure *figure);
void bench_skip(struct bench_json *json, const char *name, const char *what,
		const char *why);

/* bench_driver.c: figures of the driver; 0 or a negative errno. */
int bench_driver(struct bench_subject *subject, struct bench_json *json);

/* All of it; @json gets the same as an array, and may be NULL. */
enum exit_status bench_print(const struct ac_backend *backend, bool host,
			     FILE *json);

#endif /* TOOL_BENCH_H */

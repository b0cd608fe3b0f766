// SPDX-License-Identifier: MIT
/*
 * What the driver adds to the work of a core. The bare core is that of the host
 * device: the same code, in this process.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

#define COUNTED		100
#define BUSY_NS		300000000.0

/* Batches on one core; @ns adds up the time that their execution took. */
struct load {
	const struct bench_subject *subject;
	struct ac_batch batch;
	double ns;
};

static int load_fill(struct load *load, const struct bench_subject *subject,
		     const struct bench_operation *operation, int count)
{
	int err = 0;

	load->subject = subject;
	while (count-- && !err)
		err = operation->add(&load->batch, subject);
	return err;
}

static int run_waiting(void *context)
{
	struct load *load = context;
	struct aicore_submit submit = {
		.flags = AICORE_SUBMIT_WAIT,
		.deadline_ns = AICORE_FOREVER,
	};
	int err = ac_submit(load->subject->core, &load->batch, &submit);

	load->ns += (double)submit.result.exec_ns;
	return err;
}

static int run_queued(void *context)
{
	struct load *load = context;
	struct aicore_report report;
	struct aicore_result result;
	uint64_t seqno;
	int err;

	err = ac_queue(load->subject->core, &load->batch, &seqno, &report);
	if (err)
		return err;
	return ac_wait(load->subject->core, seqno, AICORE_FOREVER, &result);
}

static int run_empty(void *context)
{
	struct load *load = context;
	struct aicore_info info;

	return ac_device_info(load->subject->device, &info);
}

/* P10: descriptors that do nothing. */
static int overhead(struct bench_subject *subject, struct bench_json *json)
{
	struct load single = { .batch = AC_BATCH_INIT };
	struct load many = { .batch = AC_BATCH_INIT };
	struct bench_work works[] = {
		{ .run = run_waiting, .context = &single },
		{ .run = run_waiting, .context = &many },
	};
	struct bench_figure figure = {
		"P10", "overhead of a descriptor, of 64 by alone", 0, 0.30,
		0.15, true,
	};
	int err;

	err = load_fill(&single, subject, &bench_operations[0], 1);
	if (!err)
		err = load_fill(&many, subject, &bench_operations[0],
				BENCH_BATCH);
	if (!err)
		err = bench_measure(works, 2);
	if (!err) {
		figure.value = bench_median(works[1].ns) / BENCH_BATCH /
			       bench_median(works[0].ns);
		bench_report(json, &figure);
	}
	ac_batch_free(&single.batch);
	ac_batch_free(&many.batch);
	return err;
}

/* P11, batches of 64: with the execution alone of the bare core and all of the driver. */
static int compare_with_bare(struct bench_subject *subject,
			     struct bench_subject *bare,
			     const struct bench_operation *operation,
			     struct bench_json *json)
{
	struct load through = { .batch = AC_BATCH_INIT };
	struct load alone = { .batch = AC_BATCH_INIT };
	struct bench_work works[] = {
		{ .run = run_waiting, .context = &through },
		{ .run = run_waiting, .context = &alone, .own = &alone.ns },
		{ .run = run_empty, .context = &through },
	};
	struct bench_figure figure = {
		"P11", operation->name, 0, 0.85, 0.95, false,
	};
	double ratio[BENCH_SAMPLES];
	int i, err;

	err = load_fill(&through, subject, operation, BENCH_BATCH);
	if (!err)
		err = load_fill(&alone, bare, operation, BENCH_BATCH);
	if (!err)
		err = bench_measure(works, 3);
	for (i = 0; i < BENCH_SAMPLES && !err; i++)
		ratio[i] = works[1].ns[i] / (works[0].ns[i] - works[2].ns[i]);
	if (!err) {
		figure.value = bench_median(ratio);
		bench_report(json, &figure);
	}
	ac_batch_free(&through.batch);
	ac_batch_free(&alone.batch);
	return err;
}

static int against_bare(struct bench_subject *subject, struct bench_json *json)
{
	const struct ac_backend *backend;
	struct bench_subject bare;
	int err;

	err = ac_host_create(&backend);
	if (err)
		return err;
	err = bench_open(&bare, backend);
	if (!err) {
		/* The float sum, then the half sum. */
		err = compare_with_bare(subject, &bare, &bench_operations[1],
					json);
		if (!err)
			err = compare_with_bare(subject, &bare,
						&bench_operations[2], json);
		bench_close(&bare);
	}
	ac_host_destroy(backend);
	return err;
}

/* A number that the driver shows of a core; -1: it doesn't. */
static double core_number(const struct bench_subject *subject, const char *name)
{
	double value = -1;
	char line[128];
	FILE *file;

	snprintf(line, sizeof(line), "/proc/self/fdinfo/%d",
		 ac_core_fd(subject->core));
	file = fopen(line, "r");
	while (file && fgets(line, sizeof(line), file)) {
		if (!strncmp(line, name, strlen(name)))
			value = strtod(line + strlen(name), NULL);
	}
	if (file)
		fclose(file);
	return value;
}

static int count_wakeups(struct bench_subject *subject, int (*run)(void *),
			 const struct bench_figure *figure, struct bench_json *json)
{
	static const char name[] = "aicore-wakeups:";
	struct bench_figure counted = *figure;
	struct load load = { .batch = AC_BATCH_INIT };
	double before;
	int i, err;

	err = load_fill(&load, subject, &bench_operations[0], BENCH_BATCH);
	before = core_number(subject, name);
	for (i = 0; i < COUNTED && !err; i++)
		err = run(&load);
	ac_batch_free(&load.batch);
	if (err)
		return err;
	if (before < 0) {
		bench_skip(json, figure->name, figure->what, "no fdinfo");
		return 0;
	}
	counted.value = (core_number(subject, name) - before) / COUNTED;
	bench_report(json, &counted);
	return 0;
}

/* P12. */
static int wakeups(struct bench_subject *subject, struct bench_json *json)
{
	static const struct bench_figure waited = {
		"P12", "wake-ups of a SUBMIT with WAIT, idle core", 0, 0, 0, true,
	};
	static const struct bench_figure queued = {
		"P12", "wake-ups of a batch without WAIT", 0, 1, 0, true,
	};
	int err;

	err = count_wakeups(subject, run_waiting, &waited, json);
	return err ? err : count_wakeups(subject, run_queued, &queued, json);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Batches for a while on a device of its own; writes how many a second. */
static void keep_busy(const struct ac_backend *backend, int fd)
{
	struct load load = { .batch = AC_BATCH_INIT };
	struct bench_subject subject;
	double start, ns, count = 0;

	if (bench_open(&subject, backend) ||
	    load_fill(&load, &subject, &bench_operations[1], BENCH_BATCH))
		_exit(1);
	start = now();
	do {
		if (run_waiting(&load))
			_exit(1);
		count++;
		ns = now() - start;
	} while (ns < BUSY_NS);
	count /= ns;
	_exit(write(fd, &count, sizeof(count)) != sizeof(count));
}

/* Batches per ns of so many processes together; negative: one failed. */
static double rate(const struct ac_backend *backend, int processes)
{
	double sum = 0, count;
	int fds[2], i;

	if (pipe(fds))
		return -1;
	fflush(NULL);
	for (i = 0; i < processes; i++) {
		if (!fork())
			keep_busy(backend, fds[1]);
	}
	close(fds[1]);
	for (i = 0; i < processes; i++) {
		if (read(fds[0], &count, sizeof(count)) != sizeof(count))
			sum = -1;
		else if (sum >= 0)
			sum += count;
	}
	close(fds[0]);
	while (wait(NULL) > 0)
		;
	return sum;
}

/* P15. */
static int two_cores(struct bench_subject *subject, struct bench_json *json)
{
	struct bench_figure figure = {
		"P15", "two cores at once by one", 0, 1.8, 1.95, false,
	};
	double ratio[BENCH_SAMPLES];
	double single, both;
	int i;

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
		bench_skip(json, figure.name, figure.what, "one processor");
		return 0;
	}
	for (i = 0; i < 5; i++) {
		single = rate(subject->backend, 1);
		both = rate(subject->backend, 2);
		if (single < 0 || both < 0)
			return -EIO;
		ratio[i] = both / single;
	}
	for (; i < BENCH_SAMPLES; i++)
		ratio[i] = ratio[i - 5];
	figure.value = bench_median(ratio);
	bench_report(json, &figure);
	return 0;
}

int bench_driver(struct bench_subject *subject, struct bench_json *json)
{
	int err;

	err = overhead(subject, json);
	if (!err)
		err = against_bare(subject, json);
	if (!err)
		err = wakeups(subject, json);
	return err ? err : two_cores(subject, json);
}

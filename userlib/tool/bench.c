// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "bench.h"
#include "info.h"

/* A batch that is submitted again and again. */
struct submission {
	struct ac_core *core;
	struct ac_batch batch;
};

static int run_batch(void *context)
{
	struct submission *submission = context;
	struct aicore_report report;

	return ac_run(submission->core, &submission->batch, &report, NULL);
}

static int fill(struct submission *submission, int count,
		const struct bench_operation *operation,
		const struct bench_subject *subject)
{
	int i, err = 0;

	submission->core = subject->core;
	for (i = 0; i < count && !err; i++)
		err = operation->add(&submission->batch, subject);
	return err;
}

__attribute__((format(printf, 2, 3)))
static void json_entry(struct bench_json *json, const char *format, ...)
{
	va_list args;

	if (!json->file)
		return;
	fputs(json->entries++ ? ",\n " : "[\n ", json->file);
	va_start(args, format);
	vfprintf(json->file, format, args);
	va_end(args);
}

static void print_operation(const struct bench_operation *operation,
			    double alone, double together, struct bench_json *json)
{
	printf("%-34s %10.2f %10.2f", operation->name, alone / 1e3,
	       together / 1e3);
	if (operation->bytes)
		printf(" %8.1f", operation->bytes / together);
	putchar('\n');
	fflush(stdout);
	json_entry(json,
		   "{\"operation\": \"%s\", \"alone_ns\": %.0f, \"of_%d_ns\": %.0f}",
		   operation->name, alone, BENCH_BATCH, together);
}

static int measure_operation(const struct bench_operation *operation,
			     const struct bench_subject *subject, struct bench_json *json)
{
	struct submission single = { .batch = AC_BATCH_INIT };
	struct submission many = { .batch = AC_BATCH_INIT };
	struct bench_work works[] = {
		{ .run = run_batch, .context = &single },
		{ .run = run_batch, .context = &many },
	};
	double alone, together;
	int err;

	err = fill(&single, 1, operation, subject);
	if (!err)
		err = fill(&many, BENCH_BATCH, operation, subject);
	if (!err)
		err = bench_measure(works, 2);
	if (!err) {
		alone = bench_median(works[0].ns);
		together = bench_median(works[1].ns) / BENCH_BATCH;
		print_operation(operation, alone, together, json);
	}
	ac_batch_free(&single.batch);
	ac_batch_free(&many.batch);
	return err;
}

static const char *verdict(const struct bench_figure *figure)
{
	double sign = figure->less ? -1 : 1;

	if (figure->stretch &&
	    sign * figure->value >= sign * figure->stretch)
		return "stretch";
	return sign * figure->value >= sign * figure->must ? "must" : "MISSED";
}

void bench_report(struct bench_json *json, const struct bench_figure *figure)
{
	printf("%-4s %-48s %8.3g %8.3g", figure->name, figure->what,
	       figure->value, figure->must);
	if (figure->stretch)
		printf(" %8.3g", figure->stretch);
	else
		printf(" %8s", "-");
	printf("  %s\n", verdict(figure));
	json_entry(json,
		   "{\"figure\": \"%s\", \"what\": \"%s\", \"value\": %.4g, \"must\": %g, \"stretch\": %g, \"verdict\": \"%s\"}",
		   figure->name, figure->what, figure->value, figure->must,
		   figure->stretch, verdict(figure));
}

void bench_skip(struct bench_json *json, const char *name, const char *what,
		const char *why)
{
	printf("%-4s %-48s skipped: %s\n", name, what, why);
	json_entry(json,
		   "{\"figure\": \"%s\", \"what\": \"%s\", \"verdict\": \"skipped: %s\"}",
		   name, what, why);
}

static int measure_all(struct bench_subject *subject, bool host, struct bench_json *json)
{
	const struct bench_operation *operation;
	int err = 0;

	printf("%-34s %10s %10s %8s\n", "us for one descriptor", "alone",
	       "of 64", "bytes/ns");
	for (operation = bench_operations; operation->name && !err; operation++)
		err = measure_operation(operation, subject, json);
	if (err || host)
		return err;
	printf("\n%-4s %-48s %8s %8s %8s\n", "", "what the driver adds",
	       "measured", "must", "stretch");
	return bench_driver(subject, json);
}

enum exit_status bench_print(const struct ac_backend *backend, bool host,
			     FILE *file)
{
	struct bench_json json = { .file = file };
	struct bench_subject subject;
	int err;

	err = bench_open(&subject, backend);
	if (err && !host)
		return info_no_device(err);
	if (!err) {
		err = measure_all(&subject, host, &json);
		if (json.entries)
			fputs("\n]\n", file);
		bench_close(&subject);
	}
	if (!err)
		return EXIT_DONE;
	fprintf(stderr, "aicore: bench: %s\n", strerror(-err));
	return EXIT_REFUSED;
}

// SPDX-License-Identifier: GPL-2.0-only
/* P9: against numpy, which a partner process runs. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct partner {
	pid_t pid;
	FILE *to;
	FILE *from;
};

struct form {
	struct partner *partner;
	const char *name;
};

static void write_file(const char *directory, const char *name, const u8 *data,
		       size_t bytes)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	file = fopen(path, "wb");
	if (!file || fwrite(data, bytes, 1, file) != 1 || fclose(file)) {
		perror(path);
		exit(2);
	}
}

static void start_partner(struct partner *partner, const char *directory)
{
	int to[2], from[2];

	if (pipe(to) || pipe(from)) {
		perror("pipe");
		exit(2);
	}
	partner->pid = fork();
	if (!partner->pid) {
		dup2(to[0], 0);
		dup2(from[1], 1);
		close(to[1]);
		close(from[0]);
		execl("/usr/bin/python3", "python3", NUMPY_FORMS, directory,
		      (char *)NULL);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	partner->to = fdopen(to[1], "w");
	partner->from = fdopen(from[0], "r");
}

static u64 run_form(void *context, u64 times)
{
	struct form *form = context;
	unsigned long long ns = 0;

	fprintf(form->partner->to, "%s %llu\n", form->name,
		(unsigned long long)times);
	fflush(form->partner->to);
	if (fscanf(form->partner->from, "%llu", &ns) != 1) {
		fprintf(stderr, "bench: numpy has gone\n");
		exit(2);
	}
	return ns;
}

#define FORMS	3

static const struct {
	const char *form;
	const char *what;
	struct goal goal;
} figures[FORMS] = {
	{ "float", "float tree", AT_LEAST(25, 45) },
	{ "half", "half tree", AT_LEAST(50, 90) },
	{ "int8", "int32 to int8", AT_LEAST(20, 40) },
};

static void plan_forms(struct plans plans[FORMS],
		       const struct aicore_kernels *kernels)
{
	struct aicore_desc desc = sum_desc(AICORE_TYPE_FLOAT, 0);

	memset(plans, 0, FORMS * sizeof(*plans));
	add_plan(&plans[0], &desc, kernels);
	desc = sum_desc(AICORE_TYPE_HALF, SUM_BYTES);
	/* Results of their own. */
	desc.dst.offset += 4096;
	add_plan(&plans[1], &desc, kernels);
	plan_conversion(&plans[2], &conversions[0], kernels);
}

/* Runs each once and leaves inputs and results in files. */
static void write_forms(struct plans plans[FORMS], const char *directory)
{
	run_plan(&plans[0]);
	run_plan(&plans[1]);
	write_file(directory, "float.in", ub, SUM_BYTES);
	write_file(directory, "float.out", ub + RESULTS, REPEATS * 4);
	write_file(directory, "half.in", ub + SUM_BYTES, SUM_BYTES);
	write_file(directory, "half.out", ub + RESULTS + 4096, REPEATS * 2);
	run_plan(&plans[2]);
	write_file(directory, "int8.in", l0c, SOURCE_BYTES);
	write_file(directory, "int8.vector", ub + VECTORS,
		   AICORE_COLUMNS * sizeof(u64));
	write_file(directory, "int8.out", ub + RESULTS, SOURCE_BYTES / 4);
}

static bool partner_ready(struct partner *partner)
{
	char line[80];

	return fgets(line, sizeof(line), partner->from) &&
	       !strncmp(line, "ready", 5);
}

static void report_form(u32 i, const char *width, double value,
			struct goal goal)
{
	char what[60];

	snprintf(what, sizeof(what), "%s, %s, by numpy", figures[i].what,
		 width);
	report("P9", what, value, goal);
}

static void skip_forms(const char *why)
{
	char what[60];
	u32 i;

	for (i = 0; i < FORMS; i++) {
		snprintf(what, sizeof(what), "%s, AVX2, by numpy",
			 figures[i].what);
		report_skipped("P9", what, why);
	}
}

/* What numpy takes, AVX2 and what was chosen here, in turns. */
static void measure_forms(struct partner *partner, struct plans avx2[FORMS])
{
	struct work work[3 * FORMS], *works[3 * FORMS];
	struct form forms[FORMS];
	struct plans best[FORMS];
	u32 i;

	plan_forms(best, &chosen_auto.kernels);
	for (i = 0; i < FORMS; i++) {
		forms[i] = (struct form){ partner, figures[i].form };
		work[3 * i] = (struct work){ .run = run_form,
					     .context = &forms[i] };
		work[3 * i + 1] = plan_work(&avx2[i]);
		work[3 * i + 2] = plan_work(&best[i]);
	}
	for (i = 0; i < 3 * FORMS; i++)
		works[i] = &work[i];
	measure(works, 3 * FORMS);
	for (i = 0; i < FORMS; i++) {
		report_form(i, "AVX2", work_ratio(&work[3 * i],
						  &work[3 * i + 1]),
			    figures[i].goal);
		report_form(i, "auto", work_ratio(&work[3 * i],
						  &work[3 * i + 2]),
			    AT_LEAST(0, 0));
	}
}

void numpy_figures(const char *directory)
{
	struct plans plans[FORMS];
	struct partner partner;

	if (!has_width[AVX2]) {
		skip_forms("no AVX2");
		return;
	}
	fill_ordinary(ub, VECTORS);
	fill_sources();
	fill_vectors();
	plan_forms(plans, &chosen[AVX2].kernels);
	write_forms(plans, directory);
	start_partner(&partner, directory);
	if (partner_ready(&partner))
		measure_forms(&partner, plans);
	else
		skip_forms("no numpy, or it differs");
	fclose(partner.to);
	waitpid(partner.pid, NULL, 0);
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The figures P1 to P9, P13, P14 and P16: the core as the module has it, in an
 * ordinary program on one pinned processor. Each plan is made once; what is
 * timed is running it.
 *
 * Usage: bench [--emulated] DIRECTORY, which gets bench.json and what the partner
 * needs, numpy_forms.py beside this source. An emulated processor has no speed to
 * speak of: --emulated asks only what it chooses, P13.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

#include "bench.h"

const char *const width_names[WIDTHS] = { "SSE2", "AVX2", "AVX-512" };

struct aicore_machine machine;
struct aicore_choice chosen[WIDTHS], chosen_auto;
bool has_width[WIDTHS];

void skip_width(const char *figure, const char *what, enum width width)
{
	char why[40];

	snprintf(why, sizeof(why), "no %s", width_names[width]);
	report_skipped(figure, what, why);
}

static void pin(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(sched_getcpu(), &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		perror("sched_setaffinity");
}

static void choose_all(void)
{
	static const char *const names[WIDTHS] = { "sse2", "avx2", "avx512" };
	void *room = malloc(aicore_choose_room());
	int i;

	machine = aicore_host_machine();
	if (!room || aicore_choose(&chosen_auto, &machine, "auto", room))
		exit(2);
	for (i = 0; i < WIDTHS; i++)
		has_width[i] = !aicore_choose(&chosen[i], &machine, names[i],
					      room);
	free(room);
}

static void list_time(u64 ps)
{
	if (ps)
		printf(" %9.2f", ps / 1e3);
	else
		printf(" %9s", "-");
}

static void list_choice(void)
{
	u32 kernel, impl;

	printf("\n%-22s %-8s", "ns per repeat or row", "auto");
	for (impl = 0; impl < AICORE_IMPLS; impl++)
		printf(" %9s", aicore_impl_name(impl));
	printf(" %6s\n", "chunk");
	for (kernel = 0; kernel < AICORE_KERNELS; kernel++) {
		printf("%-22s %-8s", aicore_kernel_name(kernel),
		       aicore_impl_name(chosen_auto.impl[kernel]));
		for (impl = 0; impl < AICORE_IMPLS; impl++)
			list_time(chosen_auto.ps[impl][kernel]);
		printf(" %6u\n", chosen_auto.kernels.chunk[kernel]);
	}
}

static FILE *open_json(const char *directory)
{
	char path[4096];
	FILE *json;

	snprintf(path, sizeof(path), "%s/bench.json", directory);
	json = fopen(path, "w");
	if (!json) {
		perror(path);
		exit(2);
	}
	return json;
}

static void print_figures(const char *directory, bool emulated)
{
	if (emulated) {
		choice_figures(true);
		return;
	}
	sum_figures();
	copy_figures();
	numpy_figures(directory);
	choice_figures(false);
	section_figures();
}

int main(int argc, char **argv)
{
	const char *wanted = getenv("AICORE_BENCH_ROUNDS");
	bool emulated = argc == 3 && !strcmp(argv[1], "--emulated");
	const char *directory = argv[argc - 1];
	int missed;
	FILE *json;

	if (argc != 2 + emulated) {
		fprintf(stderr, "usage: bench [--emulated] DIRECTORY\n");
		return 2;
	}
	if (wanted && atoi(wanted) > 0 && atoi(wanted) <= ROUNDS_MAX)
		rounds = atoi(wanted);
	signal(SIGPIPE, SIG_IGN);
	pin();
	choose_all();
	json = open_json(directory);
	report_start(json);
	print_figures(directory, emulated);
	missed = report_end();
	fclose(json);
	list_choice();
	return missed ? 1 : 0;
}

// SPDX-License-Identifier: MIT
/* aicore top: what fdinfo says of the cores of all processes. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../run.h"
#include "watch.h"

#define CORES_MAX	1024
#define PERIOD_S	1

/* What %llu prints. */
#define ull unsigned long long

struct top_core {
	int pid;
	char command[20];
	char soc[20];
	uint64_t number;
	uint64_t bytes;
	uint64_t completed;
	uint64_t failed;
	uint64_t queued;
	uint64_t busy_ns;
};

struct snapshot {
	struct top_core cores[CORES_MAX];
	size_t count;
	uint64_t at_ns;
};

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void read_command(struct top_core *core)
{
	char path[40];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/comm", core->pid);
	strcpy(core->command, "?");
	file = fopen(path, "r");
	if (!file)
		return;
	if (fgets(core->command, sizeof(core->command), file))
		core->command[strcspn(core->command, "\n")] = '\0';
	fclose(file);
}

static void read_field(struct top_core *core, const char *line)
{
	static const struct {
		const char *name;
		size_t to;
	} fields[] = {
		{ "aicore-core:", offsetof(struct top_core, number) },
		{ "aicore-bytes:", offsetof(struct top_core, bytes) },
		{ "aicore-completed:", offsetof(struct top_core, completed) },
		{ "aicore-failed:", offsetof(struct top_core, failed) },
		{ "aicore-queued:", offsetof(struct top_core, queued) },
		{ "aicore-busy-ns:", offsetof(struct top_core, busy_ns) },
	};
	size_t i;

	if (!strncmp(line, "aicore-soc:", 11))
		snprintf(core->soc, sizeof(core->soc), "%.*s",
			 (int)strcspn(line + 12, "\n"), line + 12);
	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		size_t length = strlen(fields[i].name);

		if (!strncmp(line, fields[i].name, length))
			*(uint64_t *)((char *)core + fields[i].to) =
				strtoull(line + length, NULL, 10);
	}
}

/* False if the file descriptor is no core. */
static bool read_core(struct top_core *core, int pid, const char *fd)
{
	char path[64], line[128];
	FILE *file;

	*core = (struct top_core){ .pid = pid };
	snprintf(path, sizeof(path), "/proc/%d/fdinfo/%.12s", pid, fd);
	file = fopen(path, "r");
	if (!file)
		return false;
	while (fgets(line, sizeof(line), file))
		read_field(core, line);
	fclose(file);
	if (!core->number)
		return false;
	read_command(core);
	return true;
}

static bool is_core(int pid, const char *fd)
{
	char path[64], target[64] = "";

	snprintf(path, sizeof(path), "/proc/%d/fd/%.12s", pid, fd);
	return readlink(path, target, sizeof(target) - 1) > 0 &&
	       strstr(target, "[aicore-core]");
}

static void look_at_process(struct snapshot *snapshot, int pid)
{
	const struct dirent *entry;
	char path[40];
	DIR *folder;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	folder = opendir(path);
	if (!folder)
		return;
	while ((entry = readdir(folder))) {
		if (snapshot->count < CORES_MAX && is_core(pid, entry->d_name) &&
		    read_core(&snapshot->cores[snapshot->count], pid,
			      entry->d_name))
			snapshot->count++;
	}
	closedir(folder);
}

static int by_number(const void *a, const void *b)
{
	const struct top_core *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

static int take(struct snapshot *snapshot)
{
	const struct dirent *entry;
	DIR *proc = opendir("/proc");

	if (!proc)
		return -errno;
	snapshot->count = 0;
	while ((entry = readdir(proc))) {
		if (isdigit((unsigned char)entry->d_name[0]))
			look_at_process(snapshot, atoi(entry->d_name));
	}
	closedir(proc);
	snapshot->at_ns = now_ns();
	qsort(snapshot->cores, snapshot->count, sizeof(snapshot->cores[0]),
	      by_number);
	return 0;
}

/* Share of the time since @before in which a core was busy, in percent. */
static double busy(const struct top_core *core, const struct snapshot *before,
		   uint64_t at_ns)
{
	size_t i;

	for (i = 0; i < before->count; i++) {
		if (before->cores[i].number == core->number &&
		    before->cores[i].pid == core->pid)
			return 100.0 *
			       (double)(core->busy_ns -
					before->cores[i].busy_ns) /
			       (double)(at_ns - before->at_ns);
	}
	return 0;
}

static void show(const struct snapshot *now, const struct snapshot *before)
{
	size_t i;

	printf("%6s %-15s %6s %-14s %9s %6s %10s %6s %6s\n", "PID", "COMMAND",
	       "CORE", "PRODUCT", "MEMORY", "QUEUED", "DONE", "FAILED", "BUSY%");
	for (i = 0; i < now->count; i++) {
		const struct top_core *core = &now->cores[i];

		printf("%6d %-15s %6llu %-14s %8lluK %6llu %10llu %6llu %6.1f\n",
		       core->pid, core->command, (ull)core->number, core->soc,
		       (ull)core->bytes / 1024, (ull)core->queued,
		       (ull)core->completed, (ull)core->failed,
		       busy(core, before, now->at_ns));
	}
	if (!now->count)
		printf("no cores, or none that you may look at\n");
}

static int look(struct snapshot *now, struct snapshot *before, int once)
{
	static const struct timespec period = { .tv_sec = PERIOD_S };
	static const struct timespec moment = { .tv_nsec = 200000000 };
	int err = take(before);

	do {
		nanosleep(once ? &moment : &period, NULL);
		if (!err)
			err = take(now);
		if (err)
			return err;
		if (!once && isatty(STDOUT_FILENO))
			fputs("\033[H\033[J", stdout);
		show(now, before);
		*before = *now;
		if (fflush(stdout) || ferror(stdout))
			return -EIO;
	} while (!once);
	return 0;
}

int top(int once)
{
	struct snapshot *snapshots = calloc(2, sizeof(*snapshots));
	int err = -ENOMEM;

	if (snapshots)
		err = look(&snapshots[0], &snapshots[1], once);
	free(snapshots);
	if (!err)
		return EXIT_DONE;
	fprintf(stderr, "aicore: top: %s\n", strerror(-err));
	return EXIT_TEXT;
}

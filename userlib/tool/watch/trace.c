// SPDX-License-Identifier: MIT
/*
 * aicore trace: a trace instance of its own, so that other users of the kernel's
 * tracing notice nothing.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../run.h"
#include "trace_json.h"
#include "watch.h"

#define BUFFER_KB	"16384"

struct instance {
	char path[96];
};

static int set(const struct instance *instance, const char *name,
	       const char *value)
{
	char path[160];
	FILE *file;
	int err = 0;

	snprintf(path, sizeof(path), "%s/%s", instance->path, name);
	file = fopen(path, "w");
	if (!file)
		return -errno;
	if (fputs(value, file) < 0)
		err = -errno;
	if (fclose(file) && !err)
		err = -errno;
	return err;
}

static int make_instance(struct instance *instance)
{
	static const char *const folders[] = {
		"/sys/kernel/tracing", "/sys/kernel/debug/tracing",
	};
	int err = -ENOENT;
	size_t i;

	for (i = 0; i < sizeof(folders) / sizeof(folders[0]) && err; i++) {
		snprintf(instance->path, sizeof(instance->path),
			 "%s/instances/aicore-%d", folders[i], (int)getpid());
		err = mkdir(instance->path, 0700) ? -errno : 0;
	}
	if (err)
		return err;
	/* Nanoseconds since boot, the same as exec_ns counts in. */
	err = set(instance, "trace_clock", "mono");
	if (!err)
		err = set(instance, "buffer_size_kb", BUFFER_KB);
	if (!err)
		err = set(instance, "events/aicore/enable", "1");
	if (err)
		rmdir(instance->path);
	return err;
}

static int no_tracing(int err)
{
	fprintf(stderr, "aicore: trace: %s\n", strerror(-err));
	if (err == -EACCES || err == -EPERM)
		fprintf(stderr,
			"aicore: the kernel's tracing is for root: sudo aicore ...\n");
	else
		fprintf(stderr,
			"aicore: load the module (modprobe aicore), and see that there is\n"
			"aicore: a file system tracefs on /sys/kernel/tracing\n");
	return EXIT_NO_DEVICE;
}

/* As a shell says it: 128 and the signal, 127 for what isn't there. */
static int run_command(char **command)
{
	int status;
	pid_t child = fork();

	if (child < 0)
		return EXIT_REFUSED;
	if (!child) {
		execvp(command[0], command);
		fprintf(stderr, "aicore: %s: %s\n", command[0],
			strerror(errno));
		_exit(127);
	}
	/* ^C is for the command; what it did so far is worth a trace. */
	signal(SIGINT, SIG_IGN);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	signal(SIGINT, SIG_DFL);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int write_trace(const struct instance *instance, FILE *out)
{
	struct trace_json *trace = malloc(sizeof(*trace));
	char path[160], line[512];
	FILE *in;

	snprintf(path, sizeof(path), "%s/trace", instance->path);
	in = fopen(path, "r");
	if (!in || !trace) {
		free(trace);
		if (in)
			fclose(in);
		return -EIO;
	}
	trace_json_start(trace, out);
	while (fgets(line, sizeof(line), in))
		trace_json_line(trace, line);
	trace_json_end(trace);
	fclose(in);
	free(trace);
	return ferror(out) ? -EIO : 0;
}

static void remove_instance(const struct instance *instance)
{
	set(instance, "events/aicore/enable", "0");
	rmdir(instance->path);
}

int trace_command(const char *output, char **command)
{
	struct instance instance;
	FILE *out;
	int status, err;

	out = fopen(output, "w");
	if (!out) {
		fprintf(stderr, "aicore: %s: %s\n", output, strerror(errno));
		return EXIT_TEXT;
	}
	err = make_instance(&instance);
	if (err) {
		fclose(out);
		unlink(output);
		return no_tracing(err);
	}
	status = run_command(command);
	err = write_trace(&instance, out);
	remove_instance(&instance);
	if (fclose(out) && !err)
		err = -errno;
	if (!err)
		return status;
	fprintf(stderr, "aicore: %s: %s\n", output, strerror(-err));
	return EXIT_TEXT;
}

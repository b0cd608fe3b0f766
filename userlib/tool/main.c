// SPDX-License-Identifier: MIT
/* aicore - runs programs for an emulated AI Core. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "explain/explain.h"
#include "file.h"
#include "info.h"
#include "program.h"
#include "run.h"
#include "watch/watch.h"

/* A program is a text that somebody wrote. */
#define PROGRAM_BYTES_MAX	(256U << 20)

static const char usage[] =
	"Usage: aicore info [--host]\n"
	"       aicore run [--host] [--verbose] PROGRAM\n"
	"       aicore check [--host] PROGRAM\n"
	"       aicore explain [--op N] [--repeat R] [--lane E] [--element E]\n"
	"                      [--html FILE] PROGRAM\n"
	"       aicore bench [--host] [--json FILE]\n"
	"       aicore trace [--output FILE] -- COMMAND...\n"
	"       aicore top [--once]\n"
	"       aicore --help | --version\n";

static const char help[] =
	"\n"
	"info     prints limits and products of the device\n"
	"run      runs a program; - is stdin\n"
	"check    validates a program, opens no files and runs nothing\n"
	"bench    measures what operations take, and what the driver adds\n"
	"explain  runs it in this process and takes one operation apart\n"
	"trace    runs COMMAND and writes what the cores of the device did meanwhile\n"
	"         for Perfetto or chrome://tracing, to trace.json; wants root\n"
	"top      shows the cores of all processes, their queues and memory\n"
	"\n"
	"--host     do everything in this process, without /dev/aicore\n"
	"--verbose  also say what compared equal\n"
	"--json FILE  bench: write the same to a file\n"
	"--op N       explain operation N, from 1; otherwise: list all, explain the\n"
	"             first with a remark (!), or that computes if there is none\n"
	"--repeat R   the repeat whose tree is shown; otherwise 0\n"
	"--lane E     the way of lane E through the tree, not the whole tree\n"
	"--element E  the element of a copy, counted in dst; otherwise 0\n"
	"--html FILE  all operations as a page for a browser\n"
	"\n"
	"A program has one statement a line; # starts a comment:\n"
	"\n"
	"  soc NAME [saturate=on|off] [check=strict|permissive]\n"
	"      [nodes=half|float]              first of all\n"
	"  buffer NAME BYTES                  global memory, zeroed\n"
	"  core N                             what follows is for core N; first: 0\n"
	"  load LOC FILE [TYPE]               .npy, which has this TYPE, or raw bytes\n"
	"  fill LOC BYTES VALUE\n"
	"  store LOC BYTES FILE [TYPE]        BYTES, not elements; TYPE for .npy\n"
	"  print LOC TYPE COUNT\n"
	"  compare LOC FILE [TYPE] [rtol=] [atol=] [maxbad=] | [rule=half|float]\n"
	"  DataCopy dst= src= type= blockCount= blockLen= srcStride= dstStride=\n"
	"    [blockMode=] [deqScale=] [deqValue=] [deqTensorAddr=]\n"
	"    [sidStoreMode=] [isRelu=] [padMode=] [padValue=]\n"
	"    deqScale=DEQ, DEQ8 or DEQ16 from CO1 to CO2 needs deqValue\n"
	"  WholeReduceSum dst= src= type= mask= repeatTime= dstRepStride=\n"
	"    srcBlkStride= srcRepStride=\n"
	"  WholeReduceMax, WholeReduceMin      the same, [order=VALUE_INDEX]\n"
	"  BlockReduceSum, BlockReduceMax, BlockReduceMin, PairReduceSum,\n"
	"  RepeatReduceSum                     the same ([dstBlkStride=])\n"
	"  SetVectorMask mode=normal mask=LOW:HIGH | mode=counter count=\n"
	"\n"
	"LOC is POSITION+OFFSET (VECIN VECCALC VECOUT A1 B1 TSCM CO1 CO2) or\n"
	"BUFFER+OFFSET; type is SRC or SRC:DST; mask is N, LOW:HIGH or external.\n"
	"rule=half is rtol=1e-3 atol=1e-5 maxbad=0.001, rule=float 1e-5, 1e-8, 0.001.\n"
	"\n"
	"Exit status: 0 done, 1 a comparison failed, 2 usage, program text or a\n"
	"file, 3 refused by the device, 4 stopped while running, 5 no device.\n";

struct arguments {
	const char *command;
	const char *program;
	const char *json;
	bool host;
	bool verbose;
	bool explains;
	struct explain_options explain;
	const char *output;
	char **rest;
	bool once;
};

static int bad_usage(const char *what, const char *which)
{
	fprintf(stderr, "aicore: %s%s\n%s", what, which, usage);
	return EXIT_TEXT;
}

static int print_text(const char *first, const char *second)
{
	fputs(first, stdout);
	fputs(second, stdout);
	if (fflush(stdout) || ferror(stdout))
		return EXIT_TEXT;
	return EXIT_DONE;
}

static enum exit_status explain(const struct arguments *arguments,
				const struct program *program,
				struct run_options *options,
				const struct file *file)
{
	struct explain_options explain = arguments->explain;

	explain.source = file->data;
	return explain_program(program, options, &explain);
}

static enum exit_status run_on_backend(const struct arguments *arguments,
				       const struct program *program,
				       struct run_options *options)
{
	enum exit_status status;
	int err = 0;

	options->backend = ac_system();
	if (arguments->host)
		err = ac_host_create(&options->backend);
	if (err) {
		fprintf(stderr, "aicore: %s\n", strerror(-err));
		return EXIT_REFUSED;
	}
	status = run_program(program, options);
	if (arguments->host)
		ac_host_destroy(options->backend);
	return status;
}

static enum exit_status run_text(const struct arguments *arguments,
				 struct run_options *options,
				 const struct file *file)
{
	struct text_error error;
	struct program program;
	enum exit_status status;
	int err;

	err = program_parse(&program, file->data, file->length, &error);
	if (err == -EINVAL)
		fprintf(stderr, "%s:%lu: %s\n", options->title, error.line,
			error.text);
	else if (err)
		fprintf(stderr, "%s: %s\n", options->title, strerror(-err));
	if (err)
		return EXIT_TEXT;
	if (arguments->explains)
		status = explain(arguments, &program, options, file);
	else
		status = run_on_backend(arguments, &program, options);
	program_free(&program);
	return status;
}

static enum exit_status run_file(const struct arguments *arguments)
{
	bool is_stdin = !strcmp(arguments->program, "-");
	struct run_options options = {
		.title = is_stdin ? "<stdin>" : arguments->program,
		.path = is_stdin ? "" : arguments->program,
		.check = !strcmp(arguments->command, "check"),
		.verbose = arguments->verbose,
	};
	enum exit_status status = EXIT_TEXT;
	struct file file;
	int err;

	err = file_read(&file, is_stdin ? NULL : arguments->program,
			PROGRAM_BYTES_MAX);
	if (err) {
		fprintf(stderr, "%s: %s\n", options.title, strerror(-err));
		return status;
	}
	if (file.total > file.length)
		fprintf(stderr, "%s: %s\n", options.title, strerror(EFBIG));
	else
		status = run_text(arguments, &options, &file);
	file_free(&file);
	return status;
}

static enum exit_status show_info(const struct arguments *arguments)
{
	const struct ac_backend *backend = ac_system();
	enum exit_status status;

	if (!arguments->host)
		return info_print(backend);
	if (ac_host_create(&backend))
		return info_no_device(-ENOMEM);
	status = info_print(backend);
	ac_host_destroy(backend);
	return status;
}

static enum exit_status run_bench(const struct arguments *arguments)
{
	const struct ac_backend *backend = ac_system();
	enum exit_status status;
	FILE *json = NULL;

	if (arguments->json) {
		json = fopen(arguments->json, "w");
		if (!json) {
			perror(arguments->json);
			return EXIT_TEXT;
		}
	}
	if (!arguments->host) {
		status = bench_print(backend, false, json);
	} else if (ac_host_create(&backend)) {
		status = info_no_device(-ENOMEM);
	} else {
		status = bench_print(backend, true, json);
		ac_host_destroy(backend);
	}
	if (json && fclose(json)) {
		perror(arguments->json);
		status = EXIT_TEXT;
	}
	return status;
}

static int dispatch(const struct arguments *arguments)
{
	const char *command = arguments->command;

	if (!command)
		return bad_usage("a command is missing", "");
	if (!strcmp(command, "trace")) {
		if (!arguments->rest[0])
			return bad_usage("trace: a command is missing", "");
		return trace_command(arguments->output ? arguments->output :
				     "trace.json", arguments->rest);
	}
	if (arguments->rest[0] && arguments->rest[1])
		return bad_usage("too many arguments: ", arguments->rest[1]);
	if (!strcmp(command, "top"))
		return arguments->rest[0] ?
		       bad_usage("top takes no argument: ",
				 arguments->rest[0]) :
		       top(arguments->once);
	if (!strcmp(command, "info")) {
		if (arguments->program)
			return bad_usage("info takes no argument: ",
					 arguments->program);
		return show_info(arguments);
	}
	if (!strcmp(command, "bench")) {
		if (arguments->program)
			return bad_usage("bench takes no argument: ",
					 arguments->program);
		return run_bench(arguments);
	}
	if (strcmp(command, "run") && strcmp(command, "check") &&
	    strcmp(command, "explain"))
		return bad_usage("unknown command: ", command);
	if (!arguments->program)
		return bad_usage("a program is missing", "");
	return run_file(arguments);
}

/* A number for explain; false: it isn't one. */
static bool read_number(const char *text, u64 *number)
{
	char *end;

	errno = 0;
	*number = strtoull(text, &end, 0);
	return *text >= '0' && *text <= '9' && !*end && !errno;
}

/* An option of explain; false: it is none, or has no good argument. */
static bool read_explain(int option, const char *value,
			 struct arguments *arguments)
{
	struct explain_options *explain = &arguments->explain;

	switch (option) {
	case 'o':
		return read_number(value, &explain->op) && explain->op;
	case 'r':
		return read_number(value, &explain->repeat);
	case 'l':
		explain->has_lane = true;
		return read_number(value, &explain->lane);
	case 'e':
		explain->has_element = true;
		return read_number(value, &explain->element);
	case 'w':
		explain->html = value;
		return true;
	default:
		return false;
	}
}

static const struct option options[] = {
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ "host", no_argument, NULL, 'H' },
	{ "verbose", no_argument, NULL, 'v' },
	{ "json", required_argument, NULL, 'j' },
	{ "op", required_argument, NULL, 'o' },
	{ "repeat", required_argument, NULL, 'r' },
	{ "lane", required_argument, NULL, 'l' },
	{ "element", required_argument, NULL, 'e' },
	{ "html", required_argument, NULL, 'w' },
	{ "output", required_argument, NULL, 't' },
	{ "once", no_argument, NULL, '1' },
	{ NULL, 0, NULL, 0 },
};

static int bad_option(int option, const char *value)
{
	if (option == '?')
		fputs(usage, stderr);
	else
		bad_usage("no number that can be meant: ", value);
	return EXIT_TEXT;
}

/* Options of explain without explain would do nothing, silently. */
static int check_arguments(struct arguments *arguments, bool explain_option)
{
	arguments->explains = arguments->command &&
			      !strcmp(arguments->command, "explain");
	if (!explain_option || arguments->explains)
		return 0;
	return bad_usage("--op, --repeat, --lane, --element and --html go with explain",
			 "");
}

int main(int argc, char **argv)
{
	struct arguments arguments = { 0 };
	bool explain_option = false;
	int option;

	while ((option = getopt_long(argc, argv, "hvV", options, NULL)) != -1) {
		switch (option) {
		case 'h':
			return print_text(usage, help);
		case 'V':
			return print_text("aicore " AICORE_VERSION "\n", "");
		case 'H':
			arguments.host = true;
			break;
		case 'v':
			arguments.verbose = true;
			break;
		case 'j':
			arguments.json = optarg;
			break;
		case 't':
			arguments.output = optarg;
			break;
		case '1':
			arguments.once = true;
			break;
		default:
			if (!read_explain(option, optarg, &arguments))
				return bad_option(option, optarg);
			explain_option = true;
		}
	}
	if (optind < argc)
		arguments.command = argv[optind++];
	arguments.rest = &argv[optind];
	arguments.program = argv[optind];
	option = check_arguments(&arguments, explain_option);
	return option ? option : dispatch(&arguments);
}

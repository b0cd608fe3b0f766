/* SPDX-License-Identifier: MIT */
/*
 * Running and checking a program. run.c goes from statement to statement,
 * batches.c brings operations to the cores, memory.c finds locations,
 * transfer.c and compare.c move bytes.
 */
#ifndef TOOL_RUN_H
#define TOOL_RUN_H

#include "mask_state.h"
#include "program.h"

/* Exit statuses of the command. */
enum exit_status {
	EXIT_DONE = 0,
	EXIT_DIFFERS = 1,	/* a comparison failed */
	EXIT_TEXT = 2,		/* usage, program text, files */
	EXIT_REFUSED = 3,	/* by the device */
	EXIT_STOPPED = 4,	/* run-time error */
	EXIT_NO_DEVICE = 5,	/* not there or not allowed */
};

struct run;

/**
 * struct run_observer - somebody who looks on
 * @before: called before each operation, with all cores idle; 0, or -1 after
 *	run_fail(). Statements that only speak of results are left out then.
 * @wrote: called after load and fill, with the bytes that they wrote
 * @failed: called with a failure before it goes to stderr
 * @context: is the observer's
 */
struct run_observer {
	int (*before)(struct run *run, const struct aicore_desc *desc,
		      size_t core);
	void (*wrote)(struct run *run, const void *data, uint64_t bytes);
	void (*failed)(struct run *run, const char *text);
	void *context;
};

/**
 * struct run_options - what the command line says
 * @title: the program's name in messages
 * @path: files are looked for beside it
 * @check: validate only
 * @verbose: also say what compares equal
 * @backend: the device or the host device
 * @observer: see there; NULL: nobody
 */
struct run_options {
	const char *title;
	const char *path;
	bool check;
	bool verbose;
	const struct ac_backend *backend;
	const struct run_observer *observer;
};

/**
 * struct failure - what ends the program: the first failure in program order
 * @status: EXIT_DONE: nothing so far
 * @line: of the statement at fault
 * @text: what happened
 */
struct failure {
	enum exit_status status;
	unsigned long line;
	char text[640];
};

#define REGIONS		(AICORE_REGION_L0C + 1)

/**
 * struct run_core - a core that the program uses
 * @number: as the program calls it
 * @core: the core
 * @memory: by enum aicore_region, mapped when first needed
 * @mask: the mask register after all statements so far (check only)
 */
struct run_core {
	uint64_t number;
	struct ac_core *core;
	struct ac_memory memory[REGIONS];
	struct mask_state mask;
};

/**
 * struct queued - a batch that nobody has waited for
 * @core: index of its core
 * @seqno: its number there
 * @first: index of the statement of its first descriptor
 */
struct queued {
	size_t core;
	uint64_t seqno;
	size_t first;
};

/* Far below the number of results that a core keeps. */
#define QUEUED_MAX	128

/**
 * struct run - a program being run
 * @options: see there
 * @program: all statements
 * @at: index of the current statement
 * @device: the device
 * @info: what it said after SETUP
 * @buffers: by number in the program, less one
 * @cores: in the order of their first use
 * @core_count: how many
 * @number: of the current core
 * @batch: operations that aren't submitted yet, all for core @batch_core
 * @batch_core: index of that core
 * @batch_first: index of the statement of its first operation
 * @batch_prefix: descriptors in front of it that no statement stands for
 * @queued: batches nobody has waited for, in program order
 * @queued_count: how many
 * @differs: a comparison failed
 * @failure: see there
 */
struct run {
	const struct run_options *options;
	const struct program *program;
	size_t at;
	struct ac_device *device;
	struct aicore_info info;
	struct ac_buffer *buffers;
	struct run_core *cores;
	size_t core_count;
	uint64_t number;
	struct ac_batch batch;
	size_t batch_core;
	size_t batch_first;
	size_t batch_prefix;
	struct queued queued[QUEUED_MAX];
	size_t queued_count;
	bool differs;
	struct failure failure;
};

/*
 * A program from its first to its last statement. Messages go to stderr, the
 * output of the program to stdout.
 */
enum exit_status run_program(const struct program *program,
			     const struct run_options *options);

/* Notes a failure, unless an earlier line has one; returns -1. */
int run_fail(struct run *run, unsigned long line, enum exit_status status,
	     const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The current core, which is created on first use; -1 after a failure. */
int run_current_core(struct run *run, size_t *core);

/* batches.c: all return 0 or, after run_fail(), -1. */
int batch_add(struct run *run);
int batch_submit(struct run *run);
int batch_wait_all(struct run *run);

/**
 * struct span - bytes from a location to the end of its memory
 * @data: the first one; NULL when only checking
 * @room: how many
 */
struct span {
	uint8_t *data;
	uint64_t room;
};

/* memory.c: a memory of a core, mapped; NULL after run_fail(). */
struct ac_memory *memory_of_core(struct run *run, size_t core,
				 enum aicore_region region);

/* The location of the current statement. 0 or -1. */
int memory_find(struct run *run, struct span *span);

/* Also asks for so many bytes there. */
int memory_find_bytes(struct run *run, uint64_t bytes, struct span *span);

/* Refuses bytes that don't fit into a span that was found; @hint: "; ..." */
int memory_check_room(struct run *run, const struct span *span, uint64_t bytes,
		      const char *hint);

/* A location in words: "VECIN+64". */
struct place_name {
	char text[80];
};

struct place_name place_name(const struct run *run,
			     const struct aicore_operand *place);

/* transfer.c, compare.c: the statements. 0 or -1. */
int run_load(struct run *run);
int run_fill(struct run *run);
int run_store(struct run *run);
int run_print(struct run *run);
int run_compare(struct run *run);

#endif /* TOOL_RUN_H */

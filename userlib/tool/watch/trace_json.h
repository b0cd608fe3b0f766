/* SPDX-License-Identifier: MIT */
/*
 * From lines of the kernel's trace to the JSON of a trace viewer: a track for
 * each core, with a slice for each batch and, within it, for each operation.
 */
#ifndef WATCH_TRACE_JSON_H
#define WATCH_TRACE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* More cores than these are left out, and counted. */
#define TRACE_CORES_MAX	4096

/**
 * struct trace_json - a trace in the making
 * @out: where it goes
 * @events: how many have been written
 * @buffer_bytes: of all buffers
 * @seen: cores that have a name
 * @in_batch: a slice of a batch is open
 * @in_desc: and one of an operation
 * @last_us: time of the last line
 */
struct trace_json {
	FILE *out;
	size_t events;
	int64_t buffer_bytes;
	bool seen[TRACE_CORES_MAX];
	bool in_batch[TRACE_CORES_MAX];
	bool in_desc[TRACE_CORES_MAX];
	double last_us;
};

void trace_json_start(struct trace_json *trace, FILE *out);

/* A line of the kernel's trace; what isn't ours is skipped. */
void trace_json_line(struct trace_json *trace, const char *line);

/* Ends the slices that are open and the file. */
void trace_json_end(struct trace_json *trace);

#endif /* WATCH_TRACE_JSON_H */

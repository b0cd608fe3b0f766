// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace_json.h"

/* One "name=value" of an event; 0 if it isn't there. */
static uint64_t number(const char *fields, const char *name)
{
	size_t length = strlen(name);
	const char *at = fields;

	while ((at = strstr(at, name))) {
		if (at[length] == '=' && (at == fields || at[-1] == ' '))
			return strtoull(at + length + 1, NULL, 10);
		at += length;
	}
	return 0;
}

/* The start of an event: all but its args and its end. */
static void begin(struct trace_json *trace, const char *phase,
		  const char *name, uint64_t core, double us)
{
	fprintf(trace->out,
		"%s{\"ph\":\"%s\",\"name\":\"%s\",\"pid\":1,\"tid\":%llu,\"ts\":%.3f",
		trace->events++ ? ",\n" : "", phase, name,
		(unsigned long long)core, us);
}

static void name_core(struct trace_json *trace, uint64_t core)
{
	if (trace->seen[core])
		return;
	trace->seen[core] = true;
	begin(trace, "M", "thread_name", core, 0);
	fprintf(trace->out, ",\"args\":{\"name\":\"core %" PRIu64 "\"}}", core);
}

static void end_slice(struct trace_json *trace, bool *open, uint64_t core,
		      double us)
{
	if (!*open)
		return;
	*open = false;
	begin(trace, "E", "", core, us);
	fputc('}', trace->out);
}

static void add_start(struct trace_json *trace, const char *fields,
		      uint64_t core, double us)
{
	uint64_t seqno = number(fields, "seqno");
	char name[40];

	/* A batch that its caller left goes on: still the same slice. */
	if (trace->in_batch[core])
		return;
	trace->in_batch[core] = true;
	snprintf(name, sizeof(name), "batch %" PRIu64, seqno);
	begin(trace, "B", name, core, us);
	fprintf(trace->out, ",\"args\":{\"seqno\":%" PRIu64 "}}", seqno);
}

static void add_desc(struct trace_json *trace, const char *fields,
		     uint64_t core, double us)
{
	const char *op = strstr(fields, "op=");
	char name[40] = "operation";

	end_slice(trace, &trace->in_desc[core], core, us);
	if (op)
		snprintf(name, sizeof(name), "%.*s",
			 (int)strspn(op + 3,
				     "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"),
			 op + 3);
	trace->in_desc[core] = true;
	begin(trace, "B", name, core, us);
	fprintf(trace->out, ",\"args\":{\"index\":%" PRIu64 "}}",
		number(fields, "index"));
}

static void add_done(struct trace_json *trace, const char *fields,
		     uint64_t core, double us)
{
	end_slice(trace, &trace->in_desc[core], core, us);
	if (!trace->in_batch[core])
		return;
	trace->in_batch[core] = false;
	begin(trace, "E", "", core, us);
	fprintf(trace->out, ",\"args\":{\"descs\":%" PRIu64 ",\"error\":%" PRIu64,
		number(fields, "descs"), number(fields, "error"));
	fprintf(trace->out, ",\"exec_ns\":%" PRIu64 "}}",
		number(fields, "exec_ns"));
}

/* A moment on the track of a core. */
static void add_moment(struct trace_json *trace, const char *name,
		       const char *fields, uint64_t core, double us)
{
	begin(trace, "i", name, core, us);
	fprintf(trace->out, ",\"s\":\"t\",\"args\":{\"seqno\":%" PRIu64 "}}",
		number(fields, "seqno"));
}

static void add_buffer(struct trace_json *trace, const char *fields, int sign,
		       double us)
{
	trace->buffer_bytes += sign * (int64_t)number(fields, "bytes");
	begin(trace, "C", "buffers", 0, us);
	fprintf(trace->out, ",\"args\":{\"bytes\":%" PRId64 "}}",
		trace->buffer_bytes);
}

static void add_event(struct trace_json *trace, const char *name,
		      const char *fields, double us)
{
	uint64_t core = number(fields, "core");

	trace->last_us = us;
	if (!strncmp(name, "buffer_create:", 14)) {
		add_buffer(trace, fields, 1, us);
		return;
	}
	if (!strncmp(name, "buffer_destroy:", 15)) {
		add_buffer(trace, fields, -1, us);
		return;
	}
	if (core >= TRACE_CORES_MAX)
		return;
	name_core(trace, core);
	if (!strncmp(name, "submit:", 7))
		add_moment(trace, "submit", fields, core, us);
	else if (!strncmp(name, "start:", 6))
		add_start(trace, fields, core, us);
	else if (!strncmp(name, "desc:", 5))
		add_desc(trace, fields, core, us);
	else if (!strncmp(name, "done:", 5))
		add_done(trace, fields, core, us);
	else if (!strncmp(name, "abort:", 6))
		add_moment(trace, "abort", fields, core, us);
}

void trace_json_start(struct trace_json *trace, FILE *out)
{
	memset(trace, 0, sizeof(*trace));
	trace->out = out;
	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", out);
}

/* "   sh-12  [001] .....   12.345678: aicore_start: core=1 seqno=1 index=0" */
void trace_json_line(struct trace_json *trace, const char *line)
{
	static const char mark[] = ": aicore_";
	const char *at = strstr(line, mark);
	const char *time = at, *fields;

	if (*line == '#' || !at)
		return;
	while (time > line && strchr("0123456789.", time[-1]))
		time--;
	fields = strchr(at + 2, ' ');
	if (time == at || !fields)
		return;
	add_event(trace, at + sizeof(mark) - 1, fields + 1,
		  strtod(time, NULL) * 1e6);
}

void trace_json_end(struct trace_json *trace)
{
	uint64_t core;

	for (core = 0; core < TRACE_CORES_MAX; core++) {
		end_slice(trace, &trace->in_desc[core], core, trace->last_us);
		end_slice(trace, &trace->in_batch[core], core, trace->last_us);
	}
	fputs("\n]}\n", trace->out);
}

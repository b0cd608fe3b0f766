/* SPDX-License-Identifier: MIT */
/*
 * aicore explain: what one operation of a program reads, does and writes. The
 * program runs on the host device; the operation that is asked for is taken
 * apart before it runs, with the plans and functions of the core.
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "scene.h"

/**
 * struct explain_options - what the command line asks for
 * @op: number of the operation, from 1; 0: the first with a remark, or that
 *	computes if there is none
 * @repeat: whose tree is shown
 * @lane: whose way through the tree is shown
 * @has_lane: @lane was given
 * @element: whose stages are shown
 * @has_element: @element was given
 * @html: file for the page; NULL: text to stdout
 * @source: text of the program
 */
struct explain_options {
	u64 op;
	u64 repeat;
	u64 lane;
	bool has_lane;
	u64 element;
	bool has_element;
	const char *html;
	const char *source;
};

enum exit_status explain_program(const struct program *program,
				 struct run_options *run,
				 const struct explain_options *options);

/* One operation as text. 0, or -1 with a failure noted in the run. */
int explain_text(const struct scene *scene,
		 const struct explain_options *options);
int explain_reduce(const struct scene *scene,
		   const struct explain_options *options);
int explain_copy(const struct scene *scene,
		 const struct explain_options *options);

/* "VECIN+64", with the buffer's name where there is one. */
struct place_name explain_place(const struct scene *scene,
				enum aicore_field field, const u8 *address);

/* "  srcRepStride   8 x 32 bytes = 256 bytes   from repeat to repeat" */
void explain_stride(const char *name, u64 value, u64 unit, const char *what);

/* How half results come about on this product: "half results saturate". */
const char *explain_overflow(const struct scene *scene);

/*
 * Remarks, a line each; true: there is one. "! repeats overlap: ...", and
 * "! reads VECIN 64..95, never written before (zeros)".
 */
bool explain_strides(const struct scene *scene, const char *indent);
bool explain_unwritten(const struct scene *scene, const char *indent);

/*
 * One line about an operation: what it reads and writes as a whole. Remarks
 * follow; true: there are some.
 */
bool explain_summary(const struct scene *scene);

/**
 * struct explain_extent - the bytes between the first and the last of one side
 * @first: offset of the first byte in the memory
 * @end: one past the last
 */
struct explain_extent {
	u64 first;
	u64 end;
};

struct explain_extent explain_reads(const struct scene *scene);
struct explain_extent explain_writes(const struct scene *scene);

#endif /* EXPLAIN_H */

/* SPDX-License-Identifier: MIT */
#ifndef TOOL_NEAREST_H
#define TOOL_NEAREST_H

#include "parser.h"

/*
 * Looks for the name that a word was meant to be: start with @nearest zeroed,
 * offer all names, and see whether one has been found that is near enough.
 */
struct nearest {
	const char *name;
	unsigned int distance;
};

void nearest_offer(struct nearest *nearest, struct token word,
		   const char *name);

/* ": did you mean NAME?", or an empty text. */
struct nearest_text {
	char text[64];
};

/* The statement that a word was meant to be. */
struct nearest_text grammar_nearest(struct token name);

struct nearest_text nearest_text(const struct nearest *nearest);

#endif /* TOOL_NEAREST_H */

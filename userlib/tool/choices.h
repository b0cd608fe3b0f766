/* SPDX-License-Identifier: MIT */
/* What a word that nobody knows could have been: the nearest name, and all. */
#ifndef TOOL_CHOICES_H
#define TOOL_CHOICES_H

#include "parser.h"

/**
 * struct choices - start with @word alone, offer all names, take the text
 * @word: what was written
 * @nearest: the name that is nearest, or NULL
 * @distance: how far that is
 * @evident: no other name is as near
 * @list: all names
 */
struct choices {
	struct token word;
	const char *nearest;
	unsigned int distance;
	bool evident;
	char list[256];
};

void choices_offer(struct choices *choices, const char *name);

/**
 * struct alias - a word that others use for a name, in a table that ends with
 *	NULL; it doesn't become part of the list
 * @word: theirs
 * @name: ours
 */
struct alias {
	const char *word;
	const char *name;
};

void choices_aliases(struct choices *choices, const struct alias *alias);

/* ": did you mean NAME? There are NAME, NAME", or without the question, or nothing. */
struct choices_text {
	char text[336];
};

struct choices_text choices_text(const struct choices *choices);

/* The statements. */
struct choices_text grammar_choices(struct token name);

#endif /* TOOL_CHOICES_H */

// SPDX-License-Identifier: MIT
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "nearest.h"

#define NAME_MAX_LENGTH	31
/* More letters than these, and it is another word. */
#define DISTANCE_MAX	3

static unsigned int least(unsigned int a, unsigned int b, unsigned int c)
{
	unsigned int ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/* Letters to add, drop or replace; that one is in capitals doesn't count. */
static unsigned int distance(struct token word, const char *name)
{
	unsigned int row[NAME_MAX_LENGTH + 1];
	size_t length = strlen(name), i, j;

	if (length > NAME_MAX_LENGTH || word.length > NAME_MAX_LENGTH)
		return DISTANCE_MAX + 1;
	for (j = 0; j <= length; j++)
		row[j] = (unsigned int)j;
	for (i = 0; i < word.length; i++) {
		unsigned int diagonal = row[0];

		row[0] = (unsigned int)i + 1;
		for (j = 0; j < length; j++) {
			int differ = tolower((unsigned char)word.text[i]) !=
				     tolower((unsigned char)name[j]);
			unsigned int here = least(row[j] + 1, row[j + 1] + 1,
						  diagonal +
						  (unsigned int)differ);

			diagonal = row[j + 1];
			row[j + 1] = here;
		}
	}
	return row[length];
}

void nearest_offer(struct nearest *nearest, struct token word,
		   const char *name)
{
	unsigned int found = distance(word, name);

	/* Of short words, everything is near. */
	if (found > DISTANCE_MAX || found > (word.length > 3 ? word.length / 2 : 1))
		return;
	if (nearest->name && nearest->distance <= found)
		return;
	nearest->name = name;
	nearest->distance = found;
}

struct nearest_text nearest_text(const struct nearest *nearest)
{
	struct nearest_text text = { "" };

	if (nearest->name)
		snprintf(text.text, sizeof(text.text), ": did you mean %s?",
			 nearest->name);
	return text;
}

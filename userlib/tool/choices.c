// SPDX-License-Identifier: MIT
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "choices.h"

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

static void consider(struct choices *choices, unsigned int found,
		     const char *name)
{
	if (choices->nearest && choices->distance == found)
		choices->evident = false;
	if (choices->nearest && choices->distance <= found)
		return;
	choices->nearest = name;
	choices->distance = found;
	choices->evident = true;
}

static void append(struct choices *choices, const char *name)
{
	size_t length = strlen(choices->list);

	snprintf(choices->list + length, sizeof(choices->list) - length,
		 "%s%s", length ? ", " : "", name);
}

void choices_offer(struct choices *choices, const char *name)
{
	struct token word = choices->word;
	unsigned int found = distance(word, name);

	append(choices, name);
	/* Of short words, everything is near. */
	if (found <= DISTANCE_MAX &&
	    found <= (word.length > 3 ? word.length / 2 : 1))
		consider(choices, found, name);
}

void choices_aliases(struct choices *choices, const struct alias *alias)
{
	for (; alias->word; alias++) {
		if (!distance(choices->word, alias->word))
			consider(choices, 0, alias->name);
	}
}

struct choices_text choices_text(const struct choices *choices)
{
	struct choices_text text = { "" };

	if (!*choices->list)
		return text;
	if (choices->nearest && choices->evident)
		snprintf(text.text, sizeof(text.text),
			 ": did you mean %s? There are %s", choices->nearest,
			 choices->list);
	else
		snprintf(text.text, sizeof(text.text), ": there are %s",
			 choices->list);
	return text;
}

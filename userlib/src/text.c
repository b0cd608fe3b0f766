// SPDX-License-Identifier: MIT
#include <stdarg.h>
#include <stdio.h>

#include "text.h"

void ac_text_add(struct ac_text *text, const char *format, ...)
{
	size_t left = text->length < text->size ? text->size - text->length : 0;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(left ? text->to + text->length : NULL, left, format,
		      args);
	va_end(args);
	if (n > 0)
		text->length += (size_t)n;
}

void ac_text_add_item(struct ac_text *text, size_t i, size_t count,
		      const char *last, const char *item)
{
	const char *before = ", ";

	if (!i)
		before = "";
	else if (i + 1 == count)
		before = last;
	ac_text_add(text, "%s%s", before, item);
}

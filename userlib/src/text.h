/* SPDX-License-Identifier: MIT */
/* Building a sentence in a caller's array, as snprintf() would. */
#ifndef AC_TEXT_H
#define AC_TEXT_H

#include <stddef.h>

/**
 * struct ac_text - a sentence in the making
 * @to: where it goes
 * @size: bytes there
 * @length: of the sentence so far, whether it fits or not
 */
struct ac_text {
	char *to;
	size_t size;
	size_t length;
};

void ac_text_add(struct ac_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Adds item number @i of a list of @count: "a", "a or b", "a, b or c" with
 * @last " or ".
 */
void ac_text_add_item(struct ac_text *text, size_t i, size_t count,
		      const char *last, const char *item);

#endif /* AC_TEXT_H */

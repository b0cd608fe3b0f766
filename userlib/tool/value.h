/* SPDX-License-Identifier: MIT */
/* Elements of any type as text, as a double and as bits. */
#ifndef TOOL_VALUE_H
#define TOOL_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Enough for the text of any element. */
#define VALUE_TEXT_MAX	40

/*
 * The shortest text that reads back to the same value: integers in decimal,
 * floats as nan, inf, -inf, with an exponent or without, whichever is shorter.
 */
void value_text(char text[VALUE_TEXT_MAX], uint32_t type, const void *element);

/* The value as a double; integers beyond 2^53 are rounded. */
double value_double(uint32_t type, const void *element);

/* The bytes of the element as a number. */
uint64_t value_bits(uint32_t type, const void *element);

bool value_is_float(uint32_t type);

#endif /* TOOL_VALUE_H */

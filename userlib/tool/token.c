// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "parser.h"

bool token_is(struct token token, const char *text)
{
	return strlen(text) == token.length &&
	       !memcmp(text, token.text, token.length);
}

bool token_split(struct token token, char separator, struct token *before,
		 struct token *after)
{
	const char *at = memchr(token.text, separator, token.length);

	if (!at)
		return false;
	before->text = token.text;
	before->length = (size_t)(at - token.text);
	after->text = at + 1;
	after->length = token.length - before->length - 1;
	return true;
}

struct quoted quote(struct token token)
{
	struct quoted quoted;
	size_t room = sizeof(quoted.text) - 4;
	size_t n = token.length < room ? token.length : room;
	size_t i;

	for (i = 0; i < n; i++) {
		char c = token.text[i];

		quoted.text[i] = c > ' ' && c <= '~' ? c : '?';
	}
	strcpy(quoted.text + n, token.length > n ? "..." : "");
	return quoted;
}

int parse_error_value(struct parser *parser, struct token token,
		      const char *what)
{
	return parse_error(parser, "%s: %s = '%s' %s", parser->statement->name,
			   parser->field, quote(token).text, what);
}

int parse_error(struct parser *parser, const char *format, ...)
{
	va_list args;

	parser->error->line = parser->line;
	va_start(args, format);
	vsnprintf(parser->error->text, sizeof(parser->error->text), format,
		  args);
	va_end(args);
	return -EINVAL;
}

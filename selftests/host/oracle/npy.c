// SPDX-License-Identifier: GPL-2.0-only
/* Files: raw bytes and .npy. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

static const char magic[] = "\x93NUMPY";

static const struct {
	uint32_t type;
	const char *descr;
} descrs[] = {
	{ AICORE_TYPE_INT8, "|i1" },	{ AICORE_TYPE_UINT8, "|u1" },
	{ AICORE_TYPE_INT8, "<i1" },	{ AICORE_TYPE_UINT8, "<u1" },
	{ AICORE_TYPE_INT16, "<i2" },	{ AICORE_TYPE_UINT16, "<u2" },
	{ AICORE_TYPE_INT32, "<i4" },	{ AICORE_TYPE_UINT32, "<u4" },
	{ AICORE_TYPE_INT64, "<i8" },	{ AICORE_TYPE_UINT64, "<u8" },
	{ AICORE_TYPE_HALF, "<f2" },	{ AICORE_TYPE_FLOAT, "<f4" },
	{ AICORE_TYPE_DOUBLE, "<f8" },	{ AICORE_TYPE_BFLOAT16, "<u2" },
};

#define DESCRS (sizeof(descrs) / sizeof(descrs[0]))

bool npy_named(const char *file)
{
	size_t length = strlen(file);

	return length >= 4 && !strcmp(file + length - 4, ".npy");
}

uint8_t *file_read(const char *file, uint64_t *size)
{
	FILE *stream = fopen(file, "rb");
	uint8_t *bytes = NULL;
	size_t got = 0, room = 0, now;

	if (!stream)
		return NULL;
	do {
		room += 1 << 16;
		bytes = realloc(bytes, room);
		if (!bytes)
			abort();
		now = fread(bytes + got, 1, room - got, stream);
		got += now;
	} while (now);
	*size = got;
	if (ferror(stream)) {
		free(bytes);
		bytes = NULL;
	}
	fclose(stream);
	return bytes;
}

/* What follows 'key': in the header. */
static const char *header_value(const char *header, const char *key)
{
	const char *at = strstr(header, key);

	if (!at)
		return NULL;
	at += strlen(key);
	at += strspn(at, " ");
	if (*at++ != ':')
		return NULL;
	return at + strspn(at, " ");
}

static bool read_descr(const char *header, uint32_t *type)
{
	const char *text = header_value(header, "'descr'");

	for (size_t i = 0; text && i < DESCRS; i++)
		if (*text == '\'' && !strncmp(text + 1, descrs[i].descr, 3) &&
		    text[4] == '\'') {
			*type = descrs[i].type;
			return true;
		}
	return false;
}

static bool read_shape(const char *header, uint64_t *count)
{
	const char *text = header_value(header, "'shape'");

	if (!text || *text++ != '(')
		return false;
	for (*count = 1; *text != ')'; text += strspn(text, ", ")) {
		char *end;

		if (!isdigit((uint8_t)*text))
			return false;
		*count *= strtoull(text, &end, 10);
		text = end;
	}
	return true;
}

static bool read_header(const char *header, struct npy *npy)
{
	const char *order = header_value(header, "'fortran_order'");

	return order && !strncmp(order, "False", 5) &&
	       read_descr(header, &npy->type) && read_shape(header, &npy->count);
}

/* The bytes of the elements are moved to the front. */
bool npy_read(const char *file, struct npy *npy)
{
	uint64_t size = 0, start = 0, length = 0, field;
	char *header;
	bool good;

	npy->bytes = file_read(file, &size);
	if (!npy->bytes || size < 12 || memcmp(npy->bytes, magic, 6))
		return false;
	field = npy->bytes[6] == 1 ? 2 : 4;
	length = oracle_load(npy->bytes + 8, (uint32_t)field);
	start = 8 + field + length;
	if (npy->bytes[6] < 1 || npy->bytes[6] > 3 || start > size)
		return false;
	header = strndup((char *)npy->bytes + 8 + field, length);
	good = read_header(header, npy);
	free(header);
	if (!good)
		return false;
	npy->size = npy->count * oracle_type_bytes(npy->type);
	memmove(npy->bytes, npy->bytes + start, size - start);
	return npy->size == size - start;
}

bool file_write(const char *file, const uint8_t *head, uint64_t head_size,
		const uint8_t *bytes, uint64_t size)
{
	FILE *stream = fopen(file, "wb");
	bool good;

	if (!stream)
		return false;
	good = (!head_size ||
		fwrite(head, 1, head_size, stream) == head_size) &&
	       fwrite(bytes, 1, size, stream) == size;
	return !fclose(stream) && good;
}

bool npy_write(const char *file, uint32_t type, const uint8_t *bytes,
	       uint64_t size)
{
	char head[128];
	const char *descr = NULL;
	int text;

	for (size_t i = DESCRS; i-- > 0;)
		if (descrs[i].type == type)
			descr = descrs[i].descr;
	memset(head, ' ', sizeof(head));
	memcpy(head, magic, 6);
	memcpy(head + 6, "\1\0\x76\0", 4);
	text = snprintf(head + 10, sizeof(head) - 10,
			"{'descr': '%s', 'fortran_order': False, 'shape': (%llu,), }",
			descr,
			(unsigned long long)(size / oracle_type_bytes(type)));
	head[10 + text] = ' ';
	head[sizeof(head) - 1] = '\n';
	return file_write(file, (uint8_t *)head, sizeof(head), bytes, size);
}

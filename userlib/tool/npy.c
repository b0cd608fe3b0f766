// SPDX-License-Identifier: MIT
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "libaicore.h"
#include "npy.h"

#define MAGIC	"\x93NUMPY"

/* The part of the header that is still to be read. */
struct cursor {
	const char *at;
	const char *end;
};

/**
 * struct header - the keys of the dictionary
 * @type: of descr, 0 before that
 * @fortran: fortran_order
 * @has_fortran: it was there
 * @count: product of shape
 * @dimensions: length of shape
 * @has_shape: it was there
 * @why: for what is wrong with descr
 */
struct header {
	uint32_t type;
	bool fortran;
	bool has_fortran;
	uint64_t count;
	unsigned int dimensions;
	bool has_shape;
	char *why;
};

static const struct {
	const char *descr;
	uint32_t type;
	const char *conversion;
} descrs[] = {
	{ "i1", AICORE_TYPE_INT8, "astype('int8')" },
	{ "u1", AICORE_TYPE_UINT8, "astype('uint8')" },
	{ "i2", AICORE_TYPE_INT16, "astype('int16')" },
	{ "u2", AICORE_TYPE_UINT16, "astype('uint16')" },
	{ "i4", AICORE_TYPE_INT32, "astype('int32')" },
	{ "u4", AICORE_TYPE_UINT32, "astype('uint32')" },
	{ "i8", AICORE_TYPE_INT64, "astype('int64')" },
	{ "u8", AICORE_TYPE_UINT64, "astype('uint64')" },
	{ "f2", AICORE_TYPE_HALF, "astype('float16')" },
	{ "f4", AICORE_TYPE_FLOAT, "astype('float32')" },
	{ "f8", AICORE_TYPE_DOUBLE, "astype('float64')" },
	/* The format has no bfloat16; only for writing, as it comes last. */
	{ "u2", AICORE_TYPE_BFLOAT16, "view('uint16')" },
};

#define DESCR_COUNT	(sizeof(descrs) / sizeof(descrs[0]))

static void skip_space(struct cursor *c)
{
	while (c->at < c->end && (*c->at == ' ' || *c->at == '\n' ||
				  *c->at == '\t' || *c->at == '\r'))
		c->at++;
}

/* Takes a character after blanks; false: something else comes. */
static bool take(struct cursor *c, char what)
{
	skip_space(c);
	if (c->at == c->end || *c->at != what)
		return false;
	c->at++;
	return true;
}

static bool take_word(struct cursor *c, const char *word)
{
	size_t n = strlen(word);

	skip_space(c);
	if ((size_t)(c->end - c->at) < n || memcmp(c->at, word, n))
		return false;
	c->at += n;
	return true;
}

/* A string without escapes, in either kind of quotes. */
static bool take_string(struct cursor *c, char text[16])
{
	size_t n = 0;
	char mark;

	skip_space(c);
	if (c->at == c->end || (*c->at != '\'' && *c->at != '"'))
		return false;
	mark = *c->at++;
	while (c->at < c->end && *c->at != mark && *c->at != '\\' && *c->at) {
		if (n == 15)
			return false;
		text[n++] = *c->at++;
	}
	text[n] = '\0';
	return take(c, mark);
}

static bool take_number(struct cursor *c, uint64_t *value)
{
	uint64_t x = 0;
	const char *start;

	skip_space(c);
	start = c->at;
	for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
		uint64_t d = (uint64_t)(*c->at - '0');

		if (x > (UINT64_MAX - d) / 10)
			return false;
		x = x * 10 + d;
	}
	*value = x;
	return c->at != start;
}

static size_t find_descr(const char *descr)
{
	size_t i = 0;

	while (i < DESCR_COUNT && strcmp(descr, descrs[i].descr))
		i++;
	return i;
}

/* What to do about a dtype that no core has. */
static const char *refuse_descr(struct header *header, char descr[16])
{
	size_t big = descr[0] == '>' ? find_descr(descr + 1) : DESCR_COUNT;
	char *c;

	for (c = descr; *c; c++) {
		if (*c < ' ' || *c > '~')
			*c = '?';
	}
	if (big < DESCR_COUNT)
		snprintf(header->why, NPY_WHY_MAX,
			 "its dtype is '%s', big-endian: save array.%s", descr,
			 descrs[big].conversion);
	else if (descr[0] && descr[1] == 'b')
		snprintf(header->why, NPY_WHY_MAX,
			 "its dtype is bool ('%s'): save array.astype('uint8')",
			 descr);
	else if (descr[0] && descr[1] == 'c')
		snprintf(header->why, NPY_WHY_MAX,
			 "its dtype is complex ('%s'): save array.real and array.imag, each with astype('float32')",
			 descr);
	else
		snprintf(header->why, NPY_WHY_MAX,
			 "its dtype is '%s', but elements are integers or floats of up to 64 bits, little-endian: save array.astype('float32')",
			 descr);
	return header->why;
}

static const char *read_descr(struct cursor *c, struct header *header)
{
	char text[16] = "";
	size_t i;

	if (!take_string(c, text))
		return "malformed .npy header: descr is no plain type";
	for (i = 0; i < DESCR_COUNT && !header->type; i++) {
		const char *order = strchr(text[2] == '1' ? "<|=" : "<",
					   text[0]);

		if (text[0] && order && !strcmp(text + 1, descrs[i].descr))
			header->type = descrs[i].type;
	}
	if (!header->type)
		return refuse_descr(header, text);
	return NULL;
}

static const char *read_fortran(struct cursor *c, struct header *header)
{
	header->has_fortran = true;
	header->fortran = take_word(c, "True");
	if (header->fortran || take_word(c, "False"))
		return NULL;
	return "malformed .npy header: fortran_order is neither True nor False";
}

/* (), (N,) or (N, M, ...), with or without a comma at the end. */
static const char *read_shape(struct cursor *c, struct header *header)
{
	static const char bad[] = "malformed .npy header: shape";
	bool comma = true, empty = false;
	uint64_t n;

	header->has_shape = true;
	header->count = 1;
	if (!take(c, '('))
		return bad;
	while (!take(c, ')')) {
		if (!comma || !take_number(c, &n))
			return bad;
		/* Any dimension of 0 makes the array empty. */
		empty |= !n;
		if (n && header->count > UINT64_MAX / n)
			return "the .npy shape is too large";
		header->count *= n ? n : 1;
		header->dimensions++;
		comma = take(c, ',');
	}
	if (header->dimensions == 1 && !comma)
		return bad;
	if (empty)
		header->count = 0;
	return NULL;
}

static const char *read_entry(struct cursor *c, struct header *header)
{
	char key[16];

	if (!take_string(c, key) || !take(c, ':'))
		return "malformed .npy header";
	if (!strcmp(key, "descr") && !header->type)
		return read_descr(c, header);
	if (!strcmp(key, "fortran_order") && !header->has_fortran)
		return read_fortran(c, header);
	if (!strcmp(key, "shape") && !header->has_shape)
		return read_shape(c, header);
	return "malformed .npy header: an unexpected key";
}

/* The dictionary, which has just three keys. */
static const char *read_header(struct cursor *c, struct header *header)
{
	const char *why;
	bool comma = true;

	if (!take(c, '{'))
		return "malformed .npy header";
	while (!take(c, '}')) {
		if (!comma)
			return "malformed .npy header";
		why = read_entry(c, header);
		if (why)
			return why;
		comma = take(c, ',');
	}
	skip_space(c);
	if (c->at != c->end)
		return "malformed .npy header";
	if (!header->type || !header->has_fortran || !header->has_shape)
		return "malformed .npy header: a key is missing";
	if (header->fortran && header->dimensions > 1)
		return "the array is in Fortran order: save np.ascontiguousarray(array)";
	return NULL;
}

static bool is_zip(const unsigned char *file, size_t length)
{
	return length >= 4 && !memcmp(file, "PK\3\4", 4);
}

static const char archive[] =
	"this is a .npz archive, a zip file of arrays: save one array with np.save('x.npy', array)";

/* Finds where the dictionary starts and ends. */
static const char *find_header(struct cursor *c, const unsigned char *file,
			       size_t length)
{
	size_t start, n;

	if (is_zip(file, length))
		return archive;
	if (length < 10 || memcmp(file, MAGIC, 6))
		return "this is no .npy file";
	if (file[6] < 1 || file[6] > 3 || file[7])
		return "the .npy version is not 1.0, 2.0 or 3.0";
	start = file[6] == 1 ? 10 : 12;
	if (length < start)
		return "the .npy file ends early";
	n = file[8] | (size_t)file[9] << 8;
	if (start == 12)
		n |= (size_t)file[10] << 16 | (size_t)file[11] << 24;
	if (n > NPY_HEADER_MAX)
		return "the .npy header is too long";
	if (n > length - start)
		return "the .npy file ends early";
	c->at = (const char *)file + start;
	c->end = c->at + n;
	return NULL;
}

const char *npy_parse(struct npy *npy, const void *file, size_t length,
		      uint64_t total)
{
	struct header header = { .why = npy->why };
	struct cursor cursor;
	const char *why;
	uint32_t size;

	why = find_header(&cursor, file, length);
	if (!why)
		why = read_header(&cursor, &header);
	if (why)
		return why;
	size = ac_type_bytes(header.type);
	if (header.count > UINT64_MAX / size)
		return "the .npy shape is too large";
	npy->type = header.type;
	npy->count = header.count;
	npy->bytes = header.count * size;
	npy->data = (uint64_t)(cursor.end - (const char *)file);
	if (npy->bytes > total - npy->data)
		return "the .npy file ends early";
	if (npy->bytes < total - npy->data)
		return "the .npy file goes on behind its last element";
	return NULL;
}

const char *npy_not_raw(const char *name, const void *file, size_t length)
{
	size_t n = strlen(name);

	if (n > 4 && !strcmp(name + n - 4, ".npz") && is_zip(file, length))
		return archive;
	return NULL;
}

static size_t find_row(uint32_t type)
{
	size_t i = 0;

	while (i < DESCR_COUNT - 1 && descrs[i].type != type)
		i++;
	return i;
}

bool npy_type_is(uint32_t stored, uint32_t type)
{
	return !strcmp(descrs[find_row(stored)].descr,
		       descrs[find_row(type)].descr);
}

const char *npy_conversion(uint32_t type)
{
	return descrs[find_row(type)].conversion;
}

size_t npy_write_header(char header[NPY_WRITE_MAX], uint32_t type,
			uint64_t count)
{
	const char *descr = descrs[find_row(type)].descr;
	size_t start = 10;
	size_t n, total;

	n = (size_t)snprintf(header + start, NPY_WRITE_MAX - start,
			     "{'descr': '%c%s', 'fortran_order': False, 'shape': (%llu,), }",
			     descr[1] == '1' ? '|' : '<', descr,
			     (unsigned long long)count);
	/* Data starts at a multiple of 64 bytes, after a line feed. */
	total = (start + n + 1 + 63) / 64 * 64;
	memset(header + start + n, ' ', total - start - n);
	header[total - 1] = '\n';
	memcpy(header, MAGIC "\x01\x00", 8);
	header[8] = (char)((total - start) & 0xff);
	header[9] = (char)((total - start) >> 8);
	return total;
}

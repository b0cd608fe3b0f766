/* SPDX-License-Identifier: MIT */
/*
 * The .npy format: versions 1 to 3, C order, little-endian numbers. What else
 * the format allows is refused.
 */
#ifndef TOOL_NPY_H
#define TOOL_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longer headers are refused. */
#define NPY_HEADER_MAX	(1U << 20)

/* Enough for what npy_write_header() gives. */
#define NPY_WRITE_MAX	128

#define NPY_WHY_MAX	160

/**
 * struct npy - an array in a file
 * @type: enum aicore_type; bfloat16 doesn't exist here
 * @count: number of elements
 * @bytes: of all of them
 * @data: where they start in the file
 * @why: what is wrong with it, if that names something of the file
 */
struct npy {
	uint32_t type;
	uint64_t count;
	uint64_t bytes;
	uint64_t data;
	char why[NPY_WHY_MAX];
};

/*
 * Reads the header of a file whose first @length bytes are in memory and which
 * has @total in all. NULL, or what is wrong with it, which may lie in @npy.
 */
const char *npy_parse(struct npy *npy, const void *file, size_t length,
		      uint64_t total);

/* What a file is that isn't meant to be raw bytes; NULL: nothing speaks against. */
const char *npy_not_raw(const char *name, const void *file, size_t length);

/* Whether elements of a type are stored as those of the other. */
bool npy_type_is(uint32_t stored, uint32_t type);

/* What numpy has to do with an array so that elements are of a type. */
const char *npy_conversion(uint32_t type);

/* Makes a header for one dimension; returns its length. */
size_t npy_write_header(char header[NPY_WRITE_MAX], uint32_t type,
			uint64_t count);

#endif /* TOOL_NPY_H */

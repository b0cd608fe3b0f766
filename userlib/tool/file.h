/* SPDX-License-Identifier: MIT */
/* Whole files in memory, and memory into files. */
#ifndef TOOL_FILE_H
#define TOOL_FILE_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct file - the start of a file, or all of it
 * @data: its first bytes, followed by a NUL
 * @length: how many
 * @total: how long the file is; more than @length if it was cut. For something
 *	that isn't a regular file that is a lower bound.
 */
struct file {
	char *data;
	size_t length;
	uint64_t total;
};

/* Reads at most @limit bytes; NULL is stdin. 0 or a negative errno. */
int file_read(struct file *file, const char *path, uint64_t limit);
void file_free(struct file *file);

/* Makes a file of a header (which may be empty) and data. */
int file_write(const char *path, const void *header, size_t header_length,
	       const void *data, size_t length);

/*
 * A name as seen from the folder of the file @beside; to be freed. NULL: no
 * memory.
 */
char *file_beside(const char *beside, const char *name);

#endif /* TOOL_FILE_H */

// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "file.h"

/* One byte more than asked for, so that a text can be terminated. */
static int make_room(struct file *file, size_t *room)
{
	size_t bigger = *room ? 2 * *room : 65536;
	char *data;

	if (file->length < *room)
		return 0;
	data = bigger > *room ? realloc(file->data, bigger + 1) : NULL;
	if (!data)
		return -ENOMEM;
	file->data = data;
	*room = bigger;
	return 0;
}

/* Reads until the end or the limit; *end tells which it was. */
static int read_stream(struct file *file, FILE *stream, uint64_t limit,
		       int *end)
{
	size_t room = 0, want, got;
	int err;

	*end = 0;
	do {
		err = make_room(file, &room);
		if (err)
			return err;
		want = room - file->length;
		if (want > limit - file->length)
			want = (size_t)(limit - file->length);
		got = fread(file->data + file->length, 1, want, stream);
		file->length += got;
		if (ferror(stream))
			return errno ? -errno : -EIO;
		*end = feof(stream);
	} while (!*end && file->length < limit);
	file->data[file->length] = '\0';
	return 0;
}

/* How long the file is at least, when it wasn't read to its end. */
static uint64_t find_total(const struct file *file, FILE *stream)
{
	struct stat status;

	if (getc(stream) == EOF)
		return file->length;
	if (!fstat(fileno(stream), &status) && S_ISREG(status.st_mode) &&
	    (uint64_t)status.st_size > file->length)
		return (uint64_t)status.st_size;
	return (uint64_t)file->length + 1;
}

int file_read(struct file *file, const char *path, uint64_t limit)
{
	FILE *stream = path ? fopen(path, "rbe") : stdin;
	int err, end;

	*file = (struct file){ NULL, 0, 0 };
	if (!stream)
		return -errno;
	errno = 0;
	err = read_stream(file, stream, limit, &end);
	file->total = file->length;
	if (!err && !end)
		file->total = find_total(file, stream);
	if (path)
		fclose(stream);
	if (err)
		file_free(file);
	return err;
}

void file_free(struct file *file)
{
	free(file->data);
	*file = (struct file){ NULL, 0, 0 };
}

int file_write(const char *path, const void *header, size_t header_length,
	       const void *data, size_t length)
{
	FILE *stream = fopen(path, "wbe");
	int err = 0;

	if (!stream)
		return -errno;
	if (fwrite(header, 1, header_length, stream) != header_length ||
	    fwrite(data, 1, length, stream) != length)
		err = errno ? -errno : -EIO;
	if (fclose(stream) && !err)
		err = -errno;
	return err;
}

char *file_beside(const char *beside, const char *name)
{
	const char *slash = strrchr(beside, '/');
	size_t folder = slash ? (size_t)(slash - beside) + 1 : 0;
	char *path;

	if (name[0] == '/')
		folder = 0;
	path = malloc(folder + strlen(name) + 1);
	if (!path)
		return NULL;
	memcpy(path, beside, folder);
	strcpy(path + folder, name);
	return path;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: any bytes as a .npy file, of which so much may be missing as the
 * first two bytes say. What is accepted has its elements in the file, and the
 * header that we write for them reads back to the same.
 */
#include <string.h>

#include "fuzz.h"
#include "libaicore.h"
#include "npy.h"

static void check_written(const struct npy *npy)
{
	uint64_t data, total;
	char header[NPY_WRITE_MAX];
	struct npy again = { 0 };

	data = npy_write_header(header, npy->type, npy->count);
	promise(data <= sizeof(header), "a header has room");
	promise(data % 64 == 0, "elements start at a multiple of 64");
	total = data + npy->bytes;
	if (total < data)
		return;
	promise(!npy_parse(&again, header, data, total),
		"what is written can be read");
	promise(again.type == npy->type && again.count == npy->count &&
		again.bytes == npy->bytes && again.data == data,
		"what is written reads back to the same");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct npy npy = { 0 };
	uint64_t total;
	const char *why;

	if (size < 2)
		return -1;
	total = data[0] | (uint64_t)data[1] << 8;
	data += 2;
	size -= 2;
	total += size;
	why = npy_parse(&npy, data, size, total);
	if (why) {
		promise(why[0] != '\0', "an error has a text");
		return 0;
	}
	promise(npy.bytes == npy.count * ac_type_bytes(npy.type),
		"bytes are those of the elements");
	promise(npy.data <= size, "the header was in memory");
	promise(npy.data + npy.bytes == total, "elements end with the file");
	check_written(&npy);
	return 0;
}

// SPDX-License-Identifier: MIT
/*
 * ioctls: a row for each, with the size rules of the ABI. The struct of a newer
 * caller must end in zeros, and what is known of it goes back to the caller
 * whether the call worked or not. There are no older ones than these.
 */
#include "host.h"

enum kind {
	ON_ANY,
	ON_DEVICE,
	ON_CORE,
};

struct row {
	unsigned int request;
	enum kind kind;
	u32 bytes;
	int (*run)(struct host *host, struct host_file *file, void *argument);
};

#define ROW(name, kind, type, run)					\
	{ AICORE_IOC_##name, kind, sizeof(struct type), run }

static const struct row rows[] = {
	ROW(INFO, ON_ANY, aicore_info, host_info),
	ROW(SETUP, ON_DEVICE, aicore_setup, host_setup),
	ROW(BUFFER_CREATE, ON_DEVICE, aicore_buffer_create, host_buffer_create),
	ROW(BUFFER_DESTROY, ON_DEVICE, aicore_buffer_destroy,
	    host_buffer_destroy),
	ROW(CORE_CREATE, ON_DEVICE, aicore_core_create, host_core_create),
	ROW(REGION_INFO, ON_CORE, aicore_region_info, host_region_info),
	ROW(SUBMIT, ON_CORE, aicore_submit, host_submit),
	ROW(WAIT, ON_CORE, aicore_wait, host_wait),
	ROW(RESET, ON_CORE, aicore_reset, host_reset),
};

static const struct row *find_row(unsigned int request, bool core)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		if (rows[i].request == request &&
		    (rows[i].kind == ON_ANY ||
		     rows[i].kind == (core ? ON_CORE : ON_DEVICE)))
			return &rows[i];
	}
	return NULL;
}

static bool is_zero(const u8 *byte, size_t bytes)
{
	while (bytes && !*byte) {
		byte++;
		bytes--;
	}
	return !bytes;
}

int host_call(struct host *host, struct host_file file, unsigned int request,
	      void *argument)
{
	const struct row *row = find_row(request, file.core);
	union {
		struct aicore_info info;
		struct aicore_submit submit;
		struct aicore_wait wait;
	} copy;
	u32 size;
	int err;

	if (!row)
		return -ENOTTY;
	memcpy(&size, argument, sizeof(size));
	if (size < row->bytes)
		return -EINVAL;
	if (!is_zero((const u8 *)argument + row->bytes, size - row->bytes))
		return -E2BIG;
	memset(&copy, 0, sizeof(copy));
	memcpy(&copy, argument, row->bytes);
	err = row->run(host, &file, &copy);
	memcpy(argument, &copy, row->bytes);
	return err;
}

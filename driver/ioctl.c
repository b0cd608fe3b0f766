// SPDX-License-Identifier: GPL-2.0-only
#include "ioctl.h"

#include <linux/errno.h>
#include <linux/ioctl.h>
#include <linux/minmax.h>
#include <linux/nospec.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../uapi/aicore.h"

/* What all argument structs start with. */
struct aicore_header {
	u32 size;
	u32 flags;
};

int aicore_call_probe(struct aicore_call *call)
{
	if (copy_to_user(call->user, call->arg, call->bytes))
		return -EFAULT;
	return 0;
}

int aicore_call_reply(struct aicore_call *call)
{
	call->replied = true;
	return aicore_call_probe(call);
}

/*
 * Copies the argument in. Never trust its size field afterwards: the caller may
 * have changed it between the two reads.
 */
static int aicore_ioctl_copy(const struct aicore_ioctl *row,
			     struct aicore_call *call)
{
	u32 size;
	int ret;

	if (get_user(size, (u32 __user *)call->user))
		return -EFAULT;
	if (size < row->min_size)
		return -EINVAL;
	if (size > PAGE_SIZE)
		return -E2BIG;
	ret = copy_struct_from_user(call->arg, row->size, call->user, size);
	if (ret)
		return ret;
	((struct aicore_header *)call->arg)->size = size;
	if (row->out_end)
		call->bytes = min(size, row->size);
	return 0;
}

static int aicore_ioctl_run(const struct aicore_ioctl *row,
			    struct aicore_call *call)
{
	const struct aicore_header *header = call->arg;
	int ret = -EINVAL;

	memset(call->arg + row->out, 0, row->out_end - row->out);
	if (!(header->flags & ~row->flags))
		ret = row->run(call);
	if (call->bytes && !call->replied && aicore_call_reply(call))
		return -EFAULT;
	return ret;
}

long aicore_ioctl(struct file *file, unsigned int command, unsigned long user,
		  const struct aicore_ioctl *table, unsigned int rows)
{
	u64 arg[AICORE_CALL_BYTES / sizeof(u64)];
	struct aicore_call call = {
		.file = file,
		.arg = arg,
		.user = (void __user *)user,
	};
	unsigned int nr = _IOC_NR(command);
	int ret;

	if (command != _IO(AICORE_IOC_TYPE, nr) || nr >= rows)
		return -ENOTTY;
	table += array_index_nospec(nr, rows);
	if (!table->run)
		return -ENOTTY;
	ret = aicore_ioctl_copy(table, &call);
	if (ret)
		return ret;
	return aicore_ioctl_run(table, &call);
}

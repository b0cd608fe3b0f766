/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Dispatching of ioctls whose arguments start with their size (section 2 of the
 * UAPI header). One table per kind of file, indexed by the ioctl's number.
 */
#ifndef AICORE_IOCTL_H
#define AICORE_IOCTL_H

#include <linux/build_bug.h>
#include <linux/fs.h>
#include <linux/stddef.h>
#include <linux/types.h>

/**
 * struct aicore_call - one ioctl under way
 * @file: the file that it was called on
 * @arg: the argument struct, ours; what a shorter caller lacks is zero
 * @user: the caller's struct
 * @bytes: how much of @arg goes back to @user; 0 when there is no output
 * @replied: it went back already
 */
struct aicore_call {
	struct file *file;
	void *arg;
	void __user *user;
	size_t bytes;
	bool replied;
};

/**
 * struct aicore_ioctl - a row of a table
 * @size: of the argument struct as this kernel knows it
 * @min_size: of the same in the first version of the ABI
 * @out: start of the outputs, which are cleared before @run
 * @out_end: their end
 * @flags: bits of the flags field that have a meaning
 * @run: 0 or a negative errno; the outputs go back to the caller in any case
 */
struct aicore_ioctl {
	u32 size;
	u32 min_size;
	u32 out;
	u32 out_end;
	u32 flags;
	int (*run)(struct aicore_call *call);
};

/* Room for the largest argument struct. */
#define AICORE_CALL_BYTES	256

/* @last: the last member of the struct in the first version of the ABI. */
#define AICORE_IOCTL_FIELDS(type, last, known)				\
	.size = sizeof(type) +						\
		BUILD_BUG_ON_ZERO(sizeof(type) > AICORE_CALL_BYTES),	\
	.min_size = offsetofend(type, last),				\
	.flags = known

#define AICORE_IOCTL_OUTPUTS(type, first_out, last_out)			\
	.out = offsetof(type, first_out),				\
	.out_end = offsetofend(type, last_out)

long aicore_ioctl(struct file *file, unsigned int command, unsigned long user,
		  const struct aicore_ioctl *table, unsigned int rows);

/*
 * Gives the outputs to the caller now rather than at the end. For handlers that
 * publish something only when the caller has got its name.
 */
int aicore_call_reply(struct aicore_call *call);

/* The same, but the dispatcher replies once more at the end. */
int aicore_call_probe(struct aicore_call *call);

#endif /* AICORE_IOCTL_H */

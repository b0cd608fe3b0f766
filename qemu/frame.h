/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The one byte stream between qemu/relay.c on the host and qemu/init.c in the
 * guest, over a virtio serial port.
 *
 * Everything travels in frames on that single stream, because its order is
 * what makes the end of a run safe: FRAME_EXIT can only arrive after the last
 * byte of output, and the guest stays up until FRAME_BYE says that the host
 * has passed all of it on.
 */
#ifndef AICORE_QEMU_FRAME_H
#define AICORE_QEMU_FRAME_H

#include <stddef.h>

#define FRAME_HEAD	4		/* type, then the length, low byte first */
#define FRAME_MAX	32768		/* longest payload */

enum frame_type {
	/* guest to host */
	FRAME_OUT	= 'O',		/* what the command wrote to stdout */
	FRAME_ERR	= 'E',		/* ... and to stderr */
	FRAME_LOG	= 'L',		/* a kernel log line that fails the run */
	FRAME_FAIL	= 'F',		/* why the guest could not do its part */
	FRAME_WANT	= 'W',		/* room for one more frame of stdin */
	FRAME_EXIT	= 'X',		/* one byte: the command's exit status */
	/* host to guest */
	FRAME_IN	= 'I',		/* stdin; an empty frame is its end */
	FRAME_SIZE	= 'S',		/* struct winsize of the terminal */
	FRAME_CLOSE	= 'C',		/* one byte: nobody reads this type now */
	FRAME_BYE	= 'B',		/* everything has arrived: power off */
};

/*
 * What init writes to the isa-debug-exit port when all went well. QEMU makes
 * 2 * n + 1 of it, a status that it never ends with on its own; where there is
 * no such port, init sees to that status by itself.
 */
#define GUEST_DONE	42
#define GUEST_FAILED	43
#define QEMU_STATUS(n)	((n) << 1 | 1)

static inline void frame_head(unsigned char *head, enum frame_type type,
			      size_t len)
{
	head[0] = type;
	head[1] = len;
	head[2] = len >> 8;
	head[3] = len >> 16;
}

static inline size_t frame_len(const unsigned char *head)
{
	return head[1] | head[2] << 8 | (size_t)head[3] << 16;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* What an input of fuzz_desc holds. It may end after any descriptor. */
#ifndef AICORE_FUZZ_INPUT_H
#define AICORE_FUZZ_INPUT_H

#include <stddef.h>

#include "aicore.h"
#include "image.h"

#define INPUT_DESCS	6

/**
 * struct input - all that one execution depends on
 * @setup: argument of SETUP; its size doesn't matter
 * @bytes: sizes of the memories, less one; see image.h
 * @room: for the sentence about a refusal, in its last byte; the rest picks the
 *	kernels
 * @words: contents of the memories, repeated
 * @descs: run one after the other
 */
struct input {
	struct aicore_setup setup;
	u32 bytes[IMAGE_SLOTS];
	u32 room;
	u64 words[IMAGE_WORDS];
	struct aicore_desc descs[INPUT_DESCS];
};

#define INPUT_HEADER_BYTES	offsetof(struct input, descs)

#endif /* AICORE_FUZZ_INPUT_H */

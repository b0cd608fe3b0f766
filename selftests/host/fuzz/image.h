/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The memories of a core, each of exactly the size that an input asks for, in
 * an address space where everything else is forbidden: wherever a stride leads,
 * AddressSanitizer sees it.
 */
#ifndef AICORE_FUZZ_IMAGE_H
#define AICORE_FUZZ_IMAGE_H

#include "plan.h"

/* No memory is larger: filling megabytes for each input would take all the time. */
#define IMAGE_BYTES_MAX	(64U << 10)

#define IMAGE_BUFFERS	2
/* Two buffers; UB, L1 and L0C follow. */
#define IMAGE_SLOTS	5
#define IMAGE_WORDS	8

/* Makes memories of up to these sizes and fills them with words, repeated. */
void image_open(struct aicore_env *env, const u32 bytes[IMAGE_SLOTS],
		const u64 words[IMAGE_WORDS]);

/* Other contents, as when somebody writes while a batch runs. */
void image_change(const struct aicore_env *env, const u64 words[IMAGE_WORDS]);

void image_close(const struct aicore_env *env);

#endif /* AICORE_FUZZ_IMAGE_H */

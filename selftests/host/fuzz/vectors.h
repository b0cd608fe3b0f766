/* SPDX-License-Identifier: GPL-2.0-only */
/* The implementations of kernels that this processor can run. */
#ifndef AICORE_FUZZ_VECTORS_H
#define AICORE_FUZZ_VECTORS_H

#include "kernels.h"

/* Any number picks one, or NULL for the reference. */
const struct aicore_kernels *vectors_pick(u32 number);

#endif /* AICORE_FUZZ_VECTORS_H */

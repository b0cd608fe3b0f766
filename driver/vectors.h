/* SPDX-License-Identifier: GPL-2.0-only */
/* The vector registers of the processor, which the kernel does not use itself. */
#ifndef AICORE_VECTORS_H
#define AICORE_VECTORS_H

#include <linux/types.h>

/* AICORE_HAS_... bits: what there is, and is saved when others need it. */
u32 aicore_vectors_has(void);

/*
 * From enter to leave the caller may use them, rounding is to the nearest and
 * subnormals are kept. Nothing may sleep or fault in between. What enter returns
 * is for leave.
 */
u32 aicore_vectors_enter(void);
void aicore_vectors_leave(u32 state);

/* As enter, but rounding is upwards, so that kernels give wrong results. */
u32 aicore_vectors_enter_wrong(void);

#endif /* AICORE_VECTORS_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Which kernels the module computes with: a choice made once, at load. */
#ifndef AICORE_KERNELS_H
#define AICORE_KERNELS_H

#include <linux/dcache.h>

#include "core/kernels.h"

/*
 * Makes the choice, which takes some hundredths of a second, and shows it in
 * the file "kernels" of @debugfs. 0 or a negative errno.
 */
int aicore_kernels_init(struct dentry *debugfs);

/* For struct aicore_env, from then on until the module is unloaded. */
const struct aicore_kernels *aicore_kernels_chosen(void);

#endif /* AICORE_KERNELS_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Differences between the kernels that this module is built for. Kbuild looks
 * for the feature itself: distributions backport, version numbers mislead.
 */
#ifndef AICORE_COMPAT_H
#define AICORE_COMPAT_H

#include <linux/mm.h>

/* Before 6.3. */
#ifndef AICORE_HAVE_VM_FLAGS_SET
static inline void vm_flags_set(struct vm_area_struct *vma, vm_flags_t flags)
{
	vma->vm_flags |= flags;
}

static inline void vm_flags_clear(struct vm_area_struct *vma, vm_flags_t flags)
{
	vma->vm_flags &= ~flags;
}
#endif

#endif /* AICORE_COMPAT_H */

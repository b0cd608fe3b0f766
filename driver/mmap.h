/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The mmap layout: every object of a file has a slot of 4 GiB. On a device file
 * the slot is the handle of a buffer, on a core file it is the enum
 * aicore_region. Offsets stay below 2^44, which 32-bit programs can express.
 */
#ifndef AICORE_MMAP_H
#define AICORE_MMAP_H

#include <linux/mm_types.h>
#include <linux/types.h>

#include "pages.h"

#define AICORE_MMAP_SHIFT	32

u64 aicore_mmap_offset(u32 slot);
unsigned long aicore_mmap_slot(const struct vm_area_struct *vma);

/* Maps pages; the mapping takes a reference of its own. */
int aicore_mmap(struct vm_area_struct *vma, struct aicore_pages *pages);

#endif /* AICORE_MMAP_H */

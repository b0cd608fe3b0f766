// SPDX-License-Identifier: GPL-2.0-only
#include "mmap.h"

#include <linux/mm.h>

#include "compat.h"

#define AICORE_SLOT_PAGES	(1UL << (AICORE_MMAP_SHIFT - PAGE_SHIFT))

u64 aicore_mmap_offset(u32 slot)
{
	return (u64)slot << AICORE_MMAP_SHIFT;
}

unsigned long aicore_mmap_slot(const struct vm_area_struct *vma)
{
	return vma->vm_pgoff / AICORE_SLOT_PAGES;
}

/*
 * The offset within the file names the page. The address does not: it moves
 * against vm_start when the head of a mapping is unmapped.
 */
static unsigned long aicore_mmap_index(unsigned long pgoff)
{
	return pgoff % AICORE_SLOT_PAGES;
}

static void aicore_vma_open(struct vm_area_struct *vma)
{
	aicore_pages_get(vma->vm_private_data);
}

static void aicore_vma_close(struct vm_area_struct *vma)
{
	aicore_pages_put(vma->vm_private_data);
}

static vm_fault_t aicore_vma_fault(struct vm_fault *vmf)
{
	struct aicore_pages *pages = vmf->vma->vm_private_data;
	unsigned long index = aicore_mmap_index(vmf->pgoff);

	if (index >= pages->count)
		return VM_FAULT_SIGBUS;
	vmf->page = pages->pages[index];
	get_page(vmf->page);
	return 0;
}

static const struct vm_operations_struct aicore_vm_ops = {
	.open = aicore_vma_open,
	.close = aicore_vma_close,
	.fault = aicore_vma_fault,
};

int aicore_mmap(struct vm_area_struct *vma, struct aicore_pages *pages)
{
	unsigned long first = aicore_mmap_index(vma->vm_pgoff);

	if (first >= pages->count || vma_pages(vma) > pages->count - first)
		return -EINVAL;
	if (!(vma->vm_flags & VM_SHARED)) {
		/* A private copy would not be the memory of the device. */
		if (vma->vm_flags & VM_WRITE)
			return -EINVAL;
		vm_flags_clear(vma, VM_MAYWRITE);
	}
	vm_flags_set(vma, VM_DONTEXPAND | VM_DONTDUMP);
	vma->vm_private_data = aicore_pages_get(pages);
	vma->vm_ops = &aicore_vm_ops;
	return 0;
}

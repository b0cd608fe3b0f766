/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory of an AI Core: single pages that user space can map, seen by the
 * executor as one range of kernel addresses. Global memory buffers, UB, L1 and
 * L0C are all made of it.
 */
#ifndef AICORE_PAGES_H
#define AICORE_PAGES_H

#include <linux/kref.h>
#include <linux/mm_types.h>
#include <linux/types.h>

#include "core/env.h"
#include "quota.h"

/**
 * struct aicore_pages - zeroed memory with a reference count
 * @ref: handle, batches, mappings, or the core that it belongs to
 * @quota: what it is charged to
 * @charged: how much that is
 * @bytes: what was asked for: operands end here, not at the end of a page
 * @handle: of a buffer; 0 for a core's own memory
 * @count: number of pages
 * @pages: the pages
 * @base: the same as one range
 */
struct aicore_pages {
	struct kref ref;
	struct aicore_quota *quota;
	u64 charged;
	u64 bytes;
	u32 handle;
	unsigned long count;
	struct page **pages;
	u8 *base;
};

/* @bytes is 1 .. 4 GiB. ERR_PTR: EDQUOT, ENOMEM, EINTR when being killed. */
struct aicore_pages *aicore_pages_create(struct aicore_quota *quota, u64 bytes);
struct aicore_pages *aicore_pages_get(struct aicore_pages *pages);

/* May sleep: the last one frees. NULL is no operation. */
void aicore_pages_put(struct aicore_pages *pages);

void aicore_pages_zero(struct aicore_pages *pages);
struct aicore_span aicore_pages_span(const struct aicore_pages *pages);

#endif /* AICORE_PAGES_H */

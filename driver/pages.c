// SPDX-License-Identifier: GPL-2.0-only
#include "pages.h"

#include <linux/err.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

/*
 * Large and at the user's will: charged to the user's memory cgroup, without a
 * word in the log, and better refused than paid for by the OOM killer.
 */
#define AICORE_PAGES_GFP	\
	(GFP_KERNEL_ACCOUNT | __GFP_ZERO | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

static void aicore_pages_free(struct aicore_pages *pages)
{
	unsigned long i;

	vunmap(pages->base);
	for (i = 0; i < pages->count; i++) {
		__free_page(pages->pages[i]);
		cond_resched();
	}
	kvfree(pages->pages);
	aicore_quota_give_bytes(pages->quota, pages->charged);
	aicore_quota_put(pages->quota);
	kfree(pages);
}

static int aicore_pages_fill(struct aicore_pages *pages, unsigned long count)
{
	struct page *page;

	/* Don't push everybody else out before finding that it can't be. */
	if (count > si_mem_available())
		return -ENOMEM;
	pages->pages = kvmalloc_array(count, sizeof(*pages->pages),
				      GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	if (!pages->pages)
		return -ENOMEM;
	while (pages->count < count) {
		if (fatal_signal_pending(current))
			return -EINTR;
		page = alloc_page(AICORE_PAGES_GFP);
		if (!page)
			return -ENOMEM;
		pages->pages[pages->count++] = page;
		cond_resched();
	}
	pages->base = vmap(pages->pages, count, VM_MAP, PAGE_KERNEL);
	return pages->base ? 0 : -ENOMEM;
}

struct aicore_pages *aicore_pages_create(struct aicore_quota *quota, u64 bytes)
{
	u64 charged = round_up(bytes, (u64)PAGE_SIZE);
	struct aicore_pages *pages;
	int ret;

	ret = aicore_quota_take_bytes(quota, charged);
	if (ret)
		return ERR_PTR(ret);
	pages = kzalloc(sizeof(*pages), GFP_KERNEL_ACCOUNT);
	if (!pages) {
		aicore_quota_give_bytes(quota, charged);
		return ERR_PTR(-ENOMEM);
	}
	kref_init(&pages->ref);
	pages->quota = aicore_quota_get(quota);
	pages->charged = charged;
	pages->bytes = bytes;
	ret = aicore_pages_fill(pages, charged >> PAGE_SHIFT);
	if (ret) {
		aicore_pages_free(pages);
		return ERR_PTR(ret);
	}
	return pages;
}

struct aicore_pages *aicore_pages_get(struct aicore_pages *pages)
{
	kref_get(&pages->ref);
	return pages;
}

static void aicore_pages_release(struct kref *ref)
{
	aicore_pages_free(container_of(ref, struct aicore_pages, ref));
}

void aicore_pages_put(struct aicore_pages *pages)
{
	if (pages)
		kref_put(&pages->ref, aicore_pages_release);
}

void aicore_pages_zero(struct aicore_pages *pages)
{
	u64 at;

	for (at = 0; at < pages->charged; at += PAGE_SIZE) {
		memset(pages->base + at, 0, PAGE_SIZE);
		cond_resched();
	}
}

struct aicore_span aicore_pages_span(const struct aicore_pages *pages)
{
	struct aicore_span span = {
		.base = pages->base,
		.bytes = pages->bytes,
	};

	return span;
}

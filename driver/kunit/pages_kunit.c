// SPDX-License-Identifier: GPL-2.0-only
/*
 * KUnit: who keeps memory alive, and what is paid for it. That memory which
 * nobody refers to is really free, KASAN and kmemleak tell.
 */
#include <kunit/test.h>

#include <linux/err.h>
#include <linux/mm.h>

#include "../aicore.h"
#include "../pages.h"
#include "../quota.h"

static u64 aicore_kunit_bytes(struct aicore_quota *quota)
{
	u32 buffers, cores;
	u64 bytes;

	aicore_quota_look(quota, &bytes, &buffers, &cores);
	return bytes;
}

static void aicore_kunit_references(struct kunit *test)
{
	struct aicore_quota *quota = aicore_quota_create();
	struct aicore_pages *pages;

	KUNIT_ASSERT_NOT_NULL(test, quota);
	pages = aicore_pages_create(quota, PAGE_SIZE + 1);
	KUNIT_ASSERT_FALSE(test, IS_ERR(pages));
	KUNIT_EXPECT_EQ(test, kref_read(&pages->ref), 1);
	KUNIT_EXPECT_EQ(test, kref_read(&quota->ref), 2);
	KUNIT_EXPECT_EQ(test, pages->count, 2);
	KUNIT_EXPECT_EQ(test, pages->bytes, PAGE_SIZE + 1);
	KUNIT_EXPECT_EQ(test, aicore_kunit_bytes(quota), 2 * PAGE_SIZE);

	KUNIT_EXPECT_PTR_EQ(test, aicore_pages_get(pages), pages);
	aicore_pages_put(pages);
	KUNIT_EXPECT_EQ(test, aicore_kunit_bytes(quota), 2 * PAGE_SIZE);
	aicore_pages_put(pages);
	KUNIT_EXPECT_EQ(test, aicore_kunit_bytes(quota), 0);
	KUNIT_EXPECT_EQ(test, kref_read(&quota->ref), 1);
	aicore_quota_put(quota);
}

/* A page in use elsewhere, a user's mapping for example, outlives its object. */
static void aicore_kunit_page_outlives(struct kunit *test)
{
	struct aicore_quota *quota = aicore_quota_create();
	struct aicore_pages *pages;
	struct page *page;

	KUNIT_ASSERT_NOT_NULL(test, quota);
	pages = aicore_pages_create(quota, 1);
	KUNIT_ASSERT_FALSE(test, IS_ERR(pages));
	page = pages->pages[0];
	get_page(page);
	pages->base[0] = 42;
	aicore_pages_put(pages);
	aicore_quota_put(quota);
	KUNIT_EXPECT_EQ(test, page_ref_count(page), 1);
	KUNIT_EXPECT_EQ(test, *(u8 *)page_address(page), 42);
	put_page(page);
}

static void aicore_kunit_limits(struct kunit *test)
{
	struct aicore_quota *quota = aicore_quota_create();
	u64 limit = aicore_max_device_bytes;

	KUNIT_ASSERT_NOT_NULL(test, quota);
	KUNIT_EXPECT_EQ(test, aicore_quota_take_bytes(quota, U64_MAX), -EDQUOT);
	KUNIT_EXPECT_EQ(test, aicore_quota_take_bytes(quota, limit), 0);
	KUNIT_EXPECT_EQ(test, aicore_quota_take_bytes(quota, 1), -EDQUOT);
	KUNIT_EXPECT_EQ(test, aicore_quota_take_bytes(quota, U64_MAX), -EDQUOT);
	KUNIT_EXPECT_EQ(test, PTR_ERR(aicore_pages_create(quota, 1)), -EDQUOT);
	aicore_quota_give_bytes(quota, limit);
	KUNIT_EXPECT_EQ(test, aicore_kunit_bytes(quota), 0);
	aicore_quota_put(quota);
}

static struct kunit_case aicore_kunit_pages_cases[] = {
	KUNIT_CASE(aicore_kunit_references),
	KUNIT_CASE(aicore_kunit_page_outlives),
	KUNIT_CASE(aicore_kunit_limits),
	{}
};

static struct kunit_suite aicore_kunit_pages_suite = {
	.name = "aicore_pages",
	.test_cases = aicore_kunit_pages_cases,
};

kunit_test_suite(aicore_kunit_pages_suite);

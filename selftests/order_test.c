// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which of several broken rules SUBMIT speaks of: of two changed fields, the one
 * whose rule comes first.
 */
#include "device.h"
#include "legal.h"

#define POSITION(name)	AICORE_POSITION_##name
#define UB_910B		(192 * KIB)

/* Changes of one legal descriptor, in the order in which their rules come. */
struct chain {
	enum legal legal;
	__u32 soc;
	unsigned int count;
	struct change change[24];
};

static const struct chain sum_chain = {
	LEGAL_SUM, SOC_910, 20, {
		SET(flags, 1),
		SET(op, 99),
		SET(dst.position, 0),
		SET(dst.buffer, 1),
		SET(src.position, 0),
		SET(src.buffer, 1),
		SET(src_type, 0),
		SET(dst_type, 0),
		SET(reduce.mask_form, 9),
		SET(reduce.repeat_time, 256),
		SET(reduce.dst_rep_stride, 65536),
		SET(reduce.dst_rep_stride, 0),
		SET(reduce.src_blk_stride, 65536),
		SET(reduce.src_rep_stride, 65536),
		SET(reduce.mask[0], 129),
		SET(reduce.mask[0], 0),
		SET(dst.offset, SUM_DST + 1),
		SET(src.offset, SUM_SRC + 1),
		SET(dst.offset, 1ULL << 40),
		SET(src.offset, 1ULL << 40),
	},
};

static const struct chain max_chain = {
	LEGAL_MAX, SOC_910, 14, {
		SET(reduce.dst_blk_stride, 1),
		SET(dst.position, 0),
		SET(src_type, 0),
		SET(reduce.mask_form, 9),
		SET(reduce.order, 4),
		SET(reduce.repeat_time, 256),
		SET(reduce.dst_rep_stride, 0),
		SET(reduce.src_rep_stride, 65536),
		SET(reduce.mask[0], 129),
		SET(reduce.mask[0], 0),
		SET(reduce.order, AICORE_ORDER_INDEX_VALUE),
		SET(dst.offset, SUM_DST + 2),
		SET(src.offset, SUM_SRC + 1),
		SET(dst.offset, 1ULL << 40),
	},
};

static const struct chain repeat_chain = {
	LEGAL_REPEAT, SOC_910, 6, {
		SET(reduce.order, 1),
		SET(src_type, 0),
		SET(reduce.repeat_time, 256),
		SET(reduce.src_rep_stride, 65536),
		SET(reduce.mask_form, AICORE_MASK_BITWISE),
		SET(dst.offset, SUM_DST + 1),
	},
};

/* Reserved fields come before all that a product or an operand can break. */
static const struct chain reserved_chain = {
	LEGAL_SUM, SOC_910, 9, {
		SET(reduce.reserved[0], 1),
		SET(dst.position, 0),
		SET(src.position, 0),
		SET(src_type, 0),
		SET(dst_type, 0),
		SET(reduce.mask_form, 9),
		SET(reduce.repeat_time, 256),
		SET(reduce.mask[0], 129),
		SET(dst.offset, 1),
	},
};

static const struct chain copy_chain = {
	LEGAL_LOAD, SOC_910B, 16, {
		SET(flags, 1),
		SET(op, 99),
		SET(dst.position, 0),
		SET(dst.buffer, 1),
		SET(src.buffer, 0),
		SET(dst.position, POSITION(VECCALC)),
		SET(src_type, 0),
		SET(dst_type, 0),
		SET(copy.block_count, 4096),
		SET(copy.block_len, 65536),
		SET(copy.src_stride, 65536),
		SET(copy.dst_stride, 65536),
		SET(dst.offset, 1),
		SET(src.offset, 1),
		SET(dst.offset, 1ULL << 40),
		SET(src.offset, 1ULL << 40),
	},
};

static const struct chain quant_chain = {
	LEGAL_VDEQ8, SOC_310P, 22, {
		SET(flags, 1),
		SET(dst.position, 0),
		SET(src.position, 0),
		SET(src_type, 0),
		SET(dst_type, 0),
		SET(copy.block_count, 0),
		SET(copy.block_len, 0),
		SET(copy.src_stride, 65536),
		SET(copy.dst_stride, 65536),
		SET(copy.block_mode, 5),
		SET(copy.deq_scale, 7),
		SET(copy.sid_store_mode, 3),
		SET(copy.is_relu, 2),
		SET(copy.pad_mode, 6),
		SET(copy.block_mode, 3),
		SET(copy.pad_mode, 1),
		SET(dst.offset, 1),
		SET(src.offset, 1),
		SET(copy.deq_tensor_addr, 1),
		SET(dst.offset, 1ULL << 40),
		SET(src.offset, 1ULL << 40),
		SET(copy.deq_tensor_addr, 1ULL << 40),
	},
};

static void check_chain(struct __test_metadata *_metadata, const struct chain *chain)
{
	struct aicore_report alone, both;
	unsigned int i, k;
	struct npu npu;

	npu_open(_metadata, &npu, chain->soc);
	for (i = 0; i < chain->count; i++) {
		const struct change *first = &chain->change[i];
		struct aicore_desc desc = legal_desc(chain->legal, npu.buffer);
		int ret;

		ASSERT_EQ(0, check_one(npu.core, desc, &alone));
		apply(&desc, first);
		ret = check_one(npu.core, desc, &alone);
		EXPECT_NE(0, ret);
		for (k = i + 1; k < chain->count; k++) {
			const struct change *second = &chain->change[k];
			struct aicore_desc worse = desc;

			if (second->offset == first->offset)
				continue;
			apply(&worse, second);
			EXPECT_EQ(ret, check_one(npu.core, worse, &both));
			EXPECT_EQ(alone.reason, both.reason) {
				TH_LOG("change %u with change %u", i, k);
			}
			EXPECT_EQ(alone.field, both.field);
		}
	}
	npu_close(&npu);
}

TEST(order_of_rules_sum)
{
	check_chain(_metadata, &sum_chain);
	check_chain(_metadata, &reserved_chain);
}

TEST(order_of_rules_family)
{
	check_chain(_metadata, &max_chain);
	check_chain(_metadata, &repeat_chain);
}

TEST(order_of_rules_copy)
{
	check_chain(_metadata, &copy_chain);
}

TEST(order_of_rules_quant)
{
	check_chain(_metadata, &quant_chain);
}

/* Overlap comes last: after the extents of either side. */
TEST(order_of_rules_overlap)
{
	struct aicore_desc desc = legal_desc(LEGAL_LOCAL, 0);
	struct aicore_report report;
	struct npu npu;

	npu_open(_metadata, &npu, SOC_910B);
	desc.dst.offset = UB_910B - 0x40;
	desc.src.offset = UB_910B - 0x40;
	EXPECT_EQ(-ERANGE, check_one(npu.core, desc, &report));
	EXPECT_EQ(AICORE_REASON_EXTENT, report.reason);
	EXPECT_EQ(AICORE_FIELD_DST, report.field);
	npu_close(&npu);
}

TEST_HARNESS_MAIN

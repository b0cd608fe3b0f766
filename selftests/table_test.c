// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tables of operations.md, written down once more: section 3 (types of
 * WholeReduceSum), section 4.1 (paths and types of DataCopy) and section 4.3
 * (types, deqScale and isRelu of CO1->CO2); and from the documents the types
 * and orders of the other reductions. All pairs of positions and all pairs of
 * types are tried on every product, each in an otherwise legal descriptor, and
 * must be taken or refused as the tables say.
 */
#include "device.h"

/* Columns: 910, 310p, 310p-vec, 910b, 910c, 310b, 950. */
#define PRODUCTS	7
#define POSITIONS	9
#define TYPES		12

enum {
	I8 = 1, U8, I16, U16, I32, U32, I64, U64, F16, BF16, F32, F64,
};

enum {
	GM = 1, VECIN, VECCALC, VECOUT, A1, B1, TSCM, CO1, CO2,
};

#define BIT(n)	(1U << (n))
#define SET_A	(BIT(I8) | BIT(U8) | BIT(I16) | BIT(U16) | BIT(I32) | BIT(U32) | BIT(I64) | \
		 BIT(U64) | BIT(F16) | BIT(F32) | BIT(F64))
#define SET_B	(SET_A | BIT(BF16))
#define ACC	(BIT(F16) | BIT(F32) | BIT(I32) | BIT(U32))

/* Section 4.1: a row for each pair of positions; types that are the same on both sides. */
static const struct {
	int src;
	int dst;
	unsigned int types[PRODUCTS];
} paths[] = {
	/*                    910    310p   vec    910b   910c   310b   950 */
	{ GM, VECIN,        { SET_A, SET_A, SET_A, SET_B, SET_B, SET_B, SET_B } },
	{ GM, A1,           { SET_A, SET_A, 0,     SET_B, SET_B, 0,     SET_B } },
	{ GM, B1,           { SET_A, SET_A, 0,     SET_B, SET_B, 0,     SET_B } },
	{ VECIN, VECCALC,   { SET_A, SET_A, 0,     SET_B, SET_B, 0,     SET_B } },
	{ VECCALC, VECOUT,  { SET_A, SET_A, 0,     SET_B, SET_B, 0,     SET_B } },
	{ VECIN, VECOUT,    { 0,     0,     0,     0,     0,     0,     SET_B } },
	{ VECIN, A1,        { 0,     SET_A, 0,     0,     0,     0,     0 } },
	{ VECCALC, A1,      { 0,     SET_A, 0,     0,     0,     0,     0 } },
	{ VECOUT, A1,       { 0,     SET_A, 0,     0,     0,     0,     0 } },
	{ VECIN, B1,        { 0,     SET_A, 0,     0,     0,     0,     0 } },
	{ VECCALC, B1,      { 0,     SET_A, 0,     0,     0,     0,     0 } },
	{ VECOUT, B1,       { 0,     SET_A, 0,     0,     0,     0,     0 } },
	{ VECIN, TSCM,      { 0,     0,     0,     SET_B, SET_B, 0,     SET_B } },
	{ VECCALC, TSCM,    { 0,     0,     0,     SET_B, SET_B, 0,     SET_B } },
	{ VECOUT, TSCM,     { 0,     0,     0,     SET_B, SET_B, 0,     SET_B } },
	{ VECOUT, GM,       { SET_A, SET_A, SET_A, SET_B, SET_B, SET_B, SET_B } },
	{ CO2, GM,          { 0,     SET_A, 0,     0,     0,     0,     0 } },
	{ A1, GM,           { 0,     0,     0,     SET_B, SET_B, 0,     0 } },
	{ B1, GM,           { 0,     0,     0,     SET_B, SET_B, 0,     0 } },
	{ CO1, CO2,         { 0,     ACC,   0,     0,     0,     0,     0 } },
	{ CO2, CO1,         { 0,     ACC,   0,     0,     0,     0,     0 } },
};

/* Pairs of different types, on 310p. */
static const struct {
	int src;
	int dst;
	int src_type;
	int dst_type;
} conversions[] = {
	{ CO1, CO2, F32, F16 },
	{ CO1, CO2, I32, I8 },
	{ CO1, CO2, I32, U8 },
	{ CO1, CO2, I32, I16 },
	{ CO1, CO2, I32, F16 },
	{ CO2, CO1, F16, F32 },
};

/* Section 4.3, with the deqScale as bits 0..6, and those with which relu goes. */
static const struct {
	int src_type;
	int dst_type;
	unsigned int scales;
	unsigned int relu;
} scales[] = {
	{ F16, F16, BIT(0) | BIT(1), BIT(0) },
	{ F32, F32, BIT(0), BIT(0) },
	{ I32, I32, BIT(0), BIT(0) },
	{ F32, F16, BIT(0), BIT(0) },
	{ U32, U32, BIT(0), 0 },
	{ I32, F16, BIT(1) | BIT(2) | BIT(5) | BIT(6), BIT(2) | BIT(5) | BIT(6) },
	{ I32, I8, BIT(3) | BIT(4), BIT(3) | BIT(4) },
	{ I32, U8, BIT(3) | BIT(4), BIT(3) | BIT(4) },
	{ I32, I16, BIT(5) | BIT(6), BIT(5) | BIT(6) },
};

/* Source types of the reductions, a row for each kind; sums of integers are wide. */
#define FLOATS		(BIT(F16) | BIT(F32))
#define INTS		(BIT(I16) | BIT(U16) | BIT(I32) | BIT(U32))

static const struct {
	int op;
	bool widens;
	bool has_order;
	unsigned int types[PRODUCTS];
} reductions[] = {
	/*                                            910       310p    vec */
	{ AICORE_OP_WHOLE_REDUCE_SUM, true, false,  { FLOATS,   FLOATS, 0,
	/*        910b    910c    310b    950 */
		  FLOATS, FLOATS, FLOATS, FLOATS | INTS } },
	{ AICORE_OP_WHOLE_REDUCE_MAX, false, true,  { BIT(F16), FLOATS, 0,
		  FLOATS, FLOATS, FLOATS, FLOATS | INTS } },
	{ AICORE_OP_WHOLE_REDUCE_MIN, false, true,  { BIT(F16), FLOATS, 0,
		  FLOATS, FLOATS, FLOATS, FLOATS | INTS } },
	{ AICORE_OP_BLOCK_REDUCE_SUM, false, false, { BIT(F16), FLOATS, 0,
		  FLOATS, FLOATS, FLOATS, FLOATS } },
	{ AICORE_OP_BLOCK_REDUCE_MAX, false, false, { BIT(F16), FLOATS, 0,
		  FLOATS, FLOATS, FLOATS, FLOATS } },
	{ AICORE_OP_BLOCK_REDUCE_MIN, false, false, { BIT(F16), FLOATS, 0,
		  FLOATS, FLOATS, FLOATS, FLOATS } },
	{ AICORE_OP_PAIR_REDUCE_SUM, false, false,  { BIT(F16), FLOATS, 0,
		  FLOATS, FLOATS, FLOATS, FLOATS } },
	{ AICORE_OP_REPEAT_REDUCE_SUM, true, false, { FLOATS,   FLOATS, 0,
		  FLOATS, FLOATS, FLOATS, FLOATS | INTS } },
};

/* Orders of WholeReduceMax and WholeReduceMin, as bits. */
static const unsigned int orders[PRODUCTS] = {
	BIT(0), BIT(0) | BIT(1), 0, 0xf, 0xf, BIT(0) | BIT(2), 0xf,
};

/* The type of the result. */
static int wide(int type)
{
	if (type == I16)
		return I32;
	return type == U16 ? U32 : type;
}

static bool takes(unsigned int row, int product, int order, int src_type, int dst_type)
{
	if (!(reductions[row].types[product] >> src_type & 1))
		return false;
	if (reductions[row].has_order && order == AICORE_ORDER_ONLY_INDEX && dst_type == U32)
		return true;
	return dst_type == (reductions[row].widens ? wide(src_type) : src_type);
}

FIXTURE(product) {
	struct npu npu;
};

FIXTURE_VARIANT(product) {
	int column;
	bool co2_is_ub;
	bool has_l1_and_l0c;
};

FIXTURE_VARIANT_ADD(product, ascend910) { 0, true, true };
FIXTURE_VARIANT_ADD(product, ascend310p) { 1, true, true };
FIXTURE_VARIANT_ADD(product, ascend310p_vec) { 2, true, false };
FIXTURE_VARIANT_ADD(product, ascend910b) { 3, false, true };
FIXTURE_VARIANT_ADD(product, ascend910c) { 4, false, true };
FIXTURE_VARIANT_ADD(product, ascend310b) { 5, false, true };
FIXTURE_VARIANT_ADD(product, ascend950) { 6, false, true };

FIXTURE_SETUP(product)
{
	npu_open(_metadata, &self->npu, variant->column + 1);
}

FIXTURE_TEARDOWN(product)
{
	npu_close(&self->npu);
}

/* An operand with a buffer where the position is in global memory. */
static struct aicore_operand operand(const struct npu *npu, int position, bool co2_is_ub,
				     __u64 offset)
{
	if (position == GM || (position == CO2 && !co2_is_ub))
		return (struct aicore_operand){ position, npu->buffer, offset };
	return (struct aicore_operand){ position, 0, offset };
}

static bool is_absent(int position, bool has_l1_and_l0c)
{
	return !has_l1_and_l0c && position >= A1 && position <= CO1;
}

/* Why the pair of positions is refused, or NONE. */
static __u32 position_reason(int column, int src, int dst, bool has_l1_and_l0c,
			     unsigned int *types)
{
	unsigned int i;

	if (is_absent(dst, has_l1_and_l0c) || is_absent(src, has_l1_and_l0c))
		return AICORE_REASON_POSITION_ABSENT;
	for (i = 0; i < ARRAY_SIZE(paths); i++) {
		if (paths[i].src != src || paths[i].dst != dst)
			continue;
		*types = paths[i].types[column];
		return *types ? AICORE_REASON_NONE : AICORE_REASON_PATH;
	}
	return AICORE_REASON_PATH;
}

static bool converts(int column, int src, int dst, int src_type, int dst_type)
{
	unsigned int i;

	for (i = 0; column == 1 && i < ARRAY_SIZE(conversions); i++) {
		if (conversions[i].src == src && conversions[i].dst == dst &&
		    conversions[i].src_type == src_type && conversions[i].dst_type == dst_type)
			return true;
	}
	return false;
}

/* The lowest deqScale that goes with the types on CO1->CO2. */
static __u32 scale_for(int src_type, int dst_type)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(scales); i++) {
		if (scales[i].src_type == src_type && scales[i].dst_type == dst_type)
			return __builtin_ctz(scales[i].scales);
	}
	return 0;
}

static struct aicore_desc copy_on(const struct npu *npu, int src, int dst, bool co2_is_ub)
{
	struct aicore_desc desc = copy_desc(0, operand(npu, dst, co2_is_ub, 0x4000),
					    operand(npu, src, co2_is_ub, 0), 1, 1, 0, 0);

	desc.copy.block_mode = AICORE_BLOCK_MODE_MATRIX;
	return desc;
}

/* Types run from 0 to 13, of which the first and the last don't exist. */
static __u32 type_reason(bool pair, int src_type, int dst_type)
{
	if (src_type < 1 || src_type > TYPES || dst_type < 1 || dst_type > TYPES)
		return AICORE_REASON_TYPE_UNKNOWN;
	return pair ? AICORE_REASON_NONE : AICORE_REASON_TYPE_PAIR;
}

static int errno_of(__u32 reason)
{
	switch (reason) {
	case AICORE_REASON_NONE:
		return 0;
	case AICORE_REASON_TYPE_UNKNOWN:
	case AICORE_REASON_POSITION_OPERAND:
	case AICORE_REASON_DEQ_SCALE:
	case AICORE_REASON_RELU:
		return EINVAL;
	default:
		return EOPNOTSUPP;
	}
}

/*
 * AICORE_SAMPLE=n in the environment: only each n-th cell. The kernels that
 * check all they do are slow, and the tables are the same in all of them.
 */
static bool is_chosen(void)
{
	static unsigned int sample, cell;

	if (!sample) {
		const char *text = getenv("AICORE_SAMPLE");

		sample = text ? strtoul(text, NULL, 10) : 1;
		if (!sample)
			sample = 1;
	}
	return cell++ % sample == 0;
}

static void expect_reason(struct __test_metadata *_metadata, const struct npu *npu,
			  const struct aicore_desc *desc, __u32 reason)
{
	struct aicore_report report;
	int ret;

	if (!is_chosen())
		return;
	ret = check_one(npu->core, *desc, &report);
	EXPECT_EQ(-errno_of(reason), ret) {
		TH_LOG("positions %u -> %u, types %u -> %u, deqScale %u, isRelu %u",
		       desc->src.position, desc->dst.position, desc->src_type, desc->dst_type,
		       desc->copy.deq_scale, desc->copy.is_relu);
	}
	EXPECT_EQ(reason, report.reason) {
		TH_LOG("positions %u -> %u, types %u -> %u, deqScale %u, isRelu %u",
		       desc->src.position, desc->dst.position, desc->src_type, desc->dst_type,
		       desc->copy.deq_scale, desc->copy.is_relu);
	}
}

TEST_F(product, copy_paths_and_types)
{
	int column = variant->column;
	int src, dst, src_type, dst_type;

	for (src = 1; src <= POSITIONS; src++) {
		for (dst = 1; dst <= POSITIONS; dst++) {
			struct aicore_desc desc = copy_on(&self->npu, src, dst, variant->co2_is_ub);
			unsigned int types = 0;
			__u32 reason = position_reason(column, src, dst, variant->has_l1_and_l0c,
						       &types);

			for (src_type = 0; src_type <= TYPES + 1; src_type++) {
				for (dst_type = 0; dst_type <= TYPES + 1; dst_type++) {
					bool same = src_type == dst_type && types >> src_type & 1;
					bool other = converts(column, src, dst, src_type, dst_type);

					desc.src_type = src_type;
					desc.dst_type = dst_type;
					desc.copy.deq_scale = scale_for(src_type, dst_type);
					expect_reason(_metadata, &self->npu, &desc,
						      reason ? reason :
						      type_reason(same || other, src_type,
								  dst_type));
				}
			}
		}
	}
}

/* The lowest reason that applies to positions of a reduction. */
static __u32 sum_position_reason(int src, int dst, bool has_l1_and_l0c)
{
	const int order[2] = { dst, src };
	int i;

	for (i = 0; i < 2; i++) {
		if (is_absent(order[i], has_l1_and_l0c))
			return AICORE_REASON_POSITION_ABSENT;
		if (order[i] < VECIN || order[i] > VECOUT)
			return AICORE_REASON_POSITION_OPERAND;
	}
	return AICORE_REASON_NONE;
}

TEST_F(product, sum_positions_and_types)
{
	int column = variant->column;
	int src, dst, src_type, dst_type;

	for (src = 1; src <= POSITIONS; src++) {
		for (dst = 1; dst <= POSITIONS; dst++) {
			struct aicore_desc desc = sum_desc(0, 0, 0, 64, 1, 1, 1, 8);
			__u32 reason = sum_position_reason(src, dst, variant->has_l1_and_l0c);

			desc.src = operand(&self->npu, src, variant->co2_is_ub, 0);
			desc.dst = operand(&self->npu, dst, variant->co2_is_ub, 0x4000);
			if (column == 2)
				reason = AICORE_REASON_OP_PRODUCT;
			for (src_type = 0; src_type <= TYPES + 1; src_type++) {
				for (dst_type = 0; dst_type <= TYPES + 1; dst_type++) {
					bool pair = takes(0, column, 0, src_type, dst_type);

					desc.src_type = src_type;
					desc.dst_type = dst_type;
					expect_reason(_metadata, &self->npu, &desc,
						      reason ? reason :
						      type_reason(pair, src_type, dst_type));
				}
			}
		}
	}
}

/* Every reduction on every product, in every order, with every pair of types. */
static void try_reduction(struct __test_metadata *_metadata, const struct npu *npu,
			  unsigned int row, int column, int order)
{
	struct aicore_desc desc = reduce_desc(reductions[row].op, 0, 0x4000, 0, 64, 1, 1, 1, 8);
	int src_type, dst_type;

	desc.reduce.order = order;
	for (src_type = 0; src_type <= TYPES + 1; src_type++) {
		for (dst_type = 0; dst_type <= TYPES + 1; dst_type++) {
			bool pair = takes(row, column, order, src_type, dst_type);
			__u32 reason = type_reason(pair, src_type, dst_type);

			if (column == 2)
				reason = AICORE_REASON_OP_PRODUCT;
			else if (!reason && !(orders[column] >> order & 1))
				reason = AICORE_REASON_ORDER;
			desc.src_type = src_type;
			desc.dst_type = dst_type;
			expect_reason(_metadata, npu, &desc, reason);
		}
	}
}

TEST_F(product, reductions_types_and_orders)
{
	unsigned int row;
	int order;

	for (row = 0; row < ARRAY_SIZE(reductions); row++) {
		for (order = 0; order <= (reductions[row].has_order ? 3 : 0); order++)
			try_reduction(_metadata, &self->npu, row, variant->column, order);
	}
}

/* Section 4.3: Relu of 8-bit results wants an Offset. */
static __u64 deq_value_for(int dst_type, bool relu)
{
	if (relu && dst_type == I8)
		return 0x180ULL << AICORE_DEQ_OFFSET_SHIFT;
	return 0;
}

TEST(conversion_scales_and_relu)
{
	struct npu npu;
	unsigned int i;
	__u32 scale, relu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND310P);
	for (i = 0; i < ARRAY_SIZE(scales); i++) {
		struct aicore_desc desc = copy_on(&npu, CO1, CO2, true);

		desc.src_type = scales[i].src_type;
		desc.dst_type = scales[i].dst_type;
		for (scale = 0; scale <= 6; scale++) {
			for (relu = 0; relu <= 1; relu++) {
				__u32 reason = AICORE_REASON_NONE;

				if (!(scales[i].scales >> scale & 1))
					reason = AICORE_REASON_DEQ_SCALE;
				else if (relu && !(scales[i].relu >> scale & 1))
					reason = AICORE_REASON_RELU;
				desc.copy.deq_scale = scale;
				desc.copy.is_relu = relu;
				desc.copy.deq_value = deq_value_for(desc.dst_type, relu);
				expect_reason(_metadata, &npu, &desc, reason);
			}
		}
	}
	npu_close(&npu);
}

/* On every path but CO1->CO2 and CO2->CO1 the enhanced fields hold anything. */
TEST_F(product, enhanced_fields_ignored)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(paths); i++) {
		struct aicore_desc desc = copy_on(&self->npu, paths[i].src, paths[i].dst,
						  variant->co2_is_ub);
		bool on_310p = paths[i].src == CO1 || paths[i].dst == CO1;

		if (!paths[i].types[variant->column] || on_310p)
			continue;
		memset(&desc.copy.block_mode, 0xff,
		       sizeof(desc.copy) - offsetof(struct aicore_copy, block_mode));
		desc.src_type = F16;
		desc.dst_type = F16;
		expect_reason(_metadata, &self->npu, &desc, AICORE_REASON_NONE);
	}
}

/* CO2->CO1 looks at blockMode alone. */
TEST(enhanced_fields_ignored_to_l0c)
{
	struct aicore_desc desc;
	struct npu npu;

	npu_open(_metadata, &npu, AICORE_SOC_ASCEND310P);
	desc = copy_on(&npu, CO2, CO1, true);
	desc.src_type = F16;
	desc.dst_type = F16;
	memset(&desc.copy.deq_scale, 0xff,
	       sizeof(desc.copy) - offsetof(struct aicore_copy, deq_scale));
	expect_reason(_metadata, &npu, &desc, AICORE_REASON_NONE);
	npu_close(&npu);
}

/*
 * The bytes arrive, on every path of every product: what is in the source is in
 * the destination, for each type, and nothing around it changes.
 */
static unsigned char *view(struct __test_metadata *_metadata, struct npu *npu, int position,
			   bool co2_is_ub)
{
	if (position == GM || (position == CO2 && !co2_is_ub))
		return npu->gm;
	if (position >= A1 && position <= TSCM)
		return map_region(_metadata, npu->core, AICORE_REGION_L1);
	return npu->ub;
}

TEST_F(product, bytes_arrive)
{
	unsigned int i, k;
	int type;

	for (i = 0; i < ARRAY_SIZE(paths); i++) {
		struct aicore_desc desc = copy_on(&self->npu, paths[i].src, paths[i].dst,
						  variant->co2_is_ub);
		unsigned char *src, *dst;

		if (!paths[i].types[variant->column] || paths[i].src == CO1 ||
		    paths[i].dst == CO1)
			continue;
		src = view(_metadata, &self->npu, paths[i].src, variant->co2_is_ub);
		dst = view(_metadata, &self->npu, paths[i].dst, variant->co2_is_ub) + 0x4000;
		for (type = 1; type <= TYPES; type++) {
			if (!(paths[i].types[variant->column] >> type & 1))
				continue;
			for (k = 0; k < 32; k++)
				src[k] = k * 7 + type + i;
			memset(dst - 32, 0xa5, 96);
			desc.src_type = type;
			desc.dst_type = type;
			EXPECT_EQ(0, run_one(self->npu.core, desc));
			EXPECT_EQ(0, memcmp(src, dst, 32)) {
				TH_LOG("path %d -> %d, type %d", paths[i].src, paths[i].dst, type);
			}
			EXPECT_TRUE(all_bytes(dst - 32, 32, 0xa5));
			EXPECT_TRUE(all_bytes(dst + 32, 32, 0xa5));
		}
	}
}

TEST_HARNESS_MAIN

// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "node.h"
#include "softfloat.h"

static u32 load_16(const u8 *element)
{
	u16 x;

	memcpy(&x, element, sizeof(x));
	return x;
}

static u32 load_s16(const u8 *element)
{
	return (s16)load_16(element);
}

static u32 load_32(const u8 *element)
{
	u32 x;

	memcpy(&x, element, sizeof(x));
	return x;
}

/*
 * Sums. A node is the sum so far; a lane that is masked off is 0, which is +0
 * for half and float as well.
 */
static u64 leaf_16(const struct aicore_node *node, const u8 *element,
		   u32 lane)
{
	return load_16(element);
}

static u64 leaf_int16(const struct aicore_node *node, const u8 *element,
		      u32 lane)
{
	return load_s16(element);
}

static u64 leaf_32(const struct aicore_node *node, const u8 *element,
		   u32 lane)
{
	return load_32(element);
}

static u64 leaf_half_as_float(const struct aicore_node *node, const u8 *element,
			      u32 lane)
{
	return aicore_half_to_float(load_16(element));
}

static u64 join_half(u64 a, u64 b)
{
	return aicore_half_add(a, b);
}

/* Each node's IEEE result is mapped before it is used further. */
static u64 join_half_saturate(u64 a, u64 b)
{
	return aicore_half_saturate(aicore_half_add(a, b));
}

static u64 join_float(u64 a, u64 b)
{
	return aicore_float_add(a, b);
}

/* A float node that stays within the finite halves. */
static u64 join_float_saturate(u64 a, u64 b)
{
	u32 sum = aicore_float_add(a, b);

	if (aicore_float_is_nan(sum))
		return 0;
	if ((sum & ~AICORE_FLOAT_SIGN) > AICORE_FLOAT_HALF_MAX)
		return (sum & AICORE_FLOAT_SIGN) | AICORE_FLOAT_HALF_MAX;
	return sum;
}

/* Integer sums wrap modulo 2^32, signed ones as well. */
static u64 join_int(u64 a, u64 b)
{
	return (u32)(a + b);
}

static u32 value_sum(const struct aicore_node *node, u64 root)
{
	return root;
}

static u32 value_float_to_half(const struct aicore_node *node, u64 root)
{
	return aicore_half_from_float(root);
}

/*
 * Maximum and minimum. A node is one number: above all a bit for "active", then
 * a rank that orders values as unsigned integers do, then the lane, reversed, so
 * that the larger of two nodes is the better one, and of equals the one with the
 * lower lane.
 */
#define NODE_ACTIVE	0x10000000000ULL
#define RANK_SHIFT	8
#define LANE_MASK	0xff

static u64 join_extreme(u64 a, u64 b)
{
	return a > b ? a : b;
}

u32 aicore_node_lane(u64 root)
{
	return LANE_MASK - (root & LANE_MASK);
}

/**
 * struct aicore_ranking - how the values of a type are ordered
 * @load: widens an element to 32 bits
 * @order: makes a number of it that orders like the values do
 * @unorder: undoes that
 * @is_nan: whether it is a NaN; NULL for types that have none
 * @nan: the NaN that is written
 */
struct aicore_ranking {
	u32 (*load)(const u8 *element);
	u32 (*order)(u32 bits);
	u32 (*unorder)(u32 order);
	bool (*is_nan)(u32 bits);
	u32 nan;
};

/* NaN wins both ways: it has a rank that no other value of its type has. */
#define RANK_NAN	0xffffffff
#define SIGN		0x80000000

static u64 leaf_extreme(const struct aicore_node *node, const u8 *element,
			u32 lane)
{
	const struct aicore_ranking *ranking = node->ranking;
	u32 bits = ranking->load(element);
	u32 rank = ranking->order(bits);

	if (node->min)
		rank = ~rank;
	if (ranking->is_nan && ranking->is_nan(bits))
		rank = RANK_NAN;
	return NODE_ACTIVE | (u64)rank << RANK_SHIFT | (LANE_MASK - lane);
}

/* Unlike a sum, an extreme is mapped once, at the end. */
static u32 value_extreme(const struct aicore_node *node, u64 root)
{
	const struct aicore_ranking *ranking = node->ranking;
	u32 rank = root >> RANK_SHIFT;
	u32 bits = ranking->unorder(node->min ? ~rank : rank);

	if (ranking->is_nan && rank == RANK_NAN)
		bits = ranking->nan;
	return node->saturate ? aicore_half_saturate(bits) : bits;
}

/*
 * A float's bits order like integers once those of negative ones are turned
 * around, -0 below +0. A half does so in the upper half of a word.
 */
static u32 order_float(u32 bits)
{
	return bits & SIGN ? ~bits : bits | SIGN;
}

static u32 unorder_float(u32 order)
{
	return order & SIGN ? order & ~SIGN : ~order;
}

static u32 order_half(u32 bits)
{
	return order_float(bits << 16);
}

static u32 unorder_half(u32 order)
{
	return unorder_float(order) >> 16;
}

static u32 order_signed(u32 bits)
{
	return bits ^ SIGN;
}

static u32 order_unsigned(u32 bits)
{
	return bits;
}

static const struct aicore_ranking rank_half = {
	load_16, order_half, unorder_half, aicore_half_is_nan, AICORE_HALF_NAN,
};

static const struct aicore_ranking rank_float = {
	load_32, order_float, unorder_float, aicore_float_is_nan,
	AICORE_FLOAT_NAN,
};

static const struct aicore_ranking rank_int16 = {
	load_s16, order_signed, order_signed, NULL, 0,
};

static const struct aicore_ranking rank_uint16 = {
	load_16, order_unsigned, order_unsigned, NULL, 0,
};

static const struct aicore_ranking rank_int32 = {
	load_32, order_signed, order_signed, NULL, 0,
};

static const struct aicore_ranking rank_uint32 = {
	load_32, order_unsigned, order_unsigned, NULL, 0,
};

#define SUM(src, dst, leaf, join, value)				\
	{ AICORE_TYPE_##src, AICORE_TYPE_##dst, leaf, join, value,	\
	  NULL, false, false }
#define EXTREME(type, ranking, min, saturate)				\
	{ AICORE_TYPE_##type, AICORE_TYPE_##type, leaf_extreme,		\
	  join_extreme, value_extreme, &(ranking), min, saturate }

/* Everything but half has one row, whatever the mode. */
static const struct aicore_node sums[] = {
	SUM(FLOAT, FLOAT, leaf_32, join_float, value_sum),
	SUM(INT16, INT32, leaf_int16, join_int, value_sum),
	SUM(UINT16, UINT32, leaf_16, join_int, value_sum),
	SUM(INT32, INT32, leaf_32, join_int, value_sum),
	SUM(UINT32, UINT32, leaf_32, join_int, value_sum),
};

static const struct aicore_node maxima[] = {
	EXTREME(FLOAT, rank_float, false, false),
	EXTREME(INT16, rank_int16, false, false),
	EXTREME(UINT16, rank_uint16, false, false),
	EXTREME(INT32, rank_int32, false, false),
	EXTREME(UINT32, rank_uint32, false, false),
};

static const struct aicore_node minima[] = {
	EXTREME(FLOAT, rank_float, true, false),
	EXTREME(INT16, rank_int16, true, false),
	EXTREME(UINT16, rank_uint16, true, false),
	EXTREME(INT32, rank_int32, true, false),
	EXTREME(UINT32, rank_uint32, true, false),
};

/* Half by [float_nodes][saturate]. */
static const struct aicore_node half_sums[2][2] = {
	{
		SUM(HALF, HALF, leaf_16, join_half, value_sum),
		SUM(HALF, HALF, leaf_16, join_half_saturate, value_sum),
	},
	{
		SUM(HALF, HALF, leaf_half_as_float, join_float,
		    value_float_to_half),
		SUM(HALF, HALF, leaf_half_as_float, join_float_saturate,
		    value_float_to_half),
	},
};

/* Half by [saturate]. */
static const struct aicore_node half_maxima[2] = {
	EXTREME(HALF, rank_half, false, false),
	EXTREME(HALF, rank_half, false, true),
};

static const struct aicore_node half_minima[2] = {
	EXTREME(HALF, rank_half, true, false),
	EXTREME(HALF, rank_half, true, true),
};

static const struct aicore_node *find_half(enum aicore_combine combine,
					   struct aicore_node_mode mode)
{
	switch (combine) {
	case AICORE_COMBINE_MAX:
		return &half_maxima[mode.saturate];
	case AICORE_COMBINE_MIN:
		return &half_minima[mode.saturate];
	default:
		return &half_sums[mode.float_nodes][mode.saturate];
	}
}

static const struct {
	const struct aicore_node *rows;
	u32 count;
} tables[] = {
	[AICORE_COMBINE_SUM] = { sums, ARRAY_SIZE(sums) },
	[AICORE_COMBINE_MAX] = { maxima, ARRAY_SIZE(maxima) },
	[AICORE_COMBINE_MIN] = { minima, ARRAY_SIZE(minima) },
};

const struct aicore_node *aicore_node_find(enum aicore_combine combine,
					   u32 src_type, u32 dst_type,
					   struct aicore_node_mode mode)
{
	const struct aicore_node *rows = tables[combine].rows;
	u32 i;

	if (src_type == AICORE_TYPE_HALF && dst_type == AICORE_TYPE_HALF)
		return find_half(combine, mode);
	for (i = 0; i < tables[combine].count; i++) {
		if (rows[i].src_type == src_type && rows[i].dst_type == dst_type)
			return &rows[i];
	}
	return NULL;
}

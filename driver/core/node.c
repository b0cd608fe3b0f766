// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "node.h"
#include "softfloat.h"

static u32 load_16(const u8 *element)
{
	u16 x;

	memcpy(&x, element, sizeof(x));
	return x;
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
static u64 leaf_16(const u8 *element, u32 lane)
{
	return load_16(element);
}

static u64 leaf_int16(const u8 *element, u32 lane)
{
	return (u32)(s16)load_16(element);
}

static u64 leaf_32(const u8 *element, u32 lane)
{
	return load_32(element);
}

static u64 leaf_half_as_float(const u8 *element, u32 lane)
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

static u32 value_sum(u64 root)
{
	return root;
}

static u32 value_float_to_half(u64 root)
{
	return aicore_half_from_float(root);
}

/*
 * Maximum and minimum. A node is one number: above all a bit for "active", then
 * a rank that orders values as unsigned integers do, then the lane, reversed, so
 * that the larger of two nodes is the better one, and of equals the one with the
 * lower lane.
 */
#define NODE_ACTIVE	(1ULL << 40)
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

static u64 extreme_leaf(u32 rank, u32 lane)
{
	return NODE_ACTIVE | (u64)rank << RANK_SHIFT | (LANE_MASK - lane);
}

static u32 node_rank(u64 root)
{
	return root >> RANK_SHIFT;
}

/*
 * Ranks. A float's bits order like integers once negative ones are turned
 * around, -0 below +0. Halves and 16-bit integers do so in the upper half word.
 * NaN wins both ways: it has the highest rank, which no other value has.
 */
#define RANK_NAN	0xffffffff
#define SIGN		0x80000000

static u32 order_float(u32 bits)
{
	return bits & SIGN ? ~bits : bits | SIGN;
}

static u32 order_int(u32 bits)
{
	return bits ^ SIGN;
}

static u32 unorder_float(u32 order)
{
	return order & SIGN ? order & ~SIGN : ~order;
}

static u64 leaf_max_half(const u8 *element, u32 lane)
{
	u32 half = load_16(element);

	return extreme_leaf(aicore_half_is_nan(half) ? RANK_NAN :
			    order_float(half << 16), lane);
}

static u64 leaf_min_half(const u8 *element, u32 lane)
{
	u32 half = load_16(element);

	return extreme_leaf(aicore_half_is_nan(half) ? RANK_NAN :
			    ~order_float(half << 16), lane);
}

static u64 leaf_max_float(const u8 *element, u32 lane)
{
	u32 x = load_32(element);

	return extreme_leaf(aicore_float_is_nan(x) ? RANK_NAN : order_float(x),
			    lane);
}

static u64 leaf_min_float(const u8 *element, u32 lane)
{
	u32 x = load_32(element);

	return extreme_leaf(aicore_float_is_nan(x) ? RANK_NAN : ~order_float(x),
			    lane);
}

static u32 half_of_order(u64 root, u32 order)
{
	if (node_rank(root) == RANK_NAN)
		return AICORE_HALF_NAN;
	return unorder_float(order) >> 16;
}

static u32 value_max_half(u64 root)
{
	return half_of_order(root, node_rank(root));
}

static u32 value_min_half(u64 root)
{
	return half_of_order(root, ~node_rank(root));
}

/* Unlike a sum, an extreme is mapped once, at the end. */
static u32 value_max_half_saturate(u64 root)
{
	return aicore_half_saturate(value_max_half(root));
}

static u32 value_min_half_saturate(u64 root)
{
	return aicore_half_saturate(value_min_half(root));
}

static u32 float_of_order(u64 root, u32 order)
{
	if (node_rank(root) == RANK_NAN)
		return AICORE_FLOAT_NAN;
	return unorder_float(order);
}

static u32 value_max_float(u64 root)
{
	return float_of_order(root, node_rank(root));
}

static u32 value_min_float(u64 root)
{
	return float_of_order(root, ~node_rank(root));
}

#define INT_EXTREMES(type, load, order, unorder)			\
static u64 leaf_max_##type(const u8 *element, u32 lane)		\
{									\
	return extreme_leaf(order(load(element)), lane);		\
}									\
									\
static u64 leaf_min_##type(const u8 *element, u32 lane)		\
{									\
	return extreme_leaf(~order(load(element)), lane);		\
}									\
									\
static u32 value_max_##type(u64 root)					\
{									\
	return unorder(node_rank(root));				\
}									\
									\
static u32 value_min_##type(u64 root)					\
{									\
	return unorder(~node_rank(root));				\
}

static u32 load_s16(const u8 *element)
{
	return (s16)load_16(element);
}

#define AS_IT_IS(x) (x)

INT_EXTREMES(int16, load_s16, order_int, order_int)
INT_EXTREMES(uint16, load_16, AS_IT_IS, AS_IT_IS)
INT_EXTREMES(int32, load_32, order_int, order_int)
INT_EXTREMES(uint32, load_32, AS_IT_IS, AS_IT_IS)

#define SUM(src, dst, leaf, join, value)				\
	{ AICORE_TYPE_##src, AICORE_TYPE_##dst, leaf, join, value }
#define EXTREME(which, type, name)					\
	{ AICORE_TYPE_##type, AICORE_TYPE_##type, leaf_##which##_##name, \
	  join_extreme, value_##which##_##name }
#define EXTREMES(which)							\
	EXTREME(which, FLOAT, float),					\
	EXTREME(which, INT16, int16),					\
	EXTREME(which, UINT16, uint16),					\
	EXTREME(which, INT32, int32),					\
	EXTREME(which, UINT32, uint32)

/* Everything but half has one row, whatever the mode. */
static const struct aicore_node sums[] = {
	SUM(FLOAT, FLOAT, leaf_32, join_float, value_sum),
	SUM(INT16, INT32, leaf_int16, join_int, value_sum),
	SUM(UINT16, UINT32, leaf_16, join_int, value_sum),
	SUM(INT32, INT32, leaf_32, join_int, value_sum),
	SUM(UINT32, UINT32, leaf_32, join_int, value_sum),
};

static const struct aicore_node maxima[] = { EXTREMES(max) };
static const struct aicore_node minima[] = { EXTREMES(min) };

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
	EXTREME(max, HALF, half),
	{ AICORE_TYPE_HALF, AICORE_TYPE_HALF, leaf_max_half, join_extreme,
	  value_max_half_saturate },
};

static const struct aicore_node half_minima[2] = {
	EXTREME(min, HALF, half),
	{ AICORE_TYPE_HALF, AICORE_TYPE_HALF, leaf_min_half, join_extreme,
	  value_min_half_saturate },
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

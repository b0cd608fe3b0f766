// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "soc.h"

#define BIT_OF(name)	AICORE_TYPE_BIT(name)
#define KIB		1024

/* Type sets A and B of operations.md section 4.1. */
#define SET_A									\
	(BIT_OF(INT8) | BIT_OF(UINT8) | BIT_OF(INT16) | BIT_OF(UINT16) |	\
	 BIT_OF(INT32) | BIT_OF(UINT32) | BIT_OF(INT64) | BIT_OF(UINT64) |	\
	 BIT_OF(HALF) | BIT_OF(FLOAT) | BIT_OF(DOUBLE))
#define SET_B		(SET_A | BIT_OF(BFLOAT16))

/* Source types of the paths from and to L0C; quant.c has the pairs. */
#define SET_L0C									\
	(BIT_OF(HALF) | BIT_OF(FLOAT) | BIT_OF(INT32) | BIT_OF(UINT32))

#define SET_HALF	BIT_OF(HALF)
#define SET_FLOATS	(BIT_OF(HALF) | BIT_OF(FLOAT))
#define SET_INTS								\
	(BIT_OF(INT16) | BIT_OF(UINT16) | BIT_OF(INT32) | BIT_OF(UINT32))

/* Source types of reductions: sums, maxima and minima, blocks, pairs. */
#define REDUCE(sum, extreme, block, pair)					\
	.reduce = {								\
		[AICORE_REDUCE_WHOLE_SUM] = (sum),				\
		[AICORE_REDUCE_WHOLE_EXTREME] = (extreme),			\
		[AICORE_REDUCE_BLOCK] = (block),				\
		[AICORE_REDUCE_PAIR] = (pair),					\
	}

#define ORDER(name)	(1U << AICORE_ORDER_##name)
#define ORDERS_ALL	(ORDER(VALUE_INDEX) | ORDER(INDEX_VALUE) |		\
			 ORDER(ONLY_VALUE) | ORDER(ONLY_INDEX))

/* A2 and A3 differ in name only. */
#define A2_ROW									\
	.overflow = AICORE_SOC_INFNAN_DEFAULT,					\
	.flags = AICORE_SOC_ZERO_MASK_NOOP,					\
	.co2 = AICORE_MEMORY_GM,						\
	.bytes = {								\
		[AICORE_MEMORY_UB] = 192 * KIB,					\
		[AICORE_MEMORY_L1] = 512 * KIB,					\
		[AICORE_MEMORY_L0C] = 128 * KIB,				\
	},									\
	REDUCE(SET_FLOATS, SET_FLOATS, SET_FLOATS, SET_FLOATS),			\
	.orders = ORDERS_ALL,							\
	.paths = {								\
		[AICORE_PATH_GM_VECIN] = SET_B,					\
		[AICORE_PATH_GM_L1] = SET_B,					\
		[AICORE_PATH_VECIN_VECCALC] = SET_B,				\
		[AICORE_PATH_UB_TSCM] = SET_B,					\
		[AICORE_PATH_VECOUT_GM] = SET_B,				\
		[AICORE_PATH_L1_GM] = SET_B,					\
	}

static const struct aicore_soc socs[] = {
	{
		.name = "ascend910",
		.title = "Atlas training series",
		.id = AICORE_SOC_ASCEND910,
		.overflow = AICORE_SOC_SATURATES,
		.flags = AICORE_SOC_NO_COUNTER_MODE | AICORE_SOC_NO_DST_STRIDE_0,
		.co2 = AICORE_MEMORY_UB,
		.bytes = {
			[AICORE_MEMORY_UB] = 256 * KIB,
			[AICORE_MEMORY_L1] = 1024 * KIB,
			[AICORE_MEMORY_L0C] = 256 * KIB,
		},
		REDUCE(SET_FLOATS, SET_HALF, SET_HALF, SET_HALF),
		.orders = ORDER(VALUE_INDEX),
		.paths = {
			[AICORE_PATH_GM_VECIN] = SET_A,
			[AICORE_PATH_GM_L1] = SET_A,
			[AICORE_PATH_VECIN_VECCALC] = SET_A,
			[AICORE_PATH_VECOUT_GM] = SET_A,
		},
	},
	{
		.name = "ascend310p",
		.title = "Atlas inference series, AI Core",
		.id = AICORE_SOC_ASCEND310P,
		.overflow = AICORE_SOC_SATURATE_DEFAULT,
		.co2 = AICORE_MEMORY_UB,
		.bytes = {
			[AICORE_MEMORY_UB] = 256 * KIB,
			[AICORE_MEMORY_L1] = 1024 * KIB,
			[AICORE_MEMORY_L0C] = 256 * KIB,
		},
		REDUCE(SET_FLOATS, SET_FLOATS, SET_FLOATS, SET_FLOATS),
		.orders = ORDER(VALUE_INDEX) | ORDER(INDEX_VALUE),
		.paths = {
			[AICORE_PATH_GM_VECIN] = SET_A,
			[AICORE_PATH_GM_L1] = SET_A,
			[AICORE_PATH_VECIN_VECCALC] = SET_A,
			[AICORE_PATH_UB_L1] = SET_A,
			[AICORE_PATH_VECOUT_GM] = SET_A,
			[AICORE_PATH_CO2_GM] = SET_A,
			[AICORE_PATH_CO1_CO2] = SET_L0C,
			[AICORE_PATH_CO2_CO1] = SET_L0C,
		},
	},
	{
		.name = "ascend310p-vec",
		.title = "Atlas inference series, Vector Core",
		.id = AICORE_SOC_ASCEND310P_VEC,
		.overflow = AICORE_SOC_SATURATE_DEFAULT,
		.co2 = AICORE_MEMORY_UB,
		.bytes = {
			[AICORE_MEMORY_UB] = 256 * KIB,
		},
		.paths = {
			[AICORE_PATH_GM_VECIN] = SET_A,
			[AICORE_PATH_VECOUT_GM] = SET_A,
		},
	},
	{
		.name = "ascend910b",
		.title = "Atlas A2 training series, 800I A2",
		.id = AICORE_SOC_ASCEND910B,
		A2_ROW,
	},
	{
		.name = "ascend910c",
		.title = "Atlas A3 training and inference series",
		.id = AICORE_SOC_ASCEND910C,
		A2_ROW,
	},
	{
		.name = "ascend310b",
		.title = "Atlas 200I/500 A2",
		.id = AICORE_SOC_ASCEND310B,
		.overflow = AICORE_SOC_INFNAN_DEFAULT,
		.co2 = AICORE_MEMORY_GM,
		.bytes = {
			[AICORE_MEMORY_UB] = 248 * KIB,
			[AICORE_MEMORY_L1] = 1024 * KIB,
			[AICORE_MEMORY_L0C] = 128 * KIB,
		},
		REDUCE(SET_FLOATS, SET_FLOATS, SET_FLOATS, SET_FLOATS),
		.orders = ORDER(VALUE_INDEX) | ORDER(ONLY_VALUE),
		.idle = AICORE_SOC_IDLE_FINITE,
		.paths = {
			[AICORE_PATH_GM_VECIN] = SET_B,
			[AICORE_PATH_VECOUT_GM] = SET_B,
		},
	},
	{
		.name = "ascend950",
		.title = "Ascend 950PR, 950DT",
		.id = AICORE_SOC_ASCEND950,
		.overflow = AICORE_SOC_INFNAN_DEFAULT,
		.co2 = AICORE_MEMORY_GM,
		.bytes = {
			[AICORE_MEMORY_UB] = 248 * KIB,
			[AICORE_MEMORY_L1] = 512 * KIB,
			[AICORE_MEMORY_L0C] = 256 * KIB,
		},
		REDUCE(SET_FLOATS | SET_INTS, SET_FLOATS | SET_INTS, SET_FLOATS,
		       SET_FLOATS),
		.orders = ORDERS_ALL,
		.idle = AICORE_SOC_IDLE_INFINITE,
		.paths = {
			[AICORE_PATH_GM_VECIN] = SET_B,
			[AICORE_PATH_GM_L1] = SET_B,
			[AICORE_PATH_VECIN_VECCALC] = SET_B,
			[AICORE_PATH_VECIN_VECOUT] = SET_B,
			[AICORE_PATH_UB_TSCM] = SET_B,
			[AICORE_PATH_VECOUT_GM] = SET_B,
		},
	},
};

const struct aicore_soc *aicore_soc_find(u32 id)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(socs); i++) {
		if (socs[i].id == id)
			return &socs[i];
	}
	return NULL;
}

enum aicore_memory aicore_soc_memory(const struct aicore_soc *soc, u32 position)
{
	switch (position) {
	case AICORE_POSITION_GM:
		return AICORE_MEMORY_GM;
	case AICORE_POSITION_VECIN:
	case AICORE_POSITION_VECCALC:
	case AICORE_POSITION_VECOUT:
		return AICORE_MEMORY_UB;
	case AICORE_POSITION_A1:
	case AICORE_POSITION_B1:
	case AICORE_POSITION_TSCM:
		return AICORE_MEMORY_L1;
	case AICORE_POSITION_CO1:
		return AICORE_MEMORY_L0C;
	case AICORE_POSITION_CO2:
		return soc->co2;
	default:
		return AICORE_MEMORY_NONE;
	}
}

static const struct {
	u32 op;
	enum aicore_reduce_set set;
} reduce_sets[] = {
	{ AICORE_OP_WHOLE_REDUCE_SUM, AICORE_REDUCE_WHOLE_SUM },
	{ AICORE_OP_WHOLE_REDUCE_MAX, AICORE_REDUCE_WHOLE_EXTREME },
	{ AICORE_OP_WHOLE_REDUCE_MIN, AICORE_REDUCE_WHOLE_EXTREME },
	{ AICORE_OP_BLOCK_REDUCE_SUM, AICORE_REDUCE_BLOCK },
	{ AICORE_OP_BLOCK_REDUCE_MAX, AICORE_REDUCE_BLOCK },
	{ AICORE_OP_BLOCK_REDUCE_MIN, AICORE_REDUCE_BLOCK },
	{ AICORE_OP_PAIR_REDUCE_SUM, AICORE_REDUCE_PAIR },
	{ AICORE_OP_REPEAT_REDUCE_SUM, AICORE_REDUCE_WHOLE_SUM },
};

u32 aicore_reduce_types(const struct aicore_soc *soc, u32 op)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(reduce_sets); i++) {
		if (reduce_sets[i].op == op)
			return soc->reduce[reduce_sets[i].set];
	}
	return 0;
}

#define AT(name)	(1U << AICORE_POSITION_##name)
#define AT_UB		(AT(VECIN) | AT(VECCALC) | AT(VECOUT))
#define AT_L1		(AT(A1) | AT(B1))

static const struct {
	u32 src;
	u32 dst;
	enum aicore_path path;
} paths[] = {
	{ AT(GM), AT(VECIN), AICORE_PATH_GM_VECIN },
	{ AT(GM), AT_L1, AICORE_PATH_GM_L1 },
	{ AT(VECIN), AT(VECCALC), AICORE_PATH_VECIN_VECCALC },
	{ AT(VECCALC), AT(VECOUT), AICORE_PATH_VECIN_VECCALC },
	{ AT(VECIN), AT(VECOUT), AICORE_PATH_VECIN_VECOUT },
	{ AT_UB, AT_L1, AICORE_PATH_UB_L1 },
	{ AT_UB, AT(TSCM), AICORE_PATH_UB_TSCM },
	{ AT(VECOUT), AT(GM), AICORE_PATH_VECOUT_GM },
	{ AT(CO2), AT(GM), AICORE_PATH_CO2_GM },
	{ AT_L1, AT(GM), AICORE_PATH_L1_GM },
	{ AT(CO1), AT(CO2), AICORE_PATH_CO1_CO2 },
	{ AT(CO2), AT(CO1), AICORE_PATH_CO2_CO1 },
};

enum aicore_path aicore_path_find(u32 src_position, u32 dst_position)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(paths); i++) {
		if (paths[i].src >> src_position & 1 &&
		    paths[i].dst >> dst_position & 1)
			return paths[i].path;
	}
	return AICORE_PATHS;
}

int aicore_soc_saturate(const struct aicore_soc *soc, u32 overflow,
			bool *saturate)
{
	switch (overflow) {
	case AICORE_OVERFLOW_DEFAULT:
		*saturate = soc->overflow != AICORE_SOC_INFNAN_DEFAULT;
		return 0;
	case AICORE_OVERFLOW_SATURATE:
		*saturate = true;
		return 0;
	case AICORE_OVERFLOW_INFNAN:
		if (soc->overflow == AICORE_SOC_SATURATES)
			return -EOPNOTSUPP;
		*saturate = false;
		return 0;
	default:
		return -EINVAL;
	}
}

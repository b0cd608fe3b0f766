// SPDX-License-Identifier: GPL-2.0-only
/* Products, positions, types and paths: the tables of sections 1, 2 and 4.1. */
#include <string.h>

#include "oracle.h"

#define KIB 1024ULL

/* UB, L1, L0C in KiB */
#define SIZES(ub, l1, l0c)				\
	{ [ORACLE_UB] = (ub) * KIB,			\
	  [ORACLE_L1] = (l1) * KIB,			\
	  [ORACLE_L0C] = (l0c) * KIB }

#define ALL_ORDERS { true, true, true, true }

static const struct oracle_soc socs[] = {
	{
		.name = "ascend910", .id = 1,
		.bytes = SIZES(256, 1024, 256), .co2_in_ub = true,
		.overflow = ORACLE_SATURATES,
		.reduces = true,
		.orders = { [AICORE_ORDER_VALUE_INDEX] = true },
		.idle = ORACLE_KEEPS,
	}, {
		.name = "ascend310p", .id = 2,
		.bytes = SIZES(256, 1024, 256), .co2_in_ub = true,
		.overflow = ORACLE_SATURATES_BY_DEFAULT,
		.reduces = true, .reduces_floats = true,
		.orders = { [AICORE_ORDER_VALUE_INDEX] = true,
			    [AICORE_ORDER_INDEX_VALUE] = true },
		.idle = ORACLE_KEEPS,
		.counter_mode = true, .dst_rep_stride_0 = true,
	}, {
		.name = "ascend310p-vec", .id = 3,
		.bytes = SIZES(256, 0, 0), .co2_in_ub = true,
		.overflow = ORACLE_SATURATES_BY_DEFAULT,
		.counter_mode = true, .dst_rep_stride_0 = true,
	}, {
		.name = "ascend910b", .id = 4,
		.bytes = SIZES(192, 512, 128),
		.overflow = ORACLE_INFNAN_BY_DEFAULT,
		.reduces = true, .reduces_floats = true,
		.orders = ALL_ORDERS, .idle = ORACLE_KEEPS,
		.zero_mask_is_noop = true,
		.counter_mode = true, .dst_rep_stride_0 = true,
	}, {
		.name = "ascend910c", .id = 5,
		.bytes = SIZES(192, 512, 128),
		.overflow = ORACLE_INFNAN_BY_DEFAULT,
		.reduces = true, .reduces_floats = true,
		.orders = ALL_ORDERS, .idle = ORACLE_KEEPS,
		.zero_mask_is_noop = true,
		.counter_mode = true, .dst_rep_stride_0 = true,
	}, {
		.name = "ascend310b", .id = 6,
		.bytes = SIZES(248, 1024, 128),
		.overflow = ORACLE_INFNAN_BY_DEFAULT,
		.reduces = true, .reduces_floats = true,
		.orders = { [AICORE_ORDER_VALUE_INDEX] = true,
			    [AICORE_ORDER_ONLY_VALUE] = true },
		.idle = ORACLE_FILLS_FINITE,
		.counter_mode = true, .dst_rep_stride_0 = true,
	}, {
		.name = "ascend950", .id = 7,
		.bytes = SIZES(248, 512, 256),
		.overflow = ORACLE_INFNAN_BY_DEFAULT,
		.reduces = true, .reduces_floats = true,
		.reduces_integers = true,
		.orders = ALL_ORDERS, .idle = ORACLE_FILLS_INFINITE,
		.counter_mode = true, .dst_rep_stride_0 = true,
	},
};

#define SOCS (sizeof(socs) / sizeof(socs[0]))

const struct oracle_soc *oracle_soc_find(uint32_t id)
{
	for (size_t i = 0; i < SOCS; i++)
		if (socs[i].id == id)
			return &socs[i];
	return NULL;
}

const struct oracle_soc *oracle_soc_named(const char *name)
{
	for (size_t i = 0; i < SOCS; i++)
		if (!strcmp(socs[i].name, name))
			return &socs[i];
	return NULL;
}

enum oracle_place oracle_position_place(const struct oracle_soc *soc,
					uint32_t position)
{
	switch (position) {
	case AICORE_POSITION_GM:
		return ORACLE_GM;
	case AICORE_POSITION_VECIN:
	case AICORE_POSITION_VECCALC:
	case AICORE_POSITION_VECOUT:
		return ORACLE_UB;
	case AICORE_POSITION_A1:
	case AICORE_POSITION_B1:
	case AICORE_POSITION_TSCM:
		return ORACLE_L1;
	case AICORE_POSITION_CO1:
		return ORACLE_L0C;
	case AICORE_POSITION_CO2:
		return soc->co2_in_ub ? ORACLE_UB : ORACLE_GM;
	default:
		return ORACLE_NOWHERE;
	}
}

static const struct {
	const char *name;
	uint32_t bytes;
} types[] = {
	[AICORE_TYPE_INT8] = { "int8", 1 },
	[AICORE_TYPE_UINT8] = { "uint8", 1 },
	[AICORE_TYPE_INT16] = { "int16", 2 },
	[AICORE_TYPE_UINT16] = { "uint16", 2 },
	[AICORE_TYPE_INT32] = { "int32", 4 },
	[AICORE_TYPE_UINT32] = { "uint32", 4 },
	[AICORE_TYPE_INT64] = { "int64", 8 },
	[AICORE_TYPE_UINT64] = { "uint64", 8 },
	[AICORE_TYPE_HALF] = { "half", 2 },
	[AICORE_TYPE_BFLOAT16] = { "bfloat16", 2 },
	[AICORE_TYPE_FLOAT] = { "float", 4 },
	[AICORE_TYPE_DOUBLE] = { "double", 8 },
};

#define TYPES (sizeof(types) / sizeof(types[0]))

/* 0 for a number that is no type. */
uint32_t oracle_type_bytes(uint32_t type)
{
	return type < TYPES ? types[type].bytes : 0;
}

const char *oracle_type_name(uint32_t type)
{
	return type < TYPES ? types[type].name : NULL;
}

/*
 * A letter for each product, in the order of their ids: 910 310p 310p-vec 910b
 * 910c 310b 950. A and B are the type sets of section 4.1, q is CO1->CO2 and w
 * is CO2->CO1.
 */
static const struct {
	uint32_t src;
	uint32_t dst;
	const char *types;
} paths[] = {
	{ AICORE_POSITION_GM, AICORE_POSITION_VECIN, "AAABBBB" },
	{ AICORE_POSITION_GM, AICORE_POSITION_A1, "AA-BB-B" },
	{ AICORE_POSITION_GM, AICORE_POSITION_B1, "AA-BB-B" },
	{ AICORE_POSITION_VECIN, AICORE_POSITION_VECCALC, "AA-BB-B" },
	{ AICORE_POSITION_VECCALC, AICORE_POSITION_VECOUT, "AA-BB-B" },
	{ AICORE_POSITION_VECIN, AICORE_POSITION_VECOUT, "------B" },
	{ AICORE_POSITION_VECIN, AICORE_POSITION_A1, "-A-----" },
	{ AICORE_POSITION_VECIN, AICORE_POSITION_B1, "-A-----" },
	{ AICORE_POSITION_VECCALC, AICORE_POSITION_A1, "-A-----" },
	{ AICORE_POSITION_VECCALC, AICORE_POSITION_B1, "-A-----" },
	{ AICORE_POSITION_VECOUT, AICORE_POSITION_A1, "-A-----" },
	{ AICORE_POSITION_VECOUT, AICORE_POSITION_B1, "-A-----" },
	{ AICORE_POSITION_VECIN, AICORE_POSITION_TSCM, "---BB-B" },
	{ AICORE_POSITION_VECCALC, AICORE_POSITION_TSCM, "---BB-B" },
	{ AICORE_POSITION_VECOUT, AICORE_POSITION_TSCM, "---BB-B" },
	{ AICORE_POSITION_VECOUT, AICORE_POSITION_GM, "AAABBBB" },
	{ AICORE_POSITION_CO2, AICORE_POSITION_GM, "-A-----" },
	{ AICORE_POSITION_A1, AICORE_POSITION_GM, "---BB--" },
	{ AICORE_POSITION_B1, AICORE_POSITION_GM, "---BB--" },
	{ AICORE_POSITION_CO1, AICORE_POSITION_CO2, "-q-----" },
	{ AICORE_POSITION_CO2, AICORE_POSITION_CO1, "-w-----" },
};

#define PATHS (sizeof(paths) / sizeof(paths[0]))

static char path_letter(const struct oracle_soc *soc, uint32_t src,
			uint32_t dst)
{
	for (size_t i = 0; i < PATHS; i++)
		if (paths[i].src == src && paths[i].dst == dst)
			return paths[i].types[soc->id - 1];
	return '-';
}

bool oracle_path_exists(const struct oracle_soc *soc, uint32_t src,
			uint32_t dst)
{
	return path_letter(soc, src, dst) != '-';
}

static bool co2_co1_takes(uint32_t src_type, uint32_t dst_type)
{
	if (src_type == AICORE_TYPE_HALF && dst_type == AICORE_TYPE_FLOAT)
		return true;
	return src_type == dst_type &&
	       (src_type == AICORE_TYPE_HALF || src_type == AICORE_TYPE_FLOAT ||
		src_type == AICORE_TYPE_INT32 ||
		src_type == AICORE_TYPE_UINT32);
}

bool oracle_path_takes(const struct oracle_soc *soc, uint32_t src, uint32_t dst,
		       uint32_t src_type, uint32_t dst_type)
{
	switch (path_letter(soc, src, dst)) {
	case 'A':
		return src_type == dst_type &&
		       src_type != AICORE_TYPE_BFLOAT16;
	case 'B':
		return src_type == dst_type;
	case 'q':
		return oracle_pair_exists(src_type, dst_type);
	case 'w':
		return co2_co1_takes(src_type, dst_type);
	default:
		return false;
	}
}

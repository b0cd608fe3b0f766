/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Products (operations.md sections 1, 2 and 4.1). A product is one row of the
 * table in soc.c; nothing else in the core knows its name.
 */
#ifndef AICORE_CORE_SOC_H
#define AICORE_CORE_SOC_H

#include "type.h"

/* Physical memories. */
enum aicore_memory {
	AICORE_MEMORY_NONE,
	AICORE_MEMORY_GM,
	AICORE_MEMORY_UB,
	AICORE_MEMORY_L1,
	AICORE_MEMORY_L0C,
	AICORE_MEMORIES,
};

/* Paths of DataCopy: the rows of the table in operations.md section 4.1. */
enum aicore_path {
	AICORE_PATH_GM_VECIN,
	AICORE_PATH_GM_L1,
	AICORE_PATH_VECIN_VECCALC,
	AICORE_PATH_VECIN_VECOUT,
	AICORE_PATH_UB_L1,
	AICORE_PATH_UB_TSCM,
	AICORE_PATH_VECOUT_GM,
	AICORE_PATH_CO2_GM,
	AICORE_PATH_L1_GM,
	AICORE_PATH_CO1_CO2,
	AICORE_PATH_CO2_CO1,
	AICORE_PATHS,
};

/* What half results do on overflow. */
enum aicore_soc_overflow {
	AICORE_SOC_SATURATES,		/* always */
	AICORE_SOC_SATURATE_DEFAULT,	/* unless asked for inf and nan */
	AICORE_SOC_INFNAN_DEFAULT,	/* unless asked to saturate */
};

/* Reductions that take the same types (semantics: one column per product). */
enum aicore_reduce_set {
	AICORE_REDUCE_WHOLE_SUM,
	AICORE_REDUCE_WHOLE_EXTREME,
	AICORE_REDUCE_BLOCK,
	AICORE_REDUCE_PAIR,
	AICORE_REDUCE_SETS,
};

/* What becomes of the result of a group in which no lane is active. */
enum aicore_soc_idle {
	AICORE_SOC_IDLE_KEEPS,		/* it keeps its old contents */
	AICORE_SOC_IDLE_FINITE,		/* 0; the least or greatest finite half */
	AICORE_SOC_IDLE_INFINITE,	/* 0; -inf or +inf */
};

/* Peculiarities. */
#define AICORE_SOC_ZERO_MASK_NOOP	BIT(0)
#define AICORE_SOC_NO_COUNTER_MODE	BIT(1)
#define AICORE_SOC_NO_DST_STRIDE_0	BIT(2)

/**
 * struct aicore_soc - one product
 * @name: profile name
 * @title: the documents' name
 * @id: enum aicore_soc_id
 * @overflow: enum aicore_soc_overflow
 * @flags: AICORE_SOC_... peculiarities
 * @co2: the memory behind CO2
 * @bytes: sizes of the memories on the chip, by enum aicore_memory
 * @reduce: source types of reductions, by enum aicore_reduce_set
 * @orders: bit (1 << enum aicore_reduce_order) for each that it has
 * @idle: enum aicore_soc_idle
 * @paths: types that each path takes, by enum aicore_path; 0: no such path
 */
struct aicore_soc {
	const char *name;
	const char *title;
	u32 id;
	enum aicore_soc_overflow overflow;
	u32 flags;
	enum aicore_memory co2;
	u32 bytes[AICORE_MEMORIES];
	u32 reduce[AICORE_REDUCE_SETS];
	u32 orders;
	enum aicore_soc_idle idle;
	u32 paths[AICORE_PATHS];
};

/* NULL for a number that is no product. */
const struct aicore_soc *aicore_soc_find(u32 id);

/* The memory behind a position; NONE for a number that is no position. */
enum aicore_memory aicore_soc_memory(const struct aicore_soc *soc, u32 position);

/* Source types of a reduction on a product; 0 if it lacks it, or if it is none. */
u32 aicore_reduce_types(const struct aicore_soc *soc, u32 op);

/* Finds the path between two positions; AICORE_PATHS if there is none. */
enum aicore_path aicore_path_find(u32 src_position, u32 dst_position);

/*
 * Settles the overflow mode (enum aicore_overflow) that a user asks for.
 * 0, -EINVAL for an unknown mode, -EOPNOTSUPP for one that the product lacks.
 */
int aicore_soc_saturate(const struct aicore_soc *soc, u32 overflow,
			bool *saturate);

#endif /* AICORE_CORE_SOC_H */

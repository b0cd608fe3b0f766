/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* DataCopy: paths, units and the walk over blocks (operations.md section 4). */
#ifndef AICORE_CORE_COPY_H
#define AICORE_CORE_COPY_H

#include "quant.h"

/**
 * struct aicore_copy_plan - a copy that is known to be good
 * @dst: first byte of the first block
 * @src: first byte of the first block
 * @blocks: number of blocks
 * @units: fractals of a block
 * @bytes: length of a block that is moved as it is
 * @dst_block: bytes from the start of one block to the start of the next
 * @src_block: likewise
 * @dst_unit: bytes from one fractal of a block to the next
 * @src_unit: likewise
 * @dst_row: bytes from one row of a fractal to the next
 * @src_row: likewise
 * @rows: rows of a fractal that are converted: 16, or 1 in VECTOR mode
 * @quant: what happens to elements; no conversion: bytes are moved untouched
 */
struct aicore_copy_plan {
	u8 *dst;
	const u8 *src;
	u32 blocks;
	u32 units;
	u64 bytes;
	u64 dst_block;
	u64 src_block;
	u32 dst_unit;
	u32 src_unit;
	u32 dst_row;
	u32 src_row;
	u32 rows;
	struct aicore_quant_plan quant;
};

/* Like aicore_plan_make(); a plan with no blocks is no operation. */
int aicore_copy_check(struct aicore_copy_plan *plan,
		      const struct aicore_desc *desc,
		      const struct aicore_env *env,
		      struct aicore_report *report);

/* Like aicore_plan_step(). */
int aicore_copy_step(const struct aicore_copy_plan *plan, u64 *progress,
		     struct aicore_report *report);

#endif /* AICORE_CORE_COPY_H */

// SPDX-License-Identifier: MIT
#include "pieces.h"

static void reduce_reads(const struct aicore_reduce_plan *plan,
			 piece_visitor visit, void *context)
{
	u32 lanes = AICORE_BLOCK_BYTES / plan->src_bytes;
	u64 repeat, block;

	for (repeat = 0; repeat < plan->repeats; repeat++) {
		const u64 *mask = repeat == plan->repeats - 1 ? plan->last :
								plan->mask;

		for (block = 0; block < AICORE_REPEAT_BLOCKS; block++) {
			struct piece piece = {
				repeat * plan->src_rep + block * plan->src_blk,
				AICORE_BLOCK_BYTES, repeat, block,
			};

			if (aicore_mask_any(mask, (u32)block * lanes, lanes) &&
			    !visit(context, &piece))
				return;
		}
	}
}

static void reduce_writes(const struct aicore_reduce_plan *plan,
			  piece_visitor visit, void *context)
{
	u64 repeat;

	for (repeat = 0; repeat < plan->repeats; repeat++) {
		struct piece piece = {
			repeat * plan->dst_rep, plan->result_bytes, repeat, 0,
		};

		if (!visit(context, &piece))
			return;
	}
}

/**
 * struct side - one side of a copy
 * @block: bytes from one block to the next
 * @unit: from one fractal to the next
 * @row: from one row of a fractal to the next
 * @row_bytes: of a row
 */
struct side {
	u64 block;
	u64 unit;
	u64 row;
	u64 row_bytes;
};

/* The rows of the fractals of a block. */
static bool rows(const struct aicore_copy_plan *plan, const struct side *side,
		 u64 block, piece_visitor visit, void *context)
{
	u64 unit, row;

	for (unit = 0; unit < plan->units; unit++) {
		for (row = 0; row < plan->rows; row++) {
			struct piece piece = {
				block * side->block + unit * side->unit +
				row * side->row, side->row_bytes, block,
				unit * plan->rows + row,
			};

			if (!visit(context, &piece))
				return false;
		}
	}
	return true;
}

/* Blocks as they are, or rows of fractals. */
static void copy_pieces(const struct aicore_copy_plan *plan,
			const struct side *side, piece_visitor visit,
			void *context)
{
	u64 block;

	for (block = 0; block < plan->blocks; block++) {
		struct piece piece = {
			block * side->block, plan->bytes, block, 0,
		};

		if (plan->quant.conversion ?
		    !rows(plan, side, block, visit, context) :
		    !visit(context, &piece))
			return;
	}
}

void pieces_read(const struct aicore_plan *plan, piece_visitor visit,
		 void *context)
{
	const struct aicore_copy_plan *copy = &plan->copy;

	if (plan->kind == AICORE_PLAN_REDUCE) {
		reduce_reads(&plan->reduce, visit, context);
	} else if (plan->kind == AICORE_PLAN_COPY) {
		const struct side side = {
			copy->src_block, copy->src_unit, copy->src_row,
			copy->src_row,
		};

		copy_pieces(copy, &side, visit, context);
	}
}

/* Rows of 8-bit results may lie further apart than they are long. */
static u64 written_row(const struct aicore_copy_plan *copy)
{
	const struct aicore_conversion *conversion = copy->quant.conversion;

	return conversion ? AICORE_COLUMNS *
			    ac_type_bytes(conversion->dst_type) : 0;
}

void pieces_written(const struct aicore_plan *plan, piece_visitor visit,
		    void *context)
{
	const struct aicore_copy_plan *copy = &plan->copy;

	if (plan->kind == AICORE_PLAN_REDUCE) {
		reduce_writes(&plan->reduce, visit, context);
	} else if (plan->kind == AICORE_PLAN_COPY) {
		const struct side side = {
			copy->dst_block, copy->dst_unit, copy->dst_row,
			written_row(copy),
		};

		copy_pieces(copy, &side, visit, context);
	}
}

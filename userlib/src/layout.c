// SPDX-License-Identifier: MIT
#include "internal.h"
#include "layout.h"

/* dstRepStride of PairReduceSum counts these. */
#define PAIR_UNIT	128

/* Halves, or 64-bit parameters, for 16 columns. */
#define HALVES_BYTES	32
#define WORDS_BYTES	128

int ac_is_reduction(const struct aicore_desc *desc)
{
	return desc->op >= AICORE_OP_WHOLE_REDUCE_SUM &&
	       desc->op <= AICORE_OP_REPEAT_REDUCE_SUM;
}

/* Bytes of a row of 16 results in UB; one byte each may take a whole line. */
static uint64_t row_bytes(const struct aicore_desc *desc, uint64_t size)
{
	return size == 1 && desc->copy.sid_store_mode < 2 ? AC_DATA_BLOCK :
							     16 * size;
}

struct ac_copy_side ac_copy_side(const struct aicore_desc *desc, int dst)
{
	int to_l0c = desc->dst.position == AICORE_POSITION_CO1;
	uint64_t size = ac_type_bytes(dst ? desc->dst_type : desc->src_type);
	uint64_t rows = desc->copy.block_mode == AICORE_BLOCK_MODE_VECTOR ?
			1 : 16;
	struct ac_copy_side side = { AC_DATA_BLOCK, AC_DATA_BLOCK };

	if (!to_l0c && desc->src.position != AICORE_POSITION_CO1)
		return side;
	if (dst != to_l0c) {
		side.unit = rows * row_bytes(desc, size);
		return side;
	}
	side.unit = 256 * size;
	side.gap = side.unit;
	return side;
}

int ac_ranges_meet(struct ac_range a, struct ac_range b)
{
	return a.first < b.end && b.first < a.end;
}

/* Bytes of a value, an index, or both. */
static uint64_t ordered_bytes(const struct aicore_desc *desc, uint64_t size)
{
	switch (desc->reduce.order) {
	case AICORE_ORDER_ONLY_VALUE:
		return size;
	case AICORE_ORDER_ONLY_INDEX:
		return sizeof(uint32_t);
	default:
		return 2 * size;
	}
}

static uint64_t result_bytes(const struct aicore_desc *desc)
{
	uint64_t size = ac_type_bytes(desc->dst_type);

	switch (desc->op) {
	case AICORE_OP_WHOLE_REDUCE_MAX:
	case AICORE_OP_WHOLE_REDUCE_MIN:
		return ordered_bytes(desc, size);
	case AICORE_OP_BLOCK_REDUCE_SUM:
	case AICORE_OP_BLOCK_REDUCE_MAX:
	case AICORE_OP_BLOCK_REDUCE_MIN:
		return AC_REPEAT_BLOCKS * size;
	case AICORE_OP_PAIR_REDUCE_SUM:
		return PAIR_UNIT;
	default:
		return size;
	}
}

struct ac_range ac_repeat_writes(const struct aicore_desc *desc,
				 uint64_t repeat)
{
	uint64_t bytes = result_bytes(desc);
	uint64_t first = desc->dst.offset +
			 repeat * desc->reduce.dst_rep_stride * bytes;

	return (struct ac_range){ first, first + bytes };
}

/* Whether the mask of the call selects a lane of the DataBlock. */
static int block_active(const struct aicore_desc *desc, uint64_t block)
{
	const struct aicore_reduce *reduce = &desc->reduce;
	uint64_t lanes = AC_DATA_BLOCK / ac_type_bytes(desc->src_type);
	uint64_t first = block * lanes;

	if (reduce->mask_form == AICORE_MASK_CONTIGUOUS)
		return first < reduce->mask[0];
	return reduce->mask[first / 64] >> first % 64 & ((1U << lanes) - 1);
}

struct ac_range ac_repeat_reads(const struct aicore_desc *desc,
				uint64_t repeat, uint64_t block)
{
	const struct aicore_reduce *reduce = &desc->reduce;
	uint64_t first = desc->src.offset +
			 AC_DATA_BLOCK * (repeat * reduce->src_rep_stride +
					  block * reduce->src_blk_stride);
	uint64_t bytes = block_active(desc, block) ? AC_DATA_BLOCK : 0;

	return (struct ac_range){ first, first + bytes };
}

struct ac_range ac_copy_block(const struct aicore_desc *desc, int dst,
			      uint64_t block)
{
	const struct aicore_copy *copy = &desc->copy;
	struct ac_copy_side side = ac_copy_side(desc, dst);
	uint64_t stride = dst ? copy->dst_stride : copy->src_stride;
	uint64_t bytes = copy->block_len * side.unit;
	uint64_t first = (dst ? desc->dst.offset : desc->src.offset) +
			 block * (bytes + stride * side.gap);

	return (struct ac_range){ first, first + bytes };
}

struct ac_range ac_copy_vector(const struct aicore_desc *desc, uint64_t block)
{
	uint64_t bytes = desc->copy.deq_scale == AICORE_DEQ_SCALE_VDEQ ?
			 HALVES_BYTES : WORDS_BYTES;
	uint64_t first = desc->copy.deq_tensor_addr + block * bytes;

	return (struct ac_range){ first, first + bytes };
}

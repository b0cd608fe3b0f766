// SPDX-License-Identifier: GPL-2.0-only
/* DataCopy (section 4). */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

#define UNIT 32
#define COLUMNS 16
#define ROWS 16

static bool from_l0c(const struct oracle_call *call)
{
	return call->desc.src.position == AICORE_POSITION_CO1;
}

static bool to_l0c(const struct oracle_call *call)
{
	return call->desc.dst.position == AICORE_POSITION_CO1;
}

/* A copy that knows elements and fractals. */
static bool enhanced(const struct oracle_call *call)
{
	return from_l0c(call) || to_l0c(call);
}

static bool to_byte_lines(const struct oracle_call *call)
{
	const struct aicore_copy *copy = &call->desc.copy;

	return from_l0c(call) && copy->sid_store_mode < 2 &&
	       (copy->deq_scale == AICORE_DEQ_SCALE_DEQ8 ||
		copy->deq_scale == AICORE_DEQ_SCALE_VDEQ8);
}

/* Walks: block by block, unit by unit, row by row. */

static bool next_row(struct oracle_walk *walk, struct oracle_run *run)
{
	if (walk->step == walk->steps || !walk->units)
		return false;
	run->step = walk->step;
	run->start = walk->cursor + walk->row * walk->row_step + walk->row_shift;
	run->length = walk->row_bytes;
	if (++walk->row < walk->rows)
		return true;
	walk->row = 0;
	walk->cursor += walk->unit_step;
	if (++walk->unit < walk->units)
		return true;
	walk->unit = 0;
	walk->cursor += walk->gap;
	walk->step++;
	return true;
}

static struct oracle_walk walk_blocks(const struct oracle_call *call,
				      uint64_t offset)
{
	return (struct oracle_walk){
		.next = next_row,
		.call = call,
		.cursor = offset,
		.steps = call->desc.copy.block_count,
		.units = call->desc.copy.block_len,
		.rows = 1,
		.row_bytes = UNIT,
		.row_step = UNIT,
		.unit_step = UNIT,
	};
}

static void walk_fractals(struct oracle_walk *walk)
{
	bool matrix = walk->call->desc.copy.block_mode ==
		      AICORE_BLOCK_MODE_MATRIX;

	walk->rows = matrix ? ROWS : 1;
}

/* L0C advances by whole fractals, whatever is taken of them. */
static void walk_l0c(struct oracle_walk *walk, uint32_t type, uint64_t stride)
{
	walk_fractals(walk);
	walk->row_bytes = COLUMNS * oracle_type_bytes(type);
	walk->row_step = walk->row_bytes;
	walk->unit_step = ROWS * walk->row_bytes;
	walk->gap = stride * walk->unit_step;
}

/* UB has the rows one after the other, or each in a line of 32 bytes. */
static void walk_ub(struct oracle_walk *walk, uint32_t type, uint64_t stride)
{
	walk_fractals(walk);
	walk->row_bytes = COLUMNS * oracle_type_bytes(type);
	walk->row_step = walk->row_bytes;
	if (to_byte_lines(walk->call)) {
		walk->row_step = 32;
		walk->row_shift = 16 * walk->call->desc.copy.sid_store_mode;
	}
	walk->unit_step = walk->rows * walk->row_step;
	walk->gap = stride * 32;
}

static struct oracle_walk walk_src(const struct oracle_call *call)
{
	const struct aicore_copy *copy = &call->desc.copy;
	struct oracle_walk walk = walk_blocks(call, call->desc.src.offset);

	if (from_l0c(call))
		walk_l0c(&walk, call->desc.src_type, copy->src_stride);
	else if (to_l0c(call))
		walk_ub(&walk, call->desc.src_type, copy->src_stride);
	else
		walk.gap = copy->src_stride * UNIT;
	return walk;
}

static struct oracle_walk walk_dst(const struct oracle_call *call)
{
	const struct aicore_copy *copy = &call->desc.copy;
	struct oracle_walk walk = walk_blocks(call, call->desc.dst.offset);

	if (from_l0c(call))
		walk_ub(&walk, call->desc.dst_type, copy->dst_stride);
	else if (to_l0c(call))
		walk_l0c(&walk, call->desc.dst_type, copy->dst_stride);
	else
		walk.gap = copy->dst_stride * UNIT;
	return walk;
}

/* The parameter vectors; a walk of as many units of one row. */
static struct oracle_walk walk_vector(const struct oracle_call *call)
{
	const struct aicore_copy *copy = &call->desc.copy;
	struct oracle_walk walk = walk_blocks(call, copy->deq_tensor_addr);

	walk.row_bytes = oracle_vector_bytes(copy->deq_scale);
	walk.unit_step = walk.row_bytes;
	walk.units = copy->block_len ? 1 : 0;
	return walk;
}

static uint32_t vector_bytes(const struct oracle_call *call)
{
	if (!from_l0c(call))
		return 0;
	return oracle_vector_bytes(call->desc.copy.deq_scale);
}

/* Checks */

static int positions_check(struct oracle_core *core, struct oracle_call *call,
			   struct aicore_report *report)
{
	const struct aicore_desc *desc = &call->desc;
	int error = oracle_operand(core, &desc->dst, AICORE_FIELD_DST, false,
				   &call->dst, report);

	if (!error)
		error = oracle_operand(core, &desc->src, AICORE_FIELD_SRC,
				       false, &call->src, report);
	if (error)
		return error;
	if (!oracle_path_exists(core->device->soc, desc->src.position,
				desc->dst.position))
		return oracle_refuse(report, AICORE_REASON_PATH,
				     AICORE_FIELD_DST);
	if (!oracle_type_bytes(desc->src_type))
		return oracle_refuse(report, AICORE_REASON_TYPE_UNKNOWN,
				     AICORE_FIELD_SRC_TYPE);
	if (!oracle_type_bytes(desc->dst_type))
		return oracle_refuse(report, AICORE_REASON_TYPE_UNKNOWN,
				     AICORE_FIELD_DST_TYPE);
	if (!oracle_path_takes(core->device->soc, desc->src.position,
			       desc->dst.position, desc->src_type,
			       desc->dst_type))
		return oracle_refuse(report, AICORE_REASON_TYPE_PAIR,
				     AICORE_FIELD_SRC_TYPE);
	return 0;
}

static int counts_check(const struct oracle_call *call,
			struct aicore_report *report)
{
	const struct aicore_copy *copy = &call->desc.copy;
	uint64_t least = call->permissive ? 0 : 1;
	int error = oracle_range(report, AICORE_FIELD_BLOCK_COUNT,
				 copy->block_count, least, 4095);

	if (!error)
		error = oracle_range(report, AICORE_FIELD_BLOCK_LEN,
				     copy->block_len, least, 65535);
	if (!error)
		error = oracle_range(report, AICORE_FIELD_SRC_STRIDE,
				     copy->src_stride, 0, 65535);
	if (!error)
		error = oracle_range(report, AICORE_FIELD_DST_STRIDE,
				     copy->dst_stride, 0, 65535);
	return error;
}

/* The enhanced fields, where they count. */
static int enhanced_check(const struct oracle_call *call,
			  struct aicore_report *report)
{
	const struct aicore_copy *copy = &call->desc.copy;
	int error = 0;

	if (enhanced(call))
		error = oracle_range(report, AICORE_FIELD_BLOCK_MODE,
				     copy->block_mode, 0, 4);
	if (error || !from_l0c(call))
		return error;
	error = oracle_range(report, AICORE_FIELD_DEQ_SCALE, copy->deq_scale, 0,
			     6);
	if (!error && (copy->deq_scale == AICORE_DEQ_SCALE_DEQ8 ||
		       copy->deq_scale == AICORE_DEQ_SCALE_VDEQ8))
		error = oracle_range(report, AICORE_FIELD_SID_STORE_MODE,
				     copy->sid_store_mode, 0, 2);
	if (!error)
		error = oracle_range(report, AICORE_FIELD_IS_RELU,
				     copy->is_relu, 0, 1);
	if (!error)
		error = oracle_range(report, AICORE_FIELD_PAD_MODE,
				     copy->pad_mode, 0, 5);
	return error;
}

static int modes_check(const struct oracle_call *call,
		       struct aicore_report *report)
{
	const struct aicore_copy *copy = &call->desc.copy;

	if (!enhanced(call))
		return 0;
	if (copy->block_mode != AICORE_BLOCK_MODE_MATRIX &&
	    copy->block_mode != AICORE_BLOCK_MODE_VECTOR)
		return oracle_refuse(report, AICORE_REASON_BLOCK_MODE,
				     AICORE_FIELD_BLOCK_MODE);
	if (!from_l0c(call))
		return 0;
	if (copy->pad_mode != AICORE_PAD_NONE)
		return oracle_refuse(report, AICORE_REASON_PAD_MODE,
				     AICORE_FIELD_PAD_MODE);
	return oracle_quant_check(call, report);
}

static uint64_t alignment_of(const struct oracle_core *core, uint32_t position,
			     uint32_t type)
{
	switch (oracle_position_place(core->device->soc, position)) {
	case ORACLE_GM:
		return oracle_type_bytes(type);
	case ORACLE_L0C:
		return 64;
	default:
		return 32;
	}
}

static int alignments_check(const struct oracle_core *core,
			    const struct oracle_call *call,
			    struct aicore_report *report)
{
	const struct aicore_desc *desc = &call->desc;
	int error = oracle_alignment(report, AICORE_FIELD_DST, desc->dst.offset,
				     alignment_of(core, desc->dst.position,
						  desc->dst_type));

	if (!error)
		error = oracle_alignment(report, AICORE_FIELD_SRC,
					 desc->src.offset,
					 alignment_of(core, desc->src.position,
						      desc->src_type));
	if (!error && vector_bytes(call))
		error = oracle_alignment(report, AICORE_FIELD_DEQ_TENSOR_ADDR,
					 desc->copy.deq_tensor_addr, 32);
	return error;
}

static int extents_check(const struct oracle_call *call,
			 struct aicore_report *report)
{
	const struct aicore_desc *desc = &call->desc;
	struct oracle_walk dst = walk_dst(call);
	int error;

	/* the half of a line that isn't written belongs to the extent */
	dst.row_bytes = dst.row_step;
	dst.row_shift = 0;
	error = oracle_extent(dst, &call->dst, desc->dst.offset,
			      AICORE_FIELD_DST, report);
	if (!error)
		error = oracle_extent(walk_src(call), &call->src,
				      desc->src.offset, AICORE_FIELD_SRC,
				      report);
	if (!error && vector_bytes(call))
		error = oracle_extent(walk_vector(call), &call->ub,
				      desc->copy.deq_tensor_addr,
				      AICORE_FIELD_DEQ_TENSOR_ADDR, report);
	return error;
}

/* Whether the destination meets an operand in @memory. */
static int meeting_check(const struct oracle_call *call,
			 struct oracle_walk other,
			 const struct oracle_memory *memory,
			 enum aicore_reason reason, enum aicore_field field,
			 struct aicore_report *report)
{
	uint32_t *marks;
	uint32_t step;

	if (memory->base != call->dst.base)
		return 0;
	marks = oracle_mark(other, memory->bytes);
	step = oracle_meet(walk_dst(call), marks, false);
	oracle_unmark(other, marks);
	if (step == AICORE_NO_STEP)
		return 0;
	oracle_refuse(report, reason, field);
	report->step = step;
	return oracle_errno(reason);
}

static int overlaps_check(const struct oracle_call *call,
			  struct aicore_report *report)
{
	int error;

	if (call->permissive)
		return 0;
	error = meeting_check(call, walk_src(call), &call->src,
			      AICORE_REASON_OVERLAP, AICORE_FIELD_DST, report);
	if (!error && vector_bytes(call))
		error = meeting_check(call, walk_vector(call), &call->ub,
				      AICORE_REASON_OVERLAP_VECTOR,
				      AICORE_FIELD_DEQ_TENSOR_ADDR, report);
	return error;
}

int oracle_copy_check(struct oracle_core *core, struct oracle_call *call,
		      struct aicore_report *report)
{
	int error = positions_check(core, call, report);

	if (!error)
		error = counts_check(call, report);
	if (!error)
		error = enhanced_check(call, report);
	if (!error)
		error = modes_check(call, report);
	if (!error)
		error = alignments_check(core, call, report);
	if (!error)
		error = extents_check(call, report);
	if (!error)
		error = overlaps_check(call, report);
	return error;
}

/* Running */

static uint64_t parameter_of(const struct oracle_call *call,
			     const uint8_t *vector, uint64_t column)
{
	uint32_t bytes = vector_bytes(call) / COLUMNS;

	if (!bytes)
		return call->desc.copy.deq_value;
	return oracle_load(vector + bytes * column, bytes);
}

/* Appends the rows of one block to @bytes. */
static uint8_t *read_block(struct oracle_walk *walk, const uint8_t *base,
			   uint64_t *size)
{
	uint64_t block = walk->step;
	uint8_t *bytes = malloc(walk->units * walk->rows * walk->row_bytes);
	struct oracle_run run;

	if (!bytes)
		abort();
	*size = 0;
	while (walk->step == block && walk->next(walk, &run)) {
		memcpy(bytes + *size, base + run.start, run.length);
		*size += run.length;
	}
	return bytes;
}

static void write_block(struct oracle_walk *walk, uint8_t *base,
			const uint8_t *bytes)
{
	uint64_t block = walk->step;
	struct oracle_run run;

	while (walk->step == block && walk->next(walk, &run)) {
		memcpy(base + run.start, bytes, run.length);
		bytes += run.length;
	}
}

/* Converts elements in their order; every 16th is in column 0 again. */
static uint8_t *convert_block(const struct oracle_call *call,
			      const uint8_t *bytes, uint64_t size,
			      const uint8_t *vector)
{
	uint32_t from = oracle_type_bytes(call->desc.src_type);
	uint32_t to = oracle_type_bytes(call->desc.dst_type);
	uint64_t count = size / from;
	struct oracle_call plain = *call;
	uint8_t *results = malloc(count * to);

	if (!results)
		abort();
	if (to_l0c(call)) {
		plain.desc.copy.deq_scale = AICORE_DEQ_SCALE_NONE;
		plain.desc.copy.is_relu = 0;
	}
	for (uint64_t i = 0; i < count; i++) {
		uint64_t x = oracle_load(bytes + i * from, from);
		uint64_t parameter = parameter_of(call, vector, i % COLUMNS);

		oracle_store(results + i * to,
			     oracle_convert(&plain, x, parameter), to);
	}
	return results;
}

static void run_block(const struct oracle_call *call, struct oracle_walk *src,
		      struct oracle_walk *dst)
{
	const uint8_t *vector = NULL;
	uint64_t size;
	uint8_t *bytes, *results;

	if (vector_bytes(call))
		vector = call->ub.base + call->desc.copy.deq_tensor_addr +
			 src->step * vector_bytes(call);
	bytes = read_block(src, call->src.base, &size);
	if (enhanced(call)) {
		results = convert_block(call, bytes, size, vector);
		write_block(dst, call->dst.base, results);
		free(results);
	} else {
		write_block(dst, call->dst.base, bytes);
	}
	free(bytes);
}

int oracle_copy_run(const struct oracle_call *call,
		    struct aicore_report *report)
{
	const struct aicore_copy *copy = &call->desc.copy;
	struct oracle_walk src = walk_src(call);
	struct oracle_walk dst = walk_dst(call);
	uint64_t blocks = copy->block_len ? copy->block_count : 0;
	uint32_t step = vector_bytes(call);
	int error = 0;

	for (uint64_t block = 0; step && !error && block < blocks; block++)
		error = oracle_vector_check(call, call->ub.base +
					    copy->deq_tensor_addr +
					    block * step, block, report);
	for (uint64_t block = 0; !error && block < blocks; block++)
		run_block(call, &src, &dst);
	return error;
}

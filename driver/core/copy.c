// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "copy.h"
#include "fast.h"

#define BLOCK_COUNT_MAX		4095
#define BLOCK_LEN_MAX		65535
#define STRIDE_MAX		65535

/* The unit of every field on the plain paths, and of gaps in UB. */
#define UNIT_BYTES		32
/* A fractal is 16 x 16 elements, stored row by row. */
#define FRACTAL_ROWS		16
/* A row of 8-bit results that sidStoreMode 0 and 1 put into half of a line. */
#define HALF_LINE_BYTES		16

/* Work between two looks at signals and the clock. */
#define BYTES_PER_STEP		65536
#define ELEMENTS_PER_STEP	4096

/**
 * struct operands - what a copy touches, before it is known to be good
 * @dst: destination
 * @src: source
 * @vector: parameter vectors; no memory if the mode has none
 * @dst_runs: bytes of the destination
 * @src_runs: bytes of the source
 * @vector_runs: bytes of the vectors
 */
struct operands {
	struct aicore_place dst;
	struct aicore_place src;
	struct aicore_place vector;
	struct aicore_runs dst_runs;
	struct aicore_runs src_runs;
	struct aicore_runs vector_runs;
};

static bool path_converts(enum aicore_path path)
{
	return path == AICORE_PATH_CO1_CO2 || path == AICORE_PATH_CO2_CO1;
}

static int check_path(const struct aicore_desc *desc,
		      const struct aicore_soc *soc, enum aicore_path *path,
		      struct aicore_report *report)
{
	*path = aicore_path_find(desc->src.position, desc->dst.position);
	if (*path != AICORE_PATHS && soc->paths[*path])
		return 0;
	return aicore_report_set(report, AICORE_REASON_PATH, AICORE_FIELD_DST,
				 desc->dst.position, 0, 0);
}

static int check_types(const struct aicore_desc *desc,
		       const struct aicore_soc *soc, enum aicore_path path,
		       struct aicore_report *report)
{
	bool pair;

	if (!aicore_type_find(desc->src_type))
		return aicore_report_set(report, AICORE_REASON_TYPE_UNKNOWN,
					 AICORE_FIELD_SRC_TYPE, desc->src_type,
					 0, 0);
	if (!aicore_type_find(desc->dst_type))
		return aicore_report_set(report, AICORE_REASON_TYPE_UNKNOWN,
					 AICORE_FIELD_DST_TYPE, desc->dst_type,
					 0, 0);
	if (path_converts(path))
		pair = aicore_conversion_has_types(path, desc->src_type,
						   desc->dst_type);
	else
		pair = desc->src_type == desc->dst_type;
	if (pair && aicore_type_in(desc->src_type, soc->paths[path]))
		return 0;
	return aicore_report_set(report, AICORE_REASON_TYPE_PAIR,
				 AICORE_FIELD_SRC_TYPE, desc->src_type, 0, 0);
}

static bool deq_scale_is_8_bit(u32 deq_scale)
{
	return deq_scale == AICORE_DEQ_SCALE_DEQ8 ||
	       deq_scale == AICORE_DEQ_SCALE_VDEQ8;
}

/* The enhanced fields, which have an effect on CO1->CO2 only. */
static int check_enhanced_ranges(const struct aicore_copy *copy,
				 struct aicore_report *report)
{
	int err;

	err = aicore_report_range(report, AICORE_FIELD_DEQ_SCALE,
				  copy->deq_scale, AICORE_DEQ_SCALE_NONE,
				  AICORE_DEQ_SCALE_VDEQ16);
	if (!err && deq_scale_is_8_bit(copy->deq_scale))
		err = aicore_report_range(report, AICORE_FIELD_SID_STORE_MODE,
					  copy->sid_store_mode, 0, 2);
	if (!err)
		err = aicore_report_range(report, AICORE_FIELD_IS_RELU,
					  copy->is_relu, 0, 1);
	if (!err)
		err = aicore_report_range(report, AICORE_FIELD_PAD_MODE,
					  copy->pad_mode, AICORE_PAD_NONE,
					  AICORE_PAD_MODE5);
	return err;
}

static int check_ranges(const struct aicore_copy *copy, enum aicore_path path,
			bool permissive, struct aicore_report *report)
{
	u64 least = permissive ? 0 : 1;
	int err;

	err = aicore_report_range(report, AICORE_FIELD_BLOCK_COUNT,
				  copy->block_count, least, BLOCK_COUNT_MAX);
	if (!err)
		err = aicore_report_range(report, AICORE_FIELD_BLOCK_LEN,
					  copy->block_len, least,
					  BLOCK_LEN_MAX);
	if (!err)
		err = aicore_report_range(report, AICORE_FIELD_SRC_STRIDE,
					  copy->src_stride, 0, STRIDE_MAX);
	if (!err)
		err = aicore_report_range(report, AICORE_FIELD_DST_STRIDE,
					  copy->dst_stride, 0, STRIDE_MAX);
	if (!err && path_converts(path))
		err = aicore_report_range(report, AICORE_FIELD_BLOCK_MODE,
					  copy->block_mode,
					  AICORE_BLOCK_MODE_NORMAL,
					  AICORE_BLOCK_MODE_DEPTHWISE);
	if (!err && path == AICORE_PATH_CO1_CO2)
		err = check_enhanced_ranges(copy, report);
	return err;
}

static int check_modes(struct aicore_copy_plan *plan,
		       const struct aicore_desc *desc,
		       const struct aicore_env *env, enum aicore_path path,
		       struct aicore_report *report)
{
	const struct aicore_copy *copy = &desc->copy;

	if (copy->block_mode != AICORE_BLOCK_MODE_MATRIX &&
	    copy->block_mode != AICORE_BLOCK_MODE_VECTOR)
		return aicore_report_set(report, AICORE_REASON_BLOCK_MODE,
					 AICORE_FIELD_BLOCK_MODE,
					 copy->block_mode, 0, 0);
	if (path == AICORE_PATH_CO1_CO2 && copy->pad_mode != AICORE_PAD_NONE)
		return aicore_report_set(report, AICORE_REASON_PAD_MODE,
					 AICORE_FIELD_PAD_MODE, copy->pad_mode,
					 0, 0);
	return aicore_quant_check(&plan->quant, path, desc, env, report);
}

/* Plain paths: everything counts 32 bytes. */
static void shape_plain(struct aicore_copy_plan *plan,
			const struct aicore_copy *copy)
{
	plan->bytes = copy->block_len * UNIT_BYTES;
	plan->dst_block = plan->bytes + copy->dst_stride * UNIT_BYTES;
	plan->src_block = plan->bytes + copy->src_stride * UNIT_BYTES;
}

/*
 * Sections 4.2 and 5.2. On the L0C side a unit is a whole fractal, of which
 * VECTOR uses the first row only; on the UB side rows are packed, but for 8-bit
 * results that take half of a line each.
 */
static void shape_fractal(struct aicore_copy_plan *plan,
			  const struct aicore_desc *desc, enum aicore_path path)
{
	const struct aicore_copy *copy = &desc->copy;
	u32 src = aicore_type_find(desc->src_type)->bytes;
	u32 dst = aicore_type_find(desc->dst_type)->bytes;

	plan->rows = copy->block_mode == AICORE_BLOCK_MODE_MATRIX ?
		     FRACTAL_ROWS : 1;
	plan->src_row = AICORE_COLUMNS * src;
	plan->dst_row = AICORE_COLUMNS * dst;
	if (path == AICORE_PATH_CO1_CO2) {
		if (dst == 1 && copy->sid_store_mode < 2)
			plan->dst_row = UNIT_BYTES;
		plan->src_unit = FRACTAL_ROWS * plan->src_row;
		plan->dst_unit = plan->rows * plan->dst_row;
		plan->src_block = plan->src_unit *
				  (copy->block_len + copy->src_stride);
		plan->dst_block = plan->dst_unit * copy->block_len +
				  UNIT_BYTES * copy->dst_stride;
	} else {
		plan->src_unit = plan->rows * plan->src_row;
		plan->dst_unit = FRACTAL_ROWS * plan->dst_row;
		plan->src_block = plan->src_unit * copy->block_len +
				  UNIT_BYTES * copy->src_stride;
		plan->dst_block = plan->dst_unit *
				  (copy->block_len + copy->dst_stride);
	}
}

/* Bytes that a block spans: up to the last row of the last unit. */
static u64 block_bytes(const struct aicore_copy_plan *plan, u32 unit, u32 row)
{
	if (!plan->quant.conversion)
		return plan->bytes;
	if (!plan->units)
		return 0;
	return (u64)(plan->units - 1) * unit + (u64)plan->rows * row;
}

static void find_runs(const struct aicore_copy_plan *plan,
		      struct operands *operands)
{
	operands->dst_runs = (struct aicore_runs){
		.start = operands->dst.offset,
		.length = block_bytes(plan, plan->dst_unit, plan->dst_row),
		.period = plan->dst_block,
		.count = plan->blocks,
	};
	operands->src_runs = (struct aicore_runs){
		.start = operands->src.offset,
		.length = block_bytes(plan, plan->src_unit, plan->src_row),
		.period = plan->src_block,
		.count = plan->blocks,
	};
	operands->vector_runs = (struct aicore_runs){
		.start = operands->vector.offset,
		.length = plan->units ? plan->quant.vector_bytes : 0,
		.period = plan->quant.vector_bytes,
		.count = plan->blocks,
	};
}

static int check_alignment(const struct operands *operands, u32 element,
			   struct aicore_report *report)
{
	const struct aicore_place *dst = &operands->dst;
	const struct aicore_place *src = &operands->src;
	int err;

	err = aicore_place_check_alignment(dst, AICORE_FIELD_DST,
					   aicore_place_alignment(dst, element),
					   report);
	if (!err)
		err = aicore_place_check_alignment(src, AICORE_FIELD_SRC,
						   aicore_place_alignment(src,
									  element),
						   report);
	if (!err && operands->vector.memory)
		err = aicore_place_check_alignment(&operands->vector,
						   AICORE_FIELD_DEQ_TENSOR_ADDR,
						   UNIT_BYTES, report);
	return err;
}

static int check_extents(const struct operands *operands,
			 struct aicore_report *report)
{
	int err;

	err = aicore_place_check_extent(&operands->dst, AICORE_FIELD_DST,
					&operands->dst_runs, report);
	if (!err)
		err = aicore_place_check_extent(&operands->src,
						AICORE_FIELD_SRC,
						&operands->src_runs, report);
	if (!err && operands->vector.memory)
		err = aicore_place_check_extent(&operands->vector,
						AICORE_FIELD_DEQ_TENSOR_ADDR,
						&operands->vector_runs, report);
	return err;
}

/* Section 4: no byte may be destination and source, or destination and vector. */
static int check_overlap(const struct operands *operands,
			 struct aicore_report *report)
{
	u64 block;

	if (operands->src.memory == operands->dst.memory &&
	    operands->src.span.base == operands->dst.span.base &&
	    aicore_runs_meet(&operands->dst_runs, &operands->src_runs,
			     &block)) {
		report->step = block;
		return aicore_report_set(report, AICORE_REASON_OVERLAP,
					 AICORE_FIELD_DST,
					 operands->dst.offset, 0, 0);
	}
	/*
	 * Rows that fill half of a line count as the whole line here: a vector
	 * consists of whole lines, so that makes no difference.
	 */
	if (operands->vector.memory == operands->dst.memory &&
	    aicore_runs_meet(&operands->dst_runs, &operands->vector_runs,
			     &block)) {
		report->step = block;
		return aicore_report_set(report, AICORE_REASON_OVERLAP_VECTOR,
					 AICORE_FIELD_DEQ_TENSOR_ADDR,
					 operands->vector.offset, 0, 0);
	}
	return 0;
}

static void find_vector(const struct aicore_copy_plan *plan,
			const struct aicore_copy *copy,
			const struct aicore_env *env, struct operands *operands)
{
	memset(&operands->vector, 0, sizeof(operands->vector));
	if (!plan->quant.vector_bytes)
		return;
	operands->vector.memory = AICORE_MEMORY_UB;
	operands->vector.span = env->memory[AICORE_MEMORY_UB];
	operands->vector.offset = copy->deq_tensor_addr;
}

/* All that belongs to the addresses, once the modes are known. */
static int check_operands(struct aicore_copy_plan *plan,
			  const struct aicore_desc *desc,
			  const struct aicore_env *env,
			  struct operands *operands,
			  struct aicore_report *report)
{
	u32 element = aicore_type_find(desc->src_type)->bytes;
	int err;

	find_vector(plan, &desc->copy, env, operands);
	find_runs(plan, operands);
	err = check_alignment(operands, element, report);
	if (!err)
		err = check_extents(operands, report);
	if (!err && !env->permissive)
		err = check_overlap(operands, report);
	return err;
}

static void place_operands(struct aicore_copy_plan *plan,
			   const struct aicore_copy *copy,
			   const struct operands *operands)
{
	plan->dst = operands->dst.span.base + operands->dst.offset;
	plan->src = operands->src.span.base + operands->src.offset;
	if (operands->vector.memory)
		plan->quant.vector = operands->vector.span.base +
				     operands->vector.offset;
	if (plan->quant.conversion && plan->dst_row == UNIT_BYTES &&
	    deq_scale_is_8_bit(copy->deq_scale) && copy->sid_store_mode == 1)
		plan->dst += HALF_LINE_BYTES;
	if (!plan->units)
		plan->blocks = 0;
}

int aicore_copy_check(struct aicore_copy_plan *plan,
		      const struct aicore_desc *desc,
		      const struct aicore_env *env,
		      struct aicore_report *report)
{
	const struct aicore_copy *copy = &desc->copy;
	struct operands operands;
	enum aicore_path path;
	int err;

	memset(plan, 0, sizeof(*plan));
	err = aicore_place_find(env, &desc->dst, AICORE_FIELD_DST,
				&operands.dst, report);
	if (!err)
		err = aicore_place_find(env, &desc->src, AICORE_FIELD_SRC,
					&operands.src, report);
	if (!err)
		err = check_path(desc, env->soc, &path, report);
	if (!err)
		err = check_types(desc, env->soc, path, report);
	if (!err)
		err = check_ranges(copy, path, env->permissive, report);
	if (!err && path_converts(path))
		err = check_modes(plan, desc, env, path, report);
	if (err)
		return err;

	plan->blocks = copy->block_count;
	plan->units = copy->block_len;
	if (path_converts(path))
		shape_fractal(plan, desc, path);
	else
		shape_plain(plan, copy);
	err = check_operands(plan, desc, env, &operands, report);
	if (err)
		return err;
	place_operands(plan, copy, &operands);
	return 0;
}

/* Converts a block. Its parameters are read before anything is written. */
static void convert_block(const struct aicore_copy_plan *plan, u32 block,
			  u8 *dst, const u8 *src)
{
	struct aicore_deq deq[AICORE_COLUMNS] AICORE_SCRATCH;
	u32 unit, row;

	aicore_quant_load(&plan->quant, block, deq);
	for (unit = 0; unit < plan->units; unit++) {
		for (row = 0; row < plan->rows; row++)
			aicore_quant_row(&plan->quant, deq,
					 dst + row * plan->dst_row,
					 src + row * plan->src_row);
		dst += plan->dst_unit;
		src += plan->src_unit;
	}
}

/* Does one block and returns the share of a step that it took. */
static u64 run_block(const struct aicore_copy_plan *plan, u32 block)
{
	u8 *dst = plan->dst + block * plan->dst_block;
	const u8 *src = plan->src + block * plan->src_block;

	if (plan->quant.conversion) {
		convert_block(plan, block, dst, src);
		return (u64)plan->units * plan->rows * AICORE_COLUMNS *
		       (BYTES_PER_STEP / ELEMENTS_PER_STEP);
	}
	/* The source is read whole before it is written (permissive). */
	memmove(dst, src, plan->bytes);
	return plan->bytes;
}

int aicore_copy_step(const struct aicore_copy_plan *plan, u64 *progress,
		     struct aicore_report *report)
{
	u64 done = 0;
	int err;

	if (!*progress && plan->quant.conversion) {
		err = aicore_quant_check_vectors(&plan->quant, plan->blocks,
						 report);
		if (err)
			return err;
	}
	if (plan->quant.conversion && aicore_fast_convert(plan, progress))
		return *progress < plan->blocks;
	while (*progress < plan->blocks && done < BYTES_PER_STEP) {
		done += run_block(plan, *progress);
		++*progress;
	}
	return *progress < plan->blocks;
}

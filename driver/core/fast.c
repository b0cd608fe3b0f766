// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "fast.h"
#include "softfloat.h"

/* What a block costs beside its rows, in rows. */
#define ROWS_PER_BLOCK		64
/* Work between two looks at signals and the clock. */
#define ROWS_PER_STEP		8192

#define INT16_LEAST		(-32768)
#define INT16_MOST		32767
#define INT32_LEAST		(-0x7fffffff - 1)
#define INT32_MOST		0x7fffffff

/*
 * Products of M with what a shift leaves, or with any int32, lie within int32 if
 * the magnitude of M is less.
 */
#define FLOAT_65536		0x47800000
#define FLOAT_1			0x3f800000
/*
 * From this on products with 32767 and beyond round to 256 and more, which is
 * beyond the 9 bits of a product: what lies beyond int16 makes no difference.
 */
#define FLOAT_2_POW_MINUS_7	0x3c000000

static u64 smaller(u64 a, u64 b)
{
	return a < b ? a : b;
}

static bool is_full(const struct aicore_reduce_plan *plan, const u64 mask[2])
{
	return mask[0] == ~0ULL && (plan->lanes <= 64 || mask[1] == ~0ULL);
}

/* Whether every result has an active lane behind it; the last has the fewest. */
static bool is_busy(const struct aicore_reduce_plan *plan)
{
	u32 lanes = plan->lanes / plan->groups;
	u32 group;

	if (plan->groups == 1)
		return true;
	for (group = 0; group < plan->groups; group++) {
		if (!aicore_mask_any(plan->last, group * lanes, lanes))
			return false;
	}
	return true;
}

enum aicore_kernel aicore_fast_sum(const struct aicore_reduce_plan *plan,
				   bool float_nodes)
{
	bool half = plan->node->dst_type == AICORE_TYPE_HALF;
	enum aicore_kernel kernel;

	if (plan->in_order || (half && float_nodes) ||
	    (!half && plan->node->dst_type != AICORE_TYPE_FLOAT) ||
	    !is_busy(plan))
		return AICORE_KERNELS;
	if (plan->groups == 1)
		kernel = AICORE_KERNEL_WHOLE_FLOAT;
	else if (plan->groups == AICORE_REPEAT_BLOCKS)
		kernel = AICORE_KERNEL_BLOCK_FLOAT;
	else
		kernel = AICORE_KERNEL_PAIR_FLOAT;
	return kernel + half;
}

/* All ones over each active lane, 8 bytes at a time. */
#define WIDE_WORDS		(AICORE_REPEAT_BYTES / sizeof(u64))

/* The bits of a number brought to the lanes of a word, as ones of these. */
static const u64 wide_halves[16] = {
	0x0000000000000000, 0x000000000000ffff, 0x00000000ffff0000,
	0x00000000ffffffff, 0x0000ffff00000000, 0x0000ffff0000ffff,
	0x0000ffffffff0000, 0x0000ffffffffffff, 0xffff000000000000,
	0xffff00000000ffff, 0xffff0000ffff0000, 0xffff0000ffffffff,
	0xffffffff00000000, 0xffffffff0000ffff, 0xffffffffffff0000,
	0xffffffffffffffff,
};

static const u64 wide_floats[4] = {
	0x0000000000000000, 0x00000000ffffffff,
	0xffffffff00000000, 0xffffffffffffffff,
};

static void spread_mask(const struct aicore_reduce_plan *plan,
			const u64 mask[2], u64 wide[WIDE_WORDS])
{
	u32 i;

	for (i = 0; i < WIDE_WORDS; i++) {
		if (plan->src_bytes == sizeof(u32))
			wide[i] = wide_floats[mask[0] >> 2 * i & 3];
		else
			wide[i] = wide_halves[mask[i / 16] >> i % 16 * 4 & 15];
	}
}

static void all_blocks(const struct aicore_reduce_plan *plan,
		       u64 block[AICORE_REPEAT_BLOCKS])
{
	u32 i;

	for (i = 0; i < AICORE_REPEAT_BLOCKS; i++)
		block[i] = i * plan->src_blk;
}

/* Blocks without an active lane must not be read: others are, instead. */
static void find_blocks(const struct aicore_reduce_plan *plan,
			const u64 mask[2], u64 block[AICORE_REPEAT_BLOCKS])
{
	u32 lanes = AICORE_BLOCK_BYTES / plan->src_bytes;
	u32 i, active = 0;

	while (!aicore_mask_any(mask, active * lanes, lanes))
		active++;
	for (i = 0; i < AICORE_REPEAT_BLOCKS; i++) {
		if (aicore_mask_any(mask, i * lanes, lanes))
			active = i;
		block[i] = active * plan->src_blk;
	}
}

static void run_repeats(const struct aicore_reduce_plan *plan,
			const u64 mask[2], u64 first, u64 count)
{
	const struct aicore_kernels *kernels = plan->kernels;
	u64 wide[WIDE_WORDS] AICORE_SCRATCH;
	struct aicore_sum_job job = {
		.dst = plan->dst + first * plan->dst_rep,
		.src = plan->src + first * plan->src_rep,
		.dst_rep = plan->dst_rep,
		.src_rep = plan->src_rep,
		.repeats = count,
		.saturate = plan->saturate,
		.adjacent = plan->src_blk == AICORE_BLOCK_BYTES,
	};
	u32 state;

	if (is_full(plan, mask)) {
		all_blocks(plan, job.block);
	} else {
		find_blocks(plan, mask, job.block);
		spread_mask(plan, mask, wide);
		job.mask = (const u8 *)wide;
	}
	state = kernels->enter();
	kernels->run[plan->kernel].sum(&job);
	kernels->leave(state);
}

/* The last repeat may have a mask of its own. */
static bool has_odd_end(const struct aicore_reduce_plan *plan)
{
	return plan->repeats && (plan->mask[0] != plan->last[0] ||
				 plan->mask[1] != plan->last[1]);
}

bool aicore_fast_reduce(const struct aicore_reduce_plan *plan, u64 *progress)
{
	const struct aicore_kernels *kernels = plan->kernels;
	u64 repeat = *progress > plan->first ? *progress : plan->first;
	u64 alike, count;

	if (!kernels || plan->kernel == AICORE_KERNELS ||
	    !kernels->run[plan->kernel].sum)
		return false;
	alike = plan->repeats - has_odd_end(plan);
	if (repeat < alike) {
		count = smaller(alike - repeat, kernels->chunk[plan->kernel]);
		run_repeats(plan, plan->mask, repeat, count);
		repeat += count;
	} else if (repeat < plan->repeats) {
		run_repeats(plan, plan->last, repeat, 1);
		repeat++;
	}
	*progress = repeat;
	return true;
}

enum aicore_kernel aicore_fast_conversion(const struct aicore_quant_plan *plan)
{
	const struct aicore_conversion *conversion = plan->conversion;
	bool scales = conversion->source != AICORE_DEQ_SOURCE_NONE;

	switch (conversion->dst_type) {
	case AICORE_TYPE_INT8:
	case AICORE_TYPE_UINT8:
		return AICORE_KERNEL_TO_8_BIT;
	case AICORE_TYPE_INT16:
		return AICORE_KERNEL_TO_INT16;
	case AICORE_TYPE_INT32:
		return plan->relu ? AICORE_KERNEL_RELU_INT : AICORE_KERNELS;
	case AICORE_TYPE_FLOAT:
		if (conversion->src_type == AICORE_TYPE_HALF)
			return AICORE_KERNEL_WIDEN;
		return plan->relu ? AICORE_KERNEL_RELU_FLOAT : AICORE_KERNELS;
	case AICORE_TYPE_HALF:
		if (conversion->src_type == AICORE_TYPE_INT32)
			return AICORE_KERNEL_INT_TO_HALF;
		if (conversion->src_type == AICORE_TYPE_FLOAT)
			return AICORE_KERNEL_FLOAT_TO_HALF;
		if (scales)
			return AICORE_KERNEL_SCALE_HALF;
		return plan->relu ? AICORE_KERNEL_RELU_HALF : AICORE_KERNELS;
	default:
		return AICORE_KERNELS;
	}
}

static s32 clamp_s32(s32 x, s32 low, s32 high)
{
	if (x < low)
		return low;
	return x > high ? high : x;
}

static void load_scales(const struct aicore_deq deq[AICORE_COLUMNS],
			struct aicore_columns *columns)
{
	u32 least = AICORE_FLOAT_INF, most = 0;
	bool some = false, all = true;
	u32 i;

	for (i = 0; i < AICORE_COLUMNS; i++) {
		u32 magnitude = deq[i].m & ~AICORE_FLOAT_SIGN;

		columns->m[i] = deq[i].m;
		some |= deq[i].mcb;
		all &= deq[i].mcb;
		least = magnitude < least ? magnitude : least;
		most = magnitude > most ? magnitude : most;
	}
	columns->shifts = some;
	columns->clamps = some &&
			  (least < FLOAT_2_POW_MINUS_7 || most >= FLOAT_1);
	columns->tame = most < (all ? FLOAT_65536 : FLOAT_1);
	columns->finite = most < AICORE_FLOAT_INF;
}

/* Or what leaves every integer as it is. */
static void load_shifts(const struct aicore_quant_plan *plan,
			const struct aicore_deq deq[AICORE_COLUMNS],
			struct aicore_columns *columns)
{
	bool to_int16 = plan->kernel == AICORE_KERNEL_TO_INT16;
	s32 least = to_int16 && plan->relu ? 0 : INT16_LEAST;
	u32 i;

	for (i = 0; i < AICORE_COLUMNS; i++) {
		bool shifts = to_int16 || deq[i].mcb;

		columns->shift[i] = shifts ? deq[i].shift : 0;
		columns->low[i] = shifts ? least : INT32_LEAST;
		columns->high[i] = shifts ? INT16_MOST : INT32_MOST;
	}
}

/*
 * A rounded product is at least -256, or 0 with relu, and at most 255. With
 * Offset these are limits of the result, too.
 */
static void load_results(const struct aicore_quant_plan *plan,
			 const struct aicore_deq deq[AICORE_COLUMNS],
			 struct aicore_columns *columns)
{
	s32 product = plan->relu ? 0 : -256;
	u32 i;

	columns->limits = false;
	for (i = 0; i < AICORE_COLUMNS; i++) {
		s32 offset = deq[i].offset + (deq[i].sign ? 128 : 0);

		columns->offset[i] = offset;
		columns->least[i] = clamp_s32(product + offset, 0, 255);
		columns->most[i] = clamp_s32(255 + offset, 0, 255);
		columns->limits |= columns->least[i] > 0 ||
				   columns->most[i] < 255;
		columns->flip[i] = deq[i].sign ? 0x80 : 0;
	}
}

/* What the kernel looks at; the rest is left as it is. */
static void load_columns(const struct aicore_quant_plan *plan, u32 block,
			 struct aicore_columns *columns)
{
	bool to_int16 = plan->kernel == AICORE_KERNEL_TO_INT16;
	bool to_8_bit = plan->kernel == AICORE_KERNEL_TO_8_BIT;
	struct aicore_deq deq[AICORE_COLUMNS] AICORE_SCRATCH;

	if (plan->conversion->source != AICORE_DEQ_SOURCE_NONE) {
		aicore_quant_load(plan, block, deq);
		if (!to_int16)
			load_scales(deq, columns);
		if (to_int16 || to_8_bit || columns->shifts)
			load_shifts(plan, deq, columns);
		if (to_8_bit)
			load_results(plan, deq, columns);
	}
	columns->nan_half = plan->saturate ? 0 : AICORE_HALF_NAN;
	columns->most_half = plan->saturate ? AICORE_HALF_MAX : AICORE_HALF_INF;
	columns->least_half = plan->relu ? 0 : INT16_LEAST;
}

/* Rows that pass unchanged need no kernel, only their bytes. */
static void move_rows(const struct aicore_copy_plan *plan,
		      struct aicore_rows_job *job)
{
	u32 type = plan->quant.conversion->src_type;
	u32 bytes = AICORE_COLUMNS * aicore_type_find(type)->bytes;

	for (; job->rows; job->rows--) {
		memcpy(job->dst, job->src, bytes);
		job->dst += job->dst_row;
		job->src += job->src_row;
	}
}

static void run_rows(const struct aicore_copy_plan *plan,
		     struct aicore_rows_job *job)
{
	const struct aicore_kernels *kernels = plan->quant.kernels;
	enum aicore_kernel kernel = plan->quant.kernel;
	u64 rest = job->rows;
	u32 state;

	while (rest) {
		job->rows = smaller(rest, kernels->chunk[kernel]);
		state = kernels->enter();
		kernels->run[kernel].rows(job);
		kernels->leave(state);
		rest -= job->rows;
		job->dst += job->rows * job->dst_row;
		job->src += job->rows * job->src_row;
	}
}

/* A block is rows at one distance, whether whole fractals or first rows. */
static struct aicore_rows_job rows_of_block(const struct aicore_copy_plan *plan,
					    u64 block)
{
	bool whole = plan->rows > 1;

	return (struct aicore_rows_job){
		.dst = plan->dst + block * plan->dst_block,
		.src = plan->src + block * plan->src_block,
		.dst_row = whole ? plan->dst_row : plan->dst_unit,
		.src_row = whole ? plan->src_row : plan->src_unit,
		.rows = (u64)plan->units * plan->rows,
	};
}

bool aicore_fast_convert(const struct aicore_copy_plan *plan, u64 *progress)
{
	const struct aicore_quant_plan *quant = &plan->quant;
	bool moves = quant->kernel == AICORE_KERNELS;
	struct aicore_columns columns AICORE_SCRATCH;
	struct aicore_rows_job job;
	u64 budget = ROWS_PER_STEP;

	if (!moves && (!quant->kernels || !quant->kernels->run[quant->kernel].rows))
		return false;
	if (!moves && !quant->vector_bytes)
		load_columns(quant, 0, &columns);
	for (; *progress < plan->blocks && budget; ++*progress) {
		job = rows_of_block(plan, *progress);
		budget -= smaller(budget, job.rows + ROWS_PER_BLOCK);
		if (moves) {
			move_rows(plan, &job);
			continue;
		}
		if (quant->vector_bytes)
			load_columns(quant, *progress, &columns);
		job.columns = &columns;
		run_rows(plan, &job);
	}
	return true;
}

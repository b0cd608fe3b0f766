/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Fast ways to do the core's inner loops, beside the integer code which is the
 * reference. A way is called an implementation, and each of its loops a kernel;
 * simd/ has those that there are. A kernel gives the same bits as the reference
 * in every case that it is asked for, so that no choice among them can change a
 * result.
 *
 * Only addresses and integers pass between the core and a kernel: kernels are
 * compiled for other registers than everything else.
 */
#ifndef AICORE_CORE_KERNELS_H
#define AICORE_CORE_KERNELS_H

#include "port.h"

/* A row of a fractal, and so a parameter vector, has 16 columns. */
#define AICORE_COLUMNS		16
/* One repeat is 256 bytes: 8 DataBlocks of 32. */
#define AICORE_REPEAT_BYTES	256
#define AICORE_BLOCK_BYTES	32
#define AICORE_REPEAT_BLOCKS	8

enum aicore_kernel {
	AICORE_KERNEL_WHOLE_FLOAT,
	AICORE_KERNEL_WHOLE_HALF,
	AICORE_KERNEL_BLOCK_FLOAT,
	AICORE_KERNEL_BLOCK_HALF,
	AICORE_KERNEL_PAIR_FLOAT,
	AICORE_KERNEL_PAIR_HALF,
	AICORE_KERNEL_SUMS,

	AICORE_KERNEL_TO_8_BIT = AICORE_KERNEL_SUMS,
	AICORE_KERNEL_INT_TO_HALF,
	AICORE_KERNEL_TO_INT16,
	AICORE_KERNEL_FLOAT_TO_HALF,
	AICORE_KERNEL_SCALE_HALF,
	AICORE_KERNEL_RELU_FLOAT,
	AICORE_KERNEL_RELU_INT,
	AICORE_KERNEL_RELU_HALF,
	AICORE_KERNEL_WIDEN,
	AICORE_KERNELS,
};

/**
 * struct aicore_sum_job - repeats of a sum, all with the same mask
 * @dst: where the first repeat writes
 * @src: first byte of the first repeat
 * @dst_rep: bytes from where one repeat writes to where the next does
 * @src_rep: bytes from one repeat to the next
 * @repeats: number of repeats
 * @saturate: half nodes saturate
 * @adjacent: the DataBlocks of a repeat follow each other without gaps
 * @block: bytes from @src to each DataBlock. Blocks without an active lane may
 *	lie outside the memory; these stand at an active one.
 * @mask: all ones over the active lanes, zero elsewhere; NULL: all are active
 */
struct aicore_sum_job {
	u8 *dst;
	const u8 *src;
	u64 dst_rep;
	u64 src_rep;
	u64 repeats;
	bool saturate;
	bool adjacent;
	u64 block[AICORE_REPEAT_BLOCKS];
	const u8 *mask;
};

/**
 * struct aicore_columns - parameters of a conversion, most of them by column
 * @m: M as float bits
 * @shift: right shift of integers
 * @low: least value after the shift
 * @high: greatest value after the shift
 * @offset: Offset; as the two that follow, it has 128 more with Sign, which makes
 *	0..255 of all 8-bit results
 * @least: least 8-bit result that there can be
 * @most: greatest one
 * @flip: what makes the 8-bit result of that again
 * @shifts: whether @shift does anything
 * @clamps: whether @low and @high do anything that could be seen in an 8-bit result
 * @limits: whether @least or @most do anything that packing to 0..255 would not
 * @tame: products with M are numbers within int32
 * @finite: no M is inf or NaN
 * @nan_half: what becomes of a NaN in a half
 * @most_half: greatest half
 * @least_half: least half as an integer; 0 with relu
 */
struct aicore_columns {
	u32 m[AICORE_COLUMNS];
	s32 shift[AICORE_COLUMNS];
	s32 low[AICORE_COLUMNS];
	s32 high[AICORE_COLUMNS];
	s32 offset[AICORE_COLUMNS];
	s32 least[AICORE_COLUMNS];
	s32 most[AICORE_COLUMNS];
	u8 flip[AICORE_COLUMNS];
	bool shifts;
	bool clamps;
	bool limits;
	bool tame;
	bool finite;
	u16 nan_half;
	u16 most_half;
	s16 least_half;
};

/**
 * struct aicore_rows_job - rows of 16 elements to convert
 * @dst: where the first row goes
 * @src: first element of the first row
 * @dst_row: bytes from one row to the next
 * @src_row: likewise
 * @rows: number of rows
 * @columns: parameters
 */
struct aicore_rows_job {
	u8 *dst;
	const u8 *src;
	u64 dst_row;
	u64 src_row;
	u64 rows;
	const struct aicore_columns *columns;
};

/**
 * union aicore_kernel_run - a kernel's function, by kind
 * @sum: kernels below AICORE_KERNEL_SUMS
 * @rows: the others
 */
union aicore_kernel_run {
	void (*sum)(const struct aicore_sum_job *job);
	void (*rows)(const struct aicore_rows_job *job);
};

/**
 * struct aicore_kernels - what a core computes with
 * @enter: allows the registers of the kernels to be used; what it returns is for
 *	@leave. Nothing may sleep or fault in between.
 * @leave: ends that
 * @run: the kernels; NULL: the reference
 * @chunk: repeats or rows between @enter and @leave
 */
struct aicore_kernels {
	u32 (*enter)(void);
	void (*leave)(u32 state);
	union aicore_kernel_run run[AICORE_KERNELS];
	u32 chunk[AICORE_KERNELS];
};

#endif /* AICORE_CORE_KERNELS_H */

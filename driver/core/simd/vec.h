/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the vector instructions of a processor have to offer to sum.h and
 * rows.h, in terms that are the same for every width. vec_sse2.h, vec_avx2.h,
 * vec_avx512.h and vec_neon.h each define
 *
 *	LANES		floats of a vector
 *	v_float, v_int	the types of a vector of floats, of 32-bit integers
 *	V(op)		the intrinsic for "op" on a whole vector, by the name that
 *			it has on x86
 *	V_HALF_MAX	65504 as the nodes of half trees have it, see v_leaf()
 *	V_TELLS_OVERFLOW	whether v_overflowed() sees that of halves
 *
 * and the functions that are listed below.
 */
#ifndef AICORE_CORE_SIMD_VEC_H
#define AICORE_CORE_SIMD_VEC_H

#include "../kernels.h"

#ifdef __aarch64__
#ifdef __KERNEL__
/* The types of the kernel are not those of stdint.h, which this would pull in. */
#include <asm/neon-intrinsics.h>
#else
#include <arm_neon.h>
#endif
#else
/* The kernel has no stdlib.h, which this would pull in. */
#define _MM_MALLOC_H_INCLUDED
#include <immintrin.h>
#endif

/*
 * V_REGISTER is how asm() is told that it changes a vector register.
 *
 * The processor remembers when a number becomes inf by a product, or as a half.
 * Loads and stores stay on their side of these.
 */
#ifdef __aarch64__

#define V_REGISTER		"+w"
#define REMEMBERED_OVERFLOW	BIT(2)

static __always_inline u64 remembered(void)
{
	u64 fpsr;

	asm volatile("mrs %0, fpsr" : "=r" (fpsr) : : "memory");
	return fpsr;
}

static __always_inline void remember(u64 fpsr)
{
	asm volatile("msr fpsr, %0" : : "r" (fpsr) : "memory");
}

#else

#define V_REGISTER		"+v"
#define REMEMBERED_OVERFLOW	BIT(3)

static __always_inline u32 remembered(void)
{
	u32 mxcsr;

	asm volatile("stmxcsr %0" : "=m" (mxcsr) : : "memory");
	return mxcsr;
}

static __always_inline void remember(u32 mxcsr)
{
	asm volatile("ldmxcsr %0" : : "m" (mxcsr) : "memory");
}

#endif

static __always_inline bool v_overflowed(void)
{
	return remembered() & REMEMBERED_OVERFLOW;
}

static __always_inline void v_forget_overflow(void)
{
	if (v_overflowed())
		remember(remembered() & ~REMEMBERED_OVERFLOW);
}

/* Vectors of a repeat, of a row of 32-bit elements. */
#define REPEAT_VECTORS	(AICORE_REPEAT_BYTES / sizeof(v_int))
#define ROW_VECTORS	(AICORE_COLUMNS / LANES)

/* A quad is four lanes that lie together. */
#define QUAD_BYTES	16
#define VECTOR_QUADS	(sizeof(v_int) / QUAD_BYTES)

#define FLOAT_NAN	0x7fc00000
#define SIGN		0x80000000

/*
 * Loading and storing; addresses are aligned to nothing.
 *
 * v_int v_load(const u8 *p)
 * void v_store(u8 *p, v_float x)
 * v_int v_load_blocks(const u8 *repeat, const u64 *block, u32 i, bool adjacent,
 *		       const u8 *mask)
 *	Vector i of a repeat whose DataBlocks stand at repeat + block[]; 0 where
 *	the mask, which is that vector's, is 0. NULL: all are there.
 * void v_store_quad(u8 *p, v_int x, u32 i)
 *	Quad i of x.
 * v_float v_all(u32 bits)
 *	The same float in all lanes.
 * v_float v_as_float(v_int x)
 *	The same bits.
 *
 * Trees.
 *
 * v_float v_even(v_float a, v_float b, bool across)
 * v_float v_odd(v_float a, v_float b, bool across)
 *	Every other lane of a and b, so that the sum of both results has the sums
 *	of neighbours. With !across lanes pair up within each quad, and each quad
 *	of the result has two sums from a, then two from b. Otherwise whole quads
 *	pair up.
 * bool v_across(bool halves, u32 level, bool group)
 *	How to pair up at a level, counted from 0, of the tree over the vectors
 *	of a repeat or over those of a group of repeats.
 * u32 v_place(bool halves, u32 repeat)
 *	The vector of a group that a repeat has to be put in for its result to
 *	come out at its own lane.
 * v_float v_in_order(v_float x)
 *	Brings the sums of neighbours of two vectors in memory into their order,
 *	and those of blocks of halves.
 * v_float v_leaf(const u8 *p, const u8 *mask)
 *	The next LANES halves, in a form in which v_round() can round sums of
 *	them to half; with a mask as above.
 * v_float v_round(v_float x)
 * void v_store_roots(u8 *p, v_float x)
 *	Stores LANES halves from that form.
 *
 * Special values.
 *
 * v_float v_replace_nan(v_float x, v_float by)
 * v_float v_min_or(v_float x, v_float most, v_float nan)
 *	The lesser of x and most; nan if x is NaN.
 * bool v_finite(v_float x)
 *	Whether all lanes are.
 *
 * Rows.
 *
 * v_int v_shift_right(v_int x, v_int n)
 * v_int v_clamp(v_int x, v_int low, v_int high)
 * v_int v_relu(v_int x)
 *	32-bit integers.
 * v_float v_load_halves(const u8 *p)
 *	The next LANES halves as floats.
 * void v_store_halves(u8 *p, v_float x)
 *	Rounds to LANES halves.
 * v_int v_shorts_in_order(v_int x)
 *	Brings two vectors, packed to 16 bits, into the order of memory.
 * v_int v_bytes_in_order(v_int x)
 *	Likewise four vectors, packed to 16 bits and then to 8.
 * v_int v_row(const u8 *p)
 *	The same 16 bytes again and again.
 */

#endif /* AICORE_CORE_SIMD_VEC_H */

/* SPDX-License-Identifier: MIT */
/*
 * Where the bytes of an operation are, as far as its descriptor tells: for
 * sentences, after the device has checked it.
 */
#ifndef AC_LAYOUT_H
#define AC_LAYOUT_H

#include "libaicore.h"

#define AC_DATA_BLOCK		32
#define AC_REPEAT_BLOCKS	8
#define AC_REPEAT_BYTES		(AC_REPEAT_BLOCKS * AC_DATA_BLOCK)

int ac_is_reduction(const struct aicore_desc *desc);

/* Bytes of a unit of blockLen and of a gap, on one side of a copy. */
struct ac_copy_side {
	uint64_t unit;
	uint64_t gap;
};

struct ac_copy_side ac_copy_side(const struct aicore_desc *desc, int dst);

/* Bytes first..end - 1 of a memory; none if both are the same. */
struct ac_range {
	uint64_t first;
	uint64_t end;
};

int ac_ranges_meet(struct ac_range a, struct ac_range b);

/* What a repeat writes. */
struct ac_range ac_repeat_writes(const struct aicore_desc *desc,
				 uint64_t repeat);

/*
 * One of the DataBlocks that a repeat reads; nothing if the call's mask selects
 * no lane of it. Not for masks in the register.
 */
struct ac_range ac_repeat_reads(const struct aicore_desc *desc,
				uint64_t repeat, uint64_t block);

/* A block of one side of a copy, and the parameter vector of a block. */
struct ac_range ac_copy_block(const struct aicore_desc *desc, int dst,
			      uint64_t block);
struct ac_range ac_copy_vector(const struct aicore_desc *desc, uint64_t block);

#endif /* AC_LAYOUT_H */

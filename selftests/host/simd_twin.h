/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every implementation of every kernel against the integer reference, bit for
 * bit: descriptors are planned twice, with the kernels of one implementation
 * and with none, and must leave the same bytes in all memories. The memories
 * lie between pages that can't be touched, so that a kernel which reads more
 * than it may is noticed as well.
 */
#ifndef AICORE_HOST_SIMD_TWIN_H
#define AICORE_HOST_SIMD_TWIN_H

#include "fast.h"
#include "plan.h"
#include "simd/host.h"

#define UB_BYTES	131072
#define L0C_BYTES	65536

/* What the memories hold before each run. */
extern u8 ub_before[UB_BYTES], l0c_before[L0C_BYTES];

extern struct aicore_machine machine;

/* How many implementations this machine can run. */
extern u32 impl_count;

/* Random numbers: of all 64 bits, below n. */
u64 any(void);
u32 below(u32 n);

/* Finds them; false: there are none. */
bool simd_start(void);
/* Prints the totals; the program's exit status. */
int simd_end(void);

/* A test of kernels in which none ran has proved nothing. */
void verdict(const char *name, bool kernels);
void verdict_of(const char *name, bool good);

enum data {
	ORDINARY,	/* halves and floats that add up without overflow */
	LARGE,		/* halves most sums of which overflow */
	SPECIAL,	/* all bits, with many zeros, infs, NaNs, subnormals */
	DATA,
};

/* Fills both memories. */
void fill_all(enum data data);

struct setting {
	u32 soc;
	bool saturate;
	bool permissive;
	bool float_nodes;
	u32 chunk;
	struct aicore_mask mask;
};

struct setting usual(void);

/* Runs a descriptor with all implementations. False if it is refused. */
bool compare(const struct aicore_desc *desc, const struct setting *setting);

/* All sums: of 128 or 64 lanes, from the start of UB to its middle. */
#define SUM_OPS		4

extern const u32 sum_ops[SUM_OPS];

struct aicore_desc sum(u32 op, u32 type, u64 repeats);

/* All copies that convert: of one fractal. Vectors of parameters lie in UB. */
#define ROWS		17
#define VECTORS		(UB_BYTES - 8192)

struct row {
	u32 src_type;
	u32 dst_type;
	u32 deq_scale;
};

extern const struct row rows[ROWS];

struct aicore_desc conversion(u32 row);

#endif /* AICORE_HOST_SIMD_TWIN_H */

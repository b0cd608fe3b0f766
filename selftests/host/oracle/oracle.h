/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The oracle: a second implementation of operations.md, written from the text
 * alone and sharing nothing with driver/core but the UAPI header. It is brute
 * force on purpose: host floating point, a map with an entry for every byte to
 * find overlap, a recursion for the tree. Slow is fine, unclear is not.
 */
#ifndef AICORE_ORACLE_H
#define AICORE_ORACLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

#include "aicore.h"

/* Physical memories. */
enum oracle_place {
	ORACLE_NOWHERE,
	ORACLE_GM,
	ORACLE_UB,
	ORACLE_L1,
	ORACLE_L0C,
	ORACLE_PLACES,
};

enum oracle_overflow {
	ORACLE_SATURATES,
	ORACLE_SATURATES_BY_DEFAULT,
	ORACLE_INFNAN_BY_DEFAULT,
};

/* What a group of lanes gives when all of them are masked off. */
enum oracle_idle {
	ORACLE_KEEPS,		/* what was there stays */
	ORACLE_FILLS_FINITE,	/* sum 0; max, min: half -+65504, float -+inf */
	ORACLE_FILLS_INFINITE,	/* sum 0; max, min: -+inf; -+65504 if that saturates */
};

/* One row of the table in section 1, and what a product can reduce. */
struct oracle_soc {
	const char *name;
	uint32_t id;
	uint64_t bytes[ORACLE_PLACES];
	bool co2_in_ub;
	enum oracle_overflow overflow;
	bool reduces;
	bool reduces_floats;	/* not in whole sums alone */
	bool reduces_integers;	/* in whole sums, maxima and minima */
	bool orders[4];
	enum oracle_idle idle;
	bool zero_mask_is_noop;
	bool counter_mode;
	bool dst_rep_stride_0;
};

struct oracle_memory {
	uint8_t *base;
	uint64_t bytes;
};

struct oracle_mask {
	uint64_t bits[2];
	uint64_t count;
	bool counter;
};

#define ORACLE_MAX_BUFFERS 64

/* What the cores of one device share. Buffer i has the handle i + 1. */
struct oracle_device {
	const struct oracle_soc *soc;
	bool saturate;
	bool float_nodes;
	bool permissive;
	struct oracle_memory buffers[ORACLE_MAX_BUFFERS];
	uint32_t buffer_count;
};

struct oracle_core {
	struct oracle_device *device;
	struct oracle_memory memory[ORACLE_PLACES];
	struct oracle_mask mask;
};

/* An operation that was accepted, with everything it needs to run. */
struct oracle_call {
	struct aicore_desc desc;
	struct oracle_memory dst;
	struct oracle_memory src;
	struct oracle_memory ub;
	const struct oracle_soc *soc;
	bool saturate;
	bool float_nodes;
	bool permissive;
	/* reductions: repeats in all, lanes of all but the last, of the last */
	uint64_t repeats;
	uint64_t lanes[2];
	uint64_t last_lanes[2];
};

/* device.c */

int oracle_device_init(struct oracle_device *device,
		       const struct aicore_setup *setup);
void oracle_device_free(struct oracle_device *device);
uint32_t oracle_buffer_create(struct oracle_device *device, uint64_t bytes);
void oracle_core_init(struct oracle_core *core, struct oracle_device *device);
void oracle_core_free(struct oracle_core *core);
void oracle_core_reset(struct oracle_core *core);

/*
 * Checks a descriptor in the UAPI header's order. 0, or the negative errno that
 * belongs to the reason in @report. If it is accepted @call is filled and the
 * mask register is as after the operation; otherwise nothing changes.
 */
int oracle_check(struct oracle_core *core, const struct aicore_desc *desc,
		 struct oracle_call *call, struct aicore_report *report);

/* Runs what was accepted. -EINVAL with a report for a bad parameter vector. */
int oracle_run(const struct oracle_call *call, struct aicore_report *report);

/* Fills a report, returns the negative errno of the reason. */
int oracle_refuse(struct aicore_report *report, enum aicore_reason reason,
		  enum aicore_field field);
int oracle_range(struct aicore_report *report, enum aicore_field field,
		 uint64_t value, uint64_t low, uint64_t high);
int oracle_errno(uint32_t reason);
const char *oracle_reason_name(uint32_t reason);

/* Alignment of the start of an operand. */
int oracle_alignment(struct aicore_report *report, enum aicore_field field,
		     uint64_t offset, uint64_t alignment);

/*
 * The memory behind an operand. @ub_only: the operation wants VECIN, VECCALC or
 * VECOUT.
 */
int oracle_operand(const struct oracle_core *core,
		   const struct aicore_operand *operand,
		   enum aicore_field field, bool ub_only,
		   struct oracle_memory *memory, struct aicore_report *report);

/* soc.c */

const struct oracle_soc *oracle_soc_find(uint32_t id);
const struct oracle_soc *oracle_soc_named(const char *name);
enum oracle_place oracle_position_place(const struct oracle_soc *soc,
					uint32_t position);
uint32_t oracle_type_bytes(uint32_t type);
const char *oracle_type_name(uint32_t type);

/* Whether the product has the path, and whether that takes a type or pair. */
bool oracle_path_exists(const struct oracle_soc *soc, uint32_t src,
			uint32_t dst);
bool oracle_path_takes(const struct oracle_soc *soc, uint32_t src, uint32_t dst,
		       uint32_t src_type, uint32_t dst_type);

/* arith.c: a half as the double of the same value. */

double oracle_half_value(uint16_t bits);
uint16_t oracle_half_bits(double value);
double oracle_half_round(double value, bool saturate);
float oracle_float_value(uint32_t bits);
uint32_t oracle_float_bits(float value);
uint64_t oracle_load(const uint8_t *at, uint32_t bytes);
void oracle_store(uint8_t *at, uint64_t bits, uint32_t bytes);

/* extent.c: the bytes of an operand, run by run. */

/* Wider than any sum of offsets and strides. */
#define oracle_address unsigned __int128

struct oracle_run {
	uint32_t step;
	oracle_address start;
	uint64_t length;
};

struct oracle_walk {
	bool (*next)(struct oracle_walk *walk, struct oracle_run *run);
	const struct oracle_call *call;
	/* where the next run is: repeat and DataBlock, or block, unit, row */
	uint64_t step;
	uint64_t unit;
	uint64_t row;
	oracle_address cursor;
	/* how a copy goes on */
	uint64_t steps;
	uint64_t units;
	uint64_t rows;
	uint64_t row_bytes;
	uint64_t row_shift;
	uint64_t row_step;
	uint64_t unit_step;
	uint64_t gap;
};

int oracle_extent(struct oracle_walk walk, const struct oracle_memory *memory,
		  uint64_t offset, enum aicore_field field,
		  struct aicore_report *report);

/*
 * Marks each byte with 1 + the last step that touches it. There is one map: it
 * must be unmarked before the next use.
 */
uint32_t *oracle_mark(struct oracle_walk walk, uint64_t bytes);
void oracle_unmark(struct oracle_walk walk, uint32_t *marks);

/*
 * The first step that touches a byte marked by a step after it (@later) or by
 * any step (!@later); AICORE_NO_STEP if there is none.
 */
uint32_t oracle_meet(struct oracle_walk walk, const uint32_t *marks,
		     bool later);

/* reduce.c */

enum oracle_fold {
	ORACLE_SUM,
	ORACLE_MAX,
	ORACLE_MIN,
};

/* Lanes that make one result. */
enum oracle_group {
	ORACLE_WHOLE,
	ORACLE_BLOCK,
	ORACLE_PAIR,
};

/* What sets one reduction apart from the others. */
struct oracle_reduction {
	uint32_t op;
	const char *name;
	enum oracle_fold fold;
	enum oracle_group group;
	bool has_index;		/* and an order */
	bool is_repeat_sum;	/* no bitwise mask, but a dstBlkStride */
};

/* NULL for an operation that is none. */
const struct oracle_reduction *oracle_reduction_find(uint32_t op);
const struct oracle_reduction *oracle_reduction_named(const char *name);

/* Whether a product reduces these types so. */
bool oracle_reduction_takes(const struct oracle_soc *soc,
			    const struct aicore_desc *desc);

/* From the first to the last byte that belongs to one repeat's results. */
uint32_t oracle_result_bytes(const struct aicore_desc *desc);
uint32_t oracle_result_alignment(const struct aicore_desc *desc);

int oracle_reduce_check(struct oracle_core *core, struct oracle_call *call,
			struct oracle_mask *mask, struct aicore_report *report);

/* Lanes of one repeat; whether one of them is on in a repeat but the last. */
uint32_t oracle_lane_count(const struct oracle_call *call);
bool oracle_any_lane(const struct oracle_call *call);
const uint64_t *oracle_lanes_of(const struct oracle_call *call,
				uint64_t repeat);
bool oracle_lane_active(const uint64_t lanes[2], uint32_t lane);

/* fold.c */

void oracle_reduce_run(const struct oracle_call *call);

/* copy.c */

int oracle_copy_check(struct oracle_core *core, struct oracle_call *call,
		      struct aicore_report *report);
int oracle_copy_run(const struct oracle_call *call,
		    struct aicore_report *report);

/* quant.c */

/* The rows of the first table in section 4.3. */
bool oracle_pair_exists(uint32_t src_type, uint32_t dst_type);
bool oracle_pair_takes(uint32_t src_type, uint32_t dst_type, uint32_t deq_scale,
		       bool *relu);
int oracle_quant_check(const struct oracle_call *call,
		       struct aicore_report *report);

/* Bytes of one parameter vector, 0 for a mode without. */
uint32_t oracle_vector_bytes(uint32_t deq_scale);
int oracle_vector_check(const struct oracle_call *call, const uint8_t *vector,
			uint32_t block, struct aicore_report *report);

/* One element; @parameter is what belongs to its column. */
uint64_t oracle_convert(const struct oracle_call *call, uint64_t bits,
			uint64_t parameter);

#endif /* AICORE_ORACLE_H */

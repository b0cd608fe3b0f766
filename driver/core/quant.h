/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Conversion and quantisation on the way between L0C and UB (operations.md
 * section 4.3). A conversion is a row of the table in quant.c: the types, the
 * deqScale, and the stages that an element goes through.
 */
#ifndef AICORE_CORE_QUANT_H
#define AICORE_CORE_QUANT_H

#include "env.h"

#define AICORE_STAGES_MAX	7

/**
 * struct aicore_deq - the parameters of one column, taken apart
 * @m: M as float bits
 * @shift: shift amount, N + 1
 * @mcb: mode control bit
 * @sign: results are int8, otherwise uint8
 * @offset: Offset
 * @relu: whether relu acts
 * @saturate: half results saturate
 */
struct aicore_deq {
	u32 m;
	u32 shift;
	bool mcb;
	bool sign;
	s32 offset;
	bool relu;
	bool saturate;
};

/*
 * One step of a conversion. The value is what the step before left: an integer,
 * or the bits of a float or half.
 */
struct aicore_stage {
	const char *name;
	u32 (*run)(u32 value, const struct aicore_deq *deq);
};

/* Where the parameters of a conversion come from. */
enum aicore_deq_source {
	AICORE_DEQ_SOURCE_NONE,
	AICORE_DEQ_SOURCE_HALF,		/* a half in deqValue */
	AICORE_DEQ_SOURCE_WORD,		/* bit fields in deqValue */
	AICORE_DEQ_SOURCE_HALVES,	/* 16 halves at deqTensorAddr */
	AICORE_DEQ_SOURCE_WORDS,	/* 16 words at deqTensorAddr */
};

/**
 * struct aicore_conversion - one row of the table
 * @path: AICORE_PATH_CO1_CO2 or AICORE_PATH_CO2_CO1
 * @src_type: enum aicore_type of the source
 * @dst_type: enum aicore_type of the destination
 * @deq_scale: enum aicore_deq_scale; CO2->CO1 ignores it
 * @source: where parameters come from
 * @has_relu: isRelu may be asked for
 * @stages: what is done, up to the first NULL
 */
struct aicore_conversion {
	enum aicore_path path;
	u32 src_type;
	u32 dst_type;
	u32 deq_scale;
	enum aicore_deq_source source;
	bool has_relu;
	const struct aicore_stage *stages[AICORE_STAGES_MAX];
};

/**
 * struct aicore_quant_plan - a conversion with all it needs
 * @conversion: the row
 * @value: deqValue
 * @vector: the first parameter vector
 * @vector_bytes: size of one vector, and the step from block to block
 * @relu: relu acts
 * @saturate: half results saturate
 * @check: contents of vectors are checked
 * @kernel: the kernel that can do it; none if elements stay as they are
 * @kernels: where to find that
 */
struct aicore_quant_plan {
	const struct aicore_conversion *conversion;
	u64 value;
	const u8 *vector;
	u32 vector_bytes;
	bool relu;
	bool saturate;
	bool check;
	enum aicore_kernel kernel;
	const struct aicore_kernels *kernels;
};

/* Whether any row of the path takes these types, whatever the deqScale. */
bool aicore_conversion_has_types(enum aicore_path path, u32 src_type,
				 u32 dst_type);

/*
 * Settles the conversion of a copy whose types are known to be good, and checks
 * all rules on deqScale, isRelu and deqValue. Does not look at the vector.
 */
int aicore_quant_check(struct aicore_quant_plan *plan, enum aicore_path path,
		       const struct aicore_desc *desc,
		       const struct aicore_env *env,
		       struct aicore_report *report);

/*
 * Looks through the parameter vectors of all blocks for one that breaks a rule:
 * lowest block first, then MCB, then Offset by column.
 */
int aicore_quant_check_vectors(const struct aicore_quant_plan *plan,
			       u32 blocks, struct aicore_report *report);

/* Takes the parameters of a block apart, one for each column. */
void aicore_quant_load(const struct aicore_quant_plan *plan, u32 block,
		       struct aicore_deq deq[AICORE_COLUMNS]);

/* Converts one row of 16 elements. */
void aicore_quant_row(const struct aicore_quant_plan *plan,
		      const struct aicore_deq deq[AICORE_COLUMNS],
		      u8 *dst, const u8 *src);

#endif /* AICORE_CORE_QUANT_H */

// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "quant.h"
#include "fast.h"
#include "softfloat.h"

#define FIELD(word, shift, bits) ((word) >> (shift) & ((1ULL << (bits)) - 1))

static s32 clamp_s32(s32 x, s32 low, s32 high)
{
	if (x < low)
		return low;
	return x > high ? high : x;
}

/*
 * The stages, named as the documents name what happens. Rules: operations.md
 * section 4.3.
 */

/* Arithmetic right shift by N + 1, which is a floor, then clamped to int16. */
static u32 stage_shift(u32 value, const struct aicore_deq *deq)
{
	return clamp_s32((s32)value >> deq->shift, -32768, 32767);
}

static u32 stage_shift_if_mcb(u32 value, const struct aicore_deq *deq)
{
	return deq->mcb ? stage_shift(value, deq) : value;
}

static u32 stage_to_float(u32 value, const struct aicore_deq *deq)
{
	return aicore_float_from_int(value);
}

static u32 stage_widen(u32 value, const struct aicore_deq *deq)
{
	return aicore_half_to_float(value);
}

static u32 stage_multiply(u32 value, const struct aicore_deq *deq)
{
	return aicore_float_mul(value, deq->m);
}

/* relu(x) = x if x > 0, NaN stays NaN, all else is +0. */
static u32 stage_relu_float(u32 value, const struct aicore_deq *deq)
{
	if (!deq->relu)
		return value;
	if (aicore_float_is_nan(value))
		return AICORE_FLOAT_NAN;
	return value & AICORE_FLOAT_SIGN ? 0 : value;
}

/* A half that relu passes on keeps +inf, but a NaN saturates to 0. */
static u32 stage_relu_half(u32 value, const struct aicore_deq *deq)
{
	if (!deq->relu)
		return value;
	if (aicore_half_is_nan(value))
		return deq->saturate ? 0 : AICORE_HALF_NAN;
	return value & AICORE_HALF_SIGN ? 0 : value;
}

static u32 stage_relu_int(u32 value, const struct aicore_deq *deq)
{
	return deq->relu && (s32)value < 0 ? 0 : value;
}

static u32 stage_to_half(u32 value, const struct aicore_deq *deq)
{
	u32 half = aicore_half_from_float(value);

	return deq->saturate ? aicore_half_saturate(half) : half;
}

/* To 9 signed bits: ties to even, clamped, NaN gives 0. */
static u32 stage_round(u32 value, const struct aicore_deq *deq)
{
	return aicore_float_to_int(value, -256, 255);
}

static u32 stage_offset(u32 value, const struct aicore_deq *deq)
{
	return value + deq->offset;
}

static u32 stage_clamp(u32 value, const struct aicore_deq *deq)
{
	if (deq->sign)
		return clamp_s32(value, -128, 127);
	return clamp_s32(value, 0, 255);
}

#define STAGE(id, title, function)					\
	static const struct aicore_stage id = { title, function }

STAGE(shift, "shift", stage_shift);
STAGE(shift_if_mcb, "shift if MCB", stage_shift_if_mcb);
STAGE(to_float, "to float", stage_to_float);
STAGE(widen, "to float", stage_widen);
STAGE(multiply, "* M", stage_multiply);
STAGE(relu_float, "relu", stage_relu_float);
STAGE(relu_half, "relu", stage_relu_half);
STAGE(relu_int, "relu", stage_relu_int);
STAGE(to_half, "to half", stage_to_half);
STAGE(round_to_int, "round", stage_round);
STAGE(offset, "+ Offset", stage_offset);
STAGE(clamp_8, "clamp", stage_clamp);

#define ROW(from, to, src, dst, scale, params, relu, ...)		\
	{								\
		AICORE_PATH_##from##_##to,				\
		AICORE_TYPE_##src, AICORE_TYPE_##dst,			\
		AICORE_DEQ_SCALE_##scale, AICORE_DEQ_SOURCE_##params,	\
		relu, { __VA_ARGS__ }					\
	}

/* Rows that differ in where their parameters come from only. */
#define HALF_ROW(scale, params)						\
	ROW(CO1, CO2, INT32, HALF, scale, params, true, &shift_if_mcb,	\
	    &to_float, &multiply, &relu_float, &to_half)
#define BYTE_ROW(dst, scale, params)					\
	ROW(CO1, CO2, INT32, dst, scale, params, true, &shift_if_mcb,	\
	    &to_float, &multiply, &relu_float, &round_to_int, &offset,	\
	    &clamp_8)
#define INT16_ROW(scale, params)					\
	ROW(CO1, CO2, INT32, INT16, scale, params, true, &shift, &relu_int)

static const struct aicore_conversion conversions[] = {
	ROW(CO1, CO2, HALF, HALF, NONE, NONE, true, &relu_half),
	ROW(CO1, CO2, HALF, HALF, DEQ, HALF, false, &widen, &multiply, &to_half),
	ROW(CO1, CO2, FLOAT, FLOAT, NONE, NONE, true, &relu_float),
	ROW(CO1, CO2, INT32, INT32, NONE, NONE, true, &relu_int),
	ROW(CO1, CO2, UINT32, UINT32, NONE, NONE, false, NULL),
	ROW(CO1, CO2, FLOAT, HALF, NONE, NONE, true, &relu_float, &to_half),
	ROW(CO1, CO2, INT32, HALF, DEQ, HALF, false, &to_float, &multiply,
	    &to_half),
	ROW(CO1, CO2, INT32, HALF, VDEQ, HALVES, true, &to_float, &multiply,
	    &relu_float, &to_half),
	HALF_ROW(DEQ16, WORD),
	HALF_ROW(VDEQ16, WORDS),
	BYTE_ROW(INT8, DEQ8, WORD),
	BYTE_ROW(INT8, VDEQ8, WORDS),
	BYTE_ROW(UINT8, DEQ8, WORD),
	BYTE_ROW(UINT8, VDEQ8, WORDS),
	INT16_ROW(DEQ16, WORD),
	INT16_ROW(VDEQ16, WORDS),
	ROW(CO2, CO1, HALF, HALF, NONE, NONE, false, NULL),
	ROW(CO2, CO1, FLOAT, FLOAT, NONE, NONE, false, NULL),
	ROW(CO2, CO1, INT32, INT32, NONE, NONE, false, NULL),
	ROW(CO2, CO1, UINT32, UINT32, NONE, NONE, false, NULL),
	ROW(CO2, CO1, HALF, FLOAT, NONE, NONE, false, &widen),
};

static const struct aicore_conversion *find(enum aicore_path path, u32 src_type,
					    u32 dst_type, u32 deq_scale)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(conversions); i++) {
		const struct aicore_conversion *row = &conversions[i];

		if (row->path == path && row->src_type == src_type &&
		    row->dst_type == dst_type && row->deq_scale == deq_scale)
			return row;
	}
	return NULL;
}

bool aicore_conversion_has_types(enum aicore_path path, u32 src_type,
				 u32 dst_type)
{
	u32 deq_scale;

	for (deq_scale = 0; deq_scale <= AICORE_DEQ_SCALE_VDEQ16; deq_scale++) {
		if (find(path, src_type, dst_type, deq_scale))
			return true;
	}
	return false;
}

static s32 word_offset(u64 word)
{
	s32 field = FIELD(word, AICORE_DEQ_OFFSET_SHIFT, 9);

	return field & 0x100 ? field - 0x200 : field;
}

/* With relu the lower bound of the result has to be what 0 becomes. */
static s32 relu_offset(const struct aicore_conversion *conversion)
{
	return conversion->dst_type == AICORE_TYPE_INT8 ? -128 : 0;
}

static bool to_8_bit(const struct aicore_conversion *conversion)
{
	return conversion->dst_type == AICORE_TYPE_INT8 ||
	       conversion->dst_type == AICORE_TYPE_UINT8;
}

static int refuse_offset(const struct aicore_conversion *conversion, s32 found,
			 struct aicore_report *report)
{
	s64 wanted = relu_offset(conversion);

	return aicore_report_set(report, AICORE_REASON_RELU_OFFSET,
				 AICORE_FIELD_OFFSET, (s64)found, wanted,
				 wanted);
}

/* What bits of a scalar deqValue must not contradict, in strict mode. */
static int check_word(const struct aicore_quant_plan *plan,
		      const struct aicore_copy *copy,
		      struct aicore_report *report)
{
	const struct aicore_conversion *conversion = plan->conversion;
	u64 word = copy->deq_value;

	if (FIELD(word, AICORE_DEQ_RELU_SHIFT, 1) && !copy->is_relu)
		return aicore_report_set(report, AICORE_REASON_RELU_MISMATCH,
					 AICORE_FIELD_RELU, 1, 0, 0);
	if (!to_8_bit(conversion))
		return 0;
	if (conversion->dst_type == AICORE_TYPE_UINT8 &&
	    FIELD(word, AICORE_DEQ_SIGN_SHIFT, 1))
		return aicore_report_set(report, AICORE_REASON_SIGN,
					 AICORE_FIELD_SIGN, 1, 0, 0);
	if (plan->relu && word_offset(word) != relu_offset(conversion))
		return refuse_offset(conversion, word_offset(word), report);
	return 0;
}

static int check_relu(struct aicore_quant_plan *plan,
		      const struct aicore_copy *copy, bool permissive,
		      struct aicore_report *report)
{
	const struct aicore_conversion *conversion = plan->conversion;

	if (copy->is_relu && !conversion->has_relu && !permissive)
		return aicore_report_set(report, AICORE_REASON_RELU,
					 AICORE_FIELD_IS_RELU, 1, 0, 0);
	plan->relu = copy->is_relu && conversion->has_relu;
	if (conversion->source != AICORE_DEQ_SOURCE_WORD)
		return 0;
	/* isRelu sets the Relu bit, and never clears it. */
	if (FIELD(copy->deq_value, AICORE_DEQ_RELU_SHIFT, 1))
		plan->relu = true;
	return permissive ? 0 : check_word(plan, copy, report);
}

static u32 vector_bytes(enum aicore_deq_source source)
{
	switch (source) {
	case AICORE_DEQ_SOURCE_HALVES:
		return AICORE_COLUMNS * sizeof(u16);
	case AICORE_DEQ_SOURCE_WORDS:
		return AICORE_COLUMNS * sizeof(u64);
	default:
		return 0;
	}
}

int aicore_quant_check(struct aicore_quant_plan *plan, enum aicore_path path,
		       const struct aicore_desc *desc,
		       const struct aicore_env *env,
		       struct aicore_report *report)
{
	const struct aicore_copy *copy = &desc->copy;
	u32 deq_scale = path == AICORE_PATH_CO1_CO2 ? copy->deq_scale :
						      AICORE_DEQ_SCALE_NONE;
	int err = 0;

	plan->conversion = find(path, desc->src_type, desc->dst_type,
				deq_scale);
	if (!plan->conversion)
		return aicore_report_set(report, AICORE_REASON_DEQ_SCALE,
					 AICORE_FIELD_DEQ_SCALE, deq_scale, 0,
					 0);
	plan->value = copy->deq_value;
	plan->vector_bytes = vector_bytes(plan->conversion->source);
	plan->saturate = env->saturate;
	plan->check = !env->permissive;
	plan->kernels = env->kernels;
	/* CO2->CO1 ignores all of this. */
	if (path == AICORE_PATH_CO1_CO2)
		err = check_relu(plan, copy, env->permissive, report);
	if (!err)
		plan->kernel = aicore_fast_conversion(plan);
	return err;
}

static u64 vector_word(const u8 *vector, u32 column)
{
	u64 word;

	memcpy(&word, vector + column * sizeof(word), sizeof(word));
	return word;
}

/* @words are copies: users may change the vector while it is looked at. */
static int check_vector(const struct aicore_quant_plan *plan,
			const u64 words[AICORE_COLUMNS],
			struct aicore_report *report)
{
	u64 mcb = FIELD(words[0], AICORE_DEQ_MCB_SHIFT, 1);
	u32 column;

	for (column = 1; column < AICORE_COLUMNS; column++) {
		u64 other = FIELD(words[column], AICORE_DEQ_MCB_SHIFT, 1);

		report->column = column;
		if (other != mcb)
			return aicore_report_set(report, AICORE_REASON_MCB,
						 AICORE_FIELD_MCB, other, mcb,
						 mcb);
	}
	if (!plan->relu || !to_8_bit(plan->conversion))
		return 0;
	for (column = 0; column < AICORE_COLUMNS; column++) {
		s32 found = word_offset(words[column]);

		report->column = column;
		if (found != relu_offset(plan->conversion))
			return refuse_offset(plan->conversion, found, report);
	}
	return 0;
}

int aicore_quant_check_vectors(const struct aicore_quant_plan *plan,
			       u32 blocks, struct aicore_report *report)
{
	const u8 *vector = plan->vector;
	u64 words[AICORE_COLUMNS] AICORE_SCRATCH;
	u32 block;
	int err;

	if (!plan->check || plan->conversion->source != AICORE_DEQ_SOURCE_WORDS)
		return 0;
	for (block = 0; block < blocks; block++) {
		memcpy(words, vector, sizeof(words));
		report->step = block;
		err = check_vector(plan, words, report);
		if (err)
			return err;
		vector += plan->vector_bytes;
	}
	report->step = AICORE_NO_STEP;
	report->column = AICORE_NO_STEP;
	return 0;
}

/* Field by field: a struct to copy would have to wait until it is written. */
static void unpack_word(const struct aicore_quant_plan *plan, u64 word,
			struct aicore_deq *deq)
{
	deq->m = FIELD(word, AICORE_DEQ_M_SHIFT, 32);
	deq->shift = FIELD(word, AICORE_DEQ_N_SHIFT, 4) + 1;
	deq->mcb = FIELD(word, AICORE_DEQ_MCB_SHIFT, 1);
	deq->sign = FIELD(word, AICORE_DEQ_SIGN_SHIFT, 1);
	deq->offset = word_offset(word);
	deq->relu = plan->relu;
	deq->saturate = plan->saturate;
}

static void unpack_half(const struct aicore_quant_plan *plan, u32 half,
			struct aicore_deq *deq)
{
	deq->m = aicore_half_to_float(half);
	deq->shift = 0;
	deq->mcb = false;
	deq->sign = false;
	deq->offset = 0;
	deq->relu = plan->relu;
	deq->saturate = plan->saturate;
}

static void load_value(const struct aicore_quant_plan *plan,
		       struct aicore_deq *deq)
{
	switch (plan->conversion->source) {
	case AICORE_DEQ_SOURCE_WORD:
		unpack_word(plan, plan->value, deq);
		/* The scalar modes set Sign for int8 (section 4.3). */
		if (plan->conversion->dst_type == AICORE_TYPE_INT8)
			deq->sign = true;
		break;
	case AICORE_DEQ_SOURCE_HALF:
		unpack_half(plan, plan->value & 0xffff, deq);
		break;
	default:
		unpack_half(plan, 0, deq);
		break;
	}
}

void aicore_quant_load(const struct aicore_quant_plan *plan, u32 block,
		       struct aicore_deq deq[AICORE_COLUMNS])
{
	const u8 *vector = plan->vector;
	u16 halves[AICORE_COLUMNS] AICORE_SCRATCH;
	u32 column;

	switch (plan->conversion->source) {
	case AICORE_DEQ_SOURCE_WORDS:
		vector += (u64)block * plan->vector_bytes;
		for (column = 0; column < AICORE_COLUMNS; column++)
			unpack_word(plan, vector_word(vector, column),
				    &deq[column]);
		break;
	case AICORE_DEQ_SOURCE_HALVES:
		vector += (u64)block * plan->vector_bytes;
		memcpy(halves, vector, sizeof(halves));
		for (column = 0; column < AICORE_COLUMNS; column++)
			unpack_half(plan, halves[column], &deq[column]);
		break;
	default:
		for (column = 0; column < AICORE_COLUMNS; column++)
			load_value(plan, &deq[column]);
		break;
	}
}

static u32 convert(const struct aicore_conversion *conversion, u32 value,
		   const struct aicore_deq *deq)
{
	const struct aicore_stage *const *stage = conversion->stages;

	for (; stage < conversion->stages + AICORE_STAGES_MAX && *stage; stage++)
		value = (*stage)->run(value, deq);
	return value;
}

void aicore_quant_row(const struct aicore_quant_plan *plan,
		      const struct aicore_deq deq[AICORE_COLUMNS],
		      u8 *dst, const u8 *src)
{
	const struct aicore_conversion *conversion = plan->conversion;
	u32 src_bytes = aicore_type_find(conversion->src_type)->bytes;
	u32 dst_bytes = aicore_type_find(conversion->dst_type)->bytes;
	u32 column;

	for (column = 0; column < AICORE_COLUMNS; column++) {
		u32 value = 0;

		memcpy(&value, src, src_bytes);
		value = convert(conversion, value, &deq[column]);
		memcpy(dst, &value, dst_bytes);
		src += src_bytes;
		dst += dst_bytes;
	}
}

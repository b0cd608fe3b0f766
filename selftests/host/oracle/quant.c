// SPDX-License-Identifier: GPL-2.0-only
/* Conversion and quantisation (section 4.3). */
#include <math.h>

#include "oracle.h"

static const struct {
	uint32_t src;
	uint32_t dst;
	uint32_t deq_scale;
	bool relu;
} pairs[] = {
	{ AICORE_TYPE_HALF, AICORE_TYPE_HALF, AICORE_DEQ_SCALE_NONE, true },
	{ AICORE_TYPE_HALF, AICORE_TYPE_HALF, AICORE_DEQ_SCALE_DEQ, false },
	{ AICORE_TYPE_FLOAT, AICORE_TYPE_FLOAT, AICORE_DEQ_SCALE_NONE, true },
	{ AICORE_TYPE_INT32, AICORE_TYPE_INT32, AICORE_DEQ_SCALE_NONE, true },
	{ AICORE_TYPE_FLOAT, AICORE_TYPE_HALF, AICORE_DEQ_SCALE_NONE, true },
	{ AICORE_TYPE_UINT32, AICORE_TYPE_UINT32, AICORE_DEQ_SCALE_NONE, false },
	{ AICORE_TYPE_INT32, AICORE_TYPE_HALF, AICORE_DEQ_SCALE_DEQ, false },
	{ AICORE_TYPE_INT32, AICORE_TYPE_HALF, AICORE_DEQ_SCALE_VDEQ, true },
	{ AICORE_TYPE_INT32, AICORE_TYPE_HALF, AICORE_DEQ_SCALE_DEQ16, true },
	{ AICORE_TYPE_INT32, AICORE_TYPE_HALF, AICORE_DEQ_SCALE_VDEQ16, true },
	{ AICORE_TYPE_INT32, AICORE_TYPE_INT8, AICORE_DEQ_SCALE_DEQ8, true },
	{ AICORE_TYPE_INT32, AICORE_TYPE_INT8, AICORE_DEQ_SCALE_VDEQ8, true },
	{ AICORE_TYPE_INT32, AICORE_TYPE_UINT8, AICORE_DEQ_SCALE_DEQ8, true },
	{ AICORE_TYPE_INT32, AICORE_TYPE_UINT8, AICORE_DEQ_SCALE_VDEQ8, true },
	{ AICORE_TYPE_INT32, AICORE_TYPE_INT16, AICORE_DEQ_SCALE_DEQ16, true },
	{ AICORE_TYPE_INT32, AICORE_TYPE_INT16, AICORE_DEQ_SCALE_VDEQ16, true },
};

#define PAIRS (sizeof(pairs) / sizeof(pairs[0]))

bool oracle_pair_exists(uint32_t src_type, uint32_t dst_type)
{
	for (size_t i = 0; i < PAIRS; i++)
		if (pairs[i].src == src_type && pairs[i].dst == dst_type)
			return true;
	return false;
}

bool oracle_pair_takes(uint32_t src_type, uint32_t dst_type, uint32_t deq_scale,
		       bool *relu)
{
	for (size_t i = 0; i < PAIRS; i++)
		if (pairs[i].src == src_type && pairs[i].dst == dst_type &&
		    pairs[i].deq_scale == deq_scale) {
			*relu = pairs[i].relu;
			return true;
		}
	return false;
}

uint32_t oracle_vector_bytes(uint32_t deq_scale)
{
	switch (deq_scale) {
	case AICORE_DEQ_SCALE_VDEQ:
		return 16 * 2;
	case AICORE_DEQ_SCALE_VDEQ8:
	case AICORE_DEQ_SCALE_VDEQ16:
		return 16 * 8;
	default:
		return 0;
	}
}

/* The fields of a parameter. */

static float parameter_m(uint64_t parameter)
{
	return oracle_float_value((uint32_t)parameter);
}

static int parameter_shift(uint64_t parameter)
{
	return (int)(parameter >> AICORE_DEQ_N_SHIFT & 15) + 1;
}

static bool parameter_mcb(uint64_t parameter)
{
	return parameter >> AICORE_DEQ_MCB_SHIFT & 1;
}

static int parameter_offset(uint64_t parameter)
{
	int offset = parameter >> AICORE_DEQ_OFFSET_SHIFT & 511;

	return offset < 256 ? offset : offset - 512;
}

static bool parameter_sign(uint64_t parameter)
{
	return parameter >> AICORE_DEQ_SIGN_SHIFT & 1;
}

static bool parameter_relu(uint64_t parameter)
{
	return parameter >> AICORE_DEQ_RELU_SHIFT & 1;
}

/* Checks */

static int refuse_offset(struct aicore_report *report, int offset, int wanted)
{
	oracle_refuse(report, AICORE_REASON_RELU_OFFSET, AICORE_FIELD_OFFSET);
	report->value = (uint64_t)(int64_t)offset;
	report->low = (uint64_t)(int64_t)wanted;
	report->high = report->low;
	return oracle_errno(AICORE_REASON_RELU_OFFSET);
}

static int wanted_offset(const struct oracle_call *call)
{
	return call->desc.dst_type == AICORE_TYPE_INT8 ? -128 : 0;
}

/* DEQ8 and DEQ16: the scalar must agree with the rest of the descriptor. */
static int scalar_check(const struct oracle_call *call,
			struct aicore_report *report)
{
	const struct aicore_copy *copy = &call->desc.copy;
	int offset = parameter_offset(copy->deq_value);

	if (parameter_relu(copy->deq_value) && !copy->is_relu)
		return oracle_refuse(report, AICORE_REASON_RELU_MISMATCH,
				     AICORE_FIELD_RELU);
	if (copy->deq_scale == AICORE_DEQ_SCALE_DEQ16)
		return 0;
	if (call->desc.dst_type == AICORE_TYPE_UINT8 &&
	    parameter_sign(copy->deq_value))
		return oracle_refuse(report, AICORE_REASON_SIGN,
				     AICORE_FIELD_SIGN);
	if (copy->is_relu && offset != wanted_offset(call))
		return refuse_offset(report, offset, wanted_offset(call));
	return 0;
}

int oracle_quant_check(const struct oracle_call *call,
		       struct aicore_report *report)
{
	const struct aicore_copy *copy = &call->desc.copy;
	bool relu;

	if (!oracle_pair_takes(call->desc.src_type, call->desc.dst_type,
			       copy->deq_scale, &relu))
		return oracle_refuse(report, AICORE_REASON_DEQ_SCALE,
				     AICORE_FIELD_DEQ_SCALE);
	if (call->permissive)
		return 0;
	if (copy->is_relu && !relu)
		return oracle_refuse(report, AICORE_REASON_RELU,
				     AICORE_FIELD_IS_RELU);
	if (copy->deq_scale == AICORE_DEQ_SCALE_DEQ8 ||
	    copy->deq_scale == AICORE_DEQ_SCALE_DEQ16)
		return scalar_check(call, report);
	return 0;
}

/* The contents of the vector of one block. */
int oracle_vector_check(const struct oracle_call *call, const uint8_t *vector,
			uint32_t block, struct aicore_report *report)
{
	const struct aicore_copy *copy = &call->desc.copy;
	int error = 0;
	uint32_t c;

	if (call->permissive || copy->deq_scale == AICORE_DEQ_SCALE_VDEQ)
		return 0;
	for (c = 1; c < 16; c++)
		if (parameter_mcb(oracle_load(vector + 8 * c, 8)) !=
		    parameter_mcb(oracle_load(vector, 8))) {
			error = oracle_refuse(report, AICORE_REASON_MCB,
					      AICORE_FIELD_MCB);
			break;
		}
	for (c = error ? c : 0; !error && c < 16; c++) {
		int offset = parameter_offset(oracle_load(vector + 8 * c, 8));

		if (copy->deq_scale == AICORE_DEQ_SCALE_VDEQ8 &&
		    copy->is_relu && offset != wanted_offset(call)) {
			error = refuse_offset(report, offset,
					      wanted_offset(call));
			break;
		}
	}
	if (error) {
		report->step = block;
		report->column = c;
	}
	return error;
}

/* Arithmetic. Every float is rounded to float32 by the host. */

static float relu_float(float x)
{
	if (isnan(x))
		return x;
	return x > 0 ? x : 0;
}

static int32_t shift(int32_t x, uint64_t parameter)
{
	double floor_quotient = floor(ldexp(x, -parameter_shift(parameter)));

	return (int32_t)fmin(fmax(floor_quotient, -32768), 32767);
}

static uint64_t half_result(const struct oracle_call *call, float value)
{
	return oracle_half_bits(oracle_half_round(value, call->saturate));
}

/* The product of DEQ8, DEQ16 and their vector forms. */
static float scaled(int32_t x, uint64_t parameter, bool relu)
{
	float product;

	if (parameter_mcb(parameter))
		x = shift(x, parameter);
	product = (float)x * parameter_m(parameter);
	return relu ? relu_float(product) : product;
}

static uint64_t to_byte(const struct oracle_call *call, int32_t x,
			uint64_t parameter, bool relu)
{
	bool is_signed = parameter_sign(parameter);
	double value = scaled(x, parameter, relu);

	if (call->desc.copy.deq_scale == AICORE_DEQ_SCALE_DEQ8 &&
	    call->desc.dst_type == AICORE_TYPE_INT8)
		is_signed = true;
	if (isnan(value))
		value = 0;
	value = fmin(fmax(nearbyint(value), -256), 255);
	value += parameter_offset(parameter);
	if (is_signed)
		value = fmin(fmax(value, -128), 127);
	else
		value = fmin(fmax(value, 0), 255);
	return (uint64_t)(int64_t)value & 255;
}

static uint64_t from_int32(const struct oracle_call *call, int32_t x,
			   uint64_t parameter)
{
	const struct aicore_copy *copy = &call->desc.copy;
	bool relu = copy->is_relu;
	float product;

	if (copy->deq_scale == AICORE_DEQ_SCALE_DEQ8 ||
	    copy->deq_scale == AICORE_DEQ_SCALE_DEQ16)
		relu = relu || parameter_relu(parameter);
	switch (call->desc.dst_type) {
	case AICORE_TYPE_INT32:
		return (uint32_t)(relu && x < 0 ? 0 : x);
	case AICORE_TYPE_INT16:
		x = shift(x, parameter);
		return (uint16_t)(relu && x < 0 ? 0 : x);
	case AICORE_TYPE_INT8:
	case AICORE_TYPE_UINT8:
		return to_byte(call, x, parameter, relu);
	default:
		break;
	}
	if (copy->deq_scale == AICORE_DEQ_SCALE_DEQ16 ||
	    copy->deq_scale == AICORE_DEQ_SCALE_VDEQ16)
		return half_result(call, scaled(x, parameter, relu));
	product = (float)x * (float)oracle_half_value((uint16_t)parameter);
	if (copy->deq_scale == AICORE_DEQ_SCALE_VDEQ && relu)
		product = relu_float(product);
	return half_result(call, product);
}

static uint64_t from_half(const struct oracle_call *call, uint16_t bits,
			  uint64_t parameter)
{
	double x = oracle_half_value(bits);

	if (call->desc.dst_type == AICORE_TYPE_FLOAT)
		return oracle_float_bits((float)x);
	if (call->desc.copy.deq_scale == AICORE_DEQ_SCALE_DEQ) {
		x *= oracle_half_value((uint16_t)parameter);
		return oracle_half_bits(oracle_half_round(x, call->saturate));
	}
	if (!call->desc.copy.is_relu)
		return bits;
	if (isnan(x))
		return call->saturate ? 0 : 0x7e00;
	return x > 0 ? bits : 0;
}

static uint64_t from_float(const struct oracle_call *call, uint32_t bits)
{
	float x = oracle_float_value(bits);
	bool relu = call->desc.copy.is_relu;

	if (call->desc.dst_type == AICORE_TYPE_HALF)
		return half_result(call, relu ? relu_float(x) : x);
	return relu ? oracle_float_bits(relu_float(x)) : bits;
}

uint64_t oracle_convert(const struct oracle_call *call, uint64_t bits,
			uint64_t parameter)
{
	switch (call->desc.src_type) {
	case AICORE_TYPE_HALF:
		return from_half(call, (uint16_t)bits, parameter);
	case AICORE_TYPE_FLOAT:
		return from_float(call, (uint32_t)bits);
	case AICORE_TYPE_INT32:
		return from_int32(call, (int32_t)bits, parameter);
	default:
		return bits;
	}
}

// SPDX-License-Identifier: MIT
#include "internal.h"
#include "reserved.h"

static struct ac_reserved first_set(const struct ac_reserved *values,
				    size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (values[i].value)
			return values[i];
	}
	return (struct ac_reserved){ NULL, 0, NULL };
}

static uint64_t operand_bits(const struct aicore_operand *operand)
{
	return operand->position | operand->buffer | operand->offset;
}

static int has_order(uint32_t op)
{
	return op == AICORE_OP_WHOLE_REDUCE_MAX ||
	       op == AICORE_OP_WHOLE_REDUCE_MIN;
}

static struct ac_reserved in_reduce(const struct aicore_desc *desc)
{
	const struct aicore_reduce *reduce = &desc->reduce;
	int contiguous = reduce->mask_form == AICORE_MASK_CONTIGUOUS;
	const struct ac_reserved values[] = {
		{ "order", has_order(desc->op) ? 0 : reduce->order,
		  "for this operation" },
		{ "mask[1]", contiguous ? reduce->mask[1] : 0,
		  "with a contiguous mask" },
		{ "dstBlkStride",
		  desc->op == AICORE_OP_REPEAT_REDUCE_SUM ?
		  0 : reduce->dst_blk_stride, "for this operation" },
		{ "a reserved field", reduce->reserved[0] | reduce->reserved[1],
		  "always" },
	};

	return first_set(values, AC_ARRAY_SIZE(values));
}

static struct ac_reserved in_set_mask(const struct aicore_desc *desc)
{
	const struct aicore_set_mask *set = &desc->set_mask;
	int counter = set->mode == AICORE_MASK_MODE_COUNTER;
	uint64_t rest = set->reserved0;
	size_t i;

	for (i = 0; i < AC_ARRAY_SIZE(set->reserved); i++)
		rest |= set->reserved[i];

	const struct ac_reserved values[] = {
		{ "dst", operand_bits(&desc->dst), "for this operation" },
		{ "src", operand_bits(&desc->src), "for this operation" },
		{ "type", desc->src_type | desc->dst_type,
		  "for this operation" },
		{ "mask[0]", counter ? set->mask[0] : 0, "in counter mode" },
		{ "mask[1]", counter ? set->mask[1] : 0, "in counter mode" },
		{ "count", counter ? 0 : set->count, "in normal mode" },
		{ "a reserved field", rest, "always" },
	};

	return first_set(values, AC_ARRAY_SIZE(values));
}

struct ac_reserved ac_reserved_find(const struct aicore_desc *desc)
{
	if (desc->flags)
		return (struct ac_reserved){ "flags", desc->flags, "always" };
	switch (desc->op) {
	case AICORE_OP_DATA_COPY:
		return (struct ac_reserved){ NULL, 0, NULL };
	case AICORE_OP_SET_VECTOR_MASK:
		return in_set_mask(desc);
	default:
		return in_reduce(desc);
	}
}

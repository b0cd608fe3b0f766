// SPDX-License-Identifier: GPL-2.0-only
/* Devices, cores, SetVectorMask, and the rules that all operations share. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

static const struct {
	const char *name;
	int error;
} reasons[] = {
	[AICORE_REASON_NONE] = { "none", 0 },
	[AICORE_REASON_RESERVED] = { "reserved", EINVAL },
	[AICORE_REASON_OP_UNKNOWN] = { "op-unknown", EINVAL },
	[AICORE_REASON_OP_PRODUCT] = { "op-product", EOPNOTSUPP },
	[AICORE_REASON_POSITION_UNKNOWN] = { "position-unknown", EINVAL },
	[AICORE_REASON_POSITION_ABSENT] = { "position-absent", EOPNOTSUPP },
	[AICORE_REASON_POSITION_OPERAND] = { "position-operand", EINVAL },
	[AICORE_REASON_BUFFER_MISSING] = { "buffer-missing", EINVAL },
	[AICORE_REASON_BUFFER_EXCESS] = { "buffer-excess", EINVAL },
	[AICORE_REASON_BUFFER_UNKNOWN] = { "buffer-unknown", ENOENT },
	[AICORE_REASON_PATH] = { "path", EOPNOTSUPP },
	[AICORE_REASON_TYPE_UNKNOWN] = { "type-unknown", EINVAL },
	[AICORE_REASON_TYPE_PAIR] = { "type-pair", EOPNOTSUPP },
	[AICORE_REASON_RANGE] = { "range", EINVAL },
	[AICORE_REASON_STRIDE_ZERO] = { "stride-zero", EOPNOTSUPP },
	[AICORE_REASON_MASK_RANGE] = { "mask-range", EINVAL },
	[AICORE_REASON_MASK_ZERO] = { "mask-zero", EINVAL },
	[AICORE_REASON_COUNTER_PRODUCT] = { "counter-product", EOPNOTSUPP },
	[AICORE_REASON_BLOCK_MODE] = { "block-mode", EOPNOTSUPP },
	[AICORE_REASON_PAD_MODE] = { "pad-mode", EOPNOTSUPP },
	[AICORE_REASON_DEQ_SCALE] = { "deq-scale", EINVAL },
	[AICORE_REASON_RELU] = { "relu", EINVAL },
	[AICORE_REASON_RELU_MISMATCH] = { "relu-mismatch", EINVAL },
	[AICORE_REASON_SIGN] = { "sign", EINVAL },
	[AICORE_REASON_RELU_OFFSET] = { "relu-offset", EINVAL },
	[AICORE_REASON_MCB] = { "mcb", EINVAL },
	[AICORE_REASON_ALIGNMENT] = { "alignment", EINVAL },
	[AICORE_REASON_EXTENT] = { "extent", ERANGE },
	[AICORE_REASON_OVERLAP] = { "overlap", EINVAL },
	[AICORE_REASON_OVERLAP_VECTOR] = { "overlap-vector", EINVAL },
	[AICORE_REASON_CANCELLED] = { "cancelled", ECANCELED },
	[AICORE_REASON_WATCHDOG] = { "watchdog", ETIME },
	[AICORE_REASON_INJECTED] = { "injected", EIO },
	[AICORE_REASON_ORDER] = { "order", EOPNOTSUPP },
	[AICORE_REASON_MASK_FORM] = { "mask-form", EINVAL },
};

#define REASONS (sizeof(reasons) / sizeof(reasons[0]))

int oracle_errno(uint32_t reason)
{
	return reason < REASONS ? -reasons[reason].error : -EIO;
}

const char *oracle_reason_name(uint32_t reason)
{
	return reason < REASONS ? reasons[reason].name : "unknown";
}

int oracle_refuse(struct aicore_report *report, enum aicore_reason reason,
		  enum aicore_field field)
{
	memset(report, 0, sizeof(*report));
	report->reason = reason;
	report->field = field;
	report->step = AICORE_NO_STEP;
	report->column = AICORE_NO_STEP;
	return oracle_errno(reason);
}

int oracle_range(struct aicore_report *report, enum aicore_field field,
		 uint64_t value, uint64_t low, uint64_t high)
{
	if (low <= value && value <= high)
		return 0;
	oracle_refuse(report, AICORE_REASON_RANGE, field);
	report->value = value;
	report->low = low;
	report->high = high;
	return oracle_errno(AICORE_REASON_RANGE);
}

int oracle_alignment(struct aicore_report *report, enum aicore_field field,
		     uint64_t offset, uint64_t alignment)
{
	if (offset % alignment == 0)
		return 0;
	oracle_refuse(report, AICORE_REASON_ALIGNMENT, field);
	report->value = offset;
	report->low = alignment;
	return oracle_errno(AICORE_REASON_ALIGNMENT);
}

int oracle_operand(const struct oracle_core *core,
		   const struct aicore_operand *operand,
		   enum aicore_field field, bool ub_only,
		   struct oracle_memory *memory, struct aicore_report *report)
{
	const struct oracle_device *device = core->device;
	enum oracle_place place =
		oracle_position_place(device->soc, operand->position);
	enum aicore_reason reason = AICORE_REASON_NONE;

	if (place == ORACLE_NOWHERE)
		reason = AICORE_REASON_POSITION_UNKNOWN;
	else if (place != ORACLE_GM && !core->memory[place].bytes)
		reason = AICORE_REASON_POSITION_ABSENT;
	else if (place == ORACLE_GM && !operand->buffer)
		reason = AICORE_REASON_BUFFER_MISSING;
	else if (place != ORACLE_GM && operand->buffer)
		reason = AICORE_REASON_BUFFER_EXCESS;
	else if (place == ORACLE_GM && operand->buffer > device->buffer_count)
		reason = AICORE_REASON_BUFFER_UNKNOWN;
	else if (ub_only && operand->position != AICORE_POSITION_VECIN &&
		 operand->position != AICORE_POSITION_VECCALC &&
		 operand->position != AICORE_POSITION_VECOUT)
		reason = AICORE_REASON_POSITION_OPERAND;
	if (reason != AICORE_REASON_NONE) {
		oracle_refuse(report, reason, field);
		if (reason == AICORE_REASON_BUFFER_UNKNOWN)
			report->value = operand->buffer;
		return oracle_errno(reason);
	}
	*memory = place == ORACLE_GM ? device->buffers[operand->buffer - 1] :
				       core->memory[place];
	return 0;
}

int oracle_device_init(struct oracle_device *device,
		       const struct aicore_setup *setup)
{
	memset(device, 0, sizeof(*device));
	device->soc = oracle_soc_find(setup->soc);
	if (!device->soc || setup->overflow > AICORE_OVERFLOW_INFNAN ||
	    setup->check > AICORE_CHECK_PERMISSIVE ||
	    (setup->flags & ~AICORE_SETUP_FLOAT_NODES) || setup->reserved)
		return -EINVAL;
	if (setup->overflow == AICORE_OVERFLOW_INFNAN &&
	    device->soc->overflow == ORACLE_SATURATES)
		return -EOPNOTSUPP;
	if (setup->overflow == AICORE_OVERFLOW_DEFAULT)
		device->saturate =
			device->soc->overflow != ORACLE_INFNAN_BY_DEFAULT;
	else
		device->saturate = setup->overflow == AICORE_OVERFLOW_SATURATE;
	device->float_nodes = setup->flags & AICORE_SETUP_FLOAT_NODES;
	device->permissive = setup->check == AICORE_CHECK_PERMISSIVE;
	return 0;
}

void oracle_device_free(struct oracle_device *device)
{
	for (uint32_t i = 0; i < device->buffer_count; i++)
		free(device->buffers[i].base);
}

/* The handle, 0 if there is none. */
uint32_t oracle_buffer_create(struct oracle_device *device, uint64_t bytes)
{
	struct oracle_memory *buffer = &device->buffers[device->buffer_count];

	if (!bytes || device->buffer_count == ORACLE_MAX_BUFFERS)
		return 0;
	buffer->base = calloc(1, bytes);
	if (!buffer->base)
		return 0;
	buffer->bytes = bytes;
	return ++device->buffer_count;
}

void oracle_core_reset(struct oracle_core *core)
{
	core->mask = (struct oracle_mask){ .bits = { ~0ULL, ~0ULL } };
}

void oracle_core_init(struct oracle_core *core, struct oracle_device *device)
{
	memset(core, 0, sizeof(*core));
	core->device = device;
	for (int place = ORACLE_UB; place < ORACLE_PLACES; place++) {
		uint64_t bytes = device->soc->bytes[place];

		core->memory[place].bytes = bytes;
		core->memory[place].base = bytes ? calloc(1, bytes) : NULL;
		if (bytes && !core->memory[place].base)
			abort();
	}
	oracle_core_reset(core);
}

void oracle_core_free(struct oracle_core *core)
{
	for (int place = ORACLE_UB; place < ORACLE_PLACES; place++)
		free(core->memory[place].base);
}

static bool operand_given(const struct aicore_operand *operand)
{
	return operand->position || operand->buffer || operand->offset;
}

static int set_mask_reserved(const struct aicore_desc *desc,
			     struct aicore_report *report)
{
	const struct aicore_set_mask *set = &desc->set_mask;
	enum aicore_field field = AICORE_FIELD_NONE;

	if (operand_given(&desc->dst))
		field = AICORE_FIELD_DST;
	else if (operand_given(&desc->src))
		field = AICORE_FIELD_SRC;
	else if (desc->src_type)
		field = AICORE_FIELD_SRC_TYPE;
	else if (desc->dst_type)
		field = AICORE_FIELD_DST_TYPE;
	else if (set->reserved0)
		field = AICORE_FIELD_RESERVED;
	else if (set->mode == AICORE_MASK_MODE_COUNTER &&
		 (set->mask[0] || set->mask[1]))
		field = AICORE_FIELD_MASK;
	else if (set->mode == AICORE_MASK_MODE_NORMAL && set->count)
		field = AICORE_FIELD_COUNT;
	for (int i = 0; i < 6 && field == AICORE_FIELD_NONE; i++)
		if (set->reserved[i])
			field = AICORE_FIELD_RESERVED;
	if (field == AICORE_FIELD_NONE)
		return 0;
	return oracle_refuse(report, AICORE_REASON_RESERVED, field);
}

static int set_mask_check(const struct oracle_core *core,
			  const struct aicore_desc *desc,
			  struct oracle_mask *mask,
			  struct aicore_report *report)
{
	const struct aicore_set_mask *set = &desc->set_mask;
	int error = set_mask_reserved(desc, report);

	if (!error)
		error = oracle_range(report, AICORE_FIELD_MODE, set->mode, 0, 1);
	if (!error)
		error = oracle_range(report, AICORE_FIELD_COUNT, set->count, 0,
				     0xffffffff);
	if (error)
		return error;
	mask->counter = set->mode == AICORE_MASK_MODE_COUNTER;
	if (mask->counter && !core->device->soc->counter_mode)
		return oracle_refuse(report, AICORE_REASON_COUNTER_PRODUCT,
				     AICORE_FIELD_MODE);
	mask->count = set->count;
	mask->bits[0] = set->mask[0];
	mask->bits[1] = set->mask[1];
	return 0;
}

static int dispatch(struct oracle_core *core, struct oracle_call *call,
		    struct oracle_mask *mask, struct aicore_report *report)
{
	if (call->desc.flags)
		return oracle_refuse(report, AICORE_REASON_RESERVED,
				     AICORE_FIELD_FLAGS);
	if (call->desc.op == AICORE_OP_DATA_COPY)
		return oracle_copy_check(core, call, report);
	if (call->desc.op == AICORE_OP_SET_VECTOR_MASK)
		return set_mask_check(core, &call->desc, mask, report);
	if (oracle_reduction_find(call->desc.op))
		return oracle_reduce_check(core, call, mask, report);
	return oracle_refuse(report, AICORE_REASON_OP_UNKNOWN, AICORE_FIELD_OP);
}

int oracle_check(struct oracle_core *core, const struct aicore_desc *desc,
		 struct oracle_call *call, struct aicore_report *report)
{
	struct oracle_mask mask = core->mask;
	int error;

	memset(call, 0, sizeof(*call));
	oracle_refuse(report, AICORE_REASON_NONE, AICORE_FIELD_NONE);
	call->desc = *desc;
	call->ub = core->memory[ORACLE_UB];
	call->soc = core->device->soc;
	call->saturate = core->device->saturate;
	call->float_nodes = core->device->float_nodes;
	call->permissive = core->device->permissive;
	error = dispatch(core, call, &mask, report);
	if (!error)
		core->mask = mask;
	return error;
}

int oracle_run(const struct oracle_call *call, struct aicore_report *report)
{
	oracle_refuse(report, AICORE_REASON_NONE, AICORE_FIELD_NONE);
	if (call->desc.op == AICORE_OP_DATA_COPY)
		return oracle_copy_run(call, report);
	if (oracle_reduction_find(call->desc.op))
		oracle_reduce_run(call);
	return 0;
}

// SPDX-License-Identifier: MIT
/*
 * Refusals and run-time errors in words: one function for each kind of reason,
 * and a table of them. Numbers of enumerations never reach the reader, unless
 * the number itself is what is wrong.
 */
#include "allowed.h"
#include "internal.h"
#include "overlap.h"
#include "reserved.h"
#include "suggest.h"
#include "text.h"

/* What all functions below need. */
struct sentence {
	struct ac_text text;
	const struct aicore_report *report;
	const struct aicore_desc *desc;
	const struct ac_names *names;
};

#define ADD(sentence, ...)	ac_text_add(&(sentence)->text, __VA_ARGS__)

/* What %llu prints. */
#define ull unsigned long long

static const char *or_unknown(const char *name)
{
	return name ? name : "?";
}

static uint32_t soc_of(const struct sentence *s)
{
	return s->names->info->soc;
}

static const char *soc_name(const struct sentence *s)
{
	const char *name = ac_soc_name(soc_of(s));

	return name ? name : "this product";
}

static const char *field_name(const struct sentence *s)
{
	return or_unknown(ac_field_name(s->report->field));
}

static const struct aicore_operand *operand(const struct sentence *s)
{
	return s->report->field == AICORE_FIELD_SRC ? &s->desc->src :
						      &s->desc->dst;
}

static uint64_t operand_offset(const struct sentence *s)
{
	if (s->report->field == AICORE_FIELD_DEQ_TENSOR_ADDR)
		return s->desc->copy.deq_tensor_addr;
	return operand(s)->offset;
}

static void add_buffer(struct sentence *s, uint32_t handle)
{
	const struct ac_names *names = s->names;
	const char *name = NULL;

	if (names->buffer_name)
		name = names->buffer_name(names->context, handle);
	if (name)
		ADD(s, "%s", name);
	else
		ADD(s, "buffer %u", handle);
}

/* "src = VECIN+64", "dst = x+0", "deqTensorAddr = 32". */
static void add_operand(struct sentence *s)
{
	const struct aicore_operand *op = operand(s);

	ADD(s, "%s = ", field_name(s));
	if (s->report->field == AICORE_FIELD_DEQ_TENSOR_ADDR) {
		ADD(s, "%llu", (ull)operand_offset(s));
		return;
	}
	if (op->position != AICORE_POSITION_GM)
		ADD(s, "%s", or_unknown(ac_position_name(op->position)));
	if (op->position != AICORE_POSITION_GM && op->buffer)
		ADD(s, ":");
	if (op->buffer)
		add_buffer(s, op->buffer);
	ADD(s, "+%llu", (ull)op->offset);
}

/* The memory that an operand lives in: "UB", "buffer x". */
static void add_memory(struct sentence *s)
{
	static const char *const names[] = {
		[AC_MEMORY_NONE] = "the memory",
		[AC_MEMORY_GM] = "the buffer",
		[AC_MEMORY_UB] = "UB",
		[AC_MEMORY_L1] = "L1",
		[AC_MEMORY_L0C] = "L0C",
	};

	if (s->report->field == AICORE_FIELD_DEQ_TENSOR_ADDR)
		ADD(s, "UB");
	else
		ADD(s, "%s", names[ac_position_memory(soc_of(s),
						      operand(s)->position)]);
}

/* What a repeat or a block is called, by operation. */
static const char *step_name(const struct sentence *s)
{
	return s->desc->op == AICORE_OP_DATA_COPY ? "block" : "repeat";
}

static void add_types(struct sentence *s)
{
	uint32_t src = s->desc->src_type, dst = s->desc->dst_type;

	ADD(s, "%s", or_unknown(ac_type_name(src)));
	if (src != dst)
		ADD(s, ":%s", or_unknown(ac_type_name(dst)));
}

static void add_path(struct sentence *s)
{
	ADD(s, "%s -> %s", or_unknown(ac_position_name(s->desc->src.position)),
	    or_unknown(ac_position_name(s->desc->dst.position)));
}

static void say_op_unknown(struct sentence *s)
{
	ADD(s, "number %llu is no operation; there are ",
	    (ull)s->report->value);
	ac_allowed_ops(&s->text, ~0ULL);
}

static void say_op_product(struct sentence *s)
{
	ADD(s, "%s lacks this operation; it has ", soc_name(s));
	ac_allowed_ops(&s->text, s->names->info->ops);
}

static void say_position_unknown(struct sentence *s)
{
	ADD(s, "%s: number %llu is no position: ", field_name(s),
	    (ull)s->report->value);
	ac_allowed_positions(&s->text);
}

/* "; the enhanced copy CO1 -> CO2 exists on ...", if that is what was meant. */
static void add_enhanced(struct sentence *s)
{
	uint32_t src = s->desc->src.position, dst = s->desc->dst.position;

	if (s->desc->op != AICORE_OP_DATA_COPY)
		return;
	if ((src != AICORE_POSITION_CO1 || dst != AICORE_POSITION_CO2) &&
	    (src != AICORE_POSITION_CO2 || dst != AICORE_POSITION_CO1))
		return;
	if (ac_allows_path(soc_of(s), src, dst))
		return;
	ADD(s, "; the enhanced copy ");
	add_path(s);
	ADD(s, " exists on ");
	ac_allowed_socs(&s->text, src, dst);
	ADD(s, " only");
}

static void say_position_absent(struct sentence *s)
{
	uint32_t position = operand(s)->position;

	add_operand(s);
	ADD(s, ", but %s has no %s", soc_name(s),
	    position == AICORE_POSITION_CO1 ? "L0C" : "L1");
	add_enhanced(s);
}

static void say_position_operand(struct sentence *s)
{
	add_operand(s);
	ADD(s, ", but it must be in VECIN, VECCALC or VECOUT");
}

static void say_buffer_missing(struct sentence *s)
{
	const char *position = ac_position_name(operand(s)->position);
	size_t length;

	ADD(s, "%s = %s+%llu, but %s is global memory on %s", field_name(s),
	    or_unknown(position), (ull)operand(s)->offset,
	    or_unknown(position), soc_name(s));
	length = s->text.length;
	add_enhanced(s);
	/* Where the copy doesn't exist, a buffer is no help. */
	if (s->text.length == length)
		ADD(s, " and needs a buffer");
}

static void say_buffer_excess(struct sentence *s)
{
	add_operand(s);
	ADD(s, ", but %s is memory on the chip on %s and takes no buffer",
	    or_unknown(ac_position_name(operand(s)->position)), soc_name(s));
}

static void say_buffer_unknown(struct sentence *s)
{
	ADD(s, "%s: there is no buffer with handle %llu", field_name(s),
	    (ull)s->report->value);
}

static void say_path(struct sentence *s)
{
	add_path(s);
	ADD(s, " is no path of %s; ", soc_name(s));
	ac_allowed_dst(&s->text, soc_of(s), s->desc->src.position);
	add_enhanced(s);
}

static void say_type_unknown(struct sentence *s)
{
	ADD(s, "%s: number %llu is no element type: ", field_name(s),
	    (ull)s->report->value);
	ac_allowed_types(&s->text);
}

static void say_type_pair(struct sentence *s)
{
	ADD(s, "type = ");
	add_types(s);
	if (s->desc->op != AICORE_OP_DATA_COPY) {
		ADD(s, ", but here %s takes ", soc_name(s));
		ac_allowed_reduce_types(&s->text, soc_of(s), s->desc->op);
		return;
	}
	ADD(s, ", but ");
	add_path(s);
	ADD(s, " of %s takes ", soc_name(s));
	ac_allowed_copy_types(&s->text, soc_of(s), s->desc->src.position,
			      s->desc->dst.position);
}

static void say_range(struct sentence *s)
{
	const struct aicore_report *r = s->report;

	ADD(s, "%s = %llu, but it must be in %llu..%llu", field_name(s),
	    (ull)r->value, (ull)r->low, (ull)r->high);
}

static void say_stride_zero(struct sentence *s)
{
	ADD(s, "%s = 0, but %s takes %llu..%llu", field_name(s), soc_name(s),
	    (ull)s->report->low, (ull)s->report->high);
}

/* No lane at all is an ordinary no-op on some products. */
static int least_mask(const struct sentence *s)
{
	return s->names->info->permissive || ac_allows_zero_mask(soc_of(s)) ?
	       0 : 1;
}

static void say_mask_range(struct sentence *s)
{
	ADD(s, "mask = %llu, but %s has %llu lanes per repeat: %d..%llu",
	    (ull)s->report->value, or_unknown(ac_type_name(s->desc->src_type)),
	    (ull)s->report->high, least_mask(s),
	    (ull)s->report->high);
}

static void say_mask_zero(struct sentence *s)
{
	const struct aicore_reduce *reduce = &s->desc->reduce;
	const char *type = or_unknown(ac_type_name(s->desc->src_type));
	ull lanes = s->report->high;

	if (reduce->mask_form == AICORE_MASK_CONTIGUOUS)
		ADD(s, "mask = 0, but %s wants a lane of %s: 1..%llu",
		    soc_name(s), type, lanes);
	else if (reduce->mask_form == AICORE_MASK_BITWISE)
		ADD(s, "mask = 0x%llx:0x%llx selects no lane of the %llu of %s, but %s wants one",
		    (ull)reduce->mask[0], (ull)reduce->mask[1], lanes, type,
		    soc_name(s));
	else
		ADD(s, "the mask register selects none of the %llu lanes of %s, but %s wants one",
		    lanes, type, soc_name(s));
}

static void say_counter_product(struct sentence *s)
{
	ADD(s, "mode = counter, but %s has mode normal only", soc_name(s));
}

static void say_block_mode(struct sentence *s)
{
	ADD(s, "blockMode = %s, but ",
	    or_unknown(ac_block_mode_name((uint32_t)s->report->value)));
	add_path(s);
	ADD(s, " takes MATRIX or VECTOR");
}

static void say_pad_mode(struct sentence *s)
{
	ADD(s, "padMode = %s, but only PAD_NONE is supported",
	    or_unknown(ac_pad_mode_name((uint32_t)s->report->value)));
}

static const char *deq_scale(const struct sentence *s)
{
	return or_unknown(ac_deq_scale_name(s->desc->copy.deq_scale));
}

static void say_deq_scale(struct sentence *s)
{
	ADD(s, "deqScale = %s, but type ", deq_scale(s));
	add_types(s);
	ADD(s, " takes ");
	ac_allowed_deq_scale(&s->text, s->desc->src_type, s->desc->dst_type);
}

static void say_relu(struct sentence *s)
{
	ADD(s, "isRelu = 1, but type ");
	add_types(s);
	ADD(s, " with deqScale %s takes 0", deq_scale(s));
}

static void say_relu_mismatch(struct sentence *s)
{
	ADD(s, "Relu (bit 47) of deqValue = 0x%llx is set, but isRelu = 0: both or neither",
	    (ull)s->desc->copy.deq_value);
}

static void say_sign(struct sentence *s)
{
	ADD(s, "Sign (bit 46) of deqValue = 0x%llx is set, but a uint8 result takes 0",
	    (ull)s->desc->copy.deq_value);
}

/* "deqTensorAddr, vector 3, column 5: " for what was found in a vector. */
static void add_column(struct sentence *s)
{
	const struct aicore_report *r = s->report;

	if (r->step != AICORE_NO_STEP)
		ADD(s, "deqTensorAddr, vector %u, column %u: ", r->step,
		    r->column);
	else
		ADD(s, "deqValue = 0x%llx: ", (ull)s->desc->copy.deq_value);
}

static void say_relu_offset(struct sentence *s)
{
	add_column(s);
	ADD(s, "Offset (bits 45:37) is %lld, but with relu the result type %s takes %lld",
	    (long long)s->report->value,
	    or_unknown(ac_type_name(s->desc->dst_type)),
	    (long long)s->report->low);
}

static void say_mcb(struct sentence *s)
{
	add_column(s);
	ADD(s, "MCB (bit 36) is %llu, but that of column 0 is %llu: all 16 must agree",
	    (ull)s->report->value, (ull)s->report->low);
}

static void say_alignment(struct sentence *s)
{
	add_operand(s);
	ADD(s, ", but its offset must be a multiple of %llu",
	    (ull)s->report->low);
}

static void say_extent(struct sentence *s)
{
	const struct aicore_report *r = s->report;

	add_operand(s);
	if (operand_offset(s) >= r->high) {
		ADD(s, " starts outside of ");
		add_memory(s);
		ADD(s, ", which has %llu bytes", (ull)r->high);
		return;
	}
	ADD(s, " needs bytes up to %llu, but ", (ull)r->value);
	add_memory(s);
	ADD(s, " has %llu bytes", (ull)r->high);
	if (r->step != AICORE_NO_STEP)
		ADD(s, "; %s %u is the first to leave it", step_name(s),
		    r->step);
}

/* Two names do not make two memories. */
static void add_one_memory(struct sentence *s)
{
	uint32_t dst = s->desc->dst.position, src = s->desc->src.position;

	if (dst != src)
		ADD(s, "; %s and %s are one memory",
		    or_unknown(ac_position_name(dst)),
		    or_unknown(ac_position_name(src)));
}

static void say_overlap(struct sentence *s)
{
	ADD(s, "dst and src overlap in ");
	add_memory(s);
	ADD(s, ": ");
	ac_overlap_describe(&s->text, s->report, s->desc);
	add_one_memory(s);
}

static void say_overlap_vector(struct sentence *s)
{
	ADD(s, "dst and deqTensorAddr overlap in UB: ");
	ac_overlap_describe(&s->text, s->report, s->desc);
}

static void say_order(struct sentence *s)
{
	ADD(s, "order = %s, but %s has ",
	    or_unknown(ac_order_name((uint32_t)s->report->value)), soc_name(s));
	ac_allowed_orders(&s->text, soc_of(s));
}

static void say_mask_form(struct sentence *s)
{
	ADD(s, "mask is bitwise, but this operation takes a number of lanes or the mask register");
}

static void say_cancelled(struct sentence *s)
{
	ADD(s, "cancelled by a reset or because the core was closed");
}

static void say_watchdog(struct sentence *s)
{
	ADD(s, "stopped by the watchdog after %u ms without progress",
	    s->names->info->watchdog_ms);
}

static void say_injected(struct sentence *s)
{
	ADD(s, "a failure that was asked for by fault injection");
}

static void say_reserved(struct sentence *s)
{
	struct ac_reserved found = ac_reserved_find(s->desc);

	if (found.name)
		ADD(s, "%s = %llu, but it must be 0 %s", found.name,
		    (ull)found.value, found.when);
	else
		ADD(s, "a field that must be 0 is not");
}

static void (*const sayings[])(struct sentence *s) = {
	[AICORE_REASON_RESERVED] = say_reserved,
	[AICORE_REASON_OP_UNKNOWN] = say_op_unknown,
	[AICORE_REASON_OP_PRODUCT] = say_op_product,
	[AICORE_REASON_POSITION_UNKNOWN] = say_position_unknown,
	[AICORE_REASON_POSITION_ABSENT] = say_position_absent,
	[AICORE_REASON_POSITION_OPERAND] = say_position_operand,
	[AICORE_REASON_BUFFER_MISSING] = say_buffer_missing,
	[AICORE_REASON_BUFFER_EXCESS] = say_buffer_excess,
	[AICORE_REASON_BUFFER_UNKNOWN] = say_buffer_unknown,
	[AICORE_REASON_PATH] = say_path,
	[AICORE_REASON_TYPE_UNKNOWN] = say_type_unknown,
	[AICORE_REASON_TYPE_PAIR] = say_type_pair,
	[AICORE_REASON_RANGE] = say_range,
	[AICORE_REASON_STRIDE_ZERO] = say_stride_zero,
	[AICORE_REASON_MASK_RANGE] = say_mask_range,
	[AICORE_REASON_MASK_ZERO] = say_mask_zero,
	[AICORE_REASON_COUNTER_PRODUCT] = say_counter_product,
	[AICORE_REASON_BLOCK_MODE] = say_block_mode,
	[AICORE_REASON_PAD_MODE] = say_pad_mode,
	[AICORE_REASON_DEQ_SCALE] = say_deq_scale,
	[AICORE_REASON_RELU] = say_relu,
	[AICORE_REASON_RELU_MISMATCH] = say_relu_mismatch,
	[AICORE_REASON_SIGN] = say_sign,
	[AICORE_REASON_RELU_OFFSET] = say_relu_offset,
	[AICORE_REASON_MCB] = say_mcb,
	[AICORE_REASON_ALIGNMENT] = say_alignment,
	[AICORE_REASON_EXTENT] = say_extent,
	[AICORE_REASON_OVERLAP] = say_overlap,
	[AICORE_REASON_OVERLAP_VECTOR] = say_overlap_vector,
	[AICORE_REASON_CANCELLED] = say_cancelled,
	[AICORE_REASON_WATCHDOG] = say_watchdog,
	[AICORE_REASON_INJECTED] = say_injected,
	[AICORE_REASON_ORDER] = say_order,
	[AICORE_REASON_MASK_FORM] = say_mask_form,
};

static void add_sentence(struct sentence *s)
{
	const char *op = ac_op_name(s->desc->op);
	uint32_t reason = s->report->reason;

	if (op)
		ADD(s, "%s: ", op);
	if (reason < AC_ARRAY_SIZE(sayings) && sayings[reason]) {
		sayings[reason](s);
		ac_suggest(&s->text, s->report, s->desc, s->names);
	} else if (reason) {
		ADD(s, "the device gave reason %u, which this library doesn't know",
		    reason);
	} else {
		ADD(s, "the device gave no reason");
	}
}

size_t ac_describe_desc(char *text, size_t size,
			const struct aicore_report *report,
			const struct aicore_desc *desc,
			const struct ac_names *names)
{
	struct sentence s = { { text, size, 0 }, report, desc, names };

	add_sentence(&s);
	return s.text.length;
}

size_t ac_describe(char *text, size_t size, const struct aicore_report *report,
		   const struct ac_batch *batch, const struct ac_names *names)
{
	struct sentence s = { { text, size, 0 }, report, NULL, names };

	if (report->index >= batch->count) {
		ADD(&s, "the report speaks of a descriptor that isn't in the batch");
		return s.text.length;
	}
	s.desc = &batch->descs[report->index];
	ADD(&s, "descriptor %u: ", report->index);
	add_sentence(&s);
	return s.text.length;
}

// SPDX-License-Identifier: GPL-2.0-only
/* A core and its oracle side by side. */
#include <stdio.h>
#include <stdlib.h>

#include "twin.h"

/* Of each kind of difference so many are told in full. */
#define TOLD 2

static const u64 buffer_sizes[TWIN_BUFFERS] = { 65536, 4100 };

/* Which memory of the oracle is which of the core. */
static const enum oracle_place places[AICORE_MEMORIES] = {
	[AICORE_MEMORY_UB] = ORACLE_UB,
	[AICORE_MEMORY_L1] = ORACLE_L1,
	[AICORE_MEMORY_L0C] = ORACLE_L0C,
};

static unsigned int passed, failed;

static bool find_buffer(void *context, u32 handle, struct aicore_span *span)
{
	struct twin *twin = context;

	if (!handle || handle > TWIN_BUFFERS)
		return false;
	*span = twin->buffers[handle - 1];
	return true;
}

static struct aicore_span new_span(u64 bytes)
{
	struct aicore_span span = { .bytes = bytes };

	if (bytes) {
		span.base = calloc(1, bytes);
		if (!span.base)
			abort();
	}
	return span;
}

void twin_setup(struct twin *twin, const struct aicore_setup *setup)
{
	int memory;

	memset(twin, 0, sizeof(*twin));
	if (oracle_device_init(&twin->device, setup) ||
	    aicore_env_setup(&twin->env, setup))
		abort();
	oracle_core_init(&twin->oracle, &twin->device);
	if (twin->env.saturate != twin->device.saturate) {
		printf("# overflow mode of product %u differs\n", setup->soc);
		abort();
	}
	for (memory = AICORE_MEMORY_UB; memory < AICORE_MEMORIES; memory++)
		twin->env.memory[memory] =
			new_span(twin->env.soc->bytes[memory]);
	for (int i = 0; i < TWIN_BUFFERS; i++) {
		oracle_buffer_create(&twin->device, buffer_sizes[i]);
		twin->buffers[i] = new_span(buffer_sizes[i]);
	}
	twin->env.find_buffer = find_buffer;
	twin->env.context = twin;
	aicore_mask_reset(&twin->mask);
}

void twin_init(struct twin *twin, u32 soc, u32 overflow, u32 check)
{
	twin_setup(twin, &(struct aicore_setup){
			   .soc = soc, .overflow = overflow, .check = check });
}

void twin_free(struct twin *twin)
{
	int memory;

	for (memory = AICORE_MEMORY_UB; memory < AICORE_MEMORIES; memory++)
		free(twin->env.memory[memory].base);
	for (int i = 0; i < TWIN_BUFFERS; i++)
		free(twin->buffers[i].base);
	oracle_core_free(&twin->oracle);
	oracle_device_free(&twin->device);
}

void twin_put(struct twin *twin, enum aicore_memory memory, u32 buffer,
	      u64 offset, const void *bytes, u64 size)
{
	u8 *core = twin->env.memory[memory].base;
	u8 *oracle = twin->oracle.memory[places[memory]].base;

	if (memory == AICORE_MEMORY_GM) {
		core = twin->buffers[buffer - 1].base;
		oracle = twin->device.buffers[buffer - 1].base;
	}
	memcpy(core + offset, bytes, size);
	memcpy(oracle + offset, bytes, size);
}

const char *twin_modes(const struct twin *twin)
{
	static char text[128];

	snprintf(text, sizeof(text), "%s, %s, %s%s", twin->device.soc->name,
		 twin->device.saturate ? "saturating" : "inf and nan",
		 twin->device.permissive ? "permissive" : "strict",
		 twin->device.float_nodes ? ", float nodes" : "");
	return text;
}

static void print_operand(const char *name,
			  const struct aicore_operand *operand)
{
	printf("# %s: position %u buffer %u offset %llu\n", name,
	       operand->position, operand->buffer, operand->offset);
}

static void print_copy(const struct aicore_copy *copy)
{
	printf("# blockCount %llu blockLen %llu srcStride %llu dstStride %llu\n",
	       copy->block_count, copy->block_len, copy->src_stride,
	       copy->dst_stride);
	printf("# blockMode %u deqScale %u deqValue %#llx deqTensorAddr %llu\n",
	       copy->block_mode, copy->deq_scale, copy->deq_value,
	       copy->deq_tensor_addr);
	printf("# sidStoreMode %llu isRelu %u padMode %u\n",
	       copy->sid_store_mode, copy->is_relu, copy->pad_mode);
}

static void print_reduce(const struct aicore_reduce *reduce)
{
	printf("# mask form %u %#llx:%#llx order %u dstBlkStride %llu reserved %llu %llu\n",
	       reduce->mask_form, reduce->mask[0], reduce->mask[1],
	       reduce->order, reduce->dst_blk_stride, reduce->reserved[0],
	       reduce->reserved[1]);
	printf("# repeatTime %llu dstRepStride %llu srcBlkStride %llu srcRepStride %llu\n",
	       reduce->repeat_time, reduce->dst_rep_stride,
	       reduce->src_blk_stride, reduce->src_rep_stride);
}

void twin_print_desc(const struct aicore_desc *desc)
{
	printf("# op %u flags %u types %u:%u\n", desc->op, desc->flags,
	       desc->src_type, desc->dst_type);
	print_operand("dst", &desc->dst);
	print_operand("src", &desc->src);
	if (desc->op == AICORE_OP_DATA_COPY)
		print_copy(&desc->copy);
	else if (oracle_reduction_find(desc->op))
		print_reduce(&desc->reduce);
	else
		printf("# mode %u mask %#llx:%#llx count %llu\n",
		       desc->set_mask.mode, desc->set_mask.mask[0],
		       desc->set_mask.mask[1], desc->set_mask.count);
}

static void print_report(const char *who, int error,
			 const struct aicore_report *report)
{
	printf("# %s: error %d %s field %u step %d column %d value %lld low %lld high %lld\n",
	       who, error, oracle_reason_name(report->reason), report->field,
	       (int)report->step, (int)report->column, report->value,
	       report->low, report->high);
}

/* The numbers that the UAPI header gives a meaning for this reason. */
static bool same_numbers(const struct aicore_report *core,
			 const struct aicore_report *oracle)
{
	switch (oracle->reason) {
	case AICORE_REASON_RANGE:
		return core->value == oracle->value &&
		       core->low == oracle->low && core->high == oracle->high;
	case AICORE_REASON_ALIGNMENT:
		return core->value == oracle->value && core->low == oracle->low;
	case AICORE_REASON_MASK_RANGE:
		return core->value == oracle->value &&
		       core->high == oracle->high;
	case AICORE_REASON_BUFFER_UNKNOWN:
	case AICORE_REASON_RELU_OFFSET:
		return core->value == oracle->value;
	case AICORE_REASON_EXTENT:
		return core->high == oracle->high &&
		       (!oracle->value || core->value == oracle->value);
	default:
		return true;
	}
}

/*
 * The text leaves open which field is named when something reserved is set, and
 * which step when an operand without any starts outside its memory.
 */
static bool same_report(int core_error, const struct aicore_report *core,
			int oracle_error, const struct aicore_report *oracle)
{
	if (core_error != oracle_error || core->reason != oracle->reason)
		return false;
	if (!core_error || core->reason == AICORE_REASON_RESERVED)
		return true;
	if (core->field != oracle->field || core->column != oracle->column ||
	    !same_numbers(core, oracle))
		return false;
	return core->step == oracle->step ||
	       (core->reason == AICORE_REASON_EXTENT &&
		oracle->step == AICORE_NO_STEP);
}

/* Tells about a difference, but not about too many of the same kind. */
static enum twin_result differs(const struct twin *twin,
				const struct aicore_desc *desc,
				const char *what, int core_error,
				const struct aicore_report *core,
				int oracle_error,
				const struct aicore_report *oracle)
{
	static unsigned int told[64][64];

	if (told[core->reason % 64][oracle->reason % 64]++ >= TOLD)
		return TWIN_DIFFERS;
	printf("# DIFFERENCE on %s: %s\n", twin_modes(twin), what);
	twin_print_desc(desc);
	print_report("core  ", core_error, core);
	print_report("oracle", oracle_error, oracle);
	return TWIN_DIFFERS;
}

static bool same_masks(const struct twin *twin)
{
	const struct oracle_mask *oracle = &twin->oracle.mask;

	if (twin->mask.counter != oracle->counter)
		return false;
	if (oracle->counter)
		return twin->mask.count == oracle->count;
	return twin->mask.bits[0] == oracle->bits[0] &&
	       twin->mask.bits[1] == oracle->bits[1];
}

/* One difference is to be told once. */
static void resync(struct twin *twin)
{
	struct oracle_mask *oracle = &twin->oracle.mask;

	oracle->bits[0] = twin->mask.bits[0];
	oracle->bits[1] = twin->mask.bits[1];
	oracle->count = twin->mask.count;
	oracle->counter = twin->mask.counter;
}

/*
 * NULL, or the name of the memory that differs. The one that results went to is
 * looked at each time, the others every 16th time.
 */
static const char *memory_difference(struct twin *twin,
				     const struct oracle_call *call, u64 *at)
{
	static const char *const names[AICORE_MEMORIES] = {
		[AICORE_MEMORY_GM] = "GM", [AICORE_MEMORY_UB] = "UB",
		[AICORE_MEMORY_L1] = "L1", [AICORE_MEMORY_L0C] = "L0C",
	};
	bool all = ++twin->runs % 16 == 0;
	int i;

	for (i = 0; i < AICORE_MEMORIES - AICORE_MEMORY_UB + TWIN_BUFFERS;
	     i++) {
		int memory = i < TWIN_BUFFERS ? AICORE_MEMORY_GM :
				   AICORE_MEMORY_UB + i - TWIN_BUFFERS;
		const struct aicore_span *core = i < TWIN_BUFFERS ?
			&twin->buffers[i] : &twin->env.memory[memory];
		const u8 *oracle = i < TWIN_BUFFERS ?
			twin->device.buffers[i].base :
			twin->oracle.memory[places[memory]].base;

		if (!core->bytes || (!all && oracle != call->dst.base) ||
		    !memcmp(core->base, oracle, core->bytes))
			continue;
		for (*at = 0; core->base[*at] == oracle[*at];)
			++*at;
		return names[memory];
	}
	return NULL;
}

static enum twin_result run_both(struct twin *twin,
				 const struct aicore_plan *plan,
				 const struct oracle_call *call)
{
	struct aicore_report core_report = { 0 }, oracle_report;
	const char *memory;
	int core, oracle;
	u64 progress = 0;
	char text[64];
	u64 at;

	do {
		core = aicore_plan_step(plan, &progress, &core_report);
	} while (core > 0);
	oracle = oracle_run(call, &oracle_report);
	if (!same_report(core, &core_report, oracle, &oracle_report))
		return differs(twin, &call->desc, "result", core, &core_report,
			       oracle, &oracle_report);
	memory = memory_difference(twin, call, &at);
	if (memory) {
		snprintf(text, sizeof(text), "%s at %llu", memory,
			 (unsigned long long)at);
		return differs(twin, &call->desc, text, core, &core_report,
			       oracle, &oracle_report);
	}
	return core ? TWIN_FAILED : TWIN_DONE;
}

enum twin_result twin_try(struct twin *twin, const struct aicore_desc *desc,
			  bool run)
{
	struct aicore_report core_report = { 0 }, oracle_report;
	struct oracle_call call;
	struct aicore_plan plan;
	int core = aicore_plan_make(&plan, desc, &twin->env, &twin->mask,
				    &core_report);
	int oracle = oracle_check(&twin->oracle, desc, &call, &oracle_report);

	twin->reason = oracle_report.reason;
	if (!same_report(core, &core_report, oracle, &oracle_report)) {
		resync(twin);
		return differs(twin, desc, "verdict", core, &core_report,
			       oracle, &oracle_report);
	}
	if (!same_masks(twin)) {
		resync(twin);
		return differs(twin, desc, "mask register", core, &core_report,
			       oracle, &oracle_report);
	}
	if (core)
		return TWIN_REFUSED;
	return run ? run_both(twin, &plan, &call) : TWIN_DONE;
}

void twin_verdict(const char *name, u64 cases, u64 wrong)
{
	printf("%s - %s, %llu cases", wrong ? "not ok" : "ok", name,
	       (unsigned long long)cases);
	if (wrong)
		printf(", %llu wrong", (unsigned long long)wrong);
	printf("\n");
	if (wrong)
		failed++;
	else
		passed++;
}

int twin_totals(void)
{
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed ? 1 : 0;
}

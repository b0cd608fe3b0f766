// SPDX-License-Identifier: MIT
/* Places, strides and modes in words. */
#include <stdio.h>

#include "explain.h"
#include "written.h"

/* What %llu prints. */
#define ull unsigned long long

struct place_name explain_place(const struct scene *scene,
				enum aicore_field field, const u8 *address)
{
	/* The statement's operands know buffers by their numbers. */
	struct aicore_operand operand = field == AICORE_FIELD_SRC ?
					scene->statement->desc.src :
					scene->statement->desc.dst;

	operand.offset = scene_offset(scene, field, address);
	return place_name(scene->run, &operand);
}

void explain_stride(const char *name, u64 value, u64 unit, const char *what)
{
	char product[48];

	snprintf(product, sizeof(product), "%llu x %llu B = %llu B",
		 (ull)value, (ull)unit, (ull)(value * unit));
	printf("  %-13s %-26s %s\n", name, product, what);
}

const char *explain_overflow(const struct scene *scene)
{
	if (scene->env.float_nodes)
		return scene->env.saturate ?
		       "halves add up in float within +-65504" :
		       "halves add up in float";
	return scene->env.saturate ? "half results saturate at +-65504" :
				     "half results may be inf or nan";
}

static u64 reduce_src_bytes(const struct aicore_reduce_plan *plan)
{
	u64 rows = plan->repeats ? plan->repeats - 1 : 0;
	u64 block, end = 0;
	u32 lanes = AICORE_BLOCK_BYTES / plan->src_bytes;

	for (block = 0; block < AICORE_REPEAT_BLOCKS; block++) {
		if (aicore_mask_any(plan->mask, block * lanes, lanes) ||
		    aicore_mask_any(plan->last, block * lanes, lanes))
			end = block * plan->src_blk + AICORE_BLOCK_BYTES;
	}
	return plan->repeats ? rows * plan->src_rep + end : 0;
}

static u64 reduce_dst_bytes(const struct aicore_reduce_plan *plan)
{
	if (!plan->repeats)
		return 0;
	return (plan->repeats - 1) * plan->dst_rep + plan->result_bytes;
}

static u64 copy_bytes(const struct aicore_copy_plan *plan, u64 period,
		      u64 unit, u64 row)
{
	u64 block = plan->bytes;

	if (!plan->blocks)
		return 0;
	if (plan->quant.conversion)
		block = (u64)(plan->units - 1) * unit + plan->rows * row;
	return (plan->blocks - 1) * period + block;
}

struct explain_extent explain_reads(const struct scene *scene)
{
	const struct aicore_plan *plan = &scene->plan;
	u64 first = 0, bytes = 0;

	if (plan->kind != AICORE_PLAN_NOTHING)
		first = scene_start(scene, AICORE_FIELD_SRC);
	if (plan->kind == AICORE_PLAN_REDUCE) {
		bytes = reduce_src_bytes(&plan->reduce);
	} else if (plan->kind == AICORE_PLAN_COPY) {
		bytes = copy_bytes(&plan->copy, plan->copy.src_block,
				   plan->copy.src_unit, plan->copy.src_row);
	}
	return (struct explain_extent){ first, first + bytes };
}

struct explain_extent explain_writes(const struct scene *scene)
{
	const struct aicore_plan *plan = &scene->plan;
	u64 first = 0, bytes = 0;

	if (plan->kind != AICORE_PLAN_NOTHING)
		first = scene_start(scene, AICORE_FIELD_DST);
	if (plan->kind == AICORE_PLAN_REDUCE) {
		bytes = reduce_dst_bytes(&plan->reduce);
	} else if (plan->kind == AICORE_PLAN_COPY) {
		bytes = copy_bytes(&plan->copy, plan->copy.dst_block,
				   plan->copy.dst_unit, plan->copy.dst_row);
	}
	return (struct explain_extent){ first, first + bytes };
}

static const char *operand_name(const struct scene *scene,
				enum aicore_field field)
{
	const struct aicore_operand *operand = field == AICORE_FIELD_SRC ?
					       &scene->statement->desc.src :
					       &scene->statement->desc.dst;

	if (field == AICORE_FIELD_DEQ_TENSOR_ADDR)
		return ac_field_name(field);
	return operand->buffer ?
	       scene->run->program->buffers[operand->buffer - 1] :
	       ac_position_name(operand->position);
}

/* "VECIN 0..1023", or "nothing". */
static void print_extent(const struct scene *scene, enum aicore_field field,
			 struct explain_extent extent)
{
	if (extent.first == extent.end)
		printf("nothing");
	else
		printf("%.20s %llu..%llu", operand_name(scene, field),
		       (ull)extent.first, (ull)extent.end - 1);
}

static bool print_unwritten(const struct scene *scene, enum aicore_field field,
			    const char *indent)
{
	struct unwritten missing = written_missing(scene, field);
	struct explain_extent extent = { missing.first, missing.end };

	if (extent.first == extent.end)
		return false;
	printf("%s! reads ", indent);
	print_extent(scene, field, extent);
	printf(", never written before (zeros)\n");
	return true;
}

bool explain_unwritten(const struct scene *scene, const char *indent)
{
	bool any;

	if (scene->plan.kind == AICORE_PLAN_NOTHING || scene->refused)
		return false;
	any = print_unwritten(scene, AICORE_FIELD_SRC, indent);
	if (print_unwritten(scene, AICORE_FIELD_DEQ_TENSOR_ADDR, indent))
		any = true;
	return any;
}

/* Of remarks in the list of operations. */
#define SUMMARY_INDENT	"       "

bool explain_summary(const struct scene *scene)
{
	bool any;

	printf("  %3zu  line %-4lu %-15s ", scene->number,
	       scene->statement->line, scene->statement->name);
	if (scene->plan.kind == AICORE_PLAN_NOTHING) {
		printf("sets the mask register\n");
		return false;
	}
	print_extent(scene, AICORE_FIELD_SRC, explain_reads(scene));
	printf(" -> ");
	print_extent(scene, AICORE_FIELD_DST, explain_writes(scene));
	putchar('\n');
	any = explain_strides(scene, SUMMARY_INDENT);
	if (explain_unwritten(scene, SUMMARY_INDENT))
		any = true;
	return any;
}

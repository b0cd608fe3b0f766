// SPDX-License-Identifier: MIT
/* A copy as text: blocks, and the stages of one element. */
#include <stdio.h>

#include "explain.h"
#include "stages.h"

/* What %llu prints. */
#define ull unsigned long long

#define BLOCKS_SHOWN	8
/* Elements of a plain copy that are shown. */
#define ELEMENTS_SHOWN	4

static bool from_l0c(const struct scene *scene)
{
	return scene->desc.src.position == AICORE_POSITION_CO1;
}

static void print_plain_fields(const struct scene *scene)
{
	const struct aicore_copy *copy = &scene->desc.copy;

	printf("  %-13s %llu\n", "blockCount", (ull)copy->block_count);
	explain_stride("blockLen", copy->block_len, 32, "length of a block");
	explain_stride("srcStride", copy->src_stride, 32,
		       "gap between blocks that are read");
	explain_stride("dstStride", copy->dst_stride, 32,
		       "gap between blocks that are written");
}

static void print_fractal_fields(const struct scene *scene)
{
	const struct aicore_copy_plan *plan = &scene->plan.copy;
	const struct aicore_copy *copy = &scene->desc.copy;
	bool out = from_l0c(scene);

	printf("  %-13s %s: %s\n", "blockMode",
	       ac_block_mode_name(copy->block_mode),
	       plan->rows > 1 ? "whole fractals of 16 x 16 elements" :
				"the first row of each fractal");
	printf("  %-13s %llu\n", "blockCount", (ull)copy->block_count);
	explain_stride("blockLen", copy->block_len, plan->src_unit,
		       "from start to end of a block of src");
	explain_stride("", copy->block_len, plan->dst_unit,
		       "and of a block of dst");
	explain_stride("srcStride", copy->src_stride, out ? plan->src_unit : 32,
		       "gap between blocks that are read");
	explain_stride("dstStride", copy->dst_stride, out ? 32 : plan->dst_unit,
		       "gap between blocks that are written");
}

/* Where the parameters of the conversion come from. */
static void print_parameters(const struct scene *scene)
{
	const struct aicore_conversion *conversion =
		scene->plan.copy.quant.conversion;
	const struct aicore_copy *copy = &scene->desc.copy;

	if (!from_l0c(scene))
		return;
	printf("  %-13s %s", "deqScale", ac_deq_scale_name(copy->deq_scale));
	switch (conversion->source) {
	case AICORE_DEQ_SOURCE_NONE:
		putchar('\n');
		break;
	case AICORE_DEQ_SOURCE_HALF:
	case AICORE_DEQ_SOURCE_WORD:
		printf(", deqValue 0x%llx\n", (ull)copy->deq_value);
		break;
	default:
		printf(", a vector of %u bytes a block at deqTensorAddr %llu\n",
		       scene->plan.copy.quant.vector_bytes,
		       (ull)copy->deq_tensor_addr);
	}
}

static void print_block(const struct scene *scene, u32 block)
{
	const struct aicore_copy_plan *plan = &scene->plan.copy;
	u64 src = scene_offset(scene, AICORE_FIELD_SRC, plan->src);
	u64 dst = scene_offset(scene, AICORE_FIELD_DST, plan->dst);
	u64 src_bytes = plan->bytes, dst_bytes = plan->bytes;
	char reads[48], writes[48];

	if (plan->quant.conversion) {
		src_bytes = (u64)(plan->units - 1) * plan->src_unit +
			    plan->rows * plan->src_row;
		dst_bytes = (u64)(plan->units - 1) * plan->dst_unit +
			    plan->rows * plan->dst_row;
	}
	src += block * plan->src_block;
	dst += block * plan->dst_block;
	snprintf(reads, sizeof(reads), "%llu..%llu", (ull)src,
		 (ull)(src + src_bytes - 1));
	snprintf(writes, sizeof(writes), "%llu..%llu", (ull)dst,
		 (ull)(dst + dst_bytes - 1));
	if (plan->quant.vector_bytes)
		printf(" %6u  %-18s %-18s vector at %llu\n", block, reads,
		       writes, (ull)(scene->desc.copy.deq_tensor_addr +
				     (u64)block * plan->quant.vector_bytes));
	else
		printf(" %6u  %-18s %s\n", block, reads, writes);
}

static void print_blocks(const struct scene *scene)
{
	const struct aicore_copy_plan *plan = &scene->plan.copy;
	bool gap = false;
	u32 block;

	printf("\nBytes, as offsets in the memory or buffer of each side\n"
	       "  block  %-18s %s\n", "reads", "writes");
	for (block = 0; block < plan->blocks; block++) {
		if (block < BLOCKS_SHOWN || block == plan->blocks - 1) {
			print_block(scene, block);
		} else if (!gap) {
			printf("    ...\n");
			gap = true;
		}
	}
	if (!plan->quant.conversion)
		return;
	if (plan->rows == 1)
		printf("  of each %u bytes of a fractal, %u are used\n",
		       from_l0c(scene) ? plan->src_unit : plan->dst_unit,
		       from_l0c(scene) ? plan->src_row : plan->dst_row);
	if (plan->dst_row == 32 &&
	    ac_type_bytes(plan->quant.conversion->dst_type) == 1)
		printf("  a row writes 16 of each 32 bytes; the others stay (sidStoreMode %llu)\n",
		       (ull)scene->desc.copy.sid_store_mode);
}

static void print_deq(const struct stages *stages)
{
	const struct aicore_deq *deq = &stages->deq;
	char m[VALUE_TEXT_MAX];

	value_text(m, AICORE_TYPE_FLOAT, &deq->m);
	switch (stages->conversion->source) {
	case AICORE_DEQ_SOURCE_NONE:
		return;
	case AICORE_DEQ_SOURCE_HALF:
	case AICORE_DEQ_SOURCE_HALVES:
		printf("  %-13s M %s\n", "parameters", m);
		return;
	default:
		printf("  %-13s M %s, N %u, MCB %d, Offset %d, Sign %d; relu %s\n",
		       "parameters", m, deq->shift - 1, deq->mcb, deq->offset,
		       deq->sign, deq->relu ? "on" : "off");
	}
}

static void print_step(const struct stage_step *step)
{
	char text[VALUE_TEXT_MAX];

	value_text(text, step->type, &step->bits);
	printf("  %-13s %-8s ", step->name, ac_type_name(step->type));
	if (*step->note)
		printf("%-16s %s\n", text, step->note);
	else
		printf("%s\n", text);
}

static void print_stages(const struct scene *scene,
			 const struct element *element,
			 const struct stages *stages)
{
	char text[VALUE_TEXT_MAX];
	u32 i;

	printf("\nElement %llu of %llu: block %u, fractal %u, row %u, column %u\n",
	       (ull)element->index, (ull)element_count(&scene->plan.copy),
	       element->block, element->unit, element->row, element->column);
	print_deq(stages);
	value_text(text, stages->from.type, &stages->from.bits);
	printf("  %-13s %-8s %-16s %s\n", "read",
	       ac_type_name(stages->from.type), text,
	       explain_place(scene, AICORE_FIELD_SRC, element->src).text);
	for (i = 0; i < stages->count; i++)
		print_step(&stages->step[i]);
	value_text(text, stages->result.type, &stages->result.bits);
	printf("\nResult of element %llu of %llu\n  %-20s value = %s, bits 0x%0*x\n",
	       (ull)element->index, (ull)element_count(&scene->plan.copy),
	       explain_place(scene, AICORE_FIELD_DST, element->dst).text, text,
	       (int)(2 * ac_type_bytes(stages->result.type)),
	       stages->result.bits);
}

/* The core has the last word on what it writes. */
static int check_element(const struct scene *scene,
			 const struct element *element,
			 const struct stages *stages)
{
	scene_run_copy(scene);
	if (!memcmp(element->dst, &stages->result.bits,
		    ac_type_bytes(stages->result.type)))
		return 0;
	return run_fail(scene->run, scene->statement->line, EXIT_STOPPED,
			"explain: the core writes something else than these stages give: this is a bug");
}

static int explain_element(const struct scene *scene,
			   const struct explain_options *options)
{
	const struct aicore_copy_plan *plan = &scene->plan.copy;
	u64 count = element_count(plan);
	struct aicore_report report;
	struct element element;
	struct stages stages;

	if (options->element >= count)
		return run_fail(scene->run, scene->statement->line, EXIT_TEXT,
				"explain: --element %llu, but the elements are 0..%llu",
				(ull)options->element, (ull)count - 1);
	/* The run itself will say which vector is bad. */
	if (aicore_quant_check_vectors(&plan->quant, plan->blocks, &report))
		return 0;
	element = element_find(plan, options->element);
	stages_run(&stages, plan, &element);
	print_stages(scene, &element, &stages);
	return check_element(scene, &element, &stages);
}

/* Where an element of a plain copy is read, and where it goes. */
static int explain_plain_element(const struct scene *scene,
				 const struct explain_options *options)
{
	const struct aicore_copy_plan *plan = &scene->plan.copy;
	u32 type = scene->desc.src_type, size = ac_type_bytes(type);
	u64 per_block = plan->bytes / size;
	u64 block = options->element / per_block;
	u64 at = options->element % per_block * size;
	char text[VALUE_TEXT_MAX];
	const u8 *src;

	if (block >= plan->blocks)
		return run_fail(scene->run, scene->statement->line, EXIT_TEXT,
				"explain: --element %llu, but the elements are 0..%llu",
				(ull)options->element,
				(ull)(plan->blocks * per_block - 1));
	src = plan->src + block * plan->src_block + at;
	value_text(text, type, src);
	printf("\nResult of element %llu of %llu, which is read at %s\n",
	       (ull)options->element, (ull)(plan->blocks * per_block),
	       explain_place(scene, AICORE_FIELD_SRC, src).text);
	printf("  %-20s value = %s, bits 0x%0*llx\n",
	       explain_place(scene, AICORE_FIELD_DST,
			     plan->dst + block * plan->dst_block + at).text,
	       text, (int)(2 * size), (ull)value_bits(type, src));
	return 0;
}

int explain_copy(const struct scene *scene,
		 const struct explain_options *options)
{
	const struct aicore_copy_plan *plan = &scene->plan.copy;

	if (plan->quant.conversion) {
		print_fractal_fields(scene);
		print_parameters(scene);
	} else {
		print_plain_fields(scene);
	}
	explain_unwritten(scene, "  ");
	if (!plan->blocks) {
		printf("\nNothing is read and nothing written.\n");
		return 0;
	}
	print_blocks(scene);
	if (scene->refused)
		return fflush(stdout);
	if (plan->quant.conversion)
		return explain_element(scene, options);
	return explain_plain_element(scene, options);
}

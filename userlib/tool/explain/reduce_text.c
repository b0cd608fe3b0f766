// SPDX-License-Identifier: MIT
/* A reduction as text: addresses, the tree of a repeat, its results. */
#include <stdarg.h>
#include <stdio.h>

#include "explain.h"
#include "tree.h"

/* What %llu prints. */
#define ull unsigned long long

#define COLUMNS		78
/* Repeats whose addresses are listed, besides the one that is looked at. */
#define REPEATS_SHOWN	8

static u32 count_lanes(const u64 mask[2])
{
	return (u32)(__builtin_popcountll(mask[0]) +
		     __builtin_popcountll(mask[1]));
}

static void print_mask(const struct scene *scene)
{
	const struct aicore_reduce_plan *plan = &scene->plan.reduce;
	const struct aicore_reduce *reduce = &scene->desc.reduce;
	u32 count = count_lanes(plan->mask);

	printf("  %-13s ", "mask");
	if (reduce->mask_form == AICORE_MASK_EXTERNAL)
		printf("external, %s mode: ",
		       scene->mask.counter ? "counter" : "normal");
	else if (reduce->mask_form == AICORE_MASK_CONTIGUOUS)
		printf("%llu: ", (ull)reduce->mask[0]);
	else
		printf("%llx:%llx: ", (ull)reduce->mask[0],
		       (ull)reduce->mask[1]);
	printf("%u of %u lanes", count, plan->lanes);
	if (plan->repeats && count_lanes(plan->last) != count)
		printf(", %u in the last repeat", count_lanes(plan->last));
	putchar('\n');
}

/* What dstRepStride counts: find out by the bytes that the plan has for it. */
static u64 dst_unit(const struct scene *scene)
{
	const struct aicore_reduce_plan *plan = &scene->plan.reduce;
	u64 stride = scene->desc.reduce.dst_rep_stride;

	return stride ? plan->dst_rep / stride : plan->result_bytes;
}

static void print_fields(const struct scene *scene)
{
	const struct aicore_reduce_plan *plan = &scene->plan.reduce;
	const struct aicore_reduce *reduce = &scene->desc.reduce;

	printf("  %-13s %llu, of %u lanes in 8 DataBlocks of 32 bytes\n",
	       "repeats", (ull)plan->repeats, plan->lanes);
	print_mask(scene);
	explain_stride("dstRepStride", reduce->dst_rep_stride, dst_unit(scene),
		       "from result to result");
	explain_stride("srcBlkStride", reduce->src_blk_stride,
		       AICORE_BLOCK_BYTES, "from DataBlock to DataBlock");
	explain_stride("srcRepStride", reduce->src_rep_stride,
		       AICORE_BLOCK_BYTES, "from repeat to repeat");
}

/* Bytes from the first to the last DataBlock of a repeat. */
static u64 repeat_span(const struct aicore_reduce_plan *plan)
{
	return (AICORE_REPEAT_BLOCKS - 1) * plan->src_blk + AICORE_BLOCK_BYTES;
}

/**
 * struct remarks - remarks on strides on their way out
 * @indent: in front of each
 * @any: there was one
 */
struct remarks {
	const char *indent;
	bool any;
};

__attribute__((format(printf, 2, 3)))
static void remark(struct remarks *remarks, const char *format, ...)
{
	va_list args;

	remarks->any = true;
	printf("%s! ", remarks->indent);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
}

/* How repeats lie to one another. */
static void remark_repeats(struct remarks *remarks,
			   const struct aicore_reduce_plan *plan)
{
	u64 span = repeat_span(plan);

	if (plan->src_rep < span && plan->src_rep &&
	    plan->src_blk <= AICORE_BLOCK_BYTES)
		remark(remarks,
		       "repeats overlap: each reads %llu bytes that the next one reads, too",
		       (ull)(span - plan->src_rep));
	if (plan->src_rep > span)
		remark(remarks,
		       "no repeat reads the %llu bytes between one and the next",
		       (ull)(plan->src_rep - span));
	if (!plan->src_rep)
		remark(remarks,
		       "srcRepStride 0: all repeats read the same bytes");
}

/* What a reader of wrong sums should look at first. */
bool explain_strides(const struct scene *scene, const char *indent)
{
	const struct aicore_reduce_plan *plan = &scene->plan.reduce;
	struct remarks remarks = { indent, false };

	if (scene->plan.kind != AICORE_PLAN_REDUCE || !plan->repeats)
		return false;
	if (plan->repeats > 1)
		remark_repeats(&remarks, plan);
	if (!plan->src_blk)
		remark(&remarks,
		       "srcBlkStride 0: the 8 DataBlocks are the same 32 bytes");
	if (plan->src_blk > AICORE_BLOCK_BYTES &&
	    plan->src_blk != plan->src_rep)
		remark(&remarks,
		       "within a repeat, %llu bytes lie between DataBlocks",
		       (ull)(plan->src_blk - AICORE_BLOCK_BYTES));
	if (plan->repeats > 1 && plan->dst_rep < plan->result_bytes)
		remark(&remarks,
		       "results overlap: later repeats write over earlier ones");
	return remarks.any;
}

static bool block_active(const struct aicore_reduce_plan *plan, u64 repeat,
			 u32 block)
{
	const u64 *mask = repeat == plan->repeats - 1 ? plan->last : plan->mask;
	u32 lanes = AICORE_BLOCK_BYTES / plan->src_bytes;

	return aicore_mask_any(mask, block * lanes, lanes);
}

static void print_repeat(const struct scene *scene, u64 repeat, bool chosen)
{
	const struct aicore_reduce_plan *plan = &scene->plan.reduce;
	u64 src = scene_offset(scene, AICORE_FIELD_SRC, plan->src);
	u64 dst = scene_offset(scene, AICORE_FIELD_DST, plan->dst);
	u32 block;

	printf("%c%6llu", chosen ? '>' : ' ', (ull)repeat);
	src += repeat * plan->src_rep;
	dst += repeat * plan->dst_rep;
	for (block = 0; block < AICORE_REPEAT_BLOCKS; block++) {
		if (block_active(plan, repeat, block))
			printf(" %6llu", (ull)(src + block * plan->src_blk));
		else
			printf(" %6s", "-");
	}
	printf("  %llu..%llu\n", (ull)dst, (ull)(dst + plan->result_bytes - 1));
}

static void print_addresses(const struct scene *scene, u64 chosen)
{
	const struct aicore_reduce_plan *plan = &scene->plan.reduce;
	u64 repeat;
	bool gap = false;

	printf("\nBytes, as offsets in UB; a DataBlock without an active lane (-) isn't read\n"
	       " repeat  its DataBlocks 0 to 7 start at %23s\n", "it writes");
	for (repeat = 0; repeat < plan->repeats; repeat++) {
		if (repeat < REPEATS_SHOWN || repeat == chosen ||
		    repeat == plan->repeats - 1) {
			print_repeat(scene, repeat, repeat == chosen);
			gap = false;
		} else if (!gap) {
			printf("    ...\n");
			gap = true;
		}
	}
	if (!chosen && plan->repeats > 1 && !scene->refused)
		printf("  > is taken apart below, --repeat 1 for the next one\n");
}

static int level_width(const struct tree *tree, u32 level)
{
	char text[TREE_TEXT_MAX];
	size_t width = 1;
	u32 i;

	for (i = 0; i < tree->count[level]; i++) {
		tree_text(text, tree, level, i);
		if (strlen(text) > width)
			width = strlen(text);
	}
	return (int)width;
}

/* Nodes first..end-1 of a level. Letters stand close to their values. */
static void print_nodes(const struct tree *tree, u32 level, u32 first, u32 end,
			int width)
{
	char text[TREE_TEXT_MAX];
	char letter = ' ';
	u32 i;

	printf("   %4u", first);
	for (i = first; i < end; i++) {
		if (i > first)
			putchar(letter);
		tree_text(text, tree, level, i);
		printf(" %*s", width, text);
		letter = tree_mark_letter(tree->mark[level][i]);
	}
	if (letter != ' ')
		putchar(letter);
	putchar('\n');
}

static bool all_masked(const struct tree *tree, u32 level, u32 first, u32 end)
{
	while (first < end && tree->mark[level][first] == TREE_MASKED)
		first++;
	return first == end;
}

/*
 * The nodes of a level, as many in a line as fit, the number of the first in
 * front. Lines that would say nothing are left out.
 */
static void print_level(const struct tree *tree, u32 level)
{
	int width = level_width(tree, level);
	u32 per_line = 1, i;

	while (per_line < 16 && 2 * per_line * ((u32)width + 2) + 8 <= COLUMNS)
		per_line *= 2;
	if (per_line > tree->count[level])
		per_line = tree->count[level];
	for (i = 0; i < tree->count[level]; i += per_line) {
		if (!all_masked(tree, level, i, i + per_line))
			print_nodes(tree, level, i, i + per_line, width);
	}
}

static void print_level_title(const struct tree *tree, u32 level)
{
	enum tree_mark mark;
	u32 count;

	if (!level)
		printf("  lanes (%u)", tree->count[0]);
	else
		printf("  level %u (%u)", level, tree->count[level]);
	for (mark = TREE_ROUNDED; mark < TREE_MARKS; mark++) {
		count = tree_count_marks(tree, level, mark);
		if (count)
			printf(", %u %s", count, tree_mark_word(mark));
	}
	putchar('\n');
}

static void print_tree(const struct tree *tree)
{
	u32 level;

	printf("\nTree of repeat %llu: each level joins neighbours of the one above it\n",
	       (ull)tree->repeat);
	if (tree->extreme)
		printf("  value@lane; - masked off\n");
	else
		printf("  r rounded, S saturated, O overflowed, w wrapped; - masked off: adds 0\n");
	for (level = 0; level < tree->levels; level++) {
		print_level_title(tree, level);
		print_level(tree, level);
	}
}

/* "  level 3  [4] = [8] + [9]   1.5 + 2 = 3.5   rounded from 3.4999" */
static void print_join(const struct tree *tree, u32 level, u32 i)
{
	char a[TREE_TEXT_MAX], b[TREE_TEXT_MAX], joined[TREE_TEXT_MAX];
	const char *join = "+";
	char exact[VALUE_TEXT_MAX];

	if (tree->extreme)
		join = tree->shown.min ? "min" : "max";
	tree_text(a, tree, level - 1, 2 * i);
	tree_text(b, tree, level - 1, 2 * i + 1);
	tree_text(joined, tree, level, i);
	printf("  level %u  [%u] = [%u] %s [%u]: %s %s %s = %s", level, i, 2 * i,
	       join, 2 * i + 1, a, join, b, joined);
	if (tree->mark[level][i] != TREE_EXACT &&
	    tree->mark[level][i] != TREE_MASKED) {
		tree_exact_text(exact, tree, level, i);
		printf("\n%12s%s; exact: %s", "",
		       tree_mark_word(tree->mark[level][i]), exact);
	}
	putchar('\n');
}

static void print_lane(const struct scene *scene, const struct tree *tree,
		       u32 lane)
{
	const u8 *address = tree_lane_address(tree, lane);
	char text[TREE_TEXT_MAX];
	u32 level;

	printf("\nLane %u of repeat %llu", lane, (ull)tree->repeat);
	if (!tree_lane_active(tree, lane)) {
		printf(" is masked off: %s\n", tree->extreme ?
		       "it takes no part" : "it counts as +0");
	} else {
		value_text(text, tree->plan->node->src_type, address);
		printf(" is read at %s: %s\n",
		       explain_place(scene, AICORE_FIELD_SRC, address).text,
		       text);
	}
	for (level = 1; level < tree->levels; level++)
		print_join(tree, level, lane >> level);
}

/* A result as it will stand in memory. */
static void print_result(const struct scene *scene,
			 const struct tree_result *result)
{
	char text[VALUE_TEXT_MAX];

	value_text(text, result->type, &result->bits);
	printf("  %-20s %s = %s, bits 0x%0*x%s\n",
	       explain_place(scene, AICORE_FIELD_DST, result->address).text,
	       result->index ? "index" : "value", text,
	       (int)(2 * ac_type_bytes(result->type)), result->bits,
	       result->kept ? ", as before: no active lane" : "");
}

/* The core has the last word on what it writes. */
static int check_results(const struct scene *scene, const struct tree *tree,
			 const struct tree_result *results, u32 count)
{
	u32 i;

	scene_run_repeats(scene, tree->repeat, tree->repeat + 1);
	for (i = 0; i < count; i++) {
		if (memcmp(results[i].address, &results[i].bits,
			   ac_type_bytes(results[i].type)))
			return run_fail(scene->run, scene->statement->line,
					EXIT_STOPPED,
					"explain: the core writes something else than this tree gives: this is a bug");
	}
	return 0;
}

static int print_results(const struct scene *scene, const struct tree *tree)
{
	const struct aicore_reduce_plan *plan = tree->plan;
	struct tree_result results[TREE_RESULTS_MAX];
	u32 count = tree_results(tree, results);
	u32 i;

	printf("\nResults of repeat %llu\n", (ull)tree->repeat);
	for (i = 0; i < count; i++)
		print_result(scene, &results[i]);
	if (tree->repeat < plan->repeats - 1 && plan->dst_rep < plan->result_bytes)
		printf("  ! a later repeat writes there, too\n");
	return check_results(scene, tree, results, count);
}

int explain_reduce(const struct scene *scene,
		   const struct explain_options *options)
{
	const struct aicore_reduce_plan *plan = &scene->plan.reduce;
	struct tree tree;

	print_fields(scene);
	if (!plan->repeats) {
		printf("\nNothing is read and nothing written.\n");
		return 0;
	}
	explain_strides(scene, "  ");
	explain_unwritten(scene, "  ");
	if (options->repeat >= plan->repeats)
		return run_fail(scene->run, scene->statement->line, EXIT_TEXT,
				"explain: --repeat %llu, but the repeats are 0..%llu",
				(ull)options->repeat, (ull)plan->repeats - 1);
	if (options->lane >= plan->lanes)
		return run_fail(scene->run, scene->statement->line, EXIT_TEXT,
				"explain: --lane %llu, but the lanes are 0..%u",
				(ull)options->lane, plan->lanes - 1);
	print_addresses(scene, options->repeat);
	if (scene->refused)
		return fflush(stdout);
	scene_run_repeats(scene, 0, options->repeat);
	tree_grow(&tree, scene, options->repeat);
	if (options->has_lane)
		print_lane(scene, &tree, (u32)options->lane);
	else
		print_tree(&tree);
	return print_results(scene, &tree);
}

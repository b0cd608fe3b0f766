// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "explain.h"
#include "html.h"
#include "pieces.h"
#include "stages.h"
#include "tree.h"

/* What %llu prints. */
#define ull unsigned long long

/* Beyond these a page would be slow; what is left out is counted on it. */
#define PARTS_MAX	64	/* repeats with a tree, elements with stages */
#define RUNS_MAX	8192	/* pieces of memory of one operation */

struct html {
	FILE *file;
	const char *source;
	size_t operations;
};

/* page.html in two halves: before and after the data. */
static const char page_head[] =
#include "page_head.inc"
;
static const char page_tail[] =
#include "page_tail.inc"
;

/* A string of JSON that is safe within a script element as well. */
static void put_string(FILE *file, const char *text, size_t length)
{
	size_t i;

	putc('"', file);
	for (i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '"' || c == '\\')
			fprintf(file, "\\%c", c);
		else if (c < ' ' || c == '<' || c == '>' || c == '&' || c > '~')
			fprintf(file, "\\u%04x", c);
		else
			putc(c, file);
	}
	putc('"', file);
}

static void put_text(FILE *file, const char *text)
{
	put_string(file, text, strlen(text));
}

static void put_line(const struct html *html, unsigned long line)
{
	const char *at = html->source;

	while (--line && at) {
		at = strchr(at, '\n');
		if (at)
			at++;
	}
	put_string(html->file, at ? at : "", at ? strcspn(at, "\n") : 0);
}

int html_start(struct html **html, const char *path, const char *title,
	       const char *source)
{
	struct html *new = calloc(1, sizeof(*new));

	if (!new)
		return -ENOMEM;
	new->source = source;
	new->file = fopen(path, "w");
	if (!new->file) {
		int err = -errno;

		free(new);
		return err;
	}
	fputs(page_head, new->file);
	fputs("{\"title\":", new->file);
	put_text(new->file, title);
	fputs(",\"ops\":[", new->file);
	*html = new;
	return 0;
}

int html_finish(struct html *html)
{
	int err = 0;

	fputs("]}", html->file);
	fputs(page_tail, html->file);
	if (ferror(html->file))
		err = -EIO;
	if (fclose(html->file) && !err)
		err = -errno;
	free(html);
	return err;
}

/* The memory of an operand: "UB", "L0C", "buffer x". */
static void put_memory(FILE *file, const struct scene *scene,
		       const struct aicore_operand *operand)
{
	static const char *const names[AICORE_MEMORIES] = {
		"", "", "UB", "L1", "L0C",
	};
	char text[64];

	if (operand->buffer)
		snprintf(text, sizeof(text), "buffer %.48s",
			 scene->run->program->buffers[operand->buffer - 1]);
	else
		snprintf(text, sizeof(text), "%s",
			 names[aicore_soc_memory(scene->env.soc,
						 operand->position)]);
	put_text(file, text);
}

/**
 * struct runs - pieces of memory on their way into the page
 * @file: the page
 * @base: offset of the operand's first byte
 * @count: how many there are
 */
struct runs {
	FILE *file;
	u64 base;
	u32 count;
};

/* [offset, bytes, part, piece]: what a repeat or block does with a piece. */
static bool put_piece(void *context, const struct piece *piece)
{
	struct runs *runs = context;

	fprintf(runs->file, "%s[%llu,%llu,%llu,%llu]", runs->count ? "," : "",
		(ull)(runs->base + piece->at), (ull)piece->bytes,
		(ull)piece->part, (ull)piece->number);
	return ++runs->count < RUNS_MAX;
}

static void put_reads(FILE *file, const struct scene *scene)
{
	struct runs runs = { file, explain_reads(scene).first, 0 };

	fputs(",\"reads\":[", file);
	pieces_read(&scene->plan, put_piece, &runs);
	fputc(']', file);
}

static void put_writes(FILE *file, const struct scene *scene)
{
	struct runs runs = { file, explain_writes(scene).first, 0 };

	fputs(",\"writes\":[", file);
	pieces_written(&scene->plan, put_piece, &runs);
	fputc(']', file);
}

/* Each node as ["text", "r"], the letter only where there is one. */
static void put_level(FILE *file, const struct tree *tree, u32 level)
{
	char text[TREE_TEXT_MAX];
	u32 i;

	fprintf(file, "%s[", level ? "," : "");
	for (i = 0; i < tree->count[level]; i++) {
		char letter = tree_mark_letter(tree->mark[level][i]);

		tree_text(text, tree, level, i);
		fprintf(file, "%s[\"%s\"", i ? "," : "", text);
		if (letter != ' ')
			fprintf(file, ",\"%c\"", letter);
		fputc(']', file);
	}
	fputc(']', file);
}

static void put_value(FILE *file, u32 type, u32 bits)
{
	char text[VALUE_TEXT_MAX];

	value_text(text, type, &bits);
	fprintf(file, "\"%s\",\"0x%0*x\"", text,
		(int)(2 * ac_type_bytes(type)), bits);
}

static void put_results(FILE *file, const struct scene *scene,
			const struct tree *tree)
{
	struct tree_result results[TREE_RESULTS_MAX];
	u32 count = tree_results(tree, results);
	u32 i;

	fputs("],\"results\":[", file);
	for (i = 0; i < count; i++) {
		fprintf(file, "%s[\"%s\",", i ? "," : "",
			explain_place(scene, AICORE_FIELD_DST,
				      results[i].address).text);
		put_value(file, results[i].type, results[i].bits);
		fprintf(file, ",\"%s\"]", results[i].index ? "index" : "value");
	}
	fputs("]}", file);
}

static void put_trees(FILE *file, const struct scene *scene)
{
	const struct aicore_reduce_plan *plan = &scene->plan.reduce;
	struct tree tree;
	u64 repeat;
	u32 level;

	fputs(",\"trees\":[", file);
	for (repeat = 0; repeat < plan->repeats && repeat < PARTS_MAX;
	     repeat++) {
		/* What the repeats before it wrote is there. */
		tree_grow(&tree, scene, repeat);
		fprintf(file, "%s{\"levels\":[", repeat ? "," : "");
		for (level = 0; level < tree.levels; level++)
			put_level(file, &tree, level);
		put_results(file, scene, &tree);
		scene_run_repeats(scene, repeat, repeat + 1);
	}
	fputc(']', file);
}

static void put_step(FILE *file, const struct stage_step *step)
{
	fprintf(file, ",[\"%s\",\"%s\",", step->name, ac_type_name(step->type));
	put_value(file, step->type, step->bits);
	fprintf(file, ",\"%s\"]", step->note);
}

static void put_element(FILE *file, const struct scene *scene, u64 index)
{
	const struct aicore_copy_plan *plan = &scene->plan.copy;
	struct element element = element_find(plan, index);
	struct stages stages;
	u32 i;

	stages_run(&stages, plan, &element);
	fprintf(file, "%s{\"at\":[%u,%u,%u,%u],\"steps\":[[\"read\",\"%s\",",
		index ? "," : "", element.block, element.unit, element.row,
		element.column, ac_type_name(stages.from.type));
	put_value(file, stages.from.type, stages.from.bits);
	fprintf(file, ",\"%s\"]",
		explain_place(scene, AICORE_FIELD_SRC, element.src).text);
	for (i = 0; i < stages.count; i++)
		put_step(file, &stages.step[i]);
	snprintf(stages.result.note, STAGE_NOTE_MAX, "%.60s",
		 explain_place(scene, AICORE_FIELD_DST, element.dst).text);
	put_step(file, &stages.result);
	fputs("]}", file);
}

static void put_elements(FILE *file, const struct scene *scene)
{
	const struct aicore_copy_plan *plan = &scene->plan.copy;
	u64 count = element_count(plan);
	struct aicore_report report;
	u64 i;

	if (aicore_quant_check_vectors(&plan->quant, plan->blocks, &report))
		return;
	fputs(",\"elements\":[", file);
	for (i = 0; i < count && i < 16 * PARTS_MAX; i++)
		put_element(file, scene, i);
	fputc(']', file);
}

int html_operation(struct html *html, const struct scene *scene)
{
	FILE *file = html->file;

	fprintf(file, "%s{\"n\":%zu,\"line\":%lu,\"name\":\"%s\",\"text\":",
		html->operations++ ? ",\n" : "", scene->number,
		scene->statement->line, scene->statement->name);
	put_line(html, scene->statement->line);
	fprintf(file, ",\"core\":%llu,\"part\":\"%s\"",
		(ull)scene->run->number,
		scene->plan.kind == AICORE_PLAN_COPY ? "block" : "repeat");
	if (scene->plan.kind != AICORE_PLAN_NOTHING) {
		fputs(",\"src\":", file);
		put_memory(file, scene, &scene->statement->desc.src);
		fputs(",\"dst\":", file);
		put_memory(file, scene, &scene->statement->desc.dst);
	}
	put_reads(file, scene);
	put_writes(file, scene);
	if (scene->plan.kind == AICORE_PLAN_REDUCE)
		put_trees(file, scene);
	else if (scene->plan.kind == AICORE_PLAN_COPY &&
		 !scene_is_plain_copy(scene))
		put_elements(file, scene);
	fputc('}', file);
	return 0;
}

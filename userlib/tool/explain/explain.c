// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "explain.h"
#include "html.h"
#include "written.h"

/**
 * struct explanation - one pass over a program
 * @options: what is asked for
 * @masks: the mask register of each core so far
 * @mask_count: how many
 * @written: what the program has written so far
 * @number: of the current operation, from 1
 * @first: number of the first operation that computes; 0: none yet
 * @remarked: number of the first operation with a remark; 0: none yet
 * @announced: the reason of a refusal is said to follow
 * @listing: operations are listed, none explained
 * @html: the page, or NULL
 */
struct explanation {
	const struct explain_options *options;
	struct aicore_mask *masks;
	size_t mask_count;
	struct written written;
	size_t number;
	size_t first;
	size_t remarked;
	bool announced;
	bool listing;
	struct html *html;
};

static struct aicore_mask *mask_of(struct explanation *e, struct run *run,
				   size_t core)
{
	struct aicore_mask *masks;

	if (core < e->mask_count)
		return &e->masks[core];
	masks = realloc(e->masks, run->core_count * sizeof(*masks));
	if (!masks) {
		run_fail(run, run->program->statements[run->at].line,
			 EXIT_REFUSED, "explain: no memory");
		return NULL;
	}
	e->masks = masks;
	while (e->mask_count < run->core_count)
		aicore_mask_reset(&masks[e->mask_count++]);
	return &masks[core];
}

static bool computes(const struct scene *scene)
{
	return scene->plan.kind != AICORE_PLAN_NOTHING &&
	       !scene_is_plain_copy(scene);
}

static int explain_scene(struct explanation *e, const struct scene *scene)
{
	if (e->html)
		return scene->refused ? 0 : html_operation(e->html, scene);
	if (e->listing) {
		if (!e->first && computes(scene))
			e->first = scene->number;
		if (explain_summary(scene) && !e->remarked)
			e->remarked = scene->number;
		/* The program ends here, and there is no second pass. */
		if (!scene->refused)
			return 0;
	} else if (scene->number != e->options->op) {
		return 0;
	}
	e->announced = scene->refused;
	return explain_text(scene, e->options);
}

/* Called before each operation, with all cores idle. */
static int before_operation(struct run *run, const struct aicore_desc *desc,
			    size_t core)
{
	struct explanation *e = run->options->observer->context;
	struct aicore_mask *mask = mask_of(e, run, core);
	bool scratch;
	struct scene scene;
	int err;

	if (!mask)
		return -1;
	scratch = e->html ||
		  (!e->listing && e->number + 1 == e->options->op);
	err = scene_set(&scene, run, desc, core, scratch, mask);
	if (err)
		return err > 0 ? 0 : -1;
	scene.number = ++e->number;
	scene.written = &e->written;
	err = explain_scene(e, &scene);
	if (!scene.refused)
		written_note_operation(&e->written, &scene);
	scene_clear(&scene);
	return err;
}

/* Called after load and fill. */
static void wrote(struct run *run, const void *data, uint64_t bytes)
{
	struct explanation *e = run->options->observer->context;

	written_note(&e->written, run, data, bytes);
}

/* What has been announced stands below it, even if stderr goes elsewhere. */
static void failed(struct run *run, const char *text)
{
	const struct explanation *e = run->options->observer->context;

	if (!e->announced)
		return;
	printf("\nRefused:\n    %s\n", text);
	fflush(stdout);
}

static void print_source(const char *source, unsigned long line)
{
	const char *end;

	while (--line) {
		source = strchr(source, '\n');
		if (!source)
			return;
		source++;
	}
	end = source + strcspn(source, "\n");
	/* Long lines are broken at blanks. */
	while (end - source > 74) {
		const char *at = source + 74;

		while (at > source && *at != ' ')
			at--;
		if (at == source)
			break;
		printf("    %.*s\n", (int)(at - source), source);
		source = at + 1;
	}
	printf("    %.*s\n\n", (int)(end - source), source);
}

int explain_text(const struct scene *scene,
		 const struct explain_options *options)
{
	const struct aicore_desc *desc = &scene->desc;

	printf("\nOperation %zu, line %lu: %s on %s\n", scene->number,
	       scene->statement->line, scene->statement->name,
	       scene->env.soc->name);
	print_source(options->source, scene->statement->line);
	if (scene->plan.kind == AICORE_PLAN_NOTHING) {
		printf("  It sets the mask register and touches no memory.\n");
		return 0;
	}
	printf("  %-13s %s to %s\n", "type", ac_type_name(desc->src_type),
	       ac_type_name(desc->dst_type));
	if (desc->dst_type == AICORE_TYPE_HALF && computes(scene))
		printf("  %-13s %s\n", "overflow", explain_overflow(scene));
	if (scene->refused)
		printf("  ! it is refused for the reason below; this is what it asks for\n");
	if (scene->plan.kind == AICORE_PLAN_REDUCE)
		return explain_reduce(scene, options);
	return explain_copy(scene, options);
}

/* One pass over the program; each goes its way with memories of its own. */
static enum exit_status pass(struct explanation *e,
			     const struct program *program,
			     const struct run_options *options)
{
	struct run_options observed = *options;
	struct run_observer observer = { before_operation, wrote, failed, e };
	enum exit_status status;

	e->number = 0;
	e->mask_count = 0;
	observed.observer = &observer;
	status = ac_host_create(&observed.backend) ? EXIT_REFUSED :
	       run_program(program, &observed);
	ac_host_destroy(observed.backend);
	free(e->masks);
	e->masks = NULL;
	written_free(&e->written);
	return status;
}

static enum exit_status make_page(struct explanation *e,
				  const struct program *program,
				  const struct run_options *run)
{
	enum exit_status status;
	int err;

	err = html_start(&e->html, e->options->html, run->title,
			 e->options->source);
	if (err) {
		fprintf(stderr, "aicore: %s: %s\n", e->options->html,
			strerror(-err));
		return EXIT_TEXT;
	}
	status = pass(e, program, run);
	err = html_finish(e->html);
	if (!err)
		return status;
	fprintf(stderr, "aicore: %s: %s\n", e->options->html, strerror(-err));
	return EXIT_TEXT;
}

static enum exit_status no_such_operation(const struct run_options *run,
					  const struct explanation *e)
{
	fprintf(stderr, "%s: explain: --op %llu, but the program has %zu operations\n",
		run->title, (unsigned long long)e->options->op, e->number);
	return EXIT_TEXT;
}

enum exit_status explain_program(const struct program *program,
				 struct run_options *run,
				 const struct explain_options *options)
{
	struct explain_options chosen = *options;
	struct explanation e = { .options = &chosen };
	enum exit_status status;

	if (options->html)
		return make_page(&e, program, run);
	if (!chosen.op) {
		e.listing = true;
		printf("Operations, and the bytes from the first to the last that they touch:\n");
		status = pass(&e, program, run);
		e.listing = false;
		chosen.op = e.remarked ? e.remarked : e.first;
		if (!chosen.op)
			chosen.op = 1;
		if (status || !e.number)
			return status;
	}
	status = pass(&e, program, run);
	if (!status && chosen.op > e.number)
		status = no_such_operation(run, &e);
	if (fflush(stdout) || ferror(stdout))
		status = EXIT_TEXT;
	return status;
}

// SPDX-License-Identifier: MIT
#include <math.h>
#include <stdio.h>

#include "stages.h"

u64 element_count(const struct aicore_copy_plan *plan)
{
	return (u64)plan->blocks * plan->units * plan->rows * AICORE_COLUMNS;
}

struct element element_find(const struct aicore_copy_plan *plan, u64 index)
{
	u64 row = index / AICORE_COLUMNS;
	u64 unit = row / plan->rows;
	struct element element = {
		.index = index,
		.column = index % AICORE_COLUMNS,
		.row = row % plan->rows,
		.unit = unit % plan->units,
		.block = (u32)(unit / plan->units),
	};

	element.src = plan->src + element.block * plan->src_block +
		      (u64)element.unit * plan->src_unit +
		      element.row * plan->src_row +
		      element.column * (plan->src_row / AICORE_COLUMNS);
	element.dst = plan->dst + element.block * plan->dst_block +
		      (u64)element.unit * plan->dst_unit +
		      element.row * plan->dst_row + element.column *
		      aicore_type_find(plan->quant.conversion->dst_type)->bytes;
	return element;
}

static bool is_stage(const char *name, const char *start)
{
	return !strncmp(name, start, strlen(start));
}

/* What a stage leaves. The core passes bits on; their type goes by its name. */
static u32 type_after(const char *name, u32 before)
{
	if (!strcmp(name, "to float"))
		return AICORE_TYPE_FLOAT;
	if (!strcmp(name, "to half"))
		return AICORE_TYPE_HALF;
	if (!strcmp(name, "round"))
		return AICORE_TYPE_INT32;
	return before;
}

static double number(const struct stage_step *step)
{
	return value_double(step->type, &step->bits);
}

static void note_shift(struct stage_step *step, const struct stage_step *before,
		       const struct aicore_deq *deq)
{
	double exact = floor(ldexp(number(before), -(int)deq->shift));

	if (is_stage(step->name, "shift if") && !deq->mcb)
		strcpy(step->note, "MCB is 0: not shifted");
	else if (number(step) == exact)
		snprintf(step->note, STAGE_NOTE_MAX, ">> %u (N + 1)",
			 deq->shift);
	else
		snprintf(step->note, STAGE_NOTE_MAX,
			 ">> %u gives %.0f: clamped to int16", deq->shift,
			 exact);
}

static void note_multiply(struct stage_step *step,
			  const struct stage_step *before,
			  const struct aicore_deq *deq)
{
	double m = value_double(AICORE_TYPE_FLOAT, &deq->m);
	double exact = number(before) * m;
	char text[VALUE_TEXT_MAX];

	value_text(text, AICORE_TYPE_FLOAT, &deq->m);
	if (exact == number(step) || isnan(exact))
		snprintf(step->note, STAGE_NOTE_MAX, "* %s", text);
	else
		snprintf(step->note, STAGE_NOTE_MAX, "* %s, from %.12g",
			 text, exact);
}

static void note_half(struct stage_step *step, double exact)
{
	double got = number(step);

	if (got == exact || (isnan(got) && isnan(exact)))
		return;
	if (!isfinite(exact) || (fabs(exact) >= 65520 && fabs(got) == 65504))
		strcpy(step->note, "saturated");
	else if (!isfinite(got))
		strcpy(step->note, "overflowed");
	else
		snprintf(step->note, STAGE_NOTE_MAX, "rounded from %.12g",
			 exact);
}

static void note_round(struct stage_step *step, double exact)
{
	if (isnan(exact))
		strcpy(step->note, "nan becomes 0");
	else if (fabs(exact - number(step)) > 0.5)
		strcpy(step->note, "clamped to -256..255");
	else if (fabs(exact - number(step)) == 0.5)
		strcpy(step->note, "a tie, to even");
	else if (exact != number(step))
		strcpy(step->note, "rounded");
}

static void note_changed(struct stage_step *step, double exact,
			 const char *text)
{
	if (number(step) != exact)
		snprintf(step->note, STAGE_NOTE_MAX, "%s", text);
}

static void note(struct stage_step *step, const struct stage_step *before,
		 const struct aicore_deq *deq)
{
	double exact = number(before);

	if (is_stage(step->name, "shift"))
		note_shift(step, before, deq);
	else if (is_stage(step->name, "*"))
		note_multiply(step, before, deq);
	else if (is_stage(step->name, "to float"))
		note_changed(step, exact, "rounded");
	else if (is_stage(step->name, "to half"))
		note_half(step, exact);
	else if (is_stage(step->name, "round"))
		note_round(step, exact);
	else if (is_stage(step->name, "+ Offset"))
		snprintf(step->note, STAGE_NOTE_MAX, "+ %d", deq->offset);
	else if (is_stage(step->name, "clamp"))
		note_changed(step, exact, deq->sign ? "clamped to -128..127" :
						      "clamped to 0..255");
	else if (is_stage(step->name, "relu") && !deq->relu)
		strcpy(step->note, "off");
	else if (is_stage(step->name, "relu"))
		note_changed(step, exact, "negative becomes 0");
}

static struct stage_step run_stage(const struct aicore_stage *stage,
				   const struct stage_step *before,
				   const struct aicore_deq *deq)
{
	struct stage_step step = {
		.name = stage->name,
		.type = type_after(stage->name, before->type),
		.bits = stage->run(before->bits, deq),
	};

	note(&step, before, deq);
	return step;
}

void stages_run(struct stages *stages, const struct aicore_copy_plan *plan,
		const struct element *element)
{
	const struct aicore_conversion *conversion = plan->quant.conversion;
	struct aicore_deq deq[AICORE_COLUMNS];
	struct stage_step *last = &stages->from;
	u32 i;

	memset(stages, 0, sizeof(*stages));
	stages->conversion = conversion;
	aicore_quant_load(&plan->quant, element->block, deq);
	stages->deq = deq[element->column];
	stages->from.type = conversion->src_type;
	memcpy(&stages->from.bits, element->src,
	       aicore_type_find(conversion->src_type)->bytes);
	for (i = 0; i < AICORE_STAGES_MAX && conversion->stages[i]; i++) {
		stages->step[i] = run_stage(conversion->stages[i], last,
					    &stages->deq);
		last = &stages->step[i];
	}
	stages->count = i;
	stages->result.name = "place";
	stages->result.type = conversion->dst_type;
	/* Only so many bytes of it are written. */
	memcpy(&stages->result.bits, &last->bits,
	       aicore_type_find(conversion->dst_type)->bytes);
}

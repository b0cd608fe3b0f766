// SPDX-License-Identifier: MIT
#include <stdlib.h>

#include "pieces.h"
#include "written.h"

/* The memory of the run that an address lies in; no bytes: none. */
static struct aicore_span find_memory(const struct run *run, const u8 *at)
{
	size_t i, region;

	for (i = 0; i < run->program->buffer_count; i++) {
		const struct ac_buffer *buffer = &run->buffers[i];
		const u8 *base = buffer->data;

		if (base && at >= base && at < base + buffer->bytes)
			return (struct aicore_span){ buffer->data,
						     buffer->bytes };
	}
	for (i = 0; i < run->core_count * REGIONS; i++) {
		const struct ac_memory *memory;
		const u8 *base;

		region = i % REGIONS;
		memory = &run->cores[i / REGIONS].memory[region];
		base = memory->data;
		if (base && at >= base && at < base + memory->bytes)
			return (struct aicore_span){ memory->data,
						     memory->bytes };
	}
	return (struct aicore_span){ NULL, 0 };
}

static struct written_area *find_area(const struct written *written,
				      const u8 *at)
{
	size_t i;

	for (i = 0; i < written->count; i++) {
		struct written_area *area = &written->areas[i];

		if (at >= area->base && at < area->base + area->bytes)
			return area;
	}
	return NULL;
}

static struct written_area *add_area(struct written *written,
				     const struct run *run, const u8 *at)
{
	struct aicore_span span = find_memory(run, at);
	struct written_area *areas, *area;

	if (!span.bytes)
		return NULL;
	areas = realloc(written->areas, (written->count + 1) * sizeof(*areas));
	if (!areas)
		return NULL;
	written->areas = areas;
	area = &areas[written->count];
	*area = (struct written_area){ span.base, span.bytes,
				       calloc(1, span.bytes) };
	if (!area->mark)
		return NULL;
	written->count++;
	return area;
}

void written_note(struct written *written, const struct run *run,
		  const void *at, u64 bytes)
{
	struct written_area *area = find_area(written, at);

	if (!area)
		area = add_area(written, run, at);
	if (area)
		memset(area->mark + ((const u8 *)at - area->base), 1, bytes);
}

void written_free(struct written *written)
{
	size_t i;

	for (i = 0; i < written->count; i++)
		free(written->areas[i].mark);
	free(written->areas);
	*written = (struct written){ NULL, 0 };
}

/* What is noted while the pieces of an operation are visited. */
struct note {
	struct written *written;
	const struct run *run;
	const u8 *base;
};

static bool note_piece(void *context, const struct piece *piece)
{
	const struct note *note = context;

	written_note(note->written, note->run, note->base + piece->at,
		     piece->bytes);
	return true;
}

/* Repeats that all write or read the same need one visit. */
static struct aicore_plan without_copies(const struct scene *scene, bool reads)
{
	struct aicore_plan plan = scene->plan;
	struct aicore_reduce_plan *reduce = &plan.reduce;

	if (plan.kind != AICORE_PLAN_REDUCE || reduce->repeats < 2 ||
	    (reads ? reduce->src_rep : reduce->dst_rep))
		return plan;
	reduce->repeats = 1;
	memcpy(reduce->last, reduce->mask, sizeof(reduce->last));
	return plan;
}

void written_note_operation(struct written *written, const struct scene *scene)
{
	struct aicore_plan plan = without_copies(scene, false);
	struct note note = { written, scene->run, NULL };

	if (plan.kind == AICORE_PLAN_NOTHING)
		return;
	note.base = scene_program_address(scene, AICORE_FIELD_DST);
	pieces_written(&plan, note_piece, &note);
}

/**
 * struct search - looking for bytes that nothing has written
 * @plan: of the operation
 * @area: the memory; NULL: nothing was ever written there
 * @offset: of the operand in its memory
 * @unit: bytes of which one suffices: whoever copies whole DataBlocks does not
 *	use the rest of the last
 * @missing: what is found, the first piece of it and what goes on there
 */
struct search {
	const struct aicore_plan *plan;
	const struct written_area *area;
	u64 offset;
	u64 unit;
	struct unwritten missing;
};

static bool any_written(const struct search *search, u64 at)
{
	return search->area &&
	       memchr(search->area->mark + at, 1, search->unit);
}

/* Goes on while what is missing does; false: it has ended. */
static bool search_bytes(struct search *search, u64 first, u64 end)
{
	struct unwritten *missing = &search->missing;
	u64 at;

	for (at = first; at < end; at += search->unit) {
		bool written = any_written(search, at);

		if (missing->first == missing->end && !written)
			*missing = (struct unwritten){ at, at + search->unit };
		else if (missing->end == at && !written)
			missing->end += search->unit;
		else if (missing->first != missing->end)
			return false;
	}
	return true;
}

/* Of a DataBlock, only its active lanes are read. */
static void trim(const struct aicore_reduce_plan *plan,
		 const struct piece *piece, u64 *first, u64 *end)
{
	const u64 *mask = piece->part == plan->repeats - 1 ? plan->last :
							     plan->mask;
	u32 lanes = AICORE_BLOCK_BYTES / plan->src_bytes;
	u32 lane = (u32)piece->number * lanes, last = lane + lanes;

	while (!aicore_mask_any(mask, lane, 1)) {
		lane++;
		*first += plan->src_bytes;
	}
	while (!aicore_mask_any(mask, --last, 1))
		*end -= plan->src_bytes;
}

static bool search_piece(void *context, const struct piece *piece)
{
	struct search *search = context;
	u64 first = search->offset + piece->at;
	u64 end = first + piece->bytes;

	if (search->plan->kind == AICORE_PLAN_REDUCE)
		trim(&search->plan->reduce, piece, &first, &end);
	return search_bytes(search, first, end);
}

/* Bytes of all parameter vectors; otherwise deqTensorAddr may be anything. */
static u64 vectors_bytes(const struct scene *scene)
{
	const struct aicore_copy_plan *copy = &scene->plan.copy;

	if (scene->plan.kind != AICORE_PLAN_COPY || !copy->quant.conversion)
		return 0;
	return (u64)copy->blocks * copy->quant.vector_bytes;
}

struct unwritten written_missing(const struct scene *scene,
				 enum aicore_field field)
{
	struct aicore_plan plan = without_copies(scene, true);
	struct search search = { .plan = &plan, .unit = 1 };
	const u8 *at;

	if (field != AICORE_FIELD_SRC && !vectors_bytes(scene))
		return search.missing;
	at = scene_program_address(scene, field);
	search.area = at ? find_area(scene->written, at) : NULL;
	search.offset = scene_start(scene, field);
	if (scene_is_plain_copy(scene))
		search.unit = AICORE_BLOCK_BYTES;
	if (field == AICORE_FIELD_SRC)
		pieces_read(&plan, search_piece, &search);
	else
		search_bytes(&search, search.offset,
			     search.offset + vectors_bytes(scene));
	return search.missing;
}

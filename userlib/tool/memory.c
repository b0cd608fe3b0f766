// SPDX-License-Identifier: MIT
/* Locations of statements: which bytes they are, and whether they are there. */
#include <stdio.h>
#include <string.h>

#include "run.h"

/* What %llu prints. */
#define ull unsigned long long

struct place_name place_name(const struct run *run,
			     const struct aicore_operand *place)
{
	const char *buffer = place->buffer ?
			     run->program->buffers[place->buffer - 1] : "";
	struct place_name name;

	if (place->position == AICORE_POSITION_GM)
		snprintf(name.text, sizeof(name.text), "%.50s+%llu", buffer,
			 (ull)place->offset);
	else
		snprintf(name.text, sizeof(name.text), "%s%s%.40s+%llu",
			 ac_position_name(place->position),
			 place->buffer ? ":" : "", buffer, (ull)place->offset);
	return name;
}

static int refuse(struct run *run, const char *why)
{
	const struct statement *statement = &run->program->statements[run->at];

	return run_fail(run, statement->line, EXIT_REFUSED, "%s: %s: %s",
			statement->name,
			place_name(run, &statement->place).text, why);
}

struct ac_memory *memory_of_core(struct run *run, size_t core,
				 enum aicore_region region)
{
	const struct statement *statement = &run->program->statements[run->at];
	struct ac_memory *memory = &run->cores[core].memory[region];
	int err;

	if (memory->data)
		return memory;
	err = ac_memory_map(run->cores[core].core, region, memory);
	if (!err)
		return memory;
	run_fail(run, statement->line, EXIT_REFUSED, "%s: %s: %s",
		 statement->name, ac_region_name(region), strerror(-err));
	return NULL;
}

/* A memory of the current core. */
static int find_on_chip(struct run *run, enum aicore_region region,
			uint64_t size, struct span *span)
{
	const struct ac_memory *memory;
	size_t core;

	if (run_current_core(run, &core))
		return -1;
	span->data = NULL;
	span->room = size;
	if (run->options->check)
		return 0;
	memory = memory_of_core(run, core, region);
	if (!memory)
		return -1;
	span->data = memory->data;
	span->room = memory->bytes;
	return 0;
}

static int find_memory(struct run *run, const struct aicore_operand *place,
		       struct span *span)
{
	const struct ac_buffer *buffer;
	char why[64];

	switch (ac_position_memory(run->info.soc, place->position)) {
	case AC_MEMORY_GM:
		if (!place->buffer)
			return refuse(run, "CO2 is global memory here: CO2:BUFFER+OFFSET");
		buffer = &run->buffers[place->buffer - 1];
		span->data = buffer->data;
		span->room = buffer->bytes;
		return 0;
	case AC_MEMORY_UB:
		if (place->buffer)
			return refuse(run, "CO2 is memory on the chip on this product: CO2+OFFSET");
		return find_on_chip(run, AICORE_REGION_UB, run->info.ub_bytes,
				    span);
	case AC_MEMORY_L1:
		return find_on_chip(run, AICORE_REGION_L1, run->info.l1_bytes,
				    span);
	case AC_MEMORY_L0C:
		return find_on_chip(run, AICORE_REGION_L0C,
				    run->info.l0c_bytes, span);
	default:
		snprintf(why, sizeof(why), "%s has no such memory",
			 ac_soc_name(run->info.soc));
		return refuse(run, why);
	}
}

int memory_find(struct run *run, struct span *span)
{
	const struct statement *statement = &run->program->statements[run->at];
	uint64_t offset = statement->place.offset;
	char why[80];

	if (find_memory(run, &statement->place, span))
		return -1;
	if (offset > span->room) {
		snprintf(why, sizeof(why),
			 "the memory there has %llu bytes only",
			 (ull)span->room);
		return refuse(run, why);
	}
	span->room -= offset;
	if (span->data)
		span->data += offset;
	return 0;
}

int memory_check_room(struct run *run, const struct span *span, uint64_t bytes,
		      const char *hint)
{
	char why[256];

	if (bytes <= span->room)
		return 0;
	snprintf(why, sizeof(why), "%llu bytes don't fit: only %llu are left there%s",
		 (ull)bytes, (ull)span->room, hint);
	return refuse(run, why);
}

int memory_find_bytes(struct run *run, uint64_t bytes, struct span *span)
{
	if (memory_find(run, span))
		return -1;
	return memory_check_room(run, span, bytes, "");
}

// SPDX-License-Identifier: GPL-2.0-only
#include <sanitizer/asan_interface.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "image.h"

/* Farther apart than one repeat or block can reach: 65535 times 32 bytes. */
#define SLOT_BYTES	(4U << 20)

static u8 *arena;
static struct aicore_span buffers[IMAGE_BUFFERS];

static bool find_buffer(void *context, u32 handle, struct aicore_span *span)
{
	if (!handle || handle > IMAGE_BUFFERS)
		return false;
	*span = buffers[handle - 1];
	return true;
}

static void make_arena(void)
{
	size_t bytes = (size_t)SLOT_BYTES * (IMAGE_SLOTS + 1);

	arena = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (arena == MAP_FAILED)
		abort();
	__asan_poison_memory_region(arena, bytes);
}

static void fill(const struct aicore_span *span, const u64 words[IMAGE_WORDS])
{
	u64 done = sizeof(u64) * IMAGE_WORDS;

	if (!span->bytes)
		return;
	if (done > span->bytes)
		done = span->bytes;
	memcpy(span->base, words, done);
	while (done < span->bytes) {
		u64 more = span->bytes - done < done ? span->bytes - done :
						       done;

		memcpy(span->base + done, span->base, more);
		done += more;
	}
}

/* Slot 0 is a gap, so that what starts too early is seen as well. */
static struct aicore_span open_slot(u32 slot, u32 bytes)
{
	struct aicore_span span = {
		.base = arena + (size_t)SLOT_BYTES * (slot + 1),
		.bytes = 1 + bytes % IMAGE_BYTES_MAX,
	};

	__asan_unpoison_memory_region(span.base, span.bytes);
	return span;
}

void image_open(struct aicore_env *env, const u32 bytes[IMAGE_SLOTS],
		const u64 words[IMAGE_WORDS])
{
	u32 i;

	if (!arena)
		make_arena();
	for (i = 0; i < IMAGE_BUFFERS; i++)
		buffers[i] = open_slot(i, bytes[i]);
	for (i = AICORE_MEMORY_UB; i < AICORE_MEMORIES; i++) {
		u32 slot = IMAGE_BUFFERS + i - AICORE_MEMORY_UB;

		if (env->soc->bytes[i])
			env->memory[i] = open_slot(slot, bytes[slot]);
	}
	env->find_buffer = find_buffer;
	image_change(env, words);
}

void image_change(const struct aicore_env *env, const u64 words[IMAGE_WORDS])
{
	u32 i;

	for (i = 0; i < IMAGE_BUFFERS; i++)
		fill(&buffers[i], words);
	for (i = AICORE_MEMORY_UB; i < AICORE_MEMORIES; i++)
		fill(&env->memory[i], words);
}

void image_close(const struct aicore_env *env)
{
	u32 i;

	for (i = 0; i < IMAGE_BUFFERS; i++)
		__asan_poison_memory_region(buffers[i].base, buffers[i].bytes);
	for (i = AICORE_MEMORY_UB; i < AICORE_MEMORIES; i++)
		__asan_poison_memory_region(env->memory[i].base,
					    env->memory[i].bytes);
}

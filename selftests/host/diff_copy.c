// SPDX-License-Identifier: GPL-2.0-only
/*
 * Core against oracle: copies on all paths with random sizes, strides, places
 * and modes, legal ones and spoiled ones, in all modes of all products.
 */
#include <stdio.h>
#include <stdlib.h>

#include "random_desc.h"
#include "twin.h"

#define CALLS (1000 / TWIN_PART)

static u64 results[TWIN_DIFFERS + 1];

static void refill(struct random *random, struct twin *twin,
		   enum aicore_memory memory, u32 buffer, u64 size)
{
	u8 *bytes = malloc(size + 1);

	if (!bytes)
		abort();
	random_fill(random, bytes, size, RANDOM_MIXED);
	if (size)
		twin_put(twin, memory, buffer, 0, bytes, size);
	free(bytes);
}

static void refill_all(struct random *random, struct twin *twin)
{
	int memory;

	for (memory = AICORE_MEMORY_UB; memory < AICORE_MEMORIES; memory++)
		refill(random, twin, memory, 0,
		       twin->env.memory[memory].bytes);
	for (u32 i = 0; i < TWIN_BUFFERS; i++)
		refill(random, twin, AICORE_MEMORY_GM, i + 1,
		       twin->buffers[i].bytes);
}

/* Good parameters for the first blocks, where the copy looks for them. */
static void put_vectors(struct random *random, struct twin *twin,
			const struct aicore_desc *desc)
{
	u32 bytes = oracle_vector_bytes(desc->copy.deq_scale);
	u64 at = desc->copy.deq_tensor_addr;
	u64 parameters[16];

	for (u64 b = 0; bytes && b < desc->copy.block_count; b++) {
		if (at > twin->oracle.memory[ORACLE_UB].bytes - bytes)
			return;
		random_parameters(random, desc, parameters,
				  !random_one_in(random, 20));
		twin_put(twin, AICORE_MEMORY_UB, 0, at, parameters, bytes);
		at += bytes;
	}
}

static void one_call(struct random *random, struct twin *twin,
		     const struct random_target *target)
{
	struct aicore_desc desc;

	random_copy(random, target, &desc);
	if (desc.src.position == AICORE_POSITION_CO1 &&
	    !random_one_in(random, 10))
		put_vectors(random, twin, &desc);
	if (random_one_in(random, 6))
		random_spoil(random, &desc);
	results[twin_try(twin, &desc, true)]++;
}

static void one_mode(struct random *random, u32 soc, u32 overflow, u32 check,
		     u64 calls)
{
	struct random_target target = { .permissive = check };
	u64 sizes[TWIN_BUFFERS];
	struct twin twin;
	char name[128];

	memset(results, 0, sizeof(results));
	twin_init(&twin, soc, overflow, check);
	for (u32 i = 0; i < TWIN_BUFFERS; i++)
		sizes[i] = twin.buffers[i].bytes;
	target.soc = twin.device.soc;
	target.buffers = sizes;
	target.buffer_count = TWIN_BUFFERS;
	if (soc == AICORE_SOC_ASCEND310P)
		calls *= 4;
	for (u64 i = 0; i < calls; i++) {
		if (i % 200 == 0)
			refill_all(random, &twin);
		one_call(random, &twin, &target);
	}
	snprintf(name, sizeof(name),
		 "%s, %s, %s: %llu done, %llu refused, %llu stopped",
		 twin.device.soc->name,
		 twin.device.saturate ? "saturating" : "inf and nan",
		 check ? "permissive" : "strict",
		 (unsigned long long)results[TWIN_DONE],
		 (unsigned long long)results[TWIN_REFUSED],
		 (unsigned long long)results[TWIN_FAILED]);
	twin_verdict(name, calls, results[TWIN_DIFFERS]);
	twin_free(&twin);
}

int main(int argc, char **argv)
{
	const char *rounds = getenv("AICORE_ROUNDS");
	struct random random = { argc > 1 ? strtoull(argv[1], NULL, 0) : 1 };
	u64 calls = CALLS * (rounds ? strtoull(rounds, NULL, 0) : 1);

	for (u32 soc = 1; soc <= 7; soc++)
		for (u32 overflow = 1; overflow <= 2; overflow++)
			for (u32 check = 0; check < 2; check++)
				if (soc != AICORE_SOC_ASCEND910 ||
				    overflow != AICORE_OVERFLOW_INFNAN)
					one_mode(&random, soc, overflow, check,
						 calls);
	return twin_totals();
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Core against oracle: all reductions and SetVectorMask with random orders,
 * strides, masks, types, special values and overlap, legal ones and spoiled
 * ones, in all modes of all products.
 */
#include <stdio.h>
#include <stdlib.h>

#include "random_desc.h"
#include "twin.h"

#define CALLS (1500 / TWIN_PART)

static u64 results[TWIN_DIFFERS + 1];

static void refill(struct random *random, struct twin *twin)
{
	u64 size = twin->env.memory[AICORE_MEMORY_UB].bytes;
	u8 *bytes = malloc(size);

	if (!bytes)
		abort();
	random_fill(random, bytes, size,
		    random_one_in(random, 2) ? RANDOM_MIXED :
		    random_below(random, RANDOM_KINDS));
	twin_put(twin, AICORE_MEMORY_UB, 0, 0, bytes, size);
	free(bytes);
}

static void one_call(struct random *random, struct twin *twin,
		     const struct random_target *target)
{
	struct aicore_desc desc;

	if (random_one_in(random, 4))
		random_set_mask(random, &desc);
	else
		random_reduce(random, target, &twin->oracle.mask, &desc);
	if (random_one_in(random, 6))
		random_spoil(random, &desc);
	results[twin_try(twin, &desc, true)]++;
}

static void one_mode(struct random *random, const struct aicore_setup *setup,
		     u64 calls)
{
	struct random_target target = { .permissive = setup->check };
	struct twin twin;
	char name[256];

	memset(results, 0, sizeof(results));
	twin_setup(&twin, setup);
	target.soc = twin.device.soc;
	for (u64 i = 0; i < calls; i++) {
		if (i % 100 == 0)
			refill(random, &twin);
		one_call(random, &twin, &target);
	}
	snprintf(name, sizeof(name), "%s: %llu done, %llu refused",
		 twin_modes(&twin), (unsigned long long)results[TWIN_DONE],
		 (unsigned long long)results[TWIN_REFUSED]);
	twin_verdict(name, calls, results[TWIN_DIFFERS]);
	twin_free(&twin);
}

int main(int argc, char **argv)
{
	const char *rounds = getenv("AICORE_ROUNDS");
	struct random random = { argc > 1 ? strtoull(argv[1], NULL, 0) : 1 };
	u64 calls = CALLS * (rounds ? strtoull(rounds, NULL, 0) : 1);

	/* product, overflow, check, nodes */
	for (u32 i = 0; i < 7 * 2 * 2 * 2; i++) {
		struct aicore_setup setup = {
			.soc = 1 + i / 8,
			.overflow = 1 + i / 4 % 2,
			.check = i / 2 % 2,
			.flags = i % 2 ? AICORE_SETUP_FLOAT_NODES : 0,
		};

		if (setup.soc != AICORE_SOC_ASCEND910 ||
		    setup.overflow != AICORE_OVERFLOW_INFNAN)
			one_mode(&random, &setup, calls);
	}
	return twin_totals();
}

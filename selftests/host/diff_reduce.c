// SPDX-License-Identifier: GPL-2.0-only
/*
 * Core against oracle: reductions and SetVectorMask with random strides, masks,
 * types, special values and overlap, legal ones and spoiled ones, in all modes
 * of all products.
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

static void one_mode(struct random *random, u32 soc, u32 overflow, u32 check,
		     u64 calls)
{
	struct random_target target = { .permissive = check };
	struct twin twin;
	char name[128];

	memset(results, 0, sizeof(results));
	twin_init(&twin, soc, overflow, check);
	target.soc = twin.device.soc;
	for (u64 i = 0; i < calls; i++) {
		if (i % 100 == 0)
			refill(random, &twin);
		one_call(random, &twin, &target);
	}
	snprintf(name, sizeof(name),
		 "%s, %s, %s: %llu done, %llu refused", twin.device.soc->name,
		 twin.device.saturate ? "saturating" : "inf and nan",
		 check ? "permissive" : "strict",
		 (unsigned long long)results[TWIN_DONE],
		 (unsigned long long)results[TWIN_REFUSED]);
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

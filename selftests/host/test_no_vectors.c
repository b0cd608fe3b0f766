// SPDX-License-Identifier: GPL-2.0-only
/*
 * Choosing kernels on a processor for which there are none, as on riscv64: the file
 * is compiled once more, as if for such a one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define aicore_choose		no_vectors_choose
#define aicore_choose_room	no_vectors_choose_room
#define aicore_impl_name	no_vectors_impl_name
#define aicore_kernel_name	no_vectors_kernel_name
/* All that it includes is for the processor that is here. */
#include "env.h"
#include "plan.h"
#include "simd/choose.h"

#undef __x86_64__
#undef __aarch64__
#include "simd/choose.c"

static unsigned int passed, failed;

static void verdict(const char *name, bool good)
{
	printf("%s - %s\n", good ? "ok" : "not ok", name);
	if (good)
		passed++;
	else
		failed++;
}

static u64 clock_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000ULL + time.tv_nsec;
}

static u32 enter_nothing(void)
{
	return 0;
}

static void leave_nothing(u32 state)
{
}

static bool uses_reference(const struct aicore_choice *choice)
{
	u32 kernel;

	for (kernel = 0; kernel < AICORE_KERNELS; kernel++) {
		if (choice->impl[kernel] != AICORE_REFERENCE ||
		    choice->kernels.run[kernel].sum)
			return false;
	}
	return true;
}

int main(void)
{
	const struct aicore_machine machine = {
		.now = clock_ns,
		.enter = enter_nothing,
		.leave = leave_nothing,
	};
	void *room = malloc(aicore_choose_room());
	struct aicore_choice choice;
	bool named = true;
	u32 impl;

	if (!room)
		return 2;
	verdict("auto is the reference",
		!aicore_choose(&choice, &machine, "auto", room) &&
		uses_reference(&choice));
	verdict("the reference by name",
		!aicore_choose(&choice, &machine, "integer", room) &&
		uses_reference(&choice));
	verdict("an implementation for others is refused",
		aicore_choose(&choice, &machine, "sse2", room) == -EOPNOTSUPP &&
		aicore_choose(&choice, &machine, "avx512", room) == -EOPNOTSUPP);
	verdict("an unknown name is refused",
		aicore_choose(&choice, &machine, "mmx", room) == -EINVAL);
	for (impl = 0; impl < AICORE_IMPLS; impl++)
		named &= !!aicore_impl_name(impl);
	verdict("all implementations have names", named);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	free(room);
	return failed ? 1 : 0;
}

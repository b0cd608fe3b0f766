// SPDX-License-Identifier: GPL-2.0-only
#include "vectors.h"

#include <stdlib.h>

#include "simd/host.h"

static struct aicore_choice choices[AICORE_IMPLS];
static u32 count;

/* Each is forced once; those that the processor lacks are refused. */
static void prepare(void)
{
	struct aicore_machine machine = aicore_host_machine();
	void *room = malloc(aicore_choose_room());
	u32 impl;

	if (!room)
		abort();
	for (impl = 0; impl < AICORE_IMPLS; impl++) {
		if (impl != AICORE_REFERENCE &&
		    !aicore_choose(&choices[count], &machine,
				   aicore_impl_name(impl), room))
			count++;
	}
	free(room);
}

const struct aicore_kernels *vectors_pick(u32 number)
{
	static bool prepared;

	if (!prepared)
		prepare();
	prepared = true;
	number %= count + 1;
	return number ? &choices[number - 1].kernels : NULL;
}

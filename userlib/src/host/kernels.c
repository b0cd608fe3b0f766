// SPDX-License-Identifier: MIT
#include <stdlib.h>

#include "host.h"
#include "simd/host.h"

const struct aicore_kernels *host_kernels(struct host *host)
{
	struct aicore_machine machine = aicore_host_machine();
	void *room;

	if (host->chosen)
		return &host->choice.kernels;
	room = malloc(aicore_choose_room());
	if (!room)
		return NULL;
	host->chosen = !aicore_choose(&host->choice, &machine, "auto", room);
	free(room);
	return host->chosen ? &host->choice.kernels : NULL;
}

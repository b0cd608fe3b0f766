/* SPDX-License-Identifier: GPL-2.0-only */
/* Stops a batch that shows no sign of life. */
#ifndef AICORE_WATCHDOG_H
#define AICORE_WATCHDOG_H

#include "core_file.h"

void aicore_watchdog_init(struct aicore_core *core);

/* A batch has started. Costs next to nothing when the watchdog is up already. */
void aicore_watchdog_arm(struct aicore_core *core);

/* The running batch has done something. */
static inline void aicore_watchdog_feed(struct aicore_core *core)
{
	WRITE_ONCE(core->progress, jiffies);
}

#endif /* AICORE_WATCHDOG_H */

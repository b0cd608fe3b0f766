/* SPDX-License-Identifier: GPL-2.0-only */
/* RESET: back to a core that is idle and as new, but for its memories. */
#ifndef AICORE_RESET_H
#define AICORE_RESET_H

struct aicore_call;

int aicore_reset_call(struct aicore_call *call);

#endif /* AICORE_RESET_H */

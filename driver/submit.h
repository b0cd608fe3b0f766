/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef AICORE_SUBMIT_H
#define AICORE_SUBMIT_H

#include "../uapi/aicore.h"

struct aicore_call;

/* All flags of SUBMIT. */
#define AICORE_SUBMIT_FLAGS						\
	(AICORE_SUBMIT_VALIDATE_ONLY | AICORE_SUBMIT_WAIT |		\
	 AICORE_SUBMIT_NOTIFY | AICORE_SUBMIT_NONBLOCK)

int aicore_submit_call(struct aicore_call *call);

#endif /* AICORE_SUBMIT_H */

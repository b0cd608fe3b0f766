/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Element types (operations.md section 4.1). */
#ifndef AICORE_CORE_TYPE_H
#define AICORE_CORE_TYPE_H

#include "aicore.h"
#include "port.h"

struct aicore_type_info {
	const char *name;
	u32 bytes;
};

/* NULL for a number that is no type. */
const struct aicore_type_info *aicore_type_find(u32 type);

/* A set of types, as one bit each. */
#define AICORE_TYPE_BIT(name) (1U << AICORE_TYPE_##name)

static inline bool aicore_type_in(u32 type, u32 set)
{
	return type < 32 && (set >> type & 1);
}

#endif /* AICORE_CORE_TYPE_H */

// SPDX-License-Identifier: MIT
/*
 * What the library knows of products and types. It asks the tables of the
 * core, so that a sentence can't promise what the device then refuses.
 */
#include "internal.h"
#include "soc.h"
#include "type.h"

_Static_assert((int)AC_MEMORY_GM == (int)AICORE_MEMORY_GM &&
	       (int)AC_MEMORY_UB == (int)AICORE_MEMORY_UB &&
	       (int)AC_MEMORY_L1 == (int)AICORE_MEMORY_L1 &&
	       (int)AC_MEMORY_L0C == (int)AICORE_MEMORY_L0C,
	       "the library and the core number memories alike");

const char *ac_soc_name(uint32_t soc)
{
	const struct aicore_soc *row = aicore_soc_find(soc);

	return row ? row->name : NULL;
}

const char *ac_soc_title(uint32_t soc)
{
	const struct aicore_soc *row = aicore_soc_find(soc);

	return row ? row->title : NULL;
}

const char *ac_type_name(uint32_t type)
{
	const struct aicore_type_info *row = aicore_type_find(type);

	return row ? row->name : NULL;
}

uint32_t ac_type_bytes(uint32_t type)
{
	const struct aicore_type_info *row = aicore_type_find(type);

	return row ? row->bytes : 0;
}

enum ac_memory_kind ac_position_memory(uint32_t soc, uint32_t position)
{
	const struct aicore_soc *row = aicore_soc_find(soc);
	enum aicore_memory memory;

	if (!row)
		return AC_MEMORY_NONE;
	memory = aicore_soc_memory(row, position);
	if (memory == AICORE_MEMORY_NONE)
		return AC_MEMORY_NONE;
	if (memory != AICORE_MEMORY_GM && !row->bytes[memory])
		return AC_MEMORY_NONE;
	return (enum ac_memory_kind)memory;
}

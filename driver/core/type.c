// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "type.h"

static const struct aicore_type_info types[] = {
	[AICORE_TYPE_INT8] = { "int8", 1 },
	[AICORE_TYPE_UINT8] = { "uint8", 1 },
	[AICORE_TYPE_INT16] = { "int16", 2 },
	[AICORE_TYPE_UINT16] = { "uint16", 2 },
	[AICORE_TYPE_INT32] = { "int32", 4 },
	[AICORE_TYPE_UINT32] = { "uint32", 4 },
	[AICORE_TYPE_INT64] = { "int64", 8 },
	[AICORE_TYPE_UINT64] = { "uint64", 8 },
	[AICORE_TYPE_HALF] = { "half", 2 },
	[AICORE_TYPE_BFLOAT16] = { "bfloat16", 2 },
	[AICORE_TYPE_FLOAT] = { "float", 4 },
	[AICORE_TYPE_DOUBLE] = { "double", 8 },
};

const struct aicore_type_info *aicore_type_find(u32 type)
{
	if (type == 0 || type >= ARRAY_SIZE(types))
		return NULL;
	return &types[aicore_index_nospec(type, ARRAY_SIZE(types))];
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Core against oracle: about a million values through every conversion, with
 * and without relu, saturating or not, with parameters that strict checks want
 * and with free ones.
 */
#include <stdio.h>
#include <stdlib.h>

#include "random_desc.h"
#include "twin.h"

/* 64 blocks of 1 fractal; the vectors lie behind the results. */
#define BLOCKS 64
#define ELEMENTS (BLOCKS * 256)
#define COPIES (36 / TWIN_PART)
#define VECTORS (192 * 1024)

static const struct {
	const char *name;
	u32 src;
	u32 dst;
	u32 deq_scale;
	bool relu;
} conversions[] = {
	{ "half", AICORE_TYPE_HALF, AICORE_TYPE_HALF, 0, true },
	{ "half DEQ", AICORE_TYPE_HALF, AICORE_TYPE_HALF, 1, false },
	{ "float", AICORE_TYPE_FLOAT, AICORE_TYPE_FLOAT, 0, true },
	{ "int32", AICORE_TYPE_INT32, AICORE_TYPE_INT32, 0, true },
	{ "uint32", AICORE_TYPE_UINT32, AICORE_TYPE_UINT32, 0, false },
	{ "float:half", AICORE_TYPE_FLOAT, AICORE_TYPE_HALF, 0, true },
	{ "int32:half DEQ", AICORE_TYPE_INT32, AICORE_TYPE_HALF, 1, false },
	{ "int32:half VDEQ", AICORE_TYPE_INT32, AICORE_TYPE_HALF, 2, true },
	{ "int32:half DEQ16", AICORE_TYPE_INT32, AICORE_TYPE_HALF, 5, true },
	{ "int32:half VDEQ16", AICORE_TYPE_INT32, AICORE_TYPE_HALF, 6, true },
	{ "int32:int8 DEQ8", AICORE_TYPE_INT32, AICORE_TYPE_INT8, 3, true },
	{ "int32:int8 VDEQ8", AICORE_TYPE_INT32, AICORE_TYPE_INT8, 4, true },
	{ "int32:uint8 DEQ8", AICORE_TYPE_INT32, AICORE_TYPE_UINT8, 3, true },
	{ "int32:uint8 VDEQ8", AICORE_TYPE_INT32, AICORE_TYPE_UINT8, 4, true },
	{ "int32:int16 DEQ16", AICORE_TYPE_INT32, AICORE_TYPE_INT16, 5, true },
	{ "int32:int16 VDEQ16", AICORE_TYPE_INT32, AICORE_TYPE_INT16, 6, true },
};

static struct aicore_desc one_copy(u32 i, u32 relu)
{
	return (struct aicore_desc){
		.op = AICORE_OP_DATA_COPY,
		.dst.position = AICORE_POSITION_CO2,
		.src.position = AICORE_POSITION_CO1,
		.src_type = conversions[i].src,
		.dst_type = conversions[i].dst,
		.copy = { .block_count = BLOCKS, .block_len = 1,
			  .block_mode = AICORE_BLOCK_MODE_MATRIX,
			  .deq_scale = conversions[i].deq_scale,
			  .deq_tensor_addr = VECTORS, .is_relu = relu },
	};
}

static enum random_kind suitable(struct random *random, u32 type)
{
	static const enum random_kind halves[] = {
		RANDOM_BITS, RANDOM_HALF, RANDOM_HALF_TAME, RANDOM_HALF_HUGE,
	};
	static const enum random_kind floats[] = {
		RANDOM_BITS, RANDOM_FLOAT, RANDOM_FLOAT_TAME, RANDOM_FLOAT_TAME,
	};
	static const enum random_kind integers[] = {
		RANDOM_BITS, RANDOM_INT32_SMALL, RANDOM_INT32_EDGE,
		RANDOM_INT32_SMALL,
	};
	u64 i = random_below(random, 4);

	if (type == AICORE_TYPE_HALF)
		return halves[i];
	return type == AICORE_TYPE_FLOAT ? floats[i] : integers[i];
}

static void put_values(struct random *random, struct twin *twin, u32 type)
{
	static u8 bytes[4 * ELEMENTS];

	random_fill(random, bytes, sizeof(bytes), suitable(random, type));
	twin_put(twin, AICORE_MEMORY_L0C, 0, 0, bytes, sizeof(bytes));
}

/* Vectors for all blocks; the last one also serves as the scalar. */
static void put_parameters(struct random *random, struct twin *twin,
			   struct aicore_desc *desc)
{
	u64 at = desc->copy.deq_tensor_addr;
	u32 bytes = oracle_vector_bytes(desc->copy.deq_scale);
	u64 parameters[16];

	for (u32 b = 0; b < BLOCKS; b++, at += bytes) {
		random_parameters(random, desc, parameters,
				  !twin->env.permissive);
		twin_put(twin, AICORE_MEMORY_UB, 0, at, parameters, bytes);
	}
	desc->copy.deq_value = parameters[0];
}

static u64 elements;

static u64 one_conversion(struct random *random, struct twin *twin, u32 i,
			  u32 relu, u64 copies)
{
	struct aicore_desc desc = one_copy(i, relu);
	u64 wrong = 0;

	for (u64 copy = 0; copy < copies; copy++) {
		/* a scalar is used for one block, not for 64 */
		bool scalar = !oracle_vector_bytes(desc.copy.deq_scale);

		put_values(random, twin, desc.src_type);
		desc.copy.sid_store_mode = random_below(random, 3);
		desc.copy.block_mode = random_one_in(random, 8) ?
				       AICORE_BLOCK_MODE_VECTOR :
				       AICORE_BLOCK_MODE_MATRIX;
		desc.copy.block_count = scalar ? 1 : BLOCKS;
		for (u32 b = 0; b < (scalar ? BLOCKS : 1); b++) {
			u32 size = scalar ? 1 : BLOCKS;

			put_parameters(random, twin, &desc);
			desc.src.offset = b * size * 1024;
			wrong += twin_try(twin, &desc, true) != TWIN_DONE;
			elements += size * (desc.copy.block_mode ==
					    AICORE_BLOCK_MODE_MATRIX ? 256 : 16);
		}
	}
	return wrong;
}

static u64 one_mode(struct random *random, u32 overflow, u32 check, u32 i,
		    u64 copies)
{
	struct twin twin;
	u64 wrong = 0;

	twin_init(&twin, AICORE_SOC_ASCEND310P, overflow, check);
	for (u32 relu = 0; relu <= conversions[i].relu; relu++)
		wrong += one_conversion(random, &twin, i, relu, copies);
	twin_free(&twin);
	return wrong;
}

int main(int argc, char **argv)
{
	const char *rounds = getenv("AICORE_ROUNDS");
	struct random random = { argc > 1 ? strtoull(argv[1], NULL, 0) : 1 };
	u64 copies = rounds ? COPIES * strtoull(rounds, NULL, 0) : COPIES;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(conversions); i++) {
		u64 wrong = 0;

		elements = 0;
		for (u32 mode = 0; mode < 4; mode++)
			wrong += one_mode(&random, 1 + mode % 2, mode / 2, i,
					  copies);
		twin_verdict(conversions[i].name, elements, wrong);
	}
	return twin_totals();
}

// SPDX-License-Identifier: MIT
#include <string.h>

#include "bench.h"

#define REPEATS		255
#define SUM_BYTES	(REPEATS * 256)
#define COPY_BYTES	65536
/* In UB: sources first, then parameters, then results. */
#define PARAMETERS	(2 * COPY_BYTES)
#define RESULTS		(2 * COPY_BYTES + 4096)

static uint32_t next_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* Floats near 1, which are pairs of halves near 1 as well. */
static void fill_numbers(void *memory, size_t bytes)
{
	uint32_t state = 2463534242U;
	unsigned char *to = memory;
	size_t i;

	for (i = 0; i + 4 <= bytes; i += 4) {
		uint32_t x = (next_random(&state) & 0x83ff83ff) | 0x38003800;

		memcpy(to + i, &x, sizeof(x));
	}
}

/* Integers of all sizes. */
static void fill_integers(void *memory, size_t bytes)
{
	uint32_t state = 2463534242U;
	unsigned char *to = memory;
	size_t i;

	for (i = 0; i + 4 <= bytes; i += 4) {
		uint32_t x = next_random(&state);
		int32_t y = (int32_t)x >> x % 24;

		memcpy(to + i, &y, sizeof(y));
	}
}

/* Columns with M = 2^-6, MCB, a shift by 2 and Sign. */
static void fill_parameters(void *memory)
{
	uint64_t word = 0x3c800000 | 1ULL << AICORE_DEQ_N_SHIFT |
			1ULL << AICORE_DEQ_MCB_SHIFT |
			1ULL << AICORE_DEQ_SIGN_SHIFT;
	unsigned char *to = memory;
	size_t i;

	for (i = 0; i < 16; i++)
		memcpy(to + i * sizeof(word), &word, sizeof(word));
}

static int fill_memories(struct bench_subject *subject)
{
	struct ac_memory memory;
	int err;

	err = ac_memory_map(subject->core, AICORE_REGION_UB, &memory);
	if (err)
		return err;
	fill_numbers(memory.data, PARAMETERS);
	fill_parameters((unsigned char *)memory.data + PARAMETERS);
	ac_memory_unmap(subject->core, &memory);
	err = ac_memory_map(subject->core, AICORE_REGION_L0C, &memory);
	if (err)
		return err;
	fill_integers(memory.data, COPY_BYTES);
	fill_numbers((unsigned char *)memory.data + COPY_BYTES, COPY_BYTES);
	ac_memory_unmap(subject->core, &memory);
	return 0;
}

static int fill_subject(struct bench_subject *subject)
{
	int err;

	err = ac_device_setup(subject->device, AICORE_SOC_ASCEND310P,
			      AICORE_OVERFLOW_DEFAULT, AICORE_CHECK_STRICT, 0);
	if (!err)
		err = ac_buffer_create(subject->device, COPY_BYTES,
				       &subject->gm);
	if (!err)
		err = ac_core_create(subject->device, &subject->core);
	if (err)
		return err;
	fill_numbers(subject->gm.data, COPY_BYTES);
	return fill_memories(subject);
}

int bench_open(struct bench_subject *subject, const struct ac_backend *backend)
{
	int err;

	memset(subject, 0, sizeof(*subject));
	subject->backend = backend;
	err = ac_device_open(&subject->device, backend);
	if (err)
		return err;
	err = fill_subject(subject);
	if (err)
		bench_close(subject);
	return err;
}

void bench_close(struct bench_subject *subject)
{
	ac_core_destroy(subject->core);
	ac_buffer_destroy(subject->device, &subject->gm);
	ac_device_close(subject->device);
}

/* -- operations -- */

static int add_nothing(struct ac_batch *batch,
		       const struct bench_subject *subject)
{
	(void)subject;
	return ac_set_vector_mask(batch, ~0ULL, ~0ULL);
}

static int add_sum(struct ac_batch *batch, enum aicore_type type)
{
	return ac_whole_reduce_sum(batch,
				   ac_local(AICORE_POSITION_VECOUT, RESULTS, type),
				   ac_local(AICORE_POSITION_VECIN, 0, type),
				   ac_mask_first(type == AICORE_TYPE_HALF ? 128 : 64),
				   REPEATS, 1, 1, 8);
}

static int add_float_sum(struct ac_batch *batch,
			 const struct bench_subject *subject)
{
	(void)subject;
	return add_sum(batch, AICORE_TYPE_FLOAT);
}

static int add_half_sum(struct ac_batch *batch,
			const struct bench_subject *subject)
{
	(void)subject;
	return add_sum(batch, AICORE_TYPE_HALF);
}

static int add_conversion(struct ac_batch *batch, enum aicore_type from,
			  enum aicore_type to, enum aicore_deq_scale scale)
{
	const struct ac_copy_params params = {
		.block_count = 1, .block_len = COPY_BYTES / 1024,
	};
	const struct ac_copy_enhanced enhanced = {
		.block_mode = AICORE_BLOCK_MODE_MATRIX,
		.deq_scale = scale,
		.deq_tensor_addr = PARAMETERS,
		.sid_store_mode = 2,
	};
	uint64_t source = from == AICORE_TYPE_FLOAT ? COPY_BYTES : 0;

	return ac_data_copy(batch, ac_local(AICORE_POSITION_CO2, RESULTS, to),
			    ac_local(AICORE_POSITION_CO1, source, from),
			    &params, &enhanced);
}

static int add_int8(struct ac_batch *batch, const struct bench_subject *subject)
{
	(void)subject;
	return add_conversion(batch, AICORE_TYPE_INT32, AICORE_TYPE_INT8,
			      AICORE_DEQ_SCALE_VDEQ8);
}

static int add_int_to_half(struct ac_batch *batch,
			   const struct bench_subject *subject)
{
	(void)subject;
	return add_conversion(batch, AICORE_TYPE_INT32, AICORE_TYPE_HALF,
			      AICORE_DEQ_SCALE_VDEQ16);
}

static int add_float_to_half(struct ac_batch *batch,
			     const struct bench_subject *subject)
{
	(void)subject;
	return add_conversion(batch, AICORE_TYPE_FLOAT, AICORE_TYPE_HALF,
			      AICORE_DEQ_SCALE_NONE);
}

static int add_copy(struct ac_batch *batch, const struct bench_subject *subject)
{
	const struct ac_copy_params params = {
		.block_count = 1, .block_len = COPY_BYTES / 32,
	};

	return ac_data_copy(batch,
			    ac_local(AICORE_POSITION_VECIN, 0, AICORE_TYPE_HALF),
			    ac_global(&subject->gm, 0, AICORE_TYPE_HALF),
			    &params, NULL);
}

const struct bench_operation bench_operations[] = {
	{ "SetVectorMask", 0, add_nothing },
	{ "WholeReduceSum float, 255 repeats", SUM_BYTES, add_float_sum },
	{ "WholeReduceSum half, 255 repeats", SUM_BYTES, add_half_sum },
	{ "DataCopy int32 to int8, 64 KiB", COPY_BYTES, add_int8 },
	{ "DataCopy int32 to half, 64 KiB", COPY_BYTES, add_int_to_half },
	{ "DataCopy float to half, 64 KiB", COPY_BYTES, add_float_to_half },
	{ "DataCopy GM to UB, 64 KiB", COPY_BYTES, add_copy },
	{ NULL, 0, NULL },
};

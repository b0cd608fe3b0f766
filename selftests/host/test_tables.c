// SPDX-License-Identifier: GPL-2.0-only
/* What the comparisons with the oracle don't ask the core for. */
#include <stdio.h>

#include "twin.h"

#define OPS_END	(AICORE_OP_REPEAT_REDUCE_SUM + 1)

static bool reduces_anything(const struct oracle_soc *soc, u32 op)
{
	struct aicore_desc desc = { .op = op };
	u32 src, dst;

	if (!soc->reduces)
		return false;
	for (src = AICORE_TYPE_INT8; src <= AICORE_TYPE_DOUBLE; src++) {
		for (dst = AICORE_TYPE_INT8; dst <= AICORE_TYPE_DOUBLE; dst++) {
			desc.src_type = src;
			desc.dst_type = dst;
			if (oracle_reduction_takes(soc, &desc))
				return true;
		}
	}
	return false;
}

static void test_ops(void)
{
	u64 cases = 0, wrong = 0;
	u32 soc, op;

	for (soc = 1; soc <= AICORE_SOC_ASCEND950; soc++) {
		u64 ops = aicore_plan_ops(aicore_soc_find(soc));

		for (op = 0; op < 64; op++) {
			bool has = op == AICORE_OP_DATA_COPY ||
				   op == AICORE_OP_SET_VECTOR_MASK ||
				   (oracle_reduction_find(op) &&
				    reduces_anything(oracle_soc_find(soc), op));

			cases++;
			wrong += has != (ops >> op & 1);
		}
	}
	twin_verdict("operations of each product", cases, wrong);
}

static void test_names(void)
{
	u64 wrong = 0;
	u32 op;

	for (op = AICORE_OP_WHOLE_REDUCE_SUM; op < OPS_END; op++)
		wrong += strcmp(aicore_op_name(op),
				oracle_reduction_find(op)->name) != 0;
	wrong += strcmp(aicore_op_name(AICORE_OP_DATA_COPY), "DataCopy") != 0;
	wrong += strcmp(aicore_op_name(AICORE_OP_SET_VECTOR_MASK),
			"SetVectorMask") != 0;
	wrong += aicore_op_name(0) || aicore_op_name(OPS_END) ||
		 aicore_op_name(~0U);
	twin_verdict("names of operations", OPS_END + 3, wrong);
}

/* Some reasons are the driver's alone. */
static void test_errnos(void)
{
	u64 wrong = 0;
	u32 reason;

	for (reason = AICORE_REASON_NONE + 1;
	     reason <= AICORE_REASON_MASK_FORM; reason++)
		wrong += aicore_reason_errno(reason) != oracle_errno(reason);
	twin_verdict("errno of each reason", AICORE_REASON_MASK_FORM, wrong);
}

/* Byte by byte. */
static bool slow_meet(const struct aicore_runs *a, const struct aicore_runs *b)
{
	u64 i, j, x, y;

	for (i = 0; i < a->count; i++)
		for (j = 0; j < b->count; j++)
			for (x = 0; x < a->length; x++)
				for (y = 0; y < b->length; y++)
					if (a->start + i * a->period + x ==
					    b->start + j * b->period + y)
						return true;
	return false;
}

/* Vectors of a copy with blockLen 0 have no length, and no period either. */
static void test_period_0(void)
{
	struct aicore_runs a = { .length = 3, .period = 5, .count = 2 };
	struct aicore_runs b = { .start = 8, .count = 3 };
	u64 cases = 0, wrong = 0, which;

	for (a.start = 0; a.start < 20; a.start++) {
		for (b.length = 0; b.length < 6; b.length++) {
			cases++;
			wrong += aicore_runs_meet(&a, &b, &which) !=
				 slow_meet(&a, &b);
		}
	}
	twin_verdict("runs that all start at the same byte", cases, wrong);
}

/* Found when the vector is read: an Offset that relu has no use for. */
static void test_relu_offset(void)
{
	struct aicore_desc desc = {
		.op = AICORE_OP_DATA_COPY,
		.dst = { AICORE_POSITION_CO2, 0, 0 },
		.src = { AICORE_POSITION_CO1, 0, 0 },
		.src_type = AICORE_TYPE_INT32,
		.dst_type = AICORE_TYPE_UINT8,
		.copy = {
			.block_count = 1, .block_len = 1,
			.block_mode = AICORE_BLOCK_MODE_MATRIX,
			.deq_scale = AICORE_DEQ_SCALE_VDEQ8,
			.deq_tensor_addr = 0x10000, .is_relu = 1,
		},
	};
	u64 vector[16] = { 0 };
	u64 column, wrong = 0;
	struct twin twin;

	twin_init(&twin, AICORE_SOC_ASCEND310P, AICORE_OVERFLOW_DEFAULT,
		  AICORE_CHECK_STRICT);
	for (column = 0; column < 16; column++) {
		vector[column] = 1ULL << AICORE_DEQ_OFFSET_SHIFT;
		twin_put(&twin, AICORE_MEMORY_UB, 0, 0x10000, vector,
			 sizeof(vector));
		wrong += twin_try(&twin, &desc, true) != TWIN_FAILED;
		vector[column] = 0;
	}
	twin_put(&twin, AICORE_MEMORY_UB, 0, 0x10000, vector, sizeof(vector));
	wrong += twin_try(&twin, &desc, true) != TWIN_DONE;
	vector[5] = 1ULL << AICORE_DEQ_OFFSET_SHIFT;
	twin_put(&twin, AICORE_MEMORY_UB, 0, 0x10000, vector, sizeof(vector));
	desc.copy.is_relu = 0;
	wrong += twin_try(&twin, &desc, true) != TWIN_DONE;
	twin_free(&twin);
	twin_verdict("Offset in a vector against relu", 18, wrong);
}

int main(void)
{
	test_ops();
	test_names();
	test_errnos();
	test_period_0();
	test_relu_offset();
	return twin_totals();
}

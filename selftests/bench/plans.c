// SPDX-License-Identifier: GPL-2.0-only
#include "bench.h"

#include <stdlib.h>
#include <string.h>

static bool find_buffer(void *context, u32 handle, struct aicore_span *span)
{
	*span = (struct aicore_span){ gm, GM_BYTES };
	return true;
}

void add_plan(struct plans *plans, const struct aicore_desc *desc,
	      const struct aicore_kernels *kernels)
{
	struct aicore_env env = {
		.soc = aicore_soc_find(AICORE_SOC_ASCEND310P),
		.saturate = true,
		.kernels = kernels,
		.memory = {
			[AICORE_MEMORY_UB] = { ub, UB_BYTES },
			[AICORE_MEMORY_L0C] = { l0c, L0C_BYTES },
		},
		.find_buffer = find_buffer,
	};
	struct aicore_report report;
	struct aicore_mask mask;

	aicore_mask_reset(&mask);
	if (aicore_plan_make(&plans->plan[plans->count++], desc, &env, &mask,
			     &report)) {
		fprintf(stderr, "bench: refused, reason %u, field %u\n",
			report.reason, report.field);
		exit(2);
	}
}

void run_plan(void *context)
{
	struct plans *plans = context;
	struct aicore_plan *plan = &plans->plan[plans->next];
	struct aicore_report report;
	u64 progress = 0;

	plans->next = plans->next + 1 < plans->count ? plans->next + 1 : 0;
	while (aicore_plan_step(plan, &progress, &report) > 0)
		;
}

struct work plan_work(struct plans *plans)
{
	return (struct work){ .once = run_plan, .context = plans };
}

struct aicore_desc sum_desc(u32 type, u64 src)
{
	return (struct aicore_desc){
		.op = AICORE_OP_WHOLE_REDUCE_SUM,
		.dst = { AICORE_POSITION_VECOUT, 0, RESULTS },
		.src = { AICORE_POSITION_VECIN, 0, src },
		.src_type = type,
		.dst_type = type,
		.reduce = {
			.mask_form = AICORE_MASK_BITWISE,
			.mask = { ~0ULL, ~0ULL },
			.repeat_time = REPEATS,
			.dst_rep_stride = 1,
			.src_blk_stride = 1,
			.src_rep_stride = 8,
		},
	};
}

/* Sums of 255 repeats; two sources fit beside the rest. */
void plan_sums(struct plans *plans, u32 type,
	       const struct aicore_kernels *kernels)
{
	struct aicore_desc first = sum_desc(type, 0);
	struct aicore_desc second = sum_desc(type, SUM_BYTES);

	memset(plans, 0, sizeof(*plans));
	add_plan(plans, &first, kernels);
	add_plan(plans, &second, kernels);
}

/* Mask, block stride 2 and destination stride 2. */
void plan_scattered(struct plans *plans, u32 type, u32 repeats,
		    const struct aicore_kernels *kernels)
{
	struct aicore_desc desc = sum_desc(type, 0);

	desc.reduce.repeat_time = repeats;
	memset(plans, 0, sizeof(*plans));
	desc.reduce.mask[0] = 0xfffdffff7fffefffULL;
	desc.reduce.mask[1] = 0xff7ffffffffffff7ULL;
	desc.reduce.dst_rep_stride = 2;
	desc.reduce.src_blk_stride = 2;
	desc.reduce.src_rep_stride = 16;
	add_plan(plans, &desc, kernels);
}

const struct conversion conversions[CONVERSIONS] = {
	{ "int32 to int8", AICORE_TYPE_INT32, AICORE_TYPE_INT8,
	  AICORE_DEQ_SCALE_VDEQ8, VECTORS },
	{ "int32 to half", AICORE_TYPE_INT32, AICORE_TYPE_HALF,
	  AICORE_DEQ_SCALE_VDEQ, HALF_VECTORS },
	{ "float to half", AICORE_TYPE_FLOAT, AICORE_TYPE_HALF,
	  AICORE_DEQ_SCALE_NONE, 0 },
	{ "int32 to int16", AICORE_TYPE_INT32, AICORE_TYPE_INT16,
	  AICORE_DEQ_SCALE_VDEQ16, VECTORS },
	{ "int32 with shift to half", AICORE_TYPE_INT32, AICORE_TYPE_HALF,
	  AICORE_DEQ_SCALE_VDEQ16, VECTORS },
};

/* 64 KiB of source in one block. */
void plan_conversion(struct plans *plans, const struct conversion *conversion,
		     const struct aicore_kernels *kernels)
{
	struct aicore_desc desc = {
		.op = AICORE_OP_DATA_COPY,
		.dst = { AICORE_POSITION_CO2, 0, RESULTS },
		.src = { AICORE_POSITION_CO1, 0,
			 conversion->src_type == AICORE_TYPE_FLOAT ?
			 SOURCE_BYTES : 0 },
		.src_type = conversion->src_type,
		.dst_type = conversion->dst_type,
		.copy = {
			.block_count = 1,
			.block_len = SOURCE_BYTES / 1024,
			.block_mode = AICORE_BLOCK_MODE_MATRIX,
			.deq_scale = conversion->deq_scale,
			.deq_tensor_addr = conversion->vectors,
			.sid_store_mode = 2,
		},
	};

	memset(plans, 0, sizeof(*plans));
	add_plan(plans, &desc, kernels);
}

void plan_copy(struct plans *plans)
{
	struct aicore_desc desc = {
		.op = AICORE_OP_DATA_COPY,
		.dst = { AICORE_POSITION_VECIN, 0, 0 },
		.src = { AICORE_POSITION_GM, 1, 0 },
		.src_type = AICORE_TYPE_HALF,
		.dst_type = AICORE_TYPE_HALF,
		.copy = { .block_count = 3, .block_len = 2048 },
	};

	memset(plans, 0, sizeof(*plans));
	add_plan(plans, &desc, NULL);
}

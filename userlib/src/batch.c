// SPDX-License-Identifier: MIT
/* Growing arrays of descriptors, and the calls of the documents. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

_Static_assert(sizeof(struct aicore_desc) == AICORE_DESC_BYTES,
	       "a descriptor has the size that the ABI says");

void ac_batch_clear(struct ac_batch *batch)
{
	batch->count = 0;
}

void ac_batch_free(struct ac_batch *batch)
{
	free(batch->descs);
	memset(batch, 0, sizeof(*batch));
}

static int grow(struct ac_batch *batch)
{
	size_t room = batch->room ? 2 * batch->room : 16;
	struct aicore_desc *descs;

	if (room > SIZE_MAX / sizeof(*descs))
		return -ENOMEM;
	descs = realloc(batch->descs, room * sizeof(*descs));
	if (!descs)
		return -ENOMEM;
	batch->descs = descs;
	batch->room = room;
	return 0;
}

int ac_batch_add(struct ac_batch *batch, const struct aicore_desc *desc)
{
	if (batch->count == batch->room) {
		int err = grow(batch);

		if (err)
			return err;
	}
	batch->descs[batch->count++] = *desc;
	return 0;
}

static int add(struct ac_batch *batch, struct aicore_desc desc)
{
	return ac_batch_add(batch, &desc);
}

/* An operation of which nothing is known but what it is. */
static struct aicore_desc operation(uint32_t op)
{
	struct aicore_desc desc;

	memset(&desc, 0, sizeof(desc));
	desc.op = op;
	return desc;
}

/* What all operations with two operands have in common. */
static struct aicore_desc between(uint32_t op, struct ac_tensor dst,
				  struct ac_tensor src)
{
	struct aicore_desc desc = operation(op);

	desc.dst = dst.operand;
	desc.src = src.operand;
	desc.dst_type = dst.type;
	desc.src_type = src.type;
	return desc;
}

/* What all reductions have in common. */
static struct aicore_desc reduce(uint32_t op, struct ac_tensor dst,
				 struct ac_tensor src, struct ac_mask mask,
				 uint64_t repeat_time, uint64_t dst_rep_stride,
				 uint64_t src_blk_stride,
				 uint64_t src_rep_stride)
{
	struct aicore_desc desc = between(op, dst, src);

	desc.reduce.mask_form = mask.form;
	desc.reduce.mask[0] = mask.words[0];
	desc.reduce.mask[1] = mask.words[1];
	desc.reduce.repeat_time = repeat_time;
	desc.reduce.dst_rep_stride = dst_rep_stride;
	desc.reduce.src_blk_stride = src_blk_stride;
	desc.reduce.src_rep_stride = src_rep_stride;
	return desc;
}

static struct aicore_desc ordered(struct aicore_desc desc,
				  enum aicore_reduce_order order)
{
	desc.reduce.order = order;
	return desc;
}

int ac_whole_reduce_sum(struct ac_batch *batch, struct ac_tensor dst,
			struct ac_tensor src, struct ac_mask mask,
			uint64_t repeat_time, uint64_t dst_rep_stride,
			uint64_t src_blk_stride, uint64_t src_rep_stride)
{
	return add(batch, reduce(AICORE_OP_WHOLE_REDUCE_SUM, dst, src, mask,
				 repeat_time, dst_rep_stride, src_blk_stride,
				 src_rep_stride));
}

int ac_whole_reduce_max(struct ac_batch *batch, struct ac_tensor dst,
			struct ac_tensor src, struct ac_mask mask,
			uint64_t repeat_time, uint64_t dst_rep_stride,
			uint64_t src_blk_stride, uint64_t src_rep_stride,
			enum aicore_reduce_order order)
{
	return add(batch, ordered(reduce(AICORE_OP_WHOLE_REDUCE_MAX, dst, src,
					 mask, repeat_time, dst_rep_stride,
					 src_blk_stride, src_rep_stride),
				  order));
}

int ac_whole_reduce_min(struct ac_batch *batch, struct ac_tensor dst,
			struct ac_tensor src, struct ac_mask mask,
			uint64_t repeat_time, uint64_t dst_rep_stride,
			uint64_t src_blk_stride, uint64_t src_rep_stride,
			enum aicore_reduce_order order)
{
	return add(batch, ordered(reduce(AICORE_OP_WHOLE_REDUCE_MIN, dst, src,
					 mask, repeat_time, dst_rep_stride,
					 src_blk_stride, src_rep_stride),
				  order));
}

int ac_block_reduce_sum(struct ac_batch *batch, struct ac_tensor dst,
			struct ac_tensor src, uint64_t repeat_time,
			struct ac_mask mask, uint64_t dst_rep_stride,
			uint64_t src_blk_stride, uint64_t src_rep_stride)
{
	return add(batch, reduce(AICORE_OP_BLOCK_REDUCE_SUM, dst, src, mask,
				 repeat_time, dst_rep_stride, src_blk_stride,
				 src_rep_stride));
}

int ac_block_reduce_max(struct ac_batch *batch, struct ac_tensor dst,
			struct ac_tensor src, uint64_t repeat_time,
			struct ac_mask mask, uint64_t dst_rep_stride,
			uint64_t src_blk_stride, uint64_t src_rep_stride)
{
	return add(batch, reduce(AICORE_OP_BLOCK_REDUCE_MAX, dst, src, mask,
				 repeat_time, dst_rep_stride, src_blk_stride,
				 src_rep_stride));
}

int ac_block_reduce_min(struct ac_batch *batch, struct ac_tensor dst,
			struct ac_tensor src, uint64_t repeat_time,
			struct ac_mask mask, uint64_t dst_rep_stride,
			uint64_t src_blk_stride, uint64_t src_rep_stride)
{
	return add(batch, reduce(AICORE_OP_BLOCK_REDUCE_MIN, dst, src, mask,
				 repeat_time, dst_rep_stride, src_blk_stride,
				 src_rep_stride));
}

int ac_pair_reduce_sum(struct ac_batch *batch, struct ac_tensor dst,
		       struct ac_tensor src, uint64_t repeat_time,
		       struct ac_mask mask, uint64_t dst_rep_stride,
		       uint64_t src_blk_stride, uint64_t src_rep_stride)
{
	return add(batch, reduce(AICORE_OP_PAIR_REDUCE_SUM, dst, src, mask,
				 repeat_time, dst_rep_stride, src_blk_stride,
				 src_rep_stride));
}

int ac_repeat_reduce_sum(struct ac_batch *batch, struct ac_tensor dst,
			 struct ac_tensor src, uint64_t repeat_time,
			 struct ac_mask mask, uint64_t dst_blk_stride,
			 uint64_t src_blk_stride, uint64_t dst_rep_stride,
			 uint64_t src_rep_stride)
{
	struct aicore_desc desc = reduce(AICORE_OP_REPEAT_REDUCE_SUM, dst, src,
					 mask, repeat_time, dst_rep_stride,
					 src_blk_stride, src_rep_stride);

	desc.reduce.dst_blk_stride = dst_blk_stride;
	return add(batch, desc);
}

static void enhance(struct aicore_copy *copy,
		    const struct ac_copy_enhanced *enhanced)
{
	copy->block_mode = enhanced->block_mode;
	copy->deq_scale = enhanced->deq_scale;
	copy->deq_value = enhanced->deq_value;
	copy->deq_tensor_addr = enhanced->deq_tensor_addr;
	copy->sid_store_mode = enhanced->sid_store_mode;
	copy->is_relu = enhanced->is_relu;
	copy->pad_mode = enhanced->pad_mode;
	copy->pad_value = enhanced->pad_value;
}

int ac_data_copy(struct ac_batch *batch, struct ac_tensor dst,
		 struct ac_tensor src, const struct ac_copy_params *params,
		 const struct ac_copy_enhanced *enhanced)
{
	struct aicore_desc desc = between(AICORE_OP_DATA_COPY, dst, src);

	desc.copy.block_count = params->block_count;
	desc.copy.block_len = params->block_len;
	desc.copy.src_stride = params->src_stride;
	desc.copy.dst_stride = params->dst_stride;
	if (enhanced)
		enhance(&desc.copy, enhanced);
	return add(batch, desc);
}

int ac_set_vector_mask(struct ac_batch *batch, uint64_t mask_high,
		       uint64_t mask_low)
{
	struct aicore_desc desc = operation(AICORE_OP_SET_VECTOR_MASK);

	desc.set_mask.mode = AICORE_MASK_MODE_NORMAL;
	desc.set_mask.mask[0] = mask_low;
	desc.set_mask.mask[1] = mask_high;
	return add(batch, desc);
}

int ac_set_vector_mask_counter(struct ac_batch *batch, uint64_t len)
{
	struct aicore_desc desc = operation(AICORE_OP_SET_VECTOR_MASK);

	desc.set_mask.mode = AICORE_MASK_MODE_COUNTER;
	desc.set_mask.count = len;
	return add(batch, desc);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Random data, copies and mistakes. */
#include <string.h>

#include "random_desc.h"

/* splitmix64 */
uint64_t random_u64(struct random *random)
{
	uint64_t z = random->state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
	return z ^ z >> 31;
}

uint64_t random_below(struct random *random, uint64_t bound)
{
	return random_u64(random) % bound;
}

bool random_one_in(struct random *random, uint64_t n)
{
	return random_below(random, n) == 0;
}

/* Data */

static const uint16_t special_halves[] = {
	0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400,
	0x7bff, 0xfbff, 0x7bfe, 0x7c00, 0xfc00, 0x7e00, 0xfe00, 0x7c01,
	0x7fff, 0xffff, 0x3c00, 0xbc00, 0x3c01, 0x7800, 0x5800, 0x0200,
};

static const uint32_t special_floats[] = {
	0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000,
	0x80800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
	0xffc00000, 0x7f800001, 0x7fffffff, 0xffffffff, 0x3f800000, 0xbf800000,
	0x477fe000, 0x477fefff, 0x477ff000, 0x477ff001, 0xc77ff000, 0x33000000,
	0x33000001, 0x33800000, 0x387fc000, 0x387fe000, 0x38800000, 0x3f000000,
	0x4b800000, 0x4f000000, 0xcf000000, 0x5f000000,
};

static uint64_t one_half(struct random *random)
{
	if (random_one_in(random, 3))
		return PICK(random, special_halves);
	return random_u64(random);
}

static uint64_t one_tame_half(struct random *random)
{
	uint64_t bits = random_u64(random);

	return (bits & 0x83ff) | (10 + (bits >> 20) % 10) << 10;
}

static uint64_t one_huge_half(struct random *random)
{
	uint64_t bits = random_u64(random);

	return (bits & 0x83ff) | (28 + (bits >> 20) % 3) << 10;
}

static uint64_t one_float(struct random *random)
{
	if (random_one_in(random, 3))
		return PICK(random, special_floats);
	return random_u64(random);
}

/* With few bits in the mantissa, so that there are ties. */
static uint64_t one_tame_float(struct random *random)
{
	uint64_t bits = random_u64(random);
	uint64_t kept = random_below(random, 24);

	return (bits & 0x80000000) | (107 + (bits >> 40) % 40) << 23 |
	       ((bits & 0x7fffff) >> (23 - kept) << (23 - kept));
}

static uint64_t one_edge(struct random *random)
{
	uint64_t value = 1ULL << random_below(random, 33);

	value += random_below(random, 5) - 2;
	return random_one_in(random, 2) ? value : -value;
}

static uint64_t one_element(struct random *random, enum random_kind kind,
			    uint32_t *bytes)
{
	*bytes = kind == RANDOM_HALF || kind == RANDOM_HALF_TAME ||
		 kind == RANDOM_HALF_HUGE || kind == RANDOM_INT16 ? 2 : 4;
	switch (kind) {
	case RANDOM_HALF:
		return one_half(random);
	case RANDOM_HALF_TAME:
		return one_tame_half(random);
	case RANDOM_HALF_HUGE:
		return one_huge_half(random);
	case RANDOM_FLOAT:
		return one_float(random);
	case RANDOM_FLOAT_TAME:
		return one_tame_float(random);
	case RANDOM_INT32_SMALL:
		return random_below(random, 2048) - 1024;
	case RANDOM_INT32_EDGE:
		return one_edge(random);
	case RANDOM_INT16:
		return random_below(random, 512) - 256;
	default:
		return random_u64(random);
	}
}

void random_fill(struct random *random, void *bytes, uint64_t size,
		 enum random_kind kind)
{
	enum random_kind now = kind;
	uint32_t length = 0;

	for (uint64_t at = 0; at < size; at += length) {
		uint64_t element;

		if (kind == RANDOM_MIXED && (!at || random_one_in(random, 200)))
			now = random_below(random, RANDOM_KINDS);
		element = one_element(random, now, &length);
		if (length > size - at)
			length = (uint32_t)(size - at);
		memcpy((uint8_t *)bytes + at, &element, length);
	}
}

/* Parameters */

static uint32_t one_m(struct random *random)
{
	static const uint32_t usual[] = {
		0x3f800000, 0x3f000000, 0xbf800000, 0x3e800000, 0x40000000,
		0x37800000, 0x3b800000, 0x00000000, 0x3dcccccd, 0x33800000,
	};

	switch (random_below(random, 4)) {
	case 0:
		return PICK(random, usual);
	case 1:
		return (uint32_t)one_float(random);
	default:
		return (uint32_t)one_tame_float(random);
	}
}

static uint64_t one_parameter(struct random *random)
{
	uint64_t bits = random_u64(random);

	return (bits >> 32 << 32) | one_m(random);
}

static uint64_t set_bits(uint64_t word, int shift, uint64_t mask,
			 uint64_t value)
{
	return (word & ~(mask << shift)) | (value & mask) << shift;
}

static uint64_t consistent_parameter(const struct aicore_desc *desc,
				     uint64_t word, uint64_t mcb)
{
	const struct aicore_copy *copy = &desc->copy;
	bool scalar = copy->deq_scale == AICORE_DEQ_SCALE_DEQ8 ||
		      copy->deq_scale == AICORE_DEQ_SCALE_DEQ16;

	word = set_bits(word, AICORE_DEQ_MCB_SHIFT, 1, mcb);
	if (copy->is_relu)
		word = set_bits(word, AICORE_DEQ_OFFSET_SHIFT, 511,
				desc->dst_type == AICORE_TYPE_INT8 ? -128 : 0);
	else if (scalar)
		word = set_bits(word, AICORE_DEQ_RELU_SHIFT, 1, 0);
	if (scalar && desc->dst_type == AICORE_TYPE_UINT8)
		word = set_bits(word, AICORE_DEQ_SIGN_SHIFT, 1, 0);
	return word;
}

void random_parameters(struct random *random, const struct aicore_desc *desc,
		       uint64_t parameters[16], bool consistent)
{
	bool halves = desc->copy.deq_scale == AICORE_DEQ_SCALE_DEQ ||
		      desc->copy.deq_scale == AICORE_DEQ_SCALE_VDEQ;
	uint64_t mcb = random_below(random, 2);

	if (halves) {
		random_fill(random, parameters, 16 * sizeof(*parameters),
			    random_one_in(random, 3) ? RANDOM_HALF :
						       RANDOM_HALF_TAME);
		return;
	}
	for (int c = 0; c < 16; c++) {
		parameters[c] = one_parameter(random);
		if (consistent)
			parameters[c] = consistent_parameter(desc, parameters[c],
							     mcb);
	}
}

/* Places */

static uint64_t memory_size(const struct random_target *target,
			    const struct aicore_operand *operand)
{
	enum oracle_place place =
		oracle_position_place(target->soc, operand->position);

	if (place == ORACLE_GM)
		return target->buffers[operand->buffer - 1];
	return target->soc->bytes[place];
}

static void choose_buffer(struct random *random,
			  const struct random_target *target,
			  struct aicore_operand *operand)
{
	if (oracle_position_place(target->soc, operand->position) == ORACLE_GM)
		operand->buffer =
			1 + (uint32_t)random_below(random, target->buffer_count);
}

uint64_t random_offset(struct random *random, uint64_t size, uint64_t extent,
		       uint64_t alignment)
{
	uint64_t room = size > extent ? size - extent : 0;
	uint64_t last = room / alignment * alignment;

	switch (random_below(random, 40)) {
	case 0:
		return last + alignment;
	case 1:
		return last + random_below(random, alignment);
	case 2 ... 7:
		return last;
	case 8 ... 12:
		return 0;
	default:
		return random_below(random, last / alignment + 1) * alignment;
	}
}

/* Copies */

static const uint32_t copy_paths[][2] = {
	{ AICORE_POSITION_GM, AICORE_POSITION_VECIN },
	{ AICORE_POSITION_GM, AICORE_POSITION_A1 },
	{ AICORE_POSITION_GM, AICORE_POSITION_B1 },
	{ AICORE_POSITION_VECIN, AICORE_POSITION_VECCALC },
	{ AICORE_POSITION_VECCALC, AICORE_POSITION_VECOUT },
	{ AICORE_POSITION_VECIN, AICORE_POSITION_VECOUT },
	{ AICORE_POSITION_VECIN, AICORE_POSITION_A1 },
	{ AICORE_POSITION_VECCALC, AICORE_POSITION_B1 },
	{ AICORE_POSITION_VECOUT, AICORE_POSITION_A1 },
	{ AICORE_POSITION_VECIN, AICORE_POSITION_TSCM },
	{ AICORE_POSITION_VECOUT, AICORE_POSITION_TSCM },
	{ AICORE_POSITION_VECOUT, AICORE_POSITION_GM },
	{ AICORE_POSITION_CO2, AICORE_POSITION_GM },
	{ AICORE_POSITION_A1, AICORE_POSITION_GM },
	{ AICORE_POSITION_CO1, AICORE_POSITION_CO2 },
	{ AICORE_POSITION_CO1, AICORE_POSITION_CO2 },
	{ AICORE_POSITION_CO1, AICORE_POSITION_CO2 },
	{ AICORE_POSITION_CO1, AICORE_POSITION_CO2 },
	{ AICORE_POSITION_CO1, AICORE_POSITION_CO2 },
	{ AICORE_POSITION_CO2, AICORE_POSITION_CO1 },
};

static void choose_path(struct random *random,
			const struct random_target *target,
			struct aicore_desc *desc)
{
	bool any = random_one_in(random, 60);

	do {
		const uint32_t *path = PICK(random, copy_paths);

		desc->src.position = path[0];
		desc->dst.position = path[1];
	} while (!any && !oracle_path_exists(target->soc, desc->src.position,
					     desc->dst.position));
	choose_buffer(random, target, &desc->src);
	choose_buffer(random, target, &desc->dst);
	any = any || random_one_in(random, 60);
	do {
		desc->src_type = 1 + (uint32_t)random_below(random, 12);
		desc->dst_type = 1 + (uint32_t)random_below(random, 12);
	} while (!any && !oracle_path_takes(target->soc, desc->src.position,
					    desc->dst.position, desc->src_type,
					    desc->dst_type));
}

static void choose_modes(struct random *random, struct aicore_desc *desc)
{
	struct aicore_copy *copy = &desc->copy;
	bool relu;

	copy->block_mode = 1 + (uint32_t)random_below(random, 2);
	for (int tries = 0; tries < 50; tries++) {
		copy->deq_scale = (uint32_t)random_below(random, 7);
		if (oracle_pair_takes(desc->src_type, desc->dst_type,
				      copy->deq_scale, &relu)) {
			copy->is_relu = relu && random_one_in(random, 2);
			break;
		}
	}
	copy->sid_store_mode = random_below(random, 3);
	copy->pad_value = random_u64(random);
}

/* Bytes that a unit of one side takes, about. */
static uint64_t unit_bytes(const struct aicore_desc *desc, uint32_t position,
			   uint32_t type)
{
	bool enhanced = desc->src.position == AICORE_POSITION_CO1 ||
			desc->dst.position == AICORE_POSITION_CO1;
	uint64_t row = 16ULL * oracle_type_bytes(type);

	if (!enhanced)
		return 32;
	if (position == AICORE_POSITION_CO1)
		return 16 * row;
	if (row == 16 && desc->copy.sid_store_mode < 2)
		row = 32;
	return desc->copy.block_mode == AICORE_BLOCK_MODE_VECTOR ? row :
								    16 * row;
}

static uint64_t stride_bytes(const struct aicore_desc *desc, uint32_t position,
			     uint32_t type)
{
	if (position != AICORE_POSITION_CO1)
		return 32;
	return unit_bytes(desc, position, type);
}

static uint64_t side_bytes(const struct aicore_desc *desc,
			   const struct aicore_operand *side, uint32_t type,
			   uint64_t stride)
{
	const struct aicore_copy *copy = &desc->copy;

	return copy->block_count * copy->block_len *
		       unit_bytes(desc, side->position, type) +
	       (copy->block_count - 1) * stride *
		       stride_bytes(desc, side->position, type);
}

static uint64_t src_bytes(const struct aicore_desc *desc)
{
	return side_bytes(desc, &desc->src, desc->src_type,
			  desc->copy.src_stride);
}

static uint64_t dst_bytes(const struct aicore_desc *desc)
{
	return side_bytes(desc, &desc->dst, desc->dst_type,
			  desc->copy.dst_stride);
}

static uint64_t choose_count(struct random *random, uint64_t most)
{
	switch (random_below(random, 12)) {
	case 0:
		return most;
	case 1 ... 2:
		return 1 + random_below(random, 200);
	case 3 ... 6:
		return 1;
	default:
		return 1 + random_below(random, 12);
	}
}

static uint64_t choose_gap(struct random *random)
{
	switch (random_below(random, 12)) {
	case 0:
		return 65535;
	case 1:
		return random_below(random, 300);
	case 2 ... 6:
		return 0;
	default:
		return random_below(random, 9);
	}
}

static void choose_sizes(struct random *random,
			 const struct random_target *target,
			 struct aicore_desc *desc)
{
	struct aicore_copy *copy = &desc->copy;
	bool small = random_one_in(random, 20);

	copy->block_count = choose_count(random, 4095);
	copy->block_len = choose_count(random, 65535);
	copy->src_stride = choose_gap(random);
	copy->dst_stride = choose_gap(random);
	while (!small && (src_bytes(desc) > memory_size(target, &desc->src) ||
			  dst_bytes(desc) > memory_size(target, &desc->dst))) {
		switch (random_below(random, 4)) {
		case 0:
			copy->block_count -= copy->block_count / 2;
			break;
		case 1:
			copy->block_len -= copy->block_len / 2;
			break;
		case 2:
			copy->src_stride /= 2;
			break;
		default:
			copy->dst_stride /= 2;
			break;
		}
		small = copy->block_count == 1 && copy->block_len == 1;
	}
	if (target->permissive && random_one_in(random, 20))
		*(random_one_in(random, 2) ? &copy->block_count :
					     &copy->block_len) = 0;
}

static uint64_t copy_alignment(const struct random_target *target,
			       const struct aicore_operand *operand,
			       uint32_t type)
{
	switch (oracle_position_place(target->soc, operand->position)) {
	case ORACLE_GM:
		return oracle_type_bytes(type);
	case ORACLE_L0C:
		return 64;
	default:
		return 32;
	}
}

static void choose_places(struct random *random,
			  const struct random_target *target,
			  struct aicore_desc *desc)
{
	uint64_t vectors = oracle_vector_bytes(desc->copy.deq_scale) *
			   desc->copy.block_count;

	desc->src.offset = random_offset(random,
					 memory_size(target, &desc->src),
					 src_bytes(desc),
					 copy_alignment(target, &desc->src,
							desc->src_type));
	desc->dst.offset = random_offset(random,
					 memory_size(target, &desc->dst),
					 dst_bytes(desc),
					 copy_alignment(target, &desc->dst,
							desc->dst_type));
	if (desc->src.position != AICORE_POSITION_GM &&
	    desc->dst.position != AICORE_POSITION_GM &&
	    random_one_in(random, 3))
		desc->dst.offset = desc->src.offset +
				   32 * random_below(random, 20) - 32 * 10;
	desc->copy.deq_tensor_addr =
		random_offset(random, target->soc->bytes[ORACLE_UB], vectors,
			      32);
}

void random_copy(struct random *random, const struct random_target *target,
		 struct aicore_desc *desc)
{
	uint64_t parameters[16];

	memset(desc, 0, sizeof(*desc));
	desc->op = AICORE_OP_DATA_COPY;
	choose_path(random, target, desc);
	if (desc->src.position == AICORE_POSITION_CO1 ||
	    desc->dst.position == AICORE_POSITION_CO1)
		choose_modes(random, desc);
	choose_sizes(random, target, desc);
	choose_places(random, target, desc);
	random_parameters(random, desc, parameters,
			  !target->permissive || random_one_in(random, 2));
	desc->copy.deq_value = parameters[0];
	if (desc->src.position != AICORE_POSITION_CO1) {
		/* fields without effect may hold anything */
		desc->copy.deq_scale = (uint32_t)random_below(random, 7);
		desc->copy.is_relu = (uint32_t)random_below(random, 2);
		desc->copy.pad_mode = (uint32_t)random_below(random, 6);
		desc->copy.sid_store_mode = random_u64(random);
		desc->copy.deq_tensor_addr = random_u64(random);
	}
}

/* Spoiling */

struct place {
	size_t offset;
	size_t size;
};

#define FIELD(name)					\
	{ offsetof(struct aicore_desc, name),		\
	  sizeof(((struct aicore_desc *)0)->name) }

static const struct place common_fields[] = {
	FIELD(op), FIELD(flags), FIELD(dst.position), FIELD(dst.buffer),
	FIELD(dst.offset), FIELD(dst.offset), FIELD(src.position),
	FIELD(src.buffer), FIELD(src.offset), FIELD(src.offset),
	FIELD(src_type), FIELD(dst_type),
};

static const struct place reduce_fields[] = {
	FIELD(reduce.mask_form), FIELD(reduce.order), FIELD(reduce.mask[0]),
	FIELD(reduce.mask[1]), FIELD(reduce.repeat_time),
	FIELD(reduce.dst_rep_stride), FIELD(reduce.src_blk_stride),
	FIELD(reduce.src_rep_stride), FIELD(reduce.dst_blk_stride),
	FIELD(reduce.reserved[0]), FIELD(reduce.reserved[1]),
};

static const struct place copy_fields[] = {
	FIELD(copy.block_count), FIELD(copy.block_len), FIELD(copy.src_stride),
	FIELD(copy.dst_stride), FIELD(copy.block_mode), FIELD(copy.deq_scale),
	FIELD(copy.deq_value), FIELD(copy.deq_tensor_addr),
	FIELD(copy.pad_value), FIELD(copy.sid_store_mode), FIELD(copy.is_relu),
	FIELD(copy.pad_mode),
};

static const struct place set_mask_fields[] = {
	FIELD(set_mask.mode), FIELD(set_mask.reserved0),
	FIELD(set_mask.mask[0]), FIELD(set_mask.mask[1]), FIELD(set_mask.count),
	FIELD(set_mask.reserved[0]), FIELD(set_mask.reserved[5]),
};

static uint64_t odd_value(struct random *random, uint64_t now)
{
	static const uint64_t values[] = {
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 15, 16, 31, 32, 33, 63, 64,
		65, 127, 128, 129, 255, 256, 4095, 4096, 65535, 65536, 65537,
		0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x100000001,
		0x7fffffffffffffff, 0x8000000000000000, ~0ULL, ~0ULL - 31,
	};

	switch (random_below(random, 5)) {
	case 0:
		return now + 1;
	case 1:
		return now - 1;
	case 2:
		return now ^ 1ULL << random_below(random, 64);
	default:
		return PICK(random, values);
	}
}

void random_spoil(struct random *random, struct aicore_desc *desc)
{
	const struct place *place = &PICK(random, common_fields);
	uint64_t value = 0;

	if (!random_one_in(random, 3))
		place = desc->op == AICORE_OP_DATA_COPY ?
				&PICK(random, copy_fields) :
			oracle_reduction_find(desc->op) ?
				&PICK(random, reduce_fields) :
				&PICK(random, set_mask_fields);
	memcpy(&value, (uint8_t *)desc + place->offset, place->size);
	value = odd_value(random, value);
	memcpy((uint8_t *)desc + place->offset, &value, place->size);
}

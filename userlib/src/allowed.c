// SPDX-License-Identifier: MIT
#include "allowed.h"
#include "internal.h"
#include "soc.h"

/* A set of numbers below 64, and what to call them. */
static void add_set(struct ac_text *text, uint64_t set, const char *last,
		    const char *(*name)(uint32_t number))
{
	size_t count = (size_t)__builtin_popcountll(set);
	size_t done = 0;
	uint32_t i;

	for (i = 0; i < 64; i++) {
		if (set >> i & 1)
			ac_text_add_item(text, done++, count, last, name(i));
	}
}

static uint32_t path_types(uint32_t soc, uint32_t src, uint32_t dst)
{
	const struct aicore_soc *row = aicore_soc_find(soc);
	enum aicore_path path = aicore_path_find(src, dst);

	return row && path != AICORE_PATHS ? row->paths[path] : 0;
}

int ac_allows_path(uint32_t soc, uint32_t src, uint32_t dst)
{
	return path_types(soc, src, dst) != 0;
}

void ac_allowed_socs(struct ac_text *text, uint32_t src, uint32_t dst)
{
	uint64_t set = 0;
	uint32_t soc;

	for (soc = AICORE_SOC_ASCEND910; ac_soc_name(soc); soc++) {
		if (path_types(soc, src, dst))
			set |= 1ULL << soc;
	}
	add_set(text, set, " and ", ac_soc_name);
}

void ac_allowed_dst(struct ac_text *text, uint32_t soc, uint32_t src)
{
	uint64_t set = 0;
	uint32_t dst;

	for (dst = AICORE_POSITION_GM; ac_position_name(dst); dst++) {
		if (path_types(soc, src, dst))
			set |= 1ULL << dst;
	}
	ac_text_add(text, set ? "its paths from %s lead to " :
		    "it has none from %s", ac_position_name(src));
	add_set(text, set, " or ", ac_position_name);
}

/* All numbers from 1 on that have a name. */
static void add_all(struct ac_text *text, const char *(*name)(uint32_t number))
{
	uint64_t set = 0;
	uint32_t i;

	for (i = 1; name(i); i++)
		set |= 1ULL << i;
	add_set(text, set, " or ", name);
}

void ac_allowed_positions(struct ac_text *text)
{
	add_all(text, ac_position_name);
}

void ac_allowed_types(struct ac_text *text)
{
	add_all(text, ac_type_name);
}

#define NONE		(1U << AICORE_DEQ_SCALE_NONE)
#define SCALES(a, b)	(1U << AICORE_DEQ_SCALE_##a | 1U << AICORE_DEQ_SCALE_##b)

/* The pairs of CO1->CO2 and CO2->CO1, and the deqScale values of the former. */
static const struct {
	uint32_t src_type;
	uint32_t dst_type;
	uint32_t from_l0c;
	int to_l0c;
} conversions[] = {
	{ AICORE_TYPE_HALF, AICORE_TYPE_HALF, SCALES(NONE, DEQ), 1 },
	{ AICORE_TYPE_FLOAT, AICORE_TYPE_FLOAT, NONE, 1 },
	{ AICORE_TYPE_INT32, AICORE_TYPE_INT32, NONE, 1 },
	{ AICORE_TYPE_UINT32, AICORE_TYPE_UINT32, NONE, 1 },
	{ AICORE_TYPE_FLOAT, AICORE_TYPE_HALF, NONE, 0 },
	{ AICORE_TYPE_INT32, AICORE_TYPE_HALF,
	  SCALES(DEQ, VDEQ) | SCALES(DEQ16, VDEQ16), 0 },
	{ AICORE_TYPE_INT32, AICORE_TYPE_INT8, SCALES(DEQ8, VDEQ8), 0 },
	{ AICORE_TYPE_INT32, AICORE_TYPE_UINT8, SCALES(DEQ8, VDEQ8), 0 },
	{ AICORE_TYPE_INT32, AICORE_TYPE_INT16, SCALES(DEQ16, VDEQ16), 0 },
	{ AICORE_TYPE_HALF, AICORE_TYPE_FLOAT, 0, 1 },
};

static void add_pair(struct ac_text *text, const char *before,
		     uint32_t src_type, uint32_t dst_type)
{
	ac_text_add(text, "%s%s", before, ac_type_name(src_type));
	if (src_type != dst_type)
		ac_text_add(text, ":%s", ac_type_name(dst_type));
}

static void add_conversions(struct ac_text *text, int to_l0c)
{
	const char *before = "";
	size_t i;

	for (i = 0; i < AC_ARRAY_SIZE(conversions); i++) {
		if (to_l0c ? !conversions[i].to_l0c : !conversions[i].from_l0c)
			continue;
		add_pair(text, before, conversions[i].src_type,
			 conversions[i].dst_type);
		before = ", ";
	}
}

void ac_allowed_copy_types(struct ac_text *text, uint32_t soc, uint32_t src,
			   uint32_t dst)
{
	switch (aicore_path_find(src, dst)) {
	case AICORE_PATH_CO1_CO2:
		add_conversions(text, 0);
		break;
	case AICORE_PATH_CO2_CO1:
		add_conversions(text, 1);
		break;
	default:
		add_set(text, path_types(soc, src, dst), " or ", ac_type_name);
		ac_text_add(text, ", the same on both sides");
	}
}

/* 16-bit integers are summed up in 32 bits; extremes keep their type. */
static uint32_t result_type(uint32_t op, uint32_t src_type)
{
	if (op != AICORE_OP_WHOLE_REDUCE_SUM &&
	    op != AICORE_OP_REPEAT_REDUCE_SUM)
		return src_type;
	switch (src_type) {
	case AICORE_TYPE_INT16:
		return AICORE_TYPE_INT32;
	case AICORE_TYPE_UINT16:
		return AICORE_TYPE_UINT32;
	default:
		return src_type;
	}
}

void ac_allowed_reduce_types(struct ac_text *text, uint32_t soc, uint32_t op)
{
	const struct aicore_soc *row = aicore_soc_find(soc);
	uint32_t set = row ? aicore_reduce_types(row, op) : 0;
	const char *before = "";
	uint32_t type;

	for (type = AICORE_TYPE_INT8; ac_type_name(type); type++) {
		if (!aicore_type_in(type, set))
			continue;
		add_pair(text, before, type, result_type(op, type));
		before = ", ";
	}
}

void ac_allowed_deq_scale(struct ac_text *text, uint32_t src_type,
			  uint32_t dst_type)
{
	size_t i;

	for (i = 0; i < AC_ARRAY_SIZE(conversions); i++) {
		if (conversions[i].src_type == src_type &&
		    conversions[i].dst_type == dst_type)
			add_set(text, conversions[i].from_l0c, " or ",
				ac_deq_scale_name);
	}
}

void ac_allowed_ops(struct ac_text *text, uint64_t ops)
{
	uint64_t named = 0;
	uint32_t i;

	for (i = 0; i < 64; i++) {
		if (ops >> i & 1 && ac_op_name(i))
			named |= 1ULL << i;
	}
	add_set(text, named, " and ", ac_op_name);
}

void ac_allowed_orders(struct ac_text *text, uint32_t soc)
{
	const struct aicore_soc *row = aicore_soc_find(soc);

	add_set(text, row ? row->orders : 0, " or ", ac_order_name);
}

int ac_allows_zero_mask(uint32_t soc)
{
	const struct aicore_soc *row = aicore_soc_find(soc);

	return row && row->flags & AICORE_SOC_ZERO_MASK_NOOP;
}

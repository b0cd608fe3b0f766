// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers that the vendor printed, and the cut-down reports of other people's
 * bugs (Bnn), by core and oracle alike. Rows that no rule reproduces are in the
 * list too: should one of them come true, its test fails, and it is no gap any
 * more.
 *
 * Where they were printed:
 *	BOUNDARY	boundary values of the reductions, tables 33 to 41
 *	BLOCK		BlockReduceSum's page, example with sixteen values a block
 *	REPEAT, DATA	ReduceRepeat's and ReduceDataBlock's pages, their examples
 *	SEED		the seed documents' overflow example
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "twin.h"

#define DST 0x8000
#define MARK 0xa5

#define INF INFINITY
#define ANY -1.0

static struct twin twin;
static unsigned int passed, failed;

static void modes(u32 soc, u32 overflow, u32 flags)
{
	if (twin.device.soc)
		twin_free(&twin);
	twin_setup(&twin, &(struct aicore_setup){
			   .soc = soc, .overflow = overflow, .flags = flags });
}

static void ok(bool good, const char *name)
{
	printf("%s - %s\n", good ? "ok" : "not ok", name);
	if (good)
		passed++;
	else
		failed++;
}

static void check_half(const char *name, u16 got, double expected)
{
	u16 bits = oracle_half_bits(expected);

	if (got != bits)
		printf("# %#06x, expected %#06x, which is %g\n", got, bits,
		       expected);
	ok(got == bits, name);
}

static void check_bits(const char *name, u32 got, u32 expected)
{
	if (got != expected)
		printf("# %#x, expected %#x\n", got, expected);
	ok(got == expected, name);
}

/* Memory */

static void put_half(u64 lane, double value)
{
	u16 bits = oracle_half_bits(oracle_half_round(value, false));

	twin_put(&twin, AICORE_MEMORY_UB, 0, 2 * lane, &bits, sizeof(bits));
}

static void put_float(u64 lane, float value)
{
	twin_put(&twin, AICORE_MEMORY_UB, 0, 4 * lane, &value, sizeof(value));
}

static void mark(u64 offset, u64 size)
{
	u8 bytes[4096];

	memset(bytes, MARK, sizeof(bytes));
	twin_put(&twin, AICORE_MEMORY_UB, 0, offset, bytes, size);
}

static const u8 *result(u64 offset)
{
	return twin.env.memory[AICORE_MEMORY_UB].base + DST + offset;
}

static u16 half_at(u64 offset)
{
	return (u16)oracle_load(result(offset), 2);
}

static u32 word_at(u64 offset)
{
	return (u32)oracle_load(result(offset), 4);
}

static float float_at(u64 offset)
{
	return oracle_float_value(word_at(offset));
}

static bool marked(u64 offset, u64 size)
{
	while (size-- > 0)
		if (*result(offset + size) != MARK)
			return false;
	return true;
}

/* Calls: from UB+0 to UB+DST, in the documents' order of arguments. */

static struct aicore_desc call(u32 op, u32 type, u64 mask, u64 repeat_time,
			       u64 dst_rep_stride, u64 src_blk_stride,
			       u64 src_rep_stride)
{
	return (struct aicore_desc){
		.op = op,
		.dst = { AICORE_POSITION_VECOUT, 0, DST },
		.src = { AICORE_POSITION_VECIN, 0, 0 },
		.src_type = type,
		.dst_type = type,
		.reduce = {
			.mask_form = AICORE_MASK_CONTIGUOUS,
			.mask = { mask, 0 },
			.repeat_time = repeat_time,
			.dst_rep_stride = dst_rep_stride,
			.src_blk_stride = src_blk_stride,
			.src_rep_stride = src_rep_stride,
		},
	};
}

#define OP(name) AICORE_OP_##name
#define HALF AICORE_TYPE_HALF
#define FLOAT AICORE_TYPE_FLOAT

static void run(const struct aicore_desc *desc)
{
	if (twin_try(&twin, desc, true) == TWIN_DONE)
		return;
	printf("# %s: %s\n", twin_modes(&twin), oracle_reason_name(twin.reason));
	ok(false, "a call that is good");
}

static bool refused(const struct aicore_desc *desc, u32 reason)
{
	return twin_try(&twin, desc, true) == TWIN_REFUSED &&
	       twin.reason == reason;
}

static bool accepted(const struct aicore_desc *desc)
{
	return twin_try(&twin, desc, true) == TWIN_DONE;
}

/* BLOCK: the two blocks of which page and rivals of the rule differ. */

static void test_block(const char *name, const double *values, double half_nodes,
		       double float_nodes)
{
	static const u32 modes_of[] = { AICORE_OVERFLOW_SATURATE,
					AICORE_OVERFLOW_INFNAN };

	for (u32 i = 0; i < 4; i++) {
		struct aicore_desc desc = call(OP(BLOCK_REDUCE_SUM), HALF, 128,
					       1, 1, 1, 8);

		modes(AICORE_SOC_ASCEND910B, modes_of[i % 2],
		      i / 2 ? AICORE_SETUP_FLOAT_NODES : 0);
		for (u32 lane = 0; lane < 128; lane++)
			put_half(lane, values[lane % 16]);
		run(&desc);
		check_half(name, half_at(14), i / 2 ? float_nodes : half_nodes);
	}
}

static void test_blocks(void)
{
	static const double first[16] = {
		-7.289, 4.48, -5.898, -6.199, 1.422, -6.168, -3.178, -1.198,
		7.789, 6.754, -5.191, -0.6797, 2.883, 2.08, 8.664, -8.539,
	};
	static const double last[16] = {
		-7.625, 2.529, 7.855, -2.012, -6.52, -6.652, -8.422, -9.914,
		-4.355, 1.849, 5.406, 1.483, -6.074, -1.897, 8.625, 1.969,
	};

	/* printed -10.27 and -23.77 */
	test_block("BLOCK: first block", first, -10.2734375, -10.265625);
	test_block("BLOCK: last block", last, -23.765625, -23.75);
}

/* BOUNDARY: sums */

/*
 * Some special lanes at the head, then two values in turn. 16 lanes are a block;
 * 256 are two repeats, whose two results are summed again.
 */
struct boundary {
	const char *name;
	u32 lanes;
	u32 heads;
	double head[3];
	double even;
	double odd;
	double published;	/* saturating */
	double infnan;
	double ours;		/* for a gap: what the rule gives instead */
};

static const struct boundary sums[] = {
	{ "block: 15 ones, nan", 16, 1, { NAN }, 1, 1, 14, NAN, ANY },
	{ "block: 15 ones, inf", 16, 1, { INF }, 1, 1, 65344, INF, 65504 },
	{ "block: 15 ones, -inf", 16, 1, { -INF }, 1, 1, -65344, -INF,
	  -65504 },
	{ "127 ones, nan", 128, 1, { NAN }, 1, 1, 126, NAN, ANY },
	{ "127 ones, inf", 128, 1, { INF }, 1, 1, 65504, INF, ANY },
	{ "127 ones, -inf", 128, 1, { -INF }, 1, 1, -65376, -INF, ANY },
	{ "inf and -inf in turn", 128, 0, { 0 }, INF, -INF, 0, NAN, ANY },
	{ "inf and nan in turn", 128, 0, { 0 }, INF, NAN, 0, NAN, ANY },
	{ "-inf and nan in turn", 128, 0, { 0 }, -INF, NAN, 0, NAN, ANY },
	{ "all 65504", 128, 0, { 0 }, 65504, 65504, 65504, INF, ANY },
	{ "all -0", 128, 0, { 0 }, -0.0, -0.0, -0.0, -0.0, ANY },
	{ "inf, -inf, nan, 253 ones", 256, 3, { INF, -INF, NAN }, 1, 1, 252,
	  NAN, ANY },
	{ "inf, -inf, 254 ones", 256, 2, { INF, -INF }, 1, 1, 254, NAN, ANY },
	{ "inf, nan, 254 ones", 256, 2, { INF, NAN }, 1, 1, 254, NAN, ANY },
	{ "-inf, nan, 254 ones", 256, 2, { -INF, NAN }, 1, 1, 254, NAN, ANY },
	{ "inf, 255 ones", 256, 1, { INF }, 1, 1, 65504, INF, ANY },
	{ "-inf, 255 ones", 256, 1, { -INF }, 1, 1, -65248, -INF, ANY },
	{ "nan, 255 ones", 256, 1, { NAN }, 1, 1, 254, NAN, ANY },
};

static void put_boundary(const struct boundary *row)
{
	for (u32 lane = 0; lane < row->lanes; lane++)
		put_half(lane, lane < row->heads ? row->head[lane] :
			 lane % 2 ? row->odd : row->even);
}

static u16 sum_boundary(const struct boundary *row)
{
	u32 op = row->lanes == 16 ? OP(BLOCK_REDUCE_SUM) : OP(WHOLE_REDUCE_SUM);
	struct aicore_desc desc = call(op, HALF,
				       row->lanes < 128 ? row->lanes : 128,
				       (row->lanes + 127) / 128, 1, 1, 8);

	put_boundary(row);
	run(&desc);
	if (row->lanes == 256) {
		desc = call(op, HALF, 2, 1, 1, 1, 8);
		desc.src.offset = DST;
		run(&desc);
	}
	return half_at(0);
}

static void name_row(char *name, size_t size, const char *row)
{
	snprintf(name, size, "BOUNDARY: %s, %s", row, twin_modes(&twin));
}

static void test_sum(const struct boundary *row)
{
	u16 got = sum_boundary(row);
	char name[256];

	name_row(name, sizeof(name), row->name);
	if (!twin.device.saturate) {
		check_half(name, got, row->infnan);
	} else if (row->ours == ANY) {
		check_half(name, got, row->published);
	} else {
		printf("# known gap: %g is printed\n", row->published);
		check_half(name, got, row->ours);
	}
}

/* The place of the infinity doesn't matter. */
static void test_sum_places(void)
{
	struct boundary row = { "-inf anywhere in 127 ones", 128, 0, { 0 },
				1, 1, -65376, -INF, ANY };
	bool good = true;

	for (u32 lane = 0; lane < 128; lane++) {
		struct aicore_desc desc = call(OP(WHOLE_REDUCE_SUM), HALF, 128,
					       1, 1, 1, 8);

		put_boundary(&row);
		put_half(lane, -INF);
		run(&desc);
		good &= half_at(0) == oracle_half_bits(row.published);
	}
	ok(good, "BOUNDARY: -inf anywhere in 127 ones");
}

/* Halves as nodes give these rows, and so do floats that are kept in range. */
static void test_sums(void)
{
	for (u32 i = 0; i < 4; i++) {
		modes(AICORE_SOC_ASCEND910B,
		      i % 2 ? AICORE_OVERFLOW_INFNAN : AICORE_OVERFLOW_SATURATE,
		      i / 2 ? AICORE_SETUP_FLOAT_NODES : 0);
		for (u32 row = 0; row < ARRAY_SIZE(sums); row++)
			test_sum(&sums[row]);
		if (twin.device.saturate)
			test_sum_places();
	}
}

/* SEED: 35604 is printed, but is no half. */
static void test_seed_example(void)
{
	static const double example[] = { 60000, 60000, -30000, 100 };
	static const struct {
		u32 overflow;
		u32 flags;
		double expected;
	} readings[] = {
		{ AICORE_OVERFLOW_SATURATE, 0, 35584 },
		{ AICORE_OVERFLOW_SATURATE, AICORE_SETUP_FLOAT_NODES, 35616 },
		{ AICORE_OVERFLOW_INFNAN, 0, INF },
		{ AICORE_OVERFLOW_INFNAN, AICORE_SETUP_FLOAT_NODES, INF },
	};

	ok(oracle_half_round(35604, true) != 35604,
	   "known gap: SEED's 35604 is no half");
	for (u32 i = 0; i < ARRAY_SIZE(readings); i++) {
		struct aicore_desc desc = call(OP(WHOLE_REDUCE_SUM), HALF, 4, 1,
					       1, 1, 8);

		modes(AICORE_SOC_ASCEND310P, readings[i].overflow,
		      readings[i].flags);
		for (u32 lane = 0; lane < 4; lane++)
			put_half(lane, example[lane]);
		run(&desc);
		check_half("SEED, B06: overflow example", half_at(0),
			   readings[i].expected);
	}
}

/* BOUNDARY: maxima and minima */

static const struct {
	const char *name;
	double head;
	double even;
	double odd;
	double max, min;		/* saturating */
	double infnan_max, infnan_min;
} extremes[] = {
	{ "127 ones, nan", NAN, 1, 1, 0, 0, NAN, NAN },
	{ "127 ones, inf", INF, 1, 1, 65504, 1, INF, 1 },
	{ "127 ones, -inf", -INF, 1, 1, 1, -65504, 1, -INF },
	{ "inf and -inf in turn", INF, INF, -INF, 65504, -65504, INF, -INF },
	{ "-0 and +0 in turn", -0.0, -0.0, 0.0, 0.0, -0.0, 0.0, -0.0 },
	{ "all -0", -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0 },
	{ "all 65504", 65504, 65504, 65504, 65504, 65504, 65504, 65504 },
};

static u16 extreme_of(u32 op, u64 mask)
{
	struct aicore_desc desc = call(op, HALF, mask, 1, 1, 1, 8);

	run(&desc);
	return half_at(0);
}

static void test_extreme(u32 i)
{
	bool saturate = twin.device.saturate;
	double max = saturate ? extremes[i].max : extremes[i].infnan_max;
	double min = saturate ? extremes[i].min : extremes[i].infnan_min;
	char name[256];

	for (u32 lane = 0; lane < 128; lane++)
		put_half(lane, !lane ? extremes[i].head :
			 lane % 2 ? extremes[i].odd : extremes[i].even);
	name_row(name, sizeof(name), extremes[i].name);
	check_half(name, extreme_of(OP(WHOLE_REDUCE_MAX), 128), max);
	check_half(name, extreme_of(OP(WHOLE_REDUCE_MIN), 128), min);
	check_half(name, extreme_of(OP(BLOCK_REDUCE_MAX), 16), max);
	check_half(name, extreme_of(OP(BLOCK_REDUCE_MIN), 16), min);
}

/* Each repeat's value is converted before a second pass looks at it. */
static void test_two_passes(void)
{
	struct aicore_desc first = call(OP(WHOLE_REDUCE_MAX), HALF, 128, 2, 1, 1,
					8);
	struct aicore_desc second = call(OP(WHOLE_REDUCE_MAX), HALF, 2, 1, 1, 1,
					 8);

	first.reduce.order = AICORE_ORDER_ONLY_VALUE;
	second.src.offset = DST;
	for (u32 lane = 0; lane < 256; lane++)
		put_half(lane, lane ? 1 : NAN);
	run(&first);
	run(&second);
	check_half("BOUNDARY: ReduceMax of 255 ones and nan", half_at(0), 1);
}

static void test_extremes(void)
{
	for (u32 i = 0; i < 2; i++) {
		modes(AICORE_SOC_ASCEND910B,
		      i ? AICORE_OVERFLOW_INFNAN : AICORE_OVERFLOW_SATURATE, 0);
		for (u32 row = 0; row < ARRAY_SIZE(extremes); row++)
			test_extreme(row);
		if (!i)
			test_two_passes();
	}
}

/* REPEAT (C003 to C010): an index printed as if it were a half. */

static const struct {
	u32 lane;
	const char *printed;
} indices[4] = {
	{ 52, "3.09944e-06" }, { 100, "5.96046e-06" }, { 19, "1.13249e-06" },
	{ 0, "0" },
};

static void put_peaks(double peak)
{
	for (u32 lane = 0; lane < 512; lane++)
		put_half(lane, lane % 128 == indices[lane / 128].lane ? peak : 1);
}

static void check_index(u16 bits, u32 repeat)
{
	char text[32];

	snprintf(text, sizeof(text), "%g", oracle_half_value(bits));
	if (strcmp(text, indices[repeat].printed))
		printf("# %s\n", text);
	ok(!strcmp(text, indices[repeat].printed),
	   "REPEAT: an index is a raw integer");
}

static void test_order(u32 op, double peak, u32 order)
{
	static const u32 units[] = { 4, 4, 2, 4 };
	struct aicore_desc desc = call(op, HALF, 128, 4, 1, 1, 8);
	u32 unit = units[order];

	put_peaks(peak);
	mark(DST, 64);
	desc.reduce.order = order;
	run(&desc);
	for (u32 i = 0; i < 4; i++) {
		if (order == AICORE_ORDER_VALUE_INDEX)
			check_index(half_at(unit * i + 2), i);
		if (order == AICORE_ORDER_INDEX_VALUE)
			check_index(half_at(unit * i), i);
		if (order == AICORE_ORDER_ONLY_INDEX)
			check_bits("REPEAT: ONLY_INDEX is 32 bits wide",
				   word_at(unit * i), indices[i].lane);
		else
			check_half("REPEAT: value",
				   half_at(unit * i +
					   (order == AICORE_ORDER_INDEX_VALUE) *
						   2), peak);
	}
	ok(marked(4 * unit, 64 - 4 * unit), "REPEAT: nothing behind");
}

static void test_orders(void)
{
	modes(AICORE_SOC_ASCEND910B, AICORE_OVERFLOW_DEFAULT, 0);
	for (u32 order = 0; order < 4; order++) {
		test_order(OP(WHOLE_REDUCE_MAX), 5, order);
		test_order(OP(WHOLE_REDUCE_MIN), -5, order);
	}
}

/* The first of equals, the first nan, and +0 after -0. */
static void test_ties(void)
{
	struct aicore_desc desc = call(OP(WHOLE_REDUCE_MAX), FLOAT, 64, 1, 1, 1,
				       8);

	modes(AICORE_SOC_ASCEND950, AICORE_OVERFLOW_DEFAULT, 0);
	for (u32 lane = 0; lane < 64; lane++)
		put_float(lane, lane == 9 || lane == 33 ? 2 : 1);
	run(&desc);
	check_bits("a tie: the smallest index", word_at(4), 9);
	put_float(40, NAN);
	put_float(50, NAN);
	run(&desc);
	check_bits("nan wins", word_at(0), 0x7fc00000);
	check_bits("the index of the first nan", word_at(4), 40);
	desc.op = OP(WHOLE_REDUCE_MIN);
	run(&desc);
	check_bits("nan wins in a minimum, too", word_at(4), 40);
	for (u32 lane = 0; lane < 64; lane++)
		put_float(lane, lane == 7 ? -0.0f : 0.0f);
	run(&desc);
	check_bits("-0 is below +0", word_at(4), 7);
	put_float(0, -0.0f);
	desc.op = OP(WHOLE_REDUCE_MAX);
	run(&desc);
	check_bits("+0 is above -0", word_at(4), 1);
}

/* DATA (C015): sixteen equal values in each block. */
static void test_data_blocks(void)
{
	static const double max[8] = { 2, 3, 2, 2, 2, 2, 2, 4 };
	static const double min[8] = { 2, -3, 2, 2, 2, 2, 2, 4 };
	static const double sum[8] = { 1, 2, 1, 1, 1, 1, 1, 3 };
	const double *const values[] = { sum, max, min };

	modes(AICORE_SOC_ASCEND910B, AICORE_OVERFLOW_DEFAULT, 0);
	for (u32 i = 0; i < 3; i++) {
		struct aicore_desc desc = call(OP(BLOCK_REDUCE_SUM) + i, HALF,
					       128, 1, 1, 1, 8);

		for (u32 lane = 0; lane < 128; lane++)
			put_half(lane, values[i][lane / 16]);
		run(&desc);
		for (u32 block = 0; block < 8; block++)
			check_half("DATA: sixteen equal values",
				   half_at(2 * block),
				   values[i][block] * (i ? 1 : 16));
	}
}

/* C219, C153: blocks and pairs that are masked off altogether. */

static void test_idle_product(u32 soc, bool keeps, double sum, double max,
			      double min)
{
	const double fill[] = { sum, max, min };
	char name[256];

	modes(soc, AICORE_OVERFLOW_DEFAULT, 0);
	for (u32 i = 0; i < 3; i++) {
		struct aicore_desc desc = call(OP(BLOCK_REDUCE_SUM) + i, HALF,
					       64, 1, 1, 1, 8);
		bool good = true;

		for (u32 lane = 0; lane < 128; lane++)
			put_half(lane, 3);
		mark(DST, 64);
		run(&desc);
		for (u32 block = 4; block < 8 && !keeps; block++)
			good &= half_at(2 * block) == oracle_half_bits(fill[i]);
		if (keeps)
			good = marked(8, 8);
		snprintf(name, sizeof(name), "C219: blocks without lanes, %s",
			 twin_modes(&twin));
		ok(good && half_at(6) == oracle_half_bits(i ? 3 : 48) &&
		   marked(16, 48), name);
	}
}

static void test_idle(void)
{
	struct aicore_desc pairs = call(OP(PAIR_REDUCE_SUM), FLOAT, 3, 1, 1, 1,
					8);

	test_idle_product(AICORE_SOC_ASCEND910, true, 0, 0, 0);
	test_idle_product(AICORE_SOC_ASCEND310P, true, 0, 0, 0);
	test_idle_product(AICORE_SOC_ASCEND910B, true, 0, 0, 0);
	test_idle_product(AICORE_SOC_ASCEND910C, true, 0, 0, 0);
	test_idle_product(AICORE_SOC_ASCEND310B, false, 0, -65504, 65504);
	test_idle_product(AICORE_SOC_ASCEND950, false, 0, -INF, INF);
	for (u32 soc = AICORE_SOC_ASCEND910B; soc <= AICORE_SOC_ASCEND950;
	     soc++) {
		bool keeps = soc <= AICORE_SOC_ASCEND910C;

		modes(soc, AICORE_OVERFLOW_DEFAULT, 0);
		for (u32 lane = 0; lane < 64; lane++)
			put_float(lane, 3);
		mark(DST, 192);
		run(&pairs);
		ok(float_at(0) == 6 && float_at(4) == 3 &&
		   (keeps ? marked(8, 120) : !word_at(8) && !word_at(124)) &&
		   marked(128, 64), "pairs: both lanes, one, none");
	}
}

/* Reports */

/* B15: no lane, no repeat: nothing happens, where that is allowed. */
static void test_b15(void)
{
	struct aicore_desc lanes = call(OP(BLOCK_REDUCE_SUM), FLOAT, 0, 16, 4, 1,
					24);
	struct aicore_desc repeats = call(OP(WHOLE_REDUCE_SUM), HALF, 128, 0, 1,
					  1, 8);

	modes(AICORE_SOC_ASCEND910B, AICORE_OVERFLOW_DEFAULT, 0);
	mark(DST, 4096);
	run(&lanes);
	run(&repeats);
	ok(marked(0, 4096), "B15: nothing is written");
	modes(AICORE_SOC_ASCEND310P, AICORE_OVERFLOW_DEFAULT, 0);
	ok(refused(&lanes, AICORE_REASON_MASK_ZERO), "B15: no lane on 310p");
}

/* B18: in which bytes dstRepStride counts. */
static void test_b18(void)
{
	struct aicore_desc desc = call(OP(WHOLE_REDUCE_MAX), FLOAT, 64, 3, 8, 1,
				       8);

	modes(AICORE_SOC_ASCEND910B, AICORE_OVERFLOW_DEFAULT, 0);
	for (u32 lane = 0; lane < 192; lane++)
		put_float(lane, 1 + lane / 64);
	mark(DST, 256);
	run(&desc);
	ok(float_at(0) == 1 && float_at(64) == 2 && float_at(128) == 3 &&
	   marked(8, 56) && marked(72, 56), "B18: value and index, 64 bytes");
	mark(DST, 256);
	desc.reduce.order = AICORE_ORDER_ONLY_VALUE;
	run(&desc);
	ok(float_at(0) == 1 && float_at(32) == 2 && float_at(64) == 3 &&
	   marked(4, 28), "B18: value alone, 32 bytes");
	mark(DST, 256);
	desc.reduce.order = AICORE_ORDER_ONLY_INDEX;
	run(&desc);
	ok(!word_at(0) && !word_at(32) && !word_at(64) && marked(4, 28),
	   "B18: index alone, 4 bytes a unit");
	desc = call(OP(BLOCK_REDUCE_SUM), HALF, 128, 2, 2, 1, 8);
	for (u32 lane = 0; lane < 256; lane++)
		put_half(lane, 1 + lane / 128);
	mark(DST, 256);
	run(&desc);
	ok(half_at(0) == oracle_half_bits(16) &&
	   half_at(32) == oracle_half_bits(32) && marked(16, 16) &&
	   marked(48, 16), "B18: block results of half, 32 bytes");
}

/* B20: strides of 0. */
static void test_b20(void)
{
	struct aicore_desc again = call(OP(WHOLE_REDUCE_SUM), FLOAT, 64, 8, 1, 1,
					0);
	struct aicore_desc block = call(OP(WHOLE_REDUCE_MAX), FLOAT, 64, 128, 1,
					0, 1);
	struct aicore_desc last = call(OP(BLOCK_REDUCE_MIN), FLOAT, 64, 4, 0, 1,
				       8);
	bool good = true;

	modes(AICORE_SOC_ASCEND910B, AICORE_OVERFLOW_DEFAULT, 0);
	for (u32 lane = 0; lane < 1024; lane++)
		put_float(lane, lane);
	run(&again);
	for (u32 i = 0; i < 8; i++)
		good &= float_at(4 * i) == 2016;
	ok(good, "B20: one row eight times");
	block.reduce.order = AICORE_ORDER_ONLY_VALUE;
	run(&block);
	for (u32 i = 0; i < 128; i++)
		good &= float_at(4 * i) == 8 * i + 7;
	ok(good, "B20: one block eight times a repeat");
	mark(DST, 64);
	run(&last);
	for (u32 i = 0; i < 8; i++)
		good &= float_at(4 * i) == 192 + 8 * i;
	ok(good && marked(32, 32), "B20: the last result wins");
	modes(AICORE_SOC_ASCEND910, AICORE_OVERFLOW_DEFAULT, 0);
	last.src_type = HALF;
	last.dst_type = HALF;
	ok(refused(&last, AICORE_REASON_STRIDE_ZERO), "B20: not on 910");
}

/* In counter mode the last repeat is short: the one before shows through. */
static void test_last_repeat_short(void)
{
	struct aicore_desc counter = { .op = AICORE_OP_SET_VECTOR_MASK,
		.set_mask = { .mode = AICORE_MASK_MODE_COUNTER, .count = 208 } };
	struct aicore_desc desc = call(OP(BLOCK_REDUCE_SUM), FLOAT, 0, 0, 0, 1,
				       0);
	bool good = true;

	modes(AICORE_SOC_ASCEND910B, AICORE_OVERFLOW_DEFAULT, 0);
	for (u32 lane = 0; lane < 64; lane++)
		put_float(lane, 1 + lane / 8);
	desc.reduce.mask_form = AICORE_MASK_EXTERNAL;
	mark(DST, 64);
	run(&counter);
	run(&desc);
	for (u32 i = 0; i < 8; i++)
		good &= float_at(4 * i) == 8 * (i + 1);
	ok(good && marked(32, 32), "blocks that the last repeat leaves alone");
}

/* B22: where operands may start. */
static void test_b22(void)
{
	struct aicore_desc sum = call(OP(WHOLE_REDUCE_SUM), FLOAT, 64, 1, 1, 1,
				      8);
	struct aicore_desc block = call(OP(BLOCK_REDUCE_SUM), FLOAT, 64, 1, 1, 1,
					8);
	struct aicore_desc pair = call(OP(PAIR_REDUCE_SUM), HALF, 128, 1, 1, 1,
				       8);

	modes(AICORE_SOC_ASCEND310P, AICORE_OVERFLOW_DEFAULT, 0);
	sum.src.offset = 4;
	ok(refused(&sum, AICORE_REASON_ALIGNMENT), "B22: src at 4");
	sum.src.offset = 32;
	ok(accepted(&sum), "B22: src at 32");
	block.dst.offset = DST + 16;
	ok(refused(&block, AICORE_REASON_ALIGNMENT), "B22: 8 floats at 16");
	block.src_type = HALF;
	block.dst_type = HALF;
	ok(accepted(&block), "B22: 8 halves at 16");
	pair.dst.offset = DST + 16;
	ok(refused(&pair, AICORE_REASON_ALIGNMENT), "B22: 64 halves at 16");
	pair.dst.offset = DST + 32;
	ok(accepted(&pair), "B22: 64 halves at 32");
}

/* B25: two results, eight elements apart, are nine elements. */
static void test_b25(void)
{
	struct aicore_desc desc = call(OP(REPEAT_REDUCE_SUM), FLOAT, 32, 2, 8, 1,
				       16);
	u64 end;

	modes(AICORE_SOC_ASCEND910B, AICORE_OVERFLOW_DEFAULT, 0);
	end = twin.env.memory[AICORE_MEMORY_UB].bytes;
	desc.reduce.dst_blk_stride = 12345;
	desc.dst.offset = end - 8 * 4;
	ok(refused(&desc, AICORE_REASON_EXTENT), "B25: eight are too few");
	desc.dst.offset = end - 9 * 4;
	ok(accepted(&desc), "B25: nine will do");
	desc.reduce.mask_form = AICORE_MASK_BITWISE;
	ok(refused(&desc, AICORE_REASON_MASK_FORM),
	   "RepeatReduceSum takes no bits");
}

int main(void)
{
	test_blocks();
	test_sums();
	test_seed_example();
	test_extremes();
	test_orders();
	test_ties();
	test_data_blocks();
	test_idle();
	test_b15();
	test_b18();
	test_b20();
	test_last_repeat_short();
	test_b22();
	test_b25();
	twin_free(&twin);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed ? 1 : 0;
}

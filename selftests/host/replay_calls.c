// SPDX-License-Identifier: GPL-2.0-only
/*
 * replay_calls [FILE]: calls of public kernels (data/calls.csv) on random data,
 * core against oracle, on every product in every mode of its numbers. What must
 * be refused, and why, is stated here once more: by a few rows of the products'
 * tables, and by a list of calls that no product takes.
 *
 * A call in counter mode is a SetVectorMask and a call with isSetMask=false,
 * also where the kernel hands the count to the call itself: the emulator's
 * calls with a mask of their own leave counter mode. An enhanced copy is
 * CO1->CO2 unless it says otherwise, and belongs to ascend310p alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_desc.h"
#include "twin.h"

#define COLUMNS 11
#define MAX_KINDS 16
#define VECTORS 0x20000

enum column {
	ID, OP, SRC_TYPE, DST_TYPE, MASK, REPEAT, DST_REP, SRC_BLK, SRC_REP,
	OTHER, REPOSITORY,
};

struct row {
	char *text[COLUMNS];
};

/* The calls of one operation. */
struct kind {
	char name[32];
	unsigned long long rows;
	unsigned long long run_rows;	/* on one product at least */
	unsigned long long runs;
	unsigned long long refusals;
	unsigned long long wrong;
};

static struct kind kinds[MAX_KINDS];
static struct random random_state = { 20 };

/* Refused wherever there is such an operation or path. */
static const struct {
	const char *id;
	u32 reason;
	const char *why;
} impossible[] = {
	{ "C145", AICORE_REASON_MASK_RANGE, "80 lanes of float, of 64" },
	{ "C335", AICORE_REASON_RELU, "DEQ has no relu" },
	{ "C339", AICORE_REASON_DEQ_SCALE, "int16 wants DEQ16 or VDEQ16" },
};

/* Reading */

static void split(char *line, struct row *row)
{
	for (int i = 0; i < COLUMNS; i++) {
		row->text[i] = line ? strsep(&line, ",\n") : "";
		if (!row->text[i])
			row->text[i] = "";
	}
}

/* The value of key= in the last but one column; NULL if there is none. */
static const char *other(const struct row *row, const char *key)
{
	static char value[64];
	const char *at = row->text[OTHER];
	size_t length = strlen(key);

	while (at && (strncmp(at, key, length) || at[length] != '=')) {
		at = strchr(at, ';');
		if (at)
			at++;
	}
	if (!at)
		return NULL;
	snprintf(value, sizeof(value), "%.*s",
		 (int)strcspn(at + length + 1, ";"), at + length + 1);
	return value;
}

static u64 other_number(const struct row *row, const char *key)
{
	const char *value = other(row, key);

	return value ? strtoull(value, NULL, 0) : 0;
}

static u32 other_name(const struct row *row, const char *key,
		      const char *const *names, u32 count)
{
	const char *value = other(row, key);

	for (u32 i = 0; value && i < count; i++)
		if (!strcmp(names[i], value))
			return i;
	if (!value)
		return 0;
	printf("# %s: %s=%s\n", row->text[ID], key, value);
	exit(1);
}

static u32 type_named(const char *name)
{
	for (u32 type = 1; type <= AICORE_TYPE_DOUBLE; type++)
		if (!strcmp(oracle_type_name(type), name))
			return type;
	printf("# no such type: %s\n", name);
	exit(1);
}

static u64 number(const struct row *row, enum column column)
{
	return strtoull(row->text[column], NULL, 10);
}

/* From rows to descriptors */

static struct aicore_desc normal_mask(u64 n)
{
	struct aicore_desc desc = { .op = AICORE_OP_SET_VECTOR_MASK };

	for (u64 i = 0; i < n; i++)
		desc.set_mask.mask[i / 64] |= 1ULL << i % 64;
	return desc;
}

static struct aicore_desc counter_mask(u64 count)
{
	return (struct aicore_desc){
		.op = AICORE_OP_SET_VECTOR_MASK,
		.set_mask = { .mode = AICORE_MASK_MODE_COUNTER,
			      .count = count },
	};
}

static bool is_counted(const struct row *row)
{
	return !strncmp(row->text[MASK], "extC:", 5) ||
	       !strncmp(row->text[MASK], "counter c:", 10);
}

/* The mask of a call, and the SetVectorMask before it, if there is one. */
static bool take_mask(const struct row *row, struct aicore_desc *before,
		      struct aicore_reduce *reduce)
{
	const char *value = strchr(row->text[MASK], ':') + 1;
	char *end;

	reduce->mask_form = AICORE_MASK_EXTERNAL;
	if (is_counted(row)) {
		*before = counter_mask(strtoull(value, NULL, 10));
		return true;
	}
	if (!strncmp(row->text[MASK], "ext:", 4)) {
		*before = normal_mask(strtoull(value, NULL, 10));
		return true;
	}
	if (row->text[MASK][0] == 'b') {
		reduce->mask_form = AICORE_MASK_BITWISE;
		reduce->mask[1] = strtoull(value, &end, 16);
		reduce->mask[0] = strtoull(end + 1, NULL, 16);
		return false;
	}
	reduce->mask_form = AICORE_MASK_CONTIGUOUS;
	reduce->mask[0] = strtoull(value, NULL, 10);
	return false;
}

static u32 order_of(const struct row *row)
{
	static const char *const orders[] = {
		"VALUE_INDEX", "INDEX_VALUE", "ONLY_VALUE", "ONLY_INDEX",
	};

	return other_name(row, "order", orders, COUNT(orders));
}

/* Sources are at 0, results behind them, or at 0 as well. */
static void place(const struct row *row, const struct aicore_desc *before,
		  struct aicore_desc *desc)
{
	u64 lanes = 256 / oracle_type_bytes(desc->src_type);
	u64 repeats = desc->reduce.repeat_time;

	desc->src.position = AICORE_POSITION_VECIN;
	desc->dst.position = AICORE_POSITION_VECOUT;
	if (is_counted(row))
		repeats = (before->set_mask.count + lanes - 1) / lanes;
	if (!other_number(row, "inPlace"))
		desc->dst.offset = 256 + 32 *
			(repeats * desc->reduce.src_rep_stride +
			 8 * desc->reduce.src_blk_stride);
}

static bool make_reduction(const struct row *row, struct aicore_desc *before,
			   struct aicore_desc *desc)
{
	struct aicore_reduce *reduce = &desc->reduce;
	bool sets_mask = take_mask(row, before, reduce);

	reduce->repeat_time = number(row, REPEAT);
	reduce->dst_rep_stride = number(row, DST_REP);
	reduce->src_blk_stride = number(row, SRC_BLK);
	reduce->src_rep_stride = number(row, SRC_REP);
	reduce->order = order_of(row);
	reduce->dst_blk_stride = other_number(row, "dstBlkStride");
	place(row, before, desc);
	return sets_mask;
}

static void make_copy(const struct row *row, struct aicore_desc *desc,
		      u32 src, u32 dst)
{
	static const char *const modes[] = { "NORMAL", "MATRIX", "VECTOR" };
	static const char *const scales[] = {
		"NONE", "DEQ", "VDEQ", "DEQ8", "VDEQ8", "DEQ16", "VDEQ16",
	};
	struct aicore_copy *copy = &desc->copy;

	desc->op = AICORE_OP_DATA_COPY;
	desc->src.position = src;
	desc->dst.position = dst;
	copy->block_count = other_number(row, "blockCount");
	copy->block_len = other_number(row, "blockLen");
	copy->src_stride = other_number(row, "srcStride");
	copy->dst_stride = other_number(row, "dstStride");
	copy->block_mode = other_name(row, "mode", modes, COUNT(modes));
	copy->deq_scale = other_name(row, "deqScale", scales, COUNT(scales));
	copy->deq_value = other_number(row, "deqValue");
	copy->deq_tensor_addr = VECTORS;
	if (other(row, "deqTensorAddr"))
		copy->deq_tensor_addr = other_number(row, "deqTensorAddr");
	if (!copy->deq_tensor_addr)
		desc->dst.offset = VECTORS;
	copy->sid_store_mode = other_number(row, "sidStoreMode");
	copy->is_relu = (u32)other_number(row, "isRelu");
}

/* What must happen */

static u32 impossible_reason(const struct row *row)
{
	for (u32 i = 0; i < ARRAY_SIZE(impossible); i++)
		if (!strcmp(impossible[i].id, row->text[ID]))
			return impossible[i].reason;
	return AICORE_REASON_NONE;
}

static u32 copy_reason(const struct row *row, u32 soc)
{
	if (soc == AICORE_SOC_ASCEND310P_VEC)
		return AICORE_REASON_POSITION_ABSENT;
	if (soc != AICORE_SOC_ASCEND310P)
		return AICORE_REASON_PATH;
	return impossible_reason(row);
}

static bool has_order(u32 soc, u32 order)
{
	switch (soc) {
	case AICORE_SOC_ASCEND910:
		return order == AICORE_ORDER_VALUE_INDEX;
	case AICORE_SOC_ASCEND310P:
		return order == AICORE_ORDER_VALUE_INDEX ||
		       order == AICORE_ORDER_INDEX_VALUE;
	case AICORE_SOC_ASCEND310B:
		return order == AICORE_ORDER_VALUE_INDEX ||
		       order == AICORE_ORDER_ONLY_VALUE;
	default:
		return true;
	}
}

/* Calls are of halves and floats, and no product lacks the halves. */
static u32 reduction_reason(const struct row *row, u32 soc)
{
	bool whole_sum = !strcmp(row->text[OP], "WholeReduceSum") ||
			 !strcmp(row->text[OP], "RepeatReduceSum");
	bool is_910 = soc == AICORE_SOC_ASCEND910;

	if (is_910 && is_counted(row))
		return AICORE_REASON_COUNTER_PRODUCT;
	if (soc == AICORE_SOC_ASCEND310P_VEC)
		return AICORE_REASON_OP_PRODUCT;
	if (is_910 && !whole_sum && !strcmp(row->text[SRC_TYPE], "float"))
		return AICORE_REASON_TYPE_PAIR;
	if (is_910 && !number(row, DST_REP))
		return AICORE_REASON_STRIDE_ZERO;
	if (impossible_reason(row))
		return impossible_reason(row);
	return has_order(soc, order_of(row)) ? AICORE_REASON_NONE :
					       AICORE_REASON_ORDER;
}

/* Running */

static void refill(struct twin *twin, enum aicore_memory memory)
{
	u64 size = twin->env.memory[memory].bytes;
	u8 *bytes;

	if (!size)
		return;
	bytes = malloc(size);
	if (!bytes)
		abort();
	random_fill(&random_state, bytes, size,
		    random_below(&random_state, RANDOM_KINDS + 1));
	twin_put(twin, memory, 0, 0, bytes, size);
	free(bytes);
}

static void put_vectors(struct twin *twin, const struct aicore_desc *desc)
{
	u32 bytes = oracle_vector_bytes(desc->copy.deq_scale);
	u64 vector[16];

	for (u64 block = 0; bytes && block < desc->copy.block_count; block++) {
		random_parameters(&random_state, desc, vector, true);
		twin_put(twin, AICORE_MEMORY_UB, 0,
			 desc->copy.deq_tensor_addr + block * bytes, vector,
			 bytes);
	}
}

/* Does one thing on both sides and holds it against what must happen. */
static bool as_stated(struct twin *twin, const struct row *row,
		      const struct aicore_desc *desc, u32 reason)
{
	enum twin_result result = twin_try(twin, desc, true);

	if (result == (reason ? TWIN_REFUSED : TWIN_DONE) &&
	    twin->reason == reason)
		return true;
	printf("# %s on %s: %s, stated is %s\n", row->text[ID],
	       twin_modes(twin), oracle_reason_name(twin->reason),
	       oracle_reason_name(reason));
	return false;
}

static void account(struct kind *kind, u32 reason, bool good)
{
	if (reason)
		kind->refusals++;
	else
		kind->runs++;
	kind->wrong += !good;
}

static u32 replay_reduction(struct twin *twin, const struct row *row,
			    struct kind *kind)
{
	u32 reason = reduction_reason(row, twin->device.soc->id);
	struct aicore_desc before;
	struct aicore_desc desc = {
		.op = oracle_reduction_named(row->text[OP])->op,
		.src_type = type_named(row->text[SRC_TYPE]),
		.dst_type = type_named(row->text[DST_TYPE]),
	};
	bool good = true;

	refill(twin, AICORE_MEMORY_UB);
	if (make_reduction(row, &before, &desc))
		good = as_stated(twin, row, &before,
				 reason == AICORE_REASON_COUNTER_PRODUCT ?
				 reason : AICORE_REASON_NONE);
	if (reason != AICORE_REASON_COUNTER_PRODUCT)
		good &= as_stated(twin, row, &desc, reason);
	account(kind, reason, good);
	return reason;
}

static void replay_path(struct twin *twin, const struct row *row,
			struct kind *kind, u32 src, u32 dst)
{
	const struct oracle_soc *soc = twin->device.soc;
	u32 reason = copy_reason(row, soc->id);
	struct aicore_desc desc = {
		.src_type = type_named(row->text[SRC_TYPE]),
		.dst_type = type_named(row->text[DST_TYPE]),
	};

	make_copy(row, &desc, src, dst);
	if (oracle_position_place(soc, src) == ORACLE_GM)
		desc.src.buffer = 1;
	if (oracle_position_place(soc, dst) == ORACLE_GM)
		desc.dst.buffer = 1;
	refill(twin, AICORE_MEMORY_UB);
	refill(twin, AICORE_MEMORY_L0C);
	if (!reason)
		put_vectors(twin, &desc);
	account(kind, reason, as_stated(twin, row, &desc, reason));
}

static u32 replay_copy(struct twin *twin, const struct row *row,
		       struct kind *kind)
{
	char way[16];

	snprintf(way, sizeof(way), "%s", other(row, "dir"));
	if (!strcmp(way, "UB>L1/L0"))
		replay_path(twin, row, kind, AICORE_POSITION_VECIN,
			    AICORE_POSITION_A1);
	if (!strcmp(way, "CO1>CO2") || !strcmp(way, "CO1<>CO2"))
		replay_path(twin, row, kind, AICORE_POSITION_CO1,
			    AICORE_POSITION_CO2);
	if (!strcmp(way, "CO2>CO1") || !strcmp(way, "CO1<>CO2"))
		replay_path(twin, row, kind, AICORE_POSITION_CO2,
			    AICORE_POSITION_CO1);
	return copy_reason(row, twin->device.soc->id);
}

/* Twins for all products and modes, made once; a part does with one mode. */
#define MODES (TWIN_PART > 1 ? 1 : 2 * 2)

static struct twin twins[7 * MODES];
static u32 twin_count;

static void make_twins(void)
{
	for (u32 i = 0; i < ARRAY_SIZE(twins); i++) {
		struct aicore_setup setup = {
			.soc = 1 + i / MODES,
			.overflow = 1 + i % MODES / 2,
			.flags = i % MODES % 2 ? AICORE_SETUP_FLOAT_NODES : 0,
		};

		if (setup.soc != AICORE_SOC_ASCEND910 ||
		    setup.overflow != AICORE_OVERFLOW_INFNAN)
			twin_setup(&twins[twin_count++], &setup);
	}
}

static struct kind *kind_of(const struct row *row)
{
	struct kind *kind = kinds;

	while (kind->name[0] && strcmp(kind->name, row->text[OP]))
		kind++;
	snprintf(kind->name, sizeof(kind->name), "%s", row->text[OP]);
	return kind;
}

static void replay(const struct row *row)
{
	bool copies = !strcmp(row->text[OP], "DataCopyEnhanced");
	struct kind *kind = kind_of(row);
	bool runs = false;

	if (!copies && !oracle_reduction_named(row->text[OP])) {
		printf("# %s: no such operation here: %s\n", row->text[ID],
		       row->text[OP]);
		kind->wrong++;
		return;
	}
	for (u32 i = 0; i < twin_count; i++)
		runs |= !(copies ? replay_copy(&twins[i], row, kind) :
				   replay_reduction(&twins[i], row, kind));
	kind->rows++;
	kind->run_rows += runs;
}

static void replay_file(const char *name)
{
	FILE *file = fopen(name, "r");
	char line[1024];
	struct row row;

	if (!file) {
		perror(name);
		exit(1);
	}
	while (fgets(line, sizeof(line), file)) {
		if (line[0] != 'C')
			continue;
		split(line, &row);
		replay(&row);
	}
	fclose(file);
}

static void verdict(const struct kind *kind)
{
	char name[256];

	snprintf(name, sizeof(name),
		 "%s: %llu calls, %llu of them run; on all products and modes %llu runs, %llu refusals",
		 kind->name, kind->rows, kind->run_rows, kind->runs,
		 kind->refusals);
	twin_verdict(name, kind->runs + kind->refusals, kind->wrong);
}

int main(int argc, char **argv)
{
	struct kind all = { .name = "all" };

	make_twins();
	replay_file(argc > 1 ? argv[1] : "data/calls.csv");
	for (const struct kind *kind = kinds; kind->name[0]; kind++) {
		verdict(kind);
		all.rows += kind->rows;
		all.run_rows += kind->run_rows;
		all.runs += kind->runs;
		all.refusals += kind->refusals;
		all.wrong += kind->wrong;
	}
	all.wrong += all.rows - all.run_rows != ARRAY_SIZE(impossible);
	verdict(&all);
	for (u32 i = 0; i < ARRAY_SIZE(impossible); i++)
		printf("# %s is refused everywhere: %s\n", impossible[i].id,
		       impossible[i].why);
	for (u32 i = 0; i < twin_count; i++)
		twin_free(&twins[i]);
	return twin_totals();
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_programs SEED DIRECTORY writes a random program.aic and its input files.
 * The same seed gives the same program. Most of them run to the end and dump
 * all memories; some hold one mistake. While it writes, the generator runs the
 * program on the oracle, so that it knows what is legal and where it would
 * stop; nothing follows a statement that stops the program.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "oracle/program.h"
#include "random_desc.h"

#define MAX_FUZZ_CORES 3

struct fuzz {
	struct random random;
	const char *directory;
	FILE *text;
	int files;
	struct oracle_device device;
	struct oracle_core cores[MAX_FUZZ_CORES];
	uint32_t core_count;
	uint32_t core;
	uint64_t buffer_sizes[MAX_FUZZ_CORES];
	uint32_t buffer_count;
	bool stopped;
};

static const char *const buffer_names[MAX_FUZZ_CORES] = { "x", "out_1", "Y" };

static uint64_t below(struct fuzz *fuzz, uint64_t bound)
{
	return random_below(&fuzz->random, bound);
}

static bool one_in(struct fuzz *fuzz, uint64_t n)
{
	return random_one_in(&fuzz->random, n);
}

static void __attribute__((format(printf, 2, 3)))
say(struct fuzz *fuzz, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vfprintf(fuzz->text, format, arguments);
	va_end(arguments);
}

static void say_number(struct fuzz *fuzz, uint64_t value)
{
	switch (below(fuzz, 6)) {
	case 0:
		say(fuzz, "0x%" PRIx64, value);
		break;
	case 1:
		say(fuzz, "0x%" PRIX64, value);
		break;
	case 2:
		say(fuzz, "00%" PRIu64, value);
		break;
	default:
		say(fuzz, "%" PRIu64, value);
		break;
	}
}

static void end_line(struct fuzz *fuzz)
{
	static const char *const ends[] = {
		"\n", "\n", "\n", "\n", "\t\n", "\t# dst=nowhere\n", " # soc\n",
		"\n\n", "\n# a comment\n", "\n  \t\n",
	};

	say(fuzz, "%s", ends[below(fuzz, COUNT(ends))]);
}

/* Locations */

static const char *const position_names[] = {
	NULL, "GM", "VECIN", "VECCALC", "VECOUT", "A1", "B1", "TSCM", "CO1",
	"CO2",
};

static void say_location(struct fuzz *fuzz, const struct aicore_operand *at)
{
	if (at->position == AICORE_POSITION_GM)
		say(fuzz, "%s+", buffer_names[at->buffer - 1]);
	else if (at->buffer)
		say(fuzz, "CO2:%s+", buffer_names[at->buffer - 1]);
	else
		say(fuzz, "%s+", position_names[at->position]);
	say_number(fuzz, at->offset);
}

static struct aicore_operand place_of(enum oracle_place place, uint32_t buffer)
{
	static const uint32_t positions[ORACLE_PLACES] = {
		[ORACLE_GM] = AICORE_POSITION_GM,
		[ORACLE_UB] = AICORE_POSITION_VECIN,
		[ORACLE_L1] = AICORE_POSITION_A1,
		[ORACLE_L0C] = AICORE_POSITION_CO1,
	};

	return (struct aicore_operand){ positions[place],
		place == ORACLE_GM ? buffer : 0, 0 };
}

static struct oracle_memory memory_of(struct fuzz *fuzz,
				      const struct aicore_operand *at)
{
	enum oracle_place place =
		oracle_position_place(fuzz->device.soc, at->position);

	if (place == ORACLE_GM)
		return fuzz->device.buffers[at->buffer - 1];
	return fuzz->cores[fuzz->core].memory[place];
}

/* A random stretch of memory of the current core, @size bytes long. */
static struct aicore_operand somewhere(struct fuzz *fuzz, uint64_t size)
{
	enum oracle_place place = one_in(fuzz, 2) ? ORACLE_UB : ORACLE_GM;
	uint32_t buffer = fuzz->core_count > 1 ? fuzz->core + 1 :
			  1 + (uint32_t)below(fuzz, fuzz->buffer_count);
	struct aicore_operand at = place_of(place, buffer);
	uint64_t room = memory_of(fuzz, &at).bytes;

	if (room < size)
		at = place_of(ORACLE_UB, 0);
	room = memory_of(fuzz, &at).bytes;
	at.offset = below(fuzz, room - size + 1);
	return at;
}

/* Files */

static void write_input(struct fuzz *fuzz, const char *name, const void *bytes,
			uint64_t size)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", fuzz->directory, name);
	if (!file_write(path, NULL, 0, bytes, size)) {
		perror(path);
		exit(2);
	}
}

static void load(struct fuzz *fuzz, const struct aicore_operand *at,
		 const void *bytes, uint64_t size)
{
	char name[64];

	snprintf(name, sizeof(name), "in/%d.bin", fuzz->files++);
	write_input(fuzz, name, bytes, size);
	memcpy(memory_of(fuzz, at).base + at->offset, bytes, size);
	say(fuzz, "load ");
	say_location(fuzz, at);
	say(fuzz, " %s", name);
	end_line(fuzz);
}

static void load_random(struct fuzz *fuzz, struct aicore_operand at)
{
	uint64_t room = memory_of(fuzz, &at).bytes;
	uint64_t size = room > 65536 && !one_in(fuzz, 4) ? 65536 : room;
	uint8_t *bytes;

	if (!room)
		return;
	bytes = malloc(size);
	if (!bytes)
		abort();
	at.offset = one_in(fuzz, 2) ? 0 : below(fuzz, room - size + 1);
	random_fill(&fuzz->random, bytes, size,
		    one_in(fuzz, 2) ? RANDOM_MIXED :
		    below(fuzz, RANDOM_KINDS));
	load(fuzz, &at, bytes, size);
	free(bytes);
}

/* Operations as text */

static const char *const block_modes[] = {
	"NORMAL", "MATRIX", "VECTOR", "SMALL_CHANNEL", "DEPTHWISE",
};

static const char *const deq_scales[] = {
	"NONE", "DEQ", "VDEQ", "DEQ8", "VDEQ8", "DEQ16", "VDEQ16",
};

static const char *const pad_modes[] = {
	"PAD_NONE", "PAD_MODE1", "PAD_MODE2", "PAD_MODE3", "PAD_MODE4",
	"PAD_MODE5",
};

static bool operand_expressible(const struct fuzz *fuzz,
				const struct aicore_operand *operand)
{
	if (operand->position == AICORE_POSITION_GM)
		return operand->buffer && operand->buffer <= fuzz->buffer_count;
	if (operand->position == AICORE_POSITION_CO2)
		return operand->buffer <= fuzz->buffer_count;
	return operand->position >= AICORE_POSITION_VECIN &&
	       operand->position <= AICORE_POSITION_CO1 && !operand->buffer;
}

static bool copy_expressible(const struct aicore_copy *copy)
{
	return copy->block_mode < COUNT(block_modes) &&
	       copy->deq_scale < COUNT(deq_scales) &&
	       copy->pad_mode < COUNT(pad_modes) && copy->is_relu <= 1;
}

static const char *const orders[] = {
	"VALUE_INDEX", "INDEX_VALUE", "ONLY_VALUE", "ONLY_INDEX",
};

static bool reduce_expressible(const struct aicore_desc *desc)
{
	const struct oracle_reduction *reduction =
		oracle_reduction_find(desc->op);
	const struct aicore_reduce *reduce = &desc->reduce;

	return reduce->mask_form >= AICORE_MASK_CONTIGUOUS &&
	       reduce->mask_form <= AICORE_MASK_EXTERNAL &&
	       (reduce->mask_form != AICORE_MASK_CONTIGUOUS ||
		!reduce->mask[1]) &&
	       reduce->order < (reduction->has_index ? COUNT(orders) : 1) &&
	       (!reduce->dst_blk_stride || reduction->is_repeat_sum) &&
	       !reduce->reserved[0] && !reduce->reserved[1];
}

static bool set_mask_expressible(const struct aicore_desc *desc)
{
	static const struct aicore_operand none;
	const struct aicore_set_mask *set = &desc->set_mask;

	if (memcmp(&desc->dst, &none, sizeof(none)) ||
	    memcmp(&desc->src, &none, sizeof(none)) || desc->src_type ||
	    desc->dst_type || set->reserved0)
		return false;
	for (size_t i = 0; i < COUNT(set->reserved); i++)
		if (set->reserved[i])
			return false;
	if (set->mode == AICORE_MASK_MODE_NORMAL)
		return !set->count;
	return set->mode == AICORE_MASK_MODE_COUNTER && !set->mask[0] &&
	       !set->mask[1];
}

/* Whether the program language can say it. */
static bool expressible(const struct fuzz *fuzz, const struct aicore_desc *desc)
{
	if (desc->flags)
		return false;
	if (desc->op == AICORE_OP_SET_VECTOR_MASK)
		return set_mask_expressible(desc);
	if (!oracle_type_bytes(desc->src_type) ||
	    !oracle_type_bytes(desc->dst_type) ||
	    !operand_expressible(fuzz, &desc->dst) ||
	    !operand_expressible(fuzz, &desc->src))
		return false;
	if (desc->op == AICORE_OP_DATA_COPY)
		return copy_expressible(&desc->copy);
	return oracle_reduction_find(desc->op) && reduce_expressible(desc);
}

static void say_field(struct fuzz *fuzz, const char *key, uint64_t value)
{
	say(fuzz, " %s=", key);
	say_number(fuzz, value);
}

static void say_operands(struct fuzz *fuzz, const struct aicore_desc *desc)
{
	say(fuzz, " type=%s", oracle_type_name(desc->src_type));
	if (desc->src_type != desc->dst_type || one_in(fuzz, 8))
		say(fuzz, ":%s", oracle_type_name(desc->dst_type));
	say(fuzz, " dst=");
	say_location(fuzz, &desc->dst);
	say(fuzz, " src=");
	say_location(fuzz, &desc->src);
}

static void say_copy(struct fuzz *fuzz, const struct aicore_desc *desc)
{
	const struct aicore_copy *copy = &desc->copy;

	say(fuzz, "DataCopy");
	if (copy->is_relu || one_in(fuzz, 3))
		say(fuzz, " isRelu=%u", copy->is_relu);
	if (copy->block_mode || one_in(fuzz, 8))
		say(fuzz, " blockMode=%s", block_modes[copy->block_mode]);
	say_operands(fuzz, desc);
	say_field(fuzz, "blockCount", copy->block_count);
	say_field(fuzz, "blockLen", copy->block_len);
	say_field(fuzz, "srcStride", copy->src_stride);
	say_field(fuzz, "dstStride", copy->dst_stride);
	if (copy->deq_scale || one_in(fuzz, 8))
		say(fuzz, " deqScale=%s", deq_scales[copy->deq_scale]);
	/* DEQ, DEQ8 and DEQ16 are odd, and need it. */
	if (copy->deq_value || copy->deq_scale % 2)
		say_field(fuzz, "deqValue", copy->deq_value);
	if (copy->deq_tensor_addr)
		say_field(fuzz, "deqTensorAddr", copy->deq_tensor_addr);
	if (copy->sid_store_mode)
		say_field(fuzz, "sidStoreMode", copy->sid_store_mode);
	if (copy->pad_mode || one_in(fuzz, 20))
		say(fuzz, " padMode=%s", pad_modes[copy->pad_mode]);
}

static void say_words(struct fuzz *fuzz, const __u64 mask[2])
{
	const char *prefix = one_in(fuzz, 2) ? "0x" : "";

	say(fuzz, " mask=%s%llx:%s%llx", prefix, mask[0], prefix, mask[1]);
}

static void say_reduce(struct fuzz *fuzz, const struct aicore_desc *desc)
{
	const struct oracle_reduction *reduction =
		oracle_reduction_find(desc->op);
	const struct aicore_reduce *reduce = &desc->reduce;

	say(fuzz, "%s", reduction->name);
	if (reduction->has_index && (reduce->order || one_in(fuzz, 3)))
		say(fuzz, " order=%s%s", one_in(fuzz, 4) ? "ORDER_" : "",
		    orders[reduce->order]);
	say_operands(fuzz, desc);
	say_field(fuzz, "srcRepStride", reduce->src_rep_stride);
	if (reduce->mask_form == AICORE_MASK_CONTIGUOUS)
		say_field(fuzz, "mask", reduce->mask[0]);
	else if (reduce->mask_form == AICORE_MASK_BITWISE)
		say_words(fuzz, reduce->mask);
	else
		say(fuzz, " mask=external");
	say_field(fuzz, "repeatTime", reduce->repeat_time);
	say_field(fuzz, "dstRepStride", reduce->dst_rep_stride);
	say_field(fuzz, "srcBlkStride", reduce->src_blk_stride);
	if (reduce->dst_blk_stride ||
	    (reduction->is_repeat_sum && one_in(fuzz, 3)))
		say_field(fuzz, "dstBlkStride", reduce->dst_blk_stride);
}

static void say_operation(struct fuzz *fuzz, const struct aicore_desc *desc)
{
	if (desc->op == AICORE_OP_DATA_COPY) {
		say_copy(fuzz, desc);
	} else if (oracle_reduction_find(desc->op)) {
		say_reduce(fuzz, desc);
	} else if (desc->set_mask.mode == AICORE_MASK_MODE_COUNTER) {
		say(fuzz, "SetVectorMask mode=counter");
		say_field(fuzz, "count", desc->set_mask.count);
	} else {
		say(fuzz, "SetVectorMask");
		say_words(fuzz, desc->set_mask.mask);
		say(fuzz, " mode=normal");
	}
	end_line(fuzz);
}

/* Choosing operations */

/* Cores that run in parallel keep to a buffer each. */
static void own_buffer(struct fuzz *fuzz, struct aicore_operand *operand)
{
	if (operand->buffer && fuzz->core_count > 1)
		operand->buffer = fuzz->core + 1;
}

static void random_operation(struct fuzz *fuzz, struct aicore_desc *desc)
{
	struct random_target target = {
		.soc = fuzz->device.soc, .buffers = fuzz->buffer_sizes,
		.buffer_count = fuzz->buffer_count,
		.permissive = fuzz->device.permissive,
	};

	switch (below(fuzz, 5)) {
	case 0:
		random_set_mask(&fuzz->random, desc);
		break;
	case 1 ... 2:
		random_reduce(&fuzz->random, &target,
			      &fuzz->cores[fuzz->core].mask, desc);
		break;
	default:
		random_copy(&fuzz->random, &target, desc);
		desc->copy.pad_value = 0;
		own_buffer(fuzz, &desc->dst);
		own_buffer(fuzz, &desc->src);
		break;
	}
}

static void load_vectors(struct fuzz *fuzz, const struct aicore_desc *desc)
{
	struct aicore_operand at = place_of(ORACLE_UB, 0);
	uint32_t bytes = oracle_vector_bytes(desc->copy.deq_scale);
	uint64_t size = bytes * desc->copy.block_count;
	uint64_t parameters[16];
	uint8_t *vectors;

	if (!size || desc->src.position != AICORE_POSITION_CO1)
		return;
	vectors = malloc(size);
	if (!vectors)
		abort();
	for (uint64_t b = 0; b < desc->copy.block_count; b++) {
		random_parameters(&fuzz->random, desc, parameters,
				  !fuzz->device.permissive &&
				  !one_in(fuzz, 200));
		memcpy(vectors + b * bytes, parameters, bytes);
	}
	at.offset = desc->copy.deq_tensor_addr;
	load(fuzz, &at, vectors, size);
	free(vectors);
}

static bool accepted(struct fuzz *fuzz, const struct aicore_desc *desc,
		     struct oracle_call *call)
{
	struct oracle_mask mask = fuzz->cores[fuzz->core].mask;
	struct aicore_report report;
	bool good = expressible(fuzz, desc) &&
		    !oracle_check(&fuzz->cores[fuzz->core], desc, call,
				  &report);

	/* until it is written */
	fuzz->cores[fuzz->core].mask = mask;
	return good;
}

static void legal_operation(struct fuzz *fuzz, struct aicore_desc *desc)
{
	struct aicore_report report;
	struct oracle_call call;

	do {
		random_operation(fuzz, desc);
	} while (!accepted(fuzz, desc, &call));
	if (desc->op == AICORE_OP_DATA_COPY)
		load_vectors(fuzz, desc);
	say_operation(fuzz, desc);
	oracle_check(&fuzz->cores[fuzz->core], desc, &call, &report);
	fuzz->stopped = oracle_run(&call, &report) != 0;
}

/* A legal one with one field that isn't. */
static void refused_operation(struct fuzz *fuzz)
{
	struct aicore_desc good, desc;
	struct oracle_call call;
	int tries = 0;

	do {
		if (tries++ % 50 == 0)
			do {
				random_operation(fuzz, &good);
			} while (!accepted(fuzz, &good, &call));
		desc = good;
		random_spoil(&fuzz->random, &desc);
	} while (!expressible(fuzz, &desc) || accepted(fuzz, &desc, &call));
	say_operation(fuzz, &desc);
	fuzz->stopped = true;
}

/* Statements of the host */

static void fill(struct fuzz *fuzz)
{
	uint64_t size = below(fuzz, 100);
	struct aicore_operand at = somewhere(fuzz, size + 1);
	uint64_t value = below(fuzz, 256);

	memset(memory_of(fuzz, &at).base + at.offset, (int)value, size + 1);
	say(fuzz, "fill ");
	say_location(fuzz, &at);
	say(fuzz, " ");
	say_number(fuzz, size + 1);
	say(fuzz, " ");
	say_number(fuzz, value);
	end_line(fuzz);
}

static uint32_t random_type(struct fuzz *fuzz)
{
	return 1 + (uint32_t)below(fuzz, AICORE_TYPE_DOUBLE);
}

static void print(struct fuzz *fuzz)
{
	struct aicore_operand at = somewhere(fuzz, 64);

	say(fuzz, "print ");
	say_location(fuzz, &at);
	say(fuzz, " %s %d", oracle_type_name(random_type(fuzz)),
	    (int)below(fuzz, 9));
	end_line(fuzz);
}

static void store(struct fuzz *fuzz, const struct aicore_operand *at,
		  uint64_t size, uint32_t type)
{
	say(fuzz, "store ");
	say_location(fuzz, at);
	say(fuzz, " ");
	say_number(fuzz, size);
	if (type)
		say(fuzz, " out/%d.npy %s", fuzz->files++,
		    oracle_type_name(type));
	else
		say(fuzz, " out/%d.bin", fuzz->files++);
	end_line(fuzz);
}

static void store_and_compare(struct fuzz *fuzz)
{
	uint64_t size = 8 * below(fuzz, 20);
	struct aicore_operand at = somewhere(fuzz, size + 1);
	uint32_t type = one_in(fuzz, 3) ? 0 : random_type(fuzz);
	int file = fuzz->files;

	store(fuzz, &at, size, type);
	say(fuzz, "compare ");
	say_location(fuzz, &at);
	say(fuzz, " out/%d.%s", file, type ? "npy" : "bin");
	end_line(fuzz);
}

/* The type of a golden, seldom a wrong one; bfloat16 is uint16 there. */
static void say_golden_type(struct fuzz *fuzz, uint32_t type)
{
	uint32_t stored = type == AICORE_TYPE_BFLOAT16 ? AICORE_TYPE_UINT16 :
							 type;

	if (one_in(fuzz, 16))
		type = random_type(fuzz);
	else if (!one_in(fuzz, 3))
		return;
	say(fuzz, " %s", oracle_type_name(type));
	if (type != stored && (type != AICORE_TYPE_BFLOAT16 ||
			       stored != AICORE_TYPE_UINT16))
		fuzz->stopped = true;
}

/* A golden that is nearly right, and tolerances about as wide as that. */
static void compare_nearly(struct fuzz *fuzz)
{
	static const char *const tolerances[] = {
		"rtol=1e-3", "atol=0.5 rtol=0.001", "atol=1e-5", "maxbad=0.25",
		"rtol=0.01 maxbad=0.1", "maxbad=1", "atol=3 maxbad=0.5", "",
	};
	uint32_t type = random_type(fuzz);
	uint32_t bytes = oracle_type_bytes(type);
	struct aicore_operand at = somewhere(fuzz, 32 * bytes);
	uint8_t golden[32 * 8];
	char name[64], path[4096];

	memcpy(golden, memory_of(fuzz, &at).base + at.offset, 32 * bytes);
	for (uint64_t n = below(fuzz, 8); n > 0; n--)
		golden[below(fuzz, 32) * bytes] ^= 1 << below(fuzz, 8);
	snprintf(name, sizeof(name), "in/%d.npy", fuzz->files++);
	snprintf(path, sizeof(path), "%s/%s", fuzz->directory, name);
	if (!npy_write(path, type, golden, 32 * bytes))
		exit(2);
	say(fuzz, "compare ");
	say_location(fuzz, &at);
	say(fuzz, " %s", name);
	say_golden_type(fuzz, type);
	say(fuzz, " %s", tolerances[below(fuzz, COUNT(tolerances))]);
	end_line(fuzz);
}

static void change_core(struct fuzz *fuzz)
{
	if (fuzz->core_count == 1)
		return;
	fuzz->core = (uint32_t)below(fuzz, fuzz->core_count);
	say(fuzz, "core %u", fuzz->core);
	end_line(fuzz);
}

static void host_statement(struct fuzz *fuzz, bool prints)
{
	switch (below(fuzz, 4)) {
	case 0:
		change_core(fuzz);
		break;
	case 1:
		fill(fuzz);
		break;
	case 2:
		if (prints)
			print(fuzz);
		else
			compare_nearly(fuzz);
		break;
	default:
		store_and_compare(fuzz);
		break;
	}
}

/* Mistakes that don't concern operations. */

static const char *const text_errors[] = {
	"Datacopy dst=x+0 src=VECOUT+0 type=half blockCount=1 blockLen=1 srcStride=0 dstStride=0",
	"DataCopy dst=x+0 src=VECOUT+0 type=half blockCount=1 blockLen=1 srcStride=0",
	"DataCopy dst=x+0 src=VECOUT+0 type=half blockCount=1 blockLen=1 srcStride=0 dstStride=0 dstStride=0",
	"DataCopy dst=x+0 src=VECOUT+0 type=half blockCount=1 blockLen=1 srcStride=0 dstStride=0 mask=1",
	"DataCopy dst=x+0 src=VECOUT+0 type=float16 blockCount=1 blockLen=1 srcStride=0 dstStride=0",
	"DataCopy dst=x+0 src=VECOUT+0 type=half: blockCount=1 blockLen=1 srcStride=0 dstStride=0",
	"DataCopy dst=x+0 src=VECOUT+0 type=half blockCount=-1 blockLen=1 srcStride=0 dstStride=0",
	"DataCopy dst=x+0 src=VECOUT+0 type=half blockCount=1.0 blockLen=1 srcStride=0 dstStride=0",
	"DataCopy dst=x+0 src=VECOUT+0 type=half blockCount=0x blockLen=1 srcStride=0 dstStride=0",
	"DataCopy dst=x+0 src=VECOUT+0 type=half blockCount= blockLen=1 srcStride=0 dstStride=0",
	"DataCopy dst=x+0 src=VECOUT+0 type=half blockCount=18446744073709551616 blockLen=1 srcStride=0 dstStride=0",
	"DataCopy dst=x+0 src=VECOUT+0 type=half blockCount=1 blockLen=1 srcStride=0 dstStride=0 isRelu=2",
	"DataCopy dst=x+0 src=VECOUT+0 type=half blockCount=1 blockLen=1 srcStride=0 dstStride=0 blockMode=matrix",
	"DataCopy dst=x+0 src=VECOUT+0 type=half blockCount=1 blockLen=1 srcStride=0 dstStride=0 deqScale=3",
	"DataCopy dst=CO2+0 src=CO1+0 type=int32:half blockCount=1 blockLen=1 srcStride=0 dstStride=0 blockMode=MATRIX deqScale=DEQ",
	"DataCopy dst=nobody+0 src=VECOUT+0 type=half blockCount=1 blockLen=1 srcStride=0 dstStride=0",
	"DataCopy dst=x src=VECOUT+0 type=half blockCount=1 blockLen=1 srcStride=0 dstStride=0",
	"DataCopy dst=CO2:nobody+0 src=VECOUT+0 type=half blockCount=1 blockLen=1 srcStride=0 dstStride=0",
	"WholeReduceSum dst=VECOUT+0 src=VECIN+0 type=half mask=internal repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8",
	"WholeReduceSum dst=VECOUT+0 src=VECIN+0 type=half mask=1:2:3 repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8",
	"WholeReduceSum dst=VECOUT+0 src=VECIN+0 type=half mask=g:0 repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8",
	"WholeReduceSum dst=VECOUT+0 src=VECIN+0 type=half repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8",
	"WholeReduceSum dst=VECOUT+0 src=VECIN+0 type=half mask=1 repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8 order=VALUE_INDEX",
	"WholeReduceMax dst=VECOUT+0 src=VECIN+0 type=half mask=1 repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8 order=4",
	"WholeReduceMin dst=VECOUT+0 src=VECIN+0 type=half mask=1 repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8 order=INDEX",
	"WholeReduceMax dst=VECOUT+0 src=VECIN+0 type=half mask=1 repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8 dstBlkStride=1",
	"BlockReduceMax dst=VECOUT+0 src=VECIN+0 type=half mask=1 repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8 order=ONLY_VALUE",
	"RepeatReduceSum dst=VECOUT+0 src=VECIN+0 type=half mask=1 repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8 dstBlkStride=one",
	"PairReduceMax dst=VECOUT+0 src=VECIN+0 type=half mask=1 repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8",
	"SetVectorMask mode=count count=1",
	"SetVectorMask mode=counter",
	"SetVectorMask mode=normal",
	"soc ascend310p",
	"soc ascend310p nodes=double",
	"soc ascend999",
	"buffer VECIN 32",
	"buffer x 32",
	"buffer z",
	"buffer z 12q",
	"fill VECIN+0 32",
	"print VECIN+0 half",
	"print VECIN+0 number 1",
	"load VECIN+0",
	"load VECIN+0 in/z.bin half",
	"load VECIN+0 in/z.npy float16",
	"store VECIN+0 32 out/z.npy",
	"compare VECIN+0 in/z.npy rtol=much",
	"compare VECIN+0 in/z.npy float16",
	"compare VECIN+0 in/z.npy rtol=1 half",
	"compare VECIN+0 in/z.bin half",
	"core first",
	"halt",
};

static const char *const statement_errors[] = {
	"load VECIN+0 in/missing.bin",
	"compare VECIN+0 in/missing.npy",
	"fill VECIN+0 32 256",
	"compare VECIN+0 in/z.bin rtol=1",
	"fill VECIN+0 32 0x100000000",
	"store VECIN+0 33 out/odd.npy half",
	"store VECIN+0 32 missing/out.bin",
	"fill VECIN+0 0x10000000 1",
	"fill VECIN+18446744073709551615 2 1",
	"store x+0 0x10000000 out/big.bin",
	"store x+18446744073709551615 1 out/big.bin",
	"print x+0 double 0x2000000000000000",
	"print VECOUT+262144 int8 1",
	"buffer empty 0",
};

static void stopping_statement(struct fuzz *fuzz)
{
	say(fuzz, "%s\n",
	    statement_errors[below(fuzz, COUNT(statement_errors))]);
	fuzz->stopped = true;
}

/* The whole program */

static void begin_soc(struct fuzz *fuzz)
{
	struct aicore_setup setup = {
		.soc = one_in(fuzz, 3) ? AICORE_SOC_ASCEND310P :
		       1 + (uint32_t)below(fuzz, 7),
		.overflow = (uint32_t)below(fuzz, 3),
		.check = (uint32_t)below(fuzz, 3) / 2,
		.flags = one_in(fuzz, 4) ? AICORE_SETUP_FLOAT_NODES : 0,
	};

	if (setup.soc == AICORE_SOC_ASCEND910 &&
	    setup.overflow == AICORE_OVERFLOW_INFNAN)
		setup.overflow = AICORE_OVERFLOW_DEFAULT;
	if (oracle_device_init(&fuzz->device, &setup))
		abort();
	say(fuzz, "soc %s", fuzz->device.soc->name);
	if (setup.overflow)
		say(fuzz, " saturate=%s", setup.overflow == 1 ? "on" : "off");
	if (setup.check || one_in(fuzz, 4))
		say(fuzz, " check=%s", setup.check ? "permissive" : "strict");
	if (setup.flags || one_in(fuzz, 8))
		say(fuzz, " nodes=%s", setup.flags ? "float" : "half");
	end_line(fuzz);
}

static void begin(struct fuzz *fuzz)
{
	static const uint64_t sizes[] = { 64, 1000, 4096, 4100, 65536, 100000 };

	begin_soc(fuzz);
	fuzz->core_count = one_in(fuzz, 3) ? MAX_FUZZ_CORES : 1;
	fuzz->buffer_count = MAX_FUZZ_CORES;
	for (uint32_t i = 0; i < fuzz->buffer_count; i++) {
		fuzz->buffer_sizes[i] = sizes[below(fuzz, COUNT(sizes))];
		oracle_buffer_create(&fuzz->device, fuzz->buffer_sizes[i]);
		say(fuzz, "buffer %s ", buffer_names[i]);
		say_number(fuzz, fuzz->buffer_sizes[i]);
		end_line(fuzz);
	}
	for (uint32_t i = 0; i < fuzz->core_count; i++)
		oracle_core_init(&fuzz->cores[i], &fuzz->device);
}

static void load_all(struct fuzz *fuzz)
{
	for (uint32_t i = fuzz->core_count; i-- > 0;) {
		fuzz->core = i;
		if (fuzz->core_count > 1)
			say(fuzz, "core %u\n", i);
		for (int n = 0; n < 3; n++)
			load_random(fuzz, place_of(ORACLE_UB, 0));
		for (int n = 0; n < 3; n++)
			load_random(fuzz, place_of(ORACLE_L0C, 0));
		load_random(fuzz, place_of(ORACLE_L1, 0));
	}
	for (uint32_t i = 0; i < fuzz->buffer_count; i++)
		load_random(fuzz, place_of(ORACLE_GM, i + 1));
}

static void dump_all(struct fuzz *fuzz)
{
	for (uint32_t i = 0; i < fuzz->core_count; i++) {
		fuzz->core = i;
		if (fuzz->core_count > 1)
			say(fuzz, "core %u\n", i);
		for (int place = ORACLE_UB; place < ORACLE_PLACES; place++) {
			struct aicore_operand at = place_of(place, 0);
			uint64_t size = memory_of(fuzz, &at).bytes;

			if (size)
				store(fuzz, &at, size, 0);
		}
	}
	for (uint32_t i = 0; i < fuzz->buffer_count; i++) {
		struct aicore_operand at = place_of(ORACLE_GM, i + 1);

		store(fuzz, &at, fuzz->buffer_sizes[i], 0);
	}
}

static void write_program(struct fuzz *fuzz)
{
	uint64_t mistake = below(fuzz, 12);
	uint64_t statements = 1 + below(fuzz, 40);
	uint64_t bad = below(fuzz, statements);
	bool prints = one_in(fuzz, 2);
	struct aicore_desc desc;

	begin(fuzz);
	load_all(fuzz);
	for (uint64_t i = 0; i < statements && !fuzz->stopped; i++) {
		if (i == bad && mistake <= 1)
			refused_operation(fuzz);
		else if (i == bad && mistake == 2)
			stopping_statement(fuzz);
		else if (one_in(fuzz, 6))
			host_statement(fuzz, prints);
		else
			legal_operation(fuzz, &desc);
	}
	if (mistake == 3)
		say(fuzz, "%s\n", text_errors[below(fuzz, COUNT(text_errors))]);
	dump_all(fuzz);
}

static void make_directory(const char *directory, const char *name)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	if (mkdir(path, 0777) && errno != EEXIST) {
		perror(path);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	static struct fuzz fuzz;
	char path[4096];

	if (argc != 3) {
		fprintf(stderr, "usage: fuzz_programs SEED DIRECTORY\n");
		return 2;
	}
	fuzz.random.state = strtoull(argv[1], NULL, 0) * 0x100000001b3ULL;
	fuzz.directory = argv[2];
	make_directory(argv[2], "");
	make_directory(argv[2], "in");
	make_directory(argv[2], "out");
	snprintf(path, sizeof(path), "%s/program.aic", argv[2]);
	fuzz.text = fopen(path, "w");
	if (!fuzz.text) {
		perror(path);
		return 2;
	}
	write_program(&fuzz);
	return fclose(fuzz.text) ? 2 : 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every implementation of every kernel against the integer reference, bit for
 * bit: descriptors are planned twice, with the kernels of one implementation
 * and with none, and must leave the same bytes in all memories. The memories
 * lie between pages that can't be touched, so that a kernel which reads more
 * than it may is noticed as well.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "fast.h"
#include "plan.h"
#include "simd/host.h"

#define UB_BYTES	131072
#define L0C_BYTES	65536
#define PAGE		4096
#define SHOWN		5

static unsigned int passed, failed, skipped;

static u8 *ub, *l0c;
static u8 ub_before[UB_BYTES], l0c_before[L0C_BYTES];
static u8 ub_expected[UB_BYTES], l0c_expected[L0C_BYTES];

static struct aicore_machine machine;

/* The implementations that this machine can run. */
static const struct aicore_impl *impls[AICORE_IMPLS];
static u32 impl_count;

/* Runs of kernels and differences, since the last verdict. */
static u64 kernel_runs, differences;

static u64 random_u64(void)
{
	static u64 state = 0x9e3779b97f4a7c15ULL;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static u32 below(u32 n)
{
	return random_u64() % n;
}

/* A test of kernels in which none ran has proved nothing. */
static void verdict(const char *name, bool kernels)
{
	bool good = !differences && (kernel_runs || !kernels);

	printf("%s - %s: %llu runs of kernels\n", good ? "ok" : "not ok", name,
	       (unsigned long long)kernel_runs);
	if (good)
		passed++;
	else
		failed++;
	kernel_runs = 0;
	differences = 0;
}

static void verdict_of(const char *name, bool good)
{
	printf("%s - %s\n", good ? "ok" : "not ok", name);
	if (good)
		passed++;
	else
		failed++;
}

/* -- memories -- */

static u8 *guarded(size_t bytes)
{
	u8 *pages = mmap(NULL, bytes + 2 * PAGE, PROT_NONE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED ||
	    mprotect(pages + PAGE, bytes, PROT_READ | PROT_WRITE)) {
		perror("guarded memory");
		exit(1);
	}
	return pages + PAGE;
}

enum data {
	ORDINARY,	/* halves and floats that add up without overflow */
	LARGE,		/* halves most sums of which overflow */
	SPECIAL,	/* all bits, with many zeros, infs, NaNs, subnormals */
	DATA,
};

static u32 special(void)
{
	static const u32 words[] = {
		0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff,
		0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x7f800000,
		0xff800000, 0x7f800001, 0xffffffff, 0x7fc00000, 0x3f800000,
		0xbf800000, 0x477fe000, 0x477fefff, 0x477ff000, 0xc77ff000,
		0x38800000, 0x387fffff, 0x33000000, 0x33000001, 0x32ffffff,
		0x80008000, 0x7c007c00, 0x7c00fc00, 0x7bff7bff, 0xfbff7bff,
		0x7e007c01, 0xfe00ffff, 0x00010001, 0x03ff0400, 0x84000001,
		0x3c003c00, 0x43000000, 0x437f0000, 0x437f8000, 0xc3800000,
	};
	u32 x = random_u64() >> 20;

	switch (below(4)) {
	case 0:
		return x;
	case 1:
		return words[x % ARRAY_SIZE(words)];
	case 2:
		return words[x % ARRAY_SIZE(words)] + (x >> 24) % 3 - 1;
	default:
		return (x & 0x8fff8fff) | 0x30003000;
	}
}

static void fill(u8 *memory, size_t bytes, enum data data)
{
	size_t i;

	for (i = 0; i < bytes; i += sizeof(u32)) {
		u32 x = random_u64() >> 16;

		if (data == ORDINARY)
			x = (x & 0x8fff8fff) | 0x30003000;
		else if (data == LARGE)
			x = (x & 0x87ff87ff) | 0x78007800;
		else
			x = special();
		memcpy(memory + i, &x, sizeof(x));
	}
}

static void fill_all(enum data data)
{
	fill(ub_before, UB_BYTES, data);
	fill(l0c_before, L0C_BYTES, data);
}

/* -- running -- */

struct setting {
	u32 soc;
	bool saturate;
	bool permissive;
	bool float_nodes;
	u32 chunk;
	struct aicore_mask mask;
};

static struct setting usual(void)
{
	struct setting setting = {
		.soc = AICORE_SOC_ASCEND310P,
		.saturate = true,
		.chunk = 4096,
	};

	aicore_mask_reset(&setting.mask);
	return setting;
}

/* Plans and runs; false if the descriptor is refused. */
static bool run(const struct aicore_desc *desc, const struct setting *setting,
		const struct aicore_kernels *kernels, bool *used)
{
	struct aicore_env env = {
		.soc = aicore_soc_find(setting->soc),
		.saturate = setting->saturate,
		.permissive = setting->permissive,
		.float_nodes = setting->float_nodes,
		.kernels = kernels,
		.memory = {
			[AICORE_MEMORY_UB] = { ub, UB_BYTES },
			[AICORE_MEMORY_L0C] = { l0c, L0C_BYTES },
		},
	};
	struct aicore_mask mask = setting->mask;
	struct aicore_report report;
	struct aicore_plan plan;
	u64 progress = 0;
	u32 kernel;
	int more;

	memcpy(ub, ub_before, UB_BYTES);
	memcpy(l0c, l0c_before, L0C_BYTES);
	if (aicore_plan_make(&plan, desc, &env, &mask, &report))
		return false;
	kernel = plan.kind == AICORE_PLAN_REDUCE ? plan.reduce.kernel :
						   plan.copy.quant.kernel;
	*used = kernels && kernel != AICORE_KERNELS && kernels->run[kernel].sum;
	do
		more = aicore_plan_step(&plan, &progress, &report);
	while (more > 0);
	return !more;
}

static u64 first_difference(const u8 *a, const u8 *b, u64 bytes)
{
	u64 i;

	for (i = 0; i < bytes && a[i] == b[i]; i++)
		;
	return i;
}

static void show_difference(const struct aicore_desc *desc, const char *name)
{
	u64 i = first_difference(ub, ub_expected, UB_BYTES);
	u64 j = first_difference(l0c, l0c_expected, L0C_BYTES);

	if (differences++ >= SHOWN)
		return;
	printf("# %s differs: %s from type %u to %u, UB+%#llx L0C+%#llx",
	       name, aicore_op_name(desc->op), desc->src_type, desc->dst_type,
	       (unsigned long long)i, (unsigned long long)j);
	if (i < UB_BYTES)
		printf(": %02x, expected %02x", ub[i], ub_expected[i]);
	printf("\n");
}

static struct aicore_kernels only(const struct aicore_impl *impl, u32 chunk)
{
	struct aicore_kernels kernels = {
		.enter = machine.enter,
		.leave = machine.leave,
	};
	u32 i;

	memcpy(kernels.run, impl->run, sizeof(kernels.run));
	for (i = 0; i < AICORE_KERNELS; i++)
		kernels.chunk[i] = chunk;
	return kernels;
}

/* Runs a descriptor with all implementations. False if it is refused. */
static bool compare(const struct aicore_desc *desc,
		    const struct setting *setting)
{
	bool used;
	u32 i;

	if (!run(desc, setting, NULL, &used))
		return false;
	memcpy(ub_expected, ub, UB_BYTES);
	memcpy(l0c_expected, l0c, L0C_BYTES);
	for (i = 0; i < impl_count; i++) {
		struct aicore_kernels kernels = only(impls[i], setting->chunk);

		run(desc, setting, &kernels, &used);
		kernel_runs += used;
		if (memcmp(ub, ub_expected, UB_BYTES) ||
		    memcmp(l0c, l0c_expected, L0C_BYTES))
			show_difference(desc, impls[i]->name);
	}
	return true;
}

/* -- sums -- */

static const u32 sum_ops[] = {
	AICORE_OP_WHOLE_REDUCE_SUM, AICORE_OP_BLOCK_REDUCE_SUM,
	AICORE_OP_PAIR_REDUCE_SUM, AICORE_OP_REPEAT_REDUCE_SUM,
};

static struct aicore_desc sum(u32 op, u32 type, u64 repeats)
{
	return (struct aicore_desc){
		.op = op,
		.dst = { AICORE_POSITION_VECOUT, 0, UB_BYTES / 2 },
		.src = { AICORE_POSITION_VECIN, 0, 0 },
		.src_type = type,
		.dst_type = type,
		.reduce = {
			.mask_form = AICORE_MASK_CONTIGUOUS,
			.mask = { type == AICORE_TYPE_HALF ? 128 : 64 },
			.repeat_time = repeats,
			.dst_rep_stride = 1,
			.src_blk_stride = 1,
			.src_rep_stride = 8,
		},
	};
}

static void test_tails(u32 op, u32 type)
{
	struct setting setting = usual();
	char name[80];
	u32 repeats;

	for (repeats = 1; repeats <= 255; repeats++) {
		struct aicore_desc desc = sum(op, type, repeats);

		if (repeats % 8 == 1)
			fill_all(repeats / 8 % DATA);
		setting.saturate = repeats & 1;
		compare(&desc, &setting);
	}
	snprintf(name, sizeof(name), "%s %s, 1..255 repeats",
		 aicore_op_name(op), type == AICORE_TYPE_HALF ? "half" : "float");
	verdict(name, true);
}

/* Mostly full ones, or ones that leave no DataBlock without a lane. */
static void random_mask(struct aicore_desc *desc, struct setting *setting)
{
	u32 lanes = desc->src_type == AICORE_TYPE_HALF ? 128 : 64;
	struct aicore_reduce *reduce = &desc->reduce;
	u64 blanks = random_u64() & random_u64() & random_u64();

	switch (below(6)) {
	case 0:
		return;
	case 1:
		reduce->mask[0] = 1 + below(lanes);
		return;
	case 2:
		reduce->mask_form = AICORE_MASK_EXTERNAL;
		reduce->mask[0] = 0;
		setting->mask = (struct aicore_mask){
			.counter = true,
			.count = below(lanes * 40),
		};
		return;
	default:
		break;
	}
	if (desc->op == AICORE_OP_REPEAT_REDUCE_SUM)
		return;
	reduce->mask_form = AICORE_MASK_BITWISE;
	reduce->mask[0] = ~blanks;
	reduce->mask[1] = ~(random_u64() & random_u64() & random_u64());
	if (below(3))
		return;
	/* Whole DataBlocks are idle: these may lie outside. */
	reduce->mask[0] &= ~0ULL >> below(64);
	reduce->mask[1] &= below(2) ? 0 : ~0ULL >> below(64);
}

static u64 random_stride(u32 usual_one)
{
	switch (below(4)) {
	case 0:
		return below(3);
	case 1:
		return below(24);
	default:
		return usual_one;
	}
}

/* Anywhere, often so that the last DataBlock ends with the memory. */
static void random_shape(struct aicore_desc *desc)
{
	struct aicore_reduce *reduce = &desc->reduce;
	u64 span;

	reduce->repeat_time = below(3) ? below(40) : below(256);
	reduce->src_blk_stride = random_stride(1);
	reduce->src_rep_stride = random_stride(8);
	reduce->dst_rep_stride = random_stride(1);
	if (desc->op == AICORE_OP_REPEAT_REDUCE_SUM)
		reduce->dst_blk_stride = below(3);
	span = reduce->repeat_time * reduce->src_rep_stride +
	       (below(8) + 1) * reduce->src_blk_stride;
	if (below(2) && span * 32 < UB_BYTES)
		desc->src.offset = UB_BYTES - span * 32;
	else
		desc->src.offset = below(UB_BYTES / 32) * 32;
	desc->dst.offset = below(UB_BYTES / 256) * 256;
	/* In place, or close to it. */
	if (!below(3))
		desc->dst.offset = desc->src.offset / 256 * 256 +
				   below(3) * 256;
}

static void test_random_sums(u32 type, bool permissive)
{
	u32 accepted = 0, tried = 0;
	char name[80];

	while (accepted < 6000 && tried++ < 200000) {
		struct setting setting = usual();
		u32 op = sum_ops[below(ARRAY_SIZE(sum_ops))];
		struct aicore_desc desc = sum(op, type, 1);

		if (tried % 64 == 1)
			fill_all(below(DATA));
		setting.soc = below(2) ? AICORE_SOC_ASCEND310P :
					 AICORE_SOC_ASCEND910B;
		setting.saturate = below(2);
		setting.permissive = permissive;
		setting.float_nodes = !below(8);
		setting.chunk = below(2) ? 4096 : 1 + below(40);
		random_shape(&desc);
		random_mask(&desc, &setting);
		accepted += compare(&desc, &setting);
	}
	snprintf(name, sizeof(name), "%s sums of any shape, %s",
		 type == AICORE_TYPE_HALF ? "half" : "float",
		 permissive ? "permissive" : "strict");
	verdict(name, true);
}

/* Signs of zero, and every pair of special halves in every position. */
static void test_zeros(void)
{
	struct setting setting = usual();
	u32 op, i, type;

	for (i = 0; i < 4; i++) {
		memset(ub_before, 0, UB_BYTES);
		for (op = 0; i & 1 && op < UB_BYTES; op += 2)
			ub_before[op + 1] = 0x80;
		setting.saturate = i & 2;
		for (op = 0; op < ARRAY_SIZE(sum_ops); op++) {
			for (type = 0; type < 2; type++) {
				struct aicore_desc desc =
					sum(sum_ops[op], type ?
					    AICORE_TYPE_HALF :
					    AICORE_TYPE_FLOAT, 40);

				compare(&desc, &setting);
				desc.reduce.mask[0] -= 1;
				compare(&desc, &setting);
			}
		}
	}
	verdict("sums of zeros", true);
}

/* Steps through pairs of halves: all of one with some of the other. */
static void test_half_pairs(void)
{
	struct aicore_desc desc = sum(AICORE_OP_PAIR_REDUCE_SUM,
				      AICORE_TYPE_HALF, 250);
	struct setting setting = usual();
	u32 a, i, b = 0;

	for (a = 0; a < 0x10000; a += 0x3d) {
		for (i = 0; i < UB_BYTES / 2; i += 4) {
			u32 pair = a | b++ << 16;

			memcpy(ub_before + i, &pair, sizeof(pair));
		}
		b += 0x101;
		setting.saturate = a & 1;
		compare(&desc, &setting);
	}
	verdict("pairs of halves", true);
}

/* -- conversions -- */

#define VECTORS		(UB_BYTES - 8192)

static u32 random_m(void)
{
	static const u32 some[] = {
		0x3f800000, 0xbf800000, 0x3c000000, 0x00000000, 0x80000000,
		0x7f800000, 0xff800000, 0x7fc00001, 0x00000001, 0x7f7fffff,
		0x37800000, 0x3f000000, 0x3b808080, 0x4b000000, 0x33d6bf95,
	};
	u32 x = random_u64() >> 8;

	switch (below(4)) {
	case 0:
		return x;
	case 1:
		return some[x % ARRAY_SIZE(some)];
	default:
		/* Makes small results of 32-bit integers. */
		return (x & 0x807fffff) | (100 + below(30)) << 23;
	}
}

static u64 random_word(void)
{
	return (random_u64() & ~0xffffffffULL) | random_m();
}

/* Strict mode wants all of a vector to have one MCB. */
static void fill_vectors(bool strict)
{
	u64 mcb = 1ULL << AICORE_DEQ_MCB_SHIFT;
	u64 common = random_u64() & mcb;
	u32 i;

	for (i = VECTORS; i < UB_BYTES; i += sizeof(u64)) {
		u64 word = random_word();

		if (strict)
			word = (word & ~mcb) | common;
		memcpy(ub_before + i, &word, sizeof(word));
	}
}

static const struct {
	u32 src_type;
	u32 dst_type;
	u32 deq_scale;
} rows[] = {
#define ROW(src, dst, scale) \
	{ AICORE_TYPE_##src, AICORE_TYPE_##dst, AICORE_DEQ_SCALE_##scale }
	ROW(HALF, HALF, NONE), ROW(HALF, HALF, DEQ), ROW(FLOAT, FLOAT, NONE),
	ROW(INT32, INT32, NONE), ROW(UINT32, UINT32, NONE),
	ROW(FLOAT, HALF, NONE), ROW(INT32, HALF, DEQ), ROW(INT32, HALF, VDEQ),
	ROW(INT32, HALF, DEQ16), ROW(INT32, HALF, VDEQ16),
	ROW(INT32, INT8, DEQ8), ROW(INT32, INT8, VDEQ8),
	ROW(INT32, UINT8, DEQ8), ROW(INT32, UINT8, VDEQ8),
	ROW(INT32, INT16, DEQ16), ROW(INT32, INT16, VDEQ16),
	ROW(HALF, FLOAT, NONE),
#undef ROW
};

static struct aicore_desc conversion(u32 row)
{
	struct aicore_desc desc = {
		.op = AICORE_OP_DATA_COPY,
		.dst = { AICORE_POSITION_CO2, 0, 0 },
		.src = { AICORE_POSITION_CO1, 0, 0 },
		.src_type = rows[row].src_type,
		.dst_type = rows[row].dst_type,
		.copy = {
			.block_count = 1,
			.block_len = 1,
			.block_mode = AICORE_BLOCK_MODE_MATRIX,
			.deq_scale = rows[row].deq_scale,
			.deq_tensor_addr = VECTORS,
			.sid_store_mode = 2,
		},
	};

	/* CO2 to CO1 has one conversion, and copies without one. */
	if (desc.dst_type == AICORE_TYPE_FLOAT &&
	    desc.src_type == AICORE_TYPE_HALF) {
		desc.dst.position = AICORE_POSITION_CO1;
		desc.src.position = AICORE_POSITION_CO2;
	}
	return desc;
}

static void random_copy(struct aicore_desc *desc)
{
	struct aicore_copy *copy = &desc->copy;

	copy->block_count = 1 + below(below(2) ? 3 : 12);
	copy->block_len = 1 + below(below(2) ? 3 : 12);
	copy->src_stride = below(2) ? 0 : below(4);
	copy->dst_stride = below(2) ? 0 : below(4);
	if (below(3) == 0)
		copy->block_mode = AICORE_BLOCK_MODE_VECTOR;
	copy->sid_store_mode = below(3);
	copy->deq_value = random_word();
	copy->is_relu = below(2);
	desc->dst.offset = below(8) * 64;
	desc->src.offset = below(8) * 64;
	copy->deq_tensor_addr += below(2) * 32;
}

static void test_conversions(u32 row, bool permissive)
{
	char name[80];
	u32 tried;

	for (tried = 0; tried < 1500; tried++) {
		struct setting setting = usual();
		struct aicore_desc desc = conversion(row);

		if (tried % 32 == 0)
			fill_all(below(4) ? SPECIAL : ORDINARY);
		fill_vectors(!permissive);
		setting.saturate = below(2);
		setting.permissive = permissive;
		setting.chunk = below(2) ? 4096 : 1 + below(70);
		random_copy(&desc);
		/* Where relu demands one, the Offset that it demands. */
		if (!permissive && desc.copy.is_relu && below(2)) {
			desc.copy.deq_value &= ~(0x3ffULL <<
						 AICORE_DEQ_OFFSET_SHIFT);
			if (desc.dst_type == AICORE_TYPE_INT8)
				desc.copy.deq_value |=
					0x180ULL << AICORE_DEQ_OFFSET_SHIFT;
		}
		if (!compare(&desc, &setting)) {
			desc.copy.is_relu = 0;
			compare(&desc, &setting);
		}
	}
	snprintf(name, sizeof(name), "type %u to %u, deqScale %u, %s",
		 rows[row].src_type, rows[row].dst_type, rows[row].deq_scale,
		 permissive ? "permissive" : "strict");
	/* What never changes has no kernel: its rows are moved. */
	verdict(name, rows[row].src_type != AICORE_TYPE_UINT32);
}

/* Integers whose shifted values, or products with M, lie at a limit. */
static void fill_limits(u32 shift, u32 block)
{
	static const s64 at[] = {
		0, 1, 127, 128, 255, 256, 257, 511, 512, 16384, 32640, 32767, 32768,
		32769, 65280, 65504, 65519, 65520, 65536, 4194304, 1 << 24, 2147483647,
	};
	u32 i;

	for (i = 0; i < block; i += sizeof(s32)) {
		s64 x = (at[below(ARRAY_SIZE(at))] << below(shift + 1)) +
			(s64)below(3) - 1;

		x = below(2) ? -x : x;
		if (x > 2147483647 || x < -2147483648LL)
			x = below(2) ? 2147483647 : -2147483648LL;
		memcpy(l0c_before + i, &x, sizeof(s32));
	}
}

/*
 * Which steps a conversion may leave out depends on M, Offset and Sign: here they
 * are where that changes, and just beside it.
 */
static void test_limits(u32 row)
{
	static const u32 ms[] = {
		0x3c000000, 0x3f800000, 0x47800000, 0x3fff0000, 0x37ff0000, 0x37800000,
		0x38000000, 0x40000000, 0x3b800000, 0x43800000, 0x2f800000,
	};
	static const s32 offsets[] = { -256, -129, -128, -127, -1, 0, 1, 127, 128, 255 };
	struct aicore_desc desc = conversion(row);
	struct setting setting = usual();
	char name[80];
	u64 bits;
	u32 i, m;

	setting.permissive = true;
	for (i = 0; i < ARRAY_SIZE(ms) * ARRAY_SIZE(offsets) * 80; i++) {
		u32 shift = below(16);

		m = ms[i % ARRAY_SIZE(ms)] + (below(3) - 1) * (below(2) ? 0x2000 : 1);
		bits = m | (u64)below(2) << 31 | (u64)shift << AICORE_DEQ_N_SHIFT;
		bits |= ((u64)offsets[i / ARRAY_SIZE(ms) % ARRAY_SIZE(offsets)] & 0x1ff)
			<< AICORE_DEQ_OFFSET_SHIFT;
		bits |= (u64)below(2) << AICORE_DEQ_SIGN_SHIFT;
		bits |= (u64)below(2) << AICORE_DEQ_MCB_SHIFT;
		desc.copy.deq_value = bits;
		desc.copy.is_relu = below(2);
		setting.saturate = below(2);
		fill_limits(shift + 1, 1024);
		compare(&desc, &setting);
	}
	snprintf(name, sizeof(name), "limits of type %u to %u, deqScale %u",
		 rows[row].src_type, rows[row].dst_type, rows[row].deq_scale);
	verdict(name, true);
}

/* Every half through the kernels that widen. */
static void test_all_halves(void)
{
	struct aicore_desc to_float = conversion(ARRAY_SIZE(rows) - 1);
	struct aicore_desc scale = conversion(1);
	struct aicore_desc relu = conversion(0);
	struct setting setting = usual();
	u32 half, i, m;

	to_float.copy.block_len = L0C_BYTES / 1024;
	scale.copy.block_len = L0C_BYTES / 512;
	relu.copy.block_len = L0C_BYTES / 512;
	relu.copy.is_relu = 1;
	for (half = 0; half < 0x10000;) {
		for (i = 0; i < L0C_BYTES; i += 2, half++) {
			memcpy(l0c_before + i, &half, 2);
			memcpy(ub_before + i, &half, 2);
		}
		to_float.src.offset = 0;
		compare(&to_float, &setting);
		to_float.src.offset = L0C_BYTES / 2;
		compare(&to_float, &setting);
		for (m = 0; m < 60; m++) {
			setting.saturate = m & 1;
			scale.copy.deq_value = m < 30 ? m * 0x888 : random_u64();
			compare(&scale, &setting);
			compare(&relu, &setting);
		}
	}
	verdict("every half", true);
}

/* The upper 19 bits of floats, with the interesting lower ones. */
static void test_all_floats(void)
{
	static const u32 low[] = { 0, 1, 0xfff, 0x1000, 0x1001, 0x1fff };
	struct setting setting = usual();
	struct aicore_desc desc = conversion(5);
	u32 i, filled = 0;
	u64 x;

	desc.copy.block_len = L0C_BYTES / 1024;
	for (x = 0; x < 1ULL << 32; x += 0x2000) {
		for (i = 0; i < ARRAY_SIZE(low); i++) {
			u32 bits = x | low[i];

			memcpy(l0c_before + filled, &bits, sizeof(bits));
			filled = (filled + sizeof(bits)) % L0C_BYTES;
			if (filled)
				continue;
			setting.saturate = !setting.saturate;
			compare(&desc, &setting);
		}
	}
	verdict("every kind of float to half", true);
}

/* -- the program around -- */

#ifdef __x86_64__

/* A program may round upwards and lose subnormals; results don't. */
static void test_mxcsr(void)
{
	static const u32 states[] = { 0x1f80 | 0x4000, 0x1f80 | 0x8040 };
	struct setting setting = usual();
	u32 before = _mm_getcsr();
	u32 i, kernel;
	bool kept = true;

	fill_all(SPECIAL);
	for (i = 0; i < ARRAY_SIZE(states); i++) {
		_mm_setcsr(states[i]);
		for (kernel = 0; kernel < ARRAY_SIZE(rows); kernel++) {
			struct aicore_desc desc = conversion(kernel);
			struct aicore_desc tree =
				sum(sum_ops[kernel % ARRAY_SIZE(sum_ops)],
				    kernel & 4 ? AICORE_TYPE_HALF :
						 AICORE_TYPE_FLOAT, 100);

			compare(&desc, &setting);
			compare(&tree, &setting);
		}
		kept &= (_mm_getcsr() & ~0x3f) == (states[i] & ~0x3f);
	}
	_mm_setcsr(before);
	verdict("a program with other rounding", true);
	verdict_of("its rounding is left alone", kept);
}

static u32 enter_wrong(void)
{
	u32 state = _mm_getcsr();

	_mm_setcsr(0x1f80 | 0x4000);
	return state;
}

/* With other rounding all kernels are right to differ from the reference. */
static void test_refusal(void)
{
	struct aicore_machine wrong = machine;
	struct aicore_choice choice;
	void *room = malloc(aicore_choose_room());
	u32 impl, kernel, differing = 0;

	wrong.enter = enter_wrong;
	if (!room || aicore_choose(&choice, &wrong, "auto", room)) {
		verdict_of("kernels that differ are refused", false);
		return;
	}
	for (impl = 1; impl < AICORE_IMPLS; impl++) {
		kernel = AICORE_KERNEL_WHOLE_FLOAT;
		differing += choice.fitness[impl][kernel] ==
			     AICORE_FITNESS_DIFFERS;
	}
	verdict_of("kernels that differ are refused",
		   differing == impl_count &&
		   !choice.kernels.run[AICORE_KERNEL_WHOLE_FLOAT].sum);
	free(room);
}

#else

static void test_mxcsr(void)
{
}

static void test_refusal(void)
{
}

#endif

/* What is chosen by name is used, and nothing wider. */
static void test_choice(void)
{
	static const char *const names[] = { "sse2", "avx2", "avx512" };
	void *room = malloc(aicore_choose_room());
	struct aicore_choice choice;
	u32 i, kernel;
	bool good = room;

	for (i = 0; good && i < ARRAY_SIZE(names); i++) {
		int err = aicore_choose(&choice, &machine, names[i], room);

		if (i >= impl_count) {
			good &= err == -EOPNOTSUPP || err == -EINVAL;
			continue;
		}
		good &= !err && choice.impl[AICORE_KERNEL_WHOLE_HALF] == i + 1;
		for (kernel = 0; kernel < AICORE_KERNELS; kernel++)
			good &= choice.impl[kernel] <= i + 1 &&
				choice.fitness[i + 1][kernel] !=
				AICORE_FITNESS_DIFFERS;
	}
	verdict_of("implementations by name", good);
	good = room && !aicore_choose(&choice, &machine, "integer", room);
	for (kernel = 0; good && kernel < AICORE_KERNELS; kernel++)
		good &= !choice.kernels.run[kernel].sum;
	verdict_of("the reference by name", good);
	verdict_of("an unknown name is refused",
		   room && aicore_choose(&choice, &machine, "mmx", room) ==
		   -EINVAL);
	free(room);
}

static void find_impls(void)
{
#ifdef __x86_64__
	static const struct aicore_impl *const all[] = {
		&aicore_impl_sse2, &aicore_impl_avx2, &aicore_impl_avx512,
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(all); i++) {
		if (!(all[i]->needs & ~machine.has)) {
			impls[impl_count++] = all[i];
			continue;
		}
		printf("ok - %s # SKIP the processor lacks it\n", all[i]->name);
		skipped++;
	}
#else
	printf("ok - kernels # SKIP none for this architecture\n");
	skipped++;
#endif
}

static void test_sums(void)
{
	u32 op;

	for (op = 0; op < ARRAY_SIZE(sum_ops); op++) {
		test_tails(sum_ops[op], AICORE_TYPE_FLOAT);
		test_tails(sum_ops[op], AICORE_TYPE_HALF);
	}
	test_random_sums(AICORE_TYPE_FLOAT, false);
	test_random_sums(AICORE_TYPE_HALF, false);
	test_random_sums(AICORE_TYPE_FLOAT, true);
	test_random_sums(AICORE_TYPE_HALF, true);
	test_zeros();
	test_half_pairs();
}

int main(void)
{
	u32 row;

	machine = aicore_host_machine();
	ub = guarded(UB_BYTES);
	l0c = guarded(L0C_BYTES);
	find_impls();
	if (impl_count) {
		test_sums();
		for (row = 0; row < ARRAY_SIZE(rows); row++) {
			test_conversions(row, false);
			test_conversions(row, true);
			if (rows[row].deq_scale == AICORE_DEQ_SCALE_DEQ8 ||
			    rows[row].deq_scale == AICORE_DEQ_SCALE_DEQ16)
				test_limits(row);
		}
		test_all_halves();
		test_all_floats();
		test_mxcsr();
		test_refusal();
		test_choice();
	}
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return failed ? 1 : 0;
}

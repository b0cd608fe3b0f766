// SPDX-License-Identifier: GPL-2.0-only
#include "simd_twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "random_desc.h"

#define PAGE		4096
#define SHOWN		5

static unsigned int passed, failed, skipped;

static u8 *ub, *l0c;
u8 ub_before[UB_BYTES], l0c_before[L0C_BYTES];
static u8 ub_expected[UB_BYTES], l0c_expected[L0C_BYTES];

struct aicore_machine machine;

/* The implementations that this machine can run. */
static const struct aicore_impl *impls[AICORE_IMPLS];
u32 impl_count;

/* Runs of kernels and differences, since the last verdict. */
static u64 kernel_runs, differences;

static struct random random_state = { 0x9e3779b97f4a7c15ULL };

u64 any(void)
{
	return random_u64(&random_state);
}

u32 below(u32 n)
{
	return random_below(&random_state, n);
}

void verdict(const char *name, bool kernels)
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

void verdict_of(const char *name, bool good)
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
	u32 x = any() >> 20;

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
		u32 x = any() >> 16;

		if (data == ORDINARY)
			x = (x & 0x8fff8fff) | 0x30003000;
		else if (data == LARGE)
			x = (x & 0x87ff87ff) | 0x78007800;
		else
			x = special();
		memcpy(memory + i, &x, sizeof(x));
	}
}

void fill_all(enum data data)
{
	fill(ub_before, UB_BYTES, data);
	fill(l0c_before, L0C_BYTES, data);
}

/* -- running -- */

struct setting usual(void)
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

bool compare(const struct aicore_desc *desc, const struct setting *setting)
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

static void find_impls(void)
{
#if defined(__x86_64__) || defined(__aarch64__)
	static const struct aicore_impl *const all[] = {
#ifdef __x86_64__
		&aicore_impl_sse2, &aicore_impl_avx2, &aicore_impl_avx512,
#else
		&aicore_impl_neon,
#endif
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

bool simd_start(void)
{
	machine = aicore_host_machine();
	ub = guarded(UB_BYTES);
	l0c = guarded(L0C_BYTES);
	find_impls();
	return impl_count;
}

int simd_end(void)
{
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return failed ? 1 : 0;
}

/* -- descriptors -- */

const u32 sum_ops[SUM_OPS] = {
	AICORE_OP_WHOLE_REDUCE_SUM, AICORE_OP_BLOCK_REDUCE_SUM,
	AICORE_OP_PAIR_REDUCE_SUM, AICORE_OP_REPEAT_REDUCE_SUM,
};

struct aicore_desc sum(u32 op, u32 type, u64 repeats)
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

const struct row rows[ROWS] = {
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

struct aicore_desc conversion(u32 row)
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

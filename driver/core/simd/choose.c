// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "choose.h"
#include "../plan.h"

/*
 * Longest time between enter and leave, for plain data. Masks, strides and
 * trees that have to be done again take up to three times as long, which keeps
 * a section below 50 us.
 */
#define SECTION_NS		16000
#define CHUNK_MIN		4
#define CHUNK_MAX		4096

/* Small enough for a trial to take several. */
#define TRIAL_CHUNK		20

#define SAMPLES			7
/* A sample lasts that long, or one run if that takes longer. */
#define SAMPLE_NS		10000

/*
 * A trial: some groups of repeats and a rest, or fractals of 16 rows, enough to
 * matter beside what a copy takes whatever its size.
 */
#define REPEATS			36
#define FRACTALS		8
#define ROWS			(FRACTALS * 16)

/* UB has a source first, then parameter vectors, then results. */
#define UB_BYTES		24576
#define VECTORS			9216
#define RESULTS			10240
#define VECTOR_BYTES		(AICORE_COLUMNS * sizeof(u64))
#define L0C_BYTES		8192
/* Of both memories, as those of a core have it; their sizes are multiples. */
#define ALIGNMENT		64

/* struct memories - what a trial works on */
struct memories {
	u8 ub[UB_BYTES];
	u8 l0c[L0C_BYTES];
};

/**
 * struct room - the memories, and what they have before and after a trial
 * @actual: where trials run
 * @before: initial contents
 * @expected: what the reference makes of them
 */
struct room {
	struct memories actual;
	struct memories before;
	struct memories expected;
};

/* How a trial differs from the plainest one. */
struct variant {
	bool saturate;
	bool partial;
	bool special;
};

/* Only the reference is there on all processors. */
static const char *const impl_names[AICORE_IMPLS] = {
	"integer", "sse2", "avx2", "avx512", "neon",
};

static const struct aicore_impl *const impls[AICORE_IMPLS] = {
#ifdef __x86_64__
	[1] = &aicore_impl_sse2,
	[2] = &aicore_impl_avx2,
	[3] = &aicore_impl_avx512,
#endif
#ifdef __aarch64__
	[4] = &aicore_impl_neon,
#endif
};

#define SUM(kernel, name, op, type)					\
	[AICORE_KERNEL_##kernel] = {					\
		name, AICORE_OP_##op, AICORE_TYPE_##type,		\
		AICORE_TYPE_##type, 0, false				\
	}
#define COPY(kernel, name, src, dst, scale, relu)			\
	[AICORE_KERNEL_##kernel] = {					\
		name, AICORE_OP_DATA_COPY, AICORE_TYPE_##src,		\
		AICORE_TYPE_##dst, AICORE_DEQ_SCALE_##scale, relu	\
	}

static const struct {
	const char *name;
	u32 op;
	u32 src_type;
	u32 dst_type;
	u32 deq_scale;
	bool relu;
} kernels[AICORE_KERNELS] = {
	SUM(WHOLE_FLOAT, "WholeReduceSum float", WHOLE_REDUCE_SUM, FLOAT),
	SUM(WHOLE_HALF, "WholeReduceSum half", WHOLE_REDUCE_SUM, HALF),
	SUM(BLOCK_FLOAT, "BlockReduceSum float", BLOCK_REDUCE_SUM, FLOAT),
	SUM(BLOCK_HALF, "BlockReduceSum half", BLOCK_REDUCE_SUM, HALF),
	SUM(PAIR_FLOAT, "PairReduceSum float", PAIR_REDUCE_SUM, FLOAT),
	SUM(PAIR_HALF, "PairReduceSum half", PAIR_REDUCE_SUM, HALF),
	COPY(TO_8_BIT, "int32 to int8", INT32, INT8, VDEQ8, false),
	COPY(INT_TO_HALF, "int32 to half", INT32, HALF, VDEQ16, false),
	COPY(TO_INT16, "int32 to int16", INT32, INT16, VDEQ16, false),
	COPY(FLOAT_TO_HALF, "float to half", FLOAT, HALF, NONE, false),
	COPY(SCALE_HALF, "half times M", HALF, HALF, DEQ, false),
	COPY(RELU_FLOAT, "relu float", FLOAT, FLOAT, NONE, true),
	COPY(RELU_INT, "relu int32", INT32, INT32, NONE, true),
	COPY(RELU_HALF, "relu half", HALF, HALF, NONE, true),
	COPY(WIDEN, "half to float", HALF, FLOAT, NONE, false),
};

const char *aicore_impl_name(u32 impl)
{
	return impl_names[impl];
}

const char *aicore_kernel_name(u32 kernel)
{
	return kernels[kernel].name;
}

size_t aicore_choose_room(void)
{
	return sizeof(struct room) + ALIGNMENT - 1;
}

static u32 next_random(u32 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* Ones, that is halves of 0.5 to 1, or anything at all with special values. */
static void fill(u8 *memory, size_t bytes, bool special, u32 *state)
{
	static const u32 specials[] = {
		0x00000000, 0x80008000, 0x7c00fc00, 0x7bff7bff, 0x7f800000,
		0xff800000, 0x7fc00001, 0x00010001, 0x00000001, 0x80000000,
		0x7f7fffff, 0xfbff7c01, 0x477ff000, 0x33000000, 0x3c003c01,
	};
	size_t i;

	for (i = 0; i < bytes; i += sizeof(u32)) {
		u32 x = next_random(state);

		if (!special)
			x = (x & 0x83ff83ff) | 0x38003800;
		else if (x % 16 < ARRAY_SIZE(specials))
			x = x >> 8 & 1 ? specials[x % 16] : x;
		memcpy(memory + i, &x, sizeof(x));
	}
}

/* Vectors as VDEQ8 and VDEQ16 take them: one MCB. */
static void fill_vector(u8 *memory, u32 *state)
{
	u32 column;

	for (column = 0; column < AICORE_COLUMNS; column++) {
		u64 word = (u64)next_random(state) << 32 | next_random(state);

		word |= 1ULL << AICORE_DEQ_MCB_SHIFT;
		memcpy(memory + column * sizeof(word), &word, sizeof(word));
	}
}

static void prepare(struct room *room, const struct variant *variant)
{
	u32 state = 2463534242U;

	fill(room->before.ub, UB_BYTES, variant->special, &state);
	fill(room->before.l0c, L0C_BYTES, variant->special, &state);
	fill_vector(room->before.ub + VECTORS, &state);
	fill_vector(room->before.ub + VECTORS + VECTOR_BYTES, &state);
}

static struct aicore_desc reduction(u32 kernel, bool partial)
{
	bool whole = kernels[kernel].op == AICORE_OP_WHOLE_REDUCE_SUM;
	struct aicore_desc desc = {
		.op = kernels[kernel].op,
		.dst = { AICORE_POSITION_VECOUT, 0, RESULTS },
		.src = { AICORE_POSITION_VECIN, 0, 0 },
		.src_type = kernels[kernel].src_type,
		.dst_type = kernels[kernel].dst_type,
		.reduce = {
			.mask_form = AICORE_MASK_BITWISE,
			.mask = { ~0ULL, ~0ULL },
			.repeat_time = REPEATS,
			.dst_rep_stride = 1,
			.src_blk_stride = 1,
			.src_rep_stride = 8,
		},
	};

	if (!partial)
		return desc;
	/* No pair without a lane, but for whole sums blocks without one. */
	desc.reduce.mask[0] = whole ? 0x9000ff00f0f7ULL : ~0x2200410000000001ULL;
	desc.reduce.mask[1] = whole ? 0x80ff0000ffff0001ULL : ~0x80ULL;
	desc.reduce.repeat_time = REPEATS - 3;
	desc.reduce.dst_rep_stride = 3;
	desc.reduce.src_blk_stride = 2;
	desc.reduce.src_rep_stride = 6;
	return desc;
}

static struct aicore_desc conversion(u32 kernel, bool partial)
{
	bool widens = kernel == AICORE_KERNEL_WIDEN;
	struct aicore_desc desc = {
		.op = AICORE_OP_DATA_COPY,
		.dst = { AICORE_POSITION_CO2, 0, RESULTS },
		.src = { AICORE_POSITION_CO1, 0, 0 },
		.src_type = kernels[kernel].src_type,
		.dst_type = kernels[kernel].dst_type,
		.copy = {
			.block_count = 1,
			.block_len = FRACTALS,
			.block_mode = AICORE_BLOCK_MODE_MATRIX,
			.deq_scale = kernels[kernel].deq_scale,
			.deq_value = 0x3555,	/* about a third, as a half */
			.deq_tensor_addr = VECTORS,
			.sid_store_mode = 2,
			.is_relu = kernels[kernel].relu,
		},
	};

	if (widens) {
		desc.dst = (struct aicore_operand){ AICORE_POSITION_CO1, 0, 0 };
		desc.src = (struct aicore_operand){ AICORE_POSITION_CO2, 0, 0 };
	}
	if (!partial)
		return desc;
	desc.copy.block_len = 1;
	desc.copy.block_count = 2;
	desc.copy.src_stride = 1;
	desc.copy.dst_stride = 1;
	desc.copy.sid_store_mode = 1;
	return desc;
}

/* A plan on room->actual; one that couldn't be made does nothing. */
static struct aicore_plan make_plan(struct room *room, u32 kernel,
				    const struct variant *variant,
				    const struct aicore_kernels *with)
{
	struct aicore_env env = {
		.soc = aicore_soc_find(AICORE_SOC_ASCEND310P),
		.saturate = variant->saturate,
		.kernels = with,
		.memory = {
			[AICORE_MEMORY_UB] = { room->actual.ub, UB_BYTES },
			[AICORE_MEMORY_L0C] = { room->actual.l0c, L0C_BYTES },
		},
	};
	struct aicore_plan plan = { .kind = AICORE_PLAN_NOTHING };
	struct aicore_report report;
	struct aicore_desc desc;
	struct aicore_mask mask;

	desc = kernel < AICORE_KERNEL_SUMS ?
	       reduction(kernel, variant->partial) :
	       conversion(kernel, variant->partial);
	aicore_mask_reset(&mask);
	if (aicore_plan_make(&plan, &desc, &env, &mask, &report))
		plan.kind = AICORE_PLAN_NOTHING;
	return plan;
}

static void run(const struct aicore_plan *plan)
{
	struct aicore_report report;
	u64 progress = 0;

	while (aicore_plan_step(plan, &progress, &report) > 0)
		;
}

/* Kernels of one implementation only; of none for the reference. */
static struct aicore_kernels only(const struct aicore_machine *machine,
				  u32 impl, u32 chunk)
{
	struct aicore_kernels only = {
		.enter = machine->enter,
		.leave = machine->leave,
	};
	u32 kernel;

	for (kernel = 0; kernel < AICORE_KERNELS; kernel++) {
		if (impl != AICORE_REFERENCE)
			only.run[kernel] = impls[impl]->run[kernel];
		only.chunk[kernel] = chunk;
	}
	return only;
}

static bool has_kernel(const struct aicore_machine *machine, u32 impl,
		       u32 kernel)
{
	if (impl == AICORE_REFERENCE)
		return true;
	return impls[impl] && !(impls[impl]->needs & ~machine->has) &&
	       impls[impl]->run[kernel].sum;
}

/* Tries all implementations of all kernels against the reference. */
static void try_variant(struct aicore_choice *choice,
			const struct aicore_machine *machine,
			const struct variant *variant, struct room *room)
{
	u32 impl, kernel;

	prepare(room, variant);
	for (kernel = 0; kernel < AICORE_KERNELS; kernel++) {
		for (impl = 0; impl < AICORE_IMPLS; impl++) {
			u8 *fitness = &choice->fitness[impl][kernel];
			struct aicore_kernels with;
			struct aicore_plan plan;

			if (*fitness != AICORE_FITNESS_GOOD)
				continue;
			with = only(machine, impl, TRIAL_CHUNK);
			memcpy(&room->actual, &room->before,
			       sizeof(room->actual));
			plan = make_plan(room, kernel, variant, &with);
			run(&plan);
			if (impl == AICORE_REFERENCE)
				memcpy(&room->expected, &room->actual,
				       sizeof(room->expected));
			else if (memcmp(&room->expected, &room->actual,
					sizeof(room->expected)))
				*fitness = AICORE_FITNESS_DIFFERS;
		}
	}
}

static void try_all(struct aicore_choice *choice,
		    const struct aicore_machine *machine, struct room *room)
{
	struct variant variant;
	u32 impl, kernel, i;

	for (impl = 0; impl < AICORE_IMPLS; impl++) {
		for (kernel = 0; kernel < AICORE_KERNELS; kernel++)
			choice->fitness[impl][kernel] =
				has_kernel(machine, impl, kernel) ?
				AICORE_FITNESS_GOOD : AICORE_FITNESS_ABSENT;
	}
	for (i = 0; i < 8; i++) {
		variant.saturate = i & 1;
		variant.partial = i & 2;
		variant.special = i & 4;
		try_variant(choice, machine, &variant, room);
	}
}

/* ps of one repeat or row. */
static u64 sample(struct room *room, u32 kernel,
		  const struct aicore_machine *machine,
		  const struct aicore_kernels *with)
{
	static const struct variant plain = { .saturate = true };
	struct aicore_plan plan = make_plan(room, kernel, &plain, with);
	u64 start = machine->now();
	u64 time, runs = 0;

	do {
		run(&plan);
		runs++;
		time = machine->now() - start;
	} while (time < SAMPLE_NS);
	return div64_u64(time * 1000, runs *
			 (kernel < AICORE_KERNEL_SUMS ? REPEATS : ROWS));
}

/*
 * Takes turns, so that a disturbance meets all implementations; it only adds to
 * what they take.
 */
static void time_kernel(struct aicore_choice *choice, u32 kernel,
			const struct aicore_machine *machine, struct room *room)
{
	u32 impl, i;
	u64 ps;

	for (i = 0; i < SAMPLES; i++) {
		for (impl = 0; impl < AICORE_IMPLS; impl++) {
			u64 *least = &choice->ps[impl][kernel];
			struct aicore_kernels with;

			if (choice->fitness[impl][kernel] !=
			    AICORE_FITNESS_GOOD)
				continue;
			with = only(machine, impl, CHUNK_MAX);
			ps = sample(room, kernel, machine, &with);
			if (!i || ps < *least)
				*least = ps;
		}
	}
}

static void time_all(struct aicore_choice *choice,
		     const struct aicore_machine *machine, struct room *room)
{
	static const struct variant plain;
	u32 kernel;

	prepare(room, &plain);
	memcpy(&room->actual, &room->before, sizeof(room->actual));
	for (kernel = 0; kernel < AICORE_KERNELS; kernel++)
		time_kernel(choice, kernel, machine, room);
}

/* The fastest one, or the widest that isn't wider than the one wanted. */
static u32 best(const struct aicore_choice *choice, u32 kernel, u32 wanted)
{
	u32 best = AICORE_REFERENCE;
	u32 impl;

	for (impl = 1; impl < AICORE_IMPLS && impl <= wanted; impl++) {
		if (choice->fitness[impl][kernel] != AICORE_FITNESS_GOOD)
			continue;
		if (wanted < AICORE_IMPLS ||
		    choice->ps[impl][kernel] < choice->ps[best][kernel])
			best = impl;
	}
	return best;
}

static void set_kernel(struct aicore_choice *choice, u32 kernel, u32 impl)
{
	u64 ps = choice->ps[impl][kernel];
	u64 chunk = ps ? div64_u64(SECTION_NS * 1000, ps) : CHUNK_MAX;

	choice->impl[kernel] = impl;
	if (impl != AICORE_REFERENCE)
		choice->kernels.run[kernel] = impls[impl]->run[kernel];
	if (chunk < CHUNK_MIN)
		chunk = CHUNK_MIN;
	choice->kernels.chunk[kernel] = chunk < CHUNK_MAX ? chunk : CHUNK_MAX;
}

/* AICORE_IMPLS for "auto". */
static int find_wanted(const struct aicore_machine *machine, const char *name,
		       u32 *wanted)
{
	u32 impl;

	*wanted = AICORE_IMPLS;
	if (!strcmp(name, "auto"))
		return 0;
	for (impl = 0; impl < AICORE_IMPLS; impl++) {
		if (strcmp(name, impl_names[impl]))
			continue;
		*wanted = impl;
		if (impl == AICORE_REFERENCE)
			return 0;
		return impls[impl] && !(impls[impl]->needs & ~machine->has) ?
		       0 : -EOPNOTSUPP;
	}
	return -EINVAL;
}

int aicore_choose(struct aicore_choice *choice,
		  const struct aicore_machine *machine, const char *wanted,
		  void *memory)
{
	uintptr_t start = ((uintptr_t)memory + ALIGNMENT - 1) & -ALIGNMENT;
	struct room *room = (struct room *)start;
	u32 kernel, impl;
	int err;

	err = find_wanted(machine, wanted, &impl);
	if (err)
		return err;
	memset(choice, 0, sizeof(*choice));
	choice->kernels.enter = machine->enter;
	choice->kernels.leave = machine->leave;
	if (impl == AICORE_REFERENCE)
		return 0;
	try_all(choice, machine, room);
	time_all(choice, machine, room);
	for (kernel = 0; kernel < AICORE_KERNELS; kernel++)
		set_kernel(choice, kernel, best(choice, kernel, impl));
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/* Which kernels are chosen, and what they leave of the program around. */
#include <stdlib.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "simd_twin.h"

/*
 * The register that says how to round, without what happened since; two values
 * that a program may have put there: upwards, and downwards without subnormals;
 * and names of implementations, those that this kind of processor may have first.
 */
#ifdef __x86_64__

static const u32 roundings[] = { 0x1f80 | 0x4000, 0x1f80 | 0xa040 };
static const char *const names[] = { "sse2", "avx2", "avx512", "neon" };

static u32 get_rounding(void)
{
	return _mm_getcsr() & ~0x3f;
}

static void set_rounding(u32 state)
{
	_mm_setcsr(state);
}

#elif defined(__aarch64__)

static const u32 roundings[] = { 0x400000, 0x1800000 };
static const char *const names[] = { "neon", "sse2", "avx2", "avx512" };

static u32 get_rounding(void)
{
	u64 state;

	__asm__ volatile("mrs %0, fpcr" : "=r"(state));
	return state;
}

static void set_rounding(u32 state)
{
	__asm__ volatile("msr fpcr, %0" : : "r"((u64)state));
}

#else

static const u32 roundings[] = { 0 };
static const char *const names[] = { "sse2", "avx2", "avx512", "neon" };

static u32 get_rounding(void)
{
	return 0;
}

static void set_rounding(u32 state)
{
}

#endif

/* Results don't depend on it. */
static void test_rounding(void)
{
	struct setting setting = usual();
	u32 before = get_rounding();
	u32 i, kernel;
	bool kept = true;

	fill_all(SPECIAL);
	for (i = 0; i < ARRAY_SIZE(roundings); i++) {
		set_rounding(roundings[i]);
		for (kernel = 0; kernel < ROWS; kernel++) {
			struct aicore_desc desc = conversion(kernel);
			struct aicore_desc tree =
				sum(sum_ops[kernel % SUM_OPS],
				    kernel & 4 ? AICORE_TYPE_HALF :
						 AICORE_TYPE_FLOAT, 100);

			compare(&desc, &setting);
			compare(&tree, &setting);
		}
		kept &= get_rounding() == roundings[i];
	}
	set_rounding(before);
	verdict("a program with other rounding", true);
	verdict_of("its rounding is left alone", kept);
}

static u32 enter_wrong(void)
{
	u32 state = get_rounding();

	set_rounding(roundings[0]);
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

/* What is chosen by name is used, and nothing wider. */
static bool is_used(const struct aicore_choice *choice, const char *name)
{
	u32 impl = choice->impl[AICORE_KERNEL_WHOLE_HALF];
	u32 kernel;
	bool good = !strcmp(aicore_impl_name(impl), name);

	for (kernel = 0; kernel < AICORE_KERNELS; kernel++)
		good &= choice->impl[kernel] <= impl &&
			choice->fitness[impl][kernel] != AICORE_FITNESS_DIFFERS;
	return good;
}

static void test_choice(void)
{
	void *room = malloc(aicore_choose_room());
	struct aicore_choice choice;
	u32 i, kernel;
	bool good = room;

	for (i = 0; good && i < ARRAY_SIZE(names); i++) {
		int err = aicore_choose(&choice, &machine, names[i], room);

		good &= i < impl_count ? !err && is_used(&choice, names[i]) :
					 err == -EOPNOTSUPP;
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

int main(void)
{
	if (!simd_start())
		return simd_end();
	test_rounding();
	test_refusal();
	test_choice();
	return simd_end();
}

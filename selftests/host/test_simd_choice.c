// SPDX-License-Identifier: GPL-2.0-only
/* Which kernels are chosen, and what they leave of the program around. */
#include <stdlib.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "simd_twin.h"

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
		for (kernel = 0; kernel < ROWS; kernel++) {
			struct aicore_desc desc = conversion(kernel);
			struct aicore_desc tree =
				sum(sum_ops[kernel % SUM_OPS],
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
			good &= err == -EOPNOTSUPP;
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

int main(void)
{
	if (!simd_start())
		return simd_end();
	test_mxcsr();
	test_refusal();
	test_choice();
	return simd_end();
}

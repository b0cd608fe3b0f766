# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# The implementations that there are on a kind of processor, and what each is
# compiled with, in the kernel and elsewhere. Contraction would make one rounding
# of two. Who includes this says in simd-machine what "cc -dumpmachine" says, and
# in simd-cc which compiler that is, if not CC.

simd-impls-x86_64 := sse2 avx2 avx512
simd-impls-aarch64 := neon

simd-impls := $(simd-impls-$(firstword $(subst -, ,$(simd-machine))))
simd-not-here := $(filter-out $(simd-impls),\
	$(simd-impls-x86_64) $(simd-impls-aarch64))

# Memory is read fastest in its order, which is that of the source; clang keeps
# it, and has no such flag.
simd-cc ?= $(CC)
simd-order := $(shell $(simd-cc) -Werror -fno-schedule-insns2 -c -x c /dev/null \
	-o /dev/null 2>/dev/null && echo -fno-schedule-insns2)

simd-flags-sse2 := -ffp-contract=off -msse -msse2
simd-flags-avx2 := -ffp-contract=off -mavx2 -mf16c
simd-flags-avx512 := -ffp-contract=off $(simd-order) \
	-mavx512f -mavx512bw -mavx512dq -mavx512vl
simd-flags-neon := -ffp-contract=off

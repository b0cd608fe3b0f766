# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# The implementations that there are on a kind of processor, and what each is
# compiled with, in the kernel and elsewhere. Contraction would make one rounding
# of two. Who includes this says in simd-machine what "cc -dumpmachine" says.

simd-impls-x86_64 := sse2 avx2 avx512
simd-impls-aarch64 := neon

simd-impls := $(simd-impls-$(firstword $(subst -, ,$(simd-machine))))
simd-not-here := $(filter-out $(simd-impls),\
	$(simd-impls-x86_64) $(simd-impls-aarch64))

simd-flags-sse2 := -ffp-contract=off -msse -msse2
simd-flags-avx2 := -ffp-contract=off -mavx2 -mf16c
simd-flags-avx512 := -ffp-contract=off -mavx512f -mavx512bw -mavx512dq -mavx512vl
simd-flags-neon := -ffp-contract=off

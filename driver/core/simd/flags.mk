# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# What each implementation is compiled with, in the kernel and elsewhere.
# Contraction would make one rounding of two.

simd-impls := sse2 avx2 avx512

simd-flags-sse2 := -ffp-contract=off -msse -msse2
simd-flags-avx2 := -ffp-contract=off -mavx2 -mf16c
simd-flags-avx512 := -ffp-contract=off -mavx512f -mavx512bw -mavx512dq -mavx512vl

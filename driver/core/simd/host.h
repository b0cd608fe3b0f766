/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Kernels in an ordinary program: what the processor has, and how to use it. */
#ifndef AICORE_CORE_SIMD_HOST_H
#define AICORE_CORE_SIMD_HOST_H

#include "choose.h"

struct aicore_machine aicore_host_machine(void);

#endif /* AICORE_CORE_SIMD_HOST_H */

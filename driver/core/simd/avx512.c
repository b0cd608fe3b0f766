// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* sparse can't read the compiler's headers for vector instructions. */
#ifndef __CHECKER__

#include "vec_avx512.h"
#include "sum.h"
#include "rows.h"
#include "impl.h"
#include "impl_table.h"

const struct aicore_impl aicore_impl_avx512 = {
	.name = "avx512",
	.needs = AICORE_HAS_AVX512,
	.run = AICORE_IMPL_RUN,
};

#endif /* __CHECKER__ */

// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* sparse can't read the compiler's headers for vector instructions. */
#ifndef __CHECKER__

#include "vec_neon.h"
#include "sum.h"
#include "rows.h"
#include "impl.h"
#include "impl_table.h"

const struct aicore_impl aicore_impl_neon = {
	.name = "neon",
	.needs = AICORE_HAS_NEON,
	.run = AICORE_IMPL_RUN,
};

#endif /* __CHECKER__ */

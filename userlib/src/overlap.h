/* SPDX-License-Identifier: MIT */
/* Which bytes of an operation overlap, in words. */
#ifndef AC_OVERLAP_H
#define AC_OVERLAP_H

#include "libaicore.h"
#include "text.h"

/* "block 1 of dst is bytes 32..63, and block 0 of src is 48..79" */
void ac_overlap_describe(struct ac_text *text,
			 const struct aicore_report *report,
			 const struct aicore_desc *desc);

/*
 * Whether dst and src of an operation overlap, its memories being the same; not
 * for masks in the register.
 */
int ac_overlaps(const struct aicore_desc *desc);

#endif /* AC_OVERLAP_H */

/* SPDX-License-Identifier: MIT */
/* The part of a sentence that says what would have been right. */
#ifndef AC_ALLOWED_H
#define AC_ALLOWED_H

#include <stdint.h>

#include "text.h"

/* All positions, all element types. */
void ac_allowed_positions(struct ac_text *text);
void ac_allowed_types(struct ac_text *text);

/* Where paths lead: "its paths from VECIN lead to VECCALC, A1 or B1". */
void ac_allowed_dst(struct ac_text *text, uint32_t soc, uint32_t src);

/* Whether the product has a path, and which products have it. */
int ac_allows_path(uint32_t soc, uint32_t src, uint32_t dst);
void ac_allowed_socs(struct ac_text *text, uint32_t src, uint32_t dst);

/* Types of src and dst that a path of the product takes. */
void ac_allowed_copy_types(struct ac_text *text, uint32_t soc, uint32_t src,
			   uint32_t dst);

/* Types that WholeReduceSum takes on the product. */
void ac_allowed_reduce_types(struct ac_text *text, uint32_t soc, uint32_t op);
void ac_allowed_orders(struct ac_text *text, uint32_t soc);

/* Values of deqScale that belong to a pair of types on CO1->CO2. */
void ac_allowed_deq_scale(struct ac_text *text, uint32_t src_type,
			  uint32_t dst_type);

/* Operations in a set of bits (1 << enum aicore_op). */
void ac_allowed_ops(struct ac_text *text, uint64_t ops);

/* Whether a mask of no lane is an ordinary no-op on the product. */
int ac_allows_zero_mask(uint32_t soc);

#endif /* AC_ALLOWED_H */

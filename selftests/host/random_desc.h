/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Random descriptors and data, mostly legal and fond of boundaries. The same
 * seed gives the same sequence everywhere.
 */
#ifndef AICORE_RANDOM_DESC_H
#define AICORE_RANDOM_DESC_H

#include "oracle/oracle.h"

struct random {
	uint64_t state;
};

uint64_t random_u64(struct random *random);
uint64_t random_below(struct random *random, uint64_t bound);
bool random_one_in(struct random *random, uint64_t n);

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define PICK(random, array) ((array)[random_below(random, COUNT(array))])

/* Where an operand of @extent bytes starts; now and then one byte too far. */
uint64_t random_offset(struct random *random, uint64_t size, uint64_t extent,
		       uint64_t alignment);

/* What data looks like. MIXED is a bit of everything. */
enum random_kind {
	RANDOM_BITS,
	RANDOM_HALF,		/* of all magnitudes, with special ones */
	RANDOM_HALF_TAME,	/* about 1 */
	RANDOM_HALF_HUGE,	/* about 65504 */
	RANDOM_FLOAT,
	RANDOM_FLOAT_TAME,
	RANDOM_INT32_SMALL,
	RANDOM_INT32_EDGE,	/* about powers of two */
	RANDOM_INT16,
	RANDOM_KINDS,
	RANDOM_MIXED = RANDOM_KINDS,
};

void random_fill(struct random *random, void *bytes, uint64_t size,
		 enum random_kind kind);

/*
 * Sixteen parameters of a vector mode, or one in [0] for a scalar mode.
 * @consistent: as strict checks want them; otherwise all bits are free.
 */
void random_parameters(struct random *random, const struct aicore_desc *desc,
		       uint64_t parameters[16], bool consistent);

/* What a descriptor is made for. Handles of buffers are 1, 2, ... */
struct random_target {
	const struct oracle_soc *soc;
	const uint64_t *buffers;
	uint32_t buffer_count;
	bool permissive;
};

void random_copy(struct random *random, const struct random_target *target,
		 struct aicore_desc *desc);
void random_reduce(struct random *random, const struct random_target *target,
		   const struct oracle_mask *mask, struct aicore_desc *desc);
void random_set_mask(struct random *random, struct aicore_desc *desc);

/* Sets one field to something else, most often wrong. */
void random_spoil(struct random *random, struct aicore_desc *desc);

#endif /* AICORE_RANDOM_DESC_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A core and its oracle side by side: the same descriptors go to both, and
 * verdicts, reasons, mask registers and all memories must stay the same.
 */
#ifndef AICORE_TWIN_H
#define AICORE_TWIN_H

#include "oracle/oracle.h"
#include "plan.h"

#define TWIN_BUFFERS 2

/* Only so great a part of the work is done, as with slow sanitizers. */
#ifndef TWIN_PART
#define TWIN_PART 1
#endif

struct twin {
	struct oracle_device device;
	struct oracle_core oracle;
	struct aicore_env env;
	struct aicore_mask mask;
	struct aicore_span buffers[TWIN_BUFFERS];
	u32 reason;	/* of the last twin_try() that was refused */
	u64 runs;
};

enum twin_result {
	TWIN_REFUSED,	/* both refuse, with the same reason */
	TWIN_FAILED,	/* both stop at the same parameter vector */
	TWIN_DONE,
	TWIN_DIFFERS,	/* told on stdout */
};

/* Buffers of 64 KiB and of 4100 bytes have the handles 1 and 2. */
void twin_setup(struct twin *twin, const struct aicore_setup *setup);
void twin_init(struct twin *twin, u32 soc, u32 overflow, u32 check);
void twin_free(struct twin *twin);

/* The same bytes into both: @memory is UB, L1, L0C, or GM for @buffer. */
void twin_put(struct twin *twin, enum aicore_memory memory, u32 buffer,
	      u64 offset, const void *bytes, u64 size);

/* Checks; and, if accepted and @run, runs and compares all memories. */
enum twin_result twin_try(struct twin *twin, const struct aicore_desc *desc,
			  bool run);

/* The modes that a twin is in, for the name of a test. */
const char *twin_modes(const struct twin *twin);

void twin_print_desc(const struct aicore_desc *desc);

/* Totals of a test program. */
void twin_verdict(const char *name, u64 cases, u64 wrong);
int twin_totals(void);

#endif /* AICORE_TWIN_H */

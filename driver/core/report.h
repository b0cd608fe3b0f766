/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Saying why. A check that fails fills a report and returns the errno that
 * belongs to the reason; the UAPI header has the list of both.
 */
#ifndef AICORE_CORE_REPORT_H
#define AICORE_CORE_REPORT_H

#include "aicore.h"
#include "port.h"

void aicore_report_clear(struct aicore_report *report);

/* Fills a report on a field and returns the negative errno of the reason. */
int aicore_report_set(struct aicore_report *report, enum aicore_reason reason,
		      enum aicore_field field, u64 value, u64 low, u64 high);

/* 0 if low <= value <= high, otherwise a report with reason RANGE. */
int aicore_report_range(struct aicore_report *report, enum aicore_field field,
			u64 value, u64 low, u64 high);

/* The negative errno of a reason. */
int aicore_reason_errno(enum aicore_reason reason);

#endif /* AICORE_CORE_REPORT_H */

// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "report.h"

void aicore_report_clear(struct aicore_report *report)
{
	memset(report, 0, sizeof(*report));
	report->step = AICORE_NO_STEP;
	report->column = AICORE_NO_STEP;
}

int aicore_reason_errno(enum aicore_reason reason)
{
	switch (reason) {
	case AICORE_REASON_NONE:
		return 0;
	case AICORE_REASON_OP_PRODUCT:
	case AICORE_REASON_POSITION_ABSENT:
	case AICORE_REASON_PATH:
	case AICORE_REASON_TYPE_PAIR:
	case AICORE_REASON_STRIDE_ZERO:
	case AICORE_REASON_COUNTER_PRODUCT:
	case AICORE_REASON_BLOCK_MODE:
	case AICORE_REASON_PAD_MODE:
	case AICORE_REASON_ORDER:
		return -EOPNOTSUPP;
	case AICORE_REASON_BUFFER_UNKNOWN:
		return -ENOENT;
	case AICORE_REASON_EXTENT:
		return -ERANGE;
	case AICORE_REASON_CANCELLED:
		return -ECANCELED;
	case AICORE_REASON_WATCHDOG:
		return -ETIME;
	case AICORE_REASON_INJECTED:
		return -EIO;
	default:
		return -EINVAL;
	}
}

int aicore_report_set(struct aicore_report *report, enum aicore_reason reason,
		      enum aicore_field field, u64 value, u64 low, u64 high)
{
	report->reason = reason;
	report->field = field;
	report->value = value;
	report->low = low;
	report->high = high;
	return aicore_reason_errno(reason);
}

int aicore_report_range(struct aicore_report *report, enum aicore_field field,
			u64 value, u64 low, u64 high)
{
	if (value >= low && value <= high)
		return 0;
	return aicore_report_set(report, AICORE_REASON_RANGE, field, value, low,
				 high);
}

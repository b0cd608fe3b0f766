// SPDX-License-Identifier: GPL-2.0-only
/* The one place where the tracepoints are made. */
#define CREATE_TRACE_POINTS
#include "trace.h"

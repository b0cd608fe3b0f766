/* SPDX-License-Identifier: MIT */
#ifndef TOOL_INFO_H
#define TOOL_INFO_H

#include "run.h"

/* Prints limits and products of a device. */
enum exit_status info_print(const struct ac_backend *backend);

/* Says why the device can't be opened and what to do; the exit status. */
enum exit_status info_no_device(int err);

#endif /* TOOL_INFO_H */

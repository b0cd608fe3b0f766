#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The main job, for "make run": two examples on the device, with what goes in,
# what comes out, and what the golden says of it. Other programs may be named.

set -u

cd "$(dirname "$0")" || exit 2
[ $# -gt 0 ] || set -- row_sums.aic padded_rows.aic

status=0
for program in "$@"; do
	echo "== $program"
	sed 's/^/    /' "$program"
	echo "-- it prints the first inputs, then the results, then what the golden says"
	aicore run --verbose "$program"
	code=$?
	echo "exit status $code"
	echo
	[ $code -eq 0 ] || status=$code
done

echo "All of this ran on /dev/aicore, under Linux $(uname -r)."
exit $status

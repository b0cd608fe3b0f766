#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A quick run of random programs through the command's device on the host.

here=$(dirname "$0")
tool=${AICORE_TOOL:-$here/../../build/bin/aicore}
runs=${AICORE_RUNS:-40}

if [ ! -x "$tool" ]; then
	echo "not ok - random programs: there is no $tool"
	echo "0 passed, 1 failed, 0 skipped"
	exit 1
fi
passed=0
failed=0
for verb in run check; do
	log=$(AICORE_VERB=$verb "$here/compare.sh" "$runs" "$tool" "$verb" --host)
	echo "$log" | sed '$d' | sed "s/random programs/aicore $verb, random programs/"
	totals=$(echo "$log" | tail -n 1)
	passed=$((passed + ${totals%% passed,*}))
	totals=${totals#* passed, }
	failed=$((failed + ${totals%% failed,*}))
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]

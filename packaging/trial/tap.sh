# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Results as TAP: a check is a function that is silent, or prints what is wrong.

number=0 failed=0

result()	# TEXT WHAT-IS-WRONG
{
	number=$((number + 1))
	if [ -z "$2" ]; then
		echo "ok $number $1"
		return
	fi
	failed=$((failed + 1))
	tail -n 40 <<<"$2" | sed 's/^/# /'
	echo "not ok $number $1"
}

check()		# TEXT FUNCTION ARGUMENT...
{
	local start=$SECONDS wrong

	wrong=$("${@:2}" 2>&1)
	result "$1" "$wrong"
	echo "# ($((SECONDS - start)) s)"
}

# Runs what says a lot, and prints that only if it fails.
quietly()	# COMMAND...
{
	local log

	log=$("$@" 2>&1) && return
	tail -n 40 <<<"$log"
	echo "failed: $*"
	return 1
}

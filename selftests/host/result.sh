#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# For the scripts here: results as lines of TAP, counted, and a folder for what
# is made on the way.
#
#	. "$here/result.sh" SUBJECT
#	result TEXT "$(commands that say nothing if all is well)"
#	skip TEXT WHY
#	finish

subject=$1
passed=0
failed=0
skipped=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

result()	# TEXT WHY
{
	if [ -z "$2" ]; then
		passed=$((passed + 1))
		echo "ok - $subject: $1"
		return
	fi
	failed=$((failed + 1))
	head -n 20 <<<"$2" | cut -c 1-400 | sed 's/^/# /'
	echo "not ok - $subject: $1"
}

# Whoever reads only stderr learns of it, too.
skip()		# TEXT WHY
{
	skipped=$((skipped + 1))
	echo "$subject: $1: NOT TESTED: $2" >&2
	echo "ok - $subject: $1 # SKIP $2"
}

# The totals, and the script's exit status.
finish()
{
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" -eq 0 ]
	exit
}

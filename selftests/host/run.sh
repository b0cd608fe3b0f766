#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run.sh TEST...: runs test programs of $out, shows what they print (also kept
# in $out/TEST.log), and sums up. A test that dies counts as one failure more.
# A name with .sh is a script here. Programs for another processor are run by
# $EMULATOR.

passed=0
failed=0
skipped=0

for test; do
	log=${out:?}/$test.log
	echo "# $test"
	case $test in
	*.sh) ./$test >"$log" 2>&1 ;;
	*) ${EMULATOR-} "$out/$test" >"$log" 2>&1 ;;
	esac
	code=$?
	totals=$(tail -n 1 "$log")
	case $totals in
	*passed,*failed,*skipped) sed '$d' "$log" ;;
	*) cat "$log"; totals="0 passed, 0 failed, 0 skipped" ;;
	esac
	set -- $totals
	passed=$((passed + $1))
	failed=$((failed + $3))
	skipped=$((skipped + $5))
	if [ "$code" -ne 0 ] && [ "$3" -eq 0 ]; then
		echo "not ok - $test ended with status $code"
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]

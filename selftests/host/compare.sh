#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# compare.sh SEEDS COMMAND...: random programs by the oracle and by COMMAND,
# which gets the program's name as its last argument. SEEDS is a number N, for
# seeds 1 to N, or a range FIRST-LAST. Exit codes, what is printed and all stored
# files must be equal; when they aren't, the program and both results are kept.
# AICORE_VERB=check compares with "oracle check".

build=${AICORE_BUILD:-$(dirname "$0")/../../build/host}
verb=${AICORE_VERB:-run}
kept=${AICORE_KEPT:-$build/differences}
passed=0
failed=0

[ $# -ge 2 ] || { echo "usage: $0 SEEDS COMMAND..." >&2; exit 2; }
case $1 in
*-*) first=${1%-*} last=${1#*-} ;;
*) first=1 last=$1 ;;
esac
shift
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# by NAME COMMAND...: runs it, leaves out.NAME, NAME.code, NAME.stdout, .stderr
by() {
	name=$1
	shift
	mkdir -p "$work/p/out"
	"$@" "$work/p/program.aic" >"$work/p/$name.stdout" 2>"$work/p/$name.stderr"
	echo $? >"$work/p/$name.code"
	mv "$work/p/out" "$work/p/out.$name"
}

# What the command says about mismatches of a compare is its own business.
same_stdout() {
	grep -q '^ *compare' "$work/p/program.aic" ||
		cmp -s "$work/p/oracle.stdout" "$work/p/tested.stdout"
}

difference() {
	cmp -s "$work/p/oracle.code" "$work/p/tested.code" ||
		echo "exit code $(cat "$work/p/tested.code"), not $(cat "$work/p/oracle.code")"
	same_stdout || echo "what is printed"
	diff -rq "$work/p/out.oracle" "$work/p/out.tested" | sed 's/^.*out.oracle/out.oracle/'
}

seed=$first
while [ "$seed" -le "$last" ]; do
	rm -rf "$work/p"
	"$build/fuzz_programs" "$seed" "$work/p" || exit 2
	by oracle "$build/oracle" "$verb"
	by tested "$@"
	found=$(difference | head -n 1)
	if [ -z "$found" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		mkdir -p "$kept"
		rm -rf "${kept:?}/$seed"
		cp -r "$work/p" "$kept/$seed"
		echo "not ok - seed $seed: $found; see $kept/$seed"
	fi
	seed=$((seed + 1))
done
[ "$failed" -gt 0 ] || echo "ok - random programs, seeds $first to $last"
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]

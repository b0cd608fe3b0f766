#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs the libFuzzer targets from the corpus in the tree, with a fixed seed and
# a bound, and says how much was executed and what of the code was reached:
#
#	libfuzzer.sh			  some seconds
#	libfuzzer.sh long		  more than ten million executions
#	libfuzzer.sh pack TARGET FOLDER	  a new corpus for TARGET; see fuzz/Makefile
#
# Environment: out, the folder where host tests are built; AICORE_FUZZ_RUNS, other
# numbers of executions for each target; AICORE_FUZZ_TARGETS, some of them.

set -uo pipefail
cd "$(dirname "$0")" || exit 1

built=${out:?}/fuzz
targets=${AICORE_FUZZ_TARGETS:-desc program npy}
# Longer inputs are slower and find nothing new.
declare -A longest=([desc]=936 [program]=1024 [npy]=256)
declare -A bound=([desc]=20000 [program]=60000 [npy]=200000)
declare -A long=([desc]=3000000 [program]=5000000 [npy]=5000000)
passed=0 failed=0 executions=0 crashes=0

# Unpacks what the tree has for a target, and prints the folder.
corpus()	# TARGET
{
	local folder=$built/corpus-$1

	rm -rf "$folder"
	mkdir -p "$folder"
	tar -xf "fuzz/corpus/$1.tar.xz" -C "$folder" || return
	echo "$folder"
}

fuzz()		# TARGET OPTION-OR-FOLDER...
{
	local target=$1

	shift
	"$built/fuzz_$target" -seed=1 -max_len="${longest[$target]}" -timeout=20 \
		-rss_limit_mb=2048 -print_final_stats=1 \
		-artifact_prefix="$built/$target-" "$@" 2>&1
}

# Examples of other tests are first inputs as well, and need no second copy.
examples()	# TARGET
{
	case $1 in
	program) echo ../programs ;;
	esac
}

# What a target has found besides the corpus is kept for "make corpus".
run()		# TARGET
{
	local target=$1 folder new=$built/new/$1 log=$built/$1.log
	local runs=${AICORE_FUZZ_RUNS:-${bound[$1]}} words=() status done_runs edges

	if ! folder=$(corpus "$target"); then
		failed=$((failed + 1))
		echo "not ok - libFuzzer $target: no corpus"
		return
	fi
	rm -rf "$new"
	mkdir -p "$new"
	[ ! -e "fuzz/$target.dict" ] || words=("-dict=fuzz/$target.dict")
	# shellcheck disable=SC2046 # one word or none
	fuzz "$target" -runs="$runs" "${words[@]}" "$new" "$folder" \
		$(examples "$target") >"$log"
	status=$?
	done_runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
	edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
	executions=$((executions + ${done_runs:-0}))
	if [ "$status" = 0 ] && [ "${done_runs:-0}" -ge "$runs" ]; then
		passed=$((passed + 1))
		echo "ok - libFuzzer $target: $done_runs executions, ${edges:-0} edges, 0 crashes"
	else
		failed=$((failed + 1)) crashes=$((crashes + 1))
		awk '/ERROR: |runtime error: |FUZZ: / { found = 1 } found' "$log" |
			head -n 25 | sed 's/^/# /'
		echo "not ok - libFuzzer $target: ended with status $status (see $log)"
	fi
}

# The smallest set of inputs that still reaches all that these reach.
pack()		# TARGET FOLDER
{
	local target=$1 from=$2 folder new=$built/merged-$1
	local inputs=()

	folder=$built/none
	mkdir -p "$folder" fuzz/corpus
	[ ! -e "fuzz/corpus/$target.tar.xz" ] || folder=$(corpus "$target") || return
	rm -rf "$new"
	mkdir -p "$new"
	fuzz "$target" -merge=1 -use_counters=0 "$new" "$folder" "$from" \
		>"$built/merge-$target.log" || return
	mapfile -t inputs < <(cd "$new" && ls)
	tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 \
		-C "$new" -cf - "${inputs[@]}" | xz -9e >"fuzz/corpus/$target.tar.xz"
	echo "$target: ${#inputs[@]} inputs," \
		"$(stat -c %s "fuzz/corpus/$target.tar.xz") bytes packed"
}

case ${1:-short} in
short) ;;
long) for target in "${!long[@]}"; do bound[$target]=${long[$target]}; done ;;
pack) pack "$2" "$3"; exit ;;
*) echo "libfuzzer.sh: no such command: $1" >&2; exit 2 ;;
esac
for target in $targets; do
	run "$target"
done
echo "# libFuzzer: $executions executions in all, $crashes crashes"
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]

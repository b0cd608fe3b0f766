#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# "aicore explain" of each operation of each example program: the values that
# it gives as results must be the bytes that "aicore run" leaves at the places
# that it names, 80 columns must be enough, and there must be no escape codes.

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=selftests/host/result.sh
. "$here/result.sh" explain
tool=$(realpath "${AICORE_TOOL:-$here/../../build/bin/aicore}")

# The result lines of a text: "PLACE BITS"
results()
{
	sed -n '/^Result/,$s/^  \([A-Za-z0-9_:]*+[0-9]*\) .*, bits 0x\([0-9a-f]*\).*/\1 \2/p' "$1"
}

# The bytes of a file as the number that explain prints.
number_of()	# FILE SIZE
{
	local number

	number=$(od -An -v "-tx$2" "$1")
	echo "${number# }"
}

# Runs the program up to LINE, and stores what is at each place.
compare_results()	# PROGRAM LINE TEXT
{
	local place bits found n=0 cut=cut.aic

	head -n "$2" "$1" | grep -vE '^(print|compare|store)' >$cut
	results "$3" >places
	[ -s places ] || echo "no result in it"
	while read -r place bits; do
		echo "store $place $((${#bits} / 2)) out.$n" >>$cut
		n=$((n + 1))
	done <places
	"$tool" run --host $cut || { cat "$3"; return; }
	n=0
	while read -r place bits; do
		found=$(number_of out.$n $((${#bits} / 2)))
		[ "$found" = "$bits" ] || echo "$place is $found, not $bits"
		n=$((n + 1))
	done <places
}

check_text()	# FILE
{
	awk 'length > 80 && !/^    / { print "too long: " $0 }' "$1"
	LC_ALL=C grep -n '[^ -~]' "$1"
	grep -n ' $' "$1"
}

# One way to look at an operation.
explain()	# PROGRAM OP LINE ARGUMENT...
{
	local program=$1 op=$2 line=$3

	shift 3
	if ! "$tool" explain --op "$op" "$@" "$program" >text 2>&1; then
		cat text
		return
	fi
	check_text text
	grep -q 'sets the mask register' text || grep -q 'later repeat writes' text ||
		compare_results "$program" "$line" text
}

# Numbers of repeats and elements to look at, beside 0.
ways()		# PROGRAM OP
{
	local last

	"$tool" explain --op "$2" "$1" >way
	last=$(sed -n 's/^  repeats *\([0-9]*\),.*/\1/p' way)
	[ "${last:-0}" -lt 2 ] || echo "--repeat $((last - 1)) --lane 3"
	last=$(sed -n 's/^Result of element 0 of \([0-9]*\).*/\1/p' way)
	[ -z "$last" ] || ! grep -q "^Element 0" way || echo "--element $((last * 5 / 7))"
}

one_program()	# PROGRAM
{
	local op line way

	"$tool" explain "$1" >list 2>&1
	sed -n '/^Operations/,/^$/s/^ *\([0-9]*\)  line \([0-9]*\) .*/\1 \2/p' list >ops
	[ -s ops ] || cat list
	while read -r op line; do
		explain "$1" "$op" "$line"
		while read -r way; do
			# shellcheck disable=SC2086 # a list of words
			explain "$1" "$op" "$line" $way
		done < <(ways "$1" "$op")
	done <ops
}

cp -r "$here/../programs" "$scratch/" && cd "$scratch/programs" || exit 2
for program in *.aic; do
	read -r first <"$program"
	case $first in
	'# exit '*) continue ;;
	esac
	result "$program" "$(one_program "$program")"
done

# What explain is for: a stride in bytes where 32-byte units are meant.
cat >wrong.aic <<'END'
soc ascend910b
fill VECIN+0 1024 1
WholeReduceSum dst=VECOUT+0x1000 src=VECIN+0 type=float mask=64 repeatTime=4 dstRepStride=1 srcBlkStride=1 srcRepStride=2
END
wrong()
{
	"$tool" explain wrong.aic >text || echo "it fails"
	[ "$(grep -c '! repeats overlap: each reads 192 bytes' text)" = 2 ] ||
		cat text
}
result "repeats that overlap" "$(wrong)"

# The list has the remarks of all operations, and the first with one is opened.
cat >remarks.aic <<'END'
soc ascend910b
fill VECIN+0 8192 1
WholeReduceSum dst=VECOUT+0x4000 src=VECIN+0 type=float mask=64 repeatTime=4 dstRepStride=1 srcBlkStride=1 srcRepStride=8
WholeReduceSum dst=VECOUT+0x5000 src=VECIN+0 type=float mask=64 repeatTime=4 dstRepStride=1 srcBlkStride=1 srcRepStride=16
WholeReduceSum dst=VECOUT+0x6000 src=VECIN+0 type=float mask=64 repeatTime=4 dstRepStride=0 srcBlkStride=2 srcRepStride=0
END
remarks()
{
	local gap="! no repeat reads the 256 bytes between one and the next"

	"$tool" explain remarks.aic >text || echo "it fails"
	check_text text
	sed -n '/^Operations/,/^$/s/^       !/!/p' text >list
	diff - list <<-END
		$gap
		! srcRepStride 0: all repeats read the same bytes
		! within a repeat, 32 bytes lie between DataBlocks
		! results overlap: later repeats write over earlier ones
	END
	grep -q '^Operation 2, line 4' text || cat text
	grep -qxF "  $gap" text || cat text
	sed -i 4,5d remarks.aic
	"$tool" explain remarks.aic | grep -q '^Operation 1, line 3' || echo "without remarks: another"
}
result "remarks in the list" "$(remarks)"

# Bytes that nothing has written: rows that were not loaded, a forgotten vector.
cat >unwritten.aic <<'END'
soc ascend310p
buffer x 1024
fill x+0 482 60
DataCopy dst=VECIN+0 src=x+0 type=half blockCount=1 blockLen=30 srcStride=0 dstStride=0
WholeReduceSum dst=VECOUT+0x1000 src=VECIN+0 type=half mask=100 repeatTime=4 dstRepStride=1 srcBlkStride=1 srcRepStride=8
WholeReduceSum dst=VECOUT+0x2000 src=VECIN+0 type=half mask=96 repeatTime=4 dstRepStride=1 srcBlkStride=1 srcRepStride=8
WholeReduceSum dst=VECOUT+0x2000 src=VECIN+0x1000 type=half mask=4 repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8
fill CO1+0 1024 1
DataCopy dst=CO2+0 src=CO1+0 type=int32:half blockCount=1 blockLen=1 srcStride=0 dstStride=0 blockMode=MATRIX deqScale=VDEQ16 deqTensorAddr=0x800
END
unwritten()
{
	local op wanted

	"$tool" explain unwritten.aic >text
	check_text text
	[ "$(grep -c '^       ! reads' text)" = 3 ] || cat text
	while read -r op wanted; do
		"$tool" explain --op "$op" unwritten.aic >text
		check_text text
		[ -z "$wanted" ] || grep -qxF "  ! reads $wanted, never written before (zeros)" text || cat text
		[ -n "$wanted" ] || ! grep -q 'never written' text || cat text
	done <<-END
		1 x 512..959
		2 VECIN 960..967
		3
		4
		5 deqTensorAddr 2048..2175
	END
}
result "bytes that nothing has written" "$(unwritten)"

more_repeats()
{
	local hint="  > is taken apart below, --repeat 1 for the next one"

	"$tool" explain --op 2 unwritten.aic | grep -qxF "$hint" || echo "no hint"
	"$tool" explain --op 4 unwritten.aic | grep -F "$hint"
	"$tool" explain --op 2 --repeat 3 unwritten.aic | grep -F "$hint"
}
result "there are more repeats to look at" "$(more_repeats)"

# Repeats that the core leaves out, because nobody sees their results, and
# repeats that read what the ones before them wrote.
cat >hidden.aic <<'END'
soc ascend910b check=permissive
fill VECIN+0 2048 1
WholeReduceSum dst=VECIN+32 src=VECIN+0 type=float mask=64 repeatTime=4 dstRepStride=0 srcBlkStride=1 srcRepStride=1
WholeReduceSum dst=VECOUT+0x1000 src=VECIN+0 type=float mask=64 repeatTime=4 dstRepStride=0 srcBlkStride=1 srcRepStride=8
END
hidden()
{
	local op repeat

	for op in 1 2; do
		for repeat in 0 1 2 3; do
			"$tool" explain --op $op --repeat $repeat hidden.aic >text 2>&1 ||
				tail -n 1 text
		done
		compare_results hidden.aic $((op + 2)) text
	done
}
result "repeats that are hidden or depend on others" "$(hidden)"

# What explain finds out for itself, on programs that nobody wrote.
by_chance()
{
	local seed op

	for seed in 2 3 18 25 37; do
		rm -rf random
		"$here/../../build/host/fuzz_programs" "$seed" random || return
		for op in 1 2 4 6; do
			"$tool" explain --op $op random/program.aic >text 2>&1
			grep 'this is a bug' text
		done
	done
}
[ ! -x "$here/../../build/host/fuzz_programs" ] ||
	result "random programs" "$(by_chance)"

refused()
{
	"$tool" explain refused_mask.aic >text 2>&1
	[ $? = 3 ] || echo "exit status isn't 3"
	grep -q 'mask = 80' text || cat text
	"$tool" explain --op 9 row_sums.aic >text 2>&1
	[ $? = 2 ] || echo "--op 9: exit status isn't 2"
	grep -q 'has 3 operations' text || cat text
	"$tool" explain --op 2 --lane 128 row_sums.aic >text 2>&1
	[ $? = 2 ] || echo "--lane 128: exit status isn't 2"
	"$tool" run --op 2 row_sums.aic >text 2>&1
	[ $? = 2 ] || echo "run --op: exit status isn't 2"
}
result "what is refused" "$(refused)"

# What is refused for its addresses is shown all the same, as far as these go.
cat >overlap.aic <<'END'
soc ascend910b
fill VECIN+0 1024 0
WholeReduceSum dst=VECOUT+256 src=VECIN+0 type=float mask=64 repeatTime=4 dstRepStride=2 srcBlkStride=1 srcRepStride=8
END
cat >outside.aic <<'END'
soc ascend910b
buffer x 64
DataCopy dst=VECIN+0 src=x+0 type=half blockCount=3 blockLen=2 srcStride=1 dstStride=0
END
# layout_of FILE OPTIONS LINE: the last line of the layout, and then the refusal.
layout_of()
{
	# shellcheck disable=SC2086 # a list of words
	"$tool" explain $2 "$1" >text 2>errors
	[ $? = 3 ] || echo "exit status isn't 3"
	check_text text
	grep -q "^$1:3: .* \(overlap\|needs bytes\)" errors || cat errors
	# The reason stands below, whatever becomes of stderr.
	[ "$(tail -n 4 text | head -n 1)" = "$3" ] || cat text
	diff <(tail -n 3 text) <(printf '\nRefused:\n    '; sed "s/^$1:3: //" errors)
	grep -qxF "  ! it is refused for the reason below; this is what it asks for" text || cat text
}
layouts()
{
	local repeat="      3    768    800    832    864    896    928    960    992  280..283"
	local block="      2  192..255           128..191"

	layout_of overlap.aic "" "$repeat"
	layout_of overlap.aic "--op 1" "$repeat"
	layout_of outside.aic "" "$block"
	layout_of outside.aic "--op 1 --element 3" "$block"
	"$tool" explain --html page.html overlap.aic >text 2>&1
	[ $? = 3 ] || cat text
}
result "the layout of what is refused" "$(layouts)"

finish

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What the command says: guesses at what was meant, what compare sums up, and
# that somebody at a terminal learns how far a slow program is.

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=selftests/host/result.sh
. "$here/result.sh" messages
tool=$(realpath "${AICORE_TOOL:-$here/../../build/bin/aicore}")
cd "$scratch" || exit 2

# says NAME WANTED LINE...: a program of these lines, refused or wrong; what is
# said of it has WANTED in it, or, with an empty one, no guess at a unit.
says()
{
	local name=$1 wanted=$2 said

	shift 2
	printf '%s\n' "soc ${soc:-ascend910b}" "buffer x 4096" "$@" >program.aic
	said=$("$tool" run --host program.aic 2>&1)
	case $wanted,$said in
	,*'; '*' counts '*) result "$name" "a guess: $said" ;;
	,*) result "$name" "" ;;
	*,*"; $wanted"*) result "$name" "" ;;
	*) result "$name" "wanted: $wanted; it says: $said" ;;
	esac
}

reduce="WholeReduceSum dst=VECOUT+0x20000 src=VECIN+0 type=float"
says "bytes for srcRepStride" \
	"srcRepStride counts 32 bytes: for 256 bytes it is 8" \
	"$reduce mask=64 repeatTime=64 dstRepStride=1 srcBlkStride=1 srcRepStride=256"
says "bytes for srcBlkStride" \
	"srcBlkStride counts 32 bytes: for 16384 bytes it is 512" \
	"$reduce mask=64 repeatTime=1 dstRepStride=1 srcBlkStride=16384 srcRepStride=8"
says "an odd row pitch" \
	"srcRepStride counts 32 bytes, and 228 don't divide by that: pad to 256, which is 8" \
	"$reduce mask=57 repeatTime=64 dstRepStride=1 srcBlkStride=1 srcRepStride=228"
says "bytes beyond 65535" \
	"srcRepStride counts 32 bytes: for 65536 bytes it is 2048" \
	"$reduce mask=64 repeatTime=2 dstRepStride=1 srcBlkStride=1 srcRepStride=65536"
copy="DataCopy dst=VECIN+0 src=x+0 blockCount=1 srcStride=0 dstStride=0"
says "bytes or elements for blockLen" \
	"blockLen counts 32 bytes: for 1024 elements of half it is 64 (for 1024 bytes: 32)" \
	"$copy type=half blockLen=1024"
says "bytes for blockLen" \
	"blockLen counts 32 bytes: for 4096 bytes it is 128" \
	"$copy type=half blockLen=4096"
says "bytes for blockLen of bytes" \
	"blockLen counts 32 bytes: for 1024 bytes it is 32" \
	"$copy type=int8 blockLen=1024"
says "elements for blockLen" \
	"blockLen counts 32 bytes: for 1000 elements of float it is 125" \
	"$copy type=float blockLen=1000"
says "elements that are few for blockLen" \
	"blockLen counts 32 bytes: for 16 elements of half it is 1" \
	"buffer small 32" "${copy/x+0/small+0} type=half blockLen=16"
says "more elements than blockLen takes" \
	"blockLen counts 32 bytes: for 98304 elements of half it is 6144 (for 98304 bytes: 3072)" \
	"$copy type=half blockLen=98304"
quantised="DataCopy dst=CO2+0x20000 src=CO1+0 blockCount=1 srcStride=0 dstStride=0 blockMode=MATRIX"
soc=ascend310p says "bytes for blockLen from L0C to int8" \
	"blockLen counts fractals of 1024 bytes: for 1024 bytes it is 1" \
	"$quantised type=int32:int8 blockLen=1024 deqScale=DEQ8 deqValue=0x400000000000 sidStoreMode=2"
soc=ascend310p says "bytes for blockLen from L0C, half" \
	"blockLen counts fractals of 512 bytes: for 1024 bytes it is 2" \
	"$quantised type=half blockLen=1024"
soc=ascend310p says "bytes that are no whole fractal" \
	"blockLen counts fractals of 1024 bytes, and 2000 don't divide by that: pad to 2048, which is 2" \
	"$quantised type=int32:int8 blockLen=2000 deqScale=DEQ8 deqValue=0x400000000000 sidStoreMode=0"
says "no guess when two fields could be at fault" "" \
	"DataCopy dst=VECIN+0 src=x+0 type=half blockCount=2 blockLen=62 srcStride=62 dstStride=0"
says "no guess when nothing helps" "" \
	"$reduce mask=64 repeatTime=255 dstRepStride=1 srcBlkStride=1 srcRepStride=8 " \
	"WholeReduceSum dst=VECOUT+0 src=VECIN+0x2ff00 type=float mask=64 repeatTime=255 dstRepStride=1 srcBlkStride=1 srcRepStride=8"
says "a mask of another type" \
	"all 128: mask = 64, repeatTime = 2" \
	"$reduce mask=128 repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8"
says "a mask for all elements" \
	"all 80: mask = 64, repeatTime = 1, then mask = 16, or counter mode" \
	"$reduce mask=80 repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8"
says "a mask for all elements of rows" \
	"each repeat in 2 calls: mask = 64, then mask = 32, src 256 and dst 4 bytes further on, both with dstRepStride = 8 and srcRepStride = 12; then a reduction of the parts with mask = 2 and srcRepStride = 1" \
	"$reduce mask=96 repeatTime=20 dstRepStride=1 srcBlkStride=1 srcRepStride=8"
says "a mask for rows with a pitch" \
	"each repeat in 2 calls: mask = 64, then mask = 32, src 256 and dst 4 bytes further on, both with dstRepStride = 8 and srcRepStride = 16; then a reduction of the parts with mask = 2 and srcRepStride = 1" \
	"$reduce mask=96 repeatTime=20 dstRepStride=1 srcBlkStride=1 srcRepStride=16"
says "a mask for rows whose pitch is in bytes" \
	"each repeat in 2 calls: mask = 64, then mask = 32, src 256 and dst 4 bytes further on, both with dstRepStride = 8 and srcRepStride = 12; " \
	"$reduce mask=96 repeatTime=20 dstRepStride=1 srcBlkStride=1 srcRepStride=384"
says "a mask for rows of whole repeats" \
	"each repeat in 2 calls of mask = 64, src 256 and dst 4 bytes further on, both with dstRepStride = 8 and srcRepStride = 16; then a reduction of the parts with mask = 2 and srcRepStride = 1" \
	"$reduce mask=128 repeatTime=4 dstRepStride=1 srcBlkStride=1 srcRepStride=8"
says "a mask for long rows" \
	"each repeat in 10 calls: 9 of mask = 128, then mask = 80, src 256 and dst 2 bytes further on in each, all with dstRepStride = 16 and srcRepStride = 77; then a reduction of the parts with mask = 10 and srcRepStride = 1" \
	"WholeReduceSum dst=VECOUT+0x20000 src=VECIN+0 type=half mask=1232 repeatTime=2 dstRepStride=1 srcBlkStride=1 srcRepStride=8"
says "a mask for rows that must be padded" \
	"each repeat in 2 calls: mask = 64, then mask = 6, src 256 and dst 4 bytes further on, both with dstRepStride = 8 and srcRepStride = 9 (rows of 280 bytes padded to 288); " \
	"$reduce mask=70 repeatTime=4 dstRepStride=1 srcBlkStride=1 srcRepStride=8"
says "a mask for maxima of rows" \
	"each repeat in 2 calls: mask = 64, then mask = 32, src 256 and dst 8 bytes further on, both with dstRepStride = 4 and srcRepStride = 12; then a reduction of the values among the parts" \
	"WholeReduceMax dst=VECOUT+0x10000 src=VECIN+0 type=float mask=96 repeatTime=20 dstRepStride=1 srcBlkStride=1 srcRepStride=12"
says "a mask for pairs of rows" \
	"each repeat in 2 calls: mask = 64, then mask = 32, src 256 and dst 128 bytes further on, both with dstRepStride = 2 and srcRepStride = 12" \
	"PairReduceSum dst=VECOUT+0x10000 src=VECIN+0 type=float mask=96 repeatTime=20 dstRepStride=1 srcBlkStride=1 srcRepStride=12"
says "an odd offset" \
	"the next are 224 and 256: rows of an odd length have to be padded to whole 32 bytes" \
	"WholeReduceSum dst=VECOUT+0 src=VECIN+228 type=float mask=57 repeatTime=1 dstRepStride=1 srcBlkStride=1 srcRepStride=8"

says "more repeats than a call has" \
	"split it: 2 calls of 255 repeats and one of 90, src 65280 and dst 1020 bytes further on in each; or counter mode" \
	"$reduce mask=64 repeatTime=600 dstRepStride=1 srcBlkStride=1 srcRepStride=8"
says "twice the repeats of a call" \
	"split it: 2 calls of 255 repeats, src 0 and dst 0 bytes further on in each; or counter mode" \
	"$reduce mask=64 repeatTime=510 dstRepStride=0 srcBlkStride=1 srcRepStride=0"
says "one repeat more than a call has" \
	"split it: one call of 255 repeats and one of 1, src 65280 and dst 32640 bytes further on in each" \
	"PairReduceSum dst=VECOUT+0x10000 src=VECIN+0 type=float mask=64 repeatTime=256 dstRepStride=1 srcBlkStride=1 srcRepStride=8"

# The copy that converts, where there is none.
enhanced="DataCopy dst=CO2+0 src=CO1+0 type=int32:half blockCount=1 blockLen=1 srcStride=0 dstStride=0 blockMode=MATRIX deqScale=DEQ16 deqValue=0x3f800000"
only="the enhanced copy CO1 -> CO2 exists on ascend310p only"
says "an enhanced copy where CO2 is global memory" "$only" "$enhanced"
result "nor does a buffer help" "$(grep -c 'needs a buffer' <<<"$("$tool" run --host program.aic 2>&1)" | grep -vx 0)"
says "an enhanced copy to a buffer" "$only" "${enhanced/CO2+/CO2:x+}"
soc=ascend910 says "an enhanced copy where there is no path" "$only" "$enhanced"
soc=ascend310p-vec says "an enhanced copy without an L0C" "$only" "$enhanced"
says "an enhanced copy into L0C" "the enhanced copy CO2 -> CO1 exists on ascend310p only" \
	"DataCopy dst=CO1+0 src=CO2+0 type=half blockCount=1 blockLen=1 srcStride=0 dstStride=0 blockMode=MATRIX"
says "a copy from CO2 without a buffer" "" \
	"DataCopy dst=x+0 src=CO2+0 type=half blockCount=1 blockLen=1 srcStride=0 dstStride=0"

# What overlaps with what.
overlap="WholeReduceSum dst=VECOUT+0x120 src=VECIN+32 type=float repeatTime=4 dstRepStride=1 srcBlkStride=1 srcRepStride=8"
overlaps()	# WANTED LINE...
{
	local wanted=$1

	shift
	printf '%s\n' "$@" >program.aic
	"$tool" run --host program.aic >said 2>&1
	grep -qF "overlap in $wanted" said || cat said
}
result "results that are read later" "$(overlaps \
	"UB: repeat 1 would read bytes 288..319, of which repeat 0 writes 288..291; VECOUT and VECIN are one memory" \
	"soc ascend910b" "$overlap mask=64")"
result "results that are read by a later block of lanes" "$(overlaps \
	"UB: repeat 3 would read bytes 800..831, of which repeat 0 writes 800..803" "soc ascend910b" \
	"${overlap/0x120/800} mask=1:0")"
result "maxima that are read later" "$(overlaps \
	"UB: repeat 2 would read bytes 544..575, of which repeat 1 writes 544..551" "soc ascend910b" \
	"WholeReduceMax dst=VECIN+536 src=VECIN+32 type=float mask=56 repeatTime=3 dstRepStride=1 srcBlkStride=1 srcRepStride=8")"
result "pairs that are read later" "$(overlaps \
	"UB: repeat 1 would read bytes 256..287, of which repeat 0 writes 256..383" "soc ascend910b" \
	"PairReduceSum dst=VECIN+256 src=VECIN+0 type=half mask=128 repeatTime=2 dstRepStride=1 srcBlkStride=1 srcRepStride=8")"
result "results that are read later with an external mask" "$(overlaps \
	"UB: a later repeat would read some of bytes 288..291, which repeat 0 writes" \
	"soc ascend910b" "$overlap mask=external")"
result "blocks that overlap" "$(overlaps \
	"UB: block 0 of dst is bytes 64..127, and block 1 of src is 96..159; VECCALC and VECIN are one memory" \
	"soc ascend910b" "DataCopy dst=VECCALC+64 src=VECIN+0 type=half blockCount=3 blockLen=2 srcStride=1 dstStride=0")"
result "a vector that overlaps" "$(overlaps \
	"UB: block 1 of dst is bytes 512..1023, and vector 0 is 768..895" \
	"soc ascend310p" "DataCopy dst=CO2+0 src=CO1+0 type=int32:half blockCount=2 blockLen=1 srcStride=0 dstStride=0 blockMode=MATRIX deqScale=VDEQ16 deqTensorAddr=768")"
result "rows of half lines overlap a vector" "$(overlaps \
	"UB: block 0 of dst is bytes 0..511, and vector 0 is 384..511" \
	"soc ascend310p" "DataCopy dst=CO2+0 src=CO1+0 type=int32:int8 blockCount=1 blockLen=1 srcStride=0 dstStride=0 blockMode=MATRIX deqScale=VDEQ8 sidStoreMode=1 deqTensorAddr=384")"

says "bytes for srcRepStride where it makes operands overlap" \
	"srcRepStride counts 32 bytes: for 256 bytes it is 8" \
	"WholeReduceSum dst=VECOUT+0x8000 src=VECIN+0 type=float mask=64 repeatTime=16 dstRepStride=1 srcBlkStride=1 srcRepStride=256"
says "bytes for srcBlkStride where it makes operands overlap" \
	"srcBlkStride counts 32 bytes: for 32 bytes it is 1" \
	"WholeReduceSum dst=VECOUT+0x1400 src=VECIN+0 type=float mask=64 repeatTime=16 dstRepStride=1 srcBlkStride=32 srcRepStride=8"
says "bytes for srcStride where it makes operands overlap" \
	"srcStride counts 32 bytes: for 64 bytes it is 2" \
	"DataCopy dst=VECCALC+0x1000 src=VECIN+0 type=half blockCount=4 blockLen=2 srcStride=64 dstStride=0"
says "bytes for dstStride where it makes operands overlap" \
	"dstStride counts 32 bytes: for 64 bytes it is 2" \
	"DataCopy dst=VECCALC+0 src=VECIN+0x1000 type=half blockCount=4 blockLen=2 srcStride=0 dstStride=64"
says "no guess at rows that would overlap one another" "" \
	"WholeReduceSum dst=VECOUT+0x1000 src=VECIN+0 type=float mask=64 repeatTime=16 dstRepStride=1 srcBlkStride=1 srcRepStride=64"
says "no guess where operands overlap anyway" "" \
	"WholeReduceSum dst=VECOUT+0x120 src=VECIN+0 type=float mask=64 repeatTime=16 dstRepStride=1 srcBlkStride=1 srcRepStride=256"
says "no guess with a mask that nobody knows" "" \
	"WholeReduceSum dst=VECOUT+0x8000 src=VECIN+0 type=float mask=external repeatTime=16 dstRepStride=1 srcBlkStride=1 srcRepStride=256"

misspelt()	# LINE WANTED
{
	: >program.aic
	[[ $1 = soc* ]] || echo "soc ascend910b" >program.aic
	echo "$1" >>program.aic
	"$tool" check --host program.aic 2>&1 | grep -qF "$2" ||
		"$tool" check --host program.aic 2>&1
}
result "a field that is misspelt" \
	"$(misspelt "$reduce maks=64" "has no field 'maks': did you mean mask?")"
result "a statement that is misspelt" \
	"$(misspelt "WholeReducesum x" "unknown statement 'WholeReducesum': did you mean WholeReduceSum?")"
result "no guess at any word" \
	"$(misspelt "fly" "unknown statement 'fly'" | grep 'did you')"

# What is wrong with a value, and whose value it is.
result "a number with a point" "$(misspelt "$reduce mask=64 repeatTime=20.0" \
	"2: WholeReduceSum: repeatTime = '20.0' is no number: decimal or 0x hex, up to 2^64-1")"
result "an argument that is no number" "$(misspelt "fill VECIN+0 32 -1" \
	"fill: VALUE = '-1' is no number: decimal or 0x hex, up to 2^64-1")"
result "a mask that is none" "$(misspelt "$reduce mask=all" \
	"WholeReduceSum: mask = 'all' is no mask: N, LOW:HIGH or external")"
result "a mask of one word" "$(misspelt "SetVectorMask mode=normal mask=ff" \
	"SetVectorMask: mask = 'ff' is no mask: LOW:HIGH, two words of up to 64 bits in hex")"
result "an offset that is no number" "$(misspelt "print VECIN+0y half 1" \
	"print: LOC = 'VECIN+0y' is no location: its offset must be decimal or 0x hex, up to 2^64-1")"
result "a location without an offset" "$(misspelt "print VECIN half 1" \
	"print: LOC = 'VECIN' is no location: POSITION+OFFSET or BUFFER+OFFSET")"
result "a tolerance that is none" "$(misspelt "compare VECIN+0 x.npy rtol=1%" \
	"compare: rtol = '1%' is no tolerance: a decimal number from 0")"
result "a yes that is no number" "$(misspelt "DataCopy isRelu=yes" "DataCopy: isRelu = 'yes' is neither 0 nor 1")"
result "a choice of two" "$(misspelt "soc ascend310p saturate=1" "soc: saturate = '1' is neither on nor off")"
result "a scale as a number" "$(misspelt "DataCopy deqValue=0.0009765625" \
	"DataCopy: deqValue = '0.0009765625' is no number: decimal or 0x hex, up to 2^64-1; as a float its bits are 0x3a800000")"
result "a scale with an exponent" "$(misspelt "DataCopy deqValue=-1e-3" "; as a float its bits are 0xba83126f")"
result "a scale for DEQ" "$(misspelt "DataCopy deqScale=DEQ deqValue=0.25" "up to 2^64-1; M of DEQ is the bits of a half")"
result "a value that is no scale" "$(misspelt "DataCopy deqValue=q.5" "'q.5' is no number" | grep 'its bits')"
result "spaces around =" "$(misspelt "WholeReduceSum mask = 64" "WholeReduceSum: no spaces around =: mask=VALUE")"
result "a space before =" "$(misspelt "WholeReduceSum mask =64" "no spaces around =: mask=VALUE")"
result "a space behind =" "$(misspelt "WholeReduceSum mask= 64" "WholeReduceSum: mask has no value; no spaces around =: mask=VALUE")"
result "spaces behind an argument" "$(misspelt "compare VECIN+0 x.npy rtol = 1" "no spaces around =: rtol=VALUE")"

fractal="DataCopy dst=CO2+0 src=CO1+0 blockCount=1 blockLen=1 srcStride=0 dstStride=0"
# Whoever guesses a name is shown those that there are.
result "the statements" "$(misspelt "fly" \
	"unknown statement 'fly': there are soc, buffer, core, load, fill, store, print, compare, DataCopy, SetVectorMask, WholeReduceSum, WholeReduceMax, ")"
result "the fields of a statement" "$(misspelt "SetVectorMask lanes=1" \
	"SetVectorMask has no field 'lanes': there are mode, mask, count")"
result "the products" "$(misspelt "soc Ascend910B3" \
	"unknown soc 'Ascend910B3': did you mean ascend910b? There are ascend910, ascend310p, ascend310p-vec, ascend910b, ascend910c, ascend310b, ascend950")"
result "the types" "$(misspelt "print VECIN+0 float8 1" \
	"unknown type 'float8': did you mean float? There are int8, uint8, int16, uint16, int32, uint32, int64, uint64, half, ")"
result "numpy's names of types" "$(misspelt "print VECIN+0 float16 1" \
	"unknown type 'float16': did you mean half? There are ")"
result "the block modes" "$(misspelt "$fractal type=half blockMode=FRACTAL" \
	"unknown blockMode 'FRACTAL': there are NORMAL, MATRIX, VECTOR, SMALL_CHANNEL, DEPTHWISE")"
result "the quantisation modes" "$(misspelt "$fractal type=half deqScale=DEQ32" \
	"unknown deqScale 'DEQ32': there are NONE, DEQ, VDEQ, DEQ8, VDEQ8, DEQ16, VDEQ16")"
result "the positions" "$(misspelt "print VECINN+0 half 1" \
	"unknown position or buffer 'VECINN': did you mean VECIN? There are VECIN, VECCALC, VECOUT, A1, B1, TSCM, CO1, CO2")"
result "a memory instead of a position" "$(misspelt "print UB+0 half 1" \
	"unknown position or buffer 'UB': did you mean VECIN? There are VECIN, ")"
result "the buffers" "$(misspelt $'buffer input 32\nbuffer output 32\nprint inptu+0 half 1' \
	"unknown position or buffer 'inptu': did you mean input? There are VECIN, VECCALC, VECOUT, A1, B1, TSCM, CO1, CO2, input, output")"

result "the buffers for CO2" "$(misspelt $'buffer input 32\nload CO2:x+0 x' \
	"there is no buffer 'x' so far: there are input")"

# What a quantised copy multiplies by has to be said.
result "DEQ without deqValue" "$(misspelt "$fractal type=int32:half blockMode=MATRIX deqScale=DEQ" \
	"deqScale=DEQ needs the field deqValue: M, a half, in bits 15:0 (0x3c00 is 1)")"
result "DEQ8 without deqValue" "$(misspelt "$fractal type=int32:int8 blockMode=MATRIX deqScale=DEQ8 sidStoreMode=2" \
	"deqScale=DEQ8 needs the field deqValue: M, a float, in bits 31:0 (0x3f800000 is 1), N 35:32, MCB 36, Offset 45:37, Sign 46, Relu 47")"
result "DEQ16 without deqValue" "$(misspelt "$fractal type=int32:half blockMode=MATRIX deqScale=DEQ16" \
	"deqScale=DEQ16 needs the field deqValue: M, a float, in bits 31:0 (0x3f800000 is 1), N 35:32, MCB 36, Relu 47")"
result "DEQ16 to int16 without deqValue" "$(misspelt "$fractal type=int32:int16 blockMode=MATRIX deqScale=DEQ16" \
	"deqScale=DEQ16 needs the field deqValue: N in bits 35:32 (shifts by N + 1), Relu 47")"
printf '%s\n' "soc ascend910b" "DataCopy dst=VECCALC+32 src=VECIN+0 type=half blockCount=1 blockLen=1 srcStride=0 dstStride=0 deqScale=DEQ" >program.aic
result "a scale without effect needs no deqValue" "$("$tool" check --host program.aic 2>&1)"

# 16 halves 1.0 against an array of which one is 1.001 and one 1.25.
npy()		# FILE BITS...
{
	local file=$1 header bits

	shift
	header="{'descr': '<f2', 'fortran_order': False, 'shape': ($#,), }"
	printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "$header" >"$file"
	for bits; do
		# shellcheck disable=SC2059 # that is how to write bytes
		printf "\\x${bits:2}\\x${bits:0:2}" >>"$file"
	done
}
one=3c00
npy x.npy $one $one $one $one
npy near.npy $one 3c01 $one $one
npy far.npy $one 3c01 $one 3d00

# load ARGUMENTS, and what is wanted of it: nothing, or what it says.
loads()		# FILE+TYPE WANTED
{
	local said found

	printf '%s\n' "soc ascend910b" "buffer x ${room:-64}" "load x+0 $1" >program.aic
	said=$("$tool" run --host program.aic 2>&1)
	found=$?
	if [ "${status:-$found}" != $found ]; then
		echo "exit status $found, not $status: $said"
	elif [ -z "$2" ]; then
		echo -n "$said"
	elif [[ $said != *"$2"* ]]; then
		echo "wanted: $2; it says: $said"
	fi
}
result "load of the right type" "$(loads "x.npy half" "")"
result "load of another type" "$(loads "x.npy float" \
	"program.aic:3: load: x.npy has elements of half, not float: save array.astype('float32')")"
result "load of a type that isn't in the file" "$(loads "x.npy bfloat16" \
	"x.npy has elements of half, not bfloat16: save array.view('uint16')")"
# numpy's default, and twice as long: what is wrong is the type.
npy double.npy 0000 0000 0000 3ff0 0000 0000 0000 3ff0
sed -i "s/<f2/<f8/; s/(8,),/(2,),/" double.npy
result "load of another type that doesn't fit" "$(status=2 room=8 loads "double.npy float" \
	"load: double.npy has elements of double, not float: save array.astype('float32')")"
result "load of doubles that don't fit" "$(status=3 room=8 loads "double.npy" \
	"load: x+0: 16 bytes don't fit: only 8 are left there; double.npy is double: save array.astype('float32') if floats are meant")"
sed 's/<f2/<u2/' x.npy >bf16.npy
result "load of bfloat16" "$(loads "bf16.npy bfloat16" "")"
result "load of raw bytes with a type" "$(loads "x.bin half" \
	"program.aic:3: load: a TYPE goes with .npy files only")"
result "load of an unknown type" "$(loads "x.npy float16" "unknown type 'float16': did you mean half?")"

# Arrays that are no rows of elements as the core has them.
like()		# FILE DESCR
{
	sed "s/'<f2'/'$2'/" x.npy >"$1"
}
sed "s/False, 'shape': (4,), }  /True, 'shape': (2, 2), } /" x.npy >fortran.npy
result "an array in Fortran order" "$(loads fortran.npy \
	"load: fortran.npy: the array is in Fortran order: save np.ascontiguousarray(array)")"
like big.npy '>f2'
result "an array of big-endian elements" "$(loads big.npy \
	"load: big.npy: its dtype is '>f2', big-endian: save array.astype('float16')")"
like bool.npy '|b1'
result "an array of bool" "$(loads bool.npy \
	"load: bool.npy: its dtype is bool ('|b1'): save array.astype('uint8')")"
like complex.npy '<c8'
result "an array of complex numbers" "$(loads complex.npy \
	"load: complex.npy: its dtype is complex ('<c8'): save array.real and array.imag, each with astype('float32')")"
like long.npy '<f16'
result "an array of something else" "$(loads long.npy \
	"load: long.npy: its dtype is '<f16', but elements are integers or floats of up to 64 bits, little-endian: save array.astype('float32')")"
like text.npy '<U4'
result "an array of texts" "$(loads text.npy "its dtype is '<U4', but elements are integers or floats")"

# A zip archive, whatever it is called.
printf 'PK\x03\x04\x14\0\0\0\0\0' >x.npz
cp x.npz zip.npy
archive="this is a .npz archive, a zip file of arrays: save one array with np.save('x.npy', array)"
result "an archive" "$(loads x.npz "program.aic:3: load: x.npz: $archive")"
result "an archive with a type" "$(loads "x.npz half" "program.aic:3: load: a TYPE goes with .npy files only")"
result "an archive that is called .npy" "$(loads zip.npy "program.aic:3: load: zip.npy: $archive")"

compare()	# STATUS ARGUMENTS WANTED...
{
	local status=$1 said found

	printf '%s\n' "soc ascend910b" "buffer x 8" "load x+0 x.npy" "compare x+0 $2" >program.aic
	said=$("$tool" run --host --verbose program.aic 2>&1)
	found=$?
	[ "$found" = "$status" ] || echo "exit status $found, not $status: $said"
	shift 2
	for wanted; do
		[[ $said = *"$wanted"* ]] || echo "wanted: $wanted; it says: $said"
	done
}
result "compare offers a rule that passes" "$(compare 1 near.npy \
	'1 of 4 elements differ (25 %); the worst error is 0.000976562 at [1]' \
	'with rule=half it would pass: 0 would differ too much')"
result "compare offers a rule that fails" "$(compare 1 far.npy \
	'the worst error is 0.25 at [3], 0.2 of what is expected' \
	'with rule=half it would fail: 1 would differ too much')"
result "compare says what may help" "$(compare 1 near.npy 'aicore explain program.aic shows what each operation read')"
result "nothing helps where nothing differs" "$(compare 0 x.npy 'all 4 elements'; "$tool" run --host program.aic)"
result "no program to explain" "$("$tool" run --host - <program.aic 2>&1 | grep explain)"
result "rule=half" "$(compare 0 'near.npy rule=half' \
	'all 4 elements of near.npy are as expected; the worst error is 0.000976562 at [1]')"
result "rule=half fails" "$(compare 1 'far.npy rule=half' '1 of 4 elements differ too much')"
result "rule=float" "$(compare 1 'near.npy rule=float' '1 of 4 elements differ too much')"
result "an unknown rule" "$(compare 2 'near.npy rule=double' "'double' is no rule: there are half and float")"
result "a rule and a tolerance" "$(compare 2 'near.npy rule=half atol=1' 'a rule goes without')"
# nan has many bits; two of them are no error that has a size.
npy nan.npy 7e00 $one $one $one
npy othernan.npy 7e01 fe00 $one $one
nans()		# GOLDEN WANTED...
{
	printf '%s\n' "soc ascend910b" "buffer x 8" "load x+0 othernan.npy" "compare x+0 $1" >program.aic
	"$tool" run --host program.aic >said
	shift
	for wanted; do
		grep -qxF "$wanted" said || cat said
	done
}
result "compare of nan with nan" "$(nans nan.npy \
	"  2 of 4 elements differ (50 %)" "  1 element is nan with other bits")"
npy nans.npy 7e00 7e00 $one 3c01
result "compare of nan with nan and of numbers" "$(nans nans.npy \
	"  3 of 4 elements differ (75 %); the worst error is 0.000976562 at [3], 0.000976 of what is expected" \
	"  2 elements are nan with other bits" \
	"  with rule=half it would pass: 0 would differ too much")"
result "compare of nan with a number" "$(nans x.npy "  2 of 4 elements differ (50 %)")"
floats()	# FILE BITS...
{
	local file=$1 bits halves=()

	shift
	for bits; do
		halves+=("${bits:4}" "${bits:0:4}")
	done
	npy "$file" "${halves[@]}"
	sed -i "s/<f2/<f4/; s/($((2 * $#)),),/($#,),/" "$file"
}
# 0.001 and 1000 with errors of 1e-4 and 0, as sums in another order have them.
floats sums.npy 3a83126f 447a0000 447a0000 447a0000
floats other.npy 3a901234 447a0000 447a0000 447a0000
order()		# LOADED GOLDEN
{
	printf '%s\n' "soc ascend910b" "buffer x 16" "load x+0 $1 float" "compare x+0 $2" >program.aic
	"$tool" run --host program.aic
}
hint="  sums in another order differ so where terms cancel: take the tree, or atol="
result "rule=float where terms cancel" "$(order sums.npy "other.npy rule=float" >said; grep -qxF "$hint" said || cat said)"
result "the rule that would fail where terms cancel" "$(order sums.npy "other.npy" >said; grep -qxF "$hint" said || cat said)"
floats bad.npy 3a83126f 447a0000 44800000 447a0000
result "no such hint where errors are large" "$(order sums.npy "bad.npy rule=float" | grep 'another order')"
result "no such hint with a tolerance" "$(order sums.npy "other.npy rtol=1e-5" | grep 'another order')"
floats ones.npy 3f800000 3f800000 3f800000 3f800000
floats all.npy 3f800400 3f800400 3f800400 3f800400
result "no such hint where all differ" "$(order ones.npy "all.npy rule=float" | grep 'another order')"
result "compare with a type" "$(compare 0 'near.npy half rule=half' 'all 4 elements of near.npy are as expected')"
result "compare with another type" "$(compare 2 'double.npy float' \
	"compare: double.npy has elements of double, not float: save array.astype('float32')")"
result "compare with doubles that don't fit" "$(compare 3 'double.npy' \
	"8 are left there; double.npy is double: save array.astype('float32') if floats are meant")"
npy one.npy 0000 0000 0000 3ff0
sed -i "s/<f2/<f8/; s/(4,),/(1,),/" one.npy
result "compare with doubles" "$(compare 1 'one.npy' \
	"one.npy is double, and was compared as such: save array.astype('float32') for floats")"
sed 's/<f2/<u2/' near.npy >bf16.npy
result "compare with bfloat16" "$(compare 1 'bf16.npy bfloat16' '[1] expected 0.0079, got 0.0078')"
result "compare with bfloat16 and a tolerance" "$(compare 0 'bf16.npy bfloat16 rtol=0.01' 'all 4 elements')"
result "compare with raw bytes and a type" "$(compare 2 'x.bin half' 'compare: a TYPE goes with .npy files only')"
result "compare with an unknown type" "$(compare 2 'near.npy float16' "unknown type 'float16': did you mean half?")"
result "compare with a type behind a field" "$(compare 2 'near.npy rtol=1 half' "compare: 'half' is too much")"

# Somebody feeds the program slowly.
slow()		# COMMAND...
{
	local feeder

	rm -f pipe.bin
	mkfifo pipe.bin
	printf '%s\n' "soc ascend910b" "buffer x 8" "load x+0 pipe.bin" \
		"print x+0 half 1" >program.aic
	{ sleep 3.2; printf '\0\x3c\0\0\0\0\0\0' >pipe.bin; } &
	feeder=$!
	"$@" >said 2>&1
	wait $feeder
}
progress()
{
	slow script -qec "'$tool' run --host program.aic" /dev/null
	grep -q 'aicore: line 3 of 4, 2 s' said || cat -v said
	grep -q '^1' <(tr -d '\r' <said | sed 's/.*\x1b\[K//') || cat -v said
}
quiet()
{
	slow "$tool" run --host program.aic
	[ "$(cat said)" = 1 ] || cat -v said
}
if command -v script >/dev/null; then
	result "progress at a terminal" "$(progress)"
else
	skip "progress at a terminal" "there is no script (package bsdutils)"
fi
result "no progress elsewhere" "$(quiet)"

finish

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What can be said about the sources without running them, as TAP. With
# arguments, only the checks of these names: selftests/static.sh checkpatch spdx

set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

out=$PWD/build/static
cache=${AICORE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/aicore}
checks="build-6.1 build-6.12 checkpatch coccinelle pahole uapi-c90 uapi-c++
	uapi-clang uapi-m32 syzkaller spdx leftovers shellcheck promises"

# All that is or will be tracked; our own C; the scripts.
files()
{
	git ls-files --cached --others --exclude-standard -- "$@" |
		while read -r file; do [ ! -f "$file" ] || echo "$file"; done
}

c_files()
{
	files '*.c' '*.h' | grep -v '/kselftest[^/]*\.h$'
}

# -- one function per check: silent, or prints what is wrong --

# -Werror would hide all but the first file, so count the warnings instead.
# One compiler is as good as the next here: that note is no finding.
check_build()
{
	local dir=$out/$1 log=$out/build-$1.log headers cross=()

	headers=$(qemu/kernel "$1" 2>&3)/headers
	[ "$1" != arm64 ] || cross=(ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu-)
	rm -rf "$dir"
	mkdir -p "$dir"
	cp -rs "$PWD/Kbuild" "$PWD/driver" "$PWD/uapi" "$dir/"
	make -C "$headers" M="$dir" -k -j"$(nproc)" W=1 C=1 "${cross[@]}" \
		CF=-D__CHECK_ENDIAN__ modules >"$log" 2>&1 ||
		tail -n 3 "$log"
	grep -E 'warning|error:' "$log" | grep -v 'the compiler differs' | sort -u
}

# The kernel's own scripts are in its source package only; unpacking those
# takes a while, so keep them.
kernel_scripts()
{
	local version dir

	version=$(dpkg-query -W -f '${Version}' linux-source-6.12)
	dir=$cache/scripts-$version
	if [ ! -d "$dir" ]; then
		echo "static: unpacking the kernel's scripts (once)" >&3
		rm -rf "$cache"/scripts-*
		mkdir -p "$dir.$$"
		tar -xf /usr/src/linux-source-6.12.tar.xz -C "$dir.$$" \
			--strip-components=1 linux-source-6.12/scripts
		mv -T "$dir.$$" "$dir" 2>/dev/null || rm -rf "$dir.$$"
	fi
	echo "$dir/scripts"
}

# Rules about what only the kernel has, such as u8, BIT(), ARRAY_SIZE(), strscpy(),
# or what only programs have, such as <inttypes.h> in capitals and errno values
# that are positive. A UAPI header has no BIT() either, and the port header is
# where programs get the kernel's types from.
programs=PREFER_KERNEL_TYPES,BIT_MACRO,PREFER_DEFINED_ATTRIBUTE_MACRO,ARRAY_SIZE
programs+=,STRCPY,VOLATILE,CAMELCASE,USE_NEGATIVE_ERRNO,EMBEDDED_FUNCTION_NAME
programs+=,MACRO_ARG_REUSE
shared=PREFER_KERNEL_TYPES,BIT_MACRO

# From another folder, because checkpatch drops a cache file where it stands.
run_checkpatch()	# OPTION...; files on stdin
{
	local script here=$PWD

	script=$(kernel_scripts)/checkpatch.pl
	mkdir -p "$out/include"
	sed "s,^,$here/," | (cd "$out" && xargs -r -d '\n' -P "$(nproc)" -n 8 \
		perl "$script" --no-tree --root="$out" --strict --terse \
		--show-types --no-summary --quiet "$@" -f) | sed "s,^$here/,,"
}

check_checkpatch()
{
	local header='^(uapi/|driver/core/port\.h)' kernel='^(driver|uapi)/'
	# Tracepoints have a layout of their own in all of the kernel.
	local trace='^driver/trace\.h'

	c_files | grep -E "$kernel" | grep -vE "$header|$trace" | run_checkpatch
	c_files | grep -E "$trace" | run_checkpatch --ignore \
		PARENTHESIS_ALIGNMENT,OPEN_ENDED_LINE
	c_files | grep -E "$header" | run_checkpatch --ignore "$shared"
	c_files | grep -vE "$kernel" | run_checkpatch --ignore "$programs"
}

# The scripts that could find something in code such as ours, at two seconds
# each. Not among them: stream_open, whose advice depends on whether a file has
# a position, which these have not.
coccinelle_scripts()
{
	printf "$1/%s.cocci\n" api/alloc/{alloc_cast,zalloc-simple} \
		api/{err_cast,kfree_mismatch,kvmalloc,memdup_user,vma_pages} \
		free/{ifnullfree,kfree,kfreeaddr} \
		iterators/{itnull,use_after_iter} \
		locks/{call_kern,double_lock,flags,mini_lock} \
		misc/{array_size,doubleinit,noderef,returnvar,struct_size} \
		null/{deref_null,eno,kmerr} \
		tests/{doubletest,unsigned_lesser_than_zero}
}

check_coccinelle()
{
	# shellcheck disable=SC2016 # this is for the inner shell
	coccinelle_scripts "$(kernel_scripts)/coccinelle" |
		xargs -d '\n' -P "$(nproc)" -n 1 sh -c '
			spatch --very-quiet -D report --cocci-file "$1" \
				$(sed -n "s,^// *Options:,,p" "$1") \
				--dir driver 2>&1' sh | grep .
}

# 32-bit callers see the same layout, nothing is left to the compiler, and
# arrays of any of these stay aligned.
check_pahole()
{
	local bits

	mkdir -p "$out"
	for bits in 32 64; do
		echo '#include "aicore.h"' | gcc "-m$bits" -g -O0 -Iuapi \
			-idirafter "/usr/include/$(gcc -print-multiarch)" -x c -c \
			-fno-eliminate-unused-debug-types -o "$out/uapi$bits.o" - || return
		pahole "$out/uapi$bits.o" 2>/dev/null | tr -s ' \t' ' ' |
			sed -n '/^struct aicore/,/^}/p' >"$out/uapi$bits.layout"
	done
	[ -s "$out/uapi64.layout" ] || echo "no struct aicore_* in uapi/aicore.h"
	diff "$out/uapi64.layout" "$out/uapi32.layout" >"$out/layout.diff" ||
		echo "32 and 64 bits differ: $(head -n 4 "$out/layout.diff" | tr '\n' ' ')"
	awk '/^struct /		{ name = $2 }
	     /XXX .* hole|XXX .* bit hole|padding: /	{ print name ": " $0 }
	     /size: [0-9]+, (cache|members)/ { match($0, /size: [0-9]+/)
			size = substr($0, RSTART + 6, RLENGTH - 6)
			if (size % 8) print name ": " size " bytes, no multiple of 8" }' \
		"$out/uapi64.layout"
}

# The header on its own, as the first and only thing that a program includes.
uapi_alone()
{
	printf '#include "aicore.h"\nextern int nothing;\n' |
		"$@" -Wall -Wextra -Werror -Iuapi -fsyntax-only - 2>&1
}

check_uapi()
{
	case $1 in
	c90) uapi_alone gcc -std=c90 -x c ;;
	c++) uapi_alone g++ -std=c++98 -x c++ && uapi_alone g++ -std=c++17 -x c++ ;;
	clang) uapi_alone clang -std=c90 -x c && uapi_alone clang -std=c++17 -x c++ ;;
	m32) uapi_alone gcc -std=c90 -m32 -idirafter \
		"/usr/include/$(gcc -print-multiarch)" -x c ;;
	esac
}

check_syzkaller()
{
	selftests/syzkaller/check
}

# Data and prose have no place for it, and a licence is its own.
check_spdx()
{
	files | grep -vE '^(LICENSES/|debian/(changelog|copyright|source/format)$)|\.(md|npy|bin|csv|png|expected|tar\.xz)$' |
		while read -r file; do
			head -n 3 "$file" | grep -q 'SPDX-License-Identifier: ' ||
				echo "$file: no SPDX line"
		done
	files | grep -v '^LICENSES/' |
		xargs -d '\n' sed -sn '1,3s/.*SPDX-License-Identifier: *//p' |
		sed 's, *\*/ *$,,; s, *-->,,' | sort -u |
		grep -vxE 'GPL-2.0-only( WITH Linux-syscall-note| OR MIT)?|MIT|\(GPL-2.0-only WITH Linux-syscall-note\) OR MIT|GPL-2.0' |
		sed 's/^/unexpected licence: /'
}

# Nothing half done, and no trace of the machine that it was written on.
check_leftovers()
{
	files | grep -vE '^LICENSES/|/kselftest[^/]*\.h$' | xargs -d '\n' grep -nIwE \
		'TO[D]O|FIX[M]E|XX[X]|HA[C]K' | grep -v "XX[X] .* hole"
	files | grep -v '^LICENSES/' | xargs -d '\n' grep -nIE '(^|[^[:alnum:]_.$}*-])/(ho[m]e|ro[o]t|wo[r]k)/'
}

check_shellcheck()
{
	files | xargs -d '\n' grep -lIE '^#!/bin/(ba)?sh' | xargs -d '\n' shellcheck -S warning
}

# The table of what is promised names tests.
check_promises()
{
	selftests/promises.sh
}

# -- TAP --

exec 3>&2	# for what is no finding
number=0 failed=0
report()	# NAME FINDINGS
{
	number=$((number + 1))
	if [ -z "$2" ]; then
		echo "ok $number $1"
		return
	fi
	failed=1
	echo "not ok $number $1"
	head -n 200 <<<"$2" | sed 's/^/# /'
	head -n 10 <<<"$2" | sed "s/^/$1: /" >&2
}

run()		# NAME
{
	case $1 in
	build-*) check_build "${1#build-}" ;;
	uapi-*) check_uapi "${1#uapi-}" ;;
	*) "check_$1" ;;
	esac
}

# shellcheck disable=SC2086 # the default is a list of words
[ $# -gt 0 ] || set -- $checks
for name; do
	report "static: $name" "$(run "$name" 2>&1)"
done
echo "1..$number"
exit "$failed"

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The documents say what is true: the reference is that of the headers, and each
# "sh run" block of the pages prints what stands in the "text" block under it.
# Blocks with a name behind their language are files for the blocks that follow.

root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=selftests/host/result.sh
. "$root/selftests/host/result.sh" docs
export PATH=$root/build/bin:$PATH PYTHONPATH=$root/userlib/python/src
export PYTHONDONTWRITEBYTECODE=1

# Makes of a page: files by name, N.sh and N.wanted for its runnable blocks.
take_apart()	# PAGE FOLDER
{
	awk -v folder="$2" '
		/^```/ && inside { inside = 0; close(to); next }
		/^```sh run$/ { inside = 1; to = folder "/" ++n ".sh"; printf "" >to; next }
		/^```text$/ && n { inside = 1; to = folder "/" n ".wanted"; printf "" >to; next }
		/^```[a-z]+ [a-z._]+$/ { inside = 1; to = folder "/" $2; next }
		/^```/ { inside = 1; to = "/dev/null"; next }
		inside { print >to }' "$1"
}

run_block()	# FOLDER N
{
	(cd "$1" && bash -euo pipefail "$2.sh") >"$1/$2.got" 2>&1 ||
		echo "exit status $?"
	[ ! -e "$1/$2.wanted" ] || diff "$1/$2.wanted" "$1/$2.got"
}

# Which Python has numpy is not the pages' business.
mkdir "$scratch/bin"
for python in python3 /usr/bin/python3; do
	if "$python" -c 'import numpy' 2>/dev/null; then
		ln -s "$(command -v "$python")" "$scratch/bin/python3"
		break
	fi
done
PATH=$scratch/bin:$PATH

page()		# NAME
{
	local folder=$scratch/${1//\//_} n=1

	mkdir -p "$folder"
	ln -s "$root"/{selftests,userlib,uapi,build} "$root/selftests/programs" "$folder"
	take_apart "$root/$1" "$folder"
	while [ -e "$folder/$n.sh" ]; do
		if grep -q python3 "$folder/$n.sh" && [ ! -e "$scratch/bin/python3" ]; then
			skip "$1, block $n" "there is no Python with numpy (package python3-numpy)"
		else
			result "$1, block $n: $(head -n 1 "$folder/$n.sh")" \
				"$(run_block "$folder" "$n")"
		fi
		n=$((n + 1))
	done
	[ "$n" -gt 1 ] || result "$1" "it has no block that can be run"
}

for name in README.md docs/guide.md docs/from-cann.md; do
	page "$name"
done

reference()
{
	python3 "$root/docs/make-reference" "$root/build/bin/aicore" >"$scratch/reference.md"
	diff "$root/docs/reference.md" "$scratch/reference.md" ||
		echo "docs/make-reference build/bin/aicore >docs/reference.md makes it new"
}
result "the reference is that of the headers" "$(reference 2>&1)"

# Whatever is exported or can be written has a place in the reference and the man page.
complete()
{
	local word

	for word in $(sed -n 's/^\t\(ac_[a-z_]*\);$/\1/p' "$root/userlib/libaicore.map" "$root/userlib/libaicore-host.map"); do
		grep -qx "#### \`$word\`" "$root/docs/reference.md" || echo "reference: $word"
	done
	for word in $(sed -n 's/^#define \(AICORE_DEQ_[A-Z]*_SHIFT\).*/\1/p' "$root/uapi/aicore.h"); do
		grep -q "^|.*\`$word\`" "$root/docs/reference.md" || echo "reference: $word"
	done
	for word in sidStoreMode deqValue; do
		grep -q "^### $word" "$root/docs/guide.md" || echo "guide: $word"
	done
	for word in $(sed -n 's/^enum \(aicore_[a-z_]*\) {/\1/p; s/^#define \(AICORE_IOC_[A-Z_]*\)\t.*_IO(.*/\1/p' "$root/uapi/aicore.h"); do
		grep -q "$word" "$root/docs/reference.md" || echo "reference: $word"
	done
	for word in $(sed -n 's/^.*{ "\([A-Za-z]*\)", parse_.*/\1/p; s/^\t\t\.name = "\(.*\)",/\1/p' "$root/userlib/tool/grammar.c" | sort -u); do
		grep -q "\b$word\b" "$root/userlib/man/aicore.1" || echo "aicore.1: $word"
		aicore --help | grep -q "\b$word\b" || echo "aicore --help: $word"
	done
	for word in $(sed -n 's/^\t{ "\([a-z]*\)", [a-z_]*argument.*/\1/p' "$root/userlib/tool/main.c"); do
		grep -qE -- "(\\\\-\\\\-|--)$word\b" "$root/userlib/man/aicore.1" || echo "aicore.1: --$word"
	done
}
result "nothing is left out" "$(complete)"

man_pages()
{
	local page

	command -v groff >/dev/null || return
	for page in aicore.1 libaicore.3; do
		LC_ALL=C groff -man -ww -z "$root/userlib/man/$page" 2>&1
	done
}
result "man pages" "$(man_pages)"

finish

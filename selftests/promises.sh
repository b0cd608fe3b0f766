#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Checks docs/promises.md against the tests: whatever it names must exist, and
# each program with tests must be named. Prints what is wrong.

set -uo pipefail
cd "$(dirname "$0")/.." || exit 2

# Names of a kselftest, as FIXTURE.TEST, FIXTURE.VARIANT.TEST or TEST.
tests_of()	# PROGRAM
{
	sed -nE 's/^TEST(_SIGNAL)?\(([a-z0-9_]+).*/\2/p
		 s/^TEST_F(_TIMEOUT|_SIGNAL)?\(([a-z0-9_]+), *([a-z0-9_]+).*/\2.\3\n\2.*.\3/p' \
		"selftests/${1%_32}.c"
}

exists()	# PROGRAM TEST
{
	local pattern

	pattern=${2//./\\.}
	pattern=${pattern//\*/.*}
	case $1 in
	host) [ -e "selftests/host/$2.c" ] || [ -e "selftests/host/$2.sh" ] ;;
	install) grep -q "^check_$2()" packaging/trial/*.sh ;;
	static) grep -qw -- "$2" selftests/static.sh ;;
	kunit) grep -q "KUNIT_CASE($2)" driver/kunit/*.c ;;
	*_test)
		if [ -e "selftests/$1" ]; then
			[ -z "$2" ] || grep -qF "result \"$2\"" "selftests/$1"
			return
		fi
		;;&
	*) [ -e "selftests/${1%_32}.c" ] && tests_of "$1" | grep -qxE -- "${pattern:-.*}" ;;
	esac
}

# shellcheck disable=SC2016 # that is Markdown
named=$(grep -o '`[a-z0-9_]*\(_test\(_32\)\?\|: [^`]*\)`' docs/promises.md | tr -d '`' | sort -u)
[ -n "$named" ] || echo "docs/promises.md names no tests"
while IFS= read -r name; do
	program=${name%%:*} test=
	case $name in
	*:*) test=${name#*: } ;;
	esac
	exists "$program" "$test" || echo "docs/promises.md: no such test: $name"
done <<<"$named"

for file in selftests/*_test.c selftests/*_test selftests/host/{diff,test}_*.c \
		selftests/host/*.sh; do
	program=$(basename "${file%.*}")
	# These run or are asked by others.
	case $program in
	compare | result | run) continue ;;
	esac
	grep -qE "(^|: )$program(:|\$)" <<<"$named" || echo "docs/promises.md: $program is missing"
done

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The Python package: its tests on the host device, its example, its types, and
# that pip can install it from the tree.

root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=selftests/host/result.sh
. "$root/selftests/host/result.sh" python
package=$root/userlib/python
export PYTHONDONTWRITEBYTECODE=1
unset AICORE_BACKEND AICORE_GUEST

# A Python in the PATH may not be the one that has the distribution's packages.
python=
for candidate in python3 /usr/bin/python3; do
	if "$candidate" -c 'import numpy' 2>/dev/null; then
		python=$candidate
		break
	fi
done

if [ -z "$python" ]; then
	skip "package" "there is no Python with numpy (package python3-numpy)"
	finish
fi

"$python" "$package/tests/run.py" >"$scratch/tap" 2>&1
status=$?
sed 's/^\(ok\|not ok\) [0-9]* /\1 - python: /; /^1\.\./d' "$scratch/tap"
passed=$(grep -c '^ok [^#]*$' "$scratch/tap")
skipped=$(grep -c '^ok .*# SKIP' "$scratch/tap")
failed=$(grep -c '^not ok' "$scratch/tap")
[ "$status" = 0 ] || [ "$failed" -gt 0 ] || result "tests end" "status $status"

example()
{
	PYTHONPATH=$package/src "$python" "$package/examples/row_sums.py" --host >"$scratch/said" 2>&1 ||
		cat "$scratch/said"
	grep -q '^64 of 64 sums' "$scratch/said" || cat "$scratch/said"
}
result "the example is its golden" "$(example)"

installs()
{
	cp -r "$package" "$scratch/source"
	"$python" -m pip install --quiet --no-build-isolation --no-deps --no-index \
		--target "$scratch/installed" "$scratch/source" >"$scratch/said" 2>&1 ||
		cat "$scratch/said"
	[ -e "$scratch/installed/aicore/py.typed" ] || echo "py.typed is missing"
	cd / && PYTHONPATH=$scratch/installed AICORE_LIBRARY_PATH=$root/build/lib \
		"$python" "$package/examples/row_sums.py" --host 2>&1 |
		grep -v '^64 of 64'
}
if "$python" -c 'import setuptools, wheel, pip' 2>/dev/null; then
	result "pip installs it" "$(installs)"
else
	skip "pip" "pip, setuptools or wheel is missing (python3-pip, python3-setuptools, python3-wheel)"
fi

# A copy that pip has put elsewhere, without -e, does not know the tree.
lost()		# LIBRARY-PATH WANTED...
{
	local path=$1 said wanted

	shift
	said=$(cd / && PYTHONPATH=$scratch/elsewhere AICORE_LIBRARY_PATH=$path LD_LIBRARY_PATH='' \
		"$python" -c 'import aicore; aicore.Device("ascend310p", host=True)' 2>&1)
	for wanted; do
		[[ $said = *"$wanted"* ]] || echo "wanted: $wanted; it says: $said"
	done
}
mkdir "$scratch/elsewhere"
cp -r "$package/src/aicore" "$scratch/elsewhere"
if ldconfig -p 2>/dev/null | grep -q libaicore; then
	skip "libraries that are not found" "libaicore is installed on this machine"
else
	result "libraries that are not found" "$(lost "" \
		"ImportError: libaicore.so.0 can't be loaded from the system's library folders (" \
		"$scratch/elsewhere/aicore isn't in a source tree" \
		"'make lib' and AICORE_LIBRARY_PATH=TREE/build/lib, 'make install', or 'pip install -e'")"
	result "libraries that are not where they were said to be" "$(lost /nowhere \
		"ImportError: libaicore.so.0 can't be loaded from AICORE_LIBRARY_PATH: /nowhere/libaicore.so.0 (" \
		"'make lib'")"
fi

if "$python" -m mypy --version >/dev/null 2>&1; then
	result "types" "$("$python" -m mypy --strict "$package/src" 2>&1 | grep -v '^Success')"
else
	skip "types" "there is no mypy (package mypy)"
fi
finish

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The page of "aicore explain --html" in a browser without a screen: what it
# shows at first, by keyboard and by mouse. Skipped where there is no Chromium.
# The last picture stays in $out/explain.png.

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=selftests/host/result.sh
. "$here/result.sh" "explain page"
tool=$(realpath "${AICORE_TOOL:-$here/../../build/bin/aicore}")
out=$(realpath "${out:-$here/../../build/host}")

browser=$(command -v chromium || command -v chromium-browser)
if [ -z "$browser" ]; then
	skip "all of it" "there is no Chromium (package chromium)"
	finish
fi

browse()	# ARGUMENT...
{
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu \
		--disable-dev-shm-usage --user-data-dir="$scratch/profile" \
		--virtual-time-budget=2000 "$@" 2>>"$scratch/browser.log"
}

# The page after SCRIPT has run in it, as the browser has it then.
page_after()	# PAGE SCRIPT
{
	{
		cat "$1"
		printf '<script>"use strict";\n'
		printf 'const key = k => document.dispatchEvent(new KeyboardEvent("keydown", { key: k, cancelable: true }));\n'
		# shellcheck disable=SC2016 # that is for the browser
		printf 'const cell = at => document.querySelector(`[data-at="${at}"]`);\n'
		printf '%s\n</script>\n' "$2"
	} >"$scratch/driven.html"
	browse --dump-dom "file://$scratch/driven.html" |
		sed 's/<script>.*//; /^const data/,/^<\/script>/d' >"$scratch/dom"
	[ -s "$scratch/dom" ] || tail -n 5 "$scratch/browser.log"
}

has()		# TEXT
{
	grep -qF -- "$1" "$scratch/dom" || echo "the page hasn't: $1"
}

page()		# PROGRAM
{
	"$tool" explain --html "$scratch/$1.html" "$here/../programs/$1.aic"
	# Nothing outside of the file; the program's text in its data has src=.
	sed '/^{"title"/,/^;$/d' "$scratch/$1.html" |
		grep -nE '(src|href)=|https?:|@import|url\(' | cut -c 1-200
}

first()
{
	page saturation_on
	page_after "$scratch/saturation_on.html" ''
	has '2. WholeReduceSum'
	has '<span class="S" title="[0]">65504</span>'
	has '<span class="r" title="[1]">-29904</span>'
	has '<td>VECOUT+4096</td><td>35584</td><td>0x7858</td>'
	has 'data-at="UB:4096"'
	has 'class="cell write"'
	has 'class="cell read"'
}
result "opens on the first operation that computes" "$(first)"

by_key()
{
	page two_cores
	page_after "$scratch/two_cores.html" 'key("ArrowRight"); key("ArrowRight");'
	has 'Tree of repeat 2'
	has 'UB of core 1'
	page_after "$scratch/two_cores.html" 'key("ArrowDown"); key("ArrowDown"); key("ArrowDown");'
	has '5. WholeReduceSum'
}
result "operations and repeats by keyboard" "$(by_key)"

cells_by_key()
{
	page_after "$scratch/two_cores.html" 'document.querySelector(".cell[tabindex=\"0\"]").focus();
		key("ArrowRight"); key("ArrowDown");'
	has 'UB of core 0, bytes'
	grep -q 'tabindex="0" data-at=' "$scratch/dom" ||
		grep -q 'data-at="[^"]*"[^>]*tabindex="0"' "$scratch/dom" ||
		grep -q 'tabindex="0"[^>]*data-at=' "$scratch/dom" ||
		echo "no cell can be reached by Tab"
}
result "lines of memory by keyboard" "$(cells_by_key)"

by_mouse()
{
	page chain
	page_after "$scratch/chain.html" 'key("ArrowDown");
		cell("UB:4128").dispatchEvent(new MouseEvent("mouseenter"));'
	has 'UB, bytes 4128..4159'
	has 'Element 32: block 0'
	has 'shift if MCB'
	has '+ Offset'
	has 'writes 4128..4143'
}
result "stages under the mouse" "$(by_mouse)"

picture()
{
	browse --window-size=1500,950 --screenshot="$out/explain.png" \
		"file://$scratch/saturation_on.html" >/dev/null
	[ "$(head -c 8 "$out/explain.png" | od -An -tx1)" = " 89 50 4e 47 0d 0a 1a 0a" ] ||
		echo "no picture"
}
result "a picture" "$(picture)"

finish

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# make install and make uninstall into a folder of their own: what is there is
# complete and works from there, and nothing stays behind.

root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=selftests/host/result.sh
. "$root/selftests/host/result.sh" install
dest=$scratch/dest
unset MAKEFLAGS MFLAGS MAKELEVEL

make_it()	# TARGET VARIABLE...
{
	make -s -C "$root" "$1" DESTDIR="$dest" "${@:2}" 2>&1
}

wanted()
{
	local file

	for file in bin/aicore lib/libaicore.so lib/libaicore.so.0 lib/libaicore.a \
		lib/libaicore-host.so lib/libaicore-host.so.0 lib/libaicore-host.a \
		lib/pkgconfig/libaicore.pc include/aicore.h include/libaicore.h \
		share/man/man1/aicore.1 share/man/man3/libaicore.3 \
		lib/udev/rules.d/60-aicore.rules \
		share/bash-completion/completions/aicore; do
		[ -e "$dest/usr/$file" ] || echo "usr/$file is missing"
	done
	compgen -G "$dest/usr/src/aicore-*/dkms.conf" >/dev/null ||
		echo "dkms.conf is missing"
}
result "all is there" "$(make_it install prefix=/usr MODULE=no; wanted)"

works()
{
	cat >"$scratch/version.c" <<'END'
#include <libaicore.h>
#include <stdio.h>
int main(void)
{
	const struct ac_backend *host;
	struct ac_device *device;

	if (ac_host_create(&host) || ac_device_open(&device, host))
		return 1;
	puts(ac_soc_name(AICORE_SOC_ASCEND310P));
	return 0;
}
END
	local flags
	flags=$(PKG_CONFIG_PATH=$dest/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$dest \
		PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 \
		pkg-config --cflags --libs libaicore 2>/dev/null) ||
		flags="-I$dest/usr/include -L$dest/usr/lib -laicore"
	# shellcheck disable=SC2086 # a list of words
	cc -o "$scratch/version" "$scratch/version.c" $flags -laicore-host || return
	[ "$(LD_LIBRARY_PATH=$dest/usr/lib "$scratch/version")" = ascend310p ] ||
		echo "a program that is linked with it fails"
	"$dest/usr/bin/aicore" --version | grep -q '^aicore [0-9]' ||
		echo "aicore --version says nothing"
	"$dest/usr/bin/aicore" run --host "$root/selftests/programs/row_sums.aic" >/dev/null ||
		echo "aicore can't run a program"
}
result "it works from there" "$(works 2>&1)"

completes()	# WORD...: what is offered for the last word
{
	bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _aicore
		printf "%s\n" "${COMPREPLY[@]}"' - \
		"$dest/usr/share/bash-completion/completions/aicore" "$@"
}
completion()
{
	local command option

	for command in $("$dest/usr/bin/aicore" --help | sed -n 's/^.* aicore \([a-z]*\) .*/\1/p'); do
		completes aicore "" | grep -qx -- "$command" ||
			echo "the command $command isn't offered"
	done
	for option in --op --html; do
		completes aicore explain -- | grep -qx -- "$option" ||
			echo "explain $option isn't offered"
	done
	cd "$root/selftests/programs" || return
	completes aicore run row_sums.a | grep -qx row_sums.aic ||
		echo "programs aren't offered"
}
result "completion" "$(completion 2>&1)"

versions()
{
	local version

	version=$(sed -n 's/^VERSION := //p' "$root/userlib/Makefile")
	cd "$root" || return
	grep -q "^version = \"$version\"" userlib/python/pyproject.toml || echo pyproject.toml
	grep -q "^__version__ = \"$version\"" userlib/python/src/aicore/__init__.py || echo __init__.py
	head -n 1 debian/changelog | grep -qF "($version)" || echo debian/changelog
	grep -q "^## $version" CHANGELOG.md || echo CHANGELOG.md
	grep -qx "MODULE_VERSION(\"$version\");" driver/main.c || echo driver/main.c
	grep -qx "PACKAGE_VERSION=\"$version\"" "$dest"/usr/src/aicore-*/dkms.conf || echo dkms.conf
	grep -qx "Version: $version" "$dest/usr/lib/pkgconfig/libaicore.pc" || echo libaicore.pc
}
result "one version everywhere" "$(versions)"

# All that the module's Kbuild asks for is in the source for DKMS.
dkms()
{
	local file

	cd "$dest"/usr/src/aicore-* || return
	sed -n 's,^.*\(driver/[a-z_/0-9]*\)\.o.*,\1.c,p' Kbuild | while read -r file; do
		[ -e "$file" ] || echo "$file is missing"
	done
}
result "the module's source" "$(dkms)"

others()
{
	make_it install MODULE=no prefix=/opt/a libdir=/opt/a/lib64
	[ -e "$dest/opt/a/lib64/libaicore.a" ] || echo "libdir is ignored"
	grep -qx 'libdir=/opt/a/lib64' "$dest/opt/a/lib64/pkgconfig/libaicore.pc" ||
		echo "libaicore.pc has another libdir"
	make_it uninstall MODULE=no prefix=/opt/a libdir=/opt/a/lib64
}
result "prefix and libdir" "$(others)"

# A kernel of which there is nothing but two numbers, as in Debian's headers.
module()
{
	local headers=$scratch/headers

	mkdir -p "$headers"/include/{config,generated} "$scratch/tree/build/local"
	echo 6.1.192 >"$headers/include/config/kernel.release"
	echo '#define UTS_RELEASE "6.1.0-test"' >"$headers/include/generated/utsrelease.h"
	cp -r "$root/Makefile" "$root/packaging" "$root/userlib" "$scratch/tree/"
	echo module >"$scratch/tree/build/local/aicore.ko"
	make -s -C "$scratch/tree" modules_install KDIR="$headers" DESTDIR="$dest" 2>&1 |
		grep -v '^find:'
	[ -e "$dest/lib/modules/6.1.0-test/updates/aicore.ko" ] ||
		echo "no module is installed"
	make -s -C "$scratch/tree" modules_uninstall KDIR="$headers" DESTDIR="$dest" 2>&1 |
		grep -v '^find:'
}
result "modules_install" "$(module)"

gone()
{
	make_it install prefix=/usr MODULE=no
	make_it uninstall prefix=/usr MODULE=no
	# What every system has may stay.
	(cd "$dest" && find . -mindepth 1 | grep -vxE \
		'\./(usr(/(bin|lib|include|src|share(/man)?))?|opt|lib(/modules(/6.1.0-test)?)?)')
}
result "uninstall leaves nothing" "$(gone)"

finish

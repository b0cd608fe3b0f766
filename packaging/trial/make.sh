# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # sourced by run
#
# make install and make uninstall below /usr/local, on a machine of its own.

make_inside()	# TARGET...
{
	quietly inside make -s -C /srv/aicore -j"$jobs" "$@" \
		KDIR="/lib/modules/$release/build"
}

# Only a compiler is asked for: qemu/deps would bring everything else.
check_make()
{
	copy_tree "$root/srv/aicore" && make_inside lib tool modules
}

works_from_there()
{
	local flags

	inside aicore run --host /usr/local/share/doc/aicore/examples/row_sums.aic >/dev/null ||
		echo "aicore can't run a program"
	read -ra flags < <(inside pkg-config --cflags --libs libaicore)
	inside cc -o /srv/sums /srv/sums.c "${flags[@]}" -laicore-host || return
	[ "$(inside /srv/sums --host | sort -u)" = 2016 ] || echo "a C program fails"
	[ "$(module_version)" = "$version" ] || echo "modinfo: version '$(module_version)'"
}

check_make_install()
{
	make_inside install && works_from_there
}

check_make_uninstall()
{
	[ -e "$root/usr/local/bin/aicore" ] || echo "nothing was installed"
	make_inside uninstall && compare_listing "$scratch/before-make"
}

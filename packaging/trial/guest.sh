# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# What runs in the guest, as root of the machine that the packages are installed on.
# It comes after tap.sh, and says what it finds.

as()		# USER COMMAND...
{
	setpriv --reuid "$1" --regid "$1" --init-groups --reset-env "${@:2}"
}

start_udev()
{
	quietly /lib/systemd/systemd-udevd --daemon
	udevadm trigger --action=add || echo "udevadm trigger fails"
	udevadm settle --timeout=60 || echo "udevadm settle fails"
}

in_use()	# VERSION
{
	local version

	version=$(cat /sys/module/aicore/version)
	[ "$version" = "$1" ] || echo "the module in use is '$version'"
}

check_load()	# VERSION
{
	modprobe aicore || return
	in_use "$1"
}

check_device()
{
	local mode

	udevadm settle --timeout=60
	mode=$(stat -c '%A %U:%G' /dev/aicore)
	[ "$mode" = "crw-rw---- root:render" ] || echo "/dev/aicore is $mode"
}

check_member()
{
	as member aicore info >/tmp/info || echo "aicore info: exit status $?"
	grep -q '^abi  *[0-9]' /tmp/info || cat /tmp/info
}

check_stranger()
{
	local said status

	said=$(as stranger aicore info 2>&1)
	status=$?
	[ "$status" = 5 ] || echo "exit status $status"
	[[ $said = *'Permission denied'*'members of group render'* ]] || echo "it says: $said"
}

# "compare" says so, and is in all but the one that is refused.
check_examples()
{
	local program wanted said status count=0

	cd /usr/share/doc/aicore/examples || return
	for program in *.aic; do
		wanted=$(sed -n '1s/^# exit //p' "$program")
		said=$(as member aicore run --verbose "$program" 2>&1)
		status=$?
		[ "$status" = "${wanted:-0}" ] || echo "$program: exit status $status: $said"
		[[ $said != *'are as expected'* ]] || count=$((count + 1))
	done
	[ "$count" -gt 10 ] || echo "only $count programs compared anything"
}

# The C program of the README.
check_c()
{
	local flags said

	read -ra flags < <(pkg-config --cflags --libs libaicore)
	as member cc -Wall -o /tmp/sums /srv/sums.c "${flags[@]}" -laicore-host || return
	said=$(as member /tmp/sums 2>&1)
	[ "$said" = $'2016\n2016\n2016\n2016' ] || echo "it says: $said"
}

check_python()
{
	as member python3 /usr/share/doc/python3-aicore/examples/row_sums.py >/tmp/python ||
		echo "exit status $?"
	grep -q '^64 of 64' /tmp/python || cat /tmp/python
}

check_man()
{
	as member man -P cat 1 aicore | grep -q 'Belongs to group render' || echo "no aicore(1)"
	as member man -P cat 3 libaicore | grep -q ac_run || echo "no libaicore(3)"
}

check_unload()
{
	modprobe -r aicore
	udevadm settle --timeout=60
	[ ! -e /dev/aicore ] || echo "/dev/aicore is still there"
}

# The upgrade found the old module in use, and left it so.
check_old_module()	# VERSION
{
	insmod /srv/old.ko || return
	in_use "$1"
	check_device
	check_member
	check_unload
}

used()		# VERSION
{
	check "guest: udev starts" start_udev
	check "guest: modprobe loads the module of the package" check_load "$1"
	check "guest: /dev/aicore is of group render, mode 0660" check_device
	check "guest: a member of render uses the device" check_member
	check "guest: who is no member is told so" check_stranger
	check "guest: the examples, with their goldens" check_examples
	check "guest: a C program by pkg-config" check_c
	check "guest: the Python package" check_python
	check "guest: man pages" check_man
	check "guest: the module unloads" check_unload
}

upgraded()	# OLD-VERSION NEW-VERSION
{
	check "upgraded guest: udev starts" start_udev
	check "upgraded guest: the new command on the old module" check_old_module "$1"
	check "upgraded guest: loaded again, it is the new module" check_load "$2"
	check "upgraded guest: a member of render uses the device" check_member
	check "upgraded guest: the examples, with their goldens" check_examples
}

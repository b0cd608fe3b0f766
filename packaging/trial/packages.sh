# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # sourced by run
#
# The packages on a machine: installed, used, upgraded, used, removed.

place_packages()	# VERSION
{
	rm -rf "$root/srv/deb" && mkdir -p "$root/srv/deb" &&
		cp "$scratch/deb/$1/"*.deb "$root/srv/deb/"
}

deb_files()
{
	(cd "$root" && printf '/%s\n' srv/deb/*.deb)
}

module_file()
{
	printf '%s\n' "$root/lib/modules/$release"/updates/dkms/aicore.ko*
}

# Installs, or upgrades to, the packages that were placed.
check_installed()	# VERSION
{
	local files

	mapfile -t files < <(deb_files)
	quietly apt_inside install --no-install-recommends "${files[@]}" && has_module "$1"
}

# What apt would install on a machine that has nothing at all.
check_dependencies()
{
	local name list

	list=$(inside sh -c 'apt-get -s -o Dir::State::status=/dev/null \
		-o APT::Install-Recommends=true install /srv/deb/*.deb' 2>&1)
	for name in dkms linux-headers-amd64 gcc libc6 python3-numpy "${packages[@]}"; do
		grep -q "^Inst $name " <<<"$list" || echo "nothing brings $name"
	done
	[[ $list = *'Inst '* ]] || tail -n 5 <<<"$list"
}

module_version()
{
	inside modinfo -k "$release" -F version aicore
}

# DKMS has this version, built for the guest's kernel, and no other.
has_module()	# VERSION
{
	local status

	status=$(inside dkms status)
	[ "$status" = "aicore/$1, $release, x86_64: installed" ] ||
		echo "dkms status: '$status'"
	[ "$(module_version)" = "$1" ] || echo "modinfo: version '$(module_version)'"
	(cd "$root" && compgen -G 'usr/src/aicore-*'; compgen -G 'var/lib/dkms/aicore/[0-9]*') |
		grep -v -- "[-/]$1\$"
}

# Root's Python leaves something behind where it may write.
check_used_by_root()
{
	quietly inside python3 /usr/share/doc/python3-aicore/examples/row_sums.py --host
	quietly inside man -P cat aicore
}

check_purge()
{
	local status

	quietly apt_inside purge "${packages[@]}" || return
	status=$(inside dkms status)
	[ -z "$status" ] || echo "dkms status: $status"
	compare_listing "$scratch/before"
}

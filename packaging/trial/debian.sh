# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # sourced by run, which sets the folders
#
# Machines to install on: a small Debian 12 as somebody's machine has it, made once
# and kept, and for each machine a layer in memory over it that takes what is written.

# What is there before anything of ours; another list makes another Debian. A compiler
# and the headers of the guest's kernel are what DKMS needs; the rest is for programs
# of users.
machine_packages()
{
	echo "udev,kmod,dkms,linux-headers-$release,libc6-dev,pkg-config,python3-numpy,man-db"
}

# The sources and proxies of this machine, if it knows any.
apt_sources()
{
	apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
		'Identifier: Packages' 'Origin: Debian' | grep -E ' bookworm(-[a-z]+)? '
}

apt_options()
{
	echo 'APT::Install-Recommends "false";'
	echo 'Acquire::Languages "none";'
	apt-config dump | grep -E '^Acquire::[a-z]+::Proxy '
}

# DKMS looks for the kernel that runs, and none of this Debian's does.
settle_in()	# FOLDER
{
	echo 'autoinstall_all_kernels="yes"' >>"$1/etc/dkms/framework.conf"
	chroot "$1" depmod "$release"
	chroot "$1" useradd -m -G render member
	chroot "$1" useradd -m stranger
}

make_debian()
{
	local new=$debian.new sources=()

	echo "# making a Debian 12 with the headers of $release (minutes, once)"
	rm -rf "$new" "$archives" && mkdir -p "$new" "$archives/partial" || return
	apt_sources >"$scratch/sources.list"
	[ ! -s "$scratch/sources.list" ] || sources=("$scratch/sources.list")
	apt_options >"$scratch/apt.conf"
	mmdebstrap --mode=root --variant=minbase --skip=cleanup/apt \
		--include="$(machine_packages)" --aptopt="$scratch/apt.conf" \
		bookworm "$new/root" "${sources[@]}" >&2 || return
	settle_in "$new/root" && machine_packages >"$new/packages" && rm -rf "$debian" &&
		mv -T "$new" "$debian"
}

# One at a time, should two trials start at once.
have_debian()
{
	mkdir -p "$(dirname "$debian")" || return
	(
		flock 9
		[ "$(cat "$debian/packages" 2>/dev/null)" = "$(machine_packages)" ] || make_debian
	) 9>"$debian.lock"
}

# Sets root, to all of the new machine's files.
new_machine()	# NAME
{
	local layer=$scratch/$1

	root=$layer/root
	mkdir -p "$layer/written" "$layer/work" "$root" "$scratch/debian" || return
	mountpoint -q "$scratch/debian" ||
		mount --bind "$debian/root" "$scratch/debian" || return
	mount -t overlay -o "lowerdir=$scratch/debian,upperdir=$layer/written,workdir=$layer/work" \
		aicore-trial "$root" || return
	mount --bind "$archives" "$root/var/cache/apt/archives" || return
	cat /etc/resolv.conf >"$root/etc/resolv.conf"
}

# Gives its memory back.
end_machine()	# NAME
{
	umount -R "$root" && rm -rf "${scratch:?}/$1"
}

# Runs a command as root of the machine; what it leaves running ends with it.
inside_with_network()	# COMMAND...
{
	env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb LC_ALL=C.UTF-8 HOME=/root \
		DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy="$http_proxy"} \
		unshare --mount --pid --fork --kill-child --root="$root" --wd=/ --mount-proc \
		"$@" </dev/null
}

# Without a network, so that nothing can be fetched unnoticed.
inside()	# COMMAND...
{
	inside_with_network unshare --net "$@"
}

as_user()	# USER COMMAND...
{
	inside setpriv --reuid "$1" --regid "$1" --init-groups --reset-env "${@:2}"
}

# Installs from what was downloaded before, or else asks the archive.
apt_inside()	# ARGUMENT...
{
	local apt=(inside_with_network apt-get -q -y)

	"${apt[@]}" "$@" || { "${apt[@]}" update && "${apt[@]}" "$@"; }
}

# All files, but for what apt, dpkg and man-db note for themselves, and the key that
# DKMS makes when it signs for the first time.
listing()
{
	(cd "$root" && find . -xdev \( -path ./proc -o -path ./srv -o -path ./tmp \
		-o -path ./var/cache -o -path ./var/log -o -path ./var/lib/apt \
		-o -path ./var/lib/dkms/mok.key -o -path ./var/lib/dkms/mok.pub \) -prune \
		-o -printf '%M %U:%G %p %l\n' | sort)
}

compare_listing()	# FILE
{
	listing | diff "$1" - | grep '^[<>]'
}

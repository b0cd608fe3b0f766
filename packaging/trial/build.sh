# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # sourced by run
#
# Building the packages as somebody does who has a clone or the source package: on a
# machine with nothing but Build-Depends, as an ordinary user.

# All that is or will be tracked, and nothing that was built.
copy_tree()	# FOLDER
{
	mkdir -p "$1" || return
	git -C "$repo" ls-files -z --cached --others --exclude-standard |
		(cd "$repo" && xargs -0 sh -c 'for f; do [ ! -e "$f" ] || printf "%s\0" "$f"; done' -) |
		tar -C "$repo" --null -T - -cf - | tar -C "$1" --no-same-owner -xf -
}

prepare_builder()
{
	copy_tree "$root/srv/clone/aicore" || echo "the tree is not copied"
	inside chown -R member: /srv
	quietly apt_inside build-dep --no-install-recommends /srv/clone/aicore
}

build()		# FOLDER
{
	quietly as_user member sh -c 'cd "$1" && DEB_BUILD_OPTIONS=noautodbgsym \
		dpkg-buildpackage -us -uc -j"$2"' - "$1" "$jobs"
}

check_build()
{
	local name

	build /srv/clone/aicore || return
	for name in "${packages[@]}"; do
		compgen -G "$root/srv/clone/${name}_${version}_*.deb" >/dev/null ||
			echo "no package $name"
	done
}

check_source()
{
	quietly as_user member dpkg-source -x "/srv/clone/aicore_$version.dsc" /srv/next ||
		return
	copy_tree "$root/srv/same"
	# dpkg-source leaves out what only git needs.
	diff -r -x .gitignore "$root/srv/same" "$root/srv/next"
}

# A release is this: the version in each place that has it, and an entry in the log.
release_next()
{
	local tree=$root/srv/next

	(cd "$tree" && grep -rlF "$version" userlib/Makefile userlib/python driver/main.c) |
		while read -r file; do
			sed -i "s/${version//./\\.}/$next/g" "$tree/$file"
		done
	cat - "$tree/debian/changelog" >"$tree/changelog" <<-END
	aicore ($next) bookworm; urgency=medium

	  * The next one.

	 -- aicore developers <aicore@localhost>  $(date -R)

	END
	mv "$tree/changelog" "$tree/debian/changelog"
}

check_build_next()
{
	release_next
	inside chown -R member: /srv/next
	build /srv/next
}

keep_packages()
{
	mkdir -p "$scratch/deb/$version" "$scratch/deb/$next"
	cp "$root"/srv/clone/*.deb "$scratch/deb/$version/"
	cp "$root"/srv/*.deb "$scratch/deb/$next/"
}

# SPDX-License-Identifier: GPL-2.0-only
#
# Installing and uninstalling; included by the Makefile.
#
#	make install			everything, below /usr/local
#	make install prefix=/usr DESTDIR=/tmp/root
#	make install MODULE=no		all but the kernel module
#	make modules_install KDIR=D	the module alone, for the kernel of D
#	make uninstall			with the same variables
#
# What is installed is a list of "MODE FILE PLACE" lines, so that uninstall can't
# forget any of it.

VERSION := $(shell sed -n 's/^VERSION := //p' userlib/Makefile)

prefix ?= /usr/local
bindir ?= $(prefix)/bin
libdir ?= $(prefix)/lib
includedir ?= $(prefix)/include
mandir ?= $(prefix)/share/man
udevdir ?= $(prefix)/lib/udev
completiondir ?= $(prefix)/share/bash-completion/completions
# DKMS looks nowhere else.
srcdir ?= /usr/src/aicore-$(VERSION)
moduledir ?= /lib/modules
MODULE ?= yes

# Without KDIR: the kernel that runs, if its headers are there.
module_headers = $(or $(KDIR),$(wildcard /lib/modules/$(shell uname -r)/build))
module_place = $(moduledir)/$$(cat $(module_headers)/include/config/kernel.release)/updates/aicore.ko

dkms_sources = Kbuild $(shell find driver uapi LICENSES -type f)

# Each line: mode, file, where it goes.
define INSTALLED
755 build/bin/aicore $(bindir)/aicore
644 build/lib/libaicore.so.0 $(libdir)/libaicore.so.0
644 build/lib/libaicore-host.so.0 $(libdir)/libaicore-host.so.0
644 build/lib/libaicore.a $(libdir)/libaicore.a
644 build/lib/libaicore-host.a $(libdir)/libaicore-host.a
link libaicore.so.0 $(libdir)/libaicore.so
link libaicore-host.so.0 $(libdir)/libaicore-host.so
644 build/packaging/libaicore.pc $(libdir)/pkgconfig/libaicore.pc
644 userlib/include/libaicore.h $(includedir)/libaicore.h
644 uapi/aicore.h $(includedir)/aicore.h
644 userlib/man/aicore.1 $(mandir)/man1/aicore.1
644 userlib/man/libaicore.3 $(mandir)/man3/libaicore.3
644 driver/60-aicore.rules $(udevdir)/rules.d/60-aicore.rules
644 packaging/aicore.bash-completion $(completiondir)/aicore
644 build/packaging/dkms.conf $(srcdir)/dkms.conf
$(foreach file,$(dkms_sources),644 $(file) $(srcdir)/$(file)$(newline))
endef

define newline


endef

.PHONY: install uninstall modules_install modules_uninstall installed-list

build/packaging/%: FORCE
	@mkdir -p $(@D)
	@sed -e 's,@VERSION@,$(VERSION),g' -e 's,^prefix=.*,prefix=$(prefix),' \
		-e 's,^includedir=.*,includedir=$(includedir),' \
		-e 's,^libdir=.*,libdir=$(libdir),' \
		$(if $(filter dkms.conf,$*),packaging/dkms.conf,userlib/$*.in) >$@

installed-list: build/packaging/libaicore.pc build/packaging/dkms.conf
	$(file >build/packaging/installed,$(INSTALLED))

# As root after make, nothing is built again and no package is looked for.
install: installed-list
	@[ -e build/bin/aicore ] || { echo "nothing is built yet: make lib tool" >&2; exit 1; }
	@packaging/install "$(DESTDIR)" build/packaging/installed
ifneq ($(MODULE),no)
	@$(if $(module_headers),$(MAKE) --no-print-directory modules_install,\
		echo "no kernel headers here, and no KDIR: the module isn't installed")
endif

uninstall: installed-list
	@packaging/install --remove "$(DESTDIR)" build/packaging/installed
ifneq ($(MODULE),no)
	@$(if $(module_headers),$(MAKE) --no-print-directory modules_uninstall,:)
endif

modules_install:
	@[ -e build/local/aicore.ko ] || { echo "no module yet: make modules KDIR=$(module_headers)" >&2; exit 1; }
	@install -D -m 644 build/local/aicore.ko "$(DESTDIR)$(module_place)"
	@$(if $(DESTDIR),:,depmod "$$(cat $(module_headers)/include/config/kernel.release)")

modules_uninstall:
	@rm -f "$(DESTDIR)$(module_place)"
	@$(if $(DESTDIR),:,depmod "$$(cat $(module_headers)/include/config/kernel.release)")

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
docdir ?= $(prefix)/share/doc/aicore
# DKMS looks nowhere else.
srcdir ?= /usr/src/aicore-$(VERSION)
moduledir ?= /lib/modules
MODULE ?= yes

# Without KDIR: the kernel that runs, if its headers are there.
module_headers = $(or $(KDIR),$(wildcard /lib/modules/$(shell uname -r)/build))
# What uname says there. In Debian's headers include/config/kernel.release is another.
module_release = $$(sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' $(module_headers)/include/generated/utsrelease.h)
module_place = $(moduledir)/$(module_release)/updates/aicore.ko

dkms_sources = Kbuild $(shell find driver uapi LICENSES -type f)
examples := $(patsubst selftests/programs/%,%,$(wildcard $(addprefix \
	selftests/programs/,README.md *.aic data/*.npy)))

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
$(foreach file,$(examples),644 selftests/programs/$(file) $(docdir)/examples/$(file)$(newline))
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
	@$(if $(DESTDIR),:,ldconfig)
ifneq ($(MODULE),no)
	@$(if $(module_headers),$(MAKE) --no-print-directory modules_install,\
		echo "no kernel headers here, and no KDIR: the module isn't installed")
endif

uninstall: installed-list
	@packaging/install --remove "$(DESTDIR)" build/packaging/installed
	@$(if $(DESTDIR),:,ldconfig)
ifneq ($(MODULE),no)
	@$(if $(module_headers),$(MAKE) --no-print-directory modules_uninstall,:)
endif

modules_install:
	@[ -n "$(module_release)" ] || { echo "no kernel headers in '$(module_headers)'" >&2; exit 1; }
	@[ -e build/local/aicore.ko ] || { echo "no module yet: make modules KDIR=$(module_headers)" >&2; exit 1; }
	@install -D -m 644 build/local/aicore.ko "$(DESTDIR)$(module_place)"
	@$(if $(DESTDIR),:,depmod "$(module_release)")

modules_uninstall:
	@echo "644 aicore.ko $(module_place)" | packaging/install --remove "$(DESTDIR)" /dev/stdin
	@$(if $(DESTDIR),:,depmod "$(module_release)")

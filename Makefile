# SPDX-License-Identifier: GPL-2.0-only
#
# Plain "make" lists what there is. Everything built goes to build/, and what
# is downloaded to a cache folder (see qemu/kernel), so that a clone stays
# clean.

SHELL := /bin/bash
.DELETE_ON_ERROR:
.PHONY: help deps lanes vm-tests modules lib tool vm-ready vm-module run shell check clean \
	bench bench-guest bench-device update-kernels fuzz fuzz-device coverage FORCE

GUESTS := 6.1 6.12
DEBUG_KERNELS := uml debug kcsan
ARM64 := aarch64-linux-gnu-
ARM64_TOOLS := CC=$(ARM64)gcc AR=$(ARM64)ar CC32=arm-linux-gnueabihf-gcc
KERNEL ?= 6.1
JOBS ?= $(shell nproc)

help:
	@echo "make run             run the examples on the device in a virtual machine"
	@echo "make check           prove it all: host, static and guest tests (minutes)"
	@echo "make check-debug     the same tests in kernels that check memory and locks"
	@echo "make check-races     ... and in one that looks for data races"
	@echo "make check-arm64     ... and on arm64"
	@echo "make check-kernels   ... once with each implementation of the kernels"
	@echo "make check-install   packages and make install, tried on a Debian of their own (root)"
	@echo "make check-LANE      one lane: $(LANES)"
	@echo "                     $(filter-out $(LANES),$(DEBUG_LANES) $(RACE_LANES) $(ARM64_LANES))"
	@echo "make bench           how fast the core is on this machine, against numpy"
	@echo "make bench-guest     what the driver adds, in virtual machines"
	@echo "make bench-device    ... on a machine with the module loaded"
	@echo "make fuzz            the parsers and the core on the host, ten million inputs"
	@echo "make fuzz-device     the device in a debug guest, a million ioctls"
	@echo "make coverage        which lines of driver/ the tests reach"
	@echo "make shell           a shell in a virtual machine (qemu/vm --help for more)"
	@echo
	@echo "make modules         aicore.ko for the guest kernels $(GUESTS)"
	@echo "make modules KDIR=D  aicore.ko for the kernel whose headers are in D"
	@echo "make lib             the library libaicore"
	@echo "make tool            the command aicore"
	@echo "make deps            install missing distribution packages, or say how"
	@echo "make update-kernels  fetch the distribution's current guest kernels"
	@echo "make install         install what is built (prefix, DESTDIR, KDIR, MODULE=no)"
	@echo "make uninstall       remove it again"
	@echo "make clean           remove build/"

# -- packages: every target that needs some depends on its set --

deps:
	@qemu/deps run check

deps-%: FORCE
	@qemu/deps $*

update-kernels: deps-run
	@for kernel in $(GUESTS); do qemu/kernel --update $$kernel || exit; done

# -- the module --
#
# Each kernel has its own tree of links to the sources, build/KERNEL/, so that
# several kernels can be built for at the same time and nothing is written
# next to the sources. sources.list changes when a file comes or goes, or when
# the kernel does.

SOURCES := Kbuild $(sort $(shell find driver uapi -name '*.[chS]' -o \
	     -name Kbuild.include -o -name '*.mk'))
headers = $(if $(filter local,$*),$(KDIR),$$(qemu/kernel $*)/headers)

ifdef KDIR
modules: build/local/aicore.ko
else
modules: $(GUESTS:%=build/%/aicore.ko)
endif

vm-module: build/$(KERNEL)/aicore.ko

build/%/sources.list: FORCE | deps-$(if $(KDIR),build,run)
	@mkdir -p $(@D)
	@headers=$(headers) && [ -e "$$headers/Makefile" ] || \
		{ echo "no kernel headers in '$$headers'" >&2; exit 1; }; \
	echo "$$(realpath $$headers) $(KBUILD_ARGS) $(SOURCES)" >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

build/6.12/sources.list: | deps-6.12
build/arm64/sources.list: | deps-arm64

build/arm64/%: KBUILD_ARGS += ARCH=arm64 CROSS_COMPILE=$(ARM64)
# Reports with line numbers; KCOV=1 or GCOV=1 to record what code has run. Where
# the processor's own speed is there for it, the fuzzer always finds KCOV.
build/uml/%: KCOV ?= 1
$(DEBUG_KERNELS:%=build/%/%): KBUILD_ARGS += KCFLAGS=-g1 \
	$(if $(KCOV),KCOV_INSTRUMENT=y) $(if $(GCOV),GCOV_PROFILE=y)

build/%/aicore.ko: build/%/sources.list $(SOURCES)
	@find $(@D) -xtype l -delete
	@cp -rsf $(addprefix $(CURDIR)/,Kbuild driver uapi) $(@D)/
	+@flock $(@D).lock $(MAKE) $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS)) \
		-C $(headers) M=$(CURDIR)/$(@D) $(KBUILD_ARGS) modules
	@touch $@

.PRECIOUS: build/%/sources.list

# -- the library and the command --

lib tool: deps-build
	@$(MAKE) --no-print-directory -C userlib

tool-arm64: deps-arm64
	@$(MAKE) --no-print-directory -C userlib O=../build/arm64 $(ARM64_TOOLS)

# -- the virtual machine --

VM_FLAGS := -O2 -Wall -Wextra

vm-ready: build/vm/initramfs-$(KERNEL) build/vm/relay build/vm/kvm-works \
	$(if $(filter arm64,$(KERNEL)),tool-arm64,tool)

build/vm/%: qemu/%.c qemu/frame.h | deps-run
	@mkdir -p $(@D)
	@$(CC) $(VM_FLAGS) -o $@ $<

# It runs before any library is within reach.
build/vm/init build/arm64/init: VM_FLAGS += -static -s
build/arm64/init: CC := $(ARM64)gcc

build/arm64/init: qemu/init.c qemu/frame.h | deps-arm64
	@mkdir -p $(@D)
	@$(CC) $(VM_FLAGS) -o $@ $<

guest_modules = $$(cd $$(qemu/kernel $(1))/modules && shopt -s nullglob && \
	for f in *.ko; do echo vm/modules/$$f=$$PWD/$$f; done)

build/vm/initramfs-%: build/vm/init qemu/initramfs build/%/sources.list
	@qemu/initramfs dev/ dev/console init=$< vm/ vm/modules/ $(call guest_modules,$*) >$@

# No program of the host runs there, so that it brings its own root.
root_folders := vm/root/ $(addprefix vm/root/,bin/ sbin/ usr/ usr/bin/ usr/sbin/)

build/vm/initramfs-arm64: build/arm64/init qemu/initramfs build/arm64/sources.list
	@programs=$$(qemu/kernel arm64)/programs; \
	qemu/initramfs dev/ dev/console init=$< vm/ vm/modules/ $(call guest_modules,arm64) \
		$(root_folders) vm/root/bin/bash=$$programs/bash \
		vm/root/bin/busybox=$$programs/busybox >$@

shell: deps-run
	@qemu/vm

run: deps-run
	@qemu/vm sh selftests/programs/run.sh

# -- how fast: a table each, and the same as JSON in build/bench/ --

bench: deps-run deps-bench
	@$(MAKE) -s --no-print-directory -C selftests/bench run

# Counted in instructions, then in time on two processors.
bench-guest: deps-run
	@mkdir -p build/bench
	@echo "== times are instructions, in ns"
	@qemu/vm --icount --smp 1 aicore bench --json build/bench/icount.json
	@echo "== emulated processors: only ratios mean anything"
	@qemu/vm aicore bench --json build/bench/guest.json
	@qemu/vm selftests/bench/allocations
	@$(MAKE) -s --no-print-directory -C selftests/bench
	@for without in "" -avx,-avx2,-f16c; do \
		echo "== what is chosen $${without:+with $$without}"; \
		mkdir -p build/bench/guest-$$without; \
		qemu/vm --smp 1 --cpu max,-erms,-fsrm$${without:+,$$without} \
			build/bench/bench --emulated build/bench/guest-$$without || \
			[ $$? = 1 ] || exit; \
	done

bench-device: tool
	@mkdir -p build/bench
	@build/bin/aicore bench --json build/bench/device.json

# -- the proof: each lane runs even if another failed; see .ci/lane --

LANES := host static $(GUESTS:%=guest-%)
# The canaries ask whether the kernels of the others would notice anything. One
# machine for all would take twice the time that the rest takes.
DEBUG_LANES := canary-uml canary-debug guest-uml guest-debug-late guest-debug
DEBUG_LATE := trace_test module_test
RACE_LANES := canary-kcsan guest-kcsan
# Compiled for another processor without a warning, and run on it: the core alone,
# the driver, and the driver with each implementation of the kernels.
ARM64_LANES := build-arm64 host-arm64 guest-arm64 kernels-arm64

check: deps-run deps-check
	@rm -rf build/results
	@for lane in $(LANES); do $(MAKE) -s --no-print-directory lane-$$lane; done; \
	.ci/lane --sum $(LANES)

# Kernels are built one after the other, and run at the same time. What takes the
# longest has precedence.
check-debug: deps-run deps-check deps-debug
	@for kernel in uml debug; do qemu/kernel $$kernel >/dev/null || exit; done
	@for lane in $(filter-out guest-debug,$(DEBUG_LANES)); do \
		nice $(MAKE) -s --no-print-directory lane-$$lane; \
	done & \
	$(MAKE) -s --no-print-directory lane-guest-debug; \
	wait; .ci/lane --sum $(DEBUG_LANES)

check-races: deps-run deps-check deps-debug
	@for lane in $(RACE_LANES); do $(MAKE) -s --no-print-directory lane-$$lane; done; \
	.ci/lane --sum $(RACE_LANES)

check-arm64: deps-run deps-check deps-arm64
	@for lane in $(ARM64_LANES); do $(MAKE) -s --no-print-directory lane-$$lane; done; \
	.ci/lane --sum $(ARM64_LANES)

# As root, with a Debian of its own; not part of check.
check-install: deps-run deps-install
	@$(MAKE) -s --no-print-directory lane-install
	@.ci/lane --sum install

check-%: deps-run deps-check
	@$(MAKE) -s --no-print-directory lane-$*
	@.ci/lane --sum $*

lane-host: tool FORCE
	@.ci/lane host $(MAKE) -s --no-print-directory -C selftests/host check

lane-static: FORCE
	@.ci/lane static selftests/static.sh

# For .ci/run, which adds them up.
lanes:
	@echo $(LANES) $(DEBUG_LANES)

# Seconds until a guest is given up; those that check all they do are slow.
lane-guest-%: TIMEOUT = $(if $(filter $*,$(DEBUG_KERNELS)),2700,900)

# With the lock of qemu/vm, as two of them may be under way.
vm-tests: FORCE
	@mkdir -p build
	@flock build/.lock $(MAKE) -s --no-print-directory -C selftests

lane-guest-%: vm-tests
	@.ci/lane guest-$* qemu/vm --kernel $* --timeout $(TIMEOUT) \
		selftests/run $(if $(BUT),--but $(BUT))

lane-guest-debug: BUT = $(DEBUG_LATE)

lane-guest-debug-late: vm-tests
	@.ci/lane guest-debug-late qemu/vm --kernel debug --timeout 2700 \
		selftests/run $(DEBUG_LATE)

selftests-arm64: deps-arm64
	@$(MAKE) -s --no-print-directory -C selftests O=../build/arm64/selftests \
		$(ARM64_TOOLS)

lane-guest-arm64: selftests-arm64
	@.ci/lane guest-arm64 qemu/vm --kernel arm64 --timeout 1800 selftests/run

lane-build-arm64: deps-arm64
	@.ci/lane build-arm64 selftests/static.sh build-arm64

lane-host-arm64: deps-arm64
	@EMULATOR=qemu-aarch64 .ci/lane host-arm64 $(MAKE) -s --no-print-directory \
		-C selftests/host out=../../build/arm64/host CC="$(ARM64)gcc -static" arm64

lane-kernels-arm64: selftests-arm64
	@.ci/lane kernels-arm64 qemu/vm --kernel arm64 --timeout 1800 selftests/kernels

# The tests of results with each implementation of the kernels; not part of check.
lane-kernels: vm-tests
	@.ci/lane kernels qemu/vm --kernel $(KERNEL) --timeout 1800 selftests/kernels

lane-install: FORCE
	@.ci/lane install packaging/trial/run --jobs $(JOBS)

lane-canary-%: FORCE
	@.ci/lane canary-$* selftests/canary/run $*

# -- longer than the lanes have time for --

fuzz: deps-run deps-fuzz
	@$(MAKE) -s --no-print-directory -C selftests/host libfuzzer

fuzz-device: deps-run deps-debug
	@$(MAKE) -s --no-print-directory -C selftests ../build/selftests/fuzz_device
	@AICORE_FUZZ_IOCTLS=1000000 AICORE_TIMEOUT=3000 \
		qemu/vm --kernel uml --timeout 3600 selftests/run fuzz_device

coverage: deps-run deps-debug
	@selftests/coverage

clean:
	rm -rf build

# -- installing --

include packaging/install.mk

/* SPDX-License-Identifier: MIT */
/* The objects behind the library's handles. */
#ifndef AC_INTERNAL_H
#define AC_INTERNAL_H

#include "libaicore.h"

#define AC_ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

/* A backend is copied, so that its lifetime is nobody's worry. */
struct ac_device {
	struct ac_backend os;
	int fd;
};

/* A core outlives the struct of its device, as its fd does in the kernel. */
struct ac_core {
	struct ac_backend os;
	int fd;
};

#endif /* AC_INTERNAL_H */

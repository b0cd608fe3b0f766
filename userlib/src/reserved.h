/* SPDX-License-Identifier: MIT */
#ifndef AC_RESERVED_H
#define AC_RESERVED_H

#include "libaicore.h"

/**
 * struct ac_reserved - a value that has to be zero
 * @name: what it is called
 * @value: what it is
 * @when: why it has to be zero
 */
struct ac_reserved {
	const char *name;
	uint64_t value;
	const char *when;
};

/*
 * The device says that something isn't zero which has to be; this finds out
 * what. The name is NULL if nothing is found.
 */
struct ac_reserved ac_reserved_find(const struct aicore_desc *desc);

#endif /* AC_RESERVED_H */

/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The only door from the core to the world outside. The core is compiled
 * unchanged into the module, the host tests, the library's host device and the
 * fuzzers; what it needs of each of these worlds is listed here and nowhere
 * else.
 */
#ifndef AICORE_CORE_PORT_H
#define AICORE_CORE_PORT_H

#ifdef __KERNEL__

#include <linux/kernel.h>
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/math64.h>
#include <linux/nospec.h>
#include <linux/string.h>
#include <linux/types.h>

#define aicore_index_nospec(index, size) array_index_nospec(index, size)

#else

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define BIT(n) (1UL << (n))

/* Nobody speculates past a bound in a program of one's own. */
static inline size_t aicore_index_nospec(size_t index, size_t size)
{
	return index < size ? index : 0;
}

/* Position of the highest set bit, counted from 1; 0 for 0. */
static inline int fls64(u64 x)
{
	return x ? 64 - __builtin_clzll(x) : 0;
}

static inline u64 div64_u64(u64 dividend, u64 divisor)
{
	return dividend / divisor;
}

#endif /* __KERNEL__ */

/*
 * For arrays that are written before they are read: kernels that zero whatever is
 * on the stack spend more on these than some operations take.
 */
#if !defined(AICORE_SCRATCH) && defined(__has_attribute)
#if __has_attribute(uninitialized)
#define AICORE_SCRATCH __attribute__((uninitialized))
#endif
#endif
#ifndef AICORE_SCRATCH
#define AICORE_SCRATCH
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the AI Core is little-endian, and so is this emulation of it"
#endif

#endif /* AICORE_CORE_PORT_H */

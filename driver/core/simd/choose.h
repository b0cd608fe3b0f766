/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Choosing an implementation for each kernel. Which one is the fastest depends
 * on the processor, or on what emulates it, and the widest is not always: so
 * all are timed, the reference with them. And all are tried against the
 * reference first; one that differs in a single bit is not used.
 */
#ifndef AICORE_CORE_SIMD_CHOOSE_H
#define AICORE_CORE_SIMD_CHOOSE_H

#include "impl.h"

/* The reference has number 0. */
#define AICORE_IMPLS		5
#define AICORE_REFERENCE	0

/**
 * struct aicore_machine - where a choice is made
 * @has: AICORE_HAS_... bits
 * @now: some clock, in ns
 * @enter: see struct aicore_kernels
 * @leave: likewise
 */
struct aicore_machine {
	u32 has;
	u64 (*now)(void);
	u32 (*enter)(void);
	void (*leave)(u32 state);
};

/* An implementation can't be used for a kernel, because ... */
enum aicore_fitness {
	AICORE_FITNESS_GOOD,
	AICORE_FITNESS_ABSENT,		/* the machine or the kernel lacks it */
	AICORE_FITNESS_DIFFERS,		/* its results are wrong */
};

/**
 * struct aicore_choice - which kernels are used, and why
 * @kernels: the result
 * @impl: number of the implementation of each kernel
 * @fitness: enum aicore_fitness of each implementation for each kernel
 * @ps: picoseconds per repeat or row; 0: not timed
 */
struct aicore_choice {
	struct aicore_kernels kernels;
	u8 impl[AICORE_KERNELS];
	u8 fitness[AICORE_IMPLS][AICORE_KERNELS];
	u64 ps[AICORE_IMPLS][AICORE_KERNELS];
};

/* Bytes of memory for trials. */
size_t aicore_choose_room(void);

/*
 * Makes a choice. @wanted is "auto", or the name of an implementation: then that
 * is used for what it has kernels for, and for the rest the next narrower one.
 * @memory needs no initial contents. Returns 0, -EINVAL for an unknown name or
 * -EOPNOTSUPP for one that the machine lacks.
 */
int aicore_choose(struct aicore_choice *choice,
		  const struct aicore_machine *machine, const char *wanted,
		  void *memory);

/* "integer" for the reference. */
const char *aicore_impl_name(u32 impl);

const char *aicore_kernel_name(u32 kernel);

#endif /* AICORE_CORE_SIMD_CHOOSE_H */

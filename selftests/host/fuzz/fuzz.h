/* SPDX-License-Identifier: GPL-2.0-only */
/* What the fuzz targets share: a way to say that a promise was broken. */
#ifndef AICORE_FUZZ_H
#define AICORE_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* libFuzzer calls the first, and if it is there the second; it has the third. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
			       unsigned int seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

/* A finding, as good as one of the sanitizers'. */
static inline void promise(bool kept, const char *what)
{
	if (kept)
		return;
	fprintf(stderr, "FUZZ: broken promise: %s\n", what);
	abort();
}

#endif /* AICORE_FUZZ_H */

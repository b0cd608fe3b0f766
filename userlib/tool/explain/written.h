/* SPDX-License-Identifier: MIT */
/*
 * Which bytes a program has written so far. Memories start as zeros, and who sums
 * up what was never loaded gets results that look like results.
 */
#ifndef EXPLAIN_WRITTEN_H
#define EXPLAIN_WRITTEN_H

#include "scene.h"

/**
 * struct written_area - one memory or buffer
 * @base: its first byte
 * @bytes: how many
 * @mark: for each byte whether it was written
 */
struct written_area {
	const u8 *base;
	u64 bytes;
	u8 *mark;
};

/**
 * struct written - all memories that the program has written to
 * @areas: in the order of their first use
 * @count: how many
 */
struct written {
	struct written_area *areas;
	size_t count;
};

/* Without memory for it, less is noted, and more taken for unwritten. */
void written_note(struct written *written, const struct run *run,
		  const void *at, u64 bytes);
void written_note_operation(struct written *written,
			    const struct scene *scene);
void written_free(struct written *written);

/**
 * struct unwritten - bytes that an operation reads and nothing has written
 * @first: offset in the operand's memory
 * @end: one past the last; the same if there are none
 */
struct unwritten {
	u64 first;
	u64 end;
};

/* The first such bytes of src, or of the parameter vectors. */
struct unwritten written_missing(const struct scene *scene,
				 enum aicore_field field);

#endif /* EXPLAIN_WRITTEN_H */

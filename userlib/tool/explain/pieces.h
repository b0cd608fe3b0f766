/* SPDX-License-Identifier: MIT */
/* The pieces of memory that an operation reads and writes, one by one. */
#ifndef EXPLAIN_PIECES_H
#define EXPLAIN_PIECES_H

#include "scene.h"

/**
 * struct piece - a DataBlock, a result, a block or a row of a fractal
 * @at: offset of its first byte from the operand's
 * @bytes: how many
 * @part: the repeat or block that it belongs to
 * @number: of the piece within the part
 */
struct piece {
	u64 at;
	u64 bytes;
	u64 part;
	u64 number;
};

/* Returns false when it has seen enough. */
typedef bool (*piece_visitor)(void *context, const struct piece *piece);

void pieces_read(const struct aicore_plan *plan, piece_visitor visit,
		 void *context);
void pieces_written(const struct aicore_plan *plan, piece_visitor visit,
		    void *context);

#endif /* EXPLAIN_PIECES_H */

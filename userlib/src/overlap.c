// SPDX-License-Identifier: MIT
#include "layout.h"
#include "overlap.h"

/* What %llu prints. */
#define ull unsigned long long

static void add_range(struct ac_text *text, struct ac_range range)
{
	ac_text_add(text, "%llu..%llu", (ull)range.first, (ull)range.end - 1);
}

/* The first DataBlock of a later repeat that meets what a repeat writes. */
static struct ac_range find_reader(const struct aicore_desc *desc,
				   struct ac_range writes, uint64_t *repeat)
{
	struct ac_range reads = { 0, 0 };
	uint64_t block;

	/* Nobody knows the mask register here. */
	if (desc->reduce.mask_form == AICORE_MASK_EXTERNAL)
		return reads;
	while (++*repeat < desc->reduce.repeat_time) {
		for (block = 0; block < AC_REPEAT_BLOCKS; block++) {
			reads = ac_repeat_reads(desc, *repeat, block);
			if (ac_ranges_meet(reads, writes))
				return reads;
		}
	}
	return (struct ac_range){ 0, 0 };
}

static void describe_reduction(struct ac_text *text, uint64_t writer,
			       const struct aicore_desc *desc)
{
	struct ac_range writes = ac_repeat_writes(desc, writer);
	uint64_t reader = writer;
	struct ac_range reads = find_reader(desc, writes, &reader);

	if (reads.end) {
		ac_text_add(text, "repeat %llu would read bytes ", (ull)reader);
		add_range(text, reads);
		ac_text_add(text, ", of which repeat %llu writes ",
			    (ull)writer);
		add_range(text, writes);
	} else {
		ac_text_add(text, "a later repeat would read some of bytes ");
		add_range(text, writes);
		ac_text_add(text, ", which repeat %llu writes", (ull)writer);
	}
}

/* What a block of dst may meet: a block of src, or the vector of a block. */
static struct ac_range other_range(const struct aicore_desc *desc, int vector,
				   uint64_t block)
{
	return vector ? ac_copy_vector(desc, block) :
			ac_copy_block(desc, 0, block);
}

static void describe_copy(struct ac_text *text, uint64_t block, int vector,
			  const struct aicore_desc *desc)
{
	struct ac_range writes = ac_copy_block(desc, 1, block);
	struct ac_range other;
	uint64_t i;

	ac_text_add(text, "block %llu of dst is bytes ", (ull)block);
	add_range(text, writes);
	for (i = 0; i < desc->copy.block_count; i++) {
		other = other_range(desc, vector, i);
		if (!ac_ranges_meet(writes, other))
			continue;
		ac_text_add(text, vector ? ", and vector %llu is " :
			    ", and block %llu of src is ", (ull)i);
		add_range(text, other);
		return;
	}
}

static int reduction_overlaps(const struct aicore_desc *desc)
{
	uint64_t writer;

	for (writer = 0; writer < desc->reduce.repeat_time; writer++) {
		uint64_t reader = writer;
		struct ac_range writes = ac_repeat_writes(desc, writer);

		if (find_reader(desc, writes, &reader).end)
			return 1;
	}
	return 0;
}

static int copy_overlaps(const struct aicore_desc *desc)
{
	uint64_t count = desc->copy.block_count, i, j;

	for (i = 0; i < count; i++) {
		struct ac_range writes = ac_copy_block(desc, 1, i);

		for (j = 0; j < count; j++) {
			if (ac_ranges_meet(writes, other_range(desc, 0, j)))
				return 1;
		}
	}
	return 0;
}

int ac_overlaps(const struct aicore_desc *desc)
{
	return ac_is_reduction(desc) ? reduction_overlaps(desc) :
				       copy_overlaps(desc);
}

void ac_overlap_describe(struct ac_text *text,
			 const struct aicore_report *report,
			 const struct aicore_desc *desc)
{
	if (ac_is_reduction(desc))
		describe_reduction(text, report->step, desc);
	else
		describe_copy(text, report->step,
			      report->reason == AICORE_REASON_OVERLAP_VECTOR,
			      desc);
}

// SPDX-License-Identifier: MIT
#include "internal.h"
#include "layout.h"
#include "overlap.h"
#include "suggest.h"

/* What %llu prints. */
#define ull unsigned long long

/**
 * struct field - a field of a descriptor that may have been given in bytes
 * @name: which one
 * @value: the field
 * @unit: bytes of what it counts
 * @type: of the elements that may have been counted instead; 0: none
 * @fractals: it counts fractals
 */
struct field {
	enum aicore_field name;
	__u64 *value;
	uint64_t unit;
	uint32_t type;
	int fractals;
};

#define FIELDS_MAX	3

/* Number of the last active lane; the register is taken for all ones. */
static uint64_t last_lane(const struct aicore_desc *desc, uint64_t lanes)
{
	const struct aicore_reduce *reduce = &desc->reduce;

	if (reduce->mask_form == AICORE_MASK_CONTIGUOUS && reduce->mask[0])
		return reduce->mask[0] - 1;
	if (reduce->mask_form == AICORE_MASK_BITWISE && reduce->mask[1] &&
	    lanes > 64)
		return 127 - (uint64_t)__builtin_clzll(reduce->mask[1]);
	if (reduce->mask_form == AICORE_MASK_BITWISE && reduce->mask[0])
		return 63 - (uint64_t)__builtin_clzll(reduce->mask[0]);
	return lanes - 1;
}

/* One past the last byte of the source of a reduction. */
static uint64_t reduce_end(const struct aicore_desc *desc)
{
	const struct aicore_reduce *reduce = &desc->reduce;
	uint64_t size = ac_type_bytes(desc->src_type);
	uint64_t block = last_lane(desc, AC_REPEAT_BYTES / size) * size /
			 AC_DATA_BLOCK;

	return desc->src.offset +
	       ((reduce->repeat_time - 1) * reduce->src_rep_stride +
		block * reduce->src_blk_stride + 1) * AC_DATA_BLOCK;
}

static uint64_t copy_end(const struct aicore_desc *desc, int dst)
{
	const struct aicore_copy *copy = &desc->copy;
	uint64_t start = dst ? desc->dst.offset : desc->src.offset;
	uint64_t stride = dst ? copy->dst_stride : copy->src_stride;
	struct ac_copy_side side = ac_copy_side(desc, dst);

	return start + copy->block_count * copy->block_len * side.unit +
	       (copy->block_count - 1) * stride * side.gap;
}

static uint64_t end_of(const struct aicore_desc *desc, int dst)
{
	return ac_is_reduction(desc) ? reduce_end(desc) : copy_end(desc, dst);
}

static size_t reduce_fields(struct aicore_desc *desc,
			    struct field fields[FIELDS_MAX])
{
	struct aicore_reduce *reduce = &desc->reduce;

	fields[0] = (struct field){ AICORE_FIELD_SRC_REP_STRIDE,
				    &reduce->src_rep_stride, AC_DATA_BLOCK,
				    0, 0 };
	fields[1] = (struct field){ AICORE_FIELD_SRC_BLK_STRIDE,
				    &reduce->src_blk_stride, AC_DATA_BLOCK,
				    0, 0 };
	return 2;
}

/* Neither from nor to L0C. */
static int is_plain(const struct aicore_desc *desc)
{
	return desc->src.position != AICORE_POSITION_CO1 &&
	       desc->dst.position != AICORE_POSITION_CO1;
}

static size_t copy_fields(struct aicore_desc *desc, int dst,
			  struct field fields[FIELDS_MAX])
{
	struct aicore_copy *copy = &desc->copy;
	struct ac_copy_side side = ac_copy_side(desc, dst);

	fields[0] = (struct field){
		.name = AICORE_FIELD_BLOCK_LEN,
		.value = &copy->block_len,
		/* A length is thought of as that of what is read. */
		.unit = ac_copy_side(desc, 0).unit,
		.fractals = desc->src.position == AICORE_POSITION_CO1,
	};
	if (is_plain(desc) && ac_type_bytes(desc->src_type) > 1)
		fields[0].type = desc->src_type;
	if (dst)
		fields[1] = (struct field){ AICORE_FIELD_DST_STRIDE,
					    &copy->dst_stride, side.gap, 0, 0 };
	else
		fields[1] = (struct field){ AICORE_FIELD_SRC_STRIDE,
					    &copy->src_stride, side.gap, 0, 0 };
	return 2;
}

/* Fields that could be at fault; they point into @desc, which is a copy. */
static size_t find_fields(struct aicore_desc *desc, int dst,
			  struct field fields[FIELDS_MAX])
{
	return ac_is_reduction(desc) ? reduce_fields(desc, fields) :
				    copy_fields(desc, dst, fields);
}

static uint64_t in_units(uint64_t bytes, uint64_t unit)
{
	return bytes / unit + (bytes % unit != 0);
}

/* Bytes, if the field counts elements; 0: it doesn't, or these are no units. */
static uint64_t as_elements(const struct field *field)
{
	uint64_t size = ac_type_bytes(field->type);
	uint64_t bytes;

	if (!size || *field->value > UINT64_MAX / size)
		return 0;
	bytes = *field->value * size;
	return bytes % field->unit ? 0 : bytes;
}

/* Whether an operand stays in its memory if a field is so many bytes. */
static int fits(struct aicore_desc *desc, const struct field *field, int dst,
		uint64_t bytes, uint64_t size)
{
	uint64_t given = *field->value;
	uint64_t end;

	if (bytes < field->unit)
		return 0;
	*field->value = in_units(bytes, field->unit);
	end = end_of(desc, dst);
	*field->value = given;
	return end <= size;
}

/*
 * The field, if it alone explains an operand that leaves its memory: by bytes or
 * by elements. If not by elements, it has none from then on.
 */
static int explains_extent(struct aicore_desc *desc, struct field *field,
			   int dst, uint64_t size)
{
	uint64_t elements = as_elements(field);

	if (!fits(desc, field, dst, elements, size))
		field->type = 0;
	return field->type || fits(desc, field, dst, *field->value, size);
}

static void add_elements(struct ac_text *text, const struct field *field)
{
	uint64_t given = *field->value;

	ac_text_add(text, ": for %llu elements of %s it is %llu", (ull)given,
		    ac_type_name(field->type),
		    (ull)(as_elements(field) / field->unit));
	if (given % field->unit == 0)
		ac_text_add(text, " (for %llu bytes: %llu)", (ull)given,
			    (ull)(given / field->unit));
}

static void add_unit(struct ac_text *text, const struct field *field)
{
	uint64_t given = *field->value;
	const char *name = ac_field_name(field->name);

	ac_text_add(text, "; %s counts %s%llu bytes", name,
		    field->fractals ? "fractals of " : "", (ull)field->unit);
	if (field->type)
		add_elements(text, field);
	else if (given % field->unit == 0)
		ac_text_add(text, ": for %llu bytes it is %llu", (ull)given,
			    (ull)(given / field->unit));
	else
		ac_text_add(text, ", and %llu don't divide by that: pad to %llu, which is %llu",
			    (ull)given,
			    (ull)(in_units(given, field->unit) * field->unit),
			    (ull)in_units(given, field->unit));
}

/* Bytes were given where units are meant. */
static void suggest_unit(struct ac_text *text,
			 const struct aicore_report *report,
			 const struct aicore_desc *desc)
{
	int dst = report->field == AICORE_FIELD_DST;
	struct aicore_desc copy = *desc;
	struct field fields[FIELDS_MAX];
	const struct field *found = NULL;
	size_t count, i;

	if (!ac_type_bytes(desc->src_type) || !ac_type_bytes(desc->dst_type) ||
	    (report->field != AICORE_FIELD_SRC && !dst))
		return;
	/* Counter mode has repeats of its own; dstRepStride is no byte count. */
	if (ac_is_reduction(desc) &&
	    (dst || !desc->reduce.repeat_time ||
	     desc->reduce.mask_form == AICORE_MASK_EXTERNAL))
		return;
	count = find_fields(&copy, dst, fields);
	for (i = 0; i < count; i++) {
		if (!explains_extent(&copy, &fields[i], dst, report->high))
			continue;
		if (found)
			return;
		found = &fields[i];
	}
	if (found)
		add_unit(text, found);
}

static int in_range(uint64_t value, const struct aicore_report *report)
{
	return value >= report->low && value <= report->high && value;
}

/* A length or stride beyond 65535 can only be bytes or elements. */
static void suggest_range(struct ac_text *text,
			  const struct aicore_report *report,
			  const struct aicore_desc *desc)
{
	struct aicore_desc copy = *desc;
	struct field fields[FIELDS_MAX];
	size_t count, i;
	int dst;

	if (!ac_type_bytes(desc->src_type) || !ac_type_bytes(desc->dst_type))
		return;
	for (dst = 0; dst <= !ac_is_reduction(desc); dst++) {
		count = find_fields(&copy, dst, fields);
		for (i = 0; i < count; i++) {
			if (fields[i].name != report->field ||
			    *fields[i].value <= report->high ||
			    in_units(*fields[i].value, fields[i].unit) >
			    report->high)
				continue;
			if (!in_range(as_elements(&fields[i]) / fields[i].unit,
				      report))
				fields[i].type = 0;
			add_unit(text, &fields[i]);
			return;
		}
	}
}

/* Repeats that would read what others read can't be what was meant. */
static int spreads_repeats(const struct aicore_desc *desc)
{
	uint64_t size = ac_type_bytes(desc->src_type);
	uint64_t last = last_lane(desc, AC_REPEAT_BYTES / size);

	return desc->reduce.src_rep_stride >
	       last * size / AC_DATA_BLOCK * desc->reduce.src_blk_stride;
}

/* The field, if operands that overlap wouldn't, were it bytes. */
static int explains_overlap(struct aicore_desc *desc, const struct field *field)
{
	uint64_t given = *field->value;
	int explains;

	if (field->name == AICORE_FIELD_BLOCK_LEN || !given ||
	    given % field->unit)
		return 0;
	*field->value = given / field->unit;
	explains = !ac_overlaps(desc);
	if (ac_is_reduction(desc))
		explains = explains && spreads_repeats(desc);
	*field->value = given;
	return explains;
}

/* More blocks than these are not tried one against the other. */
#define BLOCKS_TRIED	512

/* Bytes for a stride, which reaches as far as dst then. */
static void suggest_stride(struct ac_text *text,
			   const struct aicore_desc *desc)
{
	struct aicore_desc copy = *desc;
	struct field fields[2 * FIELDS_MAX];
	const struct field *found = NULL;
	size_t count, i;

	if (ac_is_reduction(desc)) {
		if (desc->reduce.mask_form == AICORE_MASK_EXTERNAL)
			return;
		count = reduce_fields(&copy, fields);
	} else {
		if (desc->copy.block_count > BLOCKS_TRIED)
			return;
		count = copy_fields(&copy, 0, fields);
		count += copy_fields(&copy, 1, fields + count);
	}
	for (i = 0; i < count; i++) {
		if (!explains_overlap(&copy, &fields[i]))
			continue;
		if (found)
			return;
		found = &fields[i];
	}
	if (found)
		add_unit(text, found);
}

static int has_counter_mode(const struct ac_names *names)
{
	return names->info->soc != AICORE_SOC_ASCEND910;
}

/* More repeats than a call has: as many calls as it takes. */
static void suggest_split(struct ac_text *text,
			  const struct aicore_report *report,
			  const struct aicore_desc *desc,
			  const struct ac_names *names)
{
	uint64_t most = report->high, calls = report->value / most;
	uint64_t rest = report->value % most;
	struct ac_range next = ac_repeat_writes(desc, most);

	/* Strides are looked at after repeats. */
	if (report->value > 1U << 20 || desc->reduce.src_rep_stride > 65535 ||
	    desc->reduce.dst_rep_stride > 65535)
		return;
	if (calls > 1)
		ac_text_add(text, "; split it: %llu calls", (ull)calls);
	else
		ac_text_add(text, "; split it: one call");
	ac_text_add(text, " of %llu repeats", (ull)most);
	if (rest)
		ac_text_add(text, " and one of %llu", (ull)rest);
	ac_text_add(text, ", src %llu and dst %llu bytes further on in each",
		    (ull)(most * desc->reduce.src_rep_stride * AC_DATA_BLOCK),
		    (ull)(next.first - desc->dst.offset));
	if (has_counter_mode(names))
		ac_text_add(text, "; or counter mode");
}

/* More lanes than there are, in one repeat: all elements in more of them. */
static void suggest_repeats(struct ac_text *text,
			    const struct aicore_report *report,
			    const struct ac_names *names)
{
	uint64_t lanes = report->high, rest = report->value % lanes;

	if (!rest)
		ac_text_add(text, "; all %llu: mask = %llu, repeatTime = %llu",
			    (ull)report->value, (ull)lanes,
			    (ull)(report->value / lanes));
	else
		ac_text_add(text, "; all %llu: mask = %llu, repeatTime = %llu, then mask = %llu",
			    (ull)report->value, (ull)lanes,
			    (ull)(report->value / lanes), (ull)rest);
	if (rest && has_counter_mode(names))
		ac_text_add(text, ", or counter mode");
}

/* From row to row, in 32 bytes: as given if that leaves room for a row. */
static uint64_t row_pitch(const struct aicore_desc *desc, uint64_t bytes)
{
	uint64_t given = desc->reduce.src_rep_stride;
	uint64_t least = in_units(bytes, AC_DATA_BLOCK);

	return given > least && given < bytes ? given : least;
}

/* "; then a reduction of the parts", where there is one of the kind. */
static void add_join(struct ac_text *text, const struct aicore_desc *desc,
		     uint64_t parts)
{
	switch (desc->op) {
	case AICORE_OP_WHOLE_REDUCE_SUM:
	case AICORE_OP_REPEAT_REDUCE_SUM:
		ac_text_add(text, "; then a reduction of the parts");
		ac_text_add(text, " with mask = %llu and srcRepStride = %llu",
			    (ull)parts,
			    (ull)in_units(parts * ac_type_bytes(desc->dst_type),
					  AC_DATA_BLOCK));
		break;
	case AICORE_OP_WHOLE_REDUCE_MAX:
	case AICORE_OP_WHOLE_REDUCE_MIN:
		if (desc->reduce.order != AICORE_ORDER_ONLY_INDEX)
			ac_text_add(text, "; then a reduction of the values among the parts");
		break;
	default:
		break;
	}
}

/*
 * More lanes than there are, in each of many repeats: rows in several calls,
 * whose results lie side by side, a row of them in whole DataBlocks.
 */
static void suggest_rows(struct ac_text *text,
			 const struct aicore_report *report,
			 const struct aicore_desc *desc)
{
	struct ac_range result = ac_repeat_writes(desc, 0);
	uint64_t lanes = report->high, rest = report->value % lanes;
	uint64_t parts = in_units(report->value, lanes);
	uint64_t bytes = report->value * ac_type_bytes(desc->src_type);
	uint64_t unit = result.end - result.first;
	uint64_t pitch = row_pitch(desc, bytes);

	/* Strides are looked at after masks, and another one is another row. */
	if (!unit || parts > lanes || desc->reduce.src_blk_stride != 1)
		return;
	ac_text_add(text, "; each repeat in %llu calls", (ull)parts);
	if (!rest)
		ac_text_add(text, " of mask = %llu", (ull)lanes);
	else if (parts == 2)
		ac_text_add(text, ": mask = %llu, then mask = %llu", (ull)lanes,
			    (ull)rest);
	else
		ac_text_add(text, ": %llu of mask = %llu, then mask = %llu",
			    (ull)(parts - 1), (ull)lanes, (ull)rest);
	ac_text_add(text, ", src %u and dst %llu bytes further on%s",
		    AC_REPEAT_BYTES, (ull)unit,
		    parts == 2 ? ", both" : " in each, all");
	ac_text_add(text, " with dstRepStride = %llu and srcRepStride = %llu",
		    (ull)(in_units(parts * unit, AC_DATA_BLOCK) *
			  AC_DATA_BLOCK / unit), (ull)pitch);
	if (bytes % AC_DATA_BLOCK && pitch == in_units(bytes, AC_DATA_BLOCK))
		ac_text_add(text, " (rows of %llu bytes padded to %llu)",
			    (ull)bytes, (ull)(pitch * AC_DATA_BLOCK));
	add_join(text, desc, parts);
}

/* More lanes than there are. */
static void suggest_mask(struct ac_text *text,
			 const struct aicore_report *report,
			 const struct aicore_desc *desc,
			 const struct ac_names *names)
{
	if (report->value > 1U << 20)
		return;
	if (desc->reduce.repeat_time > 1)
		suggest_rows(text, report, desc);
	else
		suggest_repeats(text, report, names);
}

/* Rows whose pitch is odd start at odd offsets. */
static void suggest_alignment(struct ac_text *text,
			      const struct aicore_report *report)
{
	uint64_t low = report->value - report->value % report->low;

	ac_text_add(text, "; the next are %llu and %llu", (ull)low,
		    (ull)(low + report->low));
	if (report->low == AC_DATA_BLOCK)
		ac_text_add(text, ": rows of an odd length have to be padded to whole %u bytes",
			    AC_DATA_BLOCK);
}

void ac_suggest(struct ac_text *text, const struct aicore_report *report,
		const struct aicore_desc *desc, const struct ac_names *names)
{
	switch (report->reason) {
	case AICORE_REASON_EXTENT:
		suggest_unit(text, report, desc);
		break;
	case AICORE_REASON_OVERLAP:
		suggest_stride(text, desc);
		break;
	case AICORE_REASON_RANGE:
		if (report->field == AICORE_FIELD_REPEAT_TIME)
			suggest_split(text, report, desc, names);
		else
			suggest_range(text, report, desc);
		break;
	case AICORE_REASON_MASK_RANGE:
		suggest_mask(text, report, desc, names);
		break;
	case AICORE_REASON_ALIGNMENT:
		suggest_alignment(text, report);
		break;
	default:
		break;
	}
}

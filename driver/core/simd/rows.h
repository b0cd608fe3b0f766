/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Conversions of rows, for vectors of any width: include it after vec_*.h. The
 * steps are those of the table in quant.c. What they do about relu, saturation
 * and NaN is in the numbers of struct aicore_columns rather than in branches.
 */

/*
 * Loops over the vectors of a row or batch are unrolled: arrays of vectors then
 * are registers.
 */

/* What floats are made of. */
enum source {
	INTEGERS,
	SHIFTED_INTEGERS,
	CLAMPED_INTEGERS,	/* shifted, then within int16 */
	FLOATS,
	HALVES,
};

/* Parts of struct aicore_columns in vectors. */
struct parameters {
	v_float m[ROW_VECTORS];
	v_int shift[ROW_VECTORS];
	v_int low[ROW_VECTORS];
	v_int high[ROW_VECTORS];
};

/*
 * Loops work on a copy of their job: nothing that they store can change that,
 * so that it stays in registers.
 */
static __always_inline void advance(struct aicore_rows_job *job, u64 rows)
{
	job->dst += rows * job->dst_row;
	job->src += rows * job->src_row;
	job->rows -= rows;
}

static __always_inline v_int vector_at(const void *array, u32 i)
{
	return v_load((const u8 *)array + i * sizeof(v_int));
}

static __always_inline struct parameters
load_parameters(const struct aicore_columns *columns)
{
	struct parameters p;
	u32 i;

#pragma GCC unroll 16
	for (i = 0; i < ROW_VECTORS; i++) {
		p.m[i] = v_as_float(vector_at(columns->m, i));
		p.shift[i] = vector_at(columns->shift, i);
		p.low[i] = vector_at(columns->low, i);
		p.high[i] = vector_at(columns->high, i);
	}
	return p;
}

/* The i-th vector of a row as floats, times M unless they are floats already. */
static __always_inline v_float floats(const struct parameters *p,
				      const u8 *src, u32 i, enum source source)
{
	v_int x = vector_at(src, i);

	if (source == FLOATS)
		return v_as_float(x);
	if (source != INTEGERS)
		x = v_shift_right(x, p->shift[i]);
	if (source == CLAMPED_INTEGERS)
		x = v_clamp(x, p->low[i], p->high[i]);
	return V(mul_ps)(V(cvtepi32_ps)(x), p->m[i]);
}

/*
 * Packing to 16 and 8 bits takes four vectors to one, which is BATCH rows. In
 * the last batch its last row stands in for those that aren't there.
 */
#define BATCH		(4 / ROW_VECTORS)

static __always_inline const u8 *batch_row(const struct aicore_rows_job *job,
					   u32 i, u64 count)
{
	u64 row = i / ROW_VECTORS;

	return job->src + (row < count ? row : count - 1) * job->src_row;
}

/* Stores count rows, which follow each other in x[]. */
static __always_inline void store_batch(const struct aicore_rows_job *job,
					u64 count, u32 bytes, const v_int x[],
					u32 vectors)
{
	u32 quads = bytes / QUAD_BYTES;
	u8 *dst = job->dst;
	u32 i;

	if (count == BATCH && job->dst_row == bytes) {
#pragma GCC unroll 16
		for (i = 0; i < vectors; i++)
			v_store(dst + i * sizeof(v_int), v_as_float(x[i]));
		return;
	}
#pragma GCC unroll 16
	for (i = 0; i < BATCH * quads; i++) {
		if (i / quads == count)
			return;
		v_store_quad(dst + i % quads * QUAD_BYTES, x[i / VECTOR_QUADS],
			     i % VECTOR_QUADS);
		if (i % quads == quads - 1)
			dst += job->dst_row;
	}
}

/* Columns of 16 bits as they lie in the k-th vector packed of a batch. */
static __always_inline v_int packed_columns(const s32 *array, u32 k)
{
	return V(packs_epi32)(vector_at(array, 2 * k % ROW_VECTORS),
			      vector_at(array, (2 * k + 1) % ROW_VECTORS));
}

/* Parts of struct aicore_columns for results of 8 bits. */
struct limits {
	v_int offset[2];
	v_int least[2];
	v_int most[2];
	v_int flip;
};

/*
 * "Usual" products are numbers within int32, and their results have no limits
 * but those of their type, which packing has. Of other products, what is too
 * small for an integer becomes the least one by rounding, which is as good as
 * anything below -256; the same of what is too great would not do.
 */
static __always_inline void bytes_of_batch(const struct aicore_rows_job *job,
					   const struct parameters *p,
					   const struct limits *limits,
					   u64 count, enum source source,
					   bool usual)
{
	v_float most = v_all(0x437f0000); /* 255 */
	v_int x[4], y[2];
	v_float f;
	u32 i;

#pragma GCC unroll 16
	for (i = 0; i < 4; i++) {
		f = floats(p, batch_row(job, i, count), i % ROW_VECTORS,
			   source);
		if (!usual)
			f = v_min_or(f, most, V(setzero_ps)());
		x[i] = V(cvtps_epi32)(f);
	}
#pragma GCC unroll 16
	for (i = 0; i < 2; i++) {
		y[i] = V(packs_epi32)(x[2 * i], x[2 * i + 1]);
		y[i] = V(adds_epi16)(y[i], limits->offset[i]);
		if (usual)
			continue;
		y[i] = V(max_epi16)(y[i], limits->least[i]);
		y[i] = V(min_epi16)(y[i], limits->most[i]);
	}
	y[0] = v_bytes_in_order(V(packus_epi16)(y[0], y[1])) ^ limits->flip;
	store_batch(job, count, AICORE_COLUMNS, y, 1);
}

static __always_inline void bytes(struct aicore_rows_job job,
				  enum source source, bool usual)
{
	const struct aicore_columns *columns = job.columns;
	struct parameters p = load_parameters(columns);
	struct limits limits;
	u32 i;

#pragma GCC unroll 16
	for (i = 0; i < 2; i++) {
		limits.offset[i] = packed_columns(columns->offset, i);
		limits.least[i] = packed_columns(columns->least, i);
		limits.most[i] = packed_columns(columns->most, i);
	}
	limits.flip = v_row(columns->flip);
	for (; job.rows >= BATCH; advance(&job, BATCH))
		bytes_of_batch(&job, &p, &limits, BATCH, source, usual);
	if (job.rows)
		bytes_of_batch(&job, &p, &limits, job.rows, source, usual);
}

/* What is left out in the usual cases would do nothing in them. */
static void to_8_bit(const struct aicore_rows_job *job)
{
	const struct aicore_columns *columns = job->columns;

	if (!columns->tame || columns->limits)
		bytes(*job, CLAMPED_INTEGERS, false);
	else if (columns->clamps)
		bytes(*job, CLAMPED_INTEGERS, true);
	else if (columns->shifts)
		bytes(*job, SHIFTED_INTEGERS, true);
	else
		bytes(*job, INTEGERS, true);
}

/* Packing clamps as the shift demands; relu is a matter of the least value. */
static __always_inline void shorts_of_batch(const struct aicore_rows_job *job,
					    const struct parameters *p,
					    const v_int least[2], u64 count)
{
	v_int x[4], y[2];
	u32 i;

#pragma GCC unroll 16
	for (i = 0; i < 4; i++) {
		x[i] = vector_at(batch_row(job, i, count), i % ROW_VECTORS);
		x[i] = v_shift_right(x[i], p->shift[i % ROW_VECTORS]);
	}
#pragma GCC unroll 16
	for (i = 0; i < 2; i++) {
		y[i] = V(packs_epi32)(x[2 * i], x[2 * i + 1]);
		y[i] = v_shorts_in_order(V(max_epi16)(y[i], least[i]));
	}
	store_batch(job, count, AICORE_COLUMNS * sizeof(u16), y, 2);
}

static void to_int16(const struct aicore_rows_job *rows)
{
	struct parameters p = load_parameters(rows->columns);
	struct aicore_rows_job job = *rows;
	v_int least[2] = {
		packed_columns(rows->columns->low, 0),
		packed_columns(rows->columns->low, 1),
	};

	for (; job.rows >= BATCH; advance(&job, BATCH))
		shorts_of_batch(&job, &p, least, BATCH);
	if (job.rows)
		shorts_of_batch(&job, &p, least, job.rows);
}

#define HALF_MAX	0x7bff
#define HALF_INF	0x7c00

/* Rows that are converted before a look at their results. */
#define GROUP_ROWS	64

/* Parts of struct aicore_columns for results that are halves. */
struct half_limits {
	v_int most;
	v_int least;
	v_int nan;
};

static __always_inline struct half_limits
limits_of(const struct aicore_columns *columns)
{
	return (struct half_limits){
		.most = V(set1_epi16)(columns->most_half),
		.least = V(set1_epi16)(columns->least_half),
		.nan = V(set1_epi16)(columns->nan_half),
	};
}

/*
 * As magnitudes and signs halves are integers. What rounding has made inf may
 * have to become the greatest number, which is what clamping before it would
 * have done.
 */
static __always_inline v_int limit_halves(v_int x,
					  const struct half_limits *limits)
{
	v_int magnitude = x & V(set1_epi16)(0x7fff);
	v_int nan = v_greater_shorts(magnitude, V(set1_epi16)(HALF_INF));
	v_int sign;

	x = V(max_epi16)(x, limits->least);
	sign = x & V(set1_epi16)(0x8000);
	x = V(min_epi16)(x & V(set1_epi16)(0x7fff), limits->most) | sign;
	return (nan & limits->nan) | (~nan & x);
}

static __always_inline v_float scaled_floats(const struct parameters *p,
					     const u8 *src, u32 i,
					     enum source source)
{
	if (source != HALVES)
		return floats(p, src, i, source);
	return V(mul_ps)(v_load_halves(src + i * HALVES_BYTES), p->m[i]);
}

/* What is done about results that are not finite. */
enum care {
	ASK,		/* the processor tells afterwards whether there are some */
	LOOK,
	LIMIT,
};

/* Returns the greatest magnitudes till now: most, or those of these rows. */
static __always_inline v_int halves_of_batch(const struct aicore_rows_job *job,
					     const struct parameters *p,
					     const struct half_limits *limits,
					     u64 count, enum source source,
					     enum care care, bool relu,
					     v_int most)
{
	v_float x[4];
	v_int y[2];
	u32 i;

#pragma GCC unroll 16
	for (i = 0; i < 4; i++)
		x[i] = scaled_floats(p, batch_row(job, i, count),
				     i % ROW_VECTORS, source);
#pragma GCC unroll 16
	for (i = 0; i < 2; i++) {
		y[i] = v_to_halves(x[2 * i], x[2 * i + 1]);
		if (care == LIMIT) {
			y[i] = limit_halves(y[i], limits);
			continue;
		}
		if (care == LOOK)
			most = V(max_epi16)(most,
					    y[i] & V(set1_epi16)(0x7fff));
		if (relu)
			y[i] = V(max_epi16)(y[i], limits->least);
	}
	store_batch(job, count, AICORE_COLUMNS * sizeof(u16), y, 2);
	return most;
}

/* Returns whether all results were finite, for who looks. */
static __always_inline bool halves_of_group(struct aicore_rows_job job,
					    const struct parameters *p,
					    const struct half_limits *limits,
					    enum source source, enum care care,
					    bool relu)
{
	v_int most = V(set1_epi16)(0);

	for (; job.rows >= BATCH; advance(&job, BATCH))
		most = halves_of_batch(&job, p, limits, BATCH, source, care,
				       relu, most);
	if (job.rows)
		most = halves_of_batch(&job, p, limits, job.rows, source, care,
				       relu, most);
	return v_all_zero(v_greater_shorts(most, V(set1_epi16)(HALF_MAX)));
}

/*
 * Whether only overflow can make a result that is not finite, and the processor
 * remembers that there was one. Other sources come without an M to look at.
 */
static __always_inline bool remembers(const struct aicore_columns *columns,
				      enum source source)
{
	if (source != INTEGERS && source != CLAMPED_INTEGERS)
		return false;
	return V_TELLS_OVERFLOW && columns->finite;
}

/* Returns whether all results were finite, in such a case. */
static __always_inline bool halves_of_numbers(struct aicore_rows_job job,
					      const struct parameters *p,
					      enum source source, bool relu)
{
	v_float x;
	u32 i;

#pragma GCC unroll 4
	for (; job.rows; advance(&job, 1)) {
#pragma GCC unroll 16
		for (i = 0; i < ROW_VECTORS; i++) {
			x = floats(p, job.src, i, source);
			if (relu)
				x = V(max_ps)(x, V(setzero_ps)());
			v_store_halves(job.dst + i * HALVES_BYTES, x);
		}
	}
	return !v_overflowed();
}

/*
 * Few data have results that are not finite. So these are looked for, and only
 * a group of rows that has one is done again with limits, and so are those
 * after it.
 */
static __always_inline void halves_with_care(struct aicore_rows_job job,
					     enum source source,
					     enum care care, bool relu)
{
	struct parameters p = load_parameters(job.columns);
	const struct half_limits limits = limits_of(job.columns);
	struct aicore_rows_job group = job;
	bool finite = true;

	if (care == ASK)
		v_forget_overflow();
	for (; job.rows; advance(&job, group.rows)) {
		group = job;
		if (group.rows > GROUP_ROWS)
			group.rows = GROUP_ROWS;
		if (finite)
			finite = care == ASK ?
				 halves_of_numbers(group, &p, source, relu) :
				 halves_of_group(group, &p, &limits, source,
						 care, relu);
		if (!finite)
			halves_of_group(group, &p, &limits, source, LIMIT,
					true);
	}
}

static __always_inline void halves(const struct aicore_rows_job *job,
				   enum source source)
{
	bool relu = !job->columns->least_half;

	if (remembers(job->columns, source) && relu)
		halves_with_care(*job, source, ASK, true);
	else if (remembers(job->columns, source))
		halves_with_care(*job, source, ASK, false);
	else if (relu)
		halves_with_care(*job, source, LOOK, true);
	else
		halves_with_care(*job, source, LOOK, false);
}

static void int_to_half(const struct aicore_rows_job *job)
{
	if (job->columns->shifts)
		halves(job, CLAMPED_INTEGERS);
	else
		halves(job, INTEGERS);
}

static void float_to_half(const struct aicore_rows_job *job)
{
	halves(job, FLOATS);
}

static void scale_half(const struct aicore_rows_job *job)
{
	halves(job, HALVES);
}

static void widen(const struct aicore_rows_job *rows)
{
	struct aicore_rows_job job = *rows;
	v_float nan = v_all(FLOAT_NAN);
	v_float x;
	u32 i;

	for (; job.rows; advance(&job, 1)) {
#pragma GCC unroll 16
		for (i = 0; i < ROW_VECTORS; i++) {
			x = v_load_halves(job.src + i * HALVES_BYTES);
			x = v_replace_nan(x, nan);
			v_store(job.dst + i * sizeof(x), x);
		}
	}
}

static void relu_float(const struct aicore_rows_job *rows)
{
	struct aicore_rows_job job = *rows;
	v_float zero = V(setzero_ps)();
	v_float nan = v_all(FLOAT_NAN);
	v_float x;
	u32 i;

	for (; job.rows; advance(&job, 1)) {
#pragma GCC unroll 16
		for (i = 0; i < ROW_VECTORS; i++) {
			x = v_as_float(vector_at(job.src, i));
			/* As in store_fitting(). */
			x = V(max_ps)(zero, v_replace_nan(x, nan));
			x = V(add_ps)(x, zero);
			v_store(job.dst + i * sizeof(x), x);
		}
	}
}

static void relu_int(const struct aicore_rows_job *rows)
{
	struct aicore_rows_job job = *rows;
	v_int x;
	u32 i;

	for (; job.rows; advance(&job, 1)) {
#pragma GCC unroll 16
		for (i = 0; i < ROW_VECTORS; i++) {
			x = v_relu(vector_at(job.src, i));
			v_store(job.dst + i * sizeof(x), v_as_float(x));
		}
	}
}

/* A row of halves is half as long as the widest vectors. */
#if LANES <= 8

static void relu_half(const struct aicore_rows_job *rows)
{
	struct aicore_rows_job job = *rows;
	struct half_limits limits = limits_of(job.columns);
	v_int x;
	u32 i;

	/* Nothing is computed, so that inf is no overflow. */
	limits.most = V(set1_epi16)(HALF_INF);
	for (; job.rows; advance(&job, 1)) {
#pragma GCC unroll 16
		for (i = 0; i < ROW_VECTORS / 2; i++) {
			x = limit_halves(vector_at(job.src, i), &limits);
			v_store(job.dst + i * sizeof(x), v_as_float(x));
		}
	}
}

#define RELU_HALF						\
	[AICORE_KERNEL_RELU_HALF].rows = relu_half,

#else

#define RELU_HALF

#endif

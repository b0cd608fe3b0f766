/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Conversions of rows, for vectors of any width: include it after vec_*.h. The
 * steps are those of the table in quant.c. What they do about relu, saturation
 * and NaN is in the numbers of struct aicore_columns rather than in branches.
 */

#define HALF_NAN	0x7e00

/*
 * Loops over the vectors of a row or batch are unrolled: arrays of vectors then
 * are registers.
 */

/* What floats are made of. */
enum source {
	INTEGERS,
	SHIFTED_INTEGERS,
	FLOATS,
};

/* Parts of struct aicore_columns in vectors. */
struct parameters {
	v_float m[ROW_VECTORS];
	v_int shift[ROW_VECTORS];
	v_int low[ROW_VECTORS];
	v_int high[ROW_VECTORS];
	v_float nan;
	v_float most;
	v_float least;
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
	struct parameters p = {
		.nan = v_all(columns->nan),
		.most = v_all(columns->most_half),
		.least = v_all(columns->least_half),
	};
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
	if (source == SHIFTED_INTEGERS) {
		x = v_shift_right(x, p->shift[i]);
		x = v_clamp(x, p->low[i], p->high[i]);
	}
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
	bool direct = count == BATCH && job->dst_row == bytes;
	u8 rows[2 * sizeof(v_int)];
	u8 *to = direct ? job->dst : rows;
	u32 i;

#pragma GCC unroll 16
	for (i = 0; i < vectors; i++)
		v_store(to + i * sizeof(v_int), v_as_float(x[i]));
	for (i = 0; !direct && i < count; i++)
		__builtin_memcpy(job->dst + i * job->dst_row, rows + i * bytes,
				 bytes);
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
};

/*
 * "Tame" products are numbers within int32. Of others, what is too small for an
 * integer becomes the least one by rounding, which is as good as anything below
 * -256; the same of what is too great would not do.
 */
static __always_inline void bytes_of_batch(const struct aicore_rows_job *job,
					   const struct parameters *p,
					   const struct limits *limits,
					   u64 count, enum source source,
					   bool tame)
{
	v_float most = v_all(0x437f0000); /* 255 */
	v_int x[4], y[2];
	v_float f;
	u32 i;

#pragma GCC unroll 16
	for (i = 0; i < 4; i++) {
		f = floats(p, batch_row(job, i, count), i % ROW_VECTORS,
			   source);
		if (!tame)
			f = v_min_or(f, most, V(setzero_ps)());
		x[i] = V(cvtps_epi32)(f);
	}
#pragma GCC unroll 16
	for (i = 0; i < 2; i++) {
		y[i] = V(packs_epi32)(x[2 * i], x[2 * i + 1]);
		y[i] = V(adds_epi16)(y[i], limits->offset[i]);
		y[i] = V(max_epi16)(y[i], limits->least[i]);
		y[i] = V(min_epi16)(y[i], limits->most[i]);
		/* As 8 bits without a sign they can be packed. */
		y[i] &= V(set1_epi16)(0xff);
	}
	y[0] = v_bytes_in_order(V(packus_epi16)(y[0], y[1]));
	store_batch(job, count, AICORE_COLUMNS, y, 1);
}

static __always_inline void bytes(struct aicore_rows_job job,
				  enum source source, bool tame)
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
	for (; job.rows >= BATCH; advance(&job, BATCH))
		bytes_of_batch(&job, &p, &limits, BATCH, source, tame);
	if (job.rows)
		bytes_of_batch(&job, &p, &limits, job.rows, source, tame);
}

/* What is left out in the usual cases would do nothing in them. */
static void to_8_bit(const struct aicore_rows_job *job)
{
	const struct aicore_columns *columns = job->columns;

	if (!columns->tame)
		bytes(*job, SHIFTED_INTEGERS, false);
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

#define HALVES_BYTES	(LANES * sizeof(u16))

/*
 * Of a number and NaN, and of both zeros, the second one is the maximum; with
 * relu, -0 becomes +0 by adding that.
 */
static __always_inline void store_fitting(const struct parameters *p, u8 *dst,
					  v_float x, bool tame, bool relu)
{
	x = tame ? V(min_ps)(x, p->most) : v_min_or(x, p->most, p->nan);
	x = V(max_ps)(p->least, x);
	if (relu)
		x = V(add_ps)(x, V(setzero_ps)());
	v_store_halves(dst, x);
}

static __always_inline void halves(struct aicore_rows_job job,
				   enum source source, bool tame, bool relu)
{
	struct parameters p = load_parameters(job.columns);
	v_float x;
	u32 i;

	for (; job.rows; advance(&job, 1)) {
#pragma GCC unroll 16
		for (i = 0; i < ROW_VECTORS; i++) {
			x = floats(&p, job.src, i, source);
			store_fitting(&p, job.dst + i * HALVES_BYTES, x, tame,
				      relu);
		}
	}
}

static void int_to_half(const struct aicore_rows_job *job)
{
	const struct aicore_columns *columns = job->columns;

	if (columns->relu)
		halves(*job, SHIFTED_INTEGERS, false, true);
	else if (!columns->tame)
		halves(*job, SHIFTED_INTEGERS, false, false);
	else if (columns->shifts)
		halves(*job, SHIFTED_INTEGERS, true, false);
	else
		halves(*job, INTEGERS, true, false);
}

static void float_to_half(const struct aicore_rows_job *job)
{
	if (job->columns->relu)
		halves(*job, FLOATS, false, true);
	else
		halves(*job, FLOATS, false, false);
}

static void scale_half(const struct aicore_rows_job *rows)
{
	struct parameters p = load_parameters(rows->columns);
	struct aicore_rows_job job = *rows;
	v_float x;
	u32 i;

	for (; job.rows; advance(&job, 1)) {
#pragma GCC unroll 16
		for (i = 0; i < ROW_VECTORS; i++) {
			x = v_load_halves(job.src + i * HALVES_BYTES);
			x = V(mul_ps)(x, p.m[i]);
			store_fitting(&p, job.dst + i * HALVES_BYTES, x, false,
				      false);
		}
	}
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

/* In this halves are like 16-bit integers, but for NaN. */
static void relu_half(const struct aicore_rows_job *rows)
{
	v_int nan = V(set1_epi16)(rows->columns->nan ? HALF_NAN : 0);
	v_int inf = V(set1_epi16)(0x7c00);
	struct aicore_rows_job job = *rows;
	v_int x, is_nan;
	u32 i;

	for (; job.rows; advance(&job, 1)) {
#pragma GCC unroll 16
		for (i = 0; i < ROW_VECTORS / 2; i++) {
			x = vector_at(job.src, i);
			is_nan = x & V(set1_epi16)(0x7fff);
			is_nan = V(cmpgt_epi16)(is_nan, inf);
			x = V(max_epi16)(x, V(set1_epi16)(0));
			x = (is_nan & nan) | (~is_nan & x);
			v_store(job.dst + i * sizeof(x), v_as_float(x));
		}
	}
}

#define RELU_HALF						\
	[AICORE_KERNEL_RELU_HALF].rows = relu_half,

#else

#define RELU_HALF

#endif

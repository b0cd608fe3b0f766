/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Sums of repeats, for vectors of any width: include it after vec_*.h.
 *
 * A leaf is a vector of floats, or of halves as floats, of which a repeat has
 * twice as many. Two vectors become one by adding each lane's neighbour, until a
 * vector is left of the whole repeat; then as many repeats as a vector has lanes
 * become one vector of results in the same way, so that no lane is ever idle and
 * a last group that isn't full costs what it has.
 */

enum sum_of {
	OF_FLOATS,
	OF_HALVES,
	/* Every node saturates, which takes twice the time. */
	OF_CLAMPED_HALVES,
};

/**
 * struct tree - what a tree is made of; known when this is compiled
 * @of: kind of its nodes
 * @masked: lanes may be masked off
 * @adjacent: the DataBlocks follow each other
 * @job: the sums, for a tree over a repeat
 * @repeat: that repeat
 * @nodes: leaves of a tree over a group of repeats, otherwise NULL
 */
struct tree {
	enum sum_of of;
	bool masked;
	bool adjacent;
	const struct aicore_sum_job *job;
	const u8 *repeat;
	const v_float *nodes;
};

#define HALVES_BYTES	(LANES * sizeof(u16))

static __always_inline u32 repeat_vectors(enum sum_of of)
{
	return of == OF_FLOATS ? REPEAT_VECTORS : 2 * REPEAT_VECTORS;
}

static __always_inline v_float node(const struct tree *tree, v_float x)
{
	if (tree->of == OF_FLOATS)
		return x;
	x = v_round(x);
	if (tree->of == OF_HALVES)
		return x;
	x = v_replace_nan(x, V(setzero_ps)());
	x = V(min_ps)(x, v_all(V_HALF_MAX));
	return V(max_ps)(x, v_all(V_HALF_MAX | SIGN));
}

static __always_inline v_float join(const struct tree *tree, u32 level,
				    v_float a, v_float b)
{
	bool across = v_across(tree->of != OF_FLOATS, level, tree->nodes);

	return node(tree, V(add_ps)(v_even(a, b, across), v_odd(a, b, across)));
}

static __always_inline v_float float_leaf(const struct tree *tree, u32 i)
{
	const u8 *mask = tree->masked ? tree->job->mask + i * sizeof(v_int) :
					NULL;

	return v_as_float(v_load_blocks(tree->repeat, tree->job->block, i,
					tree->adjacent, mask));
}

/*
 * No vector has halves of two blocks. The remainder is for compilers that warn of
 * leaves that no tree has.
 */
static __always_inline v_float half_leaf(const struct tree *tree, u32 i)
{
	u32 byte = i * HALVES_BYTES % AICORE_REPEAT_BYTES;
	const u8 *halves = tree->repeat + byte % AICORE_BLOCK_BYTES +
			   tree->job->block[byte / AICORE_BLOCK_BYTES];

	return v_leaf(halves, tree->masked ? tree->job->mask + byte : NULL);
}

/* What stays in memory would be read twice, by both that pick lanes of it. */
static __always_inline v_float in_register(v_float x)
{
	asm("" : V_REGISTER(x));
	return x;
}

/* One vector of 1, 2, 4 ... from the i-th on; depth first keeps few alive. */
static __always_inline v_float fold1(const struct tree *tree, u32 i)
{
	v_float x;

	if (tree->nodes)
		x = tree->nodes[i];
	else if (tree->of == OF_FLOATS)
		x = float_leaf(tree, i);
	else
		x = half_leaf(tree, i);
	/* Only where reading is what takes the time. */
	return tree->adjacent ? in_register(x) : x;
}

static __always_inline v_float fold2(const struct tree *tree, u32 i)
{
	return join(tree, 0, fold1(tree, i), fold1(tree, i + 1));
}

static __always_inline v_float fold4(const struct tree *tree, u32 i)
{
	return join(tree, 1, fold2(tree, i), fold2(tree, i + 2));
}

static __always_inline v_float fold8(const struct tree *tree, u32 i)
{
	return join(tree, 2, fold4(tree, i), fold4(tree, i + 4));
}

static __always_inline v_float fold16(const struct tree *tree, u32 i)
{
	return join(tree, 3, fold8(tree, i), fold8(tree, i + 8));
}

static __always_inline v_float fold(const struct tree *tree, u32 vectors)
{
	switch (vectors) {
	case 4:
		return fold4(tree, 0);
	case 8:
		return fold8(tree, 0);
	case 16:
		return fold16(tree, 0);
	default:
		return join(tree, 4, fold16(tree, 0), fold16(tree, 16));
	}
}

/* The sums of up to LANES repeats, one in each lane. */
static __always_inline v_float fold_group(struct tree tree, u64 repeats)
{
	bool halves = tree.of != OF_FLOATS;
	v_float nodes[LANES] AICORE_SCRATCH;
	u32 i;

	for (i = 0; i < repeats; i++) {
		nodes[v_place(halves, i)] = fold(&tree, repeat_vectors(tree.of));
		tree.repeat += tree.job->src_rep;
	}
	for (; i < LANES; i++)
		nodes[v_place(halves, i)] = V(setzero_ps)();
	tree.nodes = nodes;
	return fold(&tree, LANES);
}

/*
 * Whether to unroll a whole group, the nodes of which then never see memory: with
 * registers enough, and few instructions to a node. Without gaps a loop is faster,
 * because the processor learns the steps of its few loads.
 */
static __always_inline bool unrolls(const struct tree *tree)
{
	return LANES >= 8 && tree->of == OF_FLOATS && !tree->adjacent;
}

/* The same for a whole group. */
static __always_inline v_float fold_whole_group(struct tree tree)
{
	v_float nodes[LANES];
	u32 i;

#pragma GCC unroll 16
	for (i = 0; i < LANES; i++) {
		nodes[v_place(false, i)] = fold(&tree, REPEAT_VECTORS);
		tree.repeat += tree.job->src_rep;
	}
	tree.nodes = nodes;
	return fold(&tree, LANES);
}

static __always_inline u32 result_bytes(enum sum_of of)
{
	return of == OF_FLOATS ? sizeof(u32) : sizeof(u16);
}

static __always_inline void store_results(enum sum_of of, u8 *dst, v_float x)
{
	x = v_replace_nan(x, v_all(FLOAT_NAN));
	if (of == OF_FLOATS)
		v_store(dst, x);
	else
		v_store_roots(dst, x);
}

static __always_inline void scatter_results(enum sum_of of, u8 *dst, u64 step,
					    u64 count, v_float x)
{
	u32 bytes = result_bytes(of);
	u8 results[LANES * sizeof(u32)] AICORE_SCRATCH;
	u32 i;

	store_results(of, results, x);
	if (count == LANES) {
#pragma GCC unroll 16
		for (i = 0; i < LANES; i++)
			__builtin_memcpy(dst + i * step, results + i * bytes,
					 bytes);
		return;
	}
	for (i = 0; i < count; i++)
		__builtin_memcpy(dst + i * step, results + i * bytes, bytes);
}

/*
 * Once a node is inf or NaN its root is so, too. A finite root therefore proves
 * that no node had to saturate. Data that saturates once tends to do so again:
 * after the first root that isn't finite every tree is clamped from the start.
 */
static __always_inline void whole(const struct aicore_sum_job *job,
				  struct tree tree)
{
	u32 bytes = result_bytes(tree.of);
	struct tree clamped = tree;
	bool clamp = false;
	u8 *dst = job->dst;
	u64 left, count;
	v_float x;

	clamped.of = OF_CLAMPED_HALVES;
	for (left = job->repeats; left; left -= count) {
		count = left < LANES ? left : LANES;
		if (!clamp) {
			x = count == LANES && unrolls(&tree) ?
				    fold_whole_group(tree) :
				    fold_group(tree, count);
			clamp = tree.of == OF_HALVES && job->saturate &&
				!v_finite(x);
		}
		if (clamp)
			x = fold_group(clamped, count);
		if (count == LANES && job->dst_rep == bytes)
			store_results(tree.of, dst, x);
		else
			scatter_results(tree.of, dst, job->dst_rep, count, x);
		dst += count * job->dst_rep;
		tree.repeat += count * job->src_rep;
		clamped.repeat = tree.repeat;
	}
}

/* The job is a copy: nothing that is stored can change that. */
static __always_inline void whole_in_shape(struct aicore_sum_job job,
					   enum sum_of of)
{
	struct tree tree = { .of = of, .job = &job, .repeat = job.src };

	if (job.mask) {
		tree.masked = true;
		whole(&job, tree);
	} else if (LANES >= 8 && of == OF_FLOATS && job.adjacent) {
		tree.adjacent = true;
		whole(&job, tree);
	} else {
		whole(&job, tree);
	}
}

static void whole_float(const struct aicore_sum_job *job)
{
	whole_in_shape(*job, OF_FLOATS);
}

static void whole_half(const struct aicore_sum_job *job)
{
	whole_in_shape(*job, OF_HALVES);
}

/*
 * Block and pair sums are what the tree over a repeat has after its first
 * levels. With vectors wider than a DataBlock they don't come out in one piece.
 */
#if LANES <= 8

/* The sums that begin with the i-th vector, as many as there are lanes. */
static __always_inline v_float fold_few(const struct tree *tree, bool pairs,
					u32 i)
{
	v_float x;

	if (!pairs && tree->of == OF_FLOATS)
		return fold8(tree, i);
	x = pairs ? fold2(tree, i) : fold16(tree, i);
	return v_in_order(x);
}

/* Fills results[] and returns whether all are finite. */
static __always_inline bool fold_some(const struct tree *tree, bool pairs,
				      u32 count, v_float results[])
{
	u32 step = repeat_vectors(tree->of) / count;
	bool finite = true;
	u32 i;

	for (i = 0; i < count; i++) {
		results[i] = fold_few(tree, pairs, i * step);
		finite &= v_finite(results[i]);
	}
	return finite;
}

static __always_inline void some(const struct aicore_sum_job *job,
				 struct tree tree, bool pairs)
{
	u32 count = pairs ? repeat_vectors(tree.of) / 2 :
			    AICORE_REPEAT_BLOCKS / LANES;
	u32 step = LANES * result_bytes(tree.of);
	v_float results[REPEAT_VECTORS] AICORE_SCRATCH;
	struct tree clamped = tree;
	u8 *dst = job->dst;
	u64 repeat;
	u32 i;

	clamped.of = OF_CLAMPED_HALVES;
	for (repeat = 0; repeat < job->repeats; repeat++) {
		/* All is read before anything is written. */
		if (!fold_some(&tree, pairs, count, results) && job->saturate &&
		    tree.of == OF_HALVES)
			fold_some(&clamped, pairs, count, results);
		for (i = 0; i < count; i++)
			store_results(tree.of, dst + i * step, results[i]);
		dst += job->dst_rep;
		tree.repeat += job->src_rep;
		clamped.repeat = tree.repeat;
	}
}

static __always_inline void some_in_shape(struct aicore_sum_job job,
					  enum sum_of of, bool pairs)
{
	struct tree tree = { .of = of, .job = &job, .repeat = job.src };

	if (job.mask) {
		tree.masked = true;
		some(&job, tree, pairs);
	} else {
		some(&job, tree, pairs);
	}
}

static void block_float(const struct aicore_sum_job *job)
{
	some_in_shape(*job, OF_FLOATS, false);
}

static void block_half(const struct aicore_sum_job *job)
{
	some_in_shape(*job, OF_HALVES, false);
}

static void pair_float(const struct aicore_sum_job *job)
{
	some_in_shape(*job, OF_FLOATS, true);
}

static void pair_half(const struct aicore_sum_job *job)
{
	some_in_shape(*job, OF_HALVES, true);
}

#define SOME_SUMS						\
	[AICORE_KERNEL_BLOCK_FLOAT].sum = block_float,		\
	[AICORE_KERNEL_BLOCK_HALF].sum = block_half,		\
	[AICORE_KERNEL_PAIR_FLOAT].sum = pair_float,		\
	[AICORE_KERNEL_PAIR_HALF].sum = pair_half,

#else

#define SOME_SUMS

#endif

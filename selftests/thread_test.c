// SPDX-License-Identifier: GPL-2.0-only
/* Many threads at once, on one core and on several. */
#include "device.h"

#define HALF	AICORE_TYPE_HALF
#define FLOAT	AICORE_TYPE_FLOAT
#define INT8	AICORE_TYPE_INT8

FIXTURE(threads) {
	struct npu npu;
	struct aicore_desc desc;
	int core;
};

FIXTURE_SETUP(threads)
{
	npu_open(_metadata, &self->npu, AICORE_SOC_ASCEND910B);
	self->desc = mask_desc(1, 0);
	self->core = self->npu.core;
}

FIXTURE_TEARDOWN(threads)
{
	job_delay(0);
	npu_close(&self->npu);
}

/* -- many at once -- */

/**
 * struct worker - a thread with a core of its own
 * @lanes: each of its sums is of so many ones
 * @wrong: results that were not that
 */
struct worker {
	pthread_t thread;
	int core;
	unsigned char *ub;
	__u32 buffer;
	unsigned char *gm;
	int lanes;
	int wrong;
};

/* Sums in UB, copies to the shared buffer, and looks. */
static void *work(void *data)
{
	struct worker *worker = data;
	int slot = worker->lanes * 64, i;

	fill_u16(worker->ub, 128, HALF_ONE);
	for (i = 0; i < 300; i++) {
		struct aicore_desc descs[3] = {
			mask_desc((1ULL << worker->lanes) - 1, 0),
			external(sum_of_lanes(0, 0)),
			copy_desc(HALF, gm(worker->buffer, slot),
				  at(AICORE_POSITION_VECOUT, 0x8000), 1, 1, 0, 0),
		};

		fill_u16(worker->gm + slot, 1, 0);
		if (run(worker->core, descs, 3) ||
		    u16_at(worker->gm, slot) != half_of(worker->lanes))
			worker->wrong++;
	}
	return NULL;
}

TEST_F(threads, cores_in_parallel)
{
	struct worker workers[4];
	int i;

	for (i = 0; i < 4; i++) {
		workers[i] = (struct worker){
			.core = core_add(_metadata, self->npu.fd),
			.buffer = self->npu.buffer,
			.gm = self->npu.gm,
			.lanes = 10 + 7 * i,
		};
		workers[i].ub = map_region(_metadata, workers[i].core, AICORE_REGION_UB);
	}
	for (i = 0; i < 4; i++)
		ASSERT_EQ(0, pthread_create(&workers[i].thread, NULL, work, &workers[i]));
	for (i = 0; i < 4; i++) {
		pthread_join(workers[i].thread, NULL);
		EXPECT_EQ(0, workers[i].wrong);
	}
}

/* Two cores with full queues both get on. */
TEST_F(threads, full_queues_in_parallel)
{
	int other = core_add(_metadata, self->npu.fd);
	int i;

	ASSERT_EQ(0, job_delay(3));
	for (i = 0; i < 64; i++) {
		ASSERT_EQ(0, submit(self->core, &self->desc, 1, 0, NULL));
		ASSERT_EQ(0, submit(other, &self->desc, 1, 0, NULL));
	}
	EXPECT_EQ(0, wait_done(self->core, 64));
	EXPECT_EQ(0, wait_done(other, 64));
	close(other);
}

/* Threads that share one core. */
struct sharer {
	pthread_t thread;
	int core;
	int slot;
	int lanes;
	__u64 last;
	int failed;
};

/* Mask and sum are one batch: no other thread's mask gets in between. */
static void *share(void *data)
{
	struct sharer *sharer = data;
	int i;

	for (i = 0; i < 300; i++) {
		struct aicore_desc descs[3] = {
			mask_desc((1ULL << sharer->lanes) - 1, 0),
			external(sum_of_lanes(sharer->slot + i, 0)),
			external(sum_of_lanes(2000, 0)),
		};
		struct aicore_submit arg = submit_arg(descs, 3, i % 2 ? AICORE_SUBMIT_WAIT : 0);

		if (call(sharer->core, AICORE_IOC_SUBMIT, &arg) || arg.seqno <= sharer->last)
			sharer->failed++;
		sharer->last = arg.seqno;
	}
	return NULL;
}

TEST_F(threads, threads_on_one_core)
{
	struct sharer sharers[2];
	int i, k;

	fill_u16(self->npu.ub, 128, HALF_ONE);
	for (i = 0; i < 2; i++) {
		sharers[i] = (struct sharer){
			.core = self->core,
			.slot = 300 * i,
			.lanes = 5 + 11 * i,
		};
		ASSERT_EQ(0, pthread_create(&sharers[i].thread, NULL, share, &sharers[i]));
	}
	for (i = 0; i < 2; i++) {
		pthread_join(sharers[i].thread, NULL);
		EXPECT_EQ(0, sharers[i].failed);
	}
	/* 600 batches, each with a number of its own. */
	EXPECT_EQ(0, wait_done(self->core, 600));
	EXPECT_EQ(-ENOENT, wait_until(self->core, 601, 0, NULL));
	EXPECT_EQ(600, sharers[0].last > sharers[1].last ? sharers[0].last : sharers[1].last);
	for (i = 0; i < 2; i++) {
		for (k = 0; k < 300; k++)
			EXPECT_EQ(half_of(sharers[i].lanes),
				  u16_at(self->npu.ub, 0x8000 + 2 * (sharers[i].slot + k)));
	}
	/* The place that both write holds what the later one left. */
	k = sharers[0].last > sharers[1].last ? 0 : 1;
	EXPECT_EQ(half_of(sharers[k].lanes), u16_at(self->npu.ub, 0x8000 + 4000));
}

/* -- the same job again and again -- */

#define JOB_BYTES	(192 * KIB)

/* pto-isa 259, 281: results that change from run to run. */
static void fill_randomly(void *memory, size_t bytes)
{
	__u32 *word = memory, state = 12345;
	size_t i;

	for (i = 0; i < bytes / 4; i++) {
		state = state * 1664525 + 1013904223;
		word[i] = state;
	}
}

/* All bit patterns of half and float come along, nan and inf too. */
static int run_job(int core, unsigned char *ub)
{
	struct aicore_desc descs[6] = {
		sum_desc(HALF, 0x20000, 0, 128, 255, 1, 1, 8),
		sum_desc(FLOAT, 0x21000, 0x1000, 57, 200, 3, 1, 9),
		mask_desc(0x123456789abcdefULL, 0xfedcba9876543210ULL),
		external(sum_desc(HALF, 0x22000, 0x40, 0, 100, 2, 3, 11)),
		copy_desc(INT8, at(AICORE_POSITION_VECCALC, 0x28000),
			  at(AICORE_POSITION_VECIN, 0), 100, 3, 2, 4),
		sum_desc(FLOAT, 0x23000, 0x28000, 64, 50, 1, 1, 7),
	};

	fill_randomly(ub, JOB_BYTES);
	return run(core, descs, 6);
}

struct repeater {
	pthread_t thread;
	int core;
	unsigned char *ub;
	const unsigned char *golden;
	int different;
};

static void *repeat_job(void *data)
{
	struct repeater *repeater = data;
	int i;

	for (i = 0; i < 25; i++) {
		if (run_job(repeater->core, repeater->ub) ||
		    memcmp(repeater->ub, repeater->golden, JOB_BYTES))
			repeater->different++;
	}
	return NULL;
}

TEST_F(threads, b44_same_job_100_times)
{
	static unsigned char golden[JOB_BYTES];
	struct repeater repeaters[4];
	int i;

	ASSERT_EQ(0, run_job(self->core, self->npu.ub));
	memcpy(golden, self->npu.ub, JOB_BYTES);
	for (i = 0; i < 100; i++) {
		ASSERT_EQ(0, run_job(self->core, self->npu.ub));
		EXPECT_EQ(0, memcmp(golden, self->npu.ub, JOB_BYTES));
	}
	/* And on four cores at the same time. */
	for (i = 0; i < 4; i++) {
		repeaters[i] = (struct repeater){
			.core = core_add(_metadata, self->npu.fd),
			.golden = golden,
		};
		repeaters[i].ub = map_region(_metadata, repeaters[i].core, AICORE_REGION_UB);
		ASSERT_EQ(0, pthread_create(&repeaters[i].thread, NULL, repeat_job,
					    &repeaters[i]));
	}
	for (i = 0; i < 4; i++) {
		pthread_join(repeaters[i].thread, NULL);
		EXPECT_EQ(0, repeaters[i].different);
	}
}

TEST_HARNESS_MAIN

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random sequences of calls, led by the code of the driver that they reach: one
 * that comes to a new place is kept and varied. The kernel's own checks are what
 * would find something; selftests/run looks into its log afterwards.
 *
 * Environment: AICORE_FUZZ_IOCTLS, how many ioctls in all (20000).
 */
#include "fuzz/kcov.h"
#include "fuzz/world.h"

#define DEFAULT_IOCTLS	20000
#define KEPT_MAX	2048
#define THREADS		4
/* A sequence is gone through so often before its files are closed. */
#define ROUNDS		8
/* Whatever blocks for so long gets a signal. */
#define PATIENCE_MS	5

/**
 * struct phase - a part of the run
 * @name: for its result
 * @threads: that share one world
 * @share: of all ioctls, in percent
 * @delay_ms: that a batch takes longer, so that queues fill
 */
struct phase {
	const char *name;
	unsigned int threads;
	unsigned int share;
	unsigned int delay_ms;
};

static const struct phase phases[] = {
	{ "one thread", 1, 60, 0 },
	{ "one thread, slow batches", 1, 5, 1 },
	{ "four threads that share all files", THREADS, 30, 0 },
	{ "four threads, slow batches", THREADS, 5, 1 },
};

static struct sequence *kept[KEPT_MAX];
static atomic_uint kept_count;
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;

static struct world world;
static unsigned long phase_end;
static bool alone;
static bool guided;

static void keep(const struct sequence *sequence)
{
	struct sequence *copy = malloc(sizeof(*copy));

	if (!copy)
		return;
	*copy = *sequence;
	pthread_mutex_lock(&kept_lock);
	if (kept_count < KEPT_MAX)
		kept[kept_count++] = copy;
	else
		free(copy);
	pthread_mutex_unlock(&kept_lock);
}

static void choose(struct sequence *sequence, __u64 *state)
{
	if (!kept_count || one_in(state, 4)) {
		make_sequence(sequence, state);
		if (one_in(state, 2))
			change_sequence(sequence, state);
		return;
	}
	*sequence = *kept[below(state, kept_count)];
	change_sequence(sequence, state);
}

static void ignore(int number)
{
}

/* A signal for this thread, again and again, which ends what blocks. */
static timer_t start_signals(void)
{
	struct sigevent event = {
		.sigev_notify = SIGEV_THREAD_ID,
		.sigev_signo = SIGUSR1,
	};
	struct itimerspec every = {
		.it_interval.tv_nsec = PATIENCE_MS * 1000000,
		.it_value.tv_nsec = PATIENCE_MS * 1000000,
	};
	timer_t timer;

	event._sigev_un._tid = syscall(SYS_gettid);
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) ||
	    timer_settime(timer, 0, &every, NULL))
		ksft_exit_fail_perror("timer");
	return timer;
}

/* What costs much, or ends it all, happens in the first round only. */
static bool first_only(const struct step *step)
{
	return step->kind == STEP_OPEN || step->kind == STEP_CLOSE ||
	       (step->kind == STEP_IOCTL && step->command == AICORE_IOC_CORE_CREATE);
}

static void run_sequence(const struct arena *arena, const struct sequence *sequence)
{
	unsigned int round, i;

	for (round = 0; round < ROUNDS; round++) {
		for (i = 0; i < sequence->count; i++) {
			if (!round || !first_only(&sequence->steps[i]))
				step_run(&world, arena, &sequence->steps[i]);
		}
	}
}

static void *fuzz_thread(void *argument)
{
	static __thread struct sequence sequence;
	static __thread struct arena arena;
	__u64 state = 0x9e3779b97f4a7c15ULL * (1 + (unsigned long)argument);
	timer_t timer = start_signals();

	arena_make(&arena);
	guided = kcov_start() || guided;
	while (world_ioctls < phase_end) {
		choose(&sequence, &state);
		kcov_begin();
		run_sequence(&arena, &sequence);
		/* What others share is left to them, most of the time. */
		if (alone || one_in(&state, 8))
			world_clear(&world);
		if (kcov_end())
			keep(&sequence);
	}
	timer_delete(timer);
	return NULL;
}

static void run_threads(unsigned int count, unsigned long first)
{
	pthread_t threads[THREADS];
	unsigned long i;

	for (i = 0; i < count; i++) {
		if (pthread_create(&threads[i], NULL, fuzz_thread, (void *)(first + i)))
			ksft_exit_fail_perror("thread");
	}
	for (i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
}

/* Whether the kernel has warned or died; see Documentation on tainted. */
static bool kernel_complained(void)
{
	unsigned long long tainted = 0;

	read_number("/proc/sys/kernel/tainted", &tainted);
	return tainted & (1 << 5 | 1 << 7 | 1 << 9 | 1 << 14);
}

static void run_phase(const struct phase *phase, unsigned int number, unsigned long ioctls)
{
	unsigned long before = world_ioctls;
	__u64 start = now_ns();

	phase_end = before + ioctls * phase->share / 100;
	alone = phase->threads == 1;
	job_delay(phase->delay_ms);
	run_threads(phase->threads, number * THREADS);
	world_clear(&world);
	job_delay(0);
	ksft_test_result(!kernel_complained(),
			 "%s: %lu ioctls in %llu ms, %u edges of driver/, %u sequences kept\n",
			 phase->name, world_ioctls - before, (now_ns() - start) / 1000000,
			 kcov_edge_count, kept_count);
}

/* Fuzzing that never gets past the first check would find nothing. */
static void check_successes(void)
{
	bool all = true;
	unsigned int i;

	for (i = 0; i < STEP_CALLS; i++) {
		ksft_print_msg("command %#x: %lu times without an error\n",
			       step_calls[i].command, world_ok[i]);
		all &= world_ok[i] > 0;
	}
	ksft_test_result(all, "every command has worked\n");
}

int main(void)
{
	const char *text = getenv("AICORE_FUZZ_IOCTLS");
	unsigned long ioctls = text ? strtoul(text, NULL, 0) : DEFAULT_IOCTLS;
	struct sigaction action = { .sa_handler = ignore };
	unsigned int i;

	ksft_print_header();
	ksft_set_plan(ARRAY_SIZE(phases) + 2);
	sigaction(SIGUSR1, &action, NULL);
	world_make(&world);
	for (i = 0; i < ARRAY_SIZE(phases); i++)
		run_phase(&phases[i], i, ioctls);
	check_successes();
	ksft_test_result(!world_strange, "every errno is in the contract (%lu not, such as %d)\n",
			 world_strange, world_strange_errno);
	ksft_print_msg("%lu ioctls, %u edges and %u blocks of driver/, %d crashes; %s\n",
		       world_ioctls, kcov_edge_count, kcov_block_count, kernel_complained(),
		       guided ? "led by KCOV" : "blind: the kernel or the module has no KCOV");
	ksft_finished();
}

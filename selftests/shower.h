/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * AICORE_SHOWER=n in the environment: each test gets a signal every n
 * milliseconds, and must pass all the same. The handler does nothing and asks
 * for interrupted calls to be restarted; those that are not restarted are done
 * again here, as a program under such signals has to.
 */
#ifndef AICORE_SELFTESTS_SHOWER_H
#define AICORE_SELFTESTS_SHOWER_H

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline long shower_ms(void)
{
	const char *text = getenv("AICORE_SHOWER");

	return text ? strtol(text, NULL, 10) : 0;
}

static inline void shower_handler(int number)
{
}

/* The harness has a process for each test, and timers are not inherited. */
static inline void shower_start(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2 };
	struct itimerspec period = {
		.it_value.tv_nsec = 1000000 * shower_ms(),
		.it_interval.tv_nsec = 1000000 * shower_ms(),
	};
	timer_t timer;

	if (timer_create(CLOCK_MONOTONIC, &event, &timer) ||
	    timer_settime(timer, 0, &period, NULL)) {
		perror("shower");
		abort();
	}
}

static inline __attribute__((constructor)) void shower_prepare(void)
{
	struct sigaction action = { .sa_handler = shower_handler, .sa_flags = SA_RESTART };

	if (!shower_ms())
		return;
	sigaction(SIGUSR2, &action, NULL);
	pthread_atfork(NULL, NULL, shower_start);
}

/* poll(), which is never restarted. */
static inline int poll_again(struct pollfd *poller, int ms)
{
	int ret;

	do {
		ret = poll(poller, 1, ms);
	} while (ret < 0 && errno == EINTR && shower_ms());
	return ret;
}

#endif /* AICORE_SELFTESTS_SHOWER_H */

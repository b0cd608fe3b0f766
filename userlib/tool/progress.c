// SPDX-License-Identifier: MIT
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "progress.h"

#define FIRST_S		2
#define PERIOD_US	500000

static volatile sig_atomic_t current_line, last_line, half_seconds, shown;
static bool running;

static char *put(char *to, const char *text)
{
	while (*text)
		*to++ = *text++;
	return to;
}

/* What printf() may not do in a signal handler. */
static char *put_number(char *to, unsigned int number)
{
	char digits[12];
	int n = 0;

	do {
		digits[n++] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	while (n)
		*to++ = digits[--n];
	return to;
}

static void tick(int signal)
{
	int kept = errno;
	char line[96], *end = line;

	(void)signal;
	end = put(end, "\raicore: line ");
	end = put_number(end, (unsigned int)current_line);
	end = put(end, " of ");
	end = put_number(end, (unsigned int)last_line);
	end = put(end, ", ");
	end = put_number(end, FIRST_S + (unsigned int)half_seconds++ / 2);
	end = put(end, " s ");
	shown = 1;
	/* Nothing can be done if that fails, and nothing depends on it. */
	if (write(STDERR_FILENO, line, (size_t)(end - line)) < 0)
		shown = 0;
	errno = kept;
}

static void set_timer(int first_s, int period_us)
{
	const struct itimerval timer = {
		.it_value = { .tv_sec = first_s },
		.it_interval = { .tv_usec = period_us },
	};

	setitimer(ITIMER_REAL, &timer, NULL);
}

void progress_start(unsigned long lines)
{
	/* What waits goes on waiting. */
	struct sigaction action = { .sa_handler = tick, .sa_flags = SA_RESTART };

	if (!isatty(STDERR_FILENO))
		return;
	last_line = (sig_atomic_t)lines;
	current_line = 0;
	half_seconds = 0;
	running = true;
	sigemptyset(&action.sa_mask);
	sigaction(SIGALRM, &action, NULL);
	set_timer(FIRST_S, PERIOD_US);
}

void progress_at(unsigned long line)
{
	current_line = (sig_atomic_t)line;
}

void progress_hide(void)
{
	static const char blank[] = "\r\033[K";

	if (shown && write(STDERR_FILENO, blank, strlen(blank)) > 0)
		shown = 0;
}

void progress_end(void)
{
	if (!running)
		return;
	set_timer(0, 0);
	signal(SIGALRM, SIG_DFL);
	running = false;
	progress_hide();
}

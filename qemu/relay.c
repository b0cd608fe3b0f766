// SPDX-License-Identifier: GPL-2.0-only
/*
 * relay - runs QEMU and stands in for the command inside its guest
 *
 *	relay [-i] [-t SECONDS] [-c BYTES] -e LOG -v VERDICT -- QEMU...
 *
 * Passes stdin, stdout and stderr through the frames of frame.h, ends the
 * guest on a signal or after SECONDS, and exits as the command did. When the
 * machine failed rather than the command, the reason goes to stderr and the
 * file VERDICT is created. QEMU's own stderr goes to LOG. With -i the terminal
 * is handed to the guest. It gets at most BYTES of stdin at once.
 *
 * QEMU talks to pipes and not to our own stdin and stdout, because it would
 * make them non-blocking for everybody who shares them.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "frame.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

#define EXIT_TIMEOUT	124
#define EXIT_VM		125
#define ESCAPE		0x1d	/* Ctrl-] */

struct frame_buf {
	unsigned char data[2 * (FRAME_HEAD + FRAME_MAX)];
	size_t len;
};

static volatile sig_atomic_t got_signal;	/* the one that ends the run */
static volatile sig_atomic_t resized;
static sigset_t unblocked;			/* the mask while waiting */

static const char *verdict_path;
static bool interactive;
static size_t input_max = FRAME_MAX;
static struct termios saved_termios;

static pid_t qemu;
static int to_guest, from_guest;
static struct frame_buf tx, rx;

static int status = -1;		/* the command's, once known */
static bool failed;		/* the machine, not the command */
static bool wanted;		/* the guest has room for stdin */
static bool input_over;

static void on_signal(int sig)
{
	if (sig == SIGWINCH)
		resized = 1;
	else if (!got_signal)
		got_signal = sig;
}

static void fail(const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "qemu/vm: ");
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, interactive ? "\r\n" : "\n");
	failed = true;
	close(open(verdict_path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

/* Only called when tx has room: IN goes out one at a time, the rest is small. */
static void queue(enum frame_type type, const void *data, size_t len)
{
	if (tx.len + FRAME_HEAD + len > sizeof(tx.data))
		return;
	frame_head(tx.data + tx.len, type, len);
	memcpy(tx.data + tx.len + FRAME_HEAD, data, len);
	tx.len += FRAME_HEAD + len;
}

static void send_size(void)
{
	struct winsize size;

	resized = 0;
	if (!ioctl(STDIN_FILENO, TIOCGWINSZ, &size))
		queue(FRAME_SIZE, &size, sizeof(size));
}

/*
 * Writes all of it, waiting where signals can end the wait: a pipe with room
 * takes PIPE_BUF bytes without blocking. A reader that went away is reported
 * to the guest, whose command then gets SIGPIPE as it would have here.
 */
static void pass_on(int fd, enum frame_type type, const unsigned char *data,
		    size_t len)
{
	while (len && !got_signal) {
		struct pollfd room = { .fd = fd, .events = POLLOUT };
		ssize_t n;

		if (ppoll(&room, 1, NULL, &unblocked) < 0)
			continue;
		n = write(fd, data, len < PIPE_BUF ? len : PIPE_BUF);
		if (n >= 0) {
			data += n;
			len -= n;
		} else if (errno != EAGAIN && errno != EINTR) {
			unsigned char which = type;

			queue(FRAME_CLOSE, &which, 1);
			return;
		}
	}
}

static void handle(enum frame_type type, unsigned char *data, size_t len)
{
	switch (type) {
	case FRAME_OUT:
		pass_on(STDOUT_FILENO, type, data, len);
		break;
	case FRAME_ERR:
		pass_on(STDERR_FILENO, type, data, len);
		break;
	case FRAME_LOG:
		fail("kernel log: %.*s", (int)len, data);
		break;
	case FRAME_FAIL:
		fail("%.*s", (int)len, data);
		break;
	case FRAME_WANT:
		wanted = true;
		break;
	case FRAME_EXIT:
		status = data[0];
		input_over = true;
		queue(FRAME_BYE, "", 0);
		break;
	default:
		fail("the guest sent a frame of type %d", type);
	}
}

static void handle_frames(void)
{
	size_t at = 0;

	while (rx.len - at >= FRAME_HEAD) {
		size_t len = frame_len(rx.data + at);

		if (len > FRAME_MAX) {
			fail("the guest sent a malformed frame");
			got_signal = SIGTERM;
			return;
		}
		if (rx.len - at < FRAME_HEAD + len)
			break;
		handle(rx.data[at], rx.data + at + FRAME_HEAD, len);
		at += FRAME_HEAD + len;
	}
	rx.len -= at;
	memmove(rx.data, rx.data + at, rx.len);
}

/* Returns false at the end of the stream, which is the end of QEMU. */
static bool receive(void)
{
	ssize_t n = read(from_guest, rx.data + rx.len,
			 sizeof(rx.data) - rx.len);

	if (n <= 0)
		return n < 0 && errno == EINTR;
	rx.len += n;
	handle_frames();
	return true;
}

static void transmit(void)
{
	ssize_t n = write(to_guest, tx.data, tx.len);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n < 0)
		n = tx.len;	/* QEMU is gone; receive() will notice */
	tx.len -= n;
	memmove(tx.data, tx.data + n, tx.len);
}

/* Ctrl-] twice in a row ends a guest that no longer answers. */
static bool is_escape(const unsigned char *data, size_t len)
{
	static bool half;
	size_t i;

	for (i = 0; i < len; i++) {
		if (data[i] == ESCAPE && half)
			return true;
		half = data[i] == ESCAPE;
	}
	return false;
}

static void read_input(void)
{
	unsigned char data[FRAME_MAX];
	ssize_t n = read(STDIN_FILENO, data, input_max);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		n = 0;
		input_over = true;
	}
	if (interactive && is_escape(data, n)) {
		got_signal = SIGINT;
		return;
	}
	wanted = false;
	queue(FRAME_IN, data, n);
}

static void relay(void)
{
	while (!got_signal) {
		bool listen = wanted && !input_over;
		struct pollfd fds[] = {
			{ .fd = from_guest, .events = POLLIN },
			{ .fd = tx.len ? to_guest : -1, .events = POLLOUT },
			{ .fd = listen ? STDIN_FILENO : -1, .events = POLLIN },
		};

		if (ppoll(fds, 3, NULL, &unblocked) < 0 && errno != EINTR) {
			fail("poll: %s", strerror(errno));
			return;
		}
		if (resized && interactive)
			send_size();
		if (fds[2].revents)
			read_input();
		if (fds[1].revents)
			transmit();
		if (fds[0].revents && !receive())
			return;
	}
}

/*
 * The scheduler shares processors out between sessions first: how nice a process is
 * counts among those of its own only, unless its session is as nice.
 */
static void stay_nice(void)
{
	int nice = getpriority(PRIO_PROCESS, 0);
	int file = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);

	if (file >= 0 && nice > 0)
		dprintf(file, "%d", nice);
	if (file >= 0)
		close(file);
}

static void start_qemu(char **argv, const char *log)
{
	int in[2], out[2], err;

	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		exit(EXIT_VM);
	qemu = fork();
	if (!qemu) {
		/* Its own session: Ctrl-C is ours to answer. */
		setsid();
		stay_nice();
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		err = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
		if (err < 0 || dup2(in[0], 0) < 0 || dup2(out[1], 1) < 0 ||
		    dup2(err, 2) < 0)
			_exit(EXIT_VM);
		sigprocmask(SIG_SETMASK, &unblocked, NULL);
		signal(SIGPIPE, SIG_DFL);
		execvp(argv[0], argv);
		perror(argv[0]);
		_exit(EXIT_VM);
	}
	close(in[0]);
	close(out[1]);
	to_guest = in[1];
	from_guest = out[0];
	fcntl(to_guest, F_SETFL, O_NONBLOCK);
}

/* They are blocked but for the two places that wait, so that none is missed. */
static void catch_signals(void)
{
	static const int caught[] = {
		SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGALRM, SIGWINCH
	};
	struct sigaction action = { .sa_handler = on_signal };
	sigset_t blocked;
	size_t i;

	sigemptyset(&blocked);
	for (i = 0; i < ARRAY_SIZE(caught); i++) {
		sigaddset(&blocked, caught[i]);
		sigaction(caught[i], &action, NULL);
	}
	sigprocmask(SIG_BLOCK, &blocked, &unblocked);
	for (i = 0; i < ARRAY_SIZE(caught); i++)
		sigdelset(&unblocked, caught[i]);
	signal(SIGPIPE, SIG_IGN);
}

static void take_terminal(void)
{
	struct termios raw;

	if (tcgetattr(STDIN_FILENO, &saved_termios)) {
		interactive = false;
		return;
	}
	raw = saved_termios;
	cfmakeraw(&raw);
	tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
	send_size();
}

/* The exit status, once QEMU is out of the way. */
static int verdict(long limit)
{
	int how;

	/* User Mode Linux is several processes; see start_qemu(). */
	if (got_signal && kill(-qemu, SIGKILL))
		kill(qemu, SIGKILL);
	while (waitpid(qemu, &how, 0) < 0 && errno == EINTR)
		;
	if (got_signal == SIGALRM && status < 0) {
		fail("no end after %ld s (--timeout): the guest was stopped",
		     limit);
		return EXIT_TIMEOUT;
	}
	if (got_signal && !failed)
		return 128 + got_signal;
	if (failed)
		return EXIT_VM;
	if (status >= 0 && WIFEXITED(how) &&
	    WEXITSTATUS(how) == QEMU_STATUS(GUEST_DONE))
		return status;
	if (WIFEXITED(how))
		fail("the guest stopped before its time (QEMU status %d)",
		     WEXITSTATUS(how));
	else
		fail("the machine was killed by signal %d", WTERMSIG(how));
	return EXIT_VM;
}

int main(int argc, char **argv)
{
	const char *log = "/dev/null";
	long limit = 0;
	int opt;

	while ((opt = getopt(argc, argv, "+c:ie:t:v:")) != -1) {
		if (opt == 'i')
			interactive = true;
		else if (opt == 'c')
			input_max = strtoul(optarg, NULL, 10);
		else if (opt == 'e')
			log = optarg;
		else if (opt == 't')
			limit = strtol(optarg, NULL, 10);
		else if (opt == 'v')
			verdict_path = optarg;
		else
			return EXIT_VM;
	}
	if (!verdict_path || optind == argc || !input_max || input_max > FRAME_MAX)
		return EXIT_VM;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	catch_signals();
	start_qemu(argv + optind, log);
	if (interactive)
		take_terminal();
	else
		input_over = isatty(STDIN_FILENO);
	if (input_over)
		queue(FRAME_IN, "", 0);
	alarm(limit);
	relay();
	if (interactive)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &saved_termios);
	return verdict(limit);
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * PID 1 of the guest that qemu/vm starts
 *
 * The initramfs holds, in /vm:
 *	modules/	kernel modules, loaded in the order of their names
 *	aicore.ko	the driver (absent with --no-module)
 *	args, env	the command's arguments and environment, NUL-terminated
 *	setup		what else to prepare, one NUL-terminated KEY:VALUE each
 *	root/		our / (absent where it is the host's)
 *
 * The host's / becomes ours, read-only over 9p (hostfs in User Mode Linux), so
 * that any program of the host runs here; another processor's guest brings a
 * small one of its own. The shares of "setup" are mounted at their own paths over
 * it. Then the command runs between pipes (or on a pseudo-terminal) whose other
 * ends travel to qemu/relay.c in the frames of frame.h.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#ifdef __x86_64__
#include <sys/io.h>
#endif

#include "frame.h"

#define DEBUG_EXIT_PORT	0x501
#define SEMIHOSTING_EXIT	0x18
#define SEMIHOSTING_EXITED	0x20026
#define ROOT		"/host"
#define OWN_ROOT	"/vm/root"
#define MAX_STRINGS	65536
#define MAX_LOG_LINES	20

/* Taints that mean that something broke: see admin-guide/tainted-kernels. */
#define TAINT_FATAL	(1 << 4 | 1 << 5 | 1 << 7 | 1 << 9 | 1 << 14)

static bool uml;		/* User Mode Linux rather than QEMU */
static int port = -1;		/* to the host */
static int kmsg = -1;		/* the kernel log, from just before our module */
static regex_t finding;		/* what must not be in it */
static bool have_finding;

static char **args, **env;
static const char *cwd, *module_params = "";
static mode_t mask = 022;
static bool on_terminal;

static pid_t command;
static int command_status;
static bool command_over;
static int out = -1, err = -1, in = -1;
static unsigned char pending[FRAME_MAX];	/* stdin not yet taken */
static size_t pending_len, pending_at;

/* -- the way out -- */

/* The same status as QEMU's, so that the host need not know which it was. */
static void power_off_uml(int code)
{
	int fd = open("/proc/exitcode", O_WRONLY | O_CLOEXEC);

	dprintf(fd, "%d\n", QEMU_STATUS(code));
	if (port >= 0)
		tcdrain(port);
	reboot(RB_POWER_OFF);
}

#ifdef __aarch64__
/* A semihosting call, which QEMU allows programs: exit, with this status. */
static void power_off_qemu(int code)
{
	const uint64_t why[] = { SEMIHOSTING_EXITED, QEMU_STATUS(code) };

	asm volatile("mov x0, %0\n\tmov x1, %1\n\thlt #0xf000"
		     : : "r"((uint64_t)SEMIHOSTING_EXIT), "r"(why)
		     : "x0", "x1", "memory");
}
#else
static void power_off_qemu(int code)
{
	if (!iopl(3))
		outb(code, DEBUG_EXIT_PORT);
}
#endif

static void __attribute__((noreturn)) power_off(int code)
{
	sync();
	if (uml)
		power_off_uml(code);
	else
		power_off_qemu(code);
	for (;;)
		pause();
}

static void nap(void)
{
	const struct timespec time = { .tv_nsec = 2000000 };

	nanosleep(&time, NULL);
}

static void send_frame(enum frame_type type, const void *data, size_t len)
{
	unsigned char frame[FRAME_HEAD + FRAME_MAX], *at = frame;
	ssize_t n;

	if (port < 0)
		return;
	frame_head(frame, type, len);
	memcpy(frame + FRAME_HEAD, data, len);
	for (len += FRAME_HEAD; len; len -= n, at += n) {
		n = write(port, at, len);
		if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
			power_off(GUEST_FAILED);
		if (n < 0) {
			nap();	/* User Mode Linux with a full pipe */
			n = 0;
		}
	}
}

static void vreport(const char *fmt, va_list ap)
{
	char text[512];

	vsnprintf(text, sizeof(text), fmt, ap);
	send_frame(FRAME_FAIL, text, strlen(text));
	dprintf(STDERR_FILENO, "init: %s\n", text);	/* the console */
}

static void __attribute__((format(printf, 1, 2))) report(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vreport(fmt, ap);
	va_end(ap);
}

static void __attribute__((format(printf, 1, 2), noreturn))
die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vreport(fmt, ap);
	va_end(ap);
	power_off(GUEST_FAILED);
}

/* -- small tools -- */

static char *read_all(const char *path, size_t *len)
{
	struct stat st;
	char *text;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || fstat(fd, &st))
		die("%s: %s", path, strerror(errno));
	text = malloc(st.st_size + 1);
	if (!text || read(fd, text, st.st_size) != st.st_size)
		die("%s: cannot be read", path);
	close(fd);
	text[st.st_size] = '\0';
	*len = st.st_size;
	return text;
}

/* Splits a file of NUL-terminated strings; the vector ends with NULL. */
static char **read_strings(const char *path)
{
	size_t len, n = 0;
	char *text = read_all(path, &len), *at;
	char **strings = calloc(MAX_STRINGS + 1, sizeof(*strings));

	if (!strings)
		die("no memory for %s", path);
	for (at = text; at < text + len && n < MAX_STRINGS; at += strlen(at) + 1)
		strings[n++] = at;
	return strings;
}

static void write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	/* Only settings that a kernel may lack are written like this. */
	if (fd < 0)
		return;
	if (write(fd, text, strlen(text)) < 0)
		dprintf(STDERR_FILENO, "init: %s: %s\n", path, strerror(errno));
	close(fd);
}

static void make_folders(const char *path)
{
	char part[4096];
	char *slash = part;

	snprintf(part, sizeof(part), "%s", path);
	while ((slash = strchr(slash + 1, '/'))) {
		*slash = '\0';
		mkdir(part, 0755);
		*slash = '/';
	}
	mkdir(part, 0755);
}

/* -- kernel modules and the port -- */

static int load_module(int fd, const char *params)
{
	return syscall(SYS_finit_module, fd, params, 0);
}

static void load_modules(const char *folder)
{
	struct dirent **names;
	char path[512];
	int i, fd, n = scandir(folder, &names, NULL, alphasort);

	for (i = 0; i < n; i++) {
		if (names[i]->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]->d_name);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		if (load_module(fd, "") && errno != EEXIST)
			die("%s: %s", path, strerror(errno));
		close(fd);
	}
}

/* The driver finds the port some time after its modules are loaded. */
static void open_port(void)
{
	const char *path = uml ? "/dev/ttyS0" : "/dev/vport0p1";
	struct termios raw;
	int tries;

	for (tries = 0; tries < 2500 && port < 0; tries++) {
		port = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
		if (port < 0)
			nap();
	}
	if (port < 0)
		die("the port to the host did not appear");
	if (!tcgetattr(port, &raw)) {
		cfmakeraw(&raw);
		tcsetattr(port, TCSANOW, &raw);
	}
}

/* -- file systems -- */

static void mount_one(const char *type, const char *target, const char *options)
{
	char path[512];

	snprintf(path, sizeof(path), "%s%s", ROOT, target);
	mkdir(path, 0755);
	/* Kernels may lack debugfs and the like; tests that need them say so. */
	if (mount(type, path, type, 0, options))
		dprintf(STDERR_FILENO, "init: no %s: %s\n", target, strerror(errno));
}

/* Where shells look for descriptors, as in <(...): nobody else makes these here. */
static void link_descriptors(void)
{
	static const char *const names[][2] = {
		{ "/proc/self/fd", ROOT "/dev/fd" },
		{ "/proc/self/fd/0", ROOT "/dev/stdin" },
		{ "/proc/self/fd/1", ROOT "/dev/stdout" },
		{ "/proc/self/fd/2", ROOT "/dev/stderr" },
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (symlink(names[i][0], names[i][1]) && errno != EEXIST)
			dprintf(STDERR_FILENO, "init: %s: %s\n", names[i][1],
				strerror(errno));
}

/* A folder of the host, which 9p knows by its tag and hostfs by its path. */
static void mount_host(const char *tag, const char *host, const char *path,
		       bool writable)
{
	const char *options = writable ?
		"trans=virtio,version=9p2000.L,msize=512000,cache=mmap" :
		"trans=virtio,version=9p2000.L,msize=512000,cache=loose";

	if (mount(tag, path, uml ? "hostfs" : "9p", writable ? 0 : MS_RDONLY,
		  uml ? host : options))
		die("cannot share %s: %s", host, strerror(errno));
}

static void mount_root(void)
{
	mkdir(ROOT, 0755);
	if (access(OWN_ROOT, F_OK))
		mount_host("root", "/", ROOT, false);
	else if (mount(OWN_ROOT, ROOT, NULL, MS_BIND, NULL))
		die("cannot use " OWN_ROOT ": %s", strerror(errno));
	mount_one("devtmpfs", "/dev", "");
	link_descriptors();
	mount_one("devpts", "/dev/pts", "ptmxmode=0666,mode=0620");
	mount_one("tmpfs", "/dev/shm", "mode=1777");
	mount_one("proc", "/proc", "");
	mount_one("sysfs", "/sys", "");
	mount_one("debugfs", "/sys/kernel/debug", "");
	mount_one("tracefs", "/sys/kernel/tracing", "");
	mount_one("cgroup2", "/sys/fs/cgroup", "");
	mount_one("tmpfs", "/run", "mode=0755");
	mkdir(ROOT "/run/lock", 01777);
	mount_one("tmpfs", "/tmp", "mode=1777");
	if (chdir(ROOT) || mount(".", "/", NULL, MS_MOVE, NULL) ||
	    chroot(".") || chdir("/"))
		die("cannot change the root: %s", strerror(errno));
}

/* "TAG:PATH" */
static void mount_share(char *what, bool writable)
{
	char *path = strchr(what, ':');

	if (!path)
		die("malformed share %s", what);
	*path++ = '\0';
	make_folders(path);
	mount_host(what, path, path, writable);
}

static void prepare(char **setup)
{
	for (; *setup; setup++) {
		char *value = strchr(*setup, ':');

		if (!value)
			die("malformed setup %s", *setup);
		*value++ = '\0';
		if (!strcmp(*setup, "ro") || !strcmp(*setup, "rw"))
			mount_share(value, !strcmp(*setup, "rw"));
		else if (!strcmp(*setup, "cwd"))
			cwd = value;
		else if (!strcmp(*setup, "umask"))
			mask = strtoul(value, NULL, 8);
		else if (!strcmp(*setup, "params"))
			module_params = value;
		else if (!strcmp(*setup, "terminal"))
			on_terminal = true;
		else if (!strcmp(*setup, "findings"))
			have_finding = !regcomp(&finding, value,
						REG_EXTENDED | REG_NOSUB);
		else
			die("unknown setup %s", *setup);
	}
}

/* -- the kernel log -- */

static void open_log(void)
{
	kmsg = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	lseek(kmsg, 0, SEEK_END);
}

/*
 * A record is "PRIORITY,...;TEXT". Priorities from 8 on are lines that
 * programs wrote into the log: those prove nothing about the kernel.
 */
static void check_record(char *record)
{
	static int sent;
	char *text = strchr(record, ';');

	if (!text || strtoul(record, NULL, 10) >= 8 || sent == MAX_LOG_LINES)
		return;
	text[1 + strcspn(text + 1, "\n")] = '\0';
	if (have_finding && !regexec(&finding, text + 1, 0, NULL, 0)) {
		send_frame(FRAME_LOG, text + 1, strlen(text + 1));
		sent++;
	}
}

static void check_log(void)
{
	char record[8192];
	ssize_t n;

	for (;;) {
		n = read(kmsg, record, sizeof(record) - 1);
		if (n < 0 && (errno == EPIPE || errno == EINTR))
			continue;	/* EPIPE: records were overwritten */
		if (n <= 0)
			return;
		record[n] = '\0';
		check_record(record);
	}
}

/* Sends the log's last lines: they say why our module refused to load. */
static void explain_module(void)
{
	int error = errno;
	char record[8192];
	ssize_t n;

	while ((n = read(kmsg, record, sizeof(record) - 1)) > 0) {
		char *text;

		record[n] = '\0';
		text = strchr(record, ';');
		if (text)
			report("%.*s", (int)strcspn(text + 1, "\n"), text + 1);
	}
	die("aicore.ko does not load: %s", strerror(error));
}

static void check_taint(void)
{
	char text[32] = "";
	int fd = open("/proc/sys/kernel/tainted", O_RDONLY | O_CLOEXEC);
	unsigned long taint;

	if (fd < 0 || read(fd, text, sizeof(text) - 1) < 0)
		return;
	close(fd);
	taint = strtoul(text, NULL, 10);
	if (taint & TAINT_FATAL)
		report("the kernel is tainted: %lu", taint);
}

/* -- the command -- */

static void open_terminal(int *slave)
{
	int unlock = 0;

	out = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (out < 0 || ioctl(out, TIOCSPTLCK, &unlock))
		die("no pseudo-terminal: %s", strerror(errno));
	*slave = ioctl(out, TIOCGPTPEER, O_RDWR | O_NOCTTY);
	if (*slave < 0)
		die("no pseudo-terminal: %s", strerror(errno));
	fcntl(out, F_SETFL, O_NONBLOCK);
	in = out;
}

static void __attribute__((noreturn)) run_command(int stdio[3])
{
	int i;

	setsid();
	for (i = 0; i < 3; i++)
		dup2(stdio[i], i);
	if (on_terminal)
		ioctl(0, TIOCSCTTY, 0);
	for (i = 0; i < 3; i++)
		if (stdio[i] > 2)
			close(stdio[i]);
	umask(mask);
	environ = env;
	execvp(args[0], args);
	i = errno;
	dprintf(STDERR_FILENO, "qemu/vm: %s: %s\n", args[0], strerror(i));
	_exit(i == ENOENT ? 127 : 126);
}

static void start_command(const sigset_t *normal)
{
	int pipes[3][2], stdio[3];
	int i;

	if (on_terminal) {
		open_terminal(&stdio[0]);
		stdio[1] = stdio[0];
		stdio[2] = stdio[0];
	} else {
		for (i = 0; i < 3; i++)
			if (pipe2(pipes[i], O_CLOEXEC))
				die("pipe: %s", strerror(errno));
		stdio[0] = pipes[0][0];
		stdio[1] = pipes[1][1];
		stdio[2] = pipes[2][1];
		in = pipes[0][1];
		out = pipes[1][0];
		err = pipes[2][0];
		fcntl(in, F_SETFL, O_NONBLOCK);
	}
	command = fork();
	if (command < 0)
		die("fork: %s", strerror(errno));
	if (!command) {
		sigprocmask(SIG_SETMASK, normal, NULL);
		run_command(stdio);
	}
	for (i = 0; i < (on_terminal ? 1 : 3); i++)
		close(stdio[i]);
}

/* -- between the command and the host -- */

static void close_output(int *fd)
{
	if (in == *fd)		/* a terminal's master is both */
		in = -1;
	close(*fd);
	*fd = -1;
}

static void forward(int *fd, enum frame_type type)
{
	unsigned char data[FRAME_MAX];
	ssize_t n = read(*fd, data, sizeof(data));

	if (n > 0)
		send_frame(type, data, n);
	else if (n == 0 || (errno != EINTR && errno != EAGAIN))
		close_output(fd);
}

static void close_input(void)
{
	if (in >= 0 && in != out)
		close(in);
	in = -1;
}

/* Hands over what is pending, and asks for more once it is gone. */
static void feed_command(void)
{
	ssize_t n = write(in, pending + pending_at, pending_len - pending_at);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n < 0) {
		close_input();
		return;
	}
	pending_at += n;
	if (pending_at == pending_len)
		send_frame(FRAME_WANT, "", 0);
}

static void take_frame(enum frame_type type, const unsigned char *data, size_t len)
{
	switch (type) {
	case FRAME_IN:
		memcpy(pending, data, len);
		pending_len = len;
		pending_at = 0;
		if (!len)
			close_input();
		break;
	case FRAME_SIZE:
		if (on_terminal && out >= 0)
			ioctl(out, TIOCSWINSZ, data);
		break;
	case FRAME_CLOSE:
		close_output(data[0] == FRAME_OUT ? &out : &err);
		break;
	case FRAME_BYE:
		power_off(GUEST_DONE);
	default:
		die("the host sent a frame of type %d", type);
	}
}

static void receive(void)
{
	static unsigned char data[FRAME_HEAD + FRAME_MAX];
	static size_t have;
	ssize_t n = read(port, data + have, sizeof(data) - have);
	size_t at = 0;

	if (n <= 0)
		return;
	have += n;
	while (have - at >= FRAME_HEAD) {
		size_t len = frame_len(data + at);

		if (len > FRAME_MAX)
			die("the host sent a malformed frame");
		if (have - at < FRAME_HEAD + len)
			break;
		take_frame(data[at], data + at + FRAME_HEAD, len);
		at += FRAME_HEAD + len;
	}
	have -= at;
	memmove(data, data + at, have);
}

/* As PID 1 we inherit every orphan, and must collect them all. */
static void reap(void)
{
	int how;
	pid_t pid;

	while ((pid = waitpid(-1, &how, WNOHANG)) > 0) {
		if (pid != command)
			continue;
		command_over = true;
		command_status = WIFEXITED(how) ? WEXITSTATUS(how) :
						  128 + WTERMSIG(how);
	}
}

static void drain_signals(int signals)
{
	struct signalfd_siginfo info;

	while (read(signals, &info, sizeof(info)) == sizeof(info))
		;
	reap();
}

/* One round; returns how many descriptors had something to say. */
static int serve(int signals, int timeout)
{
	bool feeding = in >= 0 && pending_at < pending_len;
	struct pollfd fds[] = {
		{ .fd = signals, .events = POLLIN },
		{ .fd = port, .events = POLLIN },
		{ .fd = out, .events = POLLIN },
		{ .fd = err, .events = POLLIN },
		{ .fd = kmsg, .events = POLLIN },
		{ .fd = feeding ? in : -1, .events = POLLOUT },
	};
	int n = poll(fds, 6, timeout);

	if (n <= 0)
		return 0;
	if (fds[1].revents)
		receive();
	if (fds[2].revents && out >= 0)
		forward(&out, FRAME_OUT);
	if (fds[3].revents && err >= 0)
		forward(&err, FRAME_ERR);
	if (fds[4].revents)
		check_log();
	if (fds[5].revents && in >= 0)
		feed_command();
	if (fds[0].revents)
		drain_signals(signals);
	return n;
}

/*
 * What the command left behind ends with it, as no caller could reach it any
 * more. Its last output still arrives: the pipes end when their writers do.
 */
static void finish(int signals)
{
	unsigned char status = command_status;
	int rounds;

	kill(-1, SIGKILL);
	while ((out >= 0 || err >= 0) && serve(signals, 2000))
		;
	for (rounds = 0; rounds < 50; rounds++) {
		reap();
		if (waitpid(-1, NULL, WNOHANG) < 0)
			break;
		serve(signals, 100);
	}
	if (rounds == 50)
		report("a process does not end");
	check_log();
	check_taint();
	sync();
	send_frame(FRAME_EXIT, &status, 1);
	for (;;)
		receive();
}

/* Our fd of the driver outlives the change of root; its path does not. */
static void load_driver(int fd)
{
	if (fd < 0)
		return;
	if (load_module(fd, module_params))
		explain_module();
	close(fd);
}

static void set_up(void)
{
	char **setup;
	int driver;

	mkdir("/dev", 0755);
	mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
	mkdir("/proc", 0755);
	mount("proc", "/proc", "proc", 0, NULL);
	uml = !access("/proc/exitcode", F_OK);
	load_modules("/vm/modules");
	open_port();
	args = read_strings("/vm/args");
	env = read_strings("/vm/env");
	setup = read_strings("/vm/setup");
	driver = open("/vm/aicore.ko", O_RDONLY | O_CLOEXEC);
	mount_root();
	prepare(setup);
	/* Nobody answers a request for a module here. */
	write_file("/proc/sys/kernel/modprobe", "");
	sethostname("aicore", 6);
	open_log();
	load_driver(driver);
	if (chdir(cwd))
		die("%s: %s", cwd, strerror(errno));
}

int main(void)
{
	sigset_t blocked, normal;
	int signals;

	set_up();
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGCHLD);
	sigprocmask(SIG_BLOCK, &blocked, &normal);
	signals = signalfd(-1, &blocked, SFD_NONBLOCK | SFD_CLOEXEC);
	start_command(&normal);
	send_frame(FRAME_WANT, "", 0);
	while (!command_over)
		serve(signals, -1);
	finish(signals);
}

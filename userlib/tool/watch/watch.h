/* SPDX-License-Identifier: MIT */
/* Looking at the device from outside: aicore trace and aicore top. */
#ifndef WATCH_H
#define WATCH_H

/*
 * Runs a command and writes what all cores did meanwhile to a file, as JSON for
 * Perfetto or Chrome. Returns the exit status of the command, or 2 or 5.
 */
int trace_command(const char *output, char **command);

/* Shows the cores of all processes that may be looked at; once, or until ^C. */
int top(int once);

#endif /* WATCH_H */

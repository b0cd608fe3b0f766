/* SPDX-License-Identifier: MIT */
/*
 * How far a program is, for whoever waits at a terminal: after two seconds, a
 * line on stderr that goes away at the end. Whatever the program waits
 * for, a timer writes it.
 */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

/* @lines: of the program. Does nothing unless stderr is a terminal. */
void progress_start(unsigned long lines);
void progress_at(unsigned long line);

/* Before anything else is printed, and at the end. */
void progress_hide(void);
void progress_end(void);

#endif /* TOOL_PROGRESS_H */

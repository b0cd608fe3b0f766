/* SPDX-License-Identifier: MIT */
/*
 * The page of aicore explain --html: one file without anything outside of it.
 * Its data is a JSON object, made here; page.html draws it.
 */
#ifndef EXPLAIN_HTML_H
#define EXPLAIN_HTML_H

#include "scene.h"

struct html;

/* Starts a page; 0 or a negative errno. */
int html_start(struct html **html, const char *path, const char *title,
	       const char *source);

/* Adds an operation. 0, or -1 with a failure noted in the run. */
int html_operation(struct html *html, const struct scene *scene);

/* Ends the page and frees it; 0 or a negative errno. */
int html_finish(struct html *html);

#endif /* EXPLAIN_HTML_H */

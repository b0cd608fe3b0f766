/* SPDX-License-Identifier: MIT */
/* What was probably meant, where one mistake is evident. */
#ifndef AC_SUGGEST_H
#define AC_SUGGEST_H

#include "libaicore.h"
#include "text.h"

/*
 * Adds "; ..." to a sentence about a refusal, or nothing: a guess is made only
 * when a single field explains it.
 */
void ac_suggest(struct ac_text *text, const struct aicore_report *report,
		const struct aicore_desc *desc, const struct ac_names *names);

#endif /* AC_SUGGEST_H */

// SPDX-License-Identifier: GPL-2.0-only
/* oracle run|check PROGRAM */
#include <stdio.h>
#include <string.h>

#include "program.h"

int main(int argc, char **argv)
{
	struct program program;
	enum program_exit code;

	if (argc != 3 || (strcmp(argv[1], "run") && strcmp(argv[1], "check"))) {
		fprintf(stderr, "usage: oracle run|check PROGRAM\n");
		return PROGRAM_TEXT;
	}
	program_parse(&program, argv[2]);
	code = strcmp(argv[1], "run") ? program_check(&program) :
					program_run(&program);
	program_free(&program);
	return code;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The oracle's reading of the program language (interface.md section 3). */
#ifndef AICORE_ORACLE_PROGRAM_H
#define AICORE_ORACLE_PROGRAM_H

#include "oracle.h"

enum program_exit {
	PROGRAM_DONE = 0,
	PROGRAM_DIFFERS = 1,
	PROGRAM_TEXT = 2,
	PROGRAM_REFUSED = 3,
	PROGRAM_FAILED = 4,
};

enum statement_kind {
	STATEMENT_BUFFER,
	STATEMENT_CORE,
	STATEMENT_LOAD,
	STATEMENT_FILL,
	STATEMENT_STORE,
	STATEMENT_PRINT,
	STATEMENT_COMPARE,
	STATEMENT_OPERATION,
};

struct statement {
	enum statement_kind kind;
	int line;
	struct aicore_operand at;
	uint64_t bytes;		/* of a buffer, fill, store */
	uint64_t number;	/* VALUE, COUNT, number of a core */
	uint32_t type;
	char *file;
	bool tolerant;
	double rtol;
	double atol;
	double maxbad;
	struct aicore_desc desc;
};

struct program {
	const char *file;
	const struct oracle_soc *soc;
	struct aicore_setup setup;
	struct statement *statements;
	size_t count;
	char *buffers[ORACLE_MAX_BUFFERS];
	uint32_t buffer_count;
};

/* parse.c: the whole text. Exits the process with PROGRAM_TEXT on an error. */
void program_parse(struct program *program, const char *file);
void program_free(struct program *program);

/* npy.c */
struct npy {
	uint32_t type;
	uint64_t count;
	uint8_t *bytes;
	uint64_t size;
};

bool npy_named(const char *file);
uint8_t *file_read(const char *file, uint64_t *size);
bool npy_read(const char *file, struct npy *npy);
bool npy_write(const char *file, uint32_t type, const uint8_t *bytes,
	       uint64_t size);
bool file_write(const char *file, const uint8_t *head, uint64_t head_size,
		const uint8_t *bytes, uint64_t size);

/* number.c */
double number_value(uint32_t type, uint64_t bits);
void number_print(uint32_t type, uint64_t bits, char *text, size_t size);

/* execute.c */
enum program_exit program_run(const struct program *program);
enum program_exit program_check(const struct program *program);

#endif /* AICORE_ORACLE_PROGRAM_H */

// SPDX-License-Identifier: GPL-2.0-only
/*
 * seeds COUNT DIRECTORY writes so many first inputs for fuzz_desc: descriptors
 * of the generator that the other tests use, for all products in turn.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random_desc.h"
#include "input.h"

static void make_desc(struct random *random, const struct aicore_setup *setup,
		      struct aicore_desc *desc)
{
	static const uint64_t buffers[] = { 65536, 4100 };
	const struct random_target target = {
		.soc = oracle_soc_find(setup->soc),
		.buffers = buffers,
		.buffer_count = COUNT(buffers),
		.permissive = setup->check,
	};
	const struct oracle_mask mask = { .bits = { ~0ULL, ~0ULL } };

	memset(desc, 0, sizeof(*desc));
	switch (random_below(random, 8)) {
	case 0:
		random_set_mask(random, desc);
		break;
	case 1 ... 4:
		random_copy(random, &target, desc);
		break;
	default:
		random_reduce(random, &target, &mask, desc);
		break;
	}
	/* The memories of an input are smaller than those of a product. */
	desc->dst.offset &= 0xffff;
	desc->src.offset &= 0xffff;
	desc->dst.buffer %= 3;
	desc->src.buffer %= 3;
}

static void make_input(struct random *random, unsigned int number,
		       struct input *input)
{
	static const struct aicore_desc first = { .op = AICORE_OP_DATA_COPY };
	uint64_t words[16] = { 0 };
	int i;

	memset(input, 0, sizeof(*input));
	input->setup.soc = 1 + number % AICORE_SOC_ASCEND950;
	input->setup.check = random_below(random, 2);
	input->setup.flags = random_one_in(random, 4);
	for (i = 0; i < IMAGE_SLOTS; i++)
		input->bytes[i] = random_one_in(random, 2) ?
			IMAGE_BYTES_MAX - 1 : 32 * random_below(random, 2048);
	for (i = 0; i < INPUT_DESCS; i++)
		make_desc(random, &input->setup, &input->descs[i]);
	random_parameters(random, &first, words, true);
	for (i = 0; i < INPUT_DESCS; i++)
		if (input->descs[i].op == AICORE_OP_DATA_COPY)
			random_parameters(random, &input->descs[i], words, true);
	memcpy(input->words, words, sizeof(input->words));
}

int main(int argc, char **argv)
{
	struct random random = { 1 };
	unsigned int i, count = argc == 3 ? strtoul(argv[1], NULL, 0) : 0;
	struct input input;
	char path[4096];
	FILE *file;

	for (i = 0; i < count; i++) {
		make_input(&random, i, &input);
		snprintf(path, sizeof(path), "%s/seed-%u", argv[2], i);
		file = fopen(path, "wb");
		if (!file || fwrite(&input, sizeof(input), 1, file) != 1 || fclose(file)) {
			perror(path);
			return 1;
		}
	}
	return !count;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: bytes -> SETUP, memories, descriptors -> plans -> execution. What
 * is accepted has to stay inside the memories, whatever they hold and become
 * while it runs; what is refused has to say why, and to change nothing.
 */
#include "fuzz.h"
#include "input.h"
#include "libaicore.h"
#include "vectors.h"
#include "../../fuzz/random.h"

/* Some descriptors ask for minutes of work. RESET ends those, and so do we. */
#define STEPS_MAX	3

static bool same_mask(const struct aicore_mask *a, const struct aicore_mask *b)
{
	return a->bits[0] == b->bits[0] && a->bits[1] == b->bits[1] &&
	       a->count == b->count && a->counter == b->counter;
}

/* The sentence for a user fits into any room, and is one sentence. */
static void describe(const struct input *input, const struct aicore_desc *desc,
		     const struct aicore_report *report)
{
	struct aicore_info info = {
		.soc = input->setup.soc,
		.permissive = input->setup.check,
	};
	struct ac_names names = { .info = &info };
	size_t room = 1 + input->room % 256;
	char *text = malloc(room);
	size_t length;

	if (!text)
		return;
	length = ac_describe_desc(text, room, report, desc, &names);
	promise(memchr(text, '\0', room), "a sentence ends");
	promise(length > 0, "a refusal has a sentence");
	free(text);
}

static void check_refusal(const struct input *input,
			  const struct aicore_desc *desc, int err,
			  const struct aicore_report *report)
{
	promise(report->reason != AICORE_REASON_NONE, "a refusal has a reason");
	promise(err == aicore_reason_errno(report->reason),
		"errno is the one of the reason");
	describe(input, desc, report);
}

/* The image may change under the feet of a plan that goes on. */
static void execute(const struct input *input, const struct aicore_env *env,
		    const struct aicore_desc *desc,
		    const struct aicore_plan *plan)
{
	struct aicore_report report;
	u64 progress = 0, before;
	u64 words[IMAGE_WORDS];
	int more = 1;
	u32 i, steps;

	aicore_report_clear(&report);
	for (steps = 0; more == 1 && steps < STEPS_MAX; steps++) {
		before = progress;
		more = aicore_plan_step(plan, &progress, &report);
		promise(more <= 0 || progress > before, "a step gets on");
		for (i = 0; i < IMAGE_WORDS; i++)
			words[i] = input->words[i] * (steps + 3);
		if (more == 1)
			image_change(env, words);
	}
	promise(more <= 1, "a step is done, or is not, or fails");
	if (more < 0)
		check_refusal(input, desc, more, &report);
}

/* Permissive checks take all that strict ones take. */
static void check_permissive(const struct aicore_env *env,
			     const struct aicore_desc *desc,
			     struct aicore_mask mask)
{
	struct aicore_env relaxed = *env;
	struct aicore_report report;
	struct aicore_plan plan;

	relaxed.permissive = true;
	promise(!aicore_plan_make(&plan, desc, &relaxed, &mask, &report),
		"permissive checks refuse nothing that strict ones take");
}

static void try_desc(const struct input *input, const struct aicore_env *env,
		     const struct aicore_desc *desc, struct aicore_mask *mask)
{
	struct aicore_mask before = *mask;
	struct aicore_report report;
	struct aicore_plan plan;
	int err;

	memset(&report, 0xff, sizeof(report));
	err = aicore_plan_make(&plan, desc, env, mask, &report);
	if (err) {
		promise(same_mask(mask, &before),
			"a refusal leaves the mask register alone");
		check_refusal(input, desc, err, &report);
		return;
	}
	promise(report.reason == AICORE_REASON_NONE,
		"what is accepted has no reason");
	if (!env->permissive)
		check_permissive(env, desc, before);
	execute(input, env, desc, &plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct aicore_env env = { 0 };
	struct aicore_mask mask;
	struct input input;
	size_t i, count;

	if (size < INPUT_HEADER_BYTES + sizeof(struct aicore_desc))
		return -1;
	memset(&input, 0, sizeof(input));
	memcpy(&input, data, size < sizeof(input) ? size : sizeof(input));
	if (aicore_env_setup(&env, &input.setup))
		return 0;
	env.kernels = vectors_pick(input.room / 256);
	count = (size - INPUT_HEADER_BYTES) / sizeof(struct aicore_desc);
	aicore_mask_reset(&mask);
	image_open(&env, input.bytes, input.words);
	for (i = 0; i < count && i < INPUT_DESCS; i++)
		try_desc(&input, &env, &input.descs[i], &mask);
	image_close(&env);
	return 0;
}

/* -- mutation: fields instead of bytes, mostly -- */

/* Numbers as fields have them: small, round, or next to a power of two. */
static u64 number(__u64 *state)
{
	switch (below(state, 6)) {
	case 0:
		return below(state, 4);
	case 1:
		return below(state, 13);
	case 2:
		return 32 * below(state, 256);
	case 3:
		return (1ULL << below(state, 64)) - below(state, 2);
	case 4:
		return below(state, 65536);
	default:
		return below(state, 256);
	}
}

static void change_setup(struct input *input, __u64 *state)
{
	u32 *fields = &input->setup.soc;

	switch (below(state, 4)) {
	case 0:
		fields[below(state, 3)] = below(state, 3);
		break;
	case 1:
		input->setup.flags = below(state, 2);
		break;
	default:
		input->setup.soc = 1 + below(state, AICORE_SOC_ASCEND950);
		break;
	}
}

/* Words of eight bytes hold the numbers, the first half of some an enum. */
static void change_desc(struct aicore_desc *desc, __u64 *state)
{
	size_t words = sizeof(*desc) / sizeof(u64);
	u8 *at = (u8 *)desc + sizeof(u64) * below(state, words);
	u64 wide = number(state);
	u32 narrow = below(state, 14);

	if (below(state, 2))
		memcpy(at, &wide, sizeof(wide));
	else
		memcpy(at + 4 * below(state, 2), &narrow, sizeof(narrow));
}

static void change_number(struct input *input, __u64 *state)
{
	if (below(state, 2))
		input->bytes[below(state, IMAGE_SLOTS)] = number(state);
	else
		input->words[below(state, IMAGE_WORDS)] =
			number(state) << below(state, 2) * 32;
}

static void change(struct input *input, size_t count, __u64 *state)
{
	struct aicore_desc *desc = &input->descs[below(state, count)];

	switch (below(state, 8)) {
	case 0:
		change_setup(input, state);
		break;
	case 1:
		change_number(input, state);
		break;
	case 2:
		*desc = input->descs[below(state, count)];
		break;
	default:
		change_desc(desc, state);
		break;
	}
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
			       unsigned int seed)
{
	struct input input = { .setup.soc = AICORE_SOC_ASCEND310P };
	__u64 state = 0x9e3779b97f4a7c15ULL * (seed + 1ULL);
	size_t count = 0, changes;

	random_next(&state);
	if (one_in(&state, 4))
		return LLVMFuzzerMutate(data, size, max);
	if (max < sizeof(input))
		return size;
	if (size > sizeof(input))
		size = sizeof(input);
	memcpy(&input, data, size);
	if (size > INPUT_HEADER_BYTES)
		count = (size - INPUT_HEADER_BYTES) / sizeof(struct aicore_desc);
	if (!count || (count < INPUT_DESCS && one_in(&state, 16)))
		count++;
	for (changes = 1 + below(&state, 4); changes; changes--)
		change(&input, count, &state);
	size = INPUT_HEADER_BYTES + count * sizeof(struct aicore_desc);
	memcpy(data, &input, size);
	return size;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sequences of calls: how they are made up and how they are changed. A step
 * holds all that its call depends on but for what only the kernel knows, for
 * which there are marks; world.h puts the real thing in their place.
 */
#ifndef AICORE_SELFTESTS_STEPS_H
#define AICORE_SELFTESTS_STEPS_H

#include "../device.h"
#include "random.h"

#define STEPS_MAX	24
#define STEP_DESCS	3

#define FD_SLOTS	8
/* Devices are in the first ones, cores in the others; mostly. */
#define DEVICE_SLOTS	2
#define MAP_SLOTS	8

/* Instead of a number: the last that the kernel gave out, or so. */
#define MARK_SEQNO	0x5e5e5e5eULL
#define MARK_SOON	0x50505050ULL
#define MARK_OFFSET	0x0ff50ff5ULL

enum step_kind {
	STEP_OPEN,
	STEP_IOCTL,
	STEP_MMAP,
	STEP_MUNMAP,
	STEP_MREMAP,
	STEP_MPROTECT,
	STEP_MADVISE,
	STEP_TOUCH,
	STEP_READ,
	STEP_POLL,
	STEP_DUP,
	STEP_FDINFO,
	STEP_CLOSE,
	STEP_KINDS,
};

/* Where the argument of an ioctl is. */
enum step_place {
	PLACE_WHOLE,		/* its last byte is the last before a hole */
	PLACE_CUT,		/* ... and more of it would be needed */
	PLACE_NULL,
	PLACE_KERNEL,
	PLACE_READ_ONLY,
	PLACE_KINDS,
};

union step_argument {
	__u32 head[2];
	struct aicore_info info;
	struct aicore_setup setup;
	struct aicore_buffer_create buffer_create;
	struct aicore_buffer_destroy buffer_destroy;
	struct aicore_core_create core_create;
	struct aicore_region_info region_info;
	struct aicore_submit submit;
	struct aicore_wait wait;
	struct aicore_reset reset;
	__u64 words[32];
};

/**
 * struct step - one call
 * @kind: enum step_kind
 * @slot: the file or the mapping
 * @command: of an ioctl
 * @place: enum step_place of its argument
 * @place_descs: likewise of the descriptors of SUBMIT
 * @shared: descriptors are where other threads have theirs, too
 * @x: offset of mmap, and whatever else a call takes
 * @y: length
 * @z: protection, flags
 * @argument: of an ioctl
 * @descs: of SUBMIT
 */
struct step {
	__u32 kind;
	__u32 slot;
	__u32 command;
	__u32 place;
	__u32 place_descs;
	__u32 shared;
	__u64 x;
	__u64 y;
	__u64 z;
	union step_argument argument;
	struct aicore_desc descs[STEP_DESCS];
};

struct sequence {
	__u32 count;
	struct step steps[STEPS_MAX];
};

static const struct {
	__u32 command;
	__u32 bytes;
	bool core;
} step_calls[] = {
	{ AICORE_IOC_INFO, sizeof(struct aicore_info), false },
	{ AICORE_IOC_SETUP, sizeof(struct aicore_setup), false },
	{ AICORE_IOC_BUFFER_CREATE, sizeof(struct aicore_buffer_create), false },
	{ AICORE_IOC_BUFFER_DESTROY, sizeof(struct aicore_buffer_destroy), false },
	{ AICORE_IOC_CORE_CREATE, sizeof(struct aicore_core_create), false },
	{ AICORE_IOC_REGION_INFO, sizeof(struct aicore_region_info), true },
	{ AICORE_IOC_SUBMIT, sizeof(struct aicore_submit), true },
	{ AICORE_IOC_WAIT, sizeof(struct aicore_wait), true },
	{ AICORE_IOC_RESET, sizeof(struct aicore_reset), true },
};

#define STEP_CALLS	ARRAY_SIZE(step_calls)

/* -- descriptors -- */

/* Results go to the upper half of UB, so that they meet no source. */
static inline struct aicore_desc random_reduce(__u64 *state)
{
	__u32 type = one_in(state, 4) ? 1 + below(state, 12) :
		     one_in(state, 2) ? AICORE_TYPE_HALF : AICORE_TYPE_FLOAT;
	__u32 op = AICORE_OP_WHOLE_REDUCE_SUM;

	if (one_in(state, 2))
		op += below(state, 8);
	return reduce_desc(op, type, 0x10000 + 256 * below(state, 64),
			   32 * below(state, 1024), 1 + below(state, 64),
			   below(state, 16), 1 + below(state, 4), 1, 8);
}

static inline struct aicore_desc random_copy(__u64 *state)
{
	struct aicore_operand global = gm(1 + below(state, 4) / 3, 32 * below(state, 64));
	struct aicore_operand local = at(AICORE_POSITION_VECIN + below(state, 3),
					 32 * below(state, 2048));
	bool in = one_in(state, 2);

	if (one_in(state, 4))
		local.position = AICORE_POSITION_VECIN + below(state, 8);
	return copy_desc(AICORE_TYPE_HALF, in ? local : global, in ? global : local,
			 1 + below(state, 8), 1 + below(state, 8), below(state, 4),
			 below(state, 4));
}

static inline struct aicore_desc random_quant(__u64 *state)
{
	struct aicore_desc desc;

	desc = quant_desc(one_in(state, 2) ? AICORE_TYPE_INT32 : AICORE_TYPE_HALF,
			  AICORE_TYPE_HALF, 64 * below(state, 64), 1024 * below(state, 32),
			  below(state, 7), random_next(state) >> below(state, 64));
	desc.copy.deq_tensor_addr = 0x8000 + 32 * below(state, 64);
	return desc;
}

static inline struct aicore_desc random_desc(__u64 *state)
{
	switch (below(state, 8)) {
	case 0:
		return mask_desc(random_next(state), random_number(state));
	case 1:
		return counter_desc(below(state, 4096));
	case 2:
		return random_quant(state);
	case 3 ... 4:
		return random_copy(state);
	case 5:
		return external(random_reduce(state));
	default:
		return random_reduce(state);
	}
}

static inline void change_desc(struct aicore_desc *desc, __u64 *state)
{
	__u64 *words = (__u64 *)desc;
	__u64 *word = &words[below(state, sizeof(*desc) / sizeof(*words))];

	switch (below(state, 4)) {
	case 0:
		*desc = random_desc(state);
		break;
	case 1:
		*word = random_number(state);
		break;
	case 2:
		*word = (*word & ~0xffffffffULL) | below(state, 16);
		break;
	default:
		*word = (*word & 0xffffffff) | below(state, 16) << 32;
		break;
	}
}

/* -- steps -- */

static inline __u64 random_deadline(__u64 *state)
{
	switch (below(state, 4)) {
	case 0:
		return 0;
	case 1:
		return AICORE_FOREVER;
	default:
		return MARK_SOON;
	}
}

static inline void fill_submit(struct step *step, __u64 *state)
{
	struct aicore_submit *submit = &step->argument.submit;
	unsigned int i;

	for (i = 0; i < STEP_DESCS; i++)
		step->descs[i] = random_desc(state);
	submit->flags = 2 * below(state, 8);
	if (one_in(state, 8))
		submit->flags = AICORE_SUBMIT_VALIDATE_ONLY;
	submit->desc_count = 1 + below(state, STEP_DESCS);
	submit->desc_stride = sizeof(struct aicore_desc);
	submit->user_data = random_next(state);
	submit->deadline_ns = random_deadline(state);
	step->shared = one_in(state, 4);
}

static inline void fill_argument(struct step *step, __u64 *state)
{
	union step_argument *argument = &step->argument;

	switch (step->command) {
	case AICORE_IOC_SETUP:
		argument->setup.soc = AICORE_SOC_ASCEND310P;
		if (one_in(state, 2))
			argument->setup.soc = 1 + below(state, AICORE_SOC_ASCEND950);
		argument->setup.overflow = one_in(state, 4) ? below(state, 3) : 0;
		argument->setup.check = below(state, 2);
		argument->setup.flags = one_in(state, 4);
		break;
	case AICORE_IOC_BUFFER_CREATE:
		argument->buffer_create.bytes = 2 * PAGE + below(state, 2 * PAGE);
		break;
	case AICORE_IOC_BUFFER_DESTROY:
		argument->buffer_destroy.handle = 1 + below(state, 4);
		break;
	case AICORE_IOC_REGION_INFO:
		argument->region_info.region = 1 + below(state, 3);
		break;
	case AICORE_IOC_SUBMIT:
		fill_submit(step, state);
		break;
	case AICORE_IOC_WAIT:
		argument->wait.seqno = one_in(state, 4) ? below(state, 8) : MARK_SEQNO;
		argument->wait.deadline_ns = random_deadline(state);
		break;
	case AICORE_IOC_RESET:
		argument->reset.flags = one_in(state, 8);
		break;
	}
}

/* A call as a program would make it. */
static inline void make_call(struct step *step, unsigned int which, __u64 *state)
{
	memset(step, 0, sizeof(*step));
	step->kind = STEP_IOCTL;
	step->command = step_calls[which].command;
	step->slot = one_in(state, 8);
	if (step_calls[which].core)
		step->slot = DEVICE_SLOTS + below(state, 2);
	step->x = below(state, 2);
	step->argument.head[0] = step_calls[which].bytes;
	fill_argument(step, state);
}

static inline void make_other(struct step *step, __u32 kind, __u64 *state)
{
	memset(step, 0, sizeof(*step));
	step->kind = kind;
	step->slot = below(state, FD_SLOTS);
	step->x = one_in(state, 4) ? random_number(state) : MARK_OFFSET + below(state, 4);
	step->y = PAGE * (1 + below(state, 4));
	step->z = random_next(state);
}

static inline void make_step(struct step *step, __u64 *state)
{
	/* Most often used in life are the last ones. */
	if (below(state, 8) < 6) {
		make_call(step, one_in(state, 3) ? below(state, STEP_CALLS) :
			  STEP_CALLS - 1 - below(state, 4), state);
		return;
	}
	do {
		make_other(step, below(state, STEP_KINDS), state);
	} while (step->kind == STEP_IOCTL);
}

/* Starts as all programs do; from there anything goes. */
static inline void make_sequence(struct sequence *sequence, __u64 *state)
{
	static const __u32 first[] = { AICORE_IOC_SETUP, AICORE_IOC_BUFFER_CREATE,
				       AICORE_IOC_CORE_CREATE, AICORE_IOC_CORE_CREATE };
	unsigned int i, which;

	sequence->count = ARRAY_SIZE(first) + 2 + below(state, STEPS_MAX - 6);
	make_other(&sequence->steps[0], STEP_OPEN, state);
	sequence->steps[0].slot = 0;
	for (i = 1; i < sequence->count; i++) {
		struct step *step = &sequence->steps[i];

		if (i > ARRAY_SIZE(first)) {
			make_step(step, state);
			continue;
		}
		for (which = 0; step_calls[which].command != first[i - 1]; which++)
			;
		make_call(step, which, state);
		step->slot = 0;
	}
}

/* -- changes -- */

static inline __u32 random_size(__u64 *state)
{
	static const __u32 sizes[] = { 0, 4, 7, 8, 16, 24, 4095, 4096, 4097, 0xffffffff };

	return one_in(state, 2) ? sizes[below(state, ARRAY_SIZE(sizes))] : below(state, 272);
}

static inline void change_call(struct step *step, __u64 *state)
{
	__u64 *words = step->argument.words;

	switch (below(state, 8)) {
	case 0:
		step->argument.head[0] = random_size(state);
		break;
	case 1:
		step->place = below(state, PLACE_KINDS);
		break;
	case 2:
		step->place_descs = below(state, PLACE_KINDS);
		break;
	case 3:
		step->command = one_in(state, 4) ? random_next(state) :
				_IO(AICORE_IOC_TYPE, below(state, 24));
		break;
	case 4:
		words[below(state, ARRAY_SIZE(step->argument.words))] = random_number(state);
		break;
	case 5:
		step->argument.head[1] = random_number(state);
		break;
	case 6:
		words[below(state, 8)] = random_number(state);
		break;
	default:
		change_desc(&step->descs[below(state, STEP_DESCS)], state);
		break;
	}
}

static inline void change_step(struct step *step, __u64 *state)
{
	switch (below(state, 6)) {
	case 0:
		step->slot = below(state, FD_SLOTS);
		break;
	case 1:
		make_step(step, state);
		break;
	case 2:
		step->x = random_number(state);
		step->y = random_number(state);
		break;
	case 3:
		step->z = random_next(state);
		break;
	default:
		change_call(step, state);
		break;
	}
}

static inline void insert_step(struct sequence *sequence, __u64 *state)
{
	__u32 from = below(state, sequence->count);
	__u32 to = below(state, sequence->count);

	if (sequence->count == STEPS_MAX)
		return;
	memmove(&sequence->steps[to + 1], &sequence->steps[to],
		(sequence->count - to) * sizeof(struct step));
	sequence->count++;
	if (one_in(state, 2))
		make_step(&sequence->steps[to], state);
	else
		sequence->steps[to] = sequence->steps[from];
}

static inline void remove_step(struct sequence *sequence, __u64 *state)
{
	__u32 at = below(state, sequence->count);

	if (sequence->count == 1)
		return;
	sequence->count--;
	memmove(&sequence->steps[at], &sequence->steps[at + 1],
		(sequence->count - at) * sizeof(struct step));
}

static inline void change_sequence(struct sequence *sequence, __u64 *state)
{
	unsigned int changes = 1 + below(state, 4);

	while (changes--) {
		switch (below(state, 8)) {
		case 0:
			insert_step(sequence, state);
			break;
		case 1:
			remove_step(sequence, state);
			break;
		default:
			change_step(&sequence->steps[below(state, sequence->count)],
				    state);
			break;
		}
	}
}

#endif /* AICORE_SELFTESTS_STEPS_H */

// SPDX-License-Identifier: MIT
/* SUBMIT and WAIT of the host device: check all of a batch, then run it. */
#include <stdlib.h>
#include <time.h>

#include "host.h"
#include "plan.h"

#define SUBMIT_FLAGS							\
	(AICORE_SUBMIT_VALIDATE_ONLY | AICORE_SUBMIT_WAIT |		\
	 AICORE_SUBMIT_NOTIFY | AICORE_SUBMIT_NONBLOCK)
#define STRIDE_MAX	512

static int check_submit(const struct host_core *core,
			const struct aicore_submit *submit)
{
	u32 flags = submit->flags;

	if (flags & ~SUBMIT_FLAGS)
		return -EINVAL;
	if (flags & AICORE_SUBMIT_VALIDATE_ONLY &&
	    flags != AICORE_SUBMIT_VALIDATE_ONLY)
		return -EINVAL;
	if (!submit->desc_count || submit->desc_count > HOST_MAX_DESCS)
		return -EINVAL;
	if (submit->desc_stride % 8 || submit->desc_stride > STRIDE_MAX ||
	    submit->desc_stride < AICORE_DESC_BYTES)
		return -EINVAL;
	/* Nobody else could make room: waiting for it would never end. */
	if (!(flags & AICORE_SUBMIT_VALIDATE_ONLY) &&
	    core->record_count == HOST_MAX_INFLIGHT)
		return -EAGAIN;
	return 0;
}

/* Descriptor @i of a batch; -E2BIG if it has more than is known here. */
static int get_desc(const struct aicore_submit *submit, u32 i,
		    struct aicore_desc *desc)
{
	const u8 *from = (const u8 *)(uintptr_t)submit->descs;
	u32 byte;

	from += (size_t)i * submit->desc_stride;
	for (byte = sizeof(*desc); byte < submit->desc_stride; byte++) {
		if (from[byte])
			return -E2BIG;
	}
	memcpy(desc, from, sizeof(*desc));
	return 0;
}

static struct aicore_env env_of(struct host_core *core)
{
	struct aicore_env env = core->device->env;
	u32 i;

	env.find_buffer = host_find_buffer;
	env.context = core->device;
	for (i = AICORE_MEMORY_UB; i < AICORE_MEMORIES; i++) {
		if (!core->memory[i])
			continue;
		env.memory[i].base = core->memory[i]->data;
		env.memory[i].bytes = core->memory[i]->bytes;
	}
	return env;
}

/* All or nothing; *mask is the register before and after the batch. */
static int make_plans(struct host_core *core, struct aicore_submit *submit,
		      struct aicore_plan *plans, struct aicore_mask *mask)
{
	struct aicore_env env = env_of(core);
	struct aicore_desc desc;
	u32 i;
	int err;

	/* The module copies all descriptors before it looks at the first. */
	for (i = 0; i < submit->desc_count; i++) {
		err = get_desc(submit, i, &desc);
		if (err)
			return err;
	}
	for (i = 0; i < submit->desc_count; i++) {
		get_desc(submit, i, &desc);
		err = aicore_plan_make(&plans[i], &desc, &env, mask,
				       &submit->report);
		if (err) {
			submit->report.index = i;
			return err;
		}
	}
	aicore_report_clear(&submit->report);
	return 0;
}

static int run_plan(const struct aicore_plan *plan,
		    struct aicore_report *report)
{
	u64 progress = 0;
	int more;

	do {
		more = aicore_plan_step(plan, &progress, report);
	} while (more > 0);
	return more;
}

static u64 now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000 + (u64)t.tv_nsec;
}

static void run_plans(const struct aicore_plan *plans, u32 count,
		      struct aicore_result *result)
{
	u64 start = now();
	u32 i;
	int err = 0;

	aicore_report_clear(&result->report);
	for (i = 0; i < count; i++) {
		err = run_plan(&plans[i], &result->report);
		if (err)
			break;
	}
	result->state = AICORE_STATE_DONE;
	result->done_count = i;
	result->exec_ns = now() - start;
	if (err) {
		result->error = (u32)-err;
		result->report.index = i;
	}
}

static void keep_result(struct host_core *core, const struct aicore_submit *in,
			const struct aicore_result *result)
{
	struct aicore_record *record;

	core->results[result->seqno % HOST_RESULTS_KEPT] = *result;
	if (!(in->flags & AICORE_SUBMIT_NOTIFY))
		return;
	record = &core->records[core->record_count++];
	record->size = sizeof(*record);
	record->type = AICORE_RECORD_RESULT;
	record->result = *result;
}

/* Carries a batch out. Its plans are good, so that this can't fail. */
static void run_batch(struct host_core *core, struct aicore_submit *submit,
		      const struct aicore_plan *plans)
{
	struct aicore_result result = {
		.seqno = ++core->seqno,
		.user_data = submit->user_data,
	};

	submit->seqno = result.seqno;
	run_plans(plans, submit->desc_count, &result);
	keep_result(core, submit, &result);
	if (submit->flags & AICORE_SUBMIT_WAIT)
		submit->result = result;
}

int host_submit(struct host *host, struct host_file *file, void *argument)
{
	struct aicore_submit *submit = argument;
	struct host_core *core = file->core;
	struct aicore_mask mask = core->mask;
	struct aicore_plan *plans;
	int err;

	(void)host;
	submit->seqno = 0;
	memset(&submit->result, 0, sizeof(submit->result));
	aicore_report_clear(&submit->report);
	aicore_report_clear(&submit->result.report);
	err = check_submit(core, submit);
	if (err)
		return err;
	plans = calloc(submit->desc_count, sizeof(*plans));
	if (!plans)
		return -ENOMEM;
	err = make_plans(core, submit, plans, &mask);
	if (!err && !(submit->flags & AICORE_SUBMIT_VALIDATE_ONLY)) {
		core->mask = mask;
		run_batch(core, submit, plans);
	}
	free(plans);
	return err;
}

int host_wait(struct host *host, struct host_file *file, void *argument)
{
	struct aicore_wait *wait = argument;
	struct host_core *core = file->core;

	(void)host;
	memset(&wait->result, 0, sizeof(wait->result));
	if (wait->flags)
		return -EINVAL;
	aicore_report_clear(&wait->result.report);
	if (!wait->seqno || wait->seqno > core->seqno)
		return -ENOENT;
	if (core->seqno - wait->seqno >= HOST_RESULTS_KEPT)
		return -ESTALE;
	wait->result = core->results[wait->seqno % HOST_RESULTS_KEPT];
	return 0;
}

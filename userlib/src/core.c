// SPDX-License-Identifier: MIT
/* Core fds: memories, batches, results. */
#include <errno.h>
#include <stdlib.h>

#include "internal.h"

int ac_core_create(struct ac_device *device, struct ac_core **core)
{
	struct aicore_core_create create = { .size = sizeof(create) };
	struct ac_core *new = calloc(1, sizeof(*new));
	int err;

	if (!new)
		return -ENOMEM;
	err = device->os.ioctl(device->os.context, device->fd,
			       AICORE_IOC_CORE_CREATE, &create);
	if (err) {
		free(new);
		return err;
	}
	new->os = device->os;
	new->fd = create.fd;
	*core = new;
	return 0;
}

void ac_core_destroy(struct ac_core *core)
{
	if (!core)
		return;
	core->os.close(core->os.context, core->fd);
	free(core);
}

int ac_core_fd(const struct ac_core *core)
{
	return core->fd;
}

static int call(struct ac_core *core, unsigned int request, void *argument)
{
	return core->os.ioctl(core->os.context, core->fd, request, argument);
}

int ac_memory_map(struct ac_core *core, enum aicore_region region,
		  struct ac_memory *memory)
{
	struct aicore_region_info info = {
		.size = sizeof(info),
		.region = region,
	};
	int err;

	err = call(core, AICORE_IOC_REGION_INFO, &info);
	if (err)
		return err;
	err = core->os.map(core->os.context, core->fd, info.mmap_offset,
			   (size_t)info.bytes, &memory->data);
	if (err)
		return err;
	memory->bytes = info.bytes;
	memory->alignment = info.alignment;
	return 0;
}

void ac_memory_unmap(struct ac_core *core, struct ac_memory *memory)
{
	if (!memory->data)
		return;
	core->os.unmap(core->os.context, memory->data, (size_t)memory->bytes);
	*memory = (struct ac_memory){ 0 };
}

int ac_submit(struct ac_core *core, const struct ac_batch *batch,
	      struct aicore_submit *submit)
{
	if (batch->count > UINT32_MAX)
		return -EINVAL;
	submit->size = sizeof(*submit);
	submit->descs = (uintptr_t)batch->descs;
	submit->desc_count = (uint32_t)batch->count;
	submit->desc_stride = sizeof(*batch->descs);
	return call(core, AICORE_IOC_SUBMIT, submit);
}

int ac_validate(struct ac_core *core, const struct ac_batch *batch,
		struct aicore_report *report)
{
	struct aicore_submit submit = { .flags = AICORE_SUBMIT_VALIDATE_ONLY };
	int err = ac_submit(core, batch, &submit);

	*report = submit.report;
	return err;
}

int ac_queue(struct ac_core *core, const struct ac_batch *batch,
	     uint64_t *seqno, struct aicore_report *report)
{
	struct aicore_submit submit = { 0 };
	int err;

	/* Without WAIT, EINTR means that nothing was queued. */
	do {
		err = ac_submit(core, batch, &submit);
	} while (err == -EINTR);
	*seqno = submit.seqno;
	*report = submit.report;
	return err;
}

static int wait_on(struct ac_core *core, uint64_t seqno,
		   struct aicore_result *result)
{
	int err;

	do {
		err = ac_wait(core, seqno, AICORE_FOREVER, result);
	} while (err == -EINTR);
	return err;
}

int ac_run(struct ac_core *core, const struct ac_batch *batch,
	   struct aicore_report *report, int *stopped)
{
	struct aicore_submit submit;
	int err;

	if (stopped)
		*stopped = 0;
	do {
		submit = (struct aicore_submit){
			.flags = AICORE_SUBMIT_WAIT,
			.deadline_ns = AICORE_FOREVER,
		};
		err = ac_submit(core, batch, &submit);
	} while (err == -EINTR && !submit.seqno);
	if (err == -EINTR)
		err = wait_on(core, submit.seqno, &submit.result);
	*report = submit.report;
	if (err || !submit.result.error)
		return err;
	*report = submit.result.report;
	if (stopped)
		*stopped = 1;
	return -(int)submit.result.error;
}

int ac_wait(struct ac_core *core, uint64_t seqno, uint64_t deadline_ns,
	    struct aicore_result *result)
{
	struct aicore_wait wait = {
		.size = sizeof(wait),
		.seqno = seqno,
		.deadline_ns = deadline_ns,
	};
	int err = call(core, AICORE_IOC_WAIT, &wait);

	*result = wait.result;
	return err;
}

int ac_reset(struct ac_core *core, uint32_t flags)
{
	struct aicore_reset reset = { .size = sizeof(reset), .flags = flags };

	return call(core, AICORE_IOC_RESET, &reset);
}

int ac_read_record(struct ac_core *core, struct aicore_record *record)
{
	long got = core->os.read(core->os.context, core->fd, record,
				 sizeof(*record));

	if (got < 0)
		return (int)got;
	return (size_t)got == sizeof(*record) ? 0 : -EIO;
}

int ac_poll(struct ac_core *core, int events, int timeout_ms)
{
	return core->os.poll(core->os.context, core->fd, events, timeout_ms);
}

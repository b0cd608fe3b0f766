// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "info.h"

/* What %llu prints. */
#define ull unsigned long long

enum exit_status info_no_device(int err)
{
	fprintf(stderr, "aicore: /dev/aicore: %s\n", strerror(-err));
	if (err == -EACCES || err == -EPERM) {
		fprintf(stderr,
			"aicore: the device is for members of group render; or use --host\n");
		return EXIT_NO_DEVICE;
	}
	if (err == -ENOMEM || err == -EDQUOT)
		return EXIT_REFUSED;
	fprintf(stderr,
		"aicore: load the module (modprobe aicore), use the virtual machine\n"
		"aicore: (qemu/vm aicore ...), or do without the device: --host\n");
	return EXIT_NO_DEVICE;
}

static void print_limits(const struct aicore_info *info)
{
	printf("abi             %u\n", info->abi);
	printf("descriptors     %u a batch, %u bytes each\n", info->max_descs,
	       info->desc_bytes);
	printf("batches         %u in flight on a core, %u results kept\n",
	       info->max_inflight, info->results_kept);
	printf("cores           %u a device\n", info->max_cores);
	printf("buffers         %u a device, %llu bytes each\n",
	       info->max_buffers, (ull)info->max_buffer_bytes);
	printf("memory          %llu bytes a device\n",
	       (ull)info->max_device_bytes);
	if (info->watchdog_ms)
		printf("watchdog        %u ms without progress\n",
		       info->watchdog_ms);
	else
		printf("watchdog        none\n");
}

static void print_product(uint32_t soc, const struct aicore_info *info)
{
	const char *separator = "  ";
	uint32_t op;

	printf("\n%s (%s)\n", ac_soc_name(soc), ac_soc_title(soc));
	printf("  UB %u, L1 %u, L0C %u bytes; half overflow by default: %s\n",
	       info->ub_bytes, info->l1_bytes, info->l0c_bytes,
	       info->saturate ? "saturates" : "inf and nan");
	for (op = 1; op < 64; op++) {
		if (!(info->ops >> op & 1) || !ac_op_name(op))
			continue;
		printf("%s%s", separator, ac_op_name(op));
		separator = ", ";
	}
	putchar('\n');
}

/* Every open is a new device, so that each can be another product. */
static int show_product(const struct ac_backend *backend, uint32_t soc)
{
	struct ac_device *device;
	struct aicore_info info;
	int err;

	err = ac_device_open(&device, backend);
	if (err)
		return err;
	err = ac_device_setup(device, (enum aicore_soc_id)soc,
			      AICORE_OVERFLOW_DEFAULT, AICORE_CHECK_STRICT, 0);
	if (!err)
		err = ac_device_info(device, &info);
	ac_device_close(device);
	if (!err)
		print_product(soc, &info);
	/* A module may be older than the command. */
	return err == -EINVAL ? 0 : err;
}

static int show_limits(const struct ac_backend *backend)
{
	struct ac_device *device;
	struct aicore_info info;
	int err;

	err = ac_device_open(&device, backend);
	if (err)
		return err;
	err = ac_device_info(device, &info);
	ac_device_close(device);
	if (!err)
		print_limits(&info);
	return err;
}

enum exit_status info_print(const struct ac_backend *backend)
{
	uint32_t soc;
	int err = show_limits(backend);

	for (soc = AICORE_SOC_ASCEND910; !err && ac_soc_name(soc); soc++)
		err = show_product(backend, soc);
	if (err)
		return info_no_device(err);
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "aicore: stdout: %s\n", strerror(errno));
		return EXIT_TEXT;
	}
	return EXIT_DONE;
}

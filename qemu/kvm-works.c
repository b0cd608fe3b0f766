// SPDX-License-Identifier: GPL-2.0-only
/*
 * kvm-works - exit status 0 if /dev/kvm answers
 *
 * A node that merely opens is not enough: in some sandboxes it is there and
 * its first ioctl fails or never returns. The alarm ends this program then.
 */
#include <fcntl.h>
#include <linux/kvm.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(void)
{
	int kvm, vm;

	alarm(2);
	kvm = open("/dev/kvm", O_RDWR | O_CLOEXEC);
	if (kvm < 0 || ioctl(kvm, KVM_GET_API_VERSION, 0) != KVM_API_VERSION)
		return 1;
	vm = ioctl(kvm, KVM_CREATE_VM, 0);
	return vm < 0;
}

# SPDX-License-Identifier: MIT
"""What the system says no to, and what can be done about it."""

import errno
import os
import subprocess
import sys
import unittest
from pathlib import Path

from aicore import Device, SystemFailure
from test_aicore import HOST, device

SOURCES = Path(__file__).resolve().parents[1] / "src"


class Limits(unittest.TestCase):
    def refused(self, call, *arguments):
        with self.assertRaises(SystemFailure) as caught:
            call(*arguments)
        self.assertIsInstance(caught.exception, OSError)
        self.assertEqual(caught.exception.errno, errno.EDQUOT)
        return str(caught.exception)

    def test_a_buffer(self):
        npu = device()
        most = npu.info["max_buffer_bytes"]
        for size in (most + 1, (1 << 40, 1 << 40)):
            self.assertRegex(self.refused(npu.empty, size),
                             r"a buffer of \d+ bytes: .*; a buffer has at most "
                             f"max_buffer_bytes = {most}$")

    @unittest.skipUnless(HOST, "a device would take memory for them")
    def test_all_buffers(self):
        npu = device()
        info = npu.info
        size, whole = info["max_buffer_bytes"], info["max_device_bytes"]
        kept = [npu.empty(size) for _ in range(whole // size)]
        used = npu.info["device_bytes"]
        self.assertGreaterEqual(used, size * len(kept))
        self.assertIn("; buffers and cores have at most max_device_bytes = "
                      f"{whole}, and {used} are used",
                      self.refused(npu.empty, size))

    @unittest.skipUnless(HOST, "a device would take memory for them")
    def test_cores(self):
        npu = device()
        most = npu.info["max_cores"]
        kept = [npu.core() for _ in range(most)]
        self.assertIn(f"a core: {os.strerror(errno.EDQUOT)}; there are at most "
                      f"max_cores = {most}, and {len(kept)} are used",
                      self.refused(npu.core))

    @unittest.skipIf(os.path.exists("/dev/aicore"), "there is a device")
    def test_no_device(self):
        with self.assertRaises(SystemFailure) as caught:
            Device("ascend310p")
        self.assertIsInstance(caught.exception, OSError)
        self.assertEqual(caught.exception.errno, errno.ENOENT)
        self.assertIn("/dev/aicore: No such file or directory; "
                      "Device(..., host=True) works without one",
                      str(caught.exception))


class WithoutNumpy(unittest.TestCase):
    def test_import(self):
        said = subprocess.run(
            [sys.executable, "-c",
             "import sys; sys.modules['numpy'] = None; import aicore"],
            env={**os.environ, "PYTHONPATH": str(SOURCES)},
            stderr=subprocess.PIPE, text=True, check=False).stderr
        self.assertIn("ImportError: aicore needs numpy, which "
                      f"{sys.executable} doesn't have; Debian's python3-numpy "
                      "is for /usr/bin/python3", said)
        self.assertNotIn("another exception", said)
        self.assertNotIn("direct cause", said)

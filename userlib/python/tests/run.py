#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the tests of this folder and prints them as TAP."""

import sys
import traceback
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Tap(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.number = 0

    def line(self, word, test, more=""):
        self.number += 1
        name = ".".join(test.id().split(".")[-2:])
        print(f"{word} {self.number} {name}{more}", flush=True)

    def addSuccess(self, test):
        self.line("ok", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.line("ok", test, f" # SKIP {reason}")

    def bad(self, test, error):
        for text in traceback.format_exception(*error):
            for part in text.rstrip().split("\n"):
                print(f"# {part}")
        self.line("not ok", test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.bad(test, err)

    addError = addFailure


def main():
    sys.path[:0] = [str(HERE), str(HERE.parent / "src")]
    result = Tap()
    unittest.defaultTestLoader.discover(str(HERE)).run(result)
    print(f"1..{result.number}")
    return not result.wasSuccessful()


if __name__ == "__main__":
    sys.exit(main())

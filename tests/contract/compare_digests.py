#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the digest program under several settings and demands one and the same answer."""
import os
import subprocess
import sys


def digest(program, settings):
    run = subprocess.run([program], env={**os.environ, **settings}, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{settings}: exit code {run.returncode}: {run.stderr.strip()}")
    return run.stdout.strip()


def main():
    program = sys.argv[1]
    expected = digest(program, {"COLDCORE_THREADS": "1"})
    if not expected:
        sys.exit("the program printed nothing")
    wrong = 0
    for setting in sys.argv[2:]:
        settings = dict(pair.split("=", 1) for pair in setting.split(","))
        found = digest(program, settings)
        print(setting, found)
        wrong += found != expected
    sys.exit(f"{wrong} settings differ from one thread's {expected}" if wrong else 0)


if __name__ == "__main__":
    main()

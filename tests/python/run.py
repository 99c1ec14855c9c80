#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs pytest with the modules that it needs, or says which are missing and skips: run.py FILE..."""
import importlib.util
import os
import sys

MODULES = ("numpy", "scipy", "pytest")


def main():
    missing = [name for name in MODULES if importlib.util.find_spec(name) is None]
    if missing:
        print(f"skipped: {sys.executable} has no {', '.join(missing)}; on Debian: apt install "
              f"{' '.join('python3-' + name for name in missing)}")
        return 77
    import pytest
    os.chdir(os.path.dirname(os.path.abspath(__file__)))
    return pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The library as it is built: what it exports, what it is linked to, how it calls itself.

    test_exports.py LIBRARY HEADER NAMES
"""
import re
import subprocess
import sys
import unittest

LIBRARY, HEADER, NAMES = sys.argv[1:4]
SYSTEM = re.compile(r"^(libc|libm|libstdc\+\+|libgcc_s|ld-linux[^.]*|lib(a|t|ub)san)\.so\.\d+$")
SANITIZER = re.compile(r"^__(odr_)?([at]|ub)san")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(option):
    """Without versions, whose own names are absolute symbols."""
    lines = [line.split() for line in run("nm", "-D", option, LIBRARY).splitlines()]
    return {columns[-1].split("@")[0] for columns in lines if columns[-2] != "A"}


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Library(unittest.TestCase):
    def test_exports_are_the_kernels_of_the_manifests_and_the_functions_of_the_header(self):
        kernels = text_of(NAMES).split()
        self.assertEqual(len(kernels), 6 * 2 * 11)
        self.assertEqual(len(set(kernels)), len(kernels))
        declared = set(re.findall(r"^COLDCORE_KERNELS_EXPORT[^;(]*?(\w+)\(", text_of(HEADER), re.MULTILINE))
        self.assertGreaterEqual(len(declared), 3)
        exported = {s for s in symbols("--defined-only") if not SANITIZER.match(s)}
        self.assertEqual(exported, declared | set(kernels))

    def test_it_is_linked_to_the_runtime_at_most(self):
        needed = re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "-dW", LIBRARY))
        self.assertEqual([n for n in needed if not SYSTEM.match(n)], [])

    def test_it_imports_nothing_of_other_parts(self):
        imported = symbols("--undefined-only")
        self.assertEqual([s for s in imported if re.match(r"(dct|sparse|coldcore)_", s)], [])

    def test_it_has_no_code_of_other_parts(self):
        names = run("nm", "-C", LIBRARY)
        others = r"coldcore::(core|sdk|search|cli|conformance|incidence|layout|compose)::"
        self.assertIsNone(re.search(others, names))

    def test_its_soname_has_a_version(self):
        self.assertIn("[libcoldcore_kernels.so.0]", run("readelf", "-dW", LIBRARY))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

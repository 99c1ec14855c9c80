#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The library as it is built: what it exports, what it is linked to, how it calls itself.

    test_exports.py LIBRARY HEADER
"""
import re
import subprocess
import sys
import unittest

LIBRARY, HEADER = sys.argv[1:3]
SYSTEM = re.compile(
    r"^(libc|libm|libstdc\+\+|libgcc_s|ld-linux[^.]*|libfmt|lib(a|t|ub)san)\.so\.\d+$")
SANITIZER = re.compile(r"^__(odr_)?([at]|ub)san")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(option):
    """Without versions, whose own names are absolute symbols."""
    lines = [line.split() for line in run("nm", "-D", option, LIBRARY).splitlines()]
    return {columns[-1].split("@")[0] for columns in lines if columns[-2] != "A"}


class Library(unittest.TestCase):
    def test_exports_are_the_functions_of_the_header_and_no_others(self):
        with open(HEADER, encoding="utf-8") as file:
            declared = set(re.findall(r"^COMPOSE_EXPORT[^;(]*?(\w+)\(", file.read(), re.MULTILINE))
        self.assertGreaterEqual(len(declared), 11)
        self.assertEqual({s for s in symbols("--defined-only") if not SANITIZER.match(s)}, declared)

    def test_it_is_linked_to_the_runtime_and_fmt_at_most(self):
        needed = re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "-dW", LIBRARY))
        self.assertEqual([n for n in needed if not SYSTEM.match(n)], [])

    def test_it_imports_nothing_of_other_parts(self):
        imported = symbols("--undefined-only")
        self.assertEqual([s for s in imported if re.match(r"(dct|sparse|coldcore)_", s)], [])

    def test_it_has_no_code_of_other_parts(self):
        names = run("nm", "-C", LIBRARY)
        self.assertIsNone(re.search(r"coldcore::(core|sdk|search|cli|conformance|incidence)::", names))

    def test_its_soname_has_a_version(self):
        self.assertIn("[libcoldcore_compose.so.0]", run("readelf", "-dW", LIBRARY))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

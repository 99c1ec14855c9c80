#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The checker itself: changes of the headers that it lets pass, and those that it must not."""
import contextlib
import io
import os
import pathlib
import re
import shutil
import tempfile
import unittest

import check

CC = os.environ.get("CC", "cc")
GROWN_VIEW = (r"(  const coldcore_services \*services;\n)", r"\1  int64_t extra;\n")
MINOR_1 = (r"ABI_MINOR 0", "ABI_MINOR 1")
MAJOR_2 = (r"ABI_MAJOR 1", "ABI_MAJOR 2")
STEPS = "| 1.0 | |\n| 1.1 | |\n| 2.0 | |\n"


@unittest.skipUnless(shutil.which("abidiff"), "abidiff is missing (Debian: abigail-tools)")
class Changes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.records = self.folder / "records"
        self.records.mkdir()
        self.include = self.folder / "include"
        self.steps = self.folder / "steps.md"
        self.steps.write_text(STEPS)
        shutil.copytree(check.ROOT / "plugin_api" / "include", self.include)
        self.edit((r"ABI_MAJOR \d+", "ABI_MAJOR 1"), (r"ABI_MINOR \d+", "ABI_MINOR 0"))
        self.assertEqual(self.run_check("--record"), (0, ""))

    def edit(self, *edits, header="plugin.h"):
        path = self.include / "coldcore" / header
        text = path.read_text()
        for pattern, replacement in edits:
            text, count = re.subn(pattern, replacement, text, count=1)
            self.assertEqual(count, 1, pattern)
        path.write_text(text)

    def run_check(self, *more):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = check.main(["--include", str(self.include), "--records", str(self.records),
                               "--steps", str(self.steps), "--cc", CC, *more])
        return code, out.getvalue()

    def assert_refused(self, *words, options=()):
        code, out = self.run_check(*options)
        self.assertEqual(code, 1, out)
        for word in words:
            self.assertIn(word, out)

    def test_nothing_changed(self):
        self.assertEqual(self.run_check(), (0, ""))

    def test_growth_needs_a_minor_version(self):
        self.edit(GROWN_VIEW)
        self.assert_refused("new minor version", "coldcore_view", "extra")

    def test_growth_with_a_minor_version_and_its_record_passes(self):
        self.edit(GROWN_VIEW, MINOR_1)
        self.assert_refused("1.1, of which there is no record")
        self.assertEqual(self.run_check("--record"), (0, ""))
        self.assertEqual(self.run_check(), (0, ""))

    def test_a_minor_version_is_no_excuse(self):
        self.edit((r"  int32_t mu; ", "  int32_t extra;\n  int32_t mu; "), MINOR_1)
        self.assert_refused("incompatible with version 1.0", "coldcore_view", options=["--record"])
        self.assertFalse((self.records / "1.1.abi").exists())

    def test_a_major_version_announces_anything(self):
        self.edit((r"  int32_t mu; .*\n", ""), MAJOR_2)
        self.assert_refused("2.0, of which there is no record")
        self.assertEqual(self.run_check("--record"), (0, ""))

    def test_incompatible_changes_need_a_major_version(self):
        for name, pattern, replacement in [
                ("a member inserted", r"  int32_t mu; ", "  int32_t extra;\n  int32_t mu; "),
                ("a member removed", r"  int32_t mu; .*\n", ""),
                ("two members swapped", r"(  int32_t n; .*\n)(  int32_t R; .*\n)", r"\2\1"),
                ("a member narrowed", r"  int64_t nwords;", "  int32_t nwords;"),
                ("a sign lost", r"  int32_t source_low;", "  uint32_t source_low;"),
                ("an array enlarged", r"ax\[COLDCORE_MAX_N\]", "ax[32]"),
                ("a code renumbered", r"E_AXIS = -2,", "E_AXIS = -22,"),
                ("a limit moved", r"MAX_LAYERS 64", "MAX_LAYERS 128"),
                ("a parameter widened", r"\(\*coldcore_validate_fn\)\(int n", "(*coldcore_validate_fn)(long n"),
                ("a parameter added", r"\(\*coldcore_bind_fn\)\(", "(*coldcore_bind_fn)(void *ctx, "),
                ("another result", r"int \(\*coldcore_covers_fn\)", "char (*coldcore_covers_fn)"),
        ]:
            with self.subTest(name):
                original = (self.include / "coldcore" / "plugin.h").read_text()
                self.edit((pattern, replacement))
                self.assert_refused("new MAJOR version")
                (self.include / "coldcore" / "plugin.h").write_text(original)

    def test_the_hosts_side_counts_too(self):
        self.edit((r"  int32_t abi_major; .*\n", ""), header="coldcore.h")
        self.assert_refused("new MAJOR version", "coldcore_listing")

    def test_what_the_probe_forgets_is_named(self):
        self.edit((r"COLDCORE_PLUGIN_OK = 0,", "COLDCORE_PLUGIN_OK = 0,\n  COLDCORE_PLUGIN_MAYBE = 1,"))
        self.assert_refused("probe.c", "COLDCORE_PLUGIN_MAYBE")

    def test_a_version_needs_its_line(self):
        self.steps.write_text("| 0.9 | |\n")
        self.assert_refused("no line for version 1.0")


if __name__ == "__main__":
    unittest.main()

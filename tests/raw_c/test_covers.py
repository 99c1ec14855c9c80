#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Covers by the balls of prefix.c: they tile the space, so the smallest cover has one word for each."""
import json
import os
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["COLDCORE_PROGRAM"]


def run(folder, *arguments):
    return subprocess.run([PROGRAM, *arguments, "--json"], cwd=folder, check=True, timeout=60,
                          stdout=subprocess.PIPE, text=True).stdout


class PlainCFamily(unittest.TestCase):
    def smallest_cover(self, axes, radius, mu=1):
        with tempfile.TemporaryDirectory() as folder:
            solved = json.loads(run(folder, "solve", "prefix", "--axes", axes, "-R", str(radius),
                                    "--mu", str(mu), "--iterations", "1000", "--out", "cover"))
            verified = json.loads(run(folder, "verify", "cover"))
        self.assertTrue(verified["cover"])
        return solved["size"]

    def test_one_word_for_each_box(self):
        self.assertEqual(self.smallest_cover("3,2,4", 2), 4)
        self.assertEqual(self.smallest_cover("2,5,3,2", 1), 30)

    def test_radius_n_is_one_box(self):
        self.assertEqual(self.smallest_cover("4,3", 2), 1)

    def test_radius_0_takes_every_word(self):
        self.assertEqual(self.smallest_cover("2^3", 0), 8)

    def test_two_words_for_each_box(self):
        self.assertEqual(self.smallest_cover("3,2,4", 2, mu=2), 8)


if __name__ == "__main__":
    unittest.main()

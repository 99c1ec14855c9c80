#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What solve, verify and plan say of a family that breaks the contract: whose fault it is, and how to find it."""
import os
import shutil
import unittest

from cli_case import INTERNAL, PLUGIN, CliCase

BAD_PLUGINS = os.environ["COLDCORE_BAD_PLUGINS"]


class BrokenFamily(CliCase):
    def refused_with(self, family, code, *arguments, says):
        """With this one of the bad plugins alone: they have one id."""
        plugin = shutil.copy(os.path.join(BAD_PLUGINS, family + ".so"), self.folder)
        environment = dict(os.environ, COLDCORE_PLUGIN_PATH=self.folder)
        out, err = self.run_to(code, *arguments, env=environment)
        self.assertEqual(err.count("\n"), 1, err)
        self.assertIn(says, err)
        self.assertIn(f"'coldcore plugin check {plugin}'", err)
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".cover")], [])
        return out

    def test_a_positive_answer_of_validate(self):
        for command in (("solve",), ("plan",), ("verify",)):
            words = [self.write("words.txt", "000\n")] if command == ("verify",) else []
            out = self.refused_with("says_true", PLUGIN, *command, "says_true", "--axes", "2^3", "-R", "1", *words,
                                    says="says_true_validate returned 1; it must be 0 or a negative code")
            self.assertEqual(out, "")

    def test_more_planes_than_there_are(self):
        for command in ("solve", "plan"):
            out = self.refused_with("any_radius", PLUGIN, command, "any_radius", "--axes", "2^3", "-R", "5000",
                                    says="any_radius_validate asks for 5001 planes, but 1..64 are possible")
            self.assertEqual(out, "")

    def test_a_driver_that_contradicts_the_definition(self):
        # The driver lets a word cover all 8, the definition all but the one opposite to it.
        self.refused_with("too_much_for_definition", INTERNAL, "solve", "too_much_for_definition", "--axes", "2^3",
                          "-R", "3", "--time", "5", "--quiet",
                          says="the search took 1 word for a cover and the recount does not: 1 word without coverage")


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""examples/instances/generate.py: the program takes what it writes, and it refuses what would be none."""
import pathlib
import subprocess
import sys
import unittest

from cli_case import BAD_INPUT, COVER, CliCase

GENERATE = pathlib.Path(__file__).parents[2] / "examples" / "instances" / "generate.py"


def generate(*arguments):
    return subprocess.run([sys.executable, GENERATE, *map(str, arguments)], capture_output=True, text=True,
                          check=False)


class Generate(CliCase):
    def test_the_smallest_instances_of_each_kind_are_taken(self):
        for arguments, name in ((("cyc", 2), "or"), (("clr", 7), "or"), (("sts", 9), "sts"), (("sts", 45), "sts"),
                                (("random", 1, 2, 2, 0), "or"), (("random", 6, 4, 24, 5), "or"),
                                (("rail", 1, 2, 2, 0), "rail"), (("rail", 6, 4, 12, 5), "rail")):
            with self.subTest(arguments=arguments):
                made = generate(*arguments)
                self.assertEqual((made.returncode, made.stderr), (0, ""))
                self.write("i", made.stdout)
                self.run_to(COVER, "solve", "setcover", "i", "--format", name, "--iterations", 1, "--overwrite")

    def test_parameters_that_give_no_instance_are_refused_in_one_line(self):
        for arguments in (("cyc", 0), ("cyc", 1), ("clr", 0), ("clr", 6), ("sts", 3), ("sts", 12), ("sts", 21),
                          ("random", 0, 5, 10, 1), ("random", 5, 1, 10, 1), ("random", 5, 4, 9, 1),
                          ("random", 5, 4, 21, 1), ("rail", 0, 5, 0, 1), ("rail", 5, 0, 10, 1), ("rail", 5, 4, 21, 1),
                          ("clr",), ("clr", 7, 8), ("clr", "x"), ("clr", -7), ("knapsack", 3), ()):
            with self.subTest(arguments=arguments):
                made = generate(*arguments)
                self.assertEqual((made.returncode, made.stdout), (BAD_INPUT, ""))
                self.assertRegex(made.stderr, r"\Agenerate\.py: [^\n]+\n\Z")

    def test_help_is_no_refusal(self):
        made = generate("--help")
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.assertIn("sts N", made.stdout)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""coldcore solve design --group and coldcore solve setcover --group."""
import itertools
import json
import os
import unittest

from cli_case import BAD_INPUT, COVER, NO_COVER, CliCase

# The lines of the plane of order 3, points 1..13: {0 1 3 9} moved round.
PLANE = "".join(" ".join(str((x + shift) % 13 + 1) for x in (0, 1, 3, 9)) + "\n" for shift in range(13))


class DesignSymmetry(CliCase):
    def solve(self, vkt, *arguments, code=COVER):
        out, _ = self.run_to(code, "solve", "design", "--vkt", vkt, *arguments, "--json", "--out", "x.cover")
        return json.loads(out)

    def blocks(self):
        return [tuple(int(point) for point in line.split()) for line in self.words_in("x.cover")]

    def assert_covers(self, v, t, mu=1):
        count = dict.fromkeys(itertools.combinations(range(1, v + 1), t), 0)
        for block in self.blocks():
            for subset in itertools.combinations(sorted(block), t):
                count[subset] += 1
        self.assertGreaterEqual(min(count.values()), mu)

    def test_the_system_of_witt_on_22_points_is_a_union_of_orbits(self):
        result = self.solve("22,6,3", "--group", "cyclic 2x11", "--target", 77, "--iterations", 1000000)
        self.assertEqual((result["size"], result["status"]), (77, "optimal"))
        self.assert_covers(22, 3)
        turned = {x: x + 1 if x % 11 else x - 10 for x in range(1, 23)}
        blocks = set(self.blocks())
        self.assertEqual({tuple(sorted(turned[x] for x in block)) for block in blocks}, blocks)
        self.assertIn("# generator 1: points (1 2 3 4 5 6 7 8 9 10 11)(12 13 14 15 16 17 18 19 20 21 22)\n",
                      self.read("x.cover"))
        self.run_to(COVER, "verify", "x.cover")

    def test_a_design_that_is_never_written_out(self):
        # S(5,8,24): 735,471 blocks to choose from, 41 million entries.
        result = self.solve("24,8,5", "--group", "cyclic 23", "--group", "multiply 2 23", "--iterations", 100000)
        self.assertEqual((result["size"], result["status"]), (759, "optimal"))
        self.run_to(COVER, "verify", "x.cover")

    def test_random_groups(self):
        result = self.solve("16,4,3", "--group", "random", "--target", 140, "--iterations", 3000000)
        self.assertEqual(result["size"], 140)  # S(3,4,16)
        self.assert_covers(16, 3)

    def test_a_run_follows_from_its_seed(self):
        arguments = ("11,5,3", "--group", "random", "--iterations", 30000, "--seed", 5, "--overwrite")
        first = self.solve(*arguments)
        blocks = self.blocks()
        self.assertEqual(self.solve(*arguments)["size"], first["size"])
        self.assertEqual(self.blocks(), blocks)

    def test_multiplicity_and_distinct_blocks_are_kept(self):
        # Two copies of the Fano plane cover twice; without repetition there are other ways.
        result = self.solve("7,3,2", "--mu", 2, "--distinct", "--group", "cyclic", "--target", 14, "--iterations", 100000)
        self.assertEqual(result["size"], 14)
        self.assertEqual(len(set(self.blocks())), 14)
        self.assert_covers(7, 2, mu=2)

    def test_a_cover_from_elsewhere_is_improved(self):
        self.write("start.cover", "".join("{} {} {}\n".format(*block)
                                          for block in itertools.combinations(range(1, 8), 3)))
        result = self.solve("7,3,2", "--group", "cyclic", "--warm-start", "start.cover", "--iterations", 10000)
        self.assertEqual(result["size"], 7)
        self.write("part.cover", "1 2 3\n")  # No cover, so nothing to begin with.
        result = self.solve("7,3,2", "--group", "cyclic", "--warm-start", "part.cover", "--iterations", 10000,
                            "--overwrite")
        self.assertEqual(result["size"], 7)

    def test_a_file_of_generators(self):
        self.write("group.txt", "# the plane of order 3\ncyclic 13\nmultiply 3 13 # its multiplier\n")
        result = self.solve("13,4,2", "--group", "group.txt", "--iterations", 10000)
        self.assertEqual(result["size"], 13)

    def test_no_cover_as_small_as_asked(self):
        self.solve("8,4,3", "--group", "cyclic 5", "--target", 14, "--iterations", 20000, code=NO_COVER)

    def test_what_is_wrong_is_said_in_one_line(self):
        self.write("group.txt", "cyclic\n\npoints (1 9)\n")
        for vkt, group, message in (
                ("7,3,2", "group.txt", "group.txt:3: group 'points (1 9)': '9' is no point: they go from 1 to 7"),
                ("7,3,2", "turn", "group 'turn': 'turn' is neither a file nor 'points (1 2 3)(4 5)', 'cyclic', "
                 "'cyclic 13', 'cyclic 2x13', 'multiply 3 2x13' or, alone, random"),
                ("7,3,2", "cyclic 2x4", "group 'cyclic 2x4': 'cyclic 2x4': these cycles have 8 points, there are 7"),
                ("7,3,2", "multiply 7", "group 'multiply 7': 'multiply 7': 7 and the length 7 have a common factor"),
                ("60,20,3", "cyclic", "C(60,20,3): orbits are found among at most 4294967294 blocks and 3-subsets")):
            with self.subTest(group=group, vkt=vkt):
                out, err = self.run_to(BAD_INPUT, "solve", "design", "--vkt", vkt, "--group", group)
                self.assertEqual((out, err), ("", "coldcore: " + message + "\n"))
        self.assertEqual(os.listdir(self.folder), ["group.txt"])


class SetCoverSymmetry(CliCase):
    def test_the_lines_of_a_plane_block_each_other(self):
        # As a covering of its points by lines: 13 points, 4 on a line; orbits of (1 2 ... 13) are all or nothing.
        self.write("plane.txt", PLANE)
        out, _ = self.run_to(COVER, "solve", "setcover", "plane.txt", "--format", "sets", "--group", "cyclic",
                             "--iterations", 1000, "--json", "--out", "x.cover", "--quiet")
        # Beyond its group it gets smaller: four lines through a point cover all.
        self.assertEqual(json.loads(out)["size"], 4)
        out, _ = self.run_to(COVER, "solve", "setcover", "plane.txt", "--format", "sets", "--group", "multiply 3",
                             "--iterations", 1000, "--json", "--out", "y.cover", "--quiet")
        self.assertEqual(json.loads(out)["size"], 4)
        self.run_to(COVER, "verify", "y.cover")

    def test_costs_and_elements_from_zero(self):
        # Sets {0 1}, {2 3} and {1 2}, {3 0}: turning by two keeps them.
        self.write("ring.txt", "0 1\n2 3\n1 2\n3 0\n")
        out, _ = self.run_to(COVER, "solve", "setcover", "ring.txt", "--format", "sets", "--group",
                             "elements (0 2)(1 3)", "--iterations", 100, "--json", "--out", "x.cover", "--quiet")
        self.assertEqual(json.loads(out)["size"], 2)
        self.assertIn(self.words_in("x.cover"), (["1", "2"], ["3", "4"]))
        self.assertIn("# generator 1: elements (0 2)(1 3)\n", self.read("x.cover"))

    def test_a_permutation_of_many_elements_takes_a_long_line(self):
        # The sets {2i, 2i + 1}; all of them turn.
        count = 1500
        self.write("pairs.txt", "".join(f"{2 * i} {2 * i + 1}\n" for i in range(count)))
        line = "elements " + "".join("({} {})".format(*pair) for pair in ((2 * i, 2 * i + 2) for i in range(0, count, 2)))
        line += "".join("({} {})".format(*pair) for pair in ((2 * i + 1, 2 * i + 3) for i in range(0, count, 2)))
        self.write("group.txt", line + "\n")
        self.assertGreater(len(line), 10000)
        out, _ = self.run_to(COVER, "solve", "setcover", "pairs.txt", "--format", "sets", "--group", "group.txt",
                             "--iterations", 1000, "--json", "--out", "x.cover", "--quiet")
        self.assertEqual(json.loads(out)["size"], count)
        err = self.refused(BAD_INPUT, "solve", "setcover", "pairs.txt", "--format", "sets", "--quiet",
                           "--group", "elements (0 2)" + line[9:].replace("(0 2)", "").replace("(1 3)", ""),
                           says="...' does not keep coverage: set 1, {0 1}, would become {1 2}, which is no set")
        self.assertLess(len(err), 300)

    def test_what_is_wrong_is_said_in_one_line(self):
        self.write("plane.txt", PLANE)
        for group, message in (
                ("elements (1 2)", "group 'elements (1 2)' does not keep coverage: set 2, {2 3 5 11}, would become "
                 "{1 3 5 11}, which is no set"),
                ("random", "group 'random': what keeps a set cover instance is not known; give generators"),
                ("points (1 2)", "group 'points (1 2)': 'points (1 2)' is neither a file nor 'elements (1 2 3)(4 5)', "
                 "'cyclic', 'cyclic 13', 'cyclic 2x13', 'multiply 3 2x13'")):
            with self.subTest(group=group):
                out, err = self.run_to(BAD_INPUT, "solve", "setcover", "plane.txt", "--format", "sets", "--quiet",
                                       "--group", group)
                self.assertEqual((out, err), ("", "coldcore: " + message + "\n"))
        self.assertEqual(os.listdir(self.folder), ["plane.txt"])


if __name__ == "__main__":
    unittest.main()

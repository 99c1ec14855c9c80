# SPDX-License-Identifier: Apache-2.0
"""coldcore solve --group."""
import itertools
import json
import os
import unittest

from cli_case import BAD_INPUT, COVER, NO_COVER, CliCase


class Symmetry(CliCase):
    def solve(self, *arguments):
        return json.loads(self.run_to(COVER, "solve", "hamming", *arguments, "--json", "--out", "x.cover")[0])

    def test_the_tetracode_is_one_orbit_of_its_generators(self):
        result = self.solve("--axes", "3^4", "-R", 1, "--group", "translate 1110", "--group", "translate 0121",
                            "--time", 10)
        self.assertEqual((result["size"], result["status"]), (9, "optimal"))
        text = self.read("x.cover")
        self.assertIn("# generator 1: translate 1110\n# generator 2: translate 0121\n", text)
        words = set(self.words_in("x.cover"))
        for word, shift in itertools.product(words, ("1110", "0121")):
            self.assertIn("".join(str((int(a) + int(b)) % 3) for a, b in zip(word, shift)), words)
        self.run_to(COVER, "verify", "x.cover")

    def test_a_linear_code_covers_eight_ternary_digits_within_three(self):
        groups = [part for word in ("10221022", "21002112", "21021012") for part in ("--group", "translate " + word)]
        result = self.solve("--axes", "3^8", "-R", 3, *groups, "--target", 27, "--iterations", 1000)
        self.assertEqual(result["size"], 27)  # Best known: Keri's tables.

    def test_the_hexacode_covers_six_quaternary_digits_within_three(self):
        groups = [part for row in ("100111", "010123", "001132") for part in ("--group", "code gf4 " + row)]
        result = self.solve("--axes", "4^6", "-R", 3, *groups, "--target", 64, "--iterations", 1000)
        text = self.read("x.cover")
        self.assertIn("# generator 1: add 100111\n# generator 2: translate 200222\n", text)
        self.assertEqual(result["size"], 64)  # Its covering radius is 3.

    def test_a_run_follows_from_its_seed(self):
        arguments = ("--axes", "3^5", "-R", 1, "--group", "random", "--iterations", 30000, "--seed", 5, "--overwrite")
        first = self.solve(*arguments)
        words = self.words_in("x.cover")
        self.assertEqual(self.solve(*arguments)["size"], first["size"])
        self.assertEqual(self.words_in("x.cover"), words)

    def test_multiplicity_and_distinct_words_are_kept(self):
        result = self.solve("--axes", "2^4", "-R", 1, "--mu", 2, "--distinct", "--group", "symmetries", "--time", 2)
        words = self.words_in("x.cover")
        self.assertEqual(len(words), len(set(words)))
        self.assertGreaterEqual(result["size"], 8)  # OEIS A004045
        for point in itertools.product("01", repeat=4):
            near = [word for word in words if sum(a != b for a, b in zip(word, point)) <= 1]
            self.assertGreaterEqual(len(near), 2)

    def test_other_families_and_files_of_generators(self):
        self.write("group.txt", "# (1, 5) generates a perfect code of the 13 x 13 torus\ntranslate 15\n")
        out, _ = self.run_to(COVER, "solve", "lee", "--axes", "13^2", "-R", 2, "--group", "group.txt", "--time", 10)
        self.assertIn("13 words cover all 169 exactly once", out)

    def test_what_no_group_can_cover_is_seen(self):
        _, err = self.run_to(NO_COVER, "solve", "hamming", "--axes", "2^4", "-R", 1, "--mu", 6, "--distinct",
                             "--group", "random", "--time", 60)
        self.assertIn("no cover exists", err)

    def test_no_cover_as_small_as_asked(self):
        self.run_to(NO_COVER, "solve", "hamming", "--axes", "3^4", "-R", 1, "--group", "cyclic", "--target", 9,
                    "--iterations", 20000)

    def test_what_is_wrong_is_said_in_one_line(self):
        self.write("group.txt", "translate 111\n\ntranslate 11\n")
        self.write("empty.txt", "# nothing\n\n")
        self.refused(BAD_INPUT, "solve", "hamming", "--axes", "3^3", "-R", 1, "--group", "group.txt",
                     says="coldcore: group.txt:3: group 'translate 11': 'translate 11': character 3: ")
        for group, message in (
                ("turn", "group 'turn': 'turn' is neither a file nor 'axes (1 2)', 'digits 1 (0 1)', 'translate WORD', "
                 "'add WORD', 'code gf4 WORD' or, alone, random, symmetries, translations or cyclic"),
                ("code gf6 111", "group 'code gf6 111': 'code gf6': 'gf6' is no field such as gf4, of at most 16 elements"),
                ("add 113", "group 'add 113': 'add 113': character 3: digit 3 is too large for axis 3, which has size 3"),
                ("axes (1 9)", "group 'axes (1 9)': '9' is no axis: they go from 1 to 3"),
                ("empty.txt", "group: there is no generator in empty.txt")):
            with self.subTest(group=group):
                out, err = self.run_to(BAD_INPUT, "solve", "hamming", "--axes", "3^3", "-R", 1, "--group", group)
                self.assertEqual((out, err), ("", "coldcore: " + message + "\n"))
        os.mkfifo(self.path("pipe"))
        os.mkdir(self.path("folder"))
        for name in ("pipe", "folder", "/dev/zero"):
            self.refused(BAD_INPUT, "solve", "hamming", "--axes", "3^3", "-R", 1, "--group", name,
                         says=f"group: {name} is no ordinary file")
        self.write("binary", bytes(range(256)))
        err = self.refused(BAD_INPUT, "solve", "hamming", "--axes", "3^3", "-R", 1, "--group", "binary", says="binary:1: ")
        self.assertTrue(err[:-1].isprintable())
        self.write("many", "axes (1 2 3)\n" * 4097)
        self.refused(BAD_INPUT, "solve", "hamming", "--axes", "3^3", "-R", 1, "--group", "many",
                     says="many:4097: these are more than 4096 generators")
        self.refused(BAD_INPUT, "solve", "hamming", "--axes", "3^11", "-R", 4, "--group", "translations 1",
                     says="none of 64 random groups has few enough orbits to search among; more generators")
        out, err = self.run_to(BAD_INPUT, "solve", "lee", "--axes", "5^2", "-R", 1, "--group", "digits 1 (0 1)")
        self.assertEqual(out, "")
        self.assertRegex(err, r"^coldcore: group 'digits 1 \(0 1\)' does not keep coverage: \d\d covers .*\n$")
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("lee")], [])


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""coldcore verify: what it accepts, what it counts, and how it refuses."""
import itertools
import unittest

from cli_case import BAD_INPUT, COVER, FILE, MEMORY, NOT_A_COVER, PLUGIN, CliCase

CUBE = ("hamming", "--axes", "2^3", "-R", 1)


def ternary_hamming_code():
    """The 59,049 words of the ternary code of length 13 whose parity-check matrix has the 13 points of
    the projective plane of order 3 as columns, the unit vectors first."""
    points = [p for p in itertools.product(range(3), repeat=3) if next(filter(None, p), 0) == 1]
    units = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    others = [p for p in points if p not in units]
    words = []
    for info in itertools.product(range(3), repeat=10):
        syndrome = [sum(a * p[row] for a, p in zip(info, others)) for row in range(3)]
        check = [-s % 3 for s in syndrome]
        words.append("".join(map(str, check + list(info))))
    return words


def ball(word):
    """The word and all that differ from it in one ternary digit."""
    yield word
    for at, digit in enumerate(word):
        for other in "012":
            if other != digit:
                yield word[:at] + other + word[at + 1:]


class PerfectCode(CliCase):
    WORDS = ternary_hamming_code()

    def test_all_words_are_covered_exactly_once(self):
        self.write("code", "\n".join(self.WORDS) + "\n")
        out, err = self.run_to(COVER, "verify", "hamming", "--axes", "3^13", "-R", 1, "code")
        self.assertEqual(out, "hamming 3^13 R=1: 59,049 words cover all 1,594,323 exactly once "
                              "(verified)\n")
        self.assertEqual(err, "")

    def test_without_one_word_its_ball_is_named(self):
        missing = self.WORDS[12_345]
        self.write("code", "\n".join(w for w in self.WORDS if w != missing))
        out, _ = self.run_to(NOT_A_COVER, "verify", "hamming", "--axes", "3^13", "-R", 1, "code")
        self.assertIn("59,048 words are no cover: 27 of 1,594,323 words are uncovered\n", out)
        named = [line.strip() for line in out.splitlines() if line.startswith("  ")]
        self.assertEqual(len(named), 27)
        self.assertEqual(set(named), set(ball(missing)))
        self.assertIn("covered 0 times: 27 words\ncovered 1 time: 1,594,296 words\n", out)


class Spellings(CliCase):
    def check_cover(self, content):
        self.write("code", content)
        out, err = self.run_to(COVER, "verify", *CUBE, "code")
        self.assertIn("2 words cover all 8 exactly once", out)
        self.assertEqual(err, "")

    def test_digits_numbers_line_ends_comments_and_blank_tails(self):
        for content in ("000\n111\n", "000\n111", "000\r\n111\r\n", "0 0 0\n1 1 1\n", "0,0,0\n1, 1, 1\n",
                        "# comment\n\n000\n# between\n111\n\n\n", "000\r\n111\r\n\r\n \t\r\n"):
            with self.subTest(content=content):
                self.check_cover(content)

    def test_the_file_may_name_the_problem(self):
        header = "# coldcore cover\n# problem: hamming\n# axes: 2^3\n# R: 1\n"
        self.write("code", header + "000\n111\n")
        self.assertIn("hamming 2^3 R=1: 2 words cover all 8", self.run_to(COVER, "verify", "code")[0])
        out, _ = self.run_to(NOT_A_COVER, "verify", "code", "--mu", 2)
        self.assertIn("hamming 2^3 R=1 mu=2: 2 words are no cover: 8 of 8 words are covered fewer than "
                      "2 times", out)
        self.run_to(COVER, "verify", "code", "-R", 2)

    def test_a_size_that_is_not_the_files_fails_and_a_missing_one_is_noted(self):
        self.write("code", "# coldcore cover\n# size: 3\n000\n111\n")
        out, err = self.run_to(NOT_A_COVER, "verify", *CUBE, "code")
        self.assertEqual(err, "coldcore: code: its comments speak of 3 words, it holds 2\n")
        self.assertIn("2 words cover all 8 exactly once", out)
        result = self.run_json(NOT_A_COVER, "verify", *CUBE, "code")
        self.assertEqual((result["cover"], result["contradicted"]), (True, ["size"]))
        self.write("code", "# coldcore cover\n# problem: hamming\n000\n111\n")
        self.assertIn("leave out what could have been checked: size", self.run_to(COVER, "verify", *CUBE, "code")[1])


class Refusals(CliCase):
    def check_refused(self, content, place, *says):
        self.write("code", content)
        self.refused(BAD_INPUT, "verify", *CUBE, "code", says=(f"coldcore: code:{place}: ", *says))

    def test_malformed_lines_with_file_line_and_column(self):
        self.check_refused("000\n112\n", "2:3", "digit 2 is too large for axis 3, which has size 2")
        self.check_refused("000\n11\n", "2:3", "2 digits where the word has 3")
        self.check_refused("000\r\n1111\r\n", "2:4", "4 digits where the word has 3")
        self.check_refused("000\n1-1\n", "2:2", "unexpected character '-'")
        self.check_refused("000\n1\0001\n", "2:2", "unexpected byte 0x00")
        self.check_refused("000\n1 2 1\n", "2:3", "digit 2 is too large")
        self.check_refused("000\n\n111\n", "3:1", "after the empty line 2")
        self.check_refused("0" * 5000, "1:4097", "longer than 4096 bytes")
        self.check_refused("# coldcore cover\n# R: x\n000\n", "2:6", '"x" is no value for "R"')

    def test_bad_axes_and_radii(self):
        self.write("code", "000\n")
        for axes, says in (("2^", "character 3"), ("2^3x", "character 4"), ("1^3", "character 1"),
                           ("16^11", "2^40"), ("2^17", "at most 16 axes")):
            with self.subTest(axes=axes):
                self.refused(BAD_INPUT, "verify", "hamming", "--axes", axes, "-R", 1, "code", says=says)
        self.refused(BAD_INPUT, "verify", "hamming", "--axes", "2^3", "-R", 99, "code",
                     says=("the radius", "the family takes"))

    def test_what_neither_file_nor_options_say(self):
        self.write("code", "000\n")
        self.refused(BAD_INPUT, "verify", "code", says=("code does not say what it covers", "--axes", "--vkt",
                                                        "--instance"))
        self.write("ours", "# coldcore cover\n000\n")
        self.refused(BAD_INPUT, "verify", "ours", says="give --axes")
        self.refused(BAD_INPUT, "verify", "code", "--axes", "2^3", says="family is not known")
        self.refused(BAD_INPUT, "verify", "hamming", "code", "--axes", "2^3", says="give it with -R")

    def test_files_that_cannot_be_read(self):
        self.refused(FILE, "verify", *CUBE, "none", says="cannot read none: No such file or directory")
        self.refused(FILE, "verify", *CUBE, self.folder, says="Is a directory")

    def test_an_unknown_family(self):
        self.write("code", "000\n")
        self.refused(PLUGIN, "verify", "nosuch", "--axes", "2^3", "-R", 1, "code", says="nosuch")

    def test_a_space_beyond_the_memory(self):
        self.write("code", "0" * 12)
        self.refused(MEMORY, "verify", "hamming", "--axes", "10^12", "-R", 1, "code",
                     says=("needs 2000000000000 bytes", "are available"))


class Multiplicities(CliCase):
    def test_a_word_may_occur_twice_unless_words_are_to_be_distinct(self):
        self.write("code", "000\n111\n# again\n111\n")
        out, _ = self.run_to(COVER, "verify", *CUBE, "code")
        self.assertIn("3 words cover all 8 (verified, each word covered 1..2 times)", out)
        self.assertIn("covered 1 time: 4 words\ncovered 2 times: 4 words\n", out)
        out, _ = self.run_to(NOT_A_COVER, "verify", *CUBE, "code", "--distinct")
        self.assertIn("111 is on line 2 and again on line 4 of code", out)

    def test_more_words_than_the_engine_holds(self):
        self.write("code", "000\n111\n" * 35_000)
        out, _ = self.run_to(COVER, "verify", *CUBE, "code", "--mu", 35_000)
        self.assertIn("70,000 words cover all 8 exactly 35,000 times (verified)", out)

    def test_counts_beyond_16_bits_are_said_to_be_more(self):
        self.write("code", "000\n" * 70_000 + "111\n")
        out, _ = self.run_to(COVER, "verify", *CUBE, "code")
        self.assertIn("each word covered 1..65,535 or more times", out)

    def test_a_hundred_uncovered_words_are_listed_and_the_rest_counted(self):
        self.write("code", "0" * 10 + "\n")
        out, _ = self.run_to(NOT_A_COVER, "verify", "hamming", "--axes", "2^10", "-R", 1, "code")
        self.assertIn("1 word is no cover: 1,013 of 1,024 words are uncovered", out)
        self.assertEqual(sum(line.strip().isdigit() for line in out.splitlines()), 100)
        self.assertIn("and 913 more", out)

    def test_an_empty_file_covers_nothing(self):
        self.write("code", "")
        out, _ = self.run_to(NOT_A_COVER, "verify", *CUBE, "code")
        self.assertIn("0 words are no cover: 8 of 8 words are uncovered", out)

    def test_json(self):
        self.write("code", "000\n110\n")
        result = self.run_json(NOT_A_COVER, "verify", *CUBE, "code")
        self.assertEqual(result["problem"],
                         {"family": "hamming", "axes": "2^3", "R": 1, "mu": 1, "distinct": False})
        self.assertEqual((result["size"], result["words"], result["cover"]), (2, 8, False))
        self.assertEqual(result["multiplicity"], {"min": 0, "max": 2, "saturated": False})
        self.assertEqual(result["histogram"], [[0, 2], [1, 4], [2, 2]])
        self.assertEqual(result["uncovered_count"], 2)
        self.assertEqual(set(result["uncovered"]), {"101", "011"})


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""coldcore solve design and verify of designs."""
import itertools
import json
import math
import os
import unittest

from cli_case import BAD_INPUT, COVER, MEMORY, NO_COVER, NOT_A_COVER, CliCase

FANO = ["1 2 3", "1 4 5", "1 6 7", "2 4 6", "2 5 7", "3 4 7", "3 5 6"]


def steiner_5_6_12():
    """Images of the squares modulo 11 with infinity under the fractional linear maps of PSL(2,11)."""
    points = list(range(11)) + [None]
    inverse = {x: pow(x, 9, 11) for x in range(1, 11)}

    def apply(a, b, c, d, x):
        top, bottom = (a, c) if x is None else ((a * x + b) % 11, (c * x + d) % 11)
        return None if bottom == 0 else top * inverse[bottom] % 11

    base = [None, 1, 3, 4, 5, 9]
    blocks = set()
    for a, b, c, d in itertools.product(range(11), repeat=4):
        if (a * d - b * c) % 11 == 1:
            blocks.add(tuple(sorted(points.index(apply(a, b, c, d, x)) + 1 for x in base)))
    return sorted(blocks)


def covers(blocks, v, t, mu=1):
    """Whether every t-subset lies in mu blocks, from the definition."""
    counts = dict.fromkeys(itertools.combinations(range(1, v + 1), t), 0)
    for block in blocks:
        for subset in itertools.combinations(sorted(block), t):
            counts[subset] += 1
    return min(counts.values()) >= mu


class Designs(CliCase):
    def blocks(self, name):
        return [tuple(map(int, line.split())) for line in self.words_in(name)]

    def test_fanos_plane_is_found_and_on_disk(self):
        out, err = self.run_to(COVER, "solve", "design", "--vkt", "7,3,2", "--time", 10)
        self.assertEqual(out, "C(7,3,2): 7 blocks cover all 21 2-subsets exactly once (verified); "
                              "at least 7 (Schonheim bound): optimal\ndesign-7,3,2.cover\n")
        self.assertEqual(err, "")
        self.assertTrue(covers(self.blocks("design-7,3,2.cover"), 7, 2))
        for line in ("# coldcore design", "# design: 7,3,2", "# mu: 1", "# blocks: multiset", "# size: 7",
                     "# seed: 1"):
            self.assertIn(line + "\n", self.read("design-7,3,2.cover"))
        self.assertIn("solve design --vkt 7,3,2", self.read("design-7,3,2.cover"))
        self.assertEqual(os.listdir(self.folder), ["design-7,3,2.cover"])
        self.assertIn("7 blocks cover all 21 2-subsets exactly once (verified)",
                      self.run_to(COVER, "verify", "design-7,3,2.cover")[0])

    def test_small_designs_of_known_size(self):
        for vkt, size in (((8, 4, 3), 14), ((9, 3, 2), 12), ((5, 3, 2), 4), ((6, 4, 2), 3), ((4, 4, 4), 1)):
            with self.subTest(vkt=vkt):
                name = ",".join(map(str, vkt))
                self.run_to(COVER, "solve", "design", "--vkt", name, "--target", size, "--time", 30,
                            "--out", "d", "--overwrite", "--quiet")
                self.assertEqual(len(self.blocks("d")), size)
                self.assertTrue(covers(self.blocks("d"), vkt[0], vkt[2]))

    def test_multisets_and_distinct_blocks(self):
        self.run_to(COVER, "solve", "design", "--vkt", "7,3,2", "--mu", 2, "--time", 10)
        blocks = self.blocks("design-7,3,2-mu2.cover")
        self.assertEqual(len(blocks), 14)
        self.assertTrue(covers(blocks, 7, 2, 2))
        self.run_to(COVER, "solve", "design", "--vkt", "6,3,2", "--mu", 2, "--distinct", "--time", 10)
        blocks = self.blocks("design-6,3,2-mu2-distinct.cover")
        self.assertEqual(len(set(blocks)), len(blocks))
        self.assertTrue(covers(blocks, 6, 2, 2))
        # Every pair of five points lies in three triples.
        self.refused(BAD_INPUT, "solve", "design", "--vkt", "5,3,2", "--mu", 4, "--distinct",
                     says="no cover exists: every 2-subset lies in 3 blocks and no more")

    def test_a_warm_start_of_the_steiner_system_5_6_12_is_optimal(self):
        blocks = steiner_5_6_12()
        self.assertEqual(len(blocks), 132)
        self.write("s", "".join(" ".join(map(str, b)) + "\n" for b in blocks))
        result = self.run_json(COVER, "solve", "design", "--vkt", "12,6,5", "--warm-start", "s", "--time", 10)
        self.assertEqual((result["size"], result["status"], result["known"]["lower"]), (132, "optimal", 132))
        self.assertEqual(result["problem"], {"kind": "design", "v": 12, "k": 6, "t": 5, "mu": 1,
                                             "distinct": False})
        self.assertEqual(set(self.blocks("design-12,6,5.cover")), set(blocks))

    def test_iterations_and_a_seed_fix_the_result_whatever_the_threads(self):
        for name, threads in (("a", 1), ("b", 3)):
            self.run_to(COVER, "solve", "design", "--vkt", "10,5,3", "--iterations", 3000, "--seed", 5,
                        "--out", name, "--threads", threads)
        self.assertEqual(self.blocks("a"), self.blocks("b"))

    def test_a_run_goes_on_from_its_checkpoint(self):
        arguments = ("solve", "design", "--vkt", "10,5,3", "--iterations", 300)
        first = self.run_json(COVER, *arguments, "--seed", 4)
        again = self.run_json(COVER, *arguments, "--resume", "--log", "log")
        self.assertEqual((again["resumptions"], again["seed"]), (1, 5))
        self.assertLessEqual(again["size"], first["size"])
        lines = [json.loads(line) for line in self.read("log").splitlines()]
        self.assertEqual(lines[0]["problem"]["v"], 10)
        self.assertEqual((lines[0]["event"], lines[-1]["event"]), ("start", "end"))
        self.assertEqual((lines[0]["seed"], lines[-1]["seed"]), (5, 5))

    def test_other_files_are_not_replaced(self):
        self.write("d", "1 2 3\n")
        self.refused(BAD_INPUT, "solve", "design", "--vkt", "7,3,2", "--out", "d",
                     says=("does not say that it is for C(7,3,2)", "--overwrite"))
        self.run_to(COVER, "solve", "design", "--vkt", "9,3,2", "--time", 5, "--out", "e")
        self.refused(BAD_INPUT, "solve", "design", "--vkt", "9,3,2", "--mu", 2, "--out", "e",
                     says="e exists and is a cover of the design C(9,3,2), not of the design C(9,3,2) mu=2")
        self.refused(BAD_INPUT, "solve", "design", "--vkt", "8,4,3", "--out", "e",
                     says="e exists and is a cover of the design C(9,3,2), not of the design C(8,4,3)")

    def test_warm_starts_of_other_problems_are_refused(self):
        fano = "\n".join(FANO) + "\n"
        solve = ("solve", "design", "--vkt", "7,3,2", "--iterations", 1, "--overwrite", "--quiet")
        for header in ("", "# mine\n", "# coldcore design\n", "# coldcore design\n# design: 7,3,2\n# mu: 2\n",
                       "# coldcore design\n# design: 7,3,2\n# mu: 1\n# blocks: set\n"):
            self.write("w", header + fano)
            self.run_to(COVER, *solve, "--warm-start", "w")
        for header, stated in (("# coldcore design\n# design: 8,3,2\n", "the design C(8,3,2)"),
                               ("# coldcore cover\n# problem: hamming\n# axes: 9^3\n# R: 1\n", "hamming 9^3 R=1"),
                               ("# coldcore set cover\n# instance: a/i\n", "the set cover instance i")):
            with self.subTest(stated=stated):
                self.write("w", header + fano)
                self.refused(BAD_INPUT, *solve, "--warm-start", "w",
                             says=f"w is a cover of {stated}, not of the design C(7,3,2)")

    def test_blanks_do_for_commas(self):
        for vkt in ("7 3 2", "7, 3, 2", "7 ,3  2"):
            out, _ = self.run_to(COVER, "solve", "design", "--vkt", vkt, "--time", 5, "--overwrite")
            self.assertIn("C(7,3,2): 7 blocks", out)
        for vkt in ("7,,3,2", "7 3", "7 3 2 ,"):
            self.refused(BAD_INPUT, "solve", "design", "--vkt", vkt, says="v,k,t look like 11,5,4")

    def test_designs_that_cannot_be(self):
        for vkt in ("7,3", "7,3,2,1", "3,7,2", "7,2,3", "7,3,0", "300,3,2", "x"):
            self.refused(BAD_INPUT, "solve", "design", "--vkt", vkt, says=vkt)
        self.refused(BAD_INPUT, "solve", "design", "--vkt", "99,50,2", says="blocks to choose from")
        # Too large for the memory, not for the program.
        self.refused(MEMORY, "solve", "design", "--vkt", "33,16,8",
                     says=(f"{math.comb(33, 16)} blocks with {math.comb(16, 8)} 8-subsets each need ", " bytes"))
        self.refused(BAD_INPUT, "solve", "design", "--vkt", "7,3,2", "--target", 6,
                     says="--target 6: C(7,3,2) needs at least 7 blocks (Schonheim bound)")
        self.run_to(BAD_INPUT, "solve", "design")
        self.run_to(BAD_INPUT, "solve", "hamming", "design", "--vkt", "7,3,2")

    def test_a_missed_target(self):
        _, err = self.run_to(NO_COVER, "solve", "design", "--vkt", "10,5,3", "--target", 14,
                             "--iterations", 100)
        self.assertIn("target 14 missed", err)


class Verify(CliCase):
    def test_files_from_elsewhere_count_points_from_1_or_0(self):
        self.write("one", "\n".join(FANO) + "\n")
        self.write("zero", "\r\n".join(" ".join(str(int(p) - 1) for p in b.split()) for b in FANO))
        for name in ("one", "zero"):
            out, err = self.run_to(COVER, "verify", "--vkt", "7,3,2", name)
            self.assertEqual(out, "C(7,3,2): 7 blocks cover all 21 2-subsets exactly once (verified)\n")
            self.assertEqual(err, "")

    def test_what_is_uncovered_is_listed(self):
        self.write("d", "\n".join(FANO[:-1]) + "\n")
        out, _ = self.run_to(NOT_A_COVER, "verify", "--vkt", "7,3,2", "d")
        self.assertIn("C(7,3,2): 6 blocks are no cover: 3 of 21 2-subsets are uncovered\n"
                      "  3 5\n  3 6\n  5 6\n", out)
        result = self.run_json(NOT_A_COVER, "verify", "--vkt", "7,3,2", "--mu", 2, "d")
        self.assertEqual((result["uncovered_count"], result["2-subsets"], result["cover"]), (21, 21, False))
        self.assertEqual(result["histogram"], [[0, 3], [1, 18]])

    def test_a_hundred_are_listed_and_the_rest_counted(self):
        self.write("d", "1 2 3 4 5\n")
        out, _ = self.run_to(NOT_A_COVER, "verify", "--vkt", "20,5,2", "d")
        self.assertEqual(sum(line.startswith("  ") and "more" not in line for line in out.splitlines()), 100)
        self.assertIn("and 80 more", out)

    def test_the_file_may_name_the_design(self):
        self.write("d", "# coldcore design\n# design: 7,3,2\n# blocks: set\n# size: 8\n"
                   + "\n".join(FANO + ["2 3 1"]) + "\n")
        out, _ = self.run_to(NOT_A_COVER, "verify", "d")
        self.assertIn("no cover by distinct blocks: 1 2 3 is on line 5 and again on line 12 of d", out)
        self.write("d", "# coldcore design\n# design: 7,3,2\n# size: 9\n" + "\n".join(FANO) + "\n")
        out, err = self.run_to(NOT_A_COVER, "verify", "d")
        self.assertEqual(err, "coldcore: d: its comments speak of 9 blocks, it holds 7\n")
        self.assertIn("7 blocks cover all 21 2-subsets", out)
        result = self.run_json(NOT_A_COVER, "verify", "d")
        self.assertEqual((result["cover"], result["contradicted"]), (True, ["size"]))
        self.write("d", "# coldcore design\n# design: 7,3,2\n" + "\n".join(FANO) + "\n")
        self.assertEqual(self.run_to(COVER, "verify", "d")[1],
                         "coldcore: d: its comments leave out what could have been checked: size\n")
        self.assertNotIn("contradicted", self.run_json(COVER, "verify", "d"))
        self.run_to(NOT_A_COVER, "verify", "d", "--mu", 2)

    def test_designs_far_too_large_to_search(self):
        blocks = [list(range(1, 51)), list(range(50, 100)), [1, *range(51, 100)]]
        self.write("d", "".join(" ".join(map(str, b)) + "\n" for b in blocks))
        out, _ = self.run_to(COVER, "verify", "--vkt", "99,50,1", "d")
        self.assertIn("C(99,50,1): 3 blocks cover all 99 1-subsets", out)

    def test_more_subsets_than_counters_fit_the_memory(self):
        # 150 over 10 counters would take 2 PB; the two blocks share 5 points, so 5-subsets at most.
        self.write("d", " ".join(map(str, range(1, 21))) + "\n" + " ".join(map(str, range(16, 36))) + "\n")
        result = self.run_json(NOT_A_COVER, "verify", "--vkt", "150,20,10", "d")
        covered = 2 * math.comb(20, 10)
        self.assertEqual(result["uncovered_count"], math.comb(150, 10) - covered)
        self.assertEqual(result["histogram"], [[0, math.comb(150, 10) - covered], [1, covered]])

    def test_a_recount_without_end_is_refused(self):
        for vkt, says in (("255,128,9", f"contain {math.comb(128, 9)} 9-subsets each"), ("255,128,60", "60-subsets")):
            self.write("d", " ".join(map(str, range(1, 129))) + "\n")
            self.refused(BAD_INPUT, "verify", "--vkt", vkt, "d", says=says)

    def test_a_stray_zero_is_where_the_complaint_points(self):
        self.write("d", "# coldcore design\n# design: 7,3,2\n1 2 7\n0 1 2\n")
        self.refused(BAD_INPUT, "verify", "d", says="d:4:1: there is no point 0: they go from 1 to 7")
        self.write("d", "1 2 7\n1 3 4\n0 1 2\n")
        self.refused(BAD_INPUT, "verify", "--vkt", "7,3,2", "d",
                     says="d:1:5: there is no point 7: they go from 0 to 6, as line 3 has a 0")

    def test_malformed_files(self):
        for content, place in (("1 2\n", "d:1:3"), ("1 2 8\n", "d:1:5"), ("0 1 7\n", "d:1:5"),
                               ("1 2 2\n", "d:1:1"), ("1 2 x\n", "d:1:5"), ("1 2 3 4\n", "d:1:7")):
            with self.subTest(content=content):
                self.write("d", content)
                self.refused(BAD_INPUT, "verify", "--vkt", "7,3,2", "d", says=place)
        self.write("d", "# coldcore design\n1 2 3\n")
        self.refused(BAD_INPUT, "verify", "d", says="give --vkt")
        self.run_to(BAD_INPUT, "verify", "--vkt", "7,3,2", "--axes", "3^4", "d")

    def test_options_of_another_kind_are_refused(self):
        self.write("d", "# coldcore design\n# design: 7,3,2\n# mu: 2\n" + "\n".join(FANO * 2) + "\n")
        self.run_to(COVER, "verify", "d")
        for options in (("--instance", "d"), ("--axes", "3^4", "-R", 1), ("-R", 1)):
            self.refused(BAD_INPUT, "verify", "d", *options, says="d: this is a cover of the design C(7,3,2) mu=2;")
        self.refused(BAD_INPUT, "verify", "hamming", "d", says="this is a cover of the design C(7,3,2) mu=2;")
        self.refused(BAD_INPUT, "verify", "d", "--format", "or", says="--format")
        self.write("p", "# coldcore cover\n# problem: hamming\n# axes: 2^3\n# R: 1\n000\n111\n")
        self.refused(BAD_INPUT, "verify", "p", "--vkt", "7,3,2",
                     says="p: this is a cover of hamming 2^3 R=1; --vkt cannot go with it")
        self.write("s", "# coldcore set cover\n# instance: i.txt\n1\n")
        self.refused(BAD_INPUT, "verify", "s", "--axes", "2^3",
                     says="s: this is a cover of the set cover instance i.txt;")


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""coldcore solve setcover and verify of its certificates."""
import gzip
import itertools
import json
import os
import random
import unittest

from cli_case import BAD_INPUT, COVER, FILE, NO_COVER, NOT_A_COVER, CliCase

# Columns {1,2} for 5, {2,3} for 6, {3} for 2, {1} for 1.
ROWS = "3 4\n5 6 2 1\n2\n1 4\n2\n1 2\n2\n2 3\n"
COLUMNS = "3 4\n5 2 1 2\n6 2 2 3\n2 1 3\n1 1 1\n"
TRIPLES = ("9 12\n1 2 3\n4 5 6\n7 8 9\n1 4 7\n2 5 8\n3 6 9\n1 5 9\n2 6 7\n3 4 8\n1 6 8\n2 4 9\n"
           "3 5 7\n")


def random_instance(seed, rows=12, columns=10):
    rng = random.Random(seed)
    sets = [set(rng.sample(range(rows), 4)) for _ in range(columns)]
    for row in range(rows):
        sets[rng.randrange(columns)].add(row)
    costs = [rng.randint(1, 9) for _ in sets]
    text = f"{rows} {columns}\n" + "".join(
        f"{cost} {len(s)} " + " ".join(str(row + 1) for row in sorted(s)) + "\n" for cost, s in zip(costs, sets))
    best = min(sum(costs[c] for c in chosen) for chosen in
               itertools.chain.from_iterable(itertools.combinations(range(columns), n)
                                             for n in range(1, columns + 1))
               if set().union(*(sets[c] for c in chosen)) == set(range(rows)))
    return text, best


class Results(CliCase):
    def test_the_cheapest_cover_is_found_and_on_disk(self):
        self.write("i", ROWS)
        out, err = self.run_to(COVER, "solve", "setcover", "i", "--time", 10)
        self.assertEqual(out, "i: 2 sets of cost 7 cover all 3 elements exactly once (verified); at least "
                              "7 (Lagrangian bound): optimal\nsetcover-i.cover\n")
        self.assertEqual(err, "coldcore: i: read as an OR-Library instance, row by row (--format or); --format "
                              "names another\n")
        text = self.read("setcover-i.cover")
        for line in ("# coldcore set cover", "# instance: i", "# format: or", "# mu: 1", "# sets: multiset",
                     "# size: 2", "# cost: 7", "# seed: 1"):
            self.assertIn(line + "\n", text)
        self.assertRegex(text, r"# hash: fnv1a64 [0-9a-f]{16}\n")
        self.assertRegex(text, r"# command: .*coldcore solve setcover i --time 10\n")
        self.assertIn(self.words_in("setcover-i.cover"), (["1", "3"], ["2", "4"]))
        out, _ = self.run_to(COVER, "verify", "setcover-i.cover")
        self.assertEqual(out, "i: 2 sets of cost 7 cover all 3 elements exactly once (verified)\n")

    def test_every_format_and_gzip(self):
        for name, content, options in (("r", ROWS, ()), ("c", COLUMNS, ()), ("t", TRIPLES, ()),
                                       ("s", "1 2 3\n2 3\n# all\n3 1 4\n", ()),
                                       ("s2", "1 2\n2\n2 1\n", ("--format", "sets")),
                                       ("r2", ROWS.replace("\n", "\r\n"), ()),
                                       ("z", gzip.compress(COLUMNS.encode()), ())):
            with self.subTest(name=name):
                self.write(name, content)
                _, err = self.run_to(COVER, "solve", "setcover", name, "--time", 5, "--quiet", *options)
                self.assertEqual(err, "")
                self.run_to(COVER, "verify", f"setcover-{name}.cover")

    def test_a_detected_format_is_said(self):
        self.write("c", "1\n2\n3\n")
        for content, name, words in ((ROWS, "or", "an OR-Library instance"), (COLUMNS, "rail", "a rail instance"),
                                     (TRIPLES, "sts", "Steiner triples"), ("1 2 3\n", "sets", "one set a line")):
            with self.subTest(name=name):
                self.write("i", content)
                solve = ("solve", "setcover", "i", "--iterations", 1, "--overwrite", "--json")
                out, err = self.run_to(COVER, *solve)
                self.assertRegex(err, rf"i: read as {words}.* \(--format {name}\); --format names another\n")
                self.assertEqual(json.loads(out)["problem"]["format"], name)
                _, err = self.run_to(COVER, *solve, "--format", name)
                self.assertNotIn("read as", err)
                _, err = self.run_to(COVER, "verify", "setcover-i.cover")  # Which says it.
                self.assertEqual(err, "")
        self.write("i", ROWS)
        _, err = self.run_to(COVER, "verify", "c", "--instance", "i")
        self.assertIn("(--format or)", err)

    def test_random_instances_are_solved_to_their_optimum(self):
        for seed in range(12):
            with self.subTest(seed=seed):
                text, best = random_instance(seed)
                self.write("i", text)
                result = self.run_json(COVER, "solve", "setcover", "i", "--format", "rail", "--target", best,
                                       "--time", 20, "--overwrite", "--out", "o", "--quiet")
                self.assertEqual(result["cost"], best)
                self.assertLessEqual(result["known"]["lower"], best)
                self.assertEqual(self.run_json(COVER, "verify", "o")["cost"], best)

    def test_steiner_triples_of_nine_points_need_five(self):
        self.write("t", TRIPLES)
        result = self.run_json(COVER, "solve", "setcover", "t", "--target", 5, "--time", 10)
        self.assertEqual(result["size"], 5)
        self.assertNotIn("cost", result)
        self.assertEqual(result["problem"]["elements"], 12)

    def test_coverings_twice_and_distinct(self):
        self.write("i", "# three pairs\n1 2\n2 3\n3 1\n1 2 3\n")
        result = self.run_json(COVER, "solve", "setcover", "i", "--mu", 2, "--time", 5)
        self.assertEqual(result["size"], 2)  # The last one twice.
        self.assertEqual(self.words_in("setcover-i-mu2.cover"), ["4", "4"])
        result = self.run_json(COVER, "solve", "setcover", "i", "--mu", 2, "--distinct", "--time", 5)
        self.assertEqual(result["size"], 3)
        self.assertEqual(len(set(self.words_in("setcover-i-mu2-distinct.cover"))), 3)
        self.refused(BAD_INPUT, "solve", "setcover", "i", "--mu", 4, "--distinct",
                     says="no cover exists: element 1 is in 3 sets, but has to be covered 4 times")

    def test_elements_from_zero_are_named_so(self):
        self.write("i", "0 1\n1 2\n3 4 0\n")
        self.run_to(COVER, "solve", "setcover", "i", "--format", "sets", "--time", 5)
        self.write("c", "1\n")
        out, _ = self.run_to(NOT_A_COVER, "verify", "--instance", "i", "--format", "sets", "c")
        self.assertIn("1 set is no cover: 3 of 5 elements are uncovered\n  2\n  3\n  4\n", out)

    def test_oddities_are_noted_unless_quiet(self):
        self.write("i", "3 4\n1 2 1 2\n1 0\n1 3 3 3 3\n1 2 1 2\n")
        _, err = self.run_to(COVER, "solve", "setcover", "i", "--time", 5)
        self.assertIn("i: entries that a line or list repeats are merged, first in column 3", err)
        self.assertIn("i: empty sets, which are never used: 1 of 4, first set 2", err)
        self.assertIn("i: sets that equal an earlier one: 1 of 4, first set 4 equals set 1", err)
        _, err = self.run_to(COVER, "solve", "setcover", "i", "--time", 5, "--quiet")
        self.assertEqual(err, "")

    def test_the_log_and_the_checkpoint(self):
        text, _ = random_instance(99, 60, 16)
        self.write("i", text)
        arguments = ("solve", "setcover", "i", "--iterations", 50, "--log", "log", "--format", "rail")
        first = self.run_json(COVER, *arguments)
        lines = [json.loads(line) for line in self.read("log").splitlines()]
        self.assertEqual(lines[0]["problem"]["format"], "rail")
        costs = [line["cost"] for line in lines if line["event"] == "improved"]
        self.assertEqual(costs, sorted(set(costs), reverse=True))
        self.assertEqual(costs[-1], first["cost"])
        if first["status"] != "optimal":
            again = self.run_json(COVER, *arguments, "--resume")
            self.assertEqual(again["resumptions"], 1)
            self.assertLessEqual(again["cost"], first["cost"])

    def test_a_cheaper_cover_is_never_replaced_by_a_dearer_one(self):
        text, best = random_instance(5)
        self.write("i", text)
        arguments = ("solve", "setcover", "i", "--format", "rail", "--out", "c")
        self.run_to(COVER, *arguments, "--target", best, "--time", 20)
        before = self.read("c")
        self.run_to(COVER, *arguments, "--iterations", 1)
        self.assertEqual(self.read("c"), before)

    def test_a_warm_start_is_where_the_search_begins(self):
        self.write("i", ROWS)
        self.write("w", "2\n4\n")
        result = self.run_json(COVER, "solve", "setcover", "i", "--warm-start", "w", "--iterations", 1)
        self.assertEqual(result["cost"], 7)
        for header in ("# mine\n", "# coldcore set cover\n# instance: folder/i\n# format: or\n# mu: 3\n"):
            self.write("w", header + "2\n4\n")
            self.run_to(COVER, "solve", "setcover", "i", "--warm-start", "w", "--iterations", 1)
        for header, says in (("# coldcore set cover\n# instance: j\n", "is a cover of the set cover instance j, not of"),
                             ("# coldcore set cover\n# instance: i\n# hash: fnv1a64 0123456789abcdef\n",
                              "w is for i with another hash: the instance has changed since (hash 0123456789abcdef in"),
                             ("# coldcore design\n# design: 7,3,2\n", "is a cover of the design C(7,3,2), not of")):
            self.write("w", header + "2\n4\n")
            self.refused(BAD_INPUT, "solve", "setcover", "i", "--warm-start", "w", "--quiet", says=says)
        self.write("w", "2\n5\n")
        self.refused(BAD_INPUT, "solve", "setcover", "i", "--warm-start", "w", "--quiet",
                     says="w:2:1: there is no set 5")


class Refusals(CliCase):
    def refuse(self, content, *says, options=()):
        self.write("i", content)
        self.refused(BAD_INPUT, "solve", "setcover", "i", *options, says=says)

    def test_malformed_instances_with_place_and_limit(self):
        self.refuse("1 2 3\n1 x\n", "i:2:3: unexpected character 'x'")
        self.refuse(COLUMNS.replace("2 2 3", "2 2 9"), "i:3:7: a row of column 2 is 9, but has to be 1..3",
                    options=("--format", "rail"))
        self.refuse(ROWS + "5\n", "i:9:1: 5 after the last of 3 rows", options=("--format", "or"))
        self.refuse("", "holds no numbers")
        self.refuse("1 1\n1\n1 1\n", "say with --format", "sets if each line is a set")
        self.refuse("2 3\n1 x\n", "i:2:3")

    def test_a_cost_of_zero_is_named(self):
        for content in (ROWS, COLUMNS):
            self.refuse(content.replace("5", "0", 1), "the cost of column 1 is 0, but has to be 1..2147483647",
                        "--format names another, sets if each line is a set")
        self.refuse("2 3\n0 1 1\n1\n1\n1\n9\n", "the cost of column 1 is 0")

    def test_an_element_in_no_set_is_named_before_the_search(self):
        self.refuse("1 2 3\n5 6 2 3 1\n", "element 4 is in 0 sets")
        self.refuse("1 2 900000000\n", "element 3 of 1..900000000 is in no set: no cover exists")

    def test_options_and_files_that_cannot_be(self):
        self.write("i", ROWS)
        self.refused(FILE, "solve", "setcover", "none", says="cannot read none")
        self.refused(BAD_INPUT, "solve", "setcover", self.folder, says="no ordinary file")
        self.refused(BAD_INPUT, "solve", "setcover", "i", "--target", 6, "--quiet",
                     says="--target 6: i needs at least cost 7 (Lagrangian bound)")
        self.run_to(BAD_INPUT, "solve", "setcover", "i", "--format", "xml")
        self.run_to(BAD_INPUT, "solve", "setcover")

    def test_the_instance_is_never_the_output(self):
        self.write("i", ROWS)
        self.refused(BAD_INPUT, "solve", "setcover", "i", "--out", "i", "--overwrite", says="is the instance")
        self.assertEqual(self.read("i"), ROWS)

    def test_cut_off_gzip(self):
        self.write("i.gz", gzip.compress(random_instance(1)[0].encode() * 50)[:-20])
        self.refused(FILE, "solve", "setcover", "i.gz", "--format", "rail", says="cannot read i.gz: the gzip")


class Verify(CliCase):
    def setUp(self):
        super().setUp()
        self.write("i", ROWS)

    def test_sets_from_elsewhere_count_from_1_or_0(self):
        for content in ("1\n3\n", "0\n2\n", "0 2", "1, 3\r\n", "# mine\n\n3\n1\n"):
            self.write("c", content)
            out, _ = self.run_to(COVER, "verify", "--instance", "i", "c")
            self.assertEqual(out, "i: 2 sets of cost 7 cover all 3 elements exactly once (verified)\n")

    def test_what_is_uncovered_is_listed(self):
        self.write("c", "4\n4\n")
        out, _ = self.run_to(NOT_A_COVER, "verify", "--instance", "i", "c")
        self.assertIn("i: 2 sets of cost 2 are no cover: 2 of 3 elements are uncovered\n  2\n  3\n", out)
        result = self.run_json(NOT_A_COVER, "verify", "--instance", "i", "c", "--distinct")
        self.assertEqual((result["cost"], result["cover"], result["uncovered"]), (2, False, ["2", "3"]))
        self.assertEqual(result["duplicate_lines"], [1, 2])
        self.assertEqual(result["elements"], 3)

    def test_a_certificate_finds_its_instance_and_no_other(self):
        os.mkdir(self.path("folder"))
        self.run_to(COVER, "solve", "setcover", "i", "--time", 5, "--out", "folder/c")
        self.run_to(COVER, "verify", "folder/c")
        os.rename(self.path("i"), self.path("folder/i"))
        self.run_to(COVER, "verify", "folder/c")  # Beside the certificate.
        os.rename(self.path("folder/i"), self.path("j"))
        self.refused(BAD_INPUT, "verify", "folder/c", says=("its instance i is not there", "--instance"))
        self.run_to(COVER, "verify", "folder/c", "--instance", "j")
        self.write("j", ROWS.replace("5 6 2 1", "5 6 2 9"))
        self.refused(BAD_INPUT, "verify", "folder/c", "--instance", "j",
                     says=("folder/c is a cover of the set cover instance i (hash ", "not of the set cover instance j"))

    def test_an_instance_that_has_changed_is_said_to_have(self):
        self.run_to(COVER, "solve", "setcover", "i", "--time", 5, "--out", "c")
        # The hash is told before what else is wrong: the second one has the wrong number of columns.
        for content in (ROWS.replace("5 6 2 1", "5 6 2 9"), "3 4\n5 6 2\n", "no instance at all\n", ""):
            self.write("i", content)
            self.refused(BAD_INPUT, "verify", "c", says="c is for i with another hash: the instance has changed since")
        self.write("i", ROWS.replace("5 6 2 1", "5 6 2 9"))
        self.refused(BAD_INPUT, "solve", "setcover", "i", "--out", "c", "--quiet",
                     says="c exists and is for i with another hash: the instance has changed since")

    def test_statements_that_are_not_so_fail(self):
        header = "# coldcore set cover\n# instance: i\n# format: or\n"
        for claims, wrong, says in (
                ("# size: 3\n# cost: 7\n", ["size"], "its comments speak of 3 sets, it holds 2"),
                ("# size: 2\n# cost: 8\n", ["cost"], "its comments speak of cost 8, it costs 7"),
                ("# size: 1\n# cost: 1\n", ["size", "cost"], "its comments speak of 1 set, it holds 2")):
            with self.subTest(claims=claims):
                self.write("c", header + claims + "1\n3\n")
                out, err = self.run_to(NOT_A_COVER, "verify", "c")
                self.assertIn(says, err)
                self.assertIn("2 sets of cost 7 cover all 3 elements", out)
                result = self.run_json(NOT_A_COVER, "verify", "c")
                self.assertEqual((result["cover"], result["contradicted"]), (True, wrong))

    def test_statements_that_are_missing_are_noted(self):
        header = "# coldcore set cover\n# instance: i\n# format: or\n"
        for claims, left_out in (("# size: 2\n# cost: 7\n", "hash"), ("# hash: fnv1a64 51e05a6476daad3b\n", "size, cost"),
                                 ("", "size, cost, hash")):
            self.write("c", header + claims + "1\n3\n")
            _, err = self.run_to(COVER, "verify", "c")
            self.assertRegex(err, f"^coldcore: c: its comments leave out .*: {left_out}.*\n$")
        self.write("c", "1\n3\n")  # From elsewhere.
        self.assertEqual(self.run_to(COVER, "verify", "c", "--instance", "i", "--format", "or")[1], "")

    def test_an_instance_that_changes_during_the_run_is_said_to_have(self):
        text, _ = random_instance(99, 60, 16)
        self.write("j", text)
        process = self.start("solve", "setcover", "j", "--format", "rail", "--time", 3, "--out", "c", "--log", "log",
                             "--quiet", "--target", 1000000)
        self.finish(process, COVER)  # Where nothing changes, nothing is said.
        rows, columns = 200, 600
        rng = random.Random(4)
        lines = [f"{rng.randint(1, 9)} 5 " + " ".join(map(str, sorted(rng.sample(range(1, rows + 1), 5))))
                 for _ in range(columns)]
        lines += [f"9 1 {row}" for row in range(1, rows + 1)]
        self.write("k", f"{rows} {columns + rows}\n" + "\n".join(lines) + "\n")
        process = self.start("solve", "setcover", "k", "--format", "rail", "--time", 4, "--out", "d", "--log", "m",
                             "--quiet")
        self.wait_for(lambda: os.path.exists(self.path("m")) and '"phase"' in self.read("m"), "the search to begin")
        with open(self.path("k"), "a", encoding="ascii") as file:
            file.write(" \n")  # The same numbers, another file.
        out, err = self.finish(process, COVER)
        self.assertRegex(err, r"^coldcore: k has changed during the run \(hash \w{16} then, hash \w{16} now\).*\n$")
        self.assertIn("verified", out)
        self.refused(BAD_INPUT, "verify", "d", says="d is for k with another hash: the instance has changed since")

    def test_malformed_certificates(self):
        for content, says in (("1\nx\n", "c:2:1"), ("1\n5\n", "c:2:1: there is no set 5"),
                              ("0\n4\n", "c:2:1: there is no set 4"),
                              ("# coldcore set cover\n# mu: 0\n1\n", "c:2:7")):
            with self.subTest(content=content):
                self.write("c", content)
                self.refused(BAD_INPUT, "verify", "--instance", "i", "c", says=says)
        self.write("c", "# coldcore set cover\n1\n")
        self.refused(BAD_INPUT, "verify", "c", says="give it with --instance")
        self.refused(FILE, "verify", "--instance", "i", "none", says="cannot read none")


if __name__ == "__main__":
    unittest.main()

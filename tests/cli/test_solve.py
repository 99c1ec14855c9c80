# SPDX-License-Identifier: Apache-2.0
"""coldcore solve: results, files, limits and what is refused before the search begins."""
import json
import os
import pty
import subprocess
import unittest

from cli_case import BAD_INPUT, COVER, FILE, NO_COVER, PLUGIN, PROGRAM, CliCase

SMALL = ("hamming", "--axes", "3^4", "-R", 1)
OPEN = ("hamming", "--axes", "3^5", "-R", 1)  # 27 words, more than its sphere covering bound.
NINE = "hamming-3^4-R1.cover"


class Results(CliCase):
    def test_a_cover_is_found_verified_and_on_disk(self):
        out, err = self.run_to(COVER, "solve", *SMALL, "--time", 10)
        self.assertIn("hamming 3^4 R=1: 9 words cover all 81 exactly once (verified); known ", out)
        self.assertEqual(out.splitlines()[-1], NINE)
        self.assertEqual(err, "")
        self.assertEqual(len(self.words_in(NINE)), 9)
        for line in ("# problem: hamming", "# axes: 3^4", "# R: 1", "# mu: 1", "# words: multiset",
                     "# size: 9", "# seed: 1"):
            self.assertIn(line + "\n", self.read(NINE))
        self.assertIn("9 words cover all 81", self.run_to(COVER, "verify", NINE)[0])

    def test_an_optimal_run_leaves_nothing_but_the_cover(self):
        self.run_to(COVER, "solve", *SMALL, "--time", 10)
        self.assertEqual(os.listdir(self.folder), [NINE])

    def test_json(self):
        result = self.run_json(COVER, "solve", *SMALL, "--time", 10, "--seed", 3)
        self.assertEqual(result["status"], "optimal")
        self.assertEqual(result["size"], 9)
        self.assertIs(result["verified"], True)
        self.assertEqual(result["multiplicity"], {"min": 1, "max": 1, "saturated": False})
        self.assertEqual(result["known"]["lower"], 9)
        self.assertEqual(result["file"], NINE)
        self.assertEqual(result["seed"], 3)

    def test_multisets_and_distinct_words(self):
        cube = ("hamming", "--axes", "2^4", "-R", 1, "--mu", 2, "--time", 10)
        self.run_to(COVER, "solve", *cube, "--target", 7)
        self.assertEqual(len(self.words_in("hamming-2^4-R1-mu2.cover")), 7)
        self.run_to(COVER, "solve", *cube, "--target", 8, "--distinct")
        words = self.words_in("hamming-2^4-R1-mu2-distinct.cover")
        self.assertEqual(len(words), 8)
        self.assertEqual(len(set(words)), 8)

    def test_iterations_and_a_seed_fix_the_result(self):
        for name, seed in (("a", 5), ("b", 5)):
            self.run_to(COVER, "solve", *OPEN, "--iterations", 3000, "--seed", seed, "--out", name)
        self.assertEqual(self.read("a"), self.read("b"))

    def test_a_missed_target_is_said_and_the_best_is_on_disk(self):
        # Nobody knows a cover of 72 words, and nobody has proved that there is none.
        out, err = self.run_to(NO_COVER, "solve", "hamming", "--axes", "3^6", "-R", 1, "--target", 72,
                               "--iterations", 2000)
        self.assertIn("words cover all 729 (verified", out)
        self.assertIn("target 72 missed: the iterations are used up", err)
        self.run_to(COVER, "verify", "hamming-3^6-R1.cover")

    def test_no_cover_at_all_is_said_and_leaves_no_file(self):
        out, err = self.run_to(NO_COVER, "solve", "hamming", "--axes", "3^10", "-R", 1, "--time", 0.01)
        self.assertEqual(out, "")
        self.assertIn("no cover found: the time is over", err)
        self.assertFalse(os.path.exists(self.path("hamming-3^10-R1.cover")))

    def test_a_warm_start_is_where_the_search_begins(self):
        self.run_to(COVER, "solve", *SMALL, "--time", 10, "--out", "nine")
        result = self.run_json(COVER, "solve", *SMALL, "--iterations", 1, "--warm-start", "nine")
        self.assertEqual(result["size"], 9)

    def test_names_that_are_no_utf_8(self):
        name = b"\xe9.cover"
        result = self.run_json(COVER, "solve", *SMALL, "--time", 10, "--out", os.fsdecode(name),
                               "--log", "log")
        self.assertEqual(result["file"], "\ufffd.cover")
        self.assertIn(name, os.listdir(os.fsencode(self.folder)))

    def test_the_log_tells_the_run(self):
        self.run_to(COVER, "solve", *SMALL, "--time", 10, "--log", "log")
        lines = [json.loads(line) for line in self.read("log").splitlines()]
        self.assertEqual(lines[0]["event"], "start")
        self.assertIn("solve hamming --axes 3^4", lines[0]["command"])
        self.assertEqual(lines[0]["problem"]["axes"], "3^4")
        self.assertEqual(lines[-1]["event"], "end")
        self.assertEqual(lines[-1]["size"], 9)
        sizes = [line["size"] for line in lines if line["event"] == "improved"]
        self.assertEqual(sizes, sorted(set(sizes), reverse=True))
        self.assertEqual(sizes[-1], 9)


class Terminal(CliCase):
    def stderr_on_a_terminal(self, *extra):
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        process = subprocess.Popen([PROGRAM, "solve", *map(str, OPEN), "--time", "0.5", *extra],
                                   cwd=self.folder, stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        text = b""
        try:
            while chunk := os.read(ours, 4096):
                text += chunk
        except OSError:  # The terminal's other end is gone.
            pass
        self.assertEqual(process.wait(60), COVER)
        return text.decode()

    def test_a_progress_line_is_written_over_and_cleared(self):
        text = self.stderr_on_a_terminal()
        self.assertRegex(text, r"\d s  \w+  .* uncovered  best .* steps/s  known ")
        self.assertTrue(text.endswith("\r\x1b[K"), text)
        self.assertNotIn("\n", text)

    def test_quiet_and_json_show_none(self):
        self.assertEqual(self.stderr_on_a_terminal("--quiet", "--out", "a"), "")
        self.assertEqual(self.stderr_on_a_terminal("--json", "--out", "b"), "")


class EarlierFiles(CliCase):
    def test_a_smaller_cover_is_never_replaced_by_a_larger_one(self):
        six = ("hamming", "--axes", "3^6", "-R", 1)
        self.run_to(COVER, "solve", *six, "--target", 75, "--time", 30, "--out", "best")
        before = self.read("best")
        size = len(self.words_in("best"))
        out, _ = self.run_to(COVER, "solve", *six, "--iterations", 1, "--out", "best")
        self.assertEqual(self.read("best"), before)
        self.assertIn(f"{size} words cover all 729", out)
        self.assertRegex(out, r"\nthis is the cover of an earlier run: no smaller one was found( \(best of this run: "
                              r"\d+ words\))?\nbest\n")
        result = self.run_json(COVER, "solve", *six, "--iterations", 1, "--out", "best")
        self.assertEqual((result["size"], result["earlier"]), (size, size))
        self.assertGreaterEqual(result.get("found", size), size)

    def test_an_earlier_cover_that_is_all_that_is_asked_for(self):
        self.run_to(COVER, "solve", *SMALL, "--time", 10)
        out, _ = self.run_to(COVER, "solve", *SMALL, "--time", 10)
        self.assertIn("\nthe cover of an earlier run suffices: nothing was searched\n", out)

    def test_a_larger_cover_is_replaced(self):
        self.run_to(COVER, "solve", *SMALL, "--iterations", 1, "--out", "c")
        text = self.read("c")
        whole = [f"{a}{b}{c}{d}" for a in "012" for b in "012" for c in "012" for d in "012"]
        header = [line for line in text.splitlines() if line.startswith("#")]
        self.write("c", "\n".join(header + whole) + "\n")
        out, _ = self.run_to(COVER, "solve", *SMALL, "--time", 10, "--out", "c")
        self.assertEqual(len(self.words_in("c")), 9)
        self.assertIn("\nsmaller than the cover of an earlier run, which was 81 words\n", out)

    def test_other_files_are_refused_before_the_search_unless_overwritten(self):
        cases = {"prose": "dear diary\n", "words": "0000\n", "empty": "",
                 "other": "# coldcore cover\n# problem: hamming\n# axes: 3^4\n# R: 2\n# mu: 1\n"
                          "# words: multiset\n0000\n1111\n2222\n",
                 "no cover": "# coldcore cover\n# problem: hamming\n# axes: 3^4\n# R: 1\n# mu: 1\n"
                             "# words: multiset\n0000\n"}
        for name, content in cases.items():
            with self.subTest(name=name):
                self.write(name, content)
                self.refused(BAD_INPUT, "solve", *SMALL, "--out", name, says=(name, "--overwrite"))
                self.assertEqual(self.read(name), content)
                self.run_to(COVER, "solve", *SMALL, "--out", name, "--overwrite", "--time", 10)
                self.assertEqual(len(self.words_in(name)), 9)

    def test_covers_of_other_problems_are_named(self):
        for name, content, stated in (
                ("radius", "# coldcore cover\n# problem: hamming\n# axes: 3^4\n# R: 2\n0000\n", "hamming 3^4 R=2"),
                ("axes", "# coldcore cover\n# problem: hamming\n# axes: 3^5\n# R: 1\n00000\n", "hamming 3^5 R=1"),
                ("mu", "# coldcore cover\n# problem: hamming\n# axes: 3^4\n# R: 1\n# mu: 2\n0000\n",
                 "hamming 3^4 R=1 mu=2"),
                ("design", "# coldcore design\n# design: 7,3,2\n1 2 3\n", "the design C(7,3,2)")):
            self.write(name, content)
            self.refused(BAD_INPUT, "solve", *SMALL, "--out", name,
                         says=f"{name} exists and is a cover of {stated}, not of hamming 3^4 R=1: choose")

    def test_folders_and_devices_are_refused(self):
        self.refused(BAD_INPUT, "solve", *SMALL, "--out", self.folder, says="no ordinary file")
        self.refused(BAD_INPUT, "solve", *SMALL, "--out", "/dev/null", "--overwrite",
                     says="no ordinary file")


class UpFront(CliCase):
    def test_more_words_than_the_engine_holds(self):
        # ceil(3^13 * 2 / 28)
        self.refused(BAD_INPUT, "solve", "hamming", "--axes", "3^13,2", "-R", 1,
                     says=("at least 113,881 words (sphere covering bound)", "at most 65,535"))
        self.refused(BAD_INPUT, "solve", "hamming", "--axes", "3^14", "-R", 1, says="at most 65,535")

    def test_a_target_just_within_the_engine_is_taken(self):
        self.run_to(NO_COVER, "solve", "hamming", "--axes", "3^13", "-R", 1, "--target", 59_049,
                    "--time", 0.01)

    def test_a_target_below_the_lower_bound(self):
        self.refused(BAD_INPUT, "solve", *SMALL, "--target", 8, says=("--target 8", "at least 9 words"))

    def test_options_that_make_no_sense(self):
        for extra in (("--mu", 0), ("--mu", 65_536), ("--time", -1), ("--iterations", 0), ("--seed", "x"),
                      ("--target", 0), ("--device", "abacus"), ("--threads", 0), ("--nonsense",)):
            with self.subTest(extra=extra):
                self.run_to(BAD_INPUT, "solve", *SMALL, *extra)
        self.run_to(BAD_INPUT, "solve", "hamming", "-R", 1)
        self.refused(BAD_INPUT, "solve", "hamming", "--axes", "3^4", "-R", 7, says="the radius")
        self.refused(BAD_INPUT, "solve", "hamming", "--axes", "11^2", "-R", 1, says="an axis size")

    def test_an_unknown_family(self):
        self.refused(PLUGIN, "solve", "nosuch", "--axes", "3^4", "-R", 1, says="nosuch")

    def test_warm_starts_that_cannot_be(self):
        self.refused(FILE, "solve", *SMALL, "--warm-start", "none", says="cannot read none")
        self.write("w", "0000\n000\n")
        self.refused(BAD_INPUT, "solve", *SMALL, "--warm-start", "w", says="w:2:4: ")
        self.write("w", "0000\n0000\n")
        self.refused(BAD_INPUT, "solve", *SMALL, "--distinct", "--warm-start", "w", says="on line 1 and")

    def test_warm_starts_of_other_problems(self):
        head = "# coldcore cover\n# problem: hamming\n"
        for rest, stated in (("# axes: 3,3,3,3\n# R: 2\n", "hamming 3^4 R=2"),
                             ("# axes: 3^3,2\n# R: 1\n", "hamming 3^3,2 R=1"),
                             ("# R: 0\n", "hamming R=0")):
            self.write("w", head + rest + "0000\n")
            self.refused(BAD_INPUT, "solve", *SMALL, "--warm-start", "w",
                         says=f"w is a cover of {stated}, not of hamming 3^4 R=1")
        for header in (head + "# axes: 3,3,3,3\n# R: 1\n# mu: 2\n", head, "# axes: 3^9\n", ""):
            self.write("w", header + "0000\n")
            self.run_to(COVER, "solve", *SMALL, "--warm-start", "w", "--time", 10, "--overwrite")

    def test_a_log_that_cannot_be_written(self):
        self.refused(FILE, "solve", *SMALL, "--log", "none/log", says="cannot write none/log")


class Checkpoints(CliCase):
    def test_a_run_goes_on_from_its_checkpoint(self):
        first = self.run_json(COVER, "solve", "hamming", "--axes", "3^6", "-R", 1, "--iterations", 2000,
                              "--seed", 4)
        self.assertEqual(first["resumptions"], 0)
        again = self.run_json(COVER, "solve", "hamming", "--axes", "3^6", "-R", 1, "--iterations", 2000,
                              "--resume")
        self.assertEqual(again["resumptions"], 1)
        self.assertEqual(again["seed"], 5)  # The first one's and the number of resumptions.
        self.assertGreater(again["iterations"], first["iterations"])
        self.assertGreater(again["elapsed"], first["elapsed"])
        self.assertLessEqual(again["size"], first["size"])

    def test_without_a_checkpoint_it_starts_afresh_and_says_so(self):
        _, err = self.run_to(COVER, "solve", *SMALL, "--resume", "--time", 10)
        self.assertIn(f"no checkpoint {NINE}.checkpoint: starting afresh", err)

    def test_a_damaged_checkpoint_is_refused_with_a_remedy(self):
        self.write(NINE + ".checkpoint", '{"format": "coldcore che')
        self.refused(BAD_INPUT, "solve", *SMALL, "--resume", says=("is damaged", "start without --resume"))

    def test_a_checkpoint_of_another_problem_is_refused(self):
        self.run_to(COVER, "solve", *OPEN, "--iterations", 1, "--out", "c")
        os.remove(self.path("c"))
        if not os.path.exists(self.path("c.checkpoint")):
            self.skipTest("the run ended optimal")
        self.refused(BAD_INPUT, "solve", *SMALL, "--out", "c", "--resume",
                     says="is for hamming 3^5 R=1, not for hamming 3^4 R=1")


if __name__ == "__main__":
    unittest.main()

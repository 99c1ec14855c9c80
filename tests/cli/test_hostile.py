# SPDX-License-Identifier: Apache-2.0
"""Input that was once taken for something it is not."""
import os
import signal
import subprocess
import unittest

from cli_case import BAD_INPUT, COVER, FILE, PROGRAM, CliCase

SOLVE = ("solve", "hamming", "--axes", "2^3", "-R", 1, "--quiet")


class Headers(CliCase):
    def header(self, *lines):
        return self.write("a.cover", "\n".join(
            ("# coldcore cover", "# problem: hamming", "# axes: 3^2", "# R: 1", *lines)) + "\n")

    def test_an_empty_file_covers_nothing_whatever_mu_it_states(self):
        for mu in ("0", "-1", "65536"):
            self.refused(BAD_INPUT, "verify", self.header(f"# mu: {mu}"), says=("a.cover:5:7", mu))

    def test_a_key_said_twice_is_refused(self):
        self.refused(BAD_INPUT, "verify", self.header("# axes: 3^1"), says=("a.cover:5:3", "axes"))


class Multiplicities(CliCase):
    def test_a_count_that_is_not_known_exactly_is_not_called_exact(self):
        self.write("many", "0\n" * 70000)
        out, _ = self.run_to(COVER, "verify", "hamming", "--axes", "2", "-R", 1, "many")
        self.assertIn("at least 65,535 times", out)
        self.assertTrue(self.run_json(COVER, "verify", "hamming", "--axes", "2", "-R", 1, "many")
                        ["multiplicity"]["saturated"])


class NowhereToComplain(CliCase):
    def test_a_complaint_that_cannot_be_written_changes_no_exit_code(self):
        for code, command in ((FILE, ("verify", "missing")), (FILE, ("solve", "setcover", "missing")),
                              (BAD_INPUT, ("plugin", "check", "missing"))):
            with self.subTest(command=command), open("/dev/full", "w", encoding="ascii") as full:
                done = subprocess.run([PROGRAM, *command], cwd=self.folder, stderr=full, check=False)
                self.assertEqual(done.returncode, code)

    def test_a_pipe_is_no_log(self):
        os.mkfifo(self.path("pipe"))
        self.refused(BAD_INPUT, *SOLVE, "--log", "pipe", says=("pipe", "name a file"))

    def test_a_pipe_is_no_warm_start(self):
        os.mkfifo(self.path("pipe"))
        self.refused(BAD_INPUT, *SOLVE, "--warm-start", "pipe", says=("pipe", "name a file"))


class Numbers(CliCase):
    def test_numbers_out_of_range_are_refused_and_not_bent_into_it(self):
        for option, value in (("--target", "9223372036854775808"), ("--seed", "-1"),
                              ("--seed", "18446744073709551616"), ("--time", "nan"),
                              ("--iterations", "99999999999999999999"), ("--threads", "1025")):
            _, err = self.run_to(BAD_INPUT, *SOLVE, option, value)
            self.assertIn(option, err)

    def test_a_memory_budget_that_is_none_is_bad_input_for_both_engines(self):
        for value in ("0", "-1", "abc", "nan"):
            for command in (SOLVE, ("solve", "design", "--vkt", "7,3,2")):
                _, err = self.run_to(BAD_INPUT, *command, env={**os.environ, "COLDCORE_HBM_BUDGET": value})
                self.assertIn(f'COLDCORE_HBM_BUDGET is "{value}"', err)
                self.assertEqual(err.count("\n"), 1, err)

    def test_threads_that_are_no_number_are_bad_input_for_both_engines(self):
        for value in ("0", "-1", "abc", "1025", "99999999999999999999"):
            for command in (SOLVE, ("solve", "design", "--vkt", "7,3,2")):
                _, err = self.run_to(BAD_INPUT, *command, env={**os.environ, "COLDCORE_THREADS": value})
                self.assertIn(f"COLDCORE_THREADS = '{value}'", err)

    def test_a_case_may_be_asked_for_before_the_file_and_more_than_once(self):
        _, err = self.run_to(BAD_INPUT, "plugin", "check", "--case", "covers-itself", "--case",
                             "loads-now", "absent.so")
        self.assertIn("absent.so", err)


class CommandLines(CliCase):
    def test_what_is_wrong_with_a_line_is_said_in_one(self):
        design = ("solve", "design", "--vkt", "7,3,2")
        for line, says in (((), "coldcore --help"), (("solve",), "coldcore solve --help"),
                           (("solve", "design"), "--vkt is required; see 'coldcore solve design --help'"),
                           (("solve", "setcover"), "FILE is required"), (("verify",), "coldcore verify --help"),
                           (("plugin",), "coldcore plugin --help"), ((*design, "--bogus"), "--bogus"),
                           ((*design, "more"), "more"), ((*design, "--threads", "0"), "--threads: '0'"),
                           ((*design, "--threads", "1\n2"), "--threads: '1?2'"), ((*design, "--time"), "--time"),
                           (("solve", "hamming", *design[1:]), "belong to no design and no set cover"),
                           (("solve", "setcover", "i", "--format", "xml"), "--format: xml not in"),
                           (("verify", "a", "b", "c"), "FILE")):
            with self.subTest(line=line):
                self.refused(BAD_INPUT, *line, says=says)

    def test_a_name_that_is_empty_is_none(self):
        design = ("solve", "design", "--vkt", "7,3,2")
        for line, says in (((*design, "--out", ""), "--out: it is empty"), ((*design, "--log", ""), "--log"),
                           ((*design, "--warm-start", ""), "--warm-start"), (("solve", "setcover", ""), "FILE"),
                           (("solve", "", "--axes", "3^2", "-R", 1), "FAMILY"), (("verify", ""), "FILE"),
                           (("verify", "--instance", "", "c"), "--instance"), (("plugin", "info", ""), "FAMILY"),
                           (("plan", "", "--axes", "3^2", "-R", 1), "FAMILY"), (("plugin", "check", ""), "FILE")):
            with self.subTest(line=line):
                self.refused(BAD_INPUT, *line, says=says)
        self.assertEqual(os.listdir(self.folder), [])


class Outputs(CliCase):
    def test_an_answer_that_cannot_be_written_is_no_success(self):
        with open("/dev/full", "w") as full:
            process = subprocess.run([PROGRAM, "plugin", "list"], stdout=full,
                                     stderr=subprocess.PIPE, text=True)
        self.assertEqual(process.returncode, FILE)
        self.assertIn("could not be written", process.stderr)

    def test_a_log_is_not_added_to_a_cover(self):
        self.run_to(COVER, *SOLVE, "--out", "a.cover")
        before = self.read("a.cover")
        self.refused(BAD_INPUT, *SOLVE, "--out", "b.cover", "--log", "a.cover", says="a.cover")
        self.assertEqual(self.read("a.cover"), before)
        self.refused(BAD_INPUT, *SOLVE, "--out", "c.cover", "--log", "c.cover", says="--log")

    def test_a_link_stays_a_link_and_its_file_gets_the_cover(self):
        os.symlink("real.cover", self.path("link.cover"))
        self.run_to(COVER, *SOLVE, "--out", "link.cover")
        self.assertTrue(os.path.islink(self.path("link.cover")))
        self.assertEqual(len(self.words_in("real.cover")), 2)

    def test_one_signal_ends_verify(self):
        os.mkfifo(self.path("pipe"))
        process = self.start("verify", "hamming", "--axes", "2^3", "-R", "1", "pipe")
        writer = os.open(self.path("pipe"), os.O_WRONLY)  # Returns once the program reads.
        process.send_signal(signal.SIGTERM)
        self.finish(process, -signal.SIGTERM)
        os.close(writer)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""coldcore campaign."""
import json
import os
import resource
import shlex
import signal
import unittest

from cli_case import BAD_INPUT, COVER, FILE, NO_COVER, CliCase

TETRACODE = ("hamming", "--axes", "3^4", "-R", 1)  # 9 words are a perfect code.
HARD = ("hamming", "--axes", "3^7", "-R", 1)  # 186 are known since 1989.


def children_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return [int(child) for child in file.read().split()]


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def limit_files_to_a_kilobyte():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


class Campaign(CliCase):
    def campaign(self, code, *arguments, **options):
        return self.run_json(code, "campaign", *arguments, "-o", "runs", **options)

    def log(self):
        """The header and the lines of the tries."""
        lines = [json.loads(line) for line in self.read("runs/campaign.jsonl").splitlines()]
        return lines[0], lines[1:]

    def tries(self):
        return [(line["problem"], line["try"]) for line in self.log()[1]]

    def start_long(self, **options):
        process = self.start("campaign", *HARD, "--try-time", 100, "--jobs", 2, "--time", 300, "-o", "runs", **options)
        self.addCleanup(process.kill)
        return process

    def wait_for_covers_of_tries(self, count):
        def there():
            folder = self.path("runs/tries")
            return os.path.isdir(folder) and sum(name.endswith(".cover") for name in os.listdir(folder)) >= count
        self.wait_for(there, "covers of tries")

    def test_help_has_examples(self):
        out, err = self.run_to(COVER, "campaign", "--help")
        self.assertIn("  coldcore campaign ", out)
        self.assertEqual(err, "")

    # --- What it finds ---

    def test_a_known_bound_is_met_and_no_less_is_looked_for(self):
        result = self.campaign(COVER, *TETRACODE, "--jobs", 2, "--time", 60)
        problem, = result["problems"]
        self.assertEqual((problem["size"], problem["target"], problem["reached"]), (9, 9, True))
        self.assertEqual(problem["verdict"], "met, none is smaller")
        self.assertEqual(sorted(os.listdir(self.path("runs"))), ["best-hamming-3^4-R1.cover", "campaign.jsonl"])
        self.run_to(COVER, "verify", problem["file"])
        header, tries = self.log()
        self.assertEqual((header["problems"][0]["problem"], header["try_time"]), ("hamming 3^4 R=1", 6))
        for key in ("group", "generators", "seed", "seconds", "elapsed", "size", "status", "exit_code", "lower", "upper",
                    "version", "command"):
            self.assertIn(key, tries[0])

    def test_a_bound_is_beaten_with_a_group_and_the_command_finds_it_again(self):
        # K_4(6,2) <= 52 in the table; docs/records has 48, found with three digits moved round on five axes.
        group = "digits 1 (0 1 2); digits 2 (0 1 2); digits 3 (0 1 2); digits 4 (0 1 2); digits 5 (0 1 2)"
        self.write("problems", f"# a record\nhamming --axes 4^6 -R 2 --group '{group}'\n")
        out, err = self.run_to(COVER, "campaign", "problems", "--time", 120, "-o", "runs")
        self.assertEqual(err, "")
        self.assertRegex(out, r"(?m)^hamming 4\^6 R=2 +33\.\.52 +\d\d  beaten by \d+$")
        best = min(self.log()[1], key=lambda line: line["size"] or 1000)
        self.assertEqual((best["group"], best["generators"], best["upper"]), ([group], [group], 52))
        self.assertLess(best["size"], 52)
        self.assertIn(best["command"], out)
        program, *arguments = shlex.split(best["command"])
        self.assertEqual(program, "coldcore")
        again = self.run_json(COVER, *arguments, "--out", "again.cover")
        self.assertEqual(again["size"], best["size"])

    def test_several_problems_have_their_turns_and_their_own_targets(self):
        self.write("problems", "hamming --axes 3,3,3 -R 1 --target 5\ndesign --vkt 7,3,2 --target 7\n"
                   "hamming --axes 3^3 -R 1 --group cyclic\nhamming --axes 2^4 -R 1 --mu 2 --distinct")
        result = self.campaign(COVER, "problems", "--jobs", 2, "--time", 100, "--try-time", 20)
        found = {problem["problem"]: problem for problem in result["problems"]}
        self.assertEqual({name: problem["size"] for name, problem in found.items()},
                         {"hamming 3^3 R=1": 5, "C(7,3,2)": 7, "hamming 2^4 R=1 mu=2 distinct": 8})  # OEIS A004045
        for problem in found.values():
            self.run_to(COVER, "verify", problem["file"])
        header, _ = self.log()
        self.assertEqual(header["problems"][0]["groups"][0], [])
        self.assertEqual(header["problems"][0]["groups"][-1], ["cyclic"])  # The lines are one problem.

    def test_targets(self):
        # K_3(6,1) is 71..73, K_2(5,1) is 7: less than what is proved to be least is not asked for.
        for number, (axes, target, wanted) in enumerate((("3^6", "beat", 72), ("3^6", "meet", 73), ("3^6", 100, 100),
                                                         ("2^5", "beat", 7), ("2^5", "meet", 7))):
            with self.subTest(axes=axes, target=target):
                process = self.start("campaign", "hamming", "--axes", axes, "-R", 1, "--target", target, "--time", 0.1,
                                     "--json", "-o", f"runs{number}")
                problem, = json.loads(process.communicate(timeout=60)[0])["problems"]
                self.assertEqual(problem["target"], wanted)
                reached = problem["size"] is not None and problem["size"] <= wanted
                self.assertEqual(problem["reached"], reached)
                self.assertEqual(process.returncode, COVER if reached else NO_COVER)

    def test_a_target_that_is_missed_is_no_success(self):
        result = self.campaign(NO_COVER, "hamming", "--axes", "3^6", "-R", 1, "--target", 71, "--time", 1,
                               "--try-time", 0.2, "--jobs", 2)
        problem, = result["problems"]
        self.assertFalse(problem["reached"])
        self.assertRegex(problem["verdict"], r"(missed by \d+|met|beaten by 1); target 71 missed by \d+")
        _, tries = self.log()
        self.assertGreaterEqual(len(tries), 4)
        groups = [line["group"] for line in sorted(tries, key=lambda line: line["try"])]
        self.assertEqual(groups[:3], [[], ["symmetries 1"], ["translations 1"]])
        self.assertEqual({line["seed"] for line in tries if line["try"] < 7}, {1})

    def test_where_no_bound_is_known_the_best_is_kept(self):
        out, _ = self.run_to(COVER, "campaign", "lee", "--axes", "6^3", "-R", 1, "--time", 0.5, "--try-time", 0.2, "-o", "runs")
        self.assertRegex(out, r"(?m)^lee 6\^3 R=1 +\d+\.\. +\d+  no bound known$")

    def test_keep_going_looks_for_less(self):
        result = self.campaign(COVER, "hamming", "--axes", "3^5", "-R", 1, "--target", 33, "--keep-going", "--time", 60,
                               "--try-time", 5)
        problem, = result["problems"]
        self.assertEqual(problem["size"], 27)  # Which is known to be the least.
        targets = [line["target"] for line in self.log()[1]]
        self.assertEqual(targets[0], 33)
        self.assertEqual(targets, sorted(targets, reverse=True))

    # --- Groups that are of no use ---

    def test_a_group_that_is_refused_is_dropped_for_its_problem_alone(self):
        self.write("problems", "lee --axes 5^2 -R 1 --group 'digits 1 (0 1)'\n"
                   "hamming --axes 3^4 -R 1 --group cyclic\nhamming --axes 3^4 -R 1 --group 'translate 1110'")
        result = self.campaign(NO_COVER, "problems", "--time", 20, "--try-time", 1, "--jobs", 1)
        refused, met = result["problems"]
        self.assertEqual((refused["tries"], refused["exhausted"]), (1, True))
        self.assertEqual(refused["verdict"], "no cover found; no group is left to try")
        self.assertEqual((met["size"], met["exhausted"]), (9, False))
        line, = (line for line in self.log()[1] if line["problem"] == "lee 5^2 R=1")
        self.assertEqual((line["status"], line["exit_code"], line["size"]), ("refused", BAD_INPUT, None))
        self.assertIn("does not keep coverage: 00 covers 40, but 10 does not cover 40", line["message"])

    def test_a_try_that_was_overdue_does_not_come_again(self):
        # When one is overdue is in tests/search: two minutes are too long to be waited for here.
        self.write("problems", "hamming --axes 3^7 -R 1 --group cyclic\nhamming --axes 3^7 -R 1 --group random")
        arguments = ("problems", "--try-time", 1, "--jobs", 1)
        self.campaign(NO_COVER, *arguments, "--time", 0.1)
        header, tries = self.log()
        line = {**tries[0], "try": 0, "group": ["cyclic"], "seconds": 1, "elapsed": 123, "size": None, "status": "overdue",
                "exit_code": 137}
        self.write("runs/campaign.jsonl", json.dumps(header) + "\n" + json.dumps(line) + "\n")
        self.campaign(NO_COVER, *arguments, "--time", 1, "--resume")
        self.assertEqual({line["group"][0] for line in self.log()[1][1:]}, {"random"})

    def test_a_problem_without_covers_comes_to_an_end(self):
        # Nothing lies within distance 1 of more than 5 words.
        result = self.campaign(NO_COVER, "hamming", "--axes", "2^4", "-R", 1, "--mu", 6, "--distinct", "--time", 60)
        problem, = result["problems"]
        self.assertTrue(problem["exhausted"])
        self.assertIsNone(problem["size"])

    def test_memory_is_limited(self):
        # The space has 2^24 words, of which each takes four bytes in the engine alone.
        result = self.campaign(NO_COVER, "hamming", "--axes", "8^8", "-R", 4, "--group", "translations 5", "--time", 60,
                               "--memory", 0.05, "--jobs", 1)
        self.assertTrue(result["problems"][0]["exhausted"])
        line, = self.log()[1]
        self.assertEqual((line["status"], line["exit_code"]), ("out of memory", 4))

    # --- Ends and resumptions ---

    def test_kill_then_resume(self):
        process = self.start("campaign", *HARD, "--try-time", 0.2, "--jobs", 2, "--time", 300, "-o", "runs")
        self.addCleanup(process.kill)
        log = self.path("runs/campaign.jsonl")
        self.wait_for(lambda: os.path.exists(log) and self.read("runs/campaign.jsonl").count("\n") > 3, "some tries")
        children = children_of(process.pid)
        process.kill()
        self.finish(process, -signal.SIGKILL)
        self.wait_for(lambda: not any(map(is_running, children)), "the end of its children")
        before = self.tries()
        with open(log, "a", encoding="ascii") as file:
            file.write('{"problem":"hamming 3^7 R=1","tr')  # As a power cut would leave it.
        result = self.campaign(NO_COVER, *HARD, "--try-time", 0.2, "--jobs", 2, "--time", 1, "--resume")
        self.assertEqual(result["problems"][0]["tries"], len(self.tries()))
        self.assertEqual(self.tries()[:len(before)], before)
        self.assertGreater(len(self.tries()), len(before))
        self.assertEqual(len(set(self.tries())), len(self.tries()))  # None was repeated.
        self.assertEqual(result["problems"][0]["size"], len(self.words_in("runs/best-hamming-3^7-R1.cover")))
        self.run_to(COVER, "verify", "runs/best-hamming-3^7-R1.cover")

    def check_signal(self, number, code):
        process = self.start_long()
        self.wait_for_covers_of_tries(2)
        process.send_signal(number)
        out, err = self.finish(process, code)
        self.assertIn(f"interrupted by signal {int(number)}: --resume goes on from here", err)
        self.assertRegex(out, r"(?m)^hamming 3\^7 R=1 +153\.\.186|^hamming 3\^7 R=1 +\d+\.\.186 +\d+  ")
        _, tries = self.log()
        self.assertEqual([line["status"] for line in tries], ["interrupted"] * 2)
        self.assertEqual(sorted(os.listdir(self.path("runs"))), ["best-hamming-3^7-R1.cover", "campaign.jsonl"])
        self.assertEqual(min(line["size"] for line in tries), len(self.words_in("runs/best-hamming-3^7-R1.cover")))

    def test_sigint_keeps_the_best_and_the_tries_come_again(self):
        self.check_signal(signal.SIGINT, 130)
        process = self.start("campaign", *HARD, "--jobs", 1, "--time", 300, "-o", "runs", "--resume")
        self.addCleanup(process.kill)
        self.wait_for_covers_of_tries(1)
        self.assertTrue(os.listdir(self.path("runs/tries"))[0].lstrip(".").startswith("0-"))
        process.send_signal(signal.SIGINT)
        self.finish(process, 130)

    def test_sigterm(self):
        self.check_signal(signal.SIGTERM, 143)

    def test_the_terminal_interrupts_the_campaign_alone(self):
        # Its tries must not get the signal twice, the second of which would end them at once.
        process = self.start_long(start_new_session=True)
        self.wait_for_covers_of_tries(2)
        os.killpg(process.pid, signal.SIGINT)
        self.finish(process, 130)
        self.assertEqual([line["exit_code"] for line in self.log()[1]], [143] * 2)

    def test_a_second_campaign_in_one_folder_is_refused(self):
        process = self.start_long()
        self.wait_for_covers_of_tries(1)
        self.refused(FILE, "campaign", *HARD, "-o", "runs", "--resume",
                     says="runs/campaign.jsonl is being written by another run")
        process.send_signal(signal.SIGINT)
        self.finish(process, 130)

    def test_a_log_is_not_gone_over_by_accident_nor_taken_for_another(self):
        self.campaign(COVER, *TETRACODE, "--time", 60)
        log = self.read("runs/campaign.jsonl")
        self.refused(BAD_INPUT, "campaign", *TETRACODE, "-o", "runs", says="runs/campaign.jsonl exists: go on with --resume")
        for other, difference in ((("--seed", 2), "seed 1, not 2"), (("--try-time", 7), "not 7"),
                                  (("--mu", 2), "hamming 3^4 R=1, not hamming 3^4 R=1 mu=2"),
                                  (("--group", "cyclic"), "other groups for hamming 3^4 R=1")):
            with self.subTest(other=other):
                self.refused(BAD_INPUT, "campaign", *TETRACODE, *other, "-o", "runs", "--resume",
                             says=("the log of another campaign", difference))
        self.write("runs/campaign.jsonl", "notes\n")
        self.refused(BAD_INPUT, "campaign", *TETRACODE, "-o", "runs", "--resume",
                     says="runs/campaign.jsonl:1: not a line of a campaign's log: mend it, or choose another folder with -o")
        self.write("runs/campaign.jsonl", log)
        result = self.campaign(COVER, *TETRACODE, "--resume")  # Nothing is left to do.
        self.assertEqual(result["problems"][0]["size"], 9)
        self.assertEqual(self.read("runs/campaign.jsonl"), log)

    # --- Files ---

    def test_a_better_cover_that_is_there_stays(self):
        self.run_to(COVER, "solve", *TETRACODE, "--time", 20, "--out", "c")
        os.mkdir(self.path("runs"))
        os.rename(self.path("c"), self.path("runs/best-hamming-3^4-R1.cover"))
        before = self.read("runs/best-hamming-3^4-R1.cover")
        result = self.campaign(COVER, *TETRACODE, "--time", 5)
        self.assertEqual((result["problems"][0]["size"], result["problems"][0]["tries"]), (9, 0))
        self.assertEqual(self.read("runs/best-hamming-3^4-R1.cover"), before)

    def test_what_is_no_cover_is_not_replaced(self):
        os.mkdir(self.path("runs"))
        self.write("runs/best-hamming-3^4-R1.cover", "0000\n")
        self.refused(BAD_INPUT, "campaign", *TETRACODE, "-o", "runs",
                     says="runs/best-hamming-3^4-R1.cover: no cover of hamming 3^4 R=1: remove it")
        self.write("runs/best-hamming-3^4-R1.cover", "000\n")
        self.refused(BAD_INPUT, "campaign", *TETRACODE, "-o", "runs", says="runs/best-hamming-3^4-R1.cover:1:")
        self.write("runs/best-hamming-3^4-R1.cover", "0000\n")
        self.assertEqual(self.read("runs/best-hamming-3^4-R1.cover"), "0000\n")

    def test_a_folder_that_cannot_be(self):
        self.write("file", "")
        self.refused(FILE, "campaign", *TETRACODE, "-o", "file", says="cannot write file: ")
        self.refused(FILE, "campaign", *TETRACODE, "-o", "/proc/runs", says="cannot write /proc/runs: ")
        if os.geteuid() != 0:
            os.mkdir(self.path("closed"), 0o555)
            self.refused(FILE, "campaign", *TETRACODE, "-o", "closed", says="cannot write closed: Permission denied")

    def test_a_disk_that_is_full_ends_it_with_a_line_and_the_tries_before_are_kept(self):
        # Files of a kilobyte take the log of few tries and no cover of 2^10.
        arguments = ("hamming", "--axes", "2^10", "-R", 1, "--group", "symmetries", "--try-time", 0.3, "--jobs", 1)
        out, err = self.run_to(FILE, "campaign", *arguments, "-o", "runs", preexec_fn=limit_files_to_a_kilobyte)
        self.assertIn("cannot write runs/", err)
        self.assertIn("File too large", err)
        self.assertIn("no cover found", out)
        header, tries = self.log()
        self.assertEqual(header["seed"], 1)
        self.assertLessEqual(len(tries), 1)
        self.campaign(NO_COVER, *arguments, "--time", 0.5, "--resume")
        self.run_to(COVER, "verify", "runs/best-hamming-2^10-R1.cover")

    # --- What is wrong with a line ---

    def test_bad_input_is_said_in_one_line(self):
        for content, message in (
                ("hamming --axes 3^4 -R 1\nhamming --axes 3^4\n", "p:2: -R is required"),
                ("hamming --axes 3^4 -R 1 --time 5\n", "p:1: a line names a problem, its --group and its --target"),
                ("hamming --axes 3^4 -R 1 --help\n", "p:1: "),
                ("hamming --axes 99^4 -R 1\n", "p:1: axes"),
                ("design --vkt 3,7,2\n", "p:1: "),
                ("hamming --axes 3^3,2 -R 1\nhamming --axes 3^3,2 -R 1 --group cyclic\n",
                 "p:2: group 'cyclic': the axes differ in size"),
                ("lee --axes 5^2 -R 1 --group 'random many'\n", "p:1: group 'random many': 'many' is no number"),
                ("design --vkt 7,3,2 --group 'cyclic 8'\n", "p:1: group 'cyclic 8': 'cyclic 8': these cycles have 8"),
                ("hamming --axes 3^4 -R 1 --group group.txt\n", "p:1: group 'group.txt': 'group.txt' is neither a file"),
                ("coldcore solve\n", "p:1: "),
                ("setcover scp41.txt\n", "p:1: a set cover has no groups to try"),
                ("hamming --axes '3^4 -R 1\n", "p:1: a quote (') is not closed"),
                ("hamming --axes 3^4 -R 1 --target 10\nhamming --axes 3^4 -R 1 --target 11\n", "p:2: --target 11"),
                ("hamming --axes 3^4 -R 1 --target 8\n", "--target 8: hamming 3^4 R=1 needs at least 9"),
                ("# nothing\n", "p: there is no problem in it")):
            with self.subTest(content=content):
                self.write("p", content)
                self.refused(BAD_INPUT, "campaign", "p", "-o", "runs", says=message)
        self.assertFalse(os.path.exists(self.path("runs")))

    def test_lines_may_be_whole_commands(self):
        self.write("problems", "coldcore solve hamming --axes 3^4 -R 1\ncoldcore solve design --vkt 7,3,2 --target 7\n")
        result = self.campaign(COVER, "problems", "--time", 60)
        self.assertEqual([problem["size"] for problem in result["problems"]], [9, 7])

    def test_problems_have_to_be_in_an_ordinary_file(self):
        os.mkfifo(self.path("pipe"))  # Which nobody writes: to open it would take for ever.
        for name in ("pipe", ".", "/dev/zero"):
            self.refused(BAD_INPUT, "campaign", name, "-o", "runs", says=f"{name} is no ordinary file")
        self.assertFalse(os.path.exists(self.path("runs")))

    def test_options_that_do_not_go_together(self):
        for arguments, message in (
                (("hamming",), "there is no file hamming"),
                (("hamming", "--axes", "3^4"), "-R is required"),
                (("hamming", "--vkt", "7,3,2"), "--vkt belongs to 'campaign design'"),
                (("design", "--vkt", "7,3,2", "--axes", "3^4", "-R", 1), "exclude"),
                (("p", "--mu", 2), "belong on the lines of the file"),
                ((*TETRACODE, "--target", "least"), "'least' is neither beat nor meet nor a size"),
                ((*TETRACODE, "--target", 8), "needs at least 9"),
                ((*TETRACODE, "--try-time", 0), "'0' is less than 0.01 seconds"),
                ((*TETRACODE, "--memory", -1), "-1"),
                (("nosuch", "--axes", "3^4", "-R", 1), "nosuch")):
            with self.subTest(arguments=arguments):
                process = self.start("campaign", *arguments, "-o", "runs")
                out, err = process.communicate(timeout=60)
                self.assertIn(process.returncode, (BAD_INPUT, 3))
                self.assertEqual((out, err.count("\n")), ("", 1))
                self.assertIn(message, err)
        self.assertFalse(os.path.exists(self.path("runs")))


if __name__ == "__main__":
    unittest.main()

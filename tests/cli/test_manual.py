# SPDX-License-Identifier: Apache-2.0
"""Manual pages and completions: whether they know all that the program does, and bash completes by them."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from cli_case import PROGRAM

FOLDER = pathlib.Path(os.environ["COLDCORE_TEST_MANUAL"])
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cli" / "manual"))

from help_tree import Entry, footer, entries, read_command  # noqa: E402

ASK_BASH = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_coldcore
printf '%s\\n' "${COMPREPLY[@]}"
"""


class HelpTree(unittest.TestCase):
    def test_entries(self):
        lines = ["  -R,--radius INT Excludes: --vkt --instance", " " * 30 + "covering radius",
                 "  --json Excludes: --language print one object", "  --group TEXT ...            a group,",
                 " " * 30 + "or two", "  FILE TEXT                   the file"]
        self.assertEqual(entries(lines), [
            Entry("-R,--radius INT Excludes: --vkt --instance", "covering radius"),
            Entry("--json Excludes: --language", "print one object"), Entry("--group TEXT ...", "a group, or two"),
            Entry("FILE TEXT", "the file")])
        self.assertEqual(entries(lines)[0].names, ("-R", "--radius"))
        self.assertEqual([entry.value for entry in entries(lines)][:3], ["INT", "", "TEXT"])
        self.assertEqual(Entry("--device TEXT:{cpu,cuda}").choices, ["cpu", "cuda"])

    def test_the_text_below(self):
        self.assertEqual(footer(["Says.", "Exit codes: 0 good,", "2 bad.", "Examples:", "  do it", "More."]),
                         ("Says.\nMore.", ["do it"], "0 good,\n2 bad."))


class Pages(unittest.TestCase):
    def test_each_command_has_a_page_with_all_its_options(self):
        commands = list(read_command(PROGRAM).all())
        self.assertGreater(len(commands), 15)
        for command in commands:
            with self.subTest(command=command.path):
                page = (FOLDER / ("-".join(("coldcore", *command.path)) + ".1")).read_text()
                plain = page.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "")
                for option in command.options:
                    self.assertTrue(option.what)
                    self.assertIn(f".TP\n{', '.join(option.names)}", plain)
                for title in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"):
                    self.assertIn(f"\n.SH {title}\n", page)

    def test_the_first_page_has_the_exit_codes_and_the_environment(self):
        page = (FOLDER / "coldcore.1").read_text()
        for word in ("COLDCORE_PLUGIN_PATH", "COLDCORE_THREADS", "\\fB130\\fR", "\\fB8\\fR"):
            self.assertIn(word, page)

    @unittest.skipUnless(shutil.which("mandoc"), "needs mandoc")
    def test_mandoc_has_no_objections(self):
        out = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", *FOLDER.glob("*.1")], stdout=subprocess.PIPE,
                             text=True).stdout
        self.assertEqual([line for line in out.splitlines() if "missing date" not in line], [])


class Completions(unittest.TestCase):
    def complete(self, *words):
        environment = dict(os.environ, PATH=f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}")
        result = subprocess.run(["bash", "-c", ASK_BASH, "bash", FOLDER / "coldcore", "coldcore", *words], check=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        self.assertEqual(result.stderr, "")
        return result.stdout.split()

    def test_commands(self):
        self.assertEqual(self.complete("so"), ["solve"])
        self.assertEqual(self.complete("p"), ["plan", "plugin"])
        self.assertEqual(self.complete("sparse", "un"), ["unpack"])
        self.assertEqual(self.complete("solve", "des"), ["design"])

    def test_options(self):
        self.assertEqual(self.complete("solve", "--it"), ["--iterations"])
        self.assertEqual(self.complete("solve", "design", "--v"), ["--vkt"])
        self.assertEqual(self.complete("solve", "--v"), [])
        self.assertEqual(self.complete("--ver"), ["--version"])
        self.assertEqual(self.complete("report", "run.jsonl", "--c"), ["--cover"])

    def test_values(self):
        self.assertEqual(self.complete("solve", "hamming", "--device", "c"), ["cpu", "cuda"])
        self.assertEqual(self.complete("solve", "hamming", "--device", "=", "cu"), ["cuda"])
        self.assertEqual(self.complete("solve", "hamming", "--device", "="), ["cpu", "cuda"])
        self.assertEqual(self.complete("solve", "--time", ""), [])
        self.assertEqual(self.complete("solve", "--out", "s"), [])

    def test_families(self):
        self.assertEqual(self.complete("solve", "ham"), ["hamming"])
        self.assertEqual(self.complete("plugin", "info", "ham"), ["hamming"])
        self.assertEqual(self.complete("plugin", "list", "ham"), [])

    def test_each_shell_takes_its_file(self):
        for shell, name in (("bash", "coldcore"), ("zsh", "_coldcore"), ("fish", "coldcore.fish")):
            if shutil.which(shell):
                subprocess.run([shell, "-n", FOLDER / name], check=True)

    @unittest.skipUnless(shutil.which("fish"), "needs fish")
    def test_fish(self):
        def complete(line):
            out = subprocess.run(["fish", "--no-config", "-c", f"source {FOLDER}/coldcore.fish; complete -C '{line}'"],
                                 check=True, stdout=subprocess.PIPE, text=True).stdout
            return [entry.split("\t")[0] for entry in out.splitlines()]
        self.assertEqual(complete("coldcore so"), ["solve"])
        self.assertEqual(complete("coldcore solve --it"), ["--iterations"])
        self.assertEqual(complete("coldcore solve design --v"), ["--vkt"])
        self.assertEqual(complete("coldcore solve --device cu"), ["cuda"])


if __name__ == "__main__":
    unittest.main()

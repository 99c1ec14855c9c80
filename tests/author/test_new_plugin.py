#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""coldcore plugin new: what it writes and what it refuses. That the projects pass is test_author's business."""
import os
import re
import subprocess
import unittest

from cli_case import BAD_INPUT, FILE, CliCase

CPP_FILES = {"README.md", "axes.cpp", "bounds.csv", "family.hpp", "meson.build", "plugin.cpp", "test.cpp"}
C_FILES = {"README.md", "bounds.csv", "meson.build", "plugin.c", "test.c"}


class NewPlugin(CliCase):
    def new(self, *arguments):
        return self.run_to(0, "plugin", "new", *arguments)[0]

    def refused_new(self, code, *arguments, says):
        before = set(os.listdir(self.folder))
        self.refused(code, "plugin", "new", *arguments, says=says)
        self.assertEqual(set(os.listdir(self.folder)), before)

    def text_of(self, folder):
        """All files of a project, joined."""
        return "".join(self.read(os.path.join(folder, name)) for name in sorted(os.listdir(self.path(folder))))

    def test_cpp_is_the_default(self):
        self.new("my_family")
        self.assertEqual(set(os.listdir(self.path("my_family"))), CPP_FILES)

    def test_c(self):
        self.new("my_family", "--lang", "c")
        self.assertEqual(set(os.listdir(self.path("my_family"))), C_FILES)

    def test_every_mark_is_filled_in(self):
        for language in ("c", "cpp"):
            self.new("ab_1", "--lang", language, "--folder", language, "--id", "4711")
            text = self.text_of(language)
            self.assertIsNone(re.search(r"@\w+@", text))
            self.assertIn("ab_1", text)
            self.assertIn("4711", text)

    def test_the_id_follows_from_the_name_and_is_said(self):
        ids = []
        for name, folder in (("abc", "x"), ("abc", "y"), ("abd", "z")):
            out = self.new(name, "--folder", folder)
            ids.append(int(re.search(r"id (\d+)", out)[1]))
            self.assertIn(str(ids[-1]), self.text_of(folder))
        self.assertEqual(ids[0], ids[1])
        self.assertNotEqual(ids[0], ids[2])
        for number in ids:
            self.assertTrue(1000 <= number < 2**31)

    def test_the_guide_is_named_everywhere(self):
        guide = re.search(r"(?m)^the guide: (.+)$", self.new("fresh"))[1]
        self.assertIn("plugin-authors.md", guide)
        self.assertIn(f" {guide}\n", self.read("fresh/README.md"))
        for command in (("plugin",), ("plugin", "new")):
            self.assertIn(f"  {guide}\n", self.run_to(0, *command, "--help")[0])

    def test_a_name_that_is_taken_is_said(self):
        out, err = self.run_to(0, "plugin", "new", "hamming")
        self.assertIn("plugin hamming, id ", out)
        self.assertRegex(err, r"^coldcore: there is a family hamming already, /.*coldcore_hamming\.so: .*\n$")

    def test_an_id_that_is_taken_is_said(self):
        source = self.write("stub.c", "const unsigned char coldcore_plugin_1_4711_stub = 1;\n")
        os.mkdir(self.path("plugins"))
        subprocess.run(["cc", "-shared", "-fPIC", source, "-o", self.path("plugins/stub.so")], check=True)
        environment = dict(os.environ, COLDCORE_PLUGIN_PATH=self.path("plugins"))
        _, err = self.run_to(0, "plugin", "new", "fresh", "--id", "4711", env=environment)
        self.assertRegex(err, r"^coldcore: the family stub has the id 4711 already, /.*stub\.so: .*--id\n$")
        self.assertEqual(self.run_to(0, "plugin", "new", "other", env=environment)[1], "")

    def test_names(self):
        self.new("a" * 63)
        for name in ("", "Upper", "1st", "_a", "a-b", "a b", "../a", "ä", "a" * 64):
            self.refused_new(BAD_INPUT, name, says="cannot be a family's name")

    def test_an_existing_folder_is_left_alone(self):
        os.mkdir(self.path("there"))
        self.write("file", "content")
        self.refused_new(BAD_INPUT, "there", says=["there", "exists"])
        self.refused_new(BAD_INPUT, "fresh", "--folder", "file", says=["file", "exists"])
        self.assertEqual(os.listdir(self.path("there")), [])
        self.assertEqual(self.read("file"), "content")

    def test_a_folder_that_cannot_be_made(self):
        self.refused_new(FILE, "fresh", "--folder", "no/such/parent", says="no/such/parent")

    def test_a_file_that_cannot_be_written_leaves_nothing(self):
        process = self.start("plugin", "new", "fresh", preexec_fn=no_file_growth)
        err = self.finish(process, FILE)[1]
        self.assertIn("cannot write", err)
        self.assertEqual(os.listdir(self.folder), [])


def no_file_growth():
    import resource
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))


if __name__ == "__main__":
    unittest.main()

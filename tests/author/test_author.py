#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The road of an author who has an installation and nothing else: what the guide and the READMEs tell their
readers to do, done in an empty folder against a fresh installation.

    test_author.py BUILD SOURCE LIBDIR PREFIX      (PREFIX and LIBDIR as Meson was told)
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from replay import replay

BUILD, SOURCE, LIBDIR, PREFIX = map(pathlib.Path, sys.argv[1:5])
TIMEOUT = 900


class Author(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="coldcore-author-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", cls.folder / "dest"],
                       check=True, stdout=subprocess.DEVNULL)
        prefix = cls.prefix = cls.folder / "dest" / PREFIX.relative_to("/")
        home = cls.folder / "home"
        home.mkdir()
        cls.environment = {
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}",
            "PKG_CONFIG_PATH": str(prefix / LIBDIR / "pkgconfig"),
        }

    def follow(self, text):
        """Does what `text` says in a new folder; nothing that is built there may have read our source."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder, prefix="wörk späce "))
        project = folder
        if text.name == "README.md":
            project = folder / text.parent.name
            shutil.copytree(text.parent, project)
        out = replay(text, project, self.environment, TIMEOUT)
        builds = list(folder.rglob("build.ninja"))
        self.assertTrue(builds)
        for build in builds:
            read = subprocess.run(["ninja", "-C", build.parent, "-t", "deps"], check=True,
                                  stdout=subprocess.PIPE, text=True).stdout
            self.assertIn("plugin.h", read)
            self.assertNotIn(str(SOURCE), read)
        return out

    def run_installed(self, *command, cwd=None):
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=cwd or self.folder,
                              env=self.environment).stdout

    def guide(self):
        """The guide where the installed program says that it is."""
        return pathlib.Path(re.search(r"(?m)^  (/.*/plugin-authors\.md)$",
                                      self.run_installed("coldcore", "plugin", "--help"))[1])

    def test_the_documents_are_installed_and_lead_to_each_other(self):
        guide = self.guide()
        self.assertTrue(guide.is_relative_to(self.prefix), guide)
        documents = guide.parent.parent
        self.assertEqual((documents / "LICENSE").read_text(), (SOURCE / "LICENSE").read_text())
        for text in (SOURCE / "docs").rglob("*.*"):
            installed = documents / text.relative_to(SOURCE)
            self.assertEqual(installed.read_text(), text.read_text())
        for text in (guide, *documents.glob("examples/*/README.md")):
            links = re.findall(r"\]\(([^)#:]+)\)", text.read_text())
            self.assertTrue(links, text)
            for link in links:
                self.assertTrue((text.parent / link).is_file(), f"{text}: {link}")

    def test_a_new_project_names_the_guide(self):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        out = self.run_installed("coldcore", "plugin", "new", "fresh", cwd=folder)
        for text in (out, (folder / "fresh" / "README.md").read_text()):
            self.assertIn(f" {self.guide()}\n", text)

    def test_accepts_is_no_predicate(self):
        """A family whose accepts answers true for yes does not compile, and the compiler says why."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        self.run_installed("coldcore", "plugin", "new", "fresh", cwd=folder)
        flags = self.run_installed("pkg-config", "--cflags", "coldcore").split()
        compiler = ["c++", "-std=c++20", "-fsyntax-only", *flags, "plugin.cpp"]
        self.run_installed(*compiler, cwd=folder / "fresh")
        family = folder / "fresh" / "family.hpp"
        text = family.read_text().replace("static int accepts", "static bool accepts")
        family.write_text(text.replace("return COLDCORE_PLUGIN_OK; }", "return true; }"))
        result = subprocess.run(compiler, cwd=folder / "fresh", env=self.environment, stderr=subprocess.PIPE, text=True)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("accepts returns an int", result.stderr)

    def test_the_guide(self):
        out = self.follow(self.guide())
        self.assertIn("keypad 10 R=1: 3 words cover all 10", out)
        self.assertIn("known 3 exactly (by hand: 3 4 8)", out)
        self.assertIn("bits 4^3 R=1: 12 words cover all 64", out)

    def test_example_grid_l1(self):
        out = self.follow(self.guide().parent.parent / "examples" / "grid_l1" / "README.md")
        self.assertIn("24 words cover all 100", out)

    def test_example_grid_l2(self):
        out = self.follow(self.guide().parent.parent / "examples" / "grid_l2" / "README.md")
        self.assertIn("16 words cover all 100", out)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])

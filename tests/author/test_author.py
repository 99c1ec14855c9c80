#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The road of somebody who has an installation and nothing else: what the guide and the READMEs tell their
readers to do, done in an empty folder against a fresh installation, and what hosts and packages rest on.

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

    def test_example_c_client(self):
        readme = self.guide().parent.parent / "examples" / "c_client" / "README.md"
        project = self.folder / "c client"
        shutil.copytree(readme.parent, project)
        out = replay(readme, project, self.environment, TIMEOUT)
        expected = re.search(r"(?ms)^```\n(.*?)^```$", readme.read_text())[1]
        self.assertTrue(out.endswith(expected), out)
        needed = self.run_installed("readelf", "-dW", project / "client")
        self.assertIn("[libcoldcore.so.0]", needed)
        self.assertIn("[coldcore_incidence.so]", needed)
        unknown = subprocess.run([project / "client", "nosuch", "1", "3"], env=self.environment,
                                 stderr=subprocess.PIPE, text=True)
        self.assertEqual(unknown.returncode, 1)
        self.assertIn("client: nosuch: DCT_E_PROBLEM", unknown.stderr)

    def test_the_libraries_have_names_and_versions(self):
        for name, node in (("libcoldcore.so.0", "COLDCORE_0"), ("coldcore_incidence.so", "COLDCORE_INCIDENCE_0"),
                           ("libcoldcore_compose.so.0", "COLDCORE_COMPOSE_0"),
                           ("libcoldcore_kernels.so.0", "COLDCORE_KERNELS_0"),
                           ("libcoldcore_layouts.so.0", "COLDCORE_LAYOUTS_0")):
            with self.subTest(name=name):
                library = self.prefix / LIBDIR / name
                self.assertIn(f"Library soname: [{name}]", self.run_installed("readelf", "-dW", library))
                symbols = [line.split()[-1] for line in
                           self.run_installed("nm", "-D", "--defined-only", library).splitlines()]
                self.assertIn(node, symbols)
                for symbol in symbols:
                    if symbol != node:
                        self.assertTrue(symbol.endswith(f"@@{node}"), symbol)

    def test_the_manual_and_the_completions_are_installed(self):
        share = self.prefix / "share"
        for name in ("coldcore", "coldcore-solve", "coldcore-sparse-run"):
            self.assertIn("\n.SH SYNOPSIS\n", (share / "man" / "man1" / f"{name}.1").read_text())
        for name in ("bash-completion/completions/coldcore", "zsh/site-functions/_coldcore",
                     "fish/vendor_completions.d/coldcore.fish"):
            self.assertIn("coldcore", (share / name).read_text())

    def test_a_moved_installation_finds_its_own(self):
        moved = self.folder / "moved" / "there"
        shutil.copytree(self.prefix, moved, symlinks=True)
        environment = dict(self.environment, PATH=f"{moved / 'bin'}:{os.environ['PATH']}",
                           PKG_CONFIG_PATH=str(moved / LIBDIR / "pkgconfig"))

        def run_moved(*command):
            return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=moved,
                                  env=environment).stdout
        self.assertRegex(run_moved("coldcore", "plugin", "list"),
                         rf"(?m)^hamming +0  usable +{re.escape(str(moved))}/.*\.so$")
        self.assertIn("2 words cover all 8", run_moved("coldcore", "solve", "hamming", "--axes", "2^3", "-R", "1", "--time", "5"))
        self.assertIn("7 blocks", run_moved("coldcore", "solve", "design", "--vkt", "7,3,2", "--target", "7"))
        self.assertIn(f"  {moved}/share/", run_moved("coldcore", "plugin", "--help"))
        for package in ("coldcore", "coldcore-incidence", "coldcore-compose"):
            self.assertIn(f"-L{moved}/", run_moved("pkg-config", "--libs", package))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])

# SPDX-License-Identifier: Apache-2.0
"""What the black-box tests of the program share: a folder of their own and a way to run it there."""
import json
import os
import shutil
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.environ["COLDCORE_PROGRAM"]

COVER, INTERNAL, BAD_INPUT, PLUGIN, MEMORY, NO_COVER, NOT_A_COVER, FILE = range(8)


class CliCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="coldcore-cli-")
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        data = content.encode() if isinstance(content, str) else content
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), encoding="ascii") as file:
            return file.read()

    def start(self, *arguments, **options):
        options.setdefault("cwd", self.folder)
        return subprocess.Popen([PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)

    def finish(self, process, code):
        out, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, code, f"stdout: {out}\nstderr: {err}")
        return out, err

    def run_to(self, code, *arguments, **options):
        """Runs the program, checks its exit code, returns stdout and stderr."""
        return self.finish(self.start(*arguments, **options), code)

    def run_json(self, code, *arguments, **options):
        return json.loads(self.run_to(code, *arguments, "--json", **options)[0])

    def refused(self, code, *arguments, says=()):
        """Runs what has to fail: one line on stderr with all of `says`, nothing on stdout."""
        out, err = self.run_to(code, *arguments)
        self.assertEqual(out, "")
        self.assertEqual(err.count("\n"), 1, err)
        for part in [says] if isinstance(says, str) else says:
            self.assertIn(part, err)
        return err

    def wait_for(self, condition, what, seconds=60):
        limit = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), limit, f"waited in vain for {what}")
            time.sleep(0.02)

    def words_in(self, name):
        return [line for line in self.read(name).splitlines() if not line.startswith("#")]

# SPDX-License-Identifier: Apache-2.0
"""Runs that end early: whatever ends them, what lies on disk is a verified cover."""
import os
import signal
import unittest

from cli_case import COVER, FILE, CliCase

LONG = ("solve", "hamming", "--axes", "3^7", "-R", 1, "--time", 300, "--out", "c")


class Interruptions(CliCase):
    def start_and_wait_for_a_cover(self):
        process = self.start(*LONG)
        self.addCleanup(process.kill)
        self.wait_for(lambda: os.path.exists(self.path("c")), "a cover on disk")
        return process

    def check_cover(self):
        self.assertIn("cover all 2,187", self.run_to(COVER, "verify", "c")[0])

    def test_kill_then_resume(self):
        process = self.start_and_wait_for_a_cover()
        self.wait_for(lambda: os.path.exists(self.path("c.checkpoint")), "a checkpoint")
        process.kill()
        self.finish(process, -signal.SIGKILL)
        self.check_cover()
        size = len(self.words_in("c"))
        result = self.run_json(COVER, *LONG[:6], "--time", 2, "--out", "c", "--resume")
        self.assertEqual(result["resumptions"], 1)
        self.assertLessEqual(result["size"], size)
        self.assertEqual(len(self.words_in("c")), result["size"])
        self.check_cover()

    def check_signal(self, number, code):
        process = self.start_and_wait_for_a_cover()
        process.send_signal(number)
        out, err = self.finish(process, code)
        self.assertIn("words cover all 2,187", out)
        self.assertIn(f"interrupted by signal {int(number)}: c has the best cover", err)
        self.check_cover()
        self.assertTrue(os.path.exists(self.path("c.checkpoint")))
        self.assertEqual(sorted(os.listdir(self.folder)), ["c", "c.checkpoint"])

    def test_sigint(self):
        self.check_signal(signal.SIGINT, 130)

    def test_sigterm(self):
        self.check_signal(signal.SIGTERM, 143)

    def test_a_second_run_on_the_same_file_is_refused(self):
        process = self.start_and_wait_for_a_cover()
        self.refused(FILE, *LONG, says="c is being written by another run")
        process.send_signal(signal.SIGINT)
        self.finish(process, 130)
        self.check_cover()


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""Disks that are full and folders that cannot be written: a clear error, and the earlier file intact."""
import ctypes
import itertools
import os
import resource
import unittest

from cli_case import COVER, FILE, CliCase

SMALL = ("solve", "hamming", "--axes", "3^4", "-R", 1, "--time", 2)
LARGE = ("solve", "hamming", "--axes", "2^10", "-R", 1, "--time", 2)  # A file of more than 1 kB.

LIBC = ctypes.CDLL(None, use_errno=True)


def limit_files_to_a_kilobyte():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


class Disk(CliCase):
    def mount(self, where, options, flags=0):
        os.mkdir(where)
        if LIBC.mount(b"tmpfs", where.encode(), b"tmpfs", flags, options) != 0:
            self.skipTest("mounting a small file system is not allowed here")
        self.addCleanup(LIBC.umount, where.encode())

    def fill(self, name):
        with open(name, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass

    def check_failure(self, err, name, reason):
        self.assertIn(f"cannot write {name}: {reason}", err)

    def test_a_folder_that_is_not_there_or_is_none(self):
        self.write("file", "")
        self.refused(FILE, *SMALL, "--out", "none/c", says="cannot write none/c: No such file")
        self.refused(FILE, *SMALL, "--out", "file/c", says="cannot write file/c: Not a directory")

    def test_a_file_size_limit(self):
        out, err = self.run_to(FILE, *LARGE, "--out", "c", preexec_fn=limit_files_to_a_kilobyte)
        self.assertEqual(out, "")
        self.check_failure(err, "c", "File too large")
        self.assertEqual(os.listdir(self.folder), [])

    def test_an_earlier_file_survives_a_file_size_limit(self):
        self.run_to(COVER, "solve", "hamming", "--axes", "2^10", "-R", 1, "--time", 1, "--out", "c")
        lines = self.read("c").splitlines()
        header = [line for line in lines if line.startswith("#")]
        whole = [format(i, "010b") for i in range(1024)]
        before = "\n".join(header + whole) + "\n"
        self.write("c", before)
        os.remove(self.path("c.checkpoint"))
        _, err = self.run_to(FILE, *LARGE, "--out", "c", preexec_fn=limit_files_to_a_kilobyte)
        self.check_failure(err, "c", "File too large")
        self.assertEqual(self.read("c"), before)

    def test_the_best_cover_is_reported_whatever_cannot_be_written(self):
        result = self.run_json(FILE, *LARGE, "--out", "c", preexec_fn=limit_files_to_a_kilobyte)
        self.assertEqual((result["status"], result["exit_code"], result["size"], result["verified"]),
                         ("not written", FILE, None, False))
        self.assertGreaterEqual(result["found"], 94)  # 1024 words by balls of 11.
        self.assertNotIn("file", result)

    def test_a_checkpoint_that_cannot_be_written_withholds_no_result(self):
        os.mkdir(self.path("c.checkpoint"))  # Which no file can replace.
        solve = ("solve", "design", "--vkt", "10,5,3", "--iterations", 300, "--out", "c")
        out, err = self.run_to(FILE, *solve)
        self.assertIn("blocks cover all 120 3-subsets", out)
        self.assertIn("cannot replace c.checkpoint: Is a directory: --resume will know nothing of this run", err)
        self.assertEqual(self.run_json(FILE, *solve)["exit_code"], FILE)
        self.run_to(COVER, "verify", "c")

    def test_a_better_cover_that_cannot_be_written_is_told_of_beside_the_earlier_one(self):
        disk = self.path("disk")
        self.mount(disk, b"size=64k")
        # All 252 blocks of C(10,5,3), which 17 beat at once.
        blocks = itertools.combinations(range(1, 11), 5)
        before = "# coldcore design\n# design: 10,5,3\n# mu: 1\n# blocks: multiset\n" + "".join(
            " ".join(map(str, block)) + "\n" for block in blocks)
        self.write("disk/c", before)
        self.fill(os.path.join(disk, "ballast"))
        solve = ("solve", "design", "--vkt", "10,5,3", "--iterations", 300, "--out", "disk/c", "--resume", "--quiet")
        out, err = self.run_to(FILE, *solve)
        self.assertIn("252 blocks cover all 120 3-subsets", out)
        self.assertRegex(out, r"the smaller one of this run, 1\d blocks, is lost")
        complaints = [line.split(":")[1].strip() for line in err.splitlines()]
        # Each is said when it first fails, and at the end the cover comes first.
        self.assertEqual(complaints[-2:], ["cannot write disk/c", "cannot write disk/c.checkpoint"])
        self.assertEqual(sorted(complaints), sorted(2 * complaints[-2:]))
        self.assertRegex(err, r"cannot write disk/c: No space left on device: the best cover of this run, 1\d blocks")
        self.assertEqual(self.read("disk/c"), before)
        result = self.run_json(FILE, *solve)
        self.assertEqual((result["status"], result["size"], result["earlier"]), ("not written", 252, 252))
        self.assertLess(result["found"], 20)

    def test_a_log_that_cannot_be_opened_ends_the_run_before_it_begins(self):
        os.mkdir(self.path("folder"))
        for log, reason in (("none/log", "No such file or directory"), ("folder", "Is a directory")):
            self.refused(FILE, *SMALL, "--out", "c", "--log", log, says=f"cannot write {log}: {reason}")
        self.assertEqual(os.listdir(self.folder), ["folder"])

    def test_a_log_that_fails_half_way_costs_no_result_and_is_no_success(self):
        solve = (*SMALL, "--out", "c", "--overwrite", "--quiet")
        for options in ({"preexec_fn": limit_files_to_a_kilobyte}, {}):
            log = "log" if options else "/dev/full"
            with self.subTest(log=log):
                out, err = self.run_to(FILE, *solve, "--log", log, **options)
                self.assertIn("9 words cover all 81", out)
                self.assertEqual(err.count("\n"), 1, err)
                self.check_failure(err, log, "File too large" if options else "No space left on device")
                self.assertEqual(len(self.words_in("c")), 9)
        self.assertEqual(self.run_json(FILE, *solve, "--log", "/dev/full")["exit_code"], FILE)

    def test_a_full_disk(self):
        disk = self.path("disk")
        self.mount(disk, b"size=64k")
        self.write("disk/old", "before")
        self.fill(os.path.join(disk, "ballast"))
        _, err = self.run_to(FILE, *SMALL, "--out", "disk/c")
        self.assertIn("No space left on device", err)
        self.assertEqual(self.read("disk/old"), "before")
        self.assertFalse(os.path.exists(self.path("disk/c")))

    def test_a_read_only_folder(self):
        disk = self.path("disk")
        self.mount(disk, b"size=64k", flags=1)  # MS_RDONLY
        self.refused(FILE, *SMALL, "--out", "disk/c", says="cannot write disk/c: Read-only file system")

    def test_a_folder_without_permission(self):
        if os.geteuid() == 0:
            self.skipTest("root ignores permissions")
        os.mkdir(self.path("closed"), 0o555)
        self.refused(FILE, *SMALL, "--out", "closed/c", says="cannot write closed/c: Permission denied")


if __name__ == "__main__":
    unittest.main()

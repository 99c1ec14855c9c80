# SPDX-License-Identifier: Apache-2.0
"""Disks that are full and folders that cannot be written: a clear error, and the earlier file intact."""
import ctypes
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

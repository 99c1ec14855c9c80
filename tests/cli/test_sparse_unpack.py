# SPDX-License-Identifier: Apache-2.0
"""`coldcore sparse unpack`: the buffers of a matrix, printed and written."""
import ctypes
import fcntl
import gzip
import json
import os
import resource
import signal
import stat
import struct
import unittest

from cli_case import BAD_INPUT, COVER, FILE, CliCase

try:
    import numpy
except ImportError:  # The files are then read by their description alone.
    numpy = None

DATA = os.environ["COLDCORE_TEST_MANIFESTS"]
LIBC = ctypes.CDLL(None, use_errno=True)

# The matrix of docs/layouts.md.
MATRIX = """%%MatrixMarket matrix coordinate real general
3 4 6
1 1 10
1 3 20
2 4 30
3 1 40
3 2 50
3 4 60
"""


def data(name):
    return os.path.join(DATA, name + ".yaml")


def read_npy(path):
    """Type, shape and bytes of a file, by the description of the format."""
    with open(path, "rb") as file:
        content = file.read()
    assert content[:8] == b"\x93NUMPY\x01\x00"
    (length,) = struct.unpack("<H", content[8:10])
    assert (10 + length) % 64 == 0
    header = eval(content[10:10 + length], {"__builtins__": {}})
    assert header["fortran_order"] is False
    return header["descr"], header["shape"], content[10 + length:]


class UnpackCase(CliCase):
    def setUp(self):
        super().setUp()
        self.write("a.mtx", MATRIX)

    def unpack(self, *more, manifest="spmv", configuration="csr", matrix="A=a.mtx"):
        return ("sparse", "unpack", data(manifest), "--configuration", configuration, "--matrix", matrix, *more)


class Printed(UnpackCase):
    def test_arguments_are_printed_in_their_order(self):
        out, err = self.run_to(COVER, *self.unpack())
        self.assertEqual(err, "")
        lines = [line.split() for line in out.splitlines()]
        self.assertEqual(lines[0], ["spmv_csr_fp64"])
        self.assertEqual(lines[2], ["1", "A_data", "data", "float64", "[6]", "48"])
        self.assertEqual([line[1] for line in lines[2:]],
                         ["A_data", "A_indices", "A_indptr", "x", "y", "M", "N", "nnz"])
        self.assertEqual(lines[6], ["5", "y", "output", "float64", "[3]", "24"])
        self.assertEqual(lines[9], ["8", "nnz", "size", "int64", "=", "6"])

    def test_json_has_the_same(self):
        answer = self.run_json(COVER, *self.unpack(configuration="ell"))
        self.assertEqual((answer["symbol"], answer["bytes"]), ("spmv_ell_fp64", 72 + 72 + 32 + 24))
        self.assertEqual(answer["args"][1], {"name": "A_indices", "kind": "ptr", "dtype": "int64", "const": True,
                                             "array": "A", "role": "indices", "shape": [3, 3], "bytes": 72})
        self.assertEqual(answer["args"][-1], {"name": "W", "kind": "scalar", "dtype": "int64", "const": True,
                                              "value": 3})

    def test_the_order_is_that_of_the_binding(self):
        for configuration in ("csr", "dia", "sell_c_sigma"):
            unpacked = self.run_json(COVER, *self.unpack(configuration=configuration))
            bound = self.run_json(COVER, "sparse", "binding", data("spmv"), "--configuration", configuration)
            self.assertEqual([a["name"] for a in unpacked["args"]], [a["name"] for a in bound["args"]])

    def test_a_shape_that_is_not_declared_is_open(self):
        answer = self.run_json(COVER, *self.unpack(manifest="contract_spmv"))
        self.assertEqual(answer["args"][3], {"name": "x", "kind": "ptr", "dtype": "float64", "const": True,
                                             "shape": None, "bytes": None})

    def test_gzip_is_read_as_it_is(self):
        self.write("a.mtx.gz", gzip.compress(MATRIX.encode()))
        self.assertEqual(self.run_to(COVER, *self.unpack(matrix="A=a.mtx.gz")), self.run_to(COVER, *self.unpack()))


class Written(UnpackCase):
    def test_each_buffer_is_a_file(self):
        out, _ = self.run_to(COVER, *self.unpack("-o", "buffers", "--json"))
        self.assertEqual(sorted(os.listdir(self.path("buffers"))),
                         ["A_data.npy", "A_indices.npy", "A_indptr.npy", "arguments.json"])
        self.assertEqual(self.read("buffers/arguments.json"), out)
        self.assertEqual([a.get("file") for a in json.loads(out)["args"]][:4],
                         ["A_data.npy", "A_indices.npy", "A_indptr.npy", None])
        self.assertEqual(read_npy(self.path("buffers/A_data.npy")),
                         ("<f8", (6,), struct.pack("<6d", 10, 20, 30, 40, 50, 60)))
        self.assertEqual(read_npy(self.path("buffers/A_indptr.npy")), ("<i8", (4,), struct.pack("<4q", 0, 2, 3, 6)))

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_numpy_reads_the_files(self):
        self.run_to(COVER, *self.unpack("-o", "buffers", configuration="dia"))
        values = numpy.load(self.path("buffers/A_data.npy"))
        self.assertEqual((values.dtype.name, values.shape), ("float64", (5, 4)))
        self.assertEqual(values.tolist()[0], [40, 0, 0, 0])
        self.run_to(COVER, *self.unpack("-o", "single", configuration="packed_banded"))
        self.assertEqual(numpy.load(self.path("single/A_lbound.npy")).tolist(), 2)

    def test_raw_files_are_the_bytes_alone(self):
        self.run_to(COVER, *self.unpack("-o", "buffers", "--raw"))
        with open(self.path("buffers/A_indices.bin"), "rb") as file:
            self.assertEqual(file.read(), struct.pack("<6q", 0, 2, 3, 0, 1, 3))

    def test_a_folder_that_is_there_is_left_as_it_is(self):
        os.mkdir(self.path("old"))
        self.write("file", "mine")
        for name in ("old", "file"):
            self.refused(BAD_INPUT, *self.unpack("-o", name), says=f"{name} exists: choose another name with -o")
        self.assertEqual((os.listdir(self.path("old")), self.read("file")), ([], "mine"))

    def test_a_folder_name_may_end_with_a_slash(self):
        self.run_to(COVER, *self.unpack("-o", "buffers/"))
        self.assertTrue(os.path.isdir(self.path("buffers")))

    def test_what_cannot_be_written_leaves_nothing(self):
        before = sorted(os.listdir(self.folder))
        self.refused(FILE, *self.unpack("-o", "none/buffers"), says="cannot write none/buffers: No such file")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        out, err = self.run_to(FILE, *self.unpack("-o", "buffers"), preexec_fn=limit)
        self.assertEqual(out, "")
        self.assertIn("File too large", err)
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_a_full_disk(self):
        disk = self.path("disk")
        os.mkdir(disk)
        if LIBC.mount(b"tmpfs", disk.encode(), b"tmpfs", 0, b"size=16k") != 0:
            self.skipTest("mounting a small file system is not allowed here")
        self.addCleanup(LIBC.umount, disk.encode())
        big = ("sparse", "unpack", data("spmv"), "--configuration", "csr", "--generate", "A=uniform", "--set", "M=1000",
               "--set", "N=1000")
        _, err = self.run_to(FILE, *big, "-o", "disk/buffers")
        self.assertIn("No space left on device", err)
        _, err = self.run_to(FILE, *big, "--save", "A=disk/a.mtx")
        self.assertIn("cannot write disk/a.mtx: No space left on device", err)
        self.assertEqual(os.listdir(disk), [])

    def test_a_pipe_is_no_file_to_replace(self):
        os.mkfifo(self.path("pipe"))
        self.refused(FILE, *self.unpack("--save", "A=pipe"), says="cannot replace pipe: it is no file")
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path("pipe")).st_mode))

    def test_two_at_once(self):
        before = sorted(os.listdir(self.folder))
        with open(self.path("buffers.lock"), "w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.refused(FILE, *self.unpack("-o", "buffers"), says="buffers is being written by another run")
        with open(self.path(".b.mtx.part"), "w", encoding="ascii") as part:
            fcntl.flock(part, fcntl.LOCK_EX)
            self.refused(FILE, *self.unpack("--save", "A=b.mtx"), says="b.mtx is being written by another run")
        self.run_to(COVER, *self.unpack("--save", "A=b.mtx", "-o", "buffers"))
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(before + ["b.mtx", "buffers"]))

    def test_what_a_killed_run_left_is_cleared_away(self):
        big = ("sparse", "unpack", data("spmv"), "--configuration", "csr", "--generate", "A=uniform", "--set",
               "M=300000", "--set", "N=1000", "-o", "buffers")
        process = self.start(*big)
        self.addCleanup(process.kill)
        self.wait_for(lambda: os.path.exists(self.path(".buffers.part")), "a staged folder")
        process.kill()
        self.finish(process, -signal.SIGKILL)
        self.assertFalse(os.path.exists(self.path("buffers")))
        self.run_to(COVER, *big)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith((".buf", "buf"))], ["buffers"])

    def test_a_folder_without_permission(self):
        if os.geteuid() == 0:
            self.skipTest("root ignores permissions")
        os.mkdir(self.path("closed"), 0o555)
        self.refused(FILE, *self.unpack("-o", "closed/b"), says="cannot write closed/b: Permission denied")


class Generated(UnpackCase):
    def generate(self, *more, code=COVER, manifest="spmv"):
        return self.run_to(code, "sparse", "unpack", data(manifest), *more)

    def test_a_matrix_is_saved_and_read_again(self):
        self.generate("--generate", "A=uniform", "--set", "M=30", "--set", "N=20", "--save", "A=b.mtx", "-o", "one")
        self.generate("--matrix", "A=b.mtx", "--save", "A=c.mtx", "-o", "two")
        self.assertEqual(self.read("b.mtx"), self.read("c.mtx"))
        for name in ("A_data.npy", "A_indices.npy", "A_indptr.npy"):
            self.assertEqual(read_npy(self.path("one/" + name)), read_npy(self.path("two/" + name)))

    def test_the_seed_is_all_that_matters(self):
        for name, seed in (("b", 7), ("c", 7), ("d", 8)):
            self.generate("--generate", "uniform", "--seed", seed, "--save", f"A={name}.mtx")
        self.assertEqual(self.read("b.mtx"), self.read("c.mtx"))
        self.assertNotEqual(self.read("b.mtx"), self.read("d.mtx"))

    def entries(self, *more):
        self.generate(*more, "--set", "M=40", "--set", "N=40", "--save", "A=b.mtx")
        lines = self.read("b.mtx").splitlines()
        return [tuple(map(int, line.split()[:2])) for line in lines[2:]]

    def test_counts_are_met(self):
        self.assertEqual(len(self.entries("--generate", "uniform", "--entries", 123)), 123)
        self.assertEqual(len(self.entries("--generate", "uniform", "--density", 0.5)), 800)
        self.assertEqual(len(self.entries("--generate", "uniform", "--per-row", 5)), 200)
        self.assertEqual(len(self.entries("--generate", "uniform")), 320)
        self.assertEqual(self.entries("--generate", "diagonal"), [(i, i) for i in range(1, 41)])
        band = self.entries("--generate", "banded", "--bands", "2,1")
        self.assertEqual(band, [(i, j) for i in range(1, 41) for j in range(1, 41) if -2 <= j - i <= 1])

    def test_a_manifest_may_say_how(self):
        self.assertEqual(len(self.entries("--generate", "A=diagonal")), 40)

    def test_what_makes_no_sense_is_refused(self):
        for more, says in (
                (("--generate", "A=zipf"), "zipf is no distribution that can be made"),
                (("--generate", "B=uniform"), "--generate B: the arrays of"),
                (("--generate", "uniform", "--entries", 2000), "2000 entries, but there are 0..256 places"),
                (("--generate", "uniform", "--entries", -1), "--entries"),
                (("--generate", "uniform", "--density", "nan"), "--density"),
                (("--generate", "uniform", "--density", 1.5), "no number in 0..1"),
                (("--generate", "uniform", "--density", 0.5, "--per-row", 3), "--per-row"),
                (("--generate", "uniform", "--bands", "1,1"), "--bands is for"),
                (("--generate", "banded", "--bands", "1;1"), "LOWER,UPPER"),
                (("--generate", "banded", "--bands", "1,2", "--spd"), "not 1 and 2"),
                (("--generate", "uniform", "--spd", "--set", "M=3"), "square, not 3 x 16"),
                (("--generate", "uniform", "--set", "M=1e3"), "--set M=1e3: a size is a whole number"),
                (("--generate", "uniform", "--set", "M=-1"), "--set M=-1: a size is a whole number"),
                (("--generate", "uniform", "--set", "M=9223372036854775808"), "a size is a whole number"),
                (("--generate", "uniform", "--save", "A"), "NAME=..."),
                (("--generate", "uniform", "--generate", "banded"), "there twice"),
                (("--seed", 1), "nothing says what A is")):
            with self.subTest(more=more):
                self.refused(BAD_INPUT, "sparse", "unpack", data("spmv"), *more, says=says)
        for text in ("1e3", "-1", "9223372036854775808"):
            self.refused(BAD_INPUT, "sparse", "unpack", data("contract_spmv"), "--generate", "uniform", "--set",
                         "N=3", "--set", f"M={text}", says=f"--set M={text}: a size is a whole number from 0 to 9223")
        self.refused(BAD_INPUT, "sparse", "unpack", data("contract_spmv"), "--generate", "uniform",
                     says="nothing says how large A is, [M, N]: --set M=NUMBER")


if __name__ == "__main__":
    unittest.main()

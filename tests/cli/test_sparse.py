# SPDX-License-Identifier: Apache-2.0
"""The verbs on manifests; what they write is compiled."""
import os
import shutil
import subprocess
import unittest

from cli_case import BAD_INPUT, COVER, FILE, CliCase

DATA = os.environ["COLDCORE_TEST_MANIFESTS"]
KERNELS = ("spmv", "spmm", "cg", "bicgstab", "gmres", "minres")
LAYOUTS = ("csr", "csc", "coo", "dia", "ell", "bcsr", "bcoo", "jds", "sell_c_sigma", "packed_banded", "dense")

ODD = """\
array_args: [new, int, h, u, B, b, _x, lambda, z]
output_args: [z]
input_args: [restrict, this]
init:
  arrays:
    new: {shape: "(N,)", dtype: complex128}
    int: {shape: [n, N + 1], dtype: complex64}
    h: {shape: "()", dtype: float16}
    u: {shape: [C], dtype: uint32}
    z: {shape: [a_symbol_that_is_as_long_as_any_may_be_sixty_three_letters_long], dtype: complex128}
"""


def data(name):
    return os.path.join(DATA, name + ".yaml")


class SparseCase(CliCase):
    def broken(self, name, old, new):
        with open(data(name), encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(text.count(old), 1)
        return self.write("m.yaml", text.replace(old, new))


class Validate(SparseCase):
    def test_a_valid_manifest_is_said_to_be_valid(self):
        out, err = self.run_to(COVER, "sparse", "validate", data("spmm"))
        self.assertEqual(out, f"{data('spmm')}: valid: kernel spmm, 1 sparse array, 11 configurations\n")
        self.assertEqual(err, "")

    def test_the_first_violation_is_one_line_with_file_line_path_rule_and_remedy(self):
        self.broken("two_arrays", "name: A_indptr", "name: A_row")
        err = self.refused(BAD_INPUT, "sparse", "validate", "m.yaml")
        self.assertEqual(err, 'coldcore: m.yaml:29:19: sparse_layouts.A.variants.csr.buffers[0].name: rule 11 (buffer '
                              'names): "A_row" is not <logical>_<role>: name it A_indptr\n')

    def test_all_shows_all_of_them(self):
        self.broken("two_arrays", "half: {A: dense, B: csr}", "half: {A: dense, B: coo}\n  no: {A: csr}")
        _, err = self.run_to(BAD_INPUT, "sparse", "validate", "m.yaml")
        self.assertIn("configurations.no: rule 5 ", err)
        self.assertIn("(--all shows all 2)", err)
        out, err = self.run_to(BAD_INPUT, "sparse", "validate", "m.yaml", "--all")
        self.assertEqual(out, "")
        self.assertEqual([line.split(": ")[3].split()[1] for line in err.splitlines()], ["5", "27"])

    def test_warnings_are_said_and_leave_it_valid(self):
        self.broken("two_arrays", "[M, N], dtype: float32", "[M * N], dtype: float32")
        out, err = self.run_to(COVER, "sparse", "validate", "m.yaml")
        self.assertIn("rule 19 (number of extents): warning: ", err)
        self.assertIn("m.yaml: valid: kernel sandwich", out)

    def test_json_has_the_findings(self):
        self.assertEqual(self.run_json(COVER, "sparse", "validate", data("cg")),
                         {"file": data("cg"), "valid": True, "findings": []})
        self.broken("two_arrays", "  - C\n  - w\n", "  - C\n  - B_col\n  - w\n")
        answer = self.run_json(BAD_INPUT, "sparse", "validate", "m.yaml")
        self.assertFalse(answer["valid"])
        self.assertEqual([(f["rule"], f["severity"], f["line"], f["column"], f["path"]) for f in answer["findings"]],
                         [(9, "error", 18, 5, "array_args[3]")])
        self.assertEqual(set(answer["findings"][0]),
                         {"rule", "name", "severity", "line", "column", "path", "what", "remedy"})

    def test_what_is_no_manifest_is_refused_in_one_line(self):
        for content, says in (("", "it is empty"), ("text", "m:1:1: a manifest is a mapping"),
                              ("a: [1\nb: 2", "m:2:"), (b"a: \xff", "m:1:4: byte 0xff"), ("a: !!x 1", "a tag"),
                              ("a: 1\n---\nb: 2\n", "second document"), ("a: " + "x" * 300_000, "262144 bytes"),
                              ("a: " + "[" * 50 + "]" * 50, "32 deep")):
            with self.subTest(content=content[:20]):
                self.write("m", content)
                for verb in (("validate",), ("validate", "--json"), ("binding",)):
                    self.refused(BAD_INPUT, "sparse", *verb, "m", says=says)

    def test_files_that_cannot_be_read(self):
        self.refused(FILE, "sparse", "validate", "absent.yaml", says="absent.yaml")
        self.refused(FILE, "sparse", "binding", self.folder, says="cannot read")
        self.refused(FILE, "sparse", "validate", "/dev/zero", says="/dev/zero: more than")


class Bindings(SparseCase):
    def test_json_is_the_binding(self):
        answer = self.run_json(COVER, "sparse", "binding", data("spmv"), "--configuration", "sell_c_sigma")
        self.assertEqual(list(answer), ["kernel", "symbol", "abi", "args", "packed", "workspace", "symbols"])
        self.assertEqual(answer["symbol"], "spmv_sell_c_sigma_fp64")
        self.assertEqual([arg["name"] for arg in answer["args"]],
                         ["A_col_idx", "A_perm", "A_row_len", "A_slice_ptr", "A_val", "x", "y",
                          "M", "N", "NSL", "padded"])
        self.assertEqual(answer["args"][6], {"name": "y", "kind": "ptr", "dtype": "float64", "const": False,
                                             "shape": ["M"], "role": "output"})

    def test_a_declaration_is_the_default(self):
        out, _ = self.run_to(COVER, "sparse", "binding", data("spmv"))
        self.assertIn("void spmv_csr_fp64(const double *restrict A_data", out)

    def test_nothing_is_derived_from_what_is_not_valid(self):
        self.broken("two_arrays", "dtype: int32", "dtype: int16")
        self.refused(BAD_INPUT, "sparse", "binding", "m.yaml", says=("m.yaml:", "rule 4 "))
        self.refused(BAD_INPUT, "sparse", "stub", "m.yaml", "--configuration", "rows", "--language", "c", "-o", "k.c",
                     says="rule 4 ")
        self.assertFalse(os.path.exists(self.path("k.c")))

    def test_what_is_asked_for_is_checked(self):
        manifest = data("two_arrays")
        self.refused(BAD_INPUT, "sparse", "binding", manifest, "--configuration", "csr",
                     says='no configuration "csr": it is one of rows, points, half')
        self.refused(BAD_INPUT, "sparse", "binding", manifest, "--language", "rust", says="--language")
        self.refused(BAD_INPUT, "sparse", "binding", manifest, "--language", "c", "--json", says="--json")
        self.refused(BAD_INPUT, "sparse", "stub", manifest, "--language", "c", says="--configuration is required")
        self.refused(BAD_INPUT, "sparse", "stub", manifest, "--configuration", "rows", says="--language is required")
        self.refused(BAD_INPUT, "sparse", says="coldcore sparse --help")
        self.refused(BAD_INPUT, "sparse", "validate", "", says="FILE")

    def test_every_verb_has_help_with_an_example(self):
        for verb in ((), ("validate",), ("binding",), ("stub",)):
            out, _ = self.run_to(COVER, "sparse", *verb, "--help")
            self.assertIn("Examples:\n  coldcore sparse ", out)


class Stubs(SparseCase):
    def test_a_file_that_is_there_is_left_as_it_is(self):
        self.write("spmv.c", "mine")
        self.refused(BAD_INPUT, "sparse", "stub", data("spmv"), "--configuration", "csr", "--language", "c", "-o",
                     "spmv.c", says=("spmv.c exists", "choose another name with -o"))
        self.assertEqual(self.read("spmv.c"), "mine")
        os.symlink("nowhere", self.path("link.c"))
        self.refused(BAD_INPUT, "sparse", "stub", data("spmv"), "--configuration", "csr", "--language", "c", "-o",
                     "link.c", says="link.c exists")

    def test_a_file_that_cannot_be_written(self):
        self.refused(FILE, "sparse", "stub", data("spmv"), "--configuration", "csr", "--language", "c", "-o",
                     "absent/spmv.c", says="cannot write absent/spmv.c")

    def texts(self, language):
        """All prototypes and then all stubs of all kernels and layouts."""
        prototypes, stubs = [], []
        for kernel in KERNELS:
            for layout in LAYOUTS:
                asked = (data(kernel), "--configuration", layout, "--language", language)
                prototypes.append(self.run_to(COVER, "sparse", "binding", *asked)[0])
                name = f"{kernel}_{layout}.{language}"
                self.run_to(COVER, "sparse", "stub", *asked, "-o", name)
                stubs.append(self.read(name))
        return prototypes, stubs

    def odd_texts(self, language):
        """Complex values, float16, names that languages own, and more arguments than fit in a line."""
        manifest = self.write("odd.yaml", ODD)
        out = [self.run_to(COVER, "sparse", "binding", manifest, "--language", language)[0]]
        for kernel in ("rows", "points", "half"):
            asked = (data("two_arrays"), "--configuration", kernel, "--language", language)
            out.append(self.run_to(COVER, "sparse", "stub", *asked)[0])
        return out

    def compiled(self, compiler, name, text, *options):
        if shutil.which(compiler) is None:
            self.skipTest(f"there is no {compiler}")
        self.write(name, text)
        done = subprocess.run([compiler, *options, "-fsyntax-only", name], cwd=self.folder, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_c_compiles(self):
        prototypes, stubs = self.texts("c")
        self.compiled("gcc", "all.c", "\n".join(prototypes + stubs + self.odd_texts("c")), "-std=c99", "-Wall",
                      "-Wextra", "-Wno-unused-parameter", "-pedantic-errors")

    def test_cpp_compiles(self):
        prototypes, stubs = self.texts("cpp")
        self.compiled("g++", "all.cpp", "\n".join(prototypes + stubs + self.odd_texts("cpp")), "-std=c++17", "-Wall",
                      "-Wextra", "-Wno-unused-parameter")

    def test_c_and_cpp_call_each_other(self):
        if shutil.which("gcc") is None or shutil.which("g++") is None:
            self.skipTest("there is no gcc or no g++")
        for language, name in (("cpp", "kernel.cpp"), ("c", "main.c")):
            verb = ("stub", "-o", name) if language == "cpp" else ("binding",)
            out, _ = self.run_to(COVER, "sparse", verb[0], data("gmres"), "--configuration", "jds", "--language",
                                 language, *verb[1:])
        # Four buffers and two dense arrays; N, NJD, max_iter, nnz, restart and tol; the workspace.
        self.write("main.c", out + "int main(void) {\n  double v[1] = {0}, b[1] = {0}, x[1] = {0};\n  gmres_jds_fp64(0, 0, v, 0, b, x,\n"
                                   "    1, 1, 100, 1, 20, 1e-6, 0, 0);\n  return 0;\n}\n")
        for command in (("g++", "-c", "kernel.cpp"), ("gcc", "-std=c99", "-Wall", "-Werror", "-c", "main.c"),
                        ("g++", "main.o", "kernel.o", "-o", "main"), ("./main",)):
            done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), command)

    def test_cuda_compiles(self):
        nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
        if nvcc is None:
            self.skipTest("there is no nvcc")
        prototypes, stubs = self.texts("cuda")
        self.write("all.cu", "\n".join(prototypes + stubs + self.odd_texts("cuda")))
        done = subprocess.run([nvcc, "-std=c++17", "-c", "all.cu", "-o", "all.o"], cwd=self.folder,
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_fortran_compiles(self):
        prototypes, stubs = self.texts("fortran")
        odd = self.odd_texts("fortran")
        module = "module all_of_them\n" + "\n".join(prototypes + odd[:1]) + "end module all_of_them\n"
        self.compiled("gfortran", "all.f90", module + "\n".join(stubs + odd[1:]), "-std=f2008", "-Wall",
                      "-Wno-unused-dummy-argument")


if __name__ == "__main__":
    unittest.main()

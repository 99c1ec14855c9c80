# SPDX-License-Identifier: Apache-2.0
"""`coldcore sparse run`: kernels that are right, wrong, or worse, beside the reference."""
import json
import os
import unittest

from cli_case import BAD_INPUT, COVER, FILE, MEMORY, PLUGIN, CliCase

DATA = os.environ["COLDCORE_TEST_MANIFESTS"]
KERNELS = os.environ["COLDCORE_TEST_KERNELS"]
EXPECTED = os.environ["COLDCORE_TEST_KERNELS_EXPECTED"]
REFERENCE = os.environ["COLDCORE_TEST_REFERENCE"]
MANIFESTS = os.environ["COLDCORE_TEST_REFERENCE_MANIFESTS"]
DIFFERS = 8

LAYOUTS = ("csr", "csc", "coo", "dia", "ell", "bcsr", "bcoo", "jds", "sell_c_sigma", "packed_banded", "dense")

UNDER_SANITIZER = os.environ.get("COLDCORE_TEST_SANITIZER", "none") != "none"

SCALARS = """\
short_name: scalars
array_args: [A, y]
output_args: [y]
input_args: [A, y, c64, f32, f64, i64]
init:
  arrays: {y: [M]}
  scalars: {c64: 2.5, f32: 0.1, f64: 0.1, i64: -2000000000000}
  dtypes: {c64: complex64, f32: float32}
parameters: {small: {M: 16, N: 16}}
sparse_layouts:
  A:
    logical_shape: [M, N]
    default_dtype: float64
    variants:
      csr:
        buffers:
          - {role: indptr, name: A_indptr, shape: [M + 1], dtype: int64}
          - {role: indices, name: A_indices, shape: [nnz], dtype: int64}
          - {role: data, name: A_data, shape: [nnz], dtype: float64}
configurations: {csr: {A: csr}}
"""


def text_of(name):
    with open(os.path.join(DATA, name + ".yaml"), encoding="utf-8") as file:
        return file.read()


class RunCase(CliCase):
    def manifest(self, module, of="spmv", **replaced):
        """The manifest of a kernel whose symbols begin with `module`."""
        text = f"module_name: {module}\nshort_name: {of}\n" + text_of(of)
        for old, new in replaced.items():
            self.assertIn(old, text)
            text = text.replace(old, new)
        return self.write(f"{module}.yaml", text)

    def arguments(self, module, *more, of="spmv"):
        return ("sparse", "run", self.manifest(module, of), "--configuration", "csr", "--kernel", KERNELS,
                "--generate", "A=uniform", "--set", "M=50" if of in ("spmv", "spmm") else "N=50", *more)

    def run_kernel(self, code, module, *more, of="spmv"):
        return self.run_json(code, *self.arguments(module, *more, of=of))

    def fails(self, module, *more, says=()):
        """A kernel that is told off in one line, and nothing else."""
        return self.refused(DIFFERS, *self.arguments(module, *more), says=says)


class Products(RunCase):
    def test_a_right_kernel_agrees_bit_by_bit_or_nearly(self):
        for module in ("good", "backward"):
            answer = self.run_kernel(COVER, module)
            self.assertEqual((answer["status"], answer["symbol"]), ("agrees", module + "_csr_fp64"))
            self.assertEqual(answer["reference"]["symbol"], "spmv_csr_fp64")
            (output,) = answer["outputs"]
            self.assertEqual((output["name"], output["agrees"], output["scale"]), ("y", True, "|A||x|"))
            # Rows of 8: (8 + 4) roundings of 2^-53 on either side, and a little more.
            self.assertAlmostEqual(output["tolerance"], 24 * 2.0**-53, delta=1e-29)
            self.assertLess(output["max_scaled"], output["tolerance"])
            self.assertIsNone(output["first_beyond"])
            self.assertEqual(answer["seconds"]["calls"], 5)
            self.assertLessEqual(answer["seconds"]["min"], answer["seconds"]["median"])

    def test_the_report_for_people_has_the_ratio_and_the_error(self):
        out, err = self.run_to(COVER, *self.arguments("good", "--calls", 3))
        self.assertEqual(err, "")
        self.assertRegex(out, r"^good_csr_fp64 of .*, [\d,]+ bytes\n  kernel     min .* GB/s\n  reference  min ")
        self.assertRegex(out, r"ratio      [\d.]+ times as fast as the reference\n  y: agrees; max abs .*\nagrees\n$")

    def test_a_wrong_element_is_found_and_counted(self):
        output = self.run_kernel(DIFFERS, "forgets_last")["outputs"][0]
        self.assertEqual((output["agrees"], output["first_beyond"], output["beyond"]), (False, 49, 1))
        self.assertAlmostEqual(output["max_absolute"], 1, places=12)
        out, _ = self.run_to(DIFFERS, *self.arguments("forgets_last"))
        self.assertIn("y: differs; max abs 1,", out)
        self.assertIn("1 element beyond, the first at 49", out)
        self.assertTrue(out.endswith("\ndiffers\n"))

    def test_a_kernel_that_is_right_once_is_not_right(self):
        self.assertEqual(self.run_kernel(DIFFERS, "tires")["outputs"][0]["first_beyond"], 0)

    def test_an_element_that_is_not_written_is_seen(self):
        self.assertEqual(self.run_kernel(DIFFERS, "leaves_open")["outputs"][0]["first_beyond"], 3)

    def test_a_nan_is_no_small_error(self):
        output = self.run_kernel(DIFFERS, "gives_nan", "--tolerance", "1e300")["outputs"][0]
        self.assertEqual((output["first_beyond"], output["beyond"]), (2, 1))

    def test_a_tolerance_of_ones_own(self):
        answer = self.run_kernel(COVER, "forgets_last", "--tolerance", 1e6)
        self.assertEqual(answer["outputs"][0]["tolerance"], 1e6)
        self.run_kernel(DIFFERS, "backward", "--tolerance", 0)

    def test_every_layout_and_width_of_indices_is_bound(self):
        # Kernels of the library itself as their own reference: the lists are right if no bit differs.
        sizes = {"spmv": ("--set", "M=17"), "spmm": ("--set", "M=17", "--set", "K=3")}
        for kernel in ("spmv", "spmm", "cg", "bicgstab", "gmres", "minres"):
            for width in ("", "_i32"):
                for layout in LAYOUTS:
                    answer = self.run_json(
                        COVER, "sparse", "run", os.path.join(MANIFESTS, kernel + width + ".yaml"), "--configuration",
                        layout, "--kernel", REFERENCE, "--generate", "banded", "--set", "N=17", "--tolerance", 0,
                        *sizes.get(kernel, ("--spd",)))
                    self.assertEqual(answer["outputs"][0]["max_absolute"], 0, (kernel, width, layout))

    def test_a_list_with_other_names_of_sizes_is_compared_all_the_same(self):
        # The user's manifest calls the bounds of a band lb and ub, the library's has one width.
        answer = self.run_json(COVER, "sparse", "run", self.manifest("good"), "--configuration", "packed_banded",
                               "--kernel", KERNELS, "--generate", "banded", "--bands", "2,1")
        self.assertEqual(answer["status"], "agrees")

    def test_inputs_come_from_files_plain_or_not(self):
        self.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 2\n2 2 nan\n")
        x = self.write("x.mtx", "%%MatrixMarket matrix array real general\n2 1\n3\n4\n")
        answer = self.run_json(COVER, "sparse", "run", self.manifest("good"), "--configuration", "csr", "--kernel",
                               KERNELS, "--matrix", "A=a.mtx", "--matrix", f"x={x}")
        self.assertEqual(answer["outputs"][0]["max_absolute"], 0)


class Misbehaviour(RunCase):
    def test_a_crash_is_one_line(self):
        says = ("crashes_csr_fp64 ", "call 1 of 6")
        if not UNDER_SANITIZER:
            says += ("crashed with SIGSEGV at address 0x10",)
            self.fails("crashes", says=says)
            self.fails("aborts", says=("crashed with SIGABRT",))
        else:
            self.run_to(DIFFERS, *self.arguments("crashes"))

    def test_leaving_the_process_is_no_answer(self):
        self.fails("leaves", says="ended the process with exit status 0 (call 1 of 6)")

    def test_a_write_past_an_array_is_named(self):
        self.fails("one_past", says="wrote y[50], outside its 50 elements")
        self.fails("one_before", says="wrote y[-1], outside its 50 elements")
        if not UNDER_SANITIZER:
            self.fails("far_past", says=("crashed with SIGSEGV, when it wrote y[", "outside its 50 elements"))
            self.fails("reads_past", says=("crashed with SIGSEGV, when it touched x[", "outside its"))

    def test_a_changed_input_is_named(self):
        self.fails("changes_input", says="changed x, which is const")

    def test_a_kernel_that_does_not_end_is_ended(self):
        self.fails("never_ends", "--time", 1, says="did not end within 1 s (call 1 of 6)")

    def test_a_failure_is_told_in_json_too(self):
        answer = self.run_kernel(DIFFERS, "one_past")
        self.assertEqual((answer["status"], answer["seconds"], answer["outputs"]), ("failed", None, []))
        self.assertIn("wrote y[50]", answer["what"])

    def test_what_a_kernel_prints_does_not_mix_with_the_answer(self):
        out, err = self.run_to(COVER, *self.arguments("talks", "--json"))
        json.loads(out)
        self.assertEqual(err.count("talk\n"), 6)

    def test_scratch_is_what_was_asked_for(self):
        self.run_kernel(COVER, "takes_scratch", "--workspace", 100)
        self.run_kernel(DIFFERS, "takes_scratch")
        self.fails("takes_more_scratch", "--workspace", 100, says="wrote workspace[100], outside its 100 elements")


class Solvers(RunCase):
    def arguments(self, module, *more, of="cg"):
        return super().arguments(module, "--spd", *more, of=of)

    def test_a_solver_is_judged_by_its_residual(self):
        answer = self.run_kernel(COVER, "sweeps", of="cg")
        self.assertEqual(answer["reference"]["symbol"], "cg_csr_fp64")
        self.assertLessEqual(answer["residual"]["kernel"], answer["residual"]["limit"])
        answer = self.run_kernel(DIFFERS, "gives_up", of="cg")
        self.assertGreater(answer["residual"]["kernel"], answer["residual"]["limit"])
        self.assertEqual(answer["status"], "differs")

    def test_a_tolerance_compares_the_solutions(self):
        answer = self.run_kernel(COVER, "sweeps", "--tolerance", "1e-4", of="cg")
        self.assertNotIn("residual", answer)
        self.run_kernel(DIFFERS, "sweeps", "--tolerance", "1e-15", of="cg")


class OtherKernels(RunCase):
    def scalars(self, *more):
        manifest = self.write("scalars.yaml", SCALARS)
        return ("sparse", "run", manifest, "--kernel", KERNELS, "--generate", "A=uniform", *more)

    def test_without_a_reference_a_kernel_is_timed(self):
        answer = self.run_json(COVER, *self.scalars())
        self.assertEqual((answer["status"], answer["reference"], answer["outputs"]), ("timed", None, []))
        self.assertIn("scalars is no kernel of the reference library", answer["what"])
        out, err = self.run_to(COVER, *self.scalars())
        self.assertIn("Let short_name say what it computes and module_name how its symbols begin", err)
        self.assertTrue(out.endswith("\ntimed\n"))

    def test_scalars_of_every_type_arrive(self):
        answer = self.run_json(COVER, *self.scalars("--reference", EXPECTED))
        self.assertEqual((answer["status"], answer["outputs"][0]["scale"]), ("agrees", "max |y|"))
        self.run_json(DIFFERS, *self.scalars("--reference", EXPECTED, "--set", "i64=-99"))

    def test_without_an_output_nothing_agrees(self):
        text = SCALARS.replace("output_args: [y]", "output_args: []")
        manifest = self.write("m.yaml", text.replace("short_name: scalars", "short_name: inert\nmodule_name: scalars"))
        answer = self.run_json(DIFFERS, "sparse", "run", manifest, "--kernel", KERNELS, "--generate", "uniform")
        self.assertEqual(answer["what"], "changed y, which is const")

    def test_a_reference_of_ones_own_is_called_by_the_same_symbol(self):
        answer = self.run_kernel(COVER, "good", "--reference", EXPECTED)
        self.assertEqual(answer["reference"]["symbol"], "good_csr_fp64")


class Refusals(RunCase):
    def test_libraries_and_symbols_that_are_not_there(self):
        self.refused(PLUGIN, *self.arguments("absent"), says="there is no symbol absent_csr_fp64 in ")
        self.assertEqual(self.run_kernel(PLUGIN, "absent")["status"], "not loaded")
        good = self.manifest("good")
        run = ("sparse", "run", good, "--configuration", "csr", "--generate", "A=uniform", "--kernel")
        self.refused(FILE, *run, "none.so", says="cannot read none.so: No such file")
        self.write("text.so", "no library")
        self.refused(PLUGIN, *run, "text.so", says="good_csr_fp64 cannot be loaded: ./text.so: ")
        self.refused(PLUGIN, *run, ".", says="good_csr_fp64 cannot be loaded: ")
        self.refused(FILE, *run, KERNELS, "--reference", "none.so", says="cannot read none.so")
        self.refused(PLUGIN, *run, KERNELS, "--reference", "text.so", says="the reference good_csr_fp64")

    def test_a_library_without_permission(self):
        if os.geteuid() == 0:
            self.skipTest("root ignores permissions")
        self.write("closed.so", "")
        os.chmod(self.path("closed.so"), 0)
        self.refused(FILE, "sparse", "run", self.manifest("good"), "--kernel", "closed.so", "--generate", "uniform",
                     says="Permission denied")

    def test_manifests_that_do_not_fit(self):
        run = ("sparse", "run")
        more = ("--kernel", KERNELS, "--generate", "A=uniform")
        broken = self.write("b.yaml", text_of("spmv").replace("A_indptr, shape", "A_row, shape"))
        self.refused(BAD_INPUT, *run, broken, *more, says="rule 11")
        example = os.path.join(DATA, "contract_spmv.yaml")
        self.refused(BAD_INPUT, *run, example, *more, "--set", "M=3", "--set", "N=3",
                     says="nothing says what shape x has")
        without = self.write("w.yaml", "module_name: good\nshort_name: spmm\n" + text_of("spmv"))
        self.refused(BAD_INPUT, *run, without, *more, says="the reference kernel spmm has an array B, which is missing")
        other = self.write("o.yaml", SCALARS.replace("short_name: scalars", "short_name: cg").replace("A", "Q"))
        self.refused(BAD_INPUT, *run, other, "--kernel", KERNELS, "--generate", "uniform",
                     says="the reference kernel cg has one sparse array, A")
        self.refused(BAD_INPUT, *run, without, *more, "--configuration", "rows", says='no configuration "rows"')
        self.refused(BAD_INPUT, *run, without, "--generate", "uniform", says="--kernel is required")

    def test_matrices_that_are_none(self):
        run = ("sparse", "run", self.manifest("good"), "--kernel", KERNELS, "--matrix")
        self.refused(FILE, *run, "A=none.mtx", says="cannot read none.mtx")
        self.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n2 1 1\n")
        self.refused(BAD_INPUT, *run, "A=a.mtx", says="a.mtx:3:1: the row is 2, but has to be 1..1")
        self.refused(BAD_INPUT, *run, "B=a.mtx", says="--matrix B: the arrays of ")

    def test_what_no_memory_holds(self):
        self.refused(MEMORY, "sparse", "run", self.manifest("good"), "--kernel", KERNELS, "--generate", "uniform",
                     "--set", "M=100000000000000", says="bytes of memory, but")

    def test_each_command_has_help_with_an_example(self):
        for verb in ("unpack", "run", "compose"):
            self.assertIn(f"Examples:\n  coldcore sparse {verb} ", self.run_to(COVER, "sparse", verb, "--help")[0])

    def test_help_has_the_exit_codes(self):
        out, _ = self.run_to(COVER, "sparse", "run", "--help")
        self.assertIn("8 the kernel\ncrashed", out)


if __name__ == "__main__":
    unittest.main()

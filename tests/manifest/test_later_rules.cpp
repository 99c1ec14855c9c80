// SPDX-License-Identifier: Apache-2.0
//
// Rules 12 and up, about what the ecosystem's loader takes without a word.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "manifest_file.hpp"
#include "shape_expression.hpp"

using namespace coldcore::manifest;

namespace {

const std::vector<Broken> kLaterBroken = {
    {12, "input_args: [A, B, C, w, steps, weight]", "input_args: A", "input_args", "input_args"},
    {12, "rows: {A: csr, B: csr}", "rows: [csr, csr]", "configurations.rows", "rows: ["},
    {12, "shape: [M + 1]\n", "shape: {M: 1}\n", "sparse_layouts.A.variants.csr.buffers[0].shape",
     "shape: {M"},
    {12, "output_args:\n  - C\n", "output_args:\n  - ~\n", "output_args[0]", "- ~"},

    {13, "array_args:\n", "output_args: []\narray_args:\n", "output_args", "output_args:\n  - C"},
    {13, "role: indptr\n", "role: indptr\n            role: data\n",
     "sparse_layouts.A.variants.csr.buffers[0].role", "role: data\n"},
    {13, "track: hpc", "track: hpc\n  track: hpc", "taxonomy.track", "track: hpc\n  tags"},

    {14, "configurations:\n", "configuration:\n", "configuration", "configuration:\n"},
    {14, "array_args:\n", "array-args:\n", "array-args", "array-args:"},
    {14, "            shape: [M + 1]\n", "            Shape: [M + 1]\n",
     "sparse_layouts.A.variants.csr.buffers[0].Shape", "Shape:"},
    {14, "            dtype: int64\n", "            dytpe: int64\n",
     "sparse_layouts.A.variants.csr.buffers[0].dytpe", "dytpe:"},
    {14, "  scalars: {", "  scalar: {", "init.scalar", "scalar: {"},

    {15, "  - {role: col, name: B_col, shape: [nnz_B], dtype: int64}\n",
     "  - {role: col, name: B_col, shape: [nnz_B], dtype: int64}\n"
     "          - {role: row, name: B_row, shape: [nnz_B], dtype: int32}\n",
     "sparse_layouts.B.variants.coo.buffers[2].role",
     "{role: row, name: B_row, shape: [nnz_B], dtype: int32}"},
    {16, "          - {role: data, name: A_data, shape: [M, N], dtype: float32}\n",
     "          - {role: data, name: A_data, shape: [M, N], dtype: float32}\n"
     "          - {role: perm, name: A_perm, shape: [M], dtype: int64}\n",
     "sparse_layouts.A.variants.dense.buffers[1].role", "{role: perm"},

    {17, "            shape: [M + 1]\n", "", "sparse_layouts.A.variants.csr.buffers[0]",
     "role: indptr\n"},
    {17, "name: B_data, shape: [nnz_B], dtype: float64}\n      coo",
     "name: B_data, shape: [nnz_B]}\n      coo", "sparse_layouts.B.variants.csr.buffers[2]",
     "{role: data, name: B_data, shape: [nnz_B]}"},
    {17, "    logical_shape: [N, K]\n", "", "sparse_layouts.B", "B:\n"},

    {18, "shape: [M + 1]\n", "shape: nnz\n", "sparse_layouts.A.variants.csr.buffers[0].shape",
     "shape: nnz"},
    {18, "shape: [M + 1]\n", "shape: [M +]\n", "sparse_layouts.A.variants.csr.buffers[0].shape[0]",
     "shape: [M +"},
    {18, "shape: [N + 1]", "shape: [No]", "sparse_layouts.B.variants.csr.buffers[0].shape[0]",
     "[No]"},
    {18, "w: \"(N,)\"", "w: \"(N;)\"", "init.arrays.w", "w: "},

    {19, "shape: [M, N], dtype: float32", "shape: [M * N], dtype: float32",
     "sparse_layouts.A.variants.dense.buffers[0].shape", "[M * N]"},
    {19, "logical_shape: [M, N]", "logical_shape: [M]", "sparse_layouts.A.logical_shape", "[M]"},

    {21, "half: {A: dense, B: csr}", "half: {A: dense, B: csr, D: csr}", "configurations.half.D",
     "half:"},
    {23, "  - A\n  - B\n", "  - A\n", "sparse_layouts.B", "  B:\n"},
    {24, "  - C\n  - w\n", "  - C\n  - C\n  - w\n", "array_args[3]", "- C\n  - w"},
    {25, "output_args:\n  - C\n", "output_args:\n  - c\n", "output_args[0]", "- c\n"},
    {26, "output_args:\n  - C\n", "output_args:\n  - A\n", "output_args[0]", "- A\nsparse"},
    {26, "output_args:\n  - C\n", "output_args:\n  - B_data\n", "output_args[0]", "- B_data\n"},

    {27, "w, steps, weight]", "w, steps, weight, workspace]", "input_args[6]", "input_args"},
    {27, "w, steps, weight]", "w, steps, weight, 2nd]", "input_args[6]", "input_args"},
    {27, "w, steps, weight]", "w, steps, weight, on]", "input_args[6]", "input_args"},
    {28, "shape: [M + 1]", "shape: [C + 1]", "sparse_layouts.A.variants.csr.buffers[0].shape[0]",
     "[C + 1]"},
    {29, "[A, B, C, w, steps, weight]", "[A_data, A_indptr, B, C, w]", "input_args[0]",
     "input_args"},
    {29, "w, steps, weight]", "w, steps, A_indicse]", "input_args[5]", "input_args"},
    {30, "[A, B, C, w, steps, weight]", "[A_indices, A_data, A_indptr, B, C, w]", "input_args[0]",
     "input_args"},
    {30, "[A, B, C, w, steps, weight]", "[A_data, A_indices, A_indptr, weight, B, C, w]",
     "input_args[3]", "input_args"},

    {31, "default_dtype: float64", "default_dtype: double", "sparse_layouts.A.default_dtype",
     "default_dtype"},
    {31, "dtype: float32}\n    w:", "dtype: single}\n    w:", "init.arrays.C.dtype", "C: {"},
    {31, "  scalars: {", "  dtypes: {steps: int32}\n  scalars: {", "init.dtypes.steps", "dtypes:"},
    {32, "shape: [M + 1]", "shape: [m + 1]", "sparse_layouts.A.variants.csr.buffers[0].shape[0]",
     "[m + 1]"},
    {33, "short_name: sandwich", "short_name: 2-sandwich", "short_name", "short_name"},
};

}  // namespace

TEST_SUITE("manifest/later_rules") {
  TEST_CASE("what is surely a mistake is found, with its number, the path and the line") {
    const std::string manifest = data_file("two_arrays.yaml");
    for (const Broken& broken : kLaterBroken) check_broken(manifest, broken);
  }

  TEST_CASE("sparse arrays without a configuration or a variant") {
    const std::string text =
        "short_name: k\narray_args: [A]\nsparse_layouts:\n  A: {logical_shape: [M, N], variants: "
        "{}}\n";
    CHECK(numbers_of(findings_in(text)) == std::vector<int>{22, 22});
  }

  TEST_CASE("a buffer's name is given once in a variant and to one array") {
    const std::string manifest = data_file("two_arrays.yaml");
    // Rule 11 has it first: with the convention kept, names differ as roles do.
    CHECK(numbers_of(findings_in(edited(manifest, "name: A_row", "name: A_col"))) ==
          std::vector<int>{11, 20});
    CHECK(numbers_of(findings_in(edited(manifest, "name: B_row", "name: A_row"))) ==
          std::vector<int>{11, 20});
  }

  TEST_CASE("warnings leave a manifest valid") {
    const std::string manifest = data_file("two_arrays.yaml");
    const auto findings =
        findings_in(edited(manifest, "[M, N], dtype: float32", "[M * N], dtype: float32"));
    REQUIRE(numbers_of(findings) == std::vector<int>{19});
    CHECK(findings[0].severity == Severity::kWarning);
    CHECK(first_error(findings) == nullptr);
    CHECK(describe(findings[0], "m").find("rule 19 (number of extents): warning: ") !=
          std::string::npos);
  }

  TEST_CASE(
      "an unknown key that resembles none of ours, or one that is there, is somebody else's") {
    const std::string manifest = data_file("two_arrays.yaml");
    CHECK(findings_in(edited(manifest, "taxonomy:", "input_arg: []\ntaxonomy:")).empty());
    CHECK(findings_in(edited(manifest, "taxonomy:", "mpi: {}\ntaxonomy:")).empty());
    CHECK(
        findings_in(edited(manifest, "role: indptr\n", "role: indptr\n            comment: rows\n"))
            .empty());
  }

  TEST_CASE("the lists of a kernel written in buffer style are in order") {
    const std::string manifest = data_file("two_arrays.yaml");
    CHECK(
        findings_in(
            edited(
                manifest, "[A, B, C, w, steps, weight]",
                "[A_data, A_indices, A_indptr, B_data, B_indices, B_indptr, C, w, steps, weight]"))
            .empty());
  }

  TEST_CASE("findings have an end") {
    std::string text = "short_name: k\nsparse_layouts:\n";
    for (int i = 0; i < 300; ++i) text += "  A" + std::to_string(i) + ": {variants: {no: {}}}\n";
    CHECK(findings_in(text).size() == kMostFindings);
  }

  TEST_CASE("however many warnings there are, an error is found") {
    std::string buffers;
    for (int i = 0; i < 300; ++i) {
      buffers += "          - {role: r" + std::to_string(i) + ", name: A_r" + std::to_string(i) +
                 ", shape: [M], dtype: int64}\n";
    }
    const std::string manifest = data_file("two_arrays.yaml");
    const std::string_view last =
        "          - {role: data, name: A_data, shape: [M, N], dtype: float32}\n";
    const std::string many = edited(manifest, last, buffers + std::string(last));
    CHECK(findings_in(many).size() == kMostFindings - 1);
    CHECK(first_error(findings_in(many)) == nullptr);
    const auto findings =
        findings_in(edited(many, "shape: [nnz_A], dtype: complex64}", "shape: [nnz_A]}"));
    REQUIRE(first_error(findings) != nullptr);
    CHECK(first_error(findings)->rule == 17);
  }

  TEST_CASE("many arrays and many configurations are judged in no time") {
    std::string text = "short_name: k\nsparse_layouts:\n";
    for (int i = 0; i < 3000; ++i) text += " A" + std::to_string(i) + ": {}\n";
    text += "configurations:\n";
    for (int i = 0; i < 3000; ++i)
      text += " c" + std::to_string(i) + ": {B" + std::to_string(i) + ": csr}\n";
    CHECK(findings_in(text).size() == kMostFindings);
  }

  TEST_CASE("extents") {
    for (const char* good : {"1", "nnz", "M + 1", "lb + ub + 1", "27 * (nx + 1) * (ny+1)",
                             "-(-M // C)", "N % 2", "max(M, N) + min(1, 2, K)", "((a))"}) {
      CAPTURE(good);
      CHECK(complaint_about_extent(good) == "");
    }
    for (const char* bad :
         {"", " ", "M +", "M N", "3x", "(M", "M)", "M ** 2", "M / / 2", "f(M)", "M,", "1.5",
          "M */ N", "/* M", "min", "min(", "\"M\"", "M;", "\xc3\xa9"}) {
      CAPTURE(bad);
      CHECK(complaint_about_extent(bad) != "");
    }
    CHECK(complaint_about_extent(std::string(400, '(')) != "");
    CHECK(complaint_about_extent(std::string(600, 'a')) != "");
    CHECK(symbols_of_extent("max(M_2, N) + 3 * K // b2") ==
          std::vector<std::string>{"M_2", "N", "K", "b2"});
    CHECK(extents_of_tuple("(N,)") == std::vector<std::string>{"N"});
    CHECK(extents_of_tuple("(NI, NJ + 1)") == std::vector<std::string>{"NI", "NJ + 1"});
    CHECK(extents_of_tuple("N") == std::vector<std::string>{"N"});
    CHECK(extents_of_tuple("()").empty());
    CHECK(extents_of_tuple("((nx + 1) * (ny + 1) + 1,)") ==
          std::vector<std::string>{"(nx + 1) * (ny + 1) + 1"});
    CHECK(extents_of_tuple("(a) * (b)") == std::vector<std::string>{"(a) * (b)"});
    CHECK(extents_of_tuple("(max(a, b), c)") == std::vector<std::string>{"max(a, b)", "c"});
  }
}

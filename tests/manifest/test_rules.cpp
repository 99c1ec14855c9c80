// SPDX-License-Identifier: Apache-2.0
//
// The eleven rules of the contract.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "manifest_file.hpp"

using namespace coldcore::manifest;

namespace {

const std::vector<Broken> kBroken = {
    {1, "      dense:\n", "      dnse:\n", "sparse_layouts.A.variants.dnse", "dnse:"},
    {1, "      csr:\n        buffers:\n          - role: indptr",
     "      CSR:\n        buffers:\n          - role: indptr", "sparse_layouts.A.variants.CSR",
     "CSR:"},
    {1, "      csr:\n        buffers:\n          - {role: indptr, name: B",
     "      bsr:\n        buffers:\n          - {role: indptr, name: B",
     "sparse_layouts.B.variants.bsr", "bsr:"},

    {2, "          - {role: indices, name: A_indices, shape: [nnz_A], dtype: int32}\n", "",
     "sparse_layouts.A.variants.csr", "csr:"},
    {2, "role: col, name: B_col", "role: column, name: B_column", "sparse_layouts.B.variants.coo",
     "coo:\n        buffers:\n          - {role: row, name: B"},
    {2,
     "dense:\n        buffers:\n          - {role: data, name: A_data, shape: [M, N], dtype: "
     "float32}",
     "dense: {buffers: []}", "sparse_layouts.A.variants.dense", "dense: {"},

    {3, "shape: [M, N], dtype: float32", "shape: [M, N], dtype: float",
     "sparse_layouts.A.variants.dense.buffers[0].dtype", "dtype: float}"},
    {3, "dtype: complex64", "dtype: Complex64", "sparse_layouts.A.variants.coo.buffers[2].dtype",
     "Complex64"},
    {3, "shape: [M + 1]\n            dtype: int64", "shape: [M + 1]\n            dtype: index",
     "sparse_layouts.A.variants.csr.buffers[0].dtype", "dtype: index"},

    {4, "dtype: int32", "dtype: int16", "sparse_layouts.A.variants.csr.buffers[1].dtype", "int16"},
    {4, "shape: [N + 1], dtype: int64", "shape: [N + 1], dtype: float64",
     "sparse_layouts.B.variants.csr.buffers[0].dtype", "shape: [N + 1]"},
    {4, "name: A_row, shape: [nnz_A], dtype: int64", "name: A_row, shape: [nnz_A], dtype: uint64",
     "sparse_layouts.A.variants.coo.buffers[0].dtype", "uint64"},

    {5, "rows: {A: csr, B: csr}", "rows: {A: csr}", "configurations.rows", "rows: {A"},
    {5, "half: {A: dense, B: csr}", "half: {B: csr}", "configurations.half", "half: {"},
    {5, "points: {A: coo, B: coo}", "points: {}", "configurations.points", "points: {"},

    {6, "rows: {A: csr, B: csr}", "rows: {A: csc, B: csr}", "configurations.rows.A", "rows: {A"},
    {6, "half: {A: dense, B: csr}", "half: {A: csr, B: dense}", "configurations.half.B", "half: {"},
    {6, "points: {A: coo, B: coo}", "points: {A: COO, B: coo}", "configurations.points.A",
     "points: {"},

    {7, "rows: {A: csr, B: csr}", "rows: {A: csr, B: coo}", "configurations.rows", "rows: {A"},
    {7, "points: {A: coo, B: coo}", "points: {A: coo, B: csr}", "configurations.points",
     "points: {"},
    {7, "half: {A: dense, B: csr}", "half: {B: csr, A: coo}", "configurations.half", "half: {"},

    {8, "rows_uniform: {configuration: rows,", "rows_uniform: {configuration: row,",
     "distributions.rows_uniform.configuration", "rows_uniform"},
    {8, "{configuration: points, distribution: banded}",
     "{configuration: banded, distribution: points}", "distributions.points_banded.configuration",
     "points_banded"},
    {8, "{configuration: rows, distribution: uniform}", "{distribution: uniform}",
     "distributions.rows_uniform", "rows_uniform"},

    {9, "  - A\n  - B\n", "  - A\n  - B\n  - A_indptr\n", "array_args[2]", "- A_indptr"},
    {9, "  - C\n  - w\n", "  - C\n  - B_col\n  - w\n", "array_args[3]", "- B_col"},
    {9, "  - A\n  - B\n", "  - A_data\n  - A\n  - B\n", "array_args[0]", "- A_data"},

    {10, "points: {A: coo, B: coo}", "points: {A: csr, B: csr}", "configurations.points",
     "points: {"},
    {10, "half: {A: dense, B: csr}", "half: {B: csr, A: csr}", "configurations.half", "half: {"},
    {10, "half: {A: dense, B: csr}", "half: {A: dense, B: csr}\n  full: {A: coo, B: coo}",
     "configurations.full", "full: {"},

    {11, "name: A_indptr", "name: A_row", "sparse_layouts.A.variants.csr.buffers[0].name",
     "name: A_row\n"},
    {11, "name: B_col", "name: B_Col", "sparse_layouts.B.variants.coo.buffers[1].name", "B_Col"},
    {11, "name: A_data, shape: [M, N]", "name: A, shape: [M, N]",
     "sparse_layouts.A.variants.dense.buffers[0].name", "name: A, "},
    {11, "role: indptr, name: B_indptr,", "role: indptr,",
     "sparse_layouts.B.variants.csr.buffers[0]", "{role: indptr,"},
};

}  // namespace

TEST_SUITE("manifest/rules") {
  TEST_CASE("the manifests of the tests keep every rule") {
    for (const char* name : {"contract_spmv.yaml", "two_arrays.yaml", "spmv.yaml", "spmm.yaml",
                             "cg.yaml", "bicgstab.yaml", "gmres.yaml", "minres.yaml"}) {
      CAPTURE(name);
      for (const Finding& finding : findings_in(data_file(name)))
        FAIL_CHECK(describe(finding, name));
    }
  }

  TEST_CASE("a broken rule is found, with its number, the path and the line") {
    const std::string manifest = data_file("two_arrays.yaml");
    for (const Broken& broken : kBroken) check_broken(manifest, broken);
  }

  TEST_CASE("every rule of the contract is broken in three ways at least") {
    for (int number = 1; number <= 11; ++number) {
      CAPTURE(number);
      CHECK(std::ranges::count(kBroken, number, &Broken::rule) >= 3);
    }
  }

  TEST_CASE("of two violations that checked first is the first reported") {
    const std::string manifest = data_file("two_arrays.yaml");
    // Variant by variant: rule 4 in A before rule 1 in B.
    CHECK(numbers_of(findings_in(
              edited(edited(manifest, "dtype: int32", "dtype: int16"),
                     "      csr:\n        buffers:\n          - {role: indptr, name: B",
                     "      bsr:\n        buffers:\n          - {role: indptr, name: B"))) ==
          std::vector<int>{4, 1, 6, 6});
    // Within a variant by number, and 11 after all others.
    CHECK(numbers_of(findings_in(edited(edited(manifest, "role: indptr\n            name: A_indptr",
                                               "role: indices\n            name: A_indptr"),
                                        "dtype: int32", "dtype: int16"))) ==
          std::vector<int>{2, 4, 11, 15});
    // Configuration by configuration: 10 in the second before 5 in the third.
    CHECK(numbers_of(findings_in(
              edited(edited(manifest, "points: {A: coo, B: coo}", "points: {A: csr, B: csr}"),
                     "half: {A: dense, B: csr}", "half: {B: csr}"))) == std::vector<int>{10, 5});
    // 8 before 9, whichever stands first in the file; both after the configurations.
    const std::string two = edited(edited(manifest, "  - A\n  - B\n", "  - A\n  - B\n  - A_row\n"),
                                   "{configuration: rows,", "{configuration: nosuch,");
    CHECK(numbers_of(findings_in(two)) == std::vector<int>{8, 9});
    CHECK(numbers_of(findings_in(edited(two, "half: {A: dense, B: csr}", "half: {B: csr}"))) ==
          std::vector<int>{5, 8, 9});
    // 11 last, though it stands first.
    CHECK(numbers_of(findings_in(edited(two, "name: A_indptr", "name: A_ptr"))) ==
          std::vector<int>{8, 9, 11});
  }

  TEST_CASE("a finding is one line with all that is needed") {
    const std::string text =
        edited(data_file("two_arrays.yaml"), "name: A_indptr", "name: A_row_start");
    const auto findings = findings_in(text);
    REQUIRE(findings.size() == 1);
    CHECK(describe(findings[0], "dir/m.yaml") ==
          "dir/m.yaml:" + std::to_string(line_of(text, "name: A_row_start")) +
              ":19: sparse_layouts.A.variants.csr.buffers[0].name: rule 11 (buffer names): "
              "\"A_row_start\" is not <logical>_<role>: name it A_indptr");
  }

  TEST_CASE("every format is known with its roles") {
    // The contract's table, with dense and bcoo.
    const std::vector<std::pair<std::string, std::vector<std::string>>> kTable = {
        {"csr", {"indptr", "indices", "data"}},
        {"csc", {"indptr", "indices", "data"}},
        {"coo", {"row", "col", "data"}},
        {"dia", {"data", "offsets"}},
        {"ell", {"indices", "data"}},
        {"bcsr", {"indptr", "indices", "data"}},
        {"jds", {"perm", "jd_ptr", "col_ind", "jdiag"}},
        {"sell_c_sigma", {"slice_ptr", "col_idx", "val", "row_len", "perm"}},
        {"packed_banded", {"data", "lbound", "ubound"}},
        {"dense", {"data"}},
        {"bcoo", {"row", "col", "data"}}};
    for (const auto& [format, roles] : kTable) {
      for (const std::string& left_out : roles) {
        std::string text =
            "short_name: k\narray_args: [A]\nsparse_layouts:\n  A:\n"
            "    logical_shape: [M, N]\n    variants:\n      " +
            format + ":\n        buffers:\n";
        for (const std::string& role : roles) {
          if (role == left_out) continue;
          text +=
              "        - {role: " + role + ", name: A_" + role + ", shape: [n], dtype: int64}\n";
        }
        if (roles.size() == 1) text = edited(text, "buffers:\n", "buffers: []\n");
        text += "configurations: {one: {A: " + format + "}}\n";
        CAPTURE(text);
        const auto findings = findings_in(text);
        REQUIRE_FALSE(findings.empty());
        CHECK(findings[0].rule == 2);
        CHECK(findings[0].what.find("no buffer has the role " + left_out + ";") == 0);
      }
    }
  }
}

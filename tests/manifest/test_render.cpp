// SPDX-License-Identifier: Apache-2.0
//
// The texts; that they compile is for tests/cli/test_sparse.py to show.
#include "render.hpp"

#include <doctest/doctest.h>

#include <string>

#include "manifest_file.hpp"

using namespace coldcore::manifest;

namespace {

Binding rendered_binding(const std::string& text) {
  return binding_from_spec(read_manifest(text, "m.yaml"));
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE("manifest/render") {
  TEST_CASE("the worked example in C") {
    CHECK(prototype(rendered_binding(data_file("contract_spmv.yaml")), Language::kC) ==
          "#include <stdint.h>\n\n"
          "void spmv_csr_fp64(const double *restrict A_data, const int64_t *restrict A_indices,\n"
          "                   const int64_t *restrict A_indptr, const double *restrict x, const "
          "int64_t M,\n"
          "                   const int64_t N, const int64_t nnz, uint8_t *restrict workspace,\n"
          "                   const int64_t workspace_size);\n");
  }

  TEST_CASE("C++ and CUDA spell restrict with underscores and link like C") {
    for (const Language language : {Language::kCpp, Language::kCuda}) {
      const std::string text =
          prototype(rendered_binding(data_file("contract_spmv.yaml")), language);
      CHECK(has(text, "#include <cstdint>\n"));
      CHECK(has(text, "extern \"C\" void spmv_csr_fp64(const double *__restrict__ A_data,"));
      CHECK(has(text, "std::uint8_t *__restrict__ workspace"));
      CHECK(has(text, "const std::int64_t workspace_size);\n"));
    }
  }

  TEST_CASE("the worked example in Fortran") {
    CHECK(prototype(rendered_binding(data_file("contract_spmv.yaml")), Language::kFortran) ==
          "interface\n"
          "  subroutine spmv_csr_fp64(A_data, A_indices, A_indptr, x, M, N, nnz, workspace, "
          "workspace_size) &\n"
          "      bind(c, name=\"spmv_csr_fp64\")\n"
          "    use, intrinsic :: iso_c_binding, only: c_double, c_int64_t, c_int8_t\n"
          "    implicit none\n"
          "    real(c_double), intent(in) :: A_data(*)\n"
          "    integer(c_int64_t), intent(in) :: A_indices(*)\n"
          "    integer(c_int64_t), intent(in) :: A_indptr(*)\n"
          "    real(c_double), intent(in) :: x(*)\n"
          "    integer(c_int64_t), value, intent(in) :: M\n"
          "    integer(c_int64_t), value, intent(in) :: N\n"
          "    integer(c_int64_t), value, intent(in) :: nnz\n"
          "    integer(c_int8_t), intent(inout) :: workspace(*)\n"
          "    integer(c_int64_t), value, intent(in) :: workspace_size\n"
          "  end subroutine spmv_csr_fp64\n"
          "end interface\n");
  }

  TEST_CASE("outputs are not const") {
    const Binding binding = rendered_binding(data_file("two_arrays.yaml"));
    CHECK(has(prototype(binding, Language::kC), " float *restrict C,"));
    CHECK_FALSE(has(prototype(binding, Language::kC), "const float *restrict C"));
    CHECK(has(prototype(binding, Language::kFortran), "real(c_float), intent(inout) :: C(*)"));
  }

  TEST_CASE("a stub has the prototype's head, nothing in it, and a line about each argument") {
    const Binding binding = rendered_binding(data_file("two_arrays.yaml"));
    const std::string text = stub(binding, Language::kC);
    std::string head = prototype(binding, Language::kC);
    head.resize(head.size() - 2);  // ";\n"
    CHECK(text.substr(text.size() - head.size() - 5) == head + " {\n}\n");
    for (const Arg& arg : binding.args) CHECK(has(text, "\n *   " + arg.name + " "));
    CHECK(has(text, "A_indptr        int64 [M + 1]: A (csr), where each row begins, and the end"));
    CHECK(has(text, "C               float32 [M, K]: dense output, filled by the kernel"));
  }

  TEST_CASE("names that a language owns are respelt at their place") {
    const Binding binding = rendered_binding(
        "short_name: k\narray_args: [b, B, int, _u]\ninput_args: [lambda, new, N, n]\n"
        "init: {arrays: {b: [N]}}\n");
    CHECK(spelt_names(binding, Language::kC) ==
          std::vector<std::string>{"B", "_u", "b", "int_", "N", "lambda", "n", "new_", "workspace",
                                   "workspace_size"});
    CHECK(spelt_names(binding, Language::kFortran) ==
          std::vector<std::string>{"B", "x_u", "b_2", "int", "N", "lambda", "n_2", "new",
                                   "workspace", "workspace_size"});
  }
}

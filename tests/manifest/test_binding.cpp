// SPDX-License-Identifier: Apache-2.0
#include "binding.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "manifest_file.hpp"

using namespace coldcore::manifest;
using Json = nlohmann::ordered_json;

namespace {

using Names = std::vector<std::string>;

Binding binding_of(const std::string& text, std::optional<std::string_view> configuration = {}) {
  const Manifest manifest = read_manifest(text, "kernels/m.yaml");
  const auto findings = validate(manifest);
  if (const Finding* error = first_error(findings)) FAIL(describe(*error, "m.yaml"));
  return binding_from_spec(manifest, configuration);
}

Names names_of(const Binding& binding) {
  Names names;
  for (const Arg& arg : binding.args) names.push_back(arg.name);
  return names;
}

const Arg& arg_of(const Binding& binding, std::string_view name) {
  const auto found = std::ranges::find(binding.args, name, &Arg::name);
  REQUIRE_MESSAGE(found != binding.args.end(), name);
  return *found;
}

}  // namespace

TEST_SUITE("manifest/binding") {
  TEST_CASE("the binding of the worked example, field by field") {
    const Json json = Json::parse(binding_json(binding_of(data_file("contract_spmv.yaml"), "csr")));
    const Json expected = Json::parse(R"({
      "kernel": "spmv",
      "symbol": "spmv_csr_fp64",
      "abi": "c-abi-v2",
      "args": [
        {"name": "A_data", "kind": "ptr", "dtype": "float64", "const": true, "shape": ["nnz"]},
        {"name": "A_indices", "kind": "ptr", "dtype": "int64", "const": true, "shape": ["nnz"]},
        {"name": "A_indptr", "kind": "ptr", "dtype": "int64", "const": true, "shape": ["M + 1"]},
        {"name": "x", "kind": "ptr", "dtype": "float64", "const": true, "shape": null},
        {"name": "M", "kind": "scalar", "dtype": "int64", "const": true, "role": "symbol"},
        {"name": "N", "kind": "scalar", "dtype": "int64", "const": true, "role": "symbol"},
        {"name": "nnz", "kind": "scalar", "dtype": "int64", "const": true, "role": "symbol"}
      ],
      "packed": {"A": {"members": ["A_data", "A_indices", "A_indptr"], "format": "csr"}},
      "workspace": {"name": "workspace", "kind": "ptr", "dtype": "uint8", "const": false,
                    "size_name": "workspace_size", "size_dtype": "int64",
                    "position": "trailing", "nullable": true},
      "symbols": {"c": "spmv_csr_fp64", "cpp": "spmv_csr_fp64", "cuda": "spmv_csr_fp64",
                  "fortran": "spmv_csr_fp64"}
    })");
    for (const auto& [key, value] : expected.items()) {
      CAPTURE(key);
      CHECK(json[key] == value);
    }
    CHECK(json.size() == expected.size());
  }

  TEST_CASE("two sparse arrays, an output, scalars and sizes, all in the order of bytes") {
    const Binding binding = binding_of(data_file("two_arrays.yaml"), "rows");
    CHECK(binding.kernel == "sandwich");
    CHECK(binding.symbol == "sandwich_product_rows_fp64");
    // Upper case before lower case.
    CHECK(names_of(binding) == Names{"A_data", "A_indices", "A_indptr", "B_data", "B_indices",
                                     "B_indptr", "C", "w", "K", "M", "N", "nnz_A", "nnz_B", "steps",
                                     "weight"});
    CHECK(binding.packed.size() == 2);
    CHECK(binding.packed[1].members == Names{"B_data", "B_indices", "B_indptr"});
    CHECK(arg_of(binding, "A_indices").dtype == "int32");
    CHECK(arg_of(binding, "C").dtype == "float32");
    CHECK_FALSE(arg_of(binding, "C").is_const);
    CHECK(arg_of(binding, "C").role == ArgRole::kOutput);
    CHECK(arg_of(binding, "C").shape == Names{"M", "K"});
    CHECK(arg_of(binding, "w").is_const);
    CHECK(arg_of(binding, "w").shape == Names{"N"});
    CHECK(arg_of(binding, "steps").dtype == "int64");
    CHECK(arg_of(binding, "steps").role == ArgRole::kNone);
    CHECK(arg_of(binding, "weight").dtype == "float64");
    for (const Arg& arg : binding.args) CHECK((arg.is_const || arg.name == "C"));
  }

  TEST_CASE("an array that is stored densely is one pointer under its own name") {
    const Binding binding = binding_of(data_file("two_arrays.yaml"), "half");
    CHECK(names_of(binding) == Names{"A", "B_data", "B_indices", "B_indptr", "C", "w", "K", "M",
                                     "N", "nnz_B", "steps", "weight"});
    CHECK(arg_of(binding, "A").dtype == "float32");
    CHECK(arg_of(binding, "A").shape == Names{"M", "N"});
    CHECK(binding.packed.size() == 1);
    CHECK(binding.packed[0].logical == "B");
  }

  TEST_CASE("'_' sorts after capitals and before small letters") {
    const std::string text =
        "short_name: k\narray_args: [Ab, A, AZ, A_z, _x, x]\n"
        "init: {arrays: {Ab: [n_2, nB, na]}}\ninput_args: [z_, zA, za]\n";
    CHECK(names_of(binding_of(text)) ==
          Names{"A", "AZ", "A_z", "Ab", "_x", "x", "nB", "n_2", "na", "zA", "z_", "za"});
  }

  TEST_CASE("every kernel and layout has the buffers of the contract's table") {
    const std::vector<std::pair<std::string, Names>> kTable = {
        {"csr", {"A_data", "A_indices", "A_indptr"}},
        {"csc", {"A_data", "A_indices", "A_indptr"}},
        {"coo", {"A_col", "A_data", "A_row"}},
        {"dia", {"A_data", "A_offsets"}},
        {"ell", {"A_data", "A_indices"}},
        {"bcsr", {"A_data", "A_indices", "A_indptr"}},
        {"bcoo", {"A_col", "A_data", "A_row"}},
        {"jds", {"A_col_ind", "A_jd_ptr", "A_jdiag", "A_perm"}},
        {"sell_c_sigma", {"A_col_idx", "A_perm", "A_row_len", "A_slice_ptr", "A_val"}},
        {"packed_banded", {"A_data", "A_lbound", "A_ubound"}},
    };
    for (const char* kernel : {"spmv", "spmm", "cg", "bicgstab", "gmres", "minres"}) {
      for (const auto& [format, members] : kTable) {
        CAPTURE(kernel);
        CAPTURE(format);
        const Manifest manifest =
            read_manifest(data_file(std::string(kernel) + ".yaml"), std::string(kernel) + ".yaml");
        const Binding binding = binding_from_spec(manifest, format);
        CHECK(binding.symbol == std::string(kernel) + "_" + format + "_fp64");
        REQUIRE(binding.packed.size() == 1);
        CHECK(binding.packed[0].members == members);
        for (const std::string& member : members) {
          CHECK(arg_of(binding, member).pointer);
          CHECK(arg_of(binding, member).is_const);
        }
        std::size_t pointers = 0;
        for (std::size_t i = 0; i < binding.args.size(); ++i) {
          if (binding.args[i].pointer) CHECK(i == pointers++);  // Pointers come first.
          CHECK((i == 0 || binding.args[i].pointer != binding.args[i - 1].pointer ||
                 binding.args[i - 1].name < binding.args[i].name));
        }
        for (const Arg& arg : binding.args) CHECK((arg.pointer || arg.name.find("A_") != 0));
      }
    }
  }

  TEST_CASE("the sizes passed are those of the shapes, inside expressions too") {
    const Binding banded = binding_of(
        edited(data_file("spmv.yaml"), "name: y = A x", "short_name: spmv"), "packed_banded");
    CHECK(names_of(banded) ==
          Names{"A_data", "A_lbound", "A_ubound", "x", "y", "M", "N", "lb", "ub"});
    const Binding blocks =
        binding_of(edited(data_file("spmv.yaml"), "name: y = A x", "short_name: spmv"), "bcsr");
    CHECK(names_of(blocks) ==
          Names{"A_data", "A_indices", "A_indptr", "x", "y", "BC", "BR", "M", "N", "nblk"});
  }

  TEST_CASE("a scalar is passed as what the manifest declares it") {
    const auto dtype_of = [](const std::string& init, const std::string& parameters = "{}") {
      return arg_of(binding_of("short_name: k\nparameters: {S: " + parameters +
                               "}\ninput_args: [s]\ninit: {" + init + "}\n"),
                    "s")
          .dtype;
    };
    CHECK(dtype_of("") == "float64");
    CHECK(dtype_of("scalars: {s: 3}") == "int64");
    CHECK(dtype_of("scalars: {s: -3}") == "int64");
    CHECK(dtype_of("scalars: {s: true}") == "int64");
    CHECK(dtype_of("scalars: {s: 1.0e-6}") == "float64");
    CHECK(dtype_of("scalars: {s: 1e-6}") == "float64");
    CHECK(dtype_of("scalars: {s: 3}, dtypes: {s: float32}") == "float32");
    CHECK(dtype_of("", "{s: 7}") == "int64");
    CHECK(dtype_of("", "{s: 7.5}") == "float64");
  }

  TEST_CASE("without input_args the scalars of init are passed") {
    const std::string text =
        edited(data_file("cg.yaml"), "input_args: [A, x, b, max_iter, tol]\n", "short_name: cg\n");
    const Binding binding = binding_of(text, "csr");
    CHECK(names_of(binding) ==
          Names{"A_data", "A_indices", "A_indptr", "b", "x", "N", "max_iter", "nnz", "tol"});
    CHECK(arg_of(binding, "max_iter").dtype == "int64");
  }

  TEST_CASE("buffers of another configuration that input_args lists are no scalars") {
    const std::string text = edited(data_file("spmv.yaml"), "name: y = A x", "short_name: spmv");
    CHECK(names_of(binding_of(text, "coo")) ==
          Names{"A_col", "A_data", "A_row", "x", "y", "M", "N", "nnz"});
  }

  TEST_CASE("the first configuration is the default, and an unknown one is refused") {
    CHECK(binding_of(data_file("two_arrays.yaml")).configuration == "rows");
    const Manifest manifest = read_manifest(data_file("two_arrays.yaml"), "m.yaml");
    std::string message;
    try {
      binding_from_spec(manifest, "nosuch");
    } catch (const ManifestError& error) {
      message = error.what();
    }
    CHECK(message == "there is no configuration \"nosuch\": it is one of rows, points, half");
  }

  TEST_CASE("a kernel without sparse arrays has a binding, too") {
    const Binding binding = binding_of("array_args: [x, y]\noutput_args: [y]\n");
    CHECK(binding.kernel == "m");  // After the file.
    CHECK(binding.symbol == "m_fp64");
    CHECK(names_of(binding) == Names{"x", "y"});
    CHECK(Json::parse(binding_json(binding))["packed"] == Json::object());
  }
}

// SPDX-License-Identifier: Apache-2.0
//
// The argument list of a known matrix in every format, held against docs/layouts.md by hand and,
// for its order, against the rule of the contract.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "atomic_file.hpp"
#include "problem.hpp"
#include "sparse_arguments.hpp"
#include "sparse_manifest.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::cli;
using coldcore::search::InputError;

namespace {

// The matrix of docs/layouts.md:  10 0 20 0 / 0 0 0 30 / 40 50 0 60
const char* const kMatrix =
    "%%MatrixMarket matrix coordinate integer general\n3 4 6\n3 4 60\n1 1 10\n1 3 20\n2 4 30\n3 1 "
    "40\n3 2 50\n";

std::string data(const std::string& name) {
  return std::string(std::getenv("COLDCORE_TEST_MANIFESTS")) + "/" + name + ".yaml";
}

class Case {
 public:
  explicit Case(const std::string& manifest, const std::string& configuration) {
    options.manifest = manifest;
    options.configuration = configuration;
    options.matrices = {"A=" + folder.write("a.mtx", kMatrix).string()};
  }

  ArgumentList bind() const {
    const auto spec = valid_manifest(options.manifest);
    const auto binding = binding_of(spec, options.manifest, options.configuration);
    const KnownSizes sizes = known_sizes(spec, options);
    const LogicalInputs inputs = logical_inputs(spec, binding.configuration, options, sizes);
    return bind_arguments(spec, binding, options, sizes, inputs);
  }

  std::string refusal() const {
    return message_of<InputError>([this] { bind(); });
  }

  TemporaryFolder folder;
  SparseInputOptions options;
};

template <class T>
std::vector<T> values_of(const ArgumentList& list, std::string_view name) {
  const Argument* const argument = list.find(name);
  REQUIRE(argument != nullptr);
  REQUIRE(argument->bytes == argument->elements * static_cast<std::int64_t>(sizeof(T)));
  std::vector<T> values(static_cast<std::size_t>(argument->elements));
  std::memcpy(values.data(), argument->data, static_cast<std::size_t>(argument->bytes));
  return values;
}

std::int64_t size_of(const ArgumentList& list, std::string_view name) {
  const Argument* const argument = list.find(name);
  REQUIRE(argument != nullptr);
  REQUIRE_FALSE(argument->declared.pointer);
  return std::stoll(scalar_text(*argument));
}

using Whole = std::vector<std::int64_t>;
using Real = std::vector<double>;

}  // namespace

TEST_CASE("pointers come first, then scalars and sizes, each by the bytes of its name") {
  for (const char* kernel : {"spmv", "spmm", "gmres"}) {
    for (const char* format : {"csr", "coo", "dia", "jds", "dense"}) {
      Case c(data(kernel), format);
      c.options.matrices.clear();
      c.options.generate = {"uniform"};
      const ArgumentList list = c.bind();
      for (std::size_t i = 1; i < list.arguments.size(); ++i) {
        const auto& before = list.arguments[i - 1].declared;
        const auto& here = list.arguments[i].declared;
        CHECK((before.pointer || !here.pointer));
        if (before.pointer == here.pointer) CHECK(before.name < here.name);
      }
    }
  }
}

TEST_CASE("each format has its buffers") {
  const ArgumentList csr = Case(data("spmv"), "csr").bind();
  CHECK(values_of<std::int64_t>(csr, "A_indptr") == Whole{0, 2, 3, 6});
  CHECK(values_of<std::int64_t>(csr, "A_indices") == Whole{0, 2, 3, 0, 1, 3});
  CHECK(values_of<double>(csr, "A_data") == Real{10, 20, 30, 40, 50, 60});
  CHECK(size_of(csr, "nnz") == 6);
  CHECK(size_of(csr, "M") == 3);
  CHECK(size_of(csr, "N") == 4);

  const ArgumentList dia = Case(data("spmv"), "dia").bind();
  CHECK(values_of<std::int64_t>(dia, "A_offsets") == Whole{-2, -1, 0, 1, 2});
  CHECK(values_of<double>(dia, "A_data") ==
        Real{40, 0, 0, 0, 0, 50, 0, 0, 10, 0, 0, 0, 0, 0, 0, 60, 0, 0, 20, 30});
  CHECK(size_of(dia, "ND") == 5);

  const ArgumentList ell = Case(data("spmv"), "ell").bind();
  CHECK(values_of<std::int64_t>(ell, "A_indices") == Whole{0, 2, -1, 3, -1, -1, 0, 1, 3});
  CHECK(size_of(ell, "W") == 3);

  const ArgumentList dense = Case(data("spmv"), "dense").bind();
  CHECK(values_of<double>(dense, "A") == Real{10, 0, 20, 0, 0, 0, 0, 30, 40, 50, 0, 60});

  const ArgumentList banded = Case(data("spmv"), "packed_banded").bind();
  CHECK(values_of<std::int64_t>(banded, "A_lbound") == Whole{2});
  CHECK(size_of(banded, "lb") == 2);
  CHECK(size_of(banded, "ub") == 2);
}

TEST_CASE("index buffers have the width that each of them declares") {
  const ArgumentList list = Case(data("spmv"), "sell_c_sigma").bind();
  CHECK(values_of<std::int64_t>(list, "A_slice_ptr") == Whole{0, 12});
  CHECK(values_of<std::int32_t>(list, "A_row_len") == std::vector<std::int32_t>{3, 2, 1});
  CHECK(values_of<std::int32_t>(list, "A_perm") == std::vector<std::int32_t>{2, 0, 1});
}

TEST_CASE("sizes of blocks and slices come from options, then from sizes") {
  Case blocks(data("spmv"), "bcoo");
  blocks.options.values = {"BR=3", "BC=1"};
  CHECK(values_of<std::int64_t>(blocks.bind(), "A_col") == Whole{0, 2, 3, 1});
  blocks.options.values.clear();
  blocks.options.block_rows = 1;
  blocks.options.block_cols = 4;
  const ArgumentList list = blocks.bind();
  CHECK(size_of(list, "nblk") == 3);
  CHECK(size_of(list, "BC") == 4);

  Case slices(data("spmv"), "sell_c_sigma");
  slices.options.slice_rows = 2;
  CHECK(values_of<std::int64_t>(slices.bind(), "A_slice_ptr") == Whole{0, 4, 10});
}

TEST_CASE("a block size that does not fit the declared shape is refused") {
  // 3 rows in blocks of 2: the declared M // BR + 1 forgets the last block row.
  CHECK(Case(data("spmv"), "bcsr").refusal() ==
        "A_indptr: the manifest declares [M // BR + 1], where M // BR + 1 is 2, but the array has "
        "[3]");
}

TEST_CASE("--set gives sizes and scalars, and nothing else") {
  Case c(data("spmm"), "csr");
  c.options.values = {"K=3", "alpha=-0.5", "beta=2"};
  const ArgumentList list = c.bind();
  CHECK(*list.find("B")->shape == std::vector<std::int64_t>{4, 3});
  CHECK(*list.find("C")->shape == std::vector<std::int64_t>{3, 3});
  CHECK(scalar_text(*list.find("alpha")) == "-0.5");
  CHECK(scalar_text(*list.find("beta")) == "2");
  for (const auto& [text, says] : {std::pair{"Q=1", "no size and no scalar"},
                                   {"A_data=1", "no size and no scalar"},
                                   {"K=1.5", "a size is a whole number"},
                                   {"M=5", "the manifest declares"},
                                   {"alpha=x", "no number"},
                                   {"alpha", "NAME=..."},
                                   {"=3", "NAME=..."}}) {
    CAPTURE(text);
    c.options.values = {text};
    CHECK(c.refusal().find(says) != std::string::npos);
  }
  c.options.values = {"K=1", "K=1"};
  CHECK(c.refusal() == "--set says twice what K is");
}

TEST_CASE("a dense array may come from a file") {
  Case c(data("spmv"), "csr");
  const auto x =
      c.folder.write("x.mtx", "%%MatrixMarket matrix array real general\n4 1\n1\n0\n3\n4\n");
  c.options.matrices.push_back("x=" + x.string());
  CHECK(values_of<double>(c.bind(), "x") == Real{1, 0, 3, 4});
  const auto short_x =
      c.folder.write("x.mtx", "%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n");
  c.options.matrices.back() = "x=" + short_x.string();
  CHECK(c.refusal().find("x: the manifest declares [N]") == 0);
}

TEST_CASE("an array has one source") {
  Case c(data("spmv"), "csr");
  c.options.matrices.push_back(c.options.matrices[0]);
  CHECK(c.refusal() == "--matrix says twice what A is");
  c.options.matrices.pop_back();
  c.options.generate = {"A=uniform"};
  CHECK(c.refusal().find("choose one") != std::string::npos);
  c.options.matrices.clear();
  c.options.generate.clear();
  CHECK(c.refusal() == "nothing says what A is: --matrix A=FILE or --generate A=uniform");
  c.options.generate = {"x=uniform"};
  CHECK(c.refusal().find("--generate x: ") == 0);
  c.options.generate = {"power_law"};
  CHECK(c.refusal().find("no distribution that can be made") != std::string::npos);
}

TEST_CASE("a distribution of the manifest stands for its kind") {
  Case c(data("spmv"), "csr");
  c.options.matrices.clear();
  c.options.generate = {"A=diagonal"};
  CHECK(size_of(c.bind(), "nnz") == 16);
  const auto renamed = c.folder.write("m.yaml", content_of(data("spmv")) + "\n");
  std::string text = content_of(renamed);
  text.replace(text.find("  diagonal: {configuration: dia, distribution: diagonal}"), 58,
               "  mine: {configuration: dia, distribution: diagonal}");
  c.options.manifest = c.folder.write("m.yaml", text).string();
  c.options.generate = {"A=mine"};
  CHECK(size_of(c.bind(), "nnz") == 16);
}

TEST_CASE("float32 values are summed in float32 and other types are converted") {
  const TemporaryFolder folder;
  std::string text = content_of(data("spmv"));
  const std::string csr_data = "{role: data, name: A_data, shape: [nnz], dtype: float64}";
  text.replace(text.find(csr_data), csr_data.size(),
               "{role: data, name: A_data, shape: [nnz], dtype: float32}");
  Case c(folder.write("spmv.yaml", text).string(), "csr");
  c.options.matrices = {"A=" + folder
                                   .write("a.mtx",
                                          "%%MatrixMarket matrix coordinate real general\n1 1 2\n"
                                          "1 1 16777216\n1 1 1\n")
                                   .string()};
  // 2^24 + 1 has no float32.
  CHECK(values_of<float>(c.bind(), "A_data") == std::vector<float>{16777216});
  text.replace(text.find("dtype: float32"), 14, "dtype: int16  ");
  c.options.manifest = folder.write("spmv.yaml", text).string();
  CHECK(c.refusal() == "A_data is int16, which cannot hold 16777217 (position 0)");
}

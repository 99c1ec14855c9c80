// SPDX-License-Identifier: Apache-2.0
#include <coldcore/compose.h>
#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <vector>

#include "available_memory.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "matrix_market_reader.hpp"
#include "messages.hpp"
#include "problem.hpp"
#include "sparse_layouts.hpp"

namespace coldcore::cli {
namespace {

using layouts::Format;
using layouts::Layout;
using search::InputError;
using ComposeJson = nlohmann::ordered_json;

/// A failed call of the library, which has told its line on stderr.
struct ComposeFailure {
  std::int64_t code;
};

std::int64_t composed(std::int64_t code) {
  if (code < 0) throw ComposeFailure{code};
  return code;
}

int code_of_failure(const ComposeFailure& failure) {
  if (failure.code == COMPOSE_E_MEMORY) return kExitMemory;
  return failure.code == COMPOSE_E_INTERNAL ? kExitInternal : kExitBadInput;
}

Layout read_rows(const std::string& file) {
  return rows_of(matrix::read_matrix_market(file), layouts::Dtype::kFloat64);
}

Layout read_columns(const std::string& file) {
  const Layout rows = read_rows(file);
  return laid_out([&] { return rows.convert(Format::kCsc); });
}

coldcore_compose_matrix view_of(const Layout& layout) {
  const auto indptr = layout.elements<std::int64_t>("indptr");
  const auto indices = layout.elements<std::int64_t>("indices");
  return {layout.rows(), layout.cols(),  static_cast<std::int64_t>(indices.size()),
          indptr.data(), indices.data(), layout.elements<double>("data").data()};
}

/// C by columns.
struct Product {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::vector<std::int64_t> indptr;
  std::vector<std::int64_t> indices;
  std::vector<double> values;  ///< Empty where they were not asked for.

  std::int64_t entries() const { return static_cast<std::int64_t>(indices.size()); }

  coldcore_compose_matrix view() const {
    return {rows, cols, entries(), indptr.data(), indices.data(), nullptr};
  }
};

void require_memory(std::int64_t entries, bool symbolic) {
  const std::int64_t each = symbolic ? 8 : 16;
  const std::int64_t available = search::available_memory();
  if (entries <= available / each) return;
  throw search::MemoryError(
      fmt::format("a product with {} entries takes {} bytes each, but {} bytes of "
                  "memory are available",
                  entries, each, available));
}

void check_shapes(const SparseComposeCommand& command, const Layout& a, const Layout& j) {
  __extension__ using Wide = __int128;
  const Wide wanted = Wide{a.cols()} * command.blocks;
  if (wanted == j.rows()) return;
  throw InputError(
      fmt::format("{} has {} rows, but {} columns of {} times {} blocks need {}: C = (I kron A) J",
                  command.j, j.rows(), a.cols(), command.a, command.blocks,
                  wanted <= std::numeric_limits<std::int64_t>::max()
                      ? std::to_string(static_cast<std::int64_t>(wanted))
                      : "more than 2^63"));
}

Product product_of(const SparseComposeCommand& command, const Layout& a, const Layout& j) {
  const coldcore_compose_matrix a_view = view_of(a);
  const coldcore_compose_matrix j_view = view_of(j);
  const auto sparsity = [&](std::int64_t* indptr, std::int64_t* indices, std::int64_t capacity) {
    return composed(coldcore_compose_sparsity(&a_view, command.blocks, &j_view, indptr, indices,
                                              capacity, command.threads));
  };
  const std::int64_t entries = sparsity(nullptr, nullptr, 0);
  require_memory(entries, command.symbolic);
  Product product;
  product.cols = j.cols();
  product.rows = a.rows() * command.blocks;  // It fits: the library has checked it.
  product.indptr.resize(static_cast<std::size_t>(product.cols) + 1);
  product.indices.resize(static_cast<std::size_t>(entries));
  sparsity(product.indptr.data(), product.indices.data(), entries);
  if (command.symbolic) return product;
  product.values.resize(static_cast<std::size_t>(entries));
  const coldcore_compose_matrix c_view = product.view();
  composed(coldcore_compose_values(&a_view, command.blocks, &j_view, &c_view, product.values.data(),
                                   command.threads));
  return product;
}

void write_product(const SparseComposeCommand& command, const Product& product) {
  // A pattern goes the same way with values that are then left out.
  std::vector<double> ones;
  if (command.symbolic) ones.assign(product.indices.size(), 1);
  const std::span<const double> values(command.symbolic ? ones : product.values);
  const coldcore_layout_buffer buffers[] = {
      layouts::buffer<std::int64_t>("indptr", std::span<const std::int64_t>(product.indptr),
                                    {product.cols + 1}),
      layouts::buffer<std::int64_t>("indices", std::span<const std::int64_t>(product.indices),
                                    {product.entries()}),
      layouts::buffer<double>("data", values, {product.entries()})};
  const Layout rows = laid_out([&] {
    return Layout::borrow(Format::kCsc, product.rows, product.cols, buffers).convert(Format::kCsr);
  });
  save_rows(command.out, rows, command.symbolic);
}

ComposeJson matrix_json(std::int64_t rows, std::int64_t cols, std::int64_t entries) {
  return {{"rows", rows}, {"cols", cols}, {"entries", entries}};
}

void print_product_json(const SparseComposeCommand& command, const Layout& a, const Layout& j,
                        const Product& product) {
  ComposeJson json{{"a", matrix_json(a.rows(), a.cols(), a.info().stored)},
                   {"j", matrix_json(j.rows(), j.cols(), j.info().stored)},
                   {"blocks", command.blocks},
                   {"c", matrix_json(product.rows, product.cols, product.entries())},
                   {"symbolic", command.symbolic}};
  if (!command.out.empty()) json["file"] = command.out;
  fmt::print("{}\n", json.dump(-1, ' ', false, ComposeJson::error_handler_t::replace));
}

void print_product(const SparseComposeCommand& command, const Product& product) {
  fmt::print("C = (I_{} kron A) J: {} x {}, {} {}{}\n", command.blocks, grouped(product.rows),
             grouped(product.cols), grouped(product.entries()),
             product.entries() == 1 ? "entry" : "entries",
             command.out.empty() ? "" : fmt::format(", written to {}", command.out));
}

}  // namespace

int run(const SparseComposeCommand& command) try {
  const Layout a = read_rows(command.a);
  const Layout j = read_columns(command.j);
  check_shapes(command, a, j);
  const Product product = product_of(command, a, j);
  if (!command.out.empty()) write_product(command, product);
  if (command.json) {
    print_product_json(command, a, j, product);
  } else {
    print_product(command, product);
  }
  return kExitCover;
} catch (const ComposeFailure& failure) {
  return code_of_failure(failure);
}

}  // namespace coldcore::cli

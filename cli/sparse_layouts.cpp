// SPDX-License-Identifier: Apache-2.0
#include "sparse_layouts.hpp"

#include <fmt/format.h>

#include <span>
#include <vector>

#include "available_memory.hpp"
#include "layout_roles.hpp"
#include "matrix_market_writer.hpp"
#include "problem.hpp"

namespace coldcore::cli {

using layouts::Format;
using layouts::Layout;

void fail_as(const layouts::Error& error) {
  if (error.code() == COLDCORE_LAYOUT_E_MEMORY) throw search::MemoryError(error.what());
  if (error.code() == COLDCORE_LAYOUT_E_INTERNAL) throw std::runtime_error(error.what());
  throw search::InputError(error.what());
}

layouts::Dtype value_dtype_of(const manifest::Variant& variant) {
  const manifest::Format* const format = manifest::find_format(variant.format.value);
  for (const manifest::Buffer& buffer : variant.buffers) {
    const manifest::Role* const role =
        format == nullptr ? nullptr : format->find(buffer.role.value);
    const bool holds_values = role != nullptr && role->kind == manifest::RoleKind::kValue;
    if (holds_values && buffer.dtype.value == "float32") return layouts::Dtype::kFloat32;
  }
  return layouts::Dtype::kFloat64;
}

Layout rows_of(const matrix::CooMatrix& matrix, layouts::Dtype value) {
  const std::span<const std::int64_t> row(matrix.row);
  const std::span<const std::int64_t> col(matrix.col);
  return laid_out([&] {
    if (value == layouts::Dtype::kFloat64) {
      return Layout::from_coo(matrix.rows, matrix.cols, row, col,
                              std::span<const double>(matrix.value), Format::kCsr);
    }
    const std::vector<float> narrow(matrix.value.begin(), matrix.value.end());
    return Layout::from_coo(matrix.rows, matrix.cols, row, col, std::span<const float>(narrow),
                            Format::kCsr);
  });
}

void save_rows(const std::string& path, const Layout& rows, bool pattern) {
  std::vector<double> wide;
  std::span<const double> values;
  if (pattern) {
    values = {};
  } else if (rows.value() == layouts::Dtype::kFloat32) {
    const auto narrow = rows.elements<float>("data");
    wide.assign(narrow.begin(), narrow.end());
    values = wide;
  } else {
    values = rows.elements<double>("data");
  }
  matrix::write_matrix_market(path, {rows.cols(), rows.elements<std::int64_t>("indptr"),
                                     rows.elements<std::int64_t>("indices"), values});
}

}  // namespace coldcore::cli

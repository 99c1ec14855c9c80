// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

namespace coldcore::matrix {

/// A sparse matrix by rows: row i has the entries indptr[i] .. indptr[i + 1] - 1. Whoever made the
/// arrays owns them.
struct RowsView {
  std::int64_t cols = 0;
  std::span<const std::int64_t> indptr;  ///< [rows + 1], from 0.
  std::span<const std::int64_t> indices;
  std::span<const double> values;  ///< Empty: a pattern.

  std::int64_t rows() const { return static_cast<std::int64_t>(indptr.size()) - 1; }
};

/// Writes a Matrix Market file, "coordinate real general" or "coordinate pattern general", one
/// entry a line, row by row; each value is the shortest text that reads as the same double. The
/// file is there as a whole or not at all. FileError, with what was at `path` as it was.
void write_matrix_market(const std::filesystem::path& path, const RowsView& matrix);

}  // namespace coldcore::matrix

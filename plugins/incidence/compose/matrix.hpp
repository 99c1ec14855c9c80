// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/compose.h>

#include <cstdint>

namespace coldcore::compose {

using Matrix = coldcore_compose_matrix;

/// Entries begin..end-1 of some arrays.
struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t size() const { return end - begin; }
};

/// The entries of column (of A: row) `line` of a matrix.
inline Range line_of(const Matrix& matrix, std::int64_t line) {
  return {matrix.indptr[line], matrix.indptr[line + 1]};
}

/// The sizes of A and how often it is applied.
struct Shape {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t blocks = 1;
};

}  // namespace coldcore::compose

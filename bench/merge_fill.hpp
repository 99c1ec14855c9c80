// SPDX-License-Identifier: Apache-2.0
//
// The yardstick of libcoldcore_compose, for its tests and its benchmark: every entry of C as a dot
// product of a row of A with a block of a column of J, both gone through side by side. What it
// computes is the definition in compose.h, term by term; what it costs is the length of A's row for
// every entry of C. Whoever includes it compiles with -ffp-contract=off.
#pragma once

#include <coldcore/compose.h>

#include <cstdint>

namespace merge_fill {

using Matrix = coldcore_compose_matrix;

/// Row `row` of A against entries begin..end-1 of J, whose row `first_row` is A's column 0.
inline double dot(const Matrix& a, std::int64_t row, const Matrix& j, std::int64_t begin,
                  std::int64_t end, std::int64_t first_row) {
  double sum = 0.0;
  std::int64_t in_a = a.indptr[row];
  const std::int64_t a_end = a.indptr[row + 1];
  while (in_a < a_end && begin < end) {
    const std::int64_t a_column = a.indices[in_a];
    const std::int64_t j_column = j.indices[begin] - first_row;
    if (a_column == j_column) sum += a.values[in_a] * j.values[begin];
    in_a += a_column <= j_column ? 1 : 0;
    begin += j_column <= a_column ? 1 : 0;
  }
  return sum;
}

/// out[e] = the value of entry e of C, for all entries of column `column`.
inline void fill_column(const Matrix& a, const Matrix& j, const Matrix& c, std::int64_t column,
                        double* out) {
  const std::int64_t c_end = c.indptr[column + 1];
  const std::int64_t j_end = j.indptr[column + 1];
  std::int64_t begin = j.indptr[column];
  for (std::int64_t e = c.indptr[column]; e < c_end;) {
    const std::int64_t block = c.indices[e] / a.rows;
    const std::int64_t first_row = block * a.columns;
    while (begin < j_end && j.indices[begin] < first_row) ++begin;
    std::int64_t end = begin;
    while (end < j_end && j.indices[end] - first_row < a.columns) ++end;
    for (; e < c_end && c.indices[e] - block * a.rows < a.rows; ++e) {
      out[e] = dot(a, c.indices[e] - block * a.rows, j, begin, end, first_row);
    }
  }
}

inline void fill(const Matrix& a, const Matrix& j, const Matrix& c, double* out) {
  for (std::int64_t column = 0; column < c.columns; ++column) fill_column(a, j, c, column, out);
}

}  // namespace merge_fill

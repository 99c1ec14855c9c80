// SPDX-License-Identifier: Apache-2.0
//
// Compiled without contraction of a * b + c, as values.cpp is.
#include "merge.hpp"

#include <algorithm>
#include <cstdint>

#include "columns.hpp"

namespace coldcore::compose {
namespace {

std::int64_t longest_line(const Matrix& matrix, std::int64_t lines) {
  std::int64_t longest = 0;
  for (std::int64_t i = 0; i < lines; ++i) longest = std::max(longest, line_of(matrix, i).size());
  return longest;
}

double merged_dot(const Matrix& a, Range row, const Matrix& j, Range inside,
                  std::int64_t first_row) {
  double sum = 0.0;
  while (row.begin < row.end && inside.begin < inside.end) {
    const std::int64_t in_a = a.indices[row.begin];
    const std::int64_t in_j = j.indices[inside.begin] - first_row;
    if (in_a == in_j) sum += a.values[row.begin] * j.values[inside.begin];
    row.begin += in_a <= in_j ? 1 : 0;
    inside.begin += in_j <= in_a ? 1 : 0;
  }
  return sum;
}

void merge_column(const Matrix& a, const Matrix& j, Range j_left, const Matrix& c, Range wanted,
                  double* out) {
  std::int64_t base = 0;       // Of the block's rows in C,
  std::int64_t first_row = 0;  // and in J.
  Range inside{j_left.begin, j_left.begin};
  bool entered = false;
  for (std::int64_t e = wanted.begin; e < wanted.end; ++e) {
    const std::int64_t row = c.indices[e];
    if (!entered || row - base >= a.rows) {
      const std::int64_t block = row < a.rows ? 0 : row / a.rows;
      base = block * a.rows;
      first_row = block * a.columns;
      inside.begin = inside.end;
      while (inside.begin < j_left.end && j.indices[inside.begin] < first_row) ++inside.begin;
      inside.end = inside.begin;
      while (inside.end < j_left.end && j.indices[inside.end] - first_row < a.columns) ++inside.end;
      entered = true;
    }
    out[e] = merged_dot(a, line_of(a, row - base), j, inside, first_row);
  }
}

}  // namespace

bool merging_is_cheaper(const Matrix& a, const Matrix& j, const Matrix& c) {
  // Measured: a mirror takes as long as some six steps of a merge for each entry of A, and going
  // through it as long as some four for each entry of C.
  const double steps = static_cast<double>(c.nnz) *
                       static_cast<double>(longest_line(a, a.rows) + longest_line(j, j.columns));
  return steps <= 6.0 * static_cast<double>(a.nnz) + 4.0 * static_cast<double>(c.nnz);
}

void fill_by_merging(const Matrix& a, const Matrix& j, const Matrix& c, double* out, int threads) {
  for_columns(c.columns, threads, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t column = begin; column < end; ++column) {
      merge_column(a, j, line_of(j, column), c, line_of(c, column), out);
    }
  });
}

}  // namespace coldcore::compose

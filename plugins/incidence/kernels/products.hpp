// SPDX-License-Identifier: Apache-2.0
//
// Products of a matrix on a range of its rows, for every layout, compiled once for each instruction
// set. Their bits are the same for all of them: sums have one order, and no product is fused with a
// sum.
#pragma once

#include <cstdint>

#include "matrix.hpp"

namespace coldcore::kernels {

/// C = alpha A B + beta C. B: [A.cols, count], C: [A.rows, count], row by row. beta 0: C is not
/// read. alpha is not 0.
struct Columns {
  const double* b;
  double* c;
  std::int64_t count;
  double alpha;
  double beta;
};

/// Ranges are of rows, or of positions where a layout permutes rows; they begin at multiples of
/// rows_together. Ranges that do not overlap may be computed at once.
struct Products {
  /// y = A x.
  void (*vector)(const void* matrix, const double* x, double* y, std::int64_t begin,
                 std::int64_t end);
  void (*columns)(const void* matrix, const Columns& columns, std::int64_t begin, std::int64_t end);
  /// Of layouts that list the row of each entry, else nullptr: whether rows do not fall from entry
  /// begin to entry end. Where they do anywhere, there is one range only.
  bool (*rows_ascend)(const void* matrix, std::int64_t begin, std::int64_t end);
  /// How a range costs: csc goes through all columns for each.
  bool ranges_are_dear;
};

/// Those of the best instruction set of this CPU, or of COLDCORE_ISA. A value of it that makes no
/// sense here is reported once on stderr and otherwise ignored.
const Products& products(Layout layout, bool wide_indices) noexcept;

}  // namespace coldcore::kernels

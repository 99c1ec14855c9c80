// SPDX-License-Identifier: Apache-2.0
//
// A matrix as something that can be applied, whatever its layout and the width of its indices.
#pragma once

#include <cstdint>

#include "products.hpp"
#include "team.hpp"

namespace coldcore::kernels {

struct Operator {
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t stored;         ///< Values that a product reads.
  std::int64_t listed;         ///< Entries or blocks, where the layout lists the row of each.
  std::int64_t rows_together;  ///< Ranges of rows begin at multiples of it.
  const void* matrix;
  const Products* products;
};

/// How the rows of an operator are cut for a team. Cutting coo and bcoo needs rows that ascend,
/// which is looked up once; if they do not, there is one range.
std::int64_t rows_at_once(const Operator& a, Team& team);

/// y = A x. range: what rows_at_once said.
void multiply(const Operator& a, Team& team, std::int64_t range, const double* x, double* y);

/// C = alpha A B + beta C. alpha 0: neither A nor B is read.
void multiply_columns(const Operator& a, Team& team, const Columns& columns);

/// `a` has to outlive what is returned.
template <class A>
Operator operator_of(const A& a) {
  Operator result{
      a.rows, a.cols, a.stored, 0, 1, &a, &products(A::kLayout, sizeof(typename A::Index) == 8)};
  if constexpr (A::kLayout == Layout::kCoo) result.listed = a.stored;
  if constexpr (A::kLayout == Layout::kBcoo) result.listed = a.blocks;
  if constexpr (A::kLayout == Layout::kBcoo || A::kLayout == Layout::kBcsr) {
    result.rows_together = a.block_rows;
  }
  if constexpr (A::kLayout == Layout::kSell) result.rows_together = a.slice_rows;
  return result;
}

}  // namespace coldcore::kernels

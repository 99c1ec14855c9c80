// SPDX-License-Identifier: Apache-2.0
#include "operator.hpp"

#include <algorithm>
#include <atomic>

namespace coldcore::kernels {
namespace {

bool all_rows_ascend(const Operator& a, Team& team) {
  std::atomic<bool> ascend{true};
  const auto look = [&](std::int64_t begin, std::int64_t end) {
    if (!a.products->rows_ascend(a.matrix, begin, end))
      ascend.store(false, std::memory_order_relaxed);
  };
  team.for_ranges(a.listed, team.range_size(a.listed, 1), look);
  return ascend;
}

void scale(double factor, double* c, std::int64_t begin, std::int64_t end) {
  if (factor == 0) return std::fill(c + begin, c + end, 0.0);
  for (std::int64_t k = begin; k < end; ++k) c[k] *= factor;
}

}  // namespace

std::int64_t rows_at_once(const Operator& a, Team& team) {
  const bool alone =
      team.threads() == 1 || (a.products->rows_ascend != nullptr && !all_rows_ascend(a, team));
  if (alone) return std::max<std::int64_t>(1, a.rows);
  return team.range_size(a.rows, a.rows_together, a.products->ranges_are_dear);
}

void multiply(const Operator& a, Team& team, std::int64_t range, const double* x, double* y) {
  team.for_ranges(a.rows, range, [&](std::int64_t begin, std::int64_t end) {
    a.products->vector(a.matrix, x, y, begin, end);
  });
}

void multiply_columns(const Operator& a, Team& team, const Columns& columns) {
  if (columns.count <= 0) return;
  if (columns.alpha == 0) {
    const std::int64_t all = a.rows * columns.count;
    team.for_ranges(all, team.range_size(all, 1), [&](std::int64_t begin, std::int64_t end) {
      scale(columns.beta, columns.c, begin, end);
    });
    return;
  }
  team.for_ranges(a.rows, rows_at_once(a, team), [&](std::int64_t begin, std::int64_t end) {
    a.products->columns(a.matrix, columns, begin, end);
  });
}

}  // namespace coldcore::kernels

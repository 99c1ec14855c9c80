// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/column.hpp>

namespace {

/// Manhattan distance on a board with edges: differences of digits, added over the axes.
struct Family {
  static constexpr int kCostRule = COLDCORE_COST_SUM;
  static constexpr coldcore::sdk::Limits kLimits = {
      .max_n = 16, .min_axis = 2, .max_axis = 16, .max_R = 8};

  static int accepts(int, const int*, int) { return COLDCORE_PLUGIN_OK; }

  static int axis_cost(int, int, int centre, int target) {
    return centre < target ? target - centre : centre - target;
  }

  /// What is w away comes from the plane that leaves w to spend: two neighbours, or one near an
  /// end.
  template <class Column>
  static void fibre(Column& column) {
    constexpr int ax = Column::ax;
    for (int d = column.high(); d >= column.low(); --d) {
      typename Column::Lanes sum[ax];
      const auto same = column.old(d);
      for (int a = 0; a < ax; ++a) sum[a] = same[a];
      for (int w = 1; w < ax && w <= d; ++w) {
        const auto at = column.old(d - w);
        for (int a = 0; a + w < ax; ++a) {
          sum[a] += at[a + w];
          sum[a + w] += at[a];
        }
      }
      for (int a = 0; a < ax; ++a) column.put(d, a, sum[a]);
    }
  }
};

}  // namespace

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/column.hpp>

namespace {

/// Chebyshev distance on a board with edges: the largest difference of digits over the axes.
struct Family {
  static constexpr int kCostRule = COLDCORE_COST_MAX;
  static constexpr coldcore::sdk::Limits kLimits = {
      .max_n = 8, .min_axis = 3, .max_axis = 16, .max_R = 15};

  static int accepts(int, const int*, int) { return COLDCORE_PLUGIN_OK; }

  static int axis_cost(int, int, int centre, int target) {
    return centre < target ? target - centre : centre - target;
  }

  /// A window of up to 2R + 1 digits, cut off at both ends.
  template <class Column>
  static void fibre(Column& column) {
    constexpr int ax = Column::ax;
    const auto plane = column.old(0);
    typename Column::Lanes at[ax];
    for (int a = 0; a < ax; ++a) at[a] = plane[a];
    const int R = column.R() < ax ? column.R() : ax - 1;
    typename Column::Lanes sum{};
    for (int a = 0; a <= R; ++a) sum += at[a];
    for (int a = 0; a < ax; ++a) {
      column.put(0, a, sum);
      if (a + R + 1 < ax) sum += at[a + R + 1];
      if (a - R >= 0) sum -= at[a - R];
    }
  }
};

}  // namespace

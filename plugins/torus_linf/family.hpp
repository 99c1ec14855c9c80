// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/column.hpp>

namespace {

/// Chebyshev distance on a torus: the largest distance round the circle over the axes.
struct Family {
  static constexpr int kCostRule = COLDCORE_COST_MAX;
  static constexpr coldcore::sdk::Limits kLimits = {
      .max_n = 8, .min_axis = 3, .max_axis = 16, .max_R = 7};

  /// A window that meets itself would count words twice.
  static int accepts(int n, const int* ax, int R) {
    for (int j = 0; j < n; ++j) {
      if (2 * R + 1 > ax[j]) return COLDCORE_PLUGIN_E_RADIUS;
    }
    return COLDCORE_PLUGIN_OK;
  }

  static int axis_cost(int ax, int, int centre, int target) {
    const int forward = (target - centre + ax) % ax;
    return forward <= ax - forward ? forward : ax - forward;
  }

  /// A window of 2R + 1 digits slides round the circle.
  template <class Column>
  static void fibre(Column& column) {
    constexpr int ax = Column::ax;
    const auto plane = column.old(0);
    typename Column::Lanes at[ax];
    for (int a = 0; a < ax; ++a) at[a] = plane[a];
    typename Column::Lanes sum = at[0];
    for (int w = 1; w <= column.R(); ++w) sum += at[w] + at[ax - w];
    int enters = column.R() + 1 == ax ? 0 : column.R() + 1;
    int leaves = column.R() == 0 ? 0 : ax - column.R();
    for (int a = 0; a < ax; ++a) {
      column.put(0, a, sum);
      sum += at[enters] - at[leaves];
      if (++enters == ax) enters = 0;
      if (++leaves == ax) leaves = 0;
    }
  }
};

}  // namespace

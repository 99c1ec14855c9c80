// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/column.hpp>

namespace {

/// The Lee metric: distance round the circle, added over the axes.
struct Family {
  static constexpr int kCostRule = COLDCORE_COST_SUM;
  static constexpr coldcore::sdk::Limits kLimits = {.max_n = 16, .min_axis = 2, .max_axis = 16, .max_R = 6};

  static int accepts(int, const int*, int) { return COLDCORE_PLUGIN_OK; }

  static int axis_cost(int ax, int, int centre, int target) {
    const int forward = (target - centre + ax) % ax;
    return forward <= ax - forward ? forward : ax - forward;
  }

  /// Two neighbours at each weight; one at the antipode of an even axis.
  template <class Column>
  static void fibre(Column& column) {
    constexpr int ax = Column::ax;
    for (int d = column.high(); d >= column.low(); --d) {
      typename Column::Lanes sum[ax];
      const auto same = column.old(d);
      for (int a = 0; a < ax; ++a) sum[a] = same[a];
      for (int w = 1; 2 * w <= ax && w <= d; ++w) {
        const auto at = column.old(d - w);
        for (int a = 0; a < ax; ++a) {
          sum[a] += at[(a + w) % ax];
          if (2 * w < ax) sum[a] += at[(a + ax - w) % ax];
        }
      }
      for (int a = 0; a < ax; ++a) column.put(d, a, sum[a]);
    }
  }
};

}  // namespace

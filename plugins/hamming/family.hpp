// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/column.hpp>

namespace {

/// Hamming distance: the number of axes on which two words differ.
struct Family {
  static constexpr int kCostRule = COLDCORE_COST_SUM;
  static constexpr coldcore::sdk::Limits kLimits = {
      .max_n = 16, .min_axis = 2, .max_axis = 10, .max_R = 6};

  static int accepts(int, const int*, int) { return COLDCORE_PLUGIN_OK; }

  static int axis_cost(int, int, int centre, int target) { return centre != target; }

  /// Every other digit costs 1: the sum over the fibre without the digit itself.
  template <class Column>
  static void fibre(Column& column) {
    constexpr int ax = Column::ax;
    for (int d = column.high(); d >= column.low(); --d) {
      const auto plane = column.old(d);
      const auto below = column.old(d - 1);
      typename Column::Lanes digit[ax];
      typename Column::Lanes total{};
      for (int a = 0; a < ax; ++a) total += digit[a] = below[a];
      for (int a = 0; a < ax; ++a) column.put(d, a, plane[a] + (total - digit[a]));
    }
  }
};

}  // namespace

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/column.hpp>

namespace {

/// As irregular as the rules allow: steps that are impossible, dear ones, and costs beyond the
/// radius.
struct Family {
  static constexpr int kCostRule = COLDCORE_COST_SUM;
  static constexpr coldcore::sdk::Limits kLimits = {
      .max_n = 8, .min_axis = 2, .max_axis = 8, .max_R = 7};

  static int accepts(int, const int*, int) { return COLDCORE_PLUGIN_OK; }

  static int axis_cost(int, int, int centre, int target) {
    if (centre == target) return 0;
    return (centre + target) % 4 == 0 ? -1 : 1 + centre * target % 9;
  }

  template <class Column>
  static void fibre(Column& column) {
    coldcore::sdk::fibre_from_costs<Family>(column);
  }
};

}  // namespace

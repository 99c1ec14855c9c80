// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/column.hpp>

namespace {

/// Open axes whose costs add up: on no digit does a shift cost what it costs on another one.
struct Family {
  static constexpr int kCostRule = COLDCORE_COST_SUM;
  static constexpr coldcore::sdk::Limits kLimits = {
      .max_n = 8, .min_axis = 2, .max_axis = 9, .max_R = 8};

  static int accepts(int, const int*, int) { return COLDCORE_PLUGIN_OK; }

  static int axis_cost(int, int, int centre, int target) {
    return centre < target ? target - centre : centre - target;
  }

  template <class Column>
  static void fibre(Column& column) {
    coldcore::sdk::fibre_from_costs<Family>(column);
  }
};

}  // namespace

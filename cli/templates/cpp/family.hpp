// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/column.hpp>

namespace {

/// The family @NAME@: change this. As it stands, an axis is a ring, and u covers x if at most R steps
/// from a digit to a neighbouring one turn u into x.
struct Family {
  /// COLDCORE_COST_SUM: the costs of the axes, added up, are at most R.
  /// COLDCORE_COST_MAX: the largest of them is at most R.
  static constexpr int kCostRule = COLDCORE_COST_SUM;

  /// What is taken: number of axes, their sizes, R. The narrower the sizes, the faster this compiles.
  static constexpr coldcore::sdk::Limits kLimits = {
      .max_n = 16, .min_axis = 2, .max_axis = 10, .max_R = 6};

  /// Limits that need a formula: COLDCORE_PLUGIN_OK, or COLDCORE_PLUGIN_E_N, _E_AXIS or _E_RADIUS.
  static int accepts(int /*n*/, const int* /*ax*/, int /*R*/) { return COLDCORE_PLUGIN_OK; }

  /// What turning digit `centre` into digit `target` costs on an axis of size ax: 0 if they are equal,
  /// otherwise positive, or -1 if it is impossible. The way back must cost the same. If the cost depends on
  /// anything but (target - centre) mod ax, plugin.cpp has to say COLDCORE_SDK_OPEN.
  static int axis_cost(int ax, int /*R*/, int centre, int target) {
    const int forward = (target - centre + ax) % ax;
    return forward <= ax - forward ? forward : ax - forward;
  }

  /// The sums along one axis. This one follows from axis_cost and is always right; the authors' guide
  /// tells how to write a faster one.
  template <class Column>
  static void fibre(Column& column) {
    coldcore::sdk::fibre_from_costs<Family>(column);
  }
};

}  // namespace

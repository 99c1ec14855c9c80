// SPDX-License-Identifier: Apache-2.0
//
// What an author writes of a family, and what follows from it alone: limits, definition and support
// tables. docs/plugin-authors.md is the guide.
//
// A family is a struct with static members:
//
//   struct Family {
//     static constexpr int kCostRule = COLDCORE_COST_SUM;       // or COLDCORE_COST_MAX
//     static constexpr coldcore::sdk::Limits kLimits = {...};
//     static int axis_cost(int ax, int R, int centre, int target);
//     static int accepts(int n, const int* ax, int R);
//     template <class Column>
//     static void fibre(Column& column);
//   };
//
// axis_cost is what the step from digit centre to digit target costs: 0 where they are equal,
// otherwise positive, or -1 if it is impossible; the way back costs the same. accepts returns
// COLDCORE_PLUGIN_OK, or the code for a limit that kLimits cannot express. fibre is the mathematics
// of one axis, see column.hpp.
//
// This header is read by translation units of every instruction set, so it keeps to internal
// linkage and calls no library function that the linker might merge across them.
#pragma once

#include <coldcore/plugin.h>

namespace coldcore::sdk {
namespace {

/// Bounds that hold for each number alone.
struct Limits {
  int max_n;
  int min_axis;
  int max_axis;
  int max_R;
};

/// Planes the driver of a family works on: one per partial cost where costs add up, else one.
template <class Family>
constexpr int plane_count(int R) {
  return Family::kCostRule == COLDCORE_COST_SUM ? R + 1 : 1;
}

/// What `cost` more makes of `total` under the family's rule.
template <class Family>
constexpr int combine(int total, int cost) {
  if (Family::kCostRule == COLDCORE_COST_SUM) return total + cost;
  return cost > total ? cost : total;
}

/// The definition: no step impossible, and the combined cost at most R.
template <class Family>
int covers(int n, const int* ax, int R, const int* u, const int* x) {
  int total = 0;
  for (int j = 0; j < n; ++j) {
    const int cost = Family::axis_cost(ax[j], R, u[j], x[j]);
    if (cost < 0) return 0;
    total = combine<Family>(total, cost);
  }
  return total <= R;
}

}  // namespace
}  // namespace coldcore::sdk

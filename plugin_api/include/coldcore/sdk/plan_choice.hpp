// SPDX-License-Identifier: Apache-2.0
//
// Which plan is the cheapest for a shape.
#pragma once

#include <coldcore/sdk/tile_shape.hpp>

namespace coldcore::sdk {
namespace {

/// Sizes of the caches that one worker may fill.
struct Caches {
  std::int64_t l2;
  std::int64_t l3;
};

/// What a byte of a plane costs to go through once where `bytes` are gone through before it comes
/// again, in bytes moved through memory: a quarter in L2, a bit more for each time that it is twice
/// as much, and out of proportion where L3 does not hold it: what a worker has at hand must not
/// grow with the cell.
inline double pass_cost(std::int64_t bytes, const Caches& caches) {
  if (bytes > caches.l3) return 8;
  double cost = 0.25;
  for (; bytes > caches.l2; bytes /= 2) cost += 0.1875;
  return cost;
}

/// What a pass over memory costs a word, in bytes moved; see plan_cost.
inline double group_cost(const Plan& plan, int g, const Caches& caches) {
  // Taking lines apart and putting them together. Measured with AVX2 on 512 KiB of L2, as are the
  // others.
  constexpr double kFixed = 12;
  constexpr std::int64_t kSourceLine =
      64;  // a line of the source comes with each of the first pass's rows
  const Group& group = plan.group[g];
  const bool last = g + 1 == plan.groups;
  const TileShape shape = tile_shape(plan, g);
  double cost = kFixed + (reads_source(plan, g) ? 2 : 0);
  std::int64_t rows = 1;
  for (int s = group.first; s < group.last; ++s) {
    const Planes& to = plan.planes[s + 1];
    rows *= plan.ax[plan.order[s]];
    int bytes = 0;
    for (int d = plan.first_stored(to); d <= to.last_kept(); ++d) {
      bytes += step_bytes(plan, s, to, d);
    }
    // Depth first: a step comes again to what it left as soon as the rows below it are done.
    const bool top = s + 1 == group.last;
    const std::int64_t held =
        shape.bytes(s + 1 - group.first) + (g == 0 && top ? rows * kSourceLine : 0);
    cost += pass_cost(held, caches) * (top && !last ? 2 * bytes : bytes);
  }
  return cost;
}

/// What a plan costs a word, in bytes moved through memory: only good for comparing plans of one
/// shape.
inline double plan_cost(const Plan& plan, const Caches& caches) {
  const auto words = static_cast<double>(plan.outer * plan.low_words);
  double cost = 0;
  for (int g = 0; g < plan.groups; ++g) {
    const bool last = g + 1 == plan.groups;
    const auto lanes =
        static_cast<double>(kLine * (last ? plan.low_words * (plan.outer_padded() / kLine)
                                          : plan.line_blocks() * plan.outer));
    cost += lanes / words * group_cost(plan, g, caches);
    if (!last) cost += 2 * static_cast<double>(left_bytes(plan, g)) / words;
  }
  return cost;
}

/// The cheapest plan for a shape.
template <class Family>
Plan make_plan(int n, const int* ax, int R, bool indicator, const Caches& caches) {
  const ShiftCosts<Family> shifts(n, ax, R);
  Plan best = {};
  best.n = n;
  best.R = R;
  best.adds = Family::kCostRule == COLDCORE_COST_SUM;
  for (int j = 0; j < n; ++j) {
    best.ax[j] = ax[j];
    best.reach[j] = axis_reach<Family>(ax[j], R);
  }
  Plan plan = best;
  double best_cost = -1;
  for (int first = 1; first <= n; ++first) {
    for (int second = first + 1; second <= n + 1; ++second) {
      // first == n: one group; second >= n: two.
      if (first == n ? second != n + 1 : second == n) continue;
      const int cut[2] = {first, second};
      set_groups(plan, first == n ? 0 : second == n + 1 ? 1 : 2, cut);
      set_planes(plan, shifts, true);
      const double cost = plan_cost(plan, caches);
      if (best_cost >= 0 && cost >= best_cost) continue;
      best_cost = cost;
      best = plan;
    }
  }
  if (!indicator) set_planes(best, shifts, false);
  return best;
}

/// Private bytes that a cell needs for sets and for multisets.
template <class Family>
std::int64_t cell_bytes(int n, const int* ax, int R, const Caches& caches) {
  Plan plan = make_plan<Family>(n, ax, R, true, caches);
  const std::int64_t set = private_bytes(plan);
  set_planes(plan, ShiftCosts<Family>(n, ax, R), false);  // The groups are the same.
  const std::int64_t multiset = private_bytes(plan);
  return set > multiset ? set : multiset;
}

}  // namespace
}  // namespace coldcore::sdk

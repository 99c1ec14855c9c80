// SPDX-License-Identifier: Apache-2.0
//
// The plan of a fused transform: in which order axes are done, which of them share a pass over memory,
// which planes live between them and how wide their numbers are. Depends on the shape, the radius and the
// caches alone, so that the memory asked for at init is what every transform uses.
//
// The axes are cut into groups, highest first. A pass over memory does all axes of its group on tiles
// that stay in cache. The lowest group's words, l = 0..low_words-1, come in lines of kLine neighbours; every
// pass but the last works on such lines, the last one on kLine values of the outer index o side by side.
#pragma once

#include <coldcore/sdk/column.hpp>
#include <coldcore/sdk/support.hpp>

namespace coldcore::sdk {
namespace {


constexpr int kMaxGroups = 3;
constexpr std::int64_t kNarrowMax = 65535;

/// Planes between two axes: low..high are kept, those from wide_from on in 32 bits, the others in 16.
/// A plane above high equals plane high.
struct Planes {
  int low;
  int high;
  int wide_from;

  bool wide(int d) const { return d >= wide_from; }
};

/// Axes first..last-1 are done in one pass, in this order.
struct Group {
  int first;
  int last;
  std::int64_t rows;  ///< Product of their sizes.
};

struct Plan {
  int n;
  int R;
  bool adds;  ///< Costs add up, so plane 0 is the source itself, whatever has been done.
  int ax[COLDCORE_MAX_N];
  int reach[COLDCORE_MAX_N];             ///< What one step on the axis can cost, within R.
  int order[COLDCORE_MAX_N];             ///< order[s] = axis done at step s.
  Planes planes[COLDCORE_MAX_N + 1];     ///< planes[s] = before step s.
  int groups;
  Group group[kMaxGroups];               ///< In the order they are done.
  std::int64_t low_words;                ///< Words of the last group.
  std::int64_t outer;                    ///< |X| / low_words.

  std::int64_t line_blocks() const { return (low_words + kLine - 1) / kLine; }
  std::int64_t outer_padded() const { return (outer + kLine - 1) / kLine * kLine; }
  std::int64_t lines() const { return line_blocks() * outer_padded(); }
  /// The lowest plane that has to be kept in private storage: plane 0 can be read from the source again.
  int first_stored(const Planes& at) const { return adds && at.low < 1 ? 1 : at.low; }
};

/// Cuts the axes at `cut` places, cut[0] = first axis of the last group but one and so on upwards.
inline void set_groups(Plan& plan, int cuts, const int* cut) {
  plan.groups = cuts + 1;
  int step = 0;
  int upper = plan.n;
  for (int g = 0; g < plan.groups; ++g) {
    const int lower = g < cuts ? cut[cuts - 1 - g] : 0;
    plan.group[g] = {step, step + upper - lower, 1};
    for (int axis = lower; axis < upper; ++axis) {
      plan.order[step++] = axis;
      plan.group[g].rows *= plan.ax[axis];
    }
    upper = lower;
  }
  plan.low_words = plan.group[plan.groups - 1].rows;
  plan.outer = 1;
  for (int g = 0; g + 1 < plan.groups; ++g) plan.outer *= plan.group[g].rows;
}

/// Which planes live between the steps, and their widths. `indicator` says that the source is a set: then
/// the number of patterns bounds a plane. A multiset has at most kNarrowMax members, which bounds all.
template <class Family>
void set_planes(Plan& plan, const ShiftCosts<Family>& shifts, bool indicator) {
  int rest = 0;
  for (int j = 0; j < plan.n; ++j) rest += plan.reach[j];
  int reach = 0;
  PatternCounts<Family> counts(shifts);
  for (int s = 0; s <= plan.n; ++s) {
    Planes& at = plan.planes[s];
    at = {0, 0, 1};
    if (plan.adds) {
      at.high = reach < plan.R ? reach : plan.R;
      const int needed = plan.R - rest;
      at.low = needed < 0 ? 0 : needed < at.high ? needed : at.high;
    }
    at.wide_from = at.high + 1;
    while (indicator && at.wide_from > at.low) {
      const int radius = plan.adds ? at.wide_from - 1 : plan.R;
      if (counts.within(radius) <= kNarrowMax) break;
      --at.wide_from;
    }
    if (s == plan.n) break;
    counts.add_axis(plan.order[s]);
    reach += plan.reach[plan.order[s]];
    rest -= plan.reach[plan.order[s]];
  }
}

/// Bytes of one line of every plane kept at a step, `first` and up.
inline std::int64_t line_bytes(const Planes& at, int first) {
  std::int64_t bytes = 0;
  for (int d = first; d <= at.high; ++d) bytes += kLine * (at.wide(d) ? 4 : 2);
  return bytes;
}

/// Private bytes between groups g and g + 1.
inline std::int64_t stored_bytes(const Plan& plan, int g) {
  const Planes& at = plan.planes[plan.group[g].last];
  return plan.lines() * line_bytes(at, plan.first_stored(at));
}

/// Private bytes a plan needs: with three groups, what two passes leave is there at the same time.
inline std::int64_t private_bytes(const Plan& plan) {
  std::int64_t bytes = 0;
  for (int g = 0; g + 1 < plan.groups; ++g) bytes += stored_bytes(plan, g);
  return bytes;
}

/// Bytes of the tile that group g works on: at each step a plane has one width, but a plane that gets wider
/// has both for a moment.
inline std::int64_t tile_line_bytes(const Plan& plan, int g) {
  int high = 0;
  int wide_from = COLDCORE_MAX_LAYERS;
  for (int s = plan.group[g].first; s <= plan.group[g].last; ++s) {
    if (plan.planes[s].high > high) high = plan.planes[s].high;
    if (plan.planes[s].wide_from <= plan.planes[s].high && plan.planes[s].wide_from < wide_from) {
      wide_from = plan.planes[s].wide_from;
    }
  }
  const std::int64_t wide = wide_from > high ? 0 : high - wide_from + 1;
  return kLine * (2 * (high + 1) + 4 * wide);
}

/// Sizes of the caches that one worker may fill.
struct Caches {
  std::int64_t l2;
  std::int64_t l3;
};

/// What a plan costs a word, in bytes moved through memory: only good for comparing plans of one shape. A
/// plane of a line done in L2 takes about as long as moving half as many bytes, done in L3 twice that.
inline double plan_cost(const Plan& plan, const Caches& caches) {
  const double words = static_cast<double>(plan.outer) * static_cast<double>(plan.low_words);
  double cost = 0;
  for (int g = 0; g < plan.groups; ++g) {
    const bool last = g + 1 == plan.groups;
    const double lines = static_cast<double>(
        last ? plan.low_words * (plan.outer_padded() / kLine) : plan.line_blocks() * plan.outer);
    const std::int64_t tile = plan.group[g].rows * tile_line_bytes(plan, g);
    const double slow = tile <= caches.l2 ? 0.5 : tile <= caches.l3 ? 1 : 4;
    for (int s = plan.group[g].first; s < plan.group[g].last; ++s) {
      const Planes& to = plan.planes[s + 1];
      cost += lines * slow * static_cast<double>(line_bytes(to, plan.first_stored(to)));
    }
    if (!last) cost += 2 * static_cast<double>(stored_bytes(plan, g));
    cost += 2 * words;  // every pass reads the source
  }
  return cost / words;
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

}  // namespace
}  // namespace coldcore::sdk

// SPDX-License-Identifier: Apache-2.0
//
// The plan of a fused transform: in which order axes are done, which of them share a pass over
// memory, which planes live between them and how wide their numbers are. Depends on the shape, the
// radius and the caches alone, so that the memory asked for at init is what every transform uses.
//
// The axes are cut into groups, highest first. A pass over memory does all axes of its group on
// tiles that stay in cache. The lowest group's words, l = 0..low_words-1, come in lines of kLine
// neighbours; every pass but the last works on such lines, the last one on kLine values of the
// outer index o side by side.
#pragma once

#include <coldcore/sdk/column.hpp>
#include <coldcore/sdk/support.hpp>

namespace coldcore::sdk {
namespace {

constexpr int kMaxGroups = 3;
constexpr std::int64_t kByteMax = 255;
constexpr std::int64_t kNarrowMax = 65535;

/// Planes between two axes: low..high are kept; those below narrow_from fit into 8 bits, those
/// below wide_from into 16, the others into 32. A plane above high equals plane high.
struct Planes {
  int low;
  int high;
  int narrow_from;
  int wide_from;

  bool wide(int d) const { return d >= wide_from; }
  /// The fewest bytes a number of plane d fits into.
  int bytes(int d) const { return d >= wide_from ? 4 : d >= narrow_from ? 2 : 1; }
  bool all_bytes() const { return high < narrow_from; }
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
  int reach[COLDCORE_MAX_N];          ///< What one step on the axis can cost, within R.
  int order[COLDCORE_MAX_N];          ///< order[s] = axis done at step s.
  Planes planes[COLDCORE_MAX_N + 1];  ///< planes[s] = before step s.
  int groups;
  Group group[kMaxGroups];  ///< In the order they are done.
  std::int64_t low_words;   ///< Words of the last group.
  std::int64_t outer;       ///< |X| / low_words.

  std::int64_t line_blocks() const { return (low_words + kLine - 1) / kLine; }
  std::int64_t outer_padded() const { return (outer + kLine - 1) / kLine * kLine; }
  std::int64_t lines() const { return line_blocks() * outer_padded(); }
  /// The lowest plane that has to be kept in private storage: plane 0 can be read from the source
  /// again.
  int first_stored(const Planes& at) const { return adds && at.low < 1 ? 1 : at.low; }
  /// Whether step s works on numbers of 8 bits; else they have 16, or 32 in wide planes.
  bool byte_step(int s) const { return planes[s].all_bytes() && planes[s + 1].all_bytes(); }
  /// Rows of the group above the last that stand on neighbouring lines of the storage after group
  /// g.
  bool rows_adjoin(int g) const { return g + 2 == groups; }
  /// Bytes of a number of plane d in storage after group g. Lines are streamed past the caches, 64
  /// bytes at a time: where rows do not adjoin each of them has to be that long.
  int stored_number_bytes(int g, int d) const {
    const int bytes = planes[group[g].last].bytes(d);
    return bytes == 1 && !rows_adjoin(g) ? 2 : bytes;
  }
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

/// Which planes live between the steps, and their widths. `indicator` says that the source is a
/// set: then the number of patterns bounds a plane. A multiset has at most kNarrowMax members,
/// which bounds all.
template <class Family>
void set_planes(Plan& plan, const ShiftCosts<Family>& shifts, bool indicator) {
  int rest = 0;
  for (int j = 0; j < plan.n; ++j) rest += plan.reach[j];
  int reach = 0;
  PatternCounts<Family> counts(shifts);
  for (int s = 0; s <= plan.n; ++s) {
    Planes& at = plan.planes[s];
    at = {0, 0, 1, 1};
    if (plan.adds) {
      at.high = reach < plan.R ? reach : plan.R;
      const int needed = plan.R - rest;
      at.low = needed < 0 ? 0 : needed < at.high ? needed : at.high;
    }
    const auto bound = [&](int d) { return counts.within(plan.adds ? d : plan.R); };
    at.wide_from = at.high + 1;
    while (indicator && at.wide_from > at.low && bound(at.wide_from - 1) > kNarrowMax)
      --at.wide_from;
    at.narrow_from = indicator ? at.wide_from : at.low;
    while (at.narrow_from > at.low && bound(at.narrow_from - 1) > kByteMax) --at.narrow_from;
    if (s == plan.n) break;
    counts.add_axis(plan.order[s]);
    reach += plan.reach[plan.order[s]];
    rest -= plan.reach[plan.order[s]];
  }
}

/// True if a pass has to read the source: the first one does, and later ones where plane 0 is still
/// needed and is the source itself.
inline bool reads_source(const Plan& plan, int g) {
  return g == 0 || (plan.adds && plan.planes[plan.group[g].first].low == 0);
}

/// Bytes of one line of all planes that the pass over group g leaves.
inline std::int64_t left_line_bytes(const Plan& plan, int g) {
  const Planes& at = plan.planes[plan.group[g].last];
  std::int64_t bytes = 0;
  for (int d = plan.first_stored(at); d <= at.high; ++d) bytes += plan.stored_number_bytes(g, d);
  return kLine * bytes;
}

/// Bytes that the pass over group g leaves to the next one.
inline std::int64_t left_bytes(const Plan& plan, int g) {
  return plan.lines() * left_line_bytes(plan, g);
}

/// Bytes between a line of the private storage and the next. A pass leaves its planes in the place
/// of what it took from the same lines.
inline std::int64_t record_bytes(const Plan& plan) {
  std::int64_t most = 0;
  for (int g = 0; g + 1 < plan.groups; ++g) {
    const std::int64_t here = left_line_bytes(plan, g);
    if (here > most) most = here;
  }
  return most;
}

/// Private bytes a plan needs.
inline std::int64_t private_bytes(const Plan& plan) { return plan.lines() * record_bytes(plan); }

/// The planes of the tile that group g works on: enough for every step in it. A plane that gets
/// wider has room in both widths.
struct TileShape {
  int byte_planes = 0;
  int narrow_planes = 0;
  int first_wide = COLDCORE_MAX_LAYERS;
  int wide_planes = 0;

  /// Bytes of one line of all planes.
  std::int64_t line_bytes() const {
    return kLine * (byte_planes + 2 * narrow_planes + 4 * wide_planes);
  }
};

inline TileShape tile_shape(const Plan& plan, int g) {
  TileShape shape;
  for (int s = plan.group[g].first; s < plan.group[g].last; ++s) {
    const Planes& to = plan.planes[s + 1];
    int& planes = plan.byte_step(s) ? shape.byte_planes : shape.narrow_planes;
    if (to.high + 1 > planes) planes = to.high + 1;
    for (int t = s; t <= s + 1; ++t) {
      const Planes& at = plan.planes[t];
      if (at.wide_from <= at.high && at.wide_from < shape.first_wide)
        shape.first_wide = at.wide_from;
    }
    if (shape.first_wide <= to.high) shape.wide_planes = to.high - shape.first_wide + 1;
  }
  return shape;
}

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
  const std::int64_t line = tile_shape(plan, g).line_bytes();
  double cost = kFixed + (reads_source(plan, g) ? 2 : 0);
  std::int64_t rows = 1;
  for (int s = group.first; s < group.last; ++s) {
    const Planes& to = plan.planes[s + 1];
    rows *= plan.ax[plan.order[s]];
    std::int64_t bytes = 0;
    for (int d = plan.first_stored(to); d <= to.high; ++d) {
      bytes += plan.byte_step(s) ? 1 : to.wide(d) ? 4 : 2;
    }
    // Depth first: a step comes again to what it left as soon as the rows below it are done.
    const bool top = s + 1 == group.last;
    cost += pass_cost(rows * (line + (g == 0 && top ? kSourceLine : 0)), caches) *
            static_cast<double>(top && !last ? 2 * bytes : bytes);
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

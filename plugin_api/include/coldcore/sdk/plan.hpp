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
//
// Once no cost along the axes done can be larger than d, plane d is a total: the same number
// whatever their digits. It is not kept for every word but once for the axes still to do.
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
  bool has_total;  ///< Plane high is a total.

  /// The highest plane that is kept for every word; below low if there is none.
  int last_kept() const { return has_total ? high - 1 : high; }

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
  bool adds;       ///< Costs add up, so plane 0 is the source itself, whatever has been done.
  bool indicator;  ///< The source is a set, so plane 0 has one bit a word.
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
  /// Rows of the groups between g and the last.
  std::int64_t below(int g) const {
    std::int64_t rows = 1;
    for (int h = g + 1; h + 1 < groups; ++h) rows *= group[h].rows;
    return rows;
  }
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

/// Whether a step may lead from any digit of an axis to any other, at a cost within R.
template <class Family>
bool reaches_all(int ax, int R) {
  for (int centre = 0; centre < ax; ++centre) {
    for (int target = 0; target < ax; ++target) {
      const int cost = Family::axis_cost(ax, R, centre, target);
      if (cost < 0 || cost > R) return false;
    }
  }
  return true;
}

/// Which planes live between the steps, and their widths. `indicator` says that the source is a
/// set: then the number of patterns bounds a plane. A multiset has at most kNarrowMax members,
/// which bounds all.
template <class Family>
void set_planes(Plan& plan, const ShiftCosts<Family>& shifts, bool indicator) {
  plan.indicator = indicator;
  bool all_reached = plan.adds;
  int rest = 0;
  for (int j = 0; j < plan.n; ++j) rest += plan.reach[j];
  int reach = 0;
  PatternCounts<Family> counts(shifts);
  for (int s = 0; s <= plan.n; ++s) {
    Planes& at = plan.planes[s];
    at = {0, 0, 1, 1, false};
    if (plan.adds) {
      at.high = reach < plan.R ? reach : plan.R;
      const int needed = plan.R - rest;
      at.low = needed < 0 ? 0 : needed < at.high ? needed : at.high;
    }
    // Before the first axis plane 0 is the source, and what comes after the last is the result.
    at.has_total = all_reached && reach <= plan.R && s > 0 && s < plan.n;
    const auto bound = [&](int d) { return counts.within(plan.adds ? d : plan.R); };
    at.wide_from = at.high + 1;
    while (indicator && at.wide_from > at.low && bound(at.wide_from - 1) > kNarrowMax)
      --at.wide_from;
    at.narrow_from = indicator ? at.wide_from : at.low;
    while (at.narrow_from > at.low && bound(at.narrow_from - 1) > kByteMax) --at.narrow_from;
    if (s == plan.n) break;
    counts.add_axis(plan.order[s]);
    all_reached = all_reached && reaches_all<Family>(plan.ax[plan.order[s]], plan.R);
    reach += plan.reach[plan.order[s]];
    rest -= plan.reach[plan.order[s]];
  }
}

/// True if plane 0 is the source itself where group g begins, and still needed.
inline bool starts_from_source(const Plan& plan, int g) {
  return g == 0 || (plan.adds && plan.planes[plan.group[g].first].low == 0);
}

/// True if the pass over group g leaves the source to the last one, a bit a word.
inline bool leaves_bits(const Plan& plan, int g) {
  return plan.indicator && g + 2 == plan.groups && starts_from_source(plan, g + 1);
}

/// True if the pass over group g has to read the source.
inline bool reads_source(const Plan& plan, int g) {
  return starts_from_source(plan, g) && (g == 0 || !leaves_bits(plan, g - 1));
}

/// Bytes of one line of all planes that the pass over group g leaves.
inline std::int64_t left_line_bytes(const Plan& plan, int g) {
  const Planes& at = plan.planes[plan.group[g].last];
  std::int64_t bytes = 0;
  for (int d = plan.first_stored(at); d <= at.last_kept(); ++d) {
    bytes += plan.stored_number_bytes(g, d);
  }
  return kLine * bytes;
}

/// Lines of totals, of 32-bit numbers, that the pass over group g leaves.
inline std::int64_t total_lines(const Plan& plan, int g) {
  return plan.planes[plan.group[g].last].has_total ? plan.below(g) * plan.line_blocks() : 0;
}

inline std::int64_t total_bytes(const Plan& plan, int g) {
  return total_lines(plan, g) * kLine * static_cast<std::int64_t>(sizeof(std::uint32_t));
}

inline std::int64_t bits_bytes(const Plan& plan, int g) {
  return leaves_bits(plan, g) ? plan.lines() * (kLine / 8) : 0;
}

/// Bytes that the pass over group g leaves to the next one.
inline std::int64_t left_bytes(const Plan& plan, int g) {
  return plan.lines() * left_line_bytes(plan, g) + total_bytes(plan, g) + bits_bytes(plan, g);
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
inline std::int64_t private_bytes(const Plan& plan) {
  std::int64_t bytes = plan.lines() * record_bytes(plan);
  for (int g = 0; g + 1 < plan.groups; ++g) bytes += total_bytes(plan, g) + bits_bytes(plan, g);
  return bytes;
}

}  // namespace
}  // namespace coldcore::sdk

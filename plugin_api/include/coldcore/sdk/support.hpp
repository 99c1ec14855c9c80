// SPDX-License-Identifier: Apache-2.0
//
// Limits and both support tables of a family, from its axis costs.
#pragma once

#include <coldcore/sdk/family.hpp>

#include <cstdint>
#include <limits>

namespace coldcore::sdk {
namespace {

constexpr std::int64_t kMaxTable = std::numeric_limits<std::int32_t>::max();
constexpr int kMaxRadius = 255;

/// The largest cost within R of a step on an axis, from any digit to any other; 0 if there is none.
template <class Family>
int axis_reach(int ax, int R) {
  int reach = 0;
  for (int centre = 0; centre < ax; ++centre) {
    for (int target = 0; target < ax; ++target) {
      const int cost = Family::axis_cost(ax, R, centre, target);
      if (cost > reach && cost <= R) reach = cost;
    }
  }
  return reach;
}

/// Cheapest cost of the circular shift by delta over all digits it may start from, -1 if none
/// allows it.
template <class Family>
int shift_cost(int ax, int R, int delta) {
  int best = -1;
  for (int centre = 0; centre < ax; ++centre) {
    const int cost = Family::axis_cost(ax, R, centre, (centre + delta) % ax);
    if (cost >= 0 && (best < 0 || cost < best)) best = cost;
  }
  return best;
}

/// All shift costs of a shape, looked up while patterns are enumerated.
template <class Family>
struct ShiftCosts {
  ShiftCosts(int axes, const int* ax, int radius) : n(axes), R(radius) {
    for (int j = 0; j < n; ++j) {
      size[j] = ax[j];
      for (int delta = 1; delta < ax[j]; ++delta)
        cost[j][delta] = shift_cost<Family>(ax[j], R, delta);
    }
  }

  /// The smallest cost of a step on axis j, -1 if there is none within R.
  int smallest(int j) const {
    int best = -1;
    for (int delta = 1; delta < size[j]; ++delta) {
      if (cost[j][delta] < 0 || cost[j][delta] > R) continue;
      if (best < 0 || cost[j][delta] < best) best = cost[j][delta];
    }
    return best;
  }

  /// Calls emit(mask, offs) for every pattern, the empty one first.
  template <class Emit>
  void each_pattern(Emit&& emit) const {
    emit(std::uint16_t{0}, std::uint64_t{0});
    extend(0, 0, 0, 0, emit);
  }

  int n;
  int R;
  int size[COLDCORE_MAX_N] = {};
  int cost[COLDCORE_MAX_N][COLDCORE_MAX_AXIS] = {};

 private:
  template <class Emit>
  void extend(int first, int total, std::uint16_t mask, std::uint64_t offs, Emit& emit) const {
    for (int j = first; j < n; ++j) {
      for (int delta = 1; delta < size[j]; ++delta) {
        if (cost[j][delta] < 0) continue;
        const int sum = combine<Family>(total, cost[j][delta]);
        if (sum > R) continue;
        const auto new_mask = static_cast<std::uint16_t>(mask | 1U << j);
        const std::uint64_t new_offs = offs | static_cast<std::uint64_t>(delta) << (4 * j);
        emit(new_mask, new_offs);
        extend(j + 1, sum, new_mask, new_offs, emit);
      }
    }
  }
};

/// Patterns on the axes added so far, by combined cost, counted without listing them.
template <class Family>
class PatternCounts {
 public:
  explicit PatternCounts(const ShiftCosts<Family>& shifts) : shifts_(shifts) {}

  void add_axis(int j) {
    std::int64_t next[kMaxRadius + 1] = {};
    for (int total = 0; total <= shifts_.R; ++total) {
      next[total] = saturated(next[total] + with_cost_[total]);
      for (int delta = 1; delta < shifts_.size[j]; ++delta) {
        const int cost = shifts_.cost[j][delta];
        const int sum = cost < 0 ? shifts_.R + 1 : combine<Family>(total, cost);
        if (sum <= shifts_.R) next[sum] = saturated(next[sum] + with_cost_[total]);
      }
    }
    for (int total = 0; total <= shifts_.R; ++total) with_cost_[total] = next[total];
  }

  /// Patterns of cost at most `radius`; kMaxTable + 1 stands for any larger number.
  std::int64_t within(int radius) const {
    std::int64_t count = 0;
    for (int total = 0; total <= radius; ++total) count = saturated(count + with_cost_[total]);
    return count;
  }

 private:
  static std::int64_t saturated(std::int64_t count) {
    return count > kMaxTable ? kMaxTable + 1 : count;
  }

  const ShiftCosts<Family>& shifts_;
  std::int64_t with_cost_[kMaxRadius + 1] = {1};
};

/// Length of the support table; kMaxTable + 1 if it is too long.
template <class Family>
std::int64_t pattern_count(const ShiftCosts<Family>& shifts) {
  PatternCounts<Family> counts(shifts);
  for (int j = 0; j < shifts.n; ++j) counts.add_axis(j);
  return counts.within(shifts.R);
}

/// The most axes that one pattern changes: as many as the radius pays for, the cheapest first.
template <class Family>
int largest_weight(const ShiftCosts<Family>& shifts) {
  int cheapest[COLDCORE_MAX_N];
  int changeable = 0;
  for (int j = 0; j < shifts.n; ++j) {
    const int cost = shifts.smallest(j);
    if (cost < 0) continue;
    int at = changeable++;
    for (; at > 0 && cheapest[at - 1] > cost; --at) cheapest[at] = cheapest[at - 1];
    cheapest[at] = cost;
  }
  int weight = 0;
  for (int total = 0; weight < changeable; ++weight) {
    total = combine<Family>(total, cheapest[weight]);
    if (total > shifts.R) break;
  }
  return weight;
}

/// COLDCORE_PLUGIN_OK, or the code for the limit that a shape is past: the family's own, and those
/// of the table formats.
template <class Family>
int check_shape(int n, const int* ax, int R) {
  if (n < 1 || n > Family::kLimits.max_n) return COLDCORE_PLUGIN_E_N;
  for (int j = 0; j < n; ++j) {
    if (ax[j] < Family::kLimits.min_axis || ax[j] > Family::kLimits.max_axis) {
      return COLDCORE_PLUGIN_E_AXIS;
    }
  }
  if (R < 0 || R > Family::kLimits.max_R) return COLDCORE_PLUGIN_E_RADIUS;
  const int refusal = Family::accepts(n, ax, R);
  if (refusal != COLDCORE_PLUGIN_OK) return refusal;
  const ShiftCosts<Family> shifts(n, ax, R);
  if (largest_weight(shifts) > COLDCORE_MAX_PATTERN_WEIGHT) return COLDCORE_PLUGIN_E_N;
  if (pattern_count(shifts) > kMaxTable) return COLDCORE_PLUGIN_E_TOO_LARGE;
  return COLDCORE_PLUGIN_OK;
}

/// NAME_validate.
template <class Family>
int validate(int n, const int* ax, int R, int* nlayers) {
  const int code = check_shape<Family>(n, ax, R);
  if (code == COLDCORE_PLUGIN_OK) *nlayers = plane_count<Family>(R);
  return code;
}

/// A pattern in v1 form: one byte pos << 4 | delta for each changed position, lowest first.
inline std::uint64_t v1_pattern(std::uint16_t mask, std::uint64_t offs) {
  std::uint64_t pattern = 0;
  int shift = 0;
  for (unsigned j = 0; mask >> j != 0; ++j) {
    if ((mask >> j & 1) == 0) continue;
    pattern |= (j << 4 | (offs >> 4 * j & 15)) << shift;
    shift += 8;
  }
  return pattern;
}

/// NAME_table.
template <class Family>
long long table(int n, const int* ax, int R, std::uint64_t* out, long long cap) {
  const int code = check_shape<Family>(n, ax, R);
  if (code != COLDCORE_PLUGIN_OK) return code;
  const ShiftCosts<Family> shifts(n, ax, R);
  const std::int64_t count = pattern_count(shifts);
  if (out == nullptr || cap < count) return count;
  shifts.each_pattern(
      [&out](std::uint16_t mask, std::uint64_t offs) { *out++ = v1_pattern(mask, offs); });
  return count;
}

/// NAME_table_ox.
template <class Family>
long long table_ox(int n, const int* ax, int R, std::uint16_t* mask, std::uint64_t* offs,
                   long long cap) {
  const int code = check_shape<Family>(n, ax, R);
  if (code != COLDCORE_PLUGIN_OK) return code;
  const ShiftCosts<Family> shifts(n, ax, R);
  const std::int64_t count = pattern_count(shifts);
  if (mask == nullptr || offs == nullptr || cap < count) return count;
  shifts.each_pattern([&](std::uint16_t m, std::uint64_t o) {
    *mask++ = m;
    *offs++ = o;
  });
  return count;
}

}  // namespace
}  // namespace coldcore::sdk

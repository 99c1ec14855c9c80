// SPDX-License-Identifier: Apache-2.0
//
// Adding and removing one occurrence of a candidate.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "field.hpp"
#include "marginal.hpp"
#include "maxima.hpp"
#include "rows.hpp"

namespace coldcore::incidence {

/// `changed(u, before, after)` hears of every count that changes.
template <class Rows, class Changed>
struct Walk {
  Rows rows;
  std::int32_t* cnt;
  std::int32_t* chosen;
  Changed changed;

  /// False, and nothing has changed, if a count would pass INT32_MAX.
  bool add(std::int64_t c) const {
    if (chosen[c] == std::numeric_limits<std::int32_t>::max()) return false;
    const std::int64_t first = rows.begin(c);
    const std::int64_t last = rows.end(c);
    for (std::int64_t k = first; k < last; ++k) {
      std::int32_t& count = cnt[rows.items[k]];
      const std::int32_t before = count;
      if (__builtin_add_overflow(before, std::int32_t{rows.weights[k]}, &count)) {
        count = before;
        take_entries(first, k);
        return false;
      }
      changed(rows.items[k], before, count);
    }
    ++chosen[c];
    return true;
  }

  /// There is an occurrence.
  void take(std::int64_t c) const {
    take_entries(rows.begin(c), rows.end(c));
    --chosen[c];
  }

 private:
  void take_entries(std::int64_t first, std::int64_t last) const {
    for (std::int64_t k = first; k < last; ++k) {
      std::int32_t& count = cnt[rows.items[k]];
      const std::int32_t before = count;
      count -= rows.weights[k];
      changed(rows.items[k], before, count);
    }
  }
};

/// Keeps the map exact: for a point whose state changed, all candidates that cover it are touched.
/// Each step leaves the field of counts that could be, so no sum overflows.
template <class Columns>
struct MapUpdate {
  Columns columns;
  Universe universe;
  int role;
  std::int32_t* map;
  std::uint8_t* stale;  ///< Of the map's BlockMaxima.

  void operator()(std::int64_t u, std::int32_t before, std::int32_t after) const {
    const Level old_level = level_of(role, before, universe.mu);
    const Level new_level = level_of(role, after, universe.mu);
    if (old_level == new_level) return;
    const std::int32_t point_weight = universe.point_weight(u);
    const auto change = [&](std::int32_t w) {
      return point_weight * (marginal(new_level.low, new_level.high, w) -
                             marginal(old_level.low, old_level.high, w));
    };
    // Counts may change without moving the marginal of weight 1, as between 1 and mu.
    if (std::is_same_v<decltype(columns.weights), Ones> && change(1) == 0) return;
    const std::int64_t last = columns.end(u);
    for (std::int64_t k = columns.begin(u); k < last; ++k) {
      const std::int64_t c = columns.items[k];
      map[c] += change(columns.weights[k]);
      stale[c >> BlockMaxima::kBlockShift] = 1;
    }
  }
};

}  // namespace coldcore::incidence

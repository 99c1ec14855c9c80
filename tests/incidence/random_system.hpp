// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "reference.hpp"

namespace incidence_test {

using incidence_reference::Entry;
using incidence_reference::Multiset;
using incidence_reference::Row;
using incidence_reference::System;
using Random = std::mt19937_64;

inline int uniform(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

/// What a random system looks like.
struct Kind {
  int min_points = 1;
  int max_points = 12;
  int max_candidates = 12;
  int fixed_length = 0;      ///< 0: rows of any length, empty ones included.
  int max_weight = 1;        ///< Of an entry.
  int max_point_weight = 1;  ///< Of a point.
};

inline Row random_row(Random& random, const Kind& kind, int points) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(points));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  const int length = kind.fixed_length > 0 ? kind.fixed_length : uniform(random, 0, points);
  Row row;
  for (int j = 0; j < length; ++j) row.push_back({order[j], uniform(random, 1, kind.max_weight)});
  return row;
}

inline System random_system(Random& random, const Kind& kind) {
  const int points = uniform(random, std::max(kind.min_points, kind.fixed_length), kind.max_points);
  System system{.points = points, .rows = {}, .point_weights = {}};
  const int candidates = uniform(random, 1, kind.max_candidates);
  for (int c = 0; c < candidates; ++c) system.rows.push_back(random_row(random, kind, points));
  for (int u = 0; u < points; ++u) {
    system.point_weights.push_back(uniform(random, 1, kind.max_point_weight));
  }
  return system;
}

/// Up to `most` occurrences, duplicates likely.
inline Multiset random_multiset(Random& random, const System& system, int most) {
  Multiset chosen(static_cast<std::size_t>(uniform(random, 0, most)));
  const int last = static_cast<int>(system.candidates()) - 1;
  for (long long& c : chosen) c = uniform(random, 0, last);
  return chosen;
}

}  // namespace incidence_test

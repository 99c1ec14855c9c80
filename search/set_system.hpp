// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rows.hpp"

namespace coldcore::search {

/// Explicit incidence as it comes from a file or a generator: which points each candidate covers,
/// and what it costs. An empty vector of multiplicities, weights or costs stands for all ones.
struct SetSystem {
  std::int64_t point_count = 0;
  Lists points;                              ///< Of each candidate, ascending and distinct.
  std::vector<std::int32_t> multiplicities;  ///< By entry: how often it covers its point, >= 1.
  std::vector<std::int32_t> point_weights;   ///< By point, >= 1: what a missing covering counts.
  std::vector<std::int64_t> costs;           ///< By candidate, >= 1.

  std::int64_t candidate_count() const { return points.count(); }
  std::int64_t cost(std::int64_t c) const {
    return costs.empty() ? 1 : costs[static_cast<std::size_t>(c)];
  }
};

}  // namespace coldcore::search

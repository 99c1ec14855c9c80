// SPDX-License-Identifier: Apache-2.0
//
// The verification gate for covering designs: recounts blocks from the definition alone, a t-subset
// being covered by the blocks that contain it. It numbers subsets by itself, in lexicographic
// order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gate.hpp"

namespace coldcore::search {

class DesignGate {
 public:
  /// 1 <= t <= k <= v. GateError where a counter for each t-subset of v points does not fit the
  /// memory.
  DesignGate(int v, int k, int t);

  /// Counts how many of the blocks contain each t-subset. `blocks` has k ascending points in 0..v-1
  /// for each block; GateError if it has not.
  GateReport recount(std::span<const int> blocks, int mu);

  /// The t-subset with this number in a report, ascending, points from 0.
  std::vector<int> subset(Point number) const;

 private:
  void mark(std::span<const int> block);
  std::int64_t after(int size, int element) const;

  int v_;
  int k_;
  int t_;
  std::vector<std::vector<std::int64_t>> pascal_;  ///< [n][r] = n over r, r <= t.
  std::vector<std::uint16_t> counts_;
};

}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
//
// The verification gate for covering designs: recounts blocks from the definition alone, a t-subset
// being covered by the blocks that contain it. It numbers subsets by itself, in lexicographic
// order, and keeps no counter for each, so that memory is no limit to what it counts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gate.hpp"

namespace coldcore::search {

class DesignGate {
 public:
  /// The most coverings, t-subsets of blocks, that are counted: some hours' work.
  static constexpr std::int64_t kMostCoverings = 10'000'000'000'000;

  /// 1 <= t <= k <= v <= 255. InputError where 64 bits do not number the t-subsets of v points.
  DesignGate(int v, int k, int t);

  /// How many t-subsets so many blocks contain, each of a block for itself; INT64_MAX where that
  /// does not fit 64 bits.
  std::int64_t coverings(std::int64_t blocks) const;

  /// Counts how many of the blocks contain each t-subset. `blocks` has k ascending points in 0..v-1
  /// for each block; GateError if it has not. InputError for more than kMostCoverings.
  GateReport recount(std::span<const int> blocks, int mu) const;

  /// The t-subset with this number in a report, ascending, points from 0.
  std::vector<int> subset(Point number) const;

 private:
  void require_block(std::span<const int> block) const;
  std::int64_t after(int size, int element) const;

  int v_;
  int k_;
  int t_;
  std::vector<std::vector<std::int64_t>> pascal_;  ///< [n][r] = n over r, r <= t.
};

}  // namespace coldcore::search

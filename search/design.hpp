// SPDX-License-Identifier: Apache-2.0
//
// Covering designs: families of k-subsets (blocks) of v points such that every t-subset lies in at
// least mu of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "oracle.hpp"
#include "set_system.hpp"

namespace coldcore::search {

/// 1 <= t <= k <= v <= kMostPoints.
struct Design {
  static constexpr int kMostPoints = 255;

  int v = 0;
  int k = 0;
  int t = 0;

  bool operator==(const Design&) const = default;
};

/// Reads "11,5,4". Throws InputError, which names the limit that is broken.
Design parse_design(std::string_view text);

/// "C(11,5,4)".
std::string format_design(const Design& design);

/// v over k; INT64_MAX where that does not fit 64 bits.
std::int64_t binomial(int v, int k);

/// Subsets of one size of the points 0..v-1, numbered in colexicographic order: that of the
/// subsets' largest elements first. Those of any superset come first.
class SubsetRanks {
 public:
  /// Throws std::overflow_error where the subsets cannot be numbered by 64 bits.
  SubsetRanks(int v, int size);

  std::int64_t count() const { return count_; }
  /// Number of an ascending subset.
  std::int64_t rank(std::span<const int> subset) const;
  /// Replaces `subset`, which has the right size, by the one with this number.
  void unrank(std::int64_t rank, std::span<int> subset) const;
  /// Steps to the subset with the next number; false, and the subset is no longer one, at the last.
  bool next(std::span<int> subset) const;

 private:
  /// a over b, for a < v.
  std::int64_t choose(int a, int b) const {
    return binomials_[static_cast<std::size_t>(b * v_ + a)];
  }

  int v_;
  int size_;
  std::int64_t count_ = 0;
  std::vector<std::int64_t> binomials_;
};

/// The explicit instance: candidates are blocks, points t-subsets, both by colexicographic rank.
/// The same for every number of threads (0: as many as the machine has). Throws InputError where it
/// does not fit the indices, MemoryError where it does not fit the memory.
SetSystem generate(const Design& design, int threads);

/// The Schonheim bound for coverings mu times: no family of blocks is smaller. INT64_MAX where the
/// bound does not fit 64 bits.
std::int64_t schonheim_bound(const Design& design, int mu);

}  // namespace coldcore::search

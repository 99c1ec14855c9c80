// SPDX-License-Identifier: Apache-2.0
//
// Patterns that change the axes above a low block alike, and the sets of what they change below.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "low_block.hpp"

namespace coldcore::core {

/// Calls visit(patterns) for each run of ascending patterns that agree above the lowest axes.
template <class Visit>
void for_each_run(std::span<const std::uint64_t> patterns, int low_axes, Visit&& visit) {
  for (std::size_t begin = 0; begin < patterns.size();) {
    const std::uint64_t high = patterns[begin] >> (4 * low_axes);
    std::size_t end = begin + 1;
    while (end < patterns.size() && patterns[end] >> (4 * low_axes) == high) ++end;
    visit(patterns.subspan(begin, end - begin));
    begin = end;
  }
}

/// Numbers the different sets of low parts that runs have.
class LowSets {
 public:
  static constexpr int kMost = 64;

  explicit LowSets(int low_axes) : low_axes_(low_axes) {}

  /// The run's set, a new one if need be; kMost if there are too many. Keeps the span.
  int number_of(std::span<const std::uint64_t> run);

  int size() const { return static_cast<int>(sets_.size()); }
  /// A run that has the set.
  std::span<const std::uint64_t> example(int set) const { return sets_[set]; }

 private:
  bool alike(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) const;

  int low_axes_;
  std::vector<std::span<const std::uint64_t>> sets_;
};

}  // namespace coldcore::core

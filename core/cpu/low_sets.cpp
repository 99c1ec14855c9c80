// SPDX-License-Identifier: Apache-2.0
#include "low_sets.hpp"

#include <algorithm>

namespace coldcore::core {

bool LowSets::alike(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) const {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](std::uint64_t x, std::uint64_t y) {
    return low_part(x, low_axes_) == low_part(y, low_axes_);
  });
}

int LowSets::number_of(std::span<const std::uint64_t> run) {
  for (int set = 0; set < size(); ++set) {
    if (alike(sets_[set], run)) return set;
  }
  if (size() == kMost) return kMost;
  sets_.push_back(run);
  return size() - 1;
}

}  // namespace coldcore::core

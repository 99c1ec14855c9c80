// SPDX-License-Identifier: Apache-2.0
//
// Coverage by brute force, from NAME_covers alone: what everything else is compared with.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "shape.hpp"

namespace coldcore::conformance {

using Words = std::vector<std::int64_t>;

class Definition {
 public:
  Definition(const Family& family, const Shape& shape) : family_(family), shape_(shape) {}

  bool covers(std::int64_t u, std::int64_t x) const;

  /// The words that u covers, ascending. Computed once.
  const Words& ball(std::int64_t u);

  /// At every word, how many members of the multiset cover it.
  std::vector<std::int64_t> field(std::span<const std::int64_t> multiset);

  /// The same at the word x alone, from the members to x. For large spaces.
  std::int64_t field_at(std::int64_t x, std::span<const std::int64_t> multiset) const;

 private:
  const Family& family_;
  const Shape& shape_;
  std::unordered_map<std::int64_t, Words> balls_;
};

/// Calls visit(word, digits) for every word, in order.
template <class Visit>
void each_word(const Axes& ax, Visit&& visit) {
  int digits[COLDCORE_MAX_N] = {};
  const std::int64_t words = word_count(ax);
  for (std::int64_t word = 0; word < words; ++word) {
    visit(word, static_cast<const int*>(digits));
    for (std::size_t j = 0; j < ax.size() && ++digits[j] == ax[j]; ++j) digits[j] = 0;
  }
}

}  // namespace coldcore::conformance

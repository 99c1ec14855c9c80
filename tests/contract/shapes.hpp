// SPDX-License-Identifier: Apache-2.0
//
// Which shapes and multisets the comparisons with brute force run on. Seeds are fixed.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "brute_force.hpp"

namespace contract_test {

using Random = std::mt19937_64;
using Axes = std::vector<int>;

/// Uniform enough for tests, and the same on every standard library.
inline long long below(Random& random, long long bound) {
  return static_cast<long long>(random() % static_cast<std::uint64_t>(bound));
}

/// All axes vectors of length n with entries 2..5 and at most `limit` words.
inline std::vector<Axes> shapes_of_length(int n, long long limit) {
  std::vector<Axes> shapes;
  Axes axes(static_cast<std::size_t>(n), 2);
  for (;;) {
    if (reference::Space(axes).size() <= limit) shapes.push_back(axes);
    std::size_t j = 0;
    while (j < axes.size() && axes[j] == 5) axes[j++] = 2;
    if (j == axes.size()) return shapes;
    ++axes[j];
  }
}

/// All shapes with n <= 4, and of the longer ones a sample that makes `total` altogether.
inline std::vector<Axes> sampled_shapes(std::size_t total, long long limit) {
  std::vector<Axes> shapes;
  std::vector<Axes> longer;
  for (int n = 1; n <= 6; ++n) {
    const std::vector<Axes> more = shapes_of_length(n, limit);
    std::vector<Axes>& target = n <= 4 ? shapes : longer;
    target.insert(target.end(), more.begin(), more.end());
  }
  Random random(20260101);
  while (shapes.size() < total && !longer.empty()) {
    const auto chosen =
        static_cast<std::size_t>(below(random, static_cast<long long>(longer.size())));
    shapes.push_back(longer[chosen]);
    longer.erase(longer.begin() + static_cast<std::ptrdiff_t>(chosen));
  }
  return shapes;
}

/// `count` words, about a quarter of them repetitions of earlier ones.
inline reference::Words random_multiset(Random& random, long long size, long long count) {
  reference::Words words;
  for (long long i = 0; i < count; ++i) {
    const bool repeat = !words.empty() && below(random, 4) == 0;
    words.push_back(repeat ? words[static_cast<std::size_t>(below(random, i))]
                           : below(random, size));
  }
  return words;
}

/// Takes `count` occurrences out of a multiset; returns them.
inline reference::Words take_out(Random& random, reference::Words& multiset, long long count) {
  reference::Words taken;
  for (long long i = 0; i < count && !multiset.empty(); ++i) {
    const auto chosen =
        static_cast<std::size_t>(below(random, static_cast<long long>(multiset.size())));
    taken.push_back(multiset[chosen]);
    multiset[chosen] = multiset.back();
    multiset.pop_back();
  }
  return taken;
}

}  // namespace contract_test

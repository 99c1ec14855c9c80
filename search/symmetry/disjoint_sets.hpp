// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "oracle.hpp"
#include "rows.hpp"

namespace coldcore::search {

/// Which orbit each of a range of numbers is in. Orbits are numbered by their least elements.
struct OrbitNumbers {
  std::vector<Index> of;  ///< By element: its orbit.
  std::int64_t count = 0;

  std::vector<std::int64_t> sizes() const {
    std::vector<std::int64_t> all(static_cast<std::size_t>(count));
    for (const Index orbit : of) ++all[orbit];
    return all;
  }
  /// The least element of each orbit.
  std::vector<Candidate> representatives() const {
    std::vector<Candidate> least;
    for (std::size_t x = 0; x < of.size(); ++x) {
      if (of[x] == least.size()) least.push_back(static_cast<Candidate>(x));
    }
    return least;
  }
  /// The elements of each orbit, ascending.
  Lists members() const {
    Lists all;
    for (const std::int64_t size : sizes()) all.offsets.push_back(all.offsets.back() + size);
    all.entries.resize(of.size());
    std::vector<std::int64_t> next(all.offsets.begin(), all.offsets.end() - 1);
    for (std::size_t x = 0; x < of.size(); ++x) {
      all.entries[static_cast<std::size_t>(next[of[x]]++)] = static_cast<Index>(x);
    }
    return all;
  }
};

/// Disjoint sets of the numbers 0..count-1, 4 bytes each; the least number of each set is its root.
class DisjointSets {
 public:
  explicit DisjointSets(std::int64_t count) : parent_(static_cast<std::size_t>(count)) {
    std::iota(parent_.begin(), parent_.end(), Index{0});
  }

  void join(Index a, Index b) {
    a = root(a);
    b = root(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }

  /// Ends the sets: their memory becomes the numbers.
  OrbitNumbers take_numbers() {
    OrbitNumbers numbers;
    for (std::size_t x = 0; x < parent_.size(); ++x) {
      // A parent comes before its children, so that it has its number already.
      const bool is_root = parent_[x] == x;
      parent_[x] = is_root ? static_cast<Index>(numbers.count++) : parent_[parent_[x]];
    }
    numbers.of = std::move(parent_);
    return numbers;
  }

 private:
  Index root(Index x) {
    while (parent_[x] != x) {
      parent_[x] = parent_[parent_[x]];  // Halves the way for those that come later.
      x = parent_[x];
    }
    return x;
  }

  std::vector<Index> parent_;
};

}  // namespace coldcore::search

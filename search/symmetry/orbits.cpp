// SPDX-License-Identifier: Apache-2.0
#include "orbits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "available_memory.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

/// Disjoint sets of words; the smallest word of each is its root.
class WordSets {
 public:
  explicit WordSets(std::int64_t words) : parent_(static_cast<std::size_t>(words)) {
    std::iota(parent_.begin(), parent_.end(), Index{0});
  }

  void join(Index a, Index b) {
    a = root(a);
    b = root(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }

  Index root(Index x) {
    while (parent_[x] != x) {
      parent_[x] = parent_[parent_[x]];  // Halves the way for those that come later.
      x = parent_[x];
    }
    return x;
  }

  std::size_t size() const { return parent_.size(); }

 private:
  std::vector<Index> parent_;
};

void require_room(std::int64_t words) {
  if (words > kMostOrbitWords) {
    throw InputError(
        fmt::format("{} words are too many for orbits; the most is {}", words, kMostOrbitWords));
  }
  const std::int64_t available = available_memory();
  if (orbit_bytes(words) <= available) return;
  throw MemoryError(fmt::format("the orbits of {} words need {} bytes, {} are available", words,
                                orbit_bytes(words), available));
}

Orbits listed(WordSets& sets) {
  Orbits orbits;
  orbits.of_words.resize(sets.size());
  std::vector<std::int64_t> sizes;
  for (std::size_t x = 0; x < sets.size(); ++x) {
    const Index root = sets.root(static_cast<Index>(x));
    // A root comes before all others of its orbit, so it has its number already.
    const bool is_new = root == x;
    orbits.of_words[x] = is_new ? static_cast<Index>(sizes.size()) : orbits.of_words[root];
    if (is_new) sizes.push_back(0);
    ++sizes[orbits.of_words[x]];
  }
  for (const std::int64_t size : sizes) {
    orbits.words.offsets.push_back(orbits.words.offsets.back() + size);
  }
  orbits.words.entries.resize(sets.size());
  std::vector<std::int64_t> next(orbits.words.offsets.begin(), orbits.words.offsets.end() - 1);
  for (std::size_t x = 0; x < sets.size(); ++x) {
    const auto at = static_cast<std::size_t>(next[orbits.of_words[x]]++);
    orbits.words.entries[at] = static_cast<Index>(x);
  }
  return orbits;
}

}  // namespace

std::vector<Candidate> Orbits::expanded(std::span<const Candidate> orbits) const {
  std::vector<Candidate> all;
  for (const Candidate orbit : orbits) {
    const auto members = words[static_cast<Index>(orbit)];
    all.insert(all.end(), members.begin(), members.end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

Orbits orbits_of(std::span<const int> axes, std::span<const Symmetry> generators) {
  const std::int64_t words = space_size(axes);
  require_room(words);
  WordSets sets(words);
  for (const Symmetry& generator : generators) {
    const WordMap image(generator, axes);
    for (std::int64_t x = 0; x < words; ++x) {
      sets.join(static_cast<Index>(x), static_cast<Index>(image(x)));
    }
  }
  return listed(sets);
}

}  // namespace coldcore::search

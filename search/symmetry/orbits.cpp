// SPDX-License-Identifier: Apache-2.0
#include "orbits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "available_memory.hpp"
#include "disjoint_sets.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

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

Orbits orbits_of(std::span<const int> axes, std::span<const Symmetry> generators,
                 const StopCheck& stop) {
  const std::int64_t words = space_size(axes);
  require_room(words);
  DisjointSets sets(words);
  for (const Symmetry& generator : generators) {
    const WordMap image(generator, axes);
    for (std::int64_t x = 0; x < words; ++x) {
      stop(x);
      sets.join(static_cast<Index>(x), static_cast<Index>(image(x)));
    }
  }
  OrbitNumbers numbers = sets.take_numbers();
  return {numbers.members(), std::move(numbers.of)};
}

}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rows.hpp"
#include "stop_check.hpp"
#include "symmetry.hpp"

namespace coldcore::search {

/// The orbits of a group on the words of a space, numbered by their smallest words.
struct Orbits {
  Lists words;                  ///< Of each orbit, ascending; the first one represents it.
  std::vector<Index> of_words;  ///< By word: its orbit.

  std::int64_t count() const { return words.count(); }
  std::int64_t size(Index orbit) const { return std::ssize(words[orbit]); }
  Candidate representative(Index orbit) const { return words[orbit].front(); }
  /// All words of the orbits, as often as these occur; ascending.
  std::vector<Candidate> expanded(std::span<const Candidate> orbits) const;
};

/// Most words that orbits are found for.
constexpr std::int64_t kMostOrbitWords = (std::int64_t{1} << 32) - 1;

/// Bytes that the orbits of a space take, for the maps beside: about.
constexpr std::int64_t orbit_bytes(std::int64_t words) { return 16 * words; }

/// The orbits of the group that the symmetries generate. Throws InputError for more than
/// kMostOrbitWords words, MemoryError where they do not fit the memory, Stopped as `stop` says.
Orbits orbits_of(std::span<const int> axes, std::span<const Symmetry> generators,
                 const StopCheck& stop = {});

}  // namespace coldcore::search

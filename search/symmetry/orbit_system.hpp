// SPDX-License-Identifier: Apache-2.0
//
// Covers that a group leaves as they are, as a covering problem of their own: what is chosen are
// orbits of words, what has to be covered are orbits too.
#pragma once

#include <cstdint>

#include "orbits.hpp"
#include "set_system.hpp"

namespace coldcore::search {

/// A candidate is an orbit and costs as many words as it has; a point is an orbit, with its size as
/// weight; an entry says how many words of the candidate cover each word of the point. Where all
/// orbits are of one size the costs stay empty: see unit_cost.
struct OrbitSystem {
  SetSystem system;
  std::int64_t unit_cost = 1;  ///< Words that a cost of 1 stands for.
};

/// `coverage` is that of the whole space, symmetric, and kept by the group. Throws MemoryError
/// where the entries pass `most_bytes`. The same for any number of threads (0: as many as the
/// machine has).
OrbitSystem orbit_system(const Orbits& orbits, const Incidence& coverage, std::int64_t most_bytes,
                         int threads);

}  // namespace coldcore::search

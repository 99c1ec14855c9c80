// SPDX-License-Identifier: Apache-2.0
//
// Random groups of permutations of points, of the kinds that design theory uses. Which point is
// called what makes no difference to a design, so there is one of each kind up to names.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "point_group.hpp"
#include "rng.hpp"

namespace coldcore::search {

struct DrawnPoints {
  std::vector<Permutation> generators;
  std::int64_t order = 1;  ///< Of the group, or a little more.
};

/// Points are taken as copies of a ring, Z_m or a finite field, and some left over. Drawn are
/// translations of the ring, multiplications by a unit, which may move the copies too, and, now and
/// then, the maps of a projective line. Nothing where what was drawn is trivial, has another number
/// of generators than asked for (0: any), or a larger order than `most_order`, which the projective
/// ones may pass.
std::optional<DrawnPoints> random_point_group(int points, int generators, std::int64_t most_order,
                                              Rng& rng);

}  // namespace coldcore::search

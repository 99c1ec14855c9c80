// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "design.hpp"
#include "orbit_problem.hpp"
#include "point_group.hpp"

namespace coldcore::search {

/// Bytes that finding the orbits of a design's blocks takes: about.
std::int64_t block_orbit_bytes(const Design& design);

/// Throws InputError where an Index does not number the design's blocks and t-subsets, MemoryError
/// where their orbits do not fit the memory.
void require_block_orbits(const Design& design);

/// Permutations of points: blocks and t-subsets go with them, and what contains what stays. Only
/// representatives of the orbits of blocks are walked, so that the design itself is never written
/// out. Orbits of a random group that cost more than the best cover so far are left out. Throws
/// what require_block_orbits throws.
GroupSource design_groups(const Design& design, PointPlan plan);

}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orbit_problem.hpp"
#include "point_group.hpp"
#include "set_system.hpp"

namespace coldcore::search {

/// Permutations of the elements of an instance that map sets to sets of the same cost. The system,
/// with neither multiplicities nor weights, has to outlive the source; `names` are those of its
/// elements. Throws InputError, with a witness, for a generator that does not do that, and for a
/// plan with random groups: nothing is drawn.
GroupSource set_groups(const SetSystem& system, const PointPlan& plan, const PointNames& names);

}  // namespace coldcore::search

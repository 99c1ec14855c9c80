// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gate.hpp"
#include "group_text.hpp"
#include "orbit_problem.hpp"

namespace coldcore::search {

/// Symmetries of a product space. `coverage` says what covers what in it and is symmetric;
/// definition and coverage have to outlive the source. Throws InputError, with a witness, for a
/// generator of the plan that does not keep coverage.
GroupSource product_groups(const Definition& definition, const Incidence& coverage, GroupPlan plan);

}  // namespace coldcore::search

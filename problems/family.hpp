// SPDX-License-Identifier: Apache-2.0
//
// The family of a product space, and what the engine knows of it.
#pragma once

#include <filesystem>
#include <string>

#include "counted.hpp"
#include "engine_library.hpp"
#include "gate.hpp"
#include "known_bounds.hpp"
#include "problem.hpp"

namespace coldcore::problems {

/// Loads the family; throws OracleError with the engine's code and line.
const coldcore_plugin& open_family(const search::EngineLibrary& engine, const std::string& name);

/// NAME_plan of the family; null if it has none, or the engine is too old to have looked for it.
coldcore_plan_fn plan_function(const coldcore_plugin& family);

/// Throws InputError if the family does not take these axes and this radius, OracleError if its
/// answer is none.
void check_shape(const coldcore_plugin& family, const search::Problem& problem);

/// What the gate trusts for the problem.
search::Definition definition_of(const coldcore_plugin& family, const search::Problem& problem);

/// Known bounds of the family's file and the sphere covering bound. A file that is broken is left
/// out, of which `notice` hears.
search::KnownBounds collect_bounds(const coldcore_plugin& family, const search::Problem& problem,
                                   const Notice& notice);

/// Words in the largest ball: the length of the support table, which lists the steps possible from
/// any word. InputError if that is more than a table can hold.
std::int64_t largest_ball(const coldcore_plugin& family, const search::Problem& problem);

}  // namespace coldcore::problems

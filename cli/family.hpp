// SPDX-License-Identifier: Apache-2.0
//
// The engine and the family that a command works with.
#pragma once

#include <filesystem>
#include <string>

#include "engine_library.hpp"
#include "gate.hpp"
#include "known_bounds.hpp"
#include "options.hpp"
#include "problem.hpp"

namespace coldcore::cli {

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
/// out, with one line on stderr.
search::KnownBounds collect_bounds(const coldcore_plugin& family, const search::Problem& problem);

/// Words in the largest ball: the length of the support table, which lists the steps possible from
/// any word. InputError if that is more than a table can hold.
std::int64_t largest_ball(const coldcore_plugin& family, const search::Problem& problem);

/// Says what the engine refused, unless it has said so itself, and returns the exit code for it.
int engine_failure(const search::EngineLibrary& engine, const search::OracleError& error);

}  // namespace coldcore::cli

// SPDX-License-Identifier: Apache-2.0
//
// What a solve command asks for, checked before anything runs.
#pragma once

#include <filesystem>
#include <vector>

#include "checkpoint.hpp"
#include "known_bounds.hpp"
#include "options.hpp"
#include "problem.hpp"
#include "solve.hpp"

namespace coldcore::cli {

search::Problem problem_of(const SolveCommand& command);

/// Throws InputError if the lower bound exceeds what the engine holds, or the target asked for is
/// below it.
void refuse_the_impossible(const SolveCommand& command, const search::Problem& problem,
                           const search::Bound& lower);

/// Where the run begins: afresh, or with --resume where the checkpoint of `cover_file` ends. Throws
/// as load_checkpoint does.
search::Checkpoint starting_point(const SolveCommand& command, const search::Problem& problem,
                                  const std::filesystem::path& cover_file);

/// Limits, seed and words to begin with. `earlier` is the cover that lies at the output file.
/// Throws InputError or FileError about --warm-start.
search::SolveOptions solve_options(const SolveCommand& command, const search::Checkpoint& start,
                                   const search::Bound& lower,
                                   const std::vector<search::Candidate>& earlier);

}  // namespace coldcore::cli

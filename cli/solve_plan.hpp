// SPDX-License-Identifier: Apache-2.0
//
// What a solve command asks for, checked before anything runs.
#pragma once

#include <filesystem>
#include <vector>

#include "checkpoint.hpp"
#include "cover_task.hpp"
#include "options.hpp"
#include "solve.hpp"

namespace coldcore::cli {

/// Throws InputError if the target asked for is below the task's lower bound.
void refuse_the_impossible(const SolveCommand& command, const CoverTask& task);

/// Where the run begins: afresh, or with --resume where the checkpoint of `cover_file` ends. Throws
/// as load_checkpoint does.
search::Checkpoint starting_point(const SolveCommand& command, const CoverTask& task,
                                  const std::filesystem::path& cover_file);

/// Limits, seed and members to begin with. `earlier` is the cover that lies at the output file.
/// Throws InputError or FileError about --warm-start.
search::SolveOptions solve_options(const SolveCommand& command, const CoverTask& task,
                                   const search::Checkpoint& start,
                                   const std::vector<search::Candidate>& earlier);

}  // namespace coldcore::cli

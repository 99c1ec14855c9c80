// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "campaign/ladder.hpp"
#include "engine_library.hpp"
#include "known_bounds.hpp"
#include "options.hpp"

namespace coldcore::cli {

/// One problem of a campaign, as far as solve need not run to know it.
struct CampaignProblem {
  std::string title;       ///< No other problem has it.
  std::string cover_file;  ///< The name that solve gives to its covers, without a folder.
  std::string member;      ///< "word", "block".
  std::vector<std::string> solve_arguments;   ///< What names it after `solve`,
  std::vector<std::string> verify_arguments;  ///< and before a file after `verify`.
  search::KnownBounds bounds;                 ///< Always with a lower bound.
  std::optional<std::int64_t> target;         ///< Nothing where no bound is known.
  search::Ladder ladder;
};

/// The problems that a command asks for, in their order, each once: lines about the same problem
/// add up to one ladder. Throws InputError, "FILE:LINE: ..." where a file has them, for what cannot
/// be solved or does not belong there; FileError; OracleError where a family cannot be loaded.
std::vector<CampaignProblem> campaign_problems(const search::EngineLibrary& engine,
                                               const CampaignCommand& command);

}  // namespace coldcore::cli

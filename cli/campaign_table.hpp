// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "campaign_problem.hpp"

namespace coldcore::cli {

/// How a campaign stands on one problem.
struct Standing {
  const CampaignProblem* problem = nullptr;  ///< Never null.
  std::optional<std::int64_t> found;         ///< Members of the best cover on disk.
  std::string file;                          ///< Where that is.
  std::string command;                       ///< That finds it again, if a try of the log found it.
  std::int64_t tries = 0;
  bool exhausted = false;  ///< No group is left to try.

  /// Whether there is a cover, of the size asked for if one is.
  bool reached() const { return found && (!problem->target || *found <= *problem->target); }
};

/// "beaten by 4", "met", "missed by 2", "no bound known", "no cover found".
std::string verdict(const Standing& standing);

/// A table for people on stdout: problem, what is known, what was found, the verdict, and what
/// finds it again.
void print_table(const std::vector<Standing>& standings);

nlohmann::ordered_json standings_json(const std::vector<Standing>& standings);

}  // namespace coldcore::cli

// SPDX-License-Identifier: Apache-2.0
#include "campaign_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "messages.hpp"
#include "report.hpp"

namespace coldcore::cli {

using StandingsJson = nlohmann::ordered_json;

namespace {

std::string against(std::int64_t found, std::int64_t size, std::string_view less) {
  if (found < size) return fmt::format("{} by {}", less, grouped(size - found));
  return found == size ? "met" : fmt::format("missed by {}", grouped(found - size));
}

std::string known_text(const search::KnownBounds& bounds) {
  const std::string lower = grouped(bounds.lower->size);
  if (!bounds.upper) return fmt::format("{}..", lower);
  if (bounds.upper->size == bounds.lower->size) return lower;
  return fmt::format("{}..{}", lower, grouped(bounds.upper->size));
}

/// A target that says something beside what is known.
bool has_own_target(const CampaignProblem& problem) {
  if (!problem.target) return false;
  if (!problem.bounds.upper) return true;
  const std::int64_t upper = problem.bounds.upper->size;
  return *problem.target != upper && *problem.target != upper - 1;
}

struct Columns {
  std::string problem;
  std::string known;
  std::string found;
  std::string verdict;
};

Columns columns_of(const Standing& standing) {
  return {standing.problem->title, known_text(standing.problem->bounds),
          standing.found ? grouped(*standing.found) : "-", verdict(standing)};
}

}  // namespace

std::string verdict(const Standing& standing) {
  const CampaignProblem& problem = *standing.problem;
  std::string text;
  if (!standing.found) {
    text = "no cover found";
  } else if (problem.bounds.upper) {
    text = against(*standing.found, problem.bounds.upper->size, "beaten");
    if (*standing.found == problem.bounds.lower->size) text += ", none is smaller";
  } else {
    text = *standing.found == problem.bounds.lower->size ? "optimal" : "no bound known";
  }
  if (standing.found && has_own_target(problem)) {
    text += fmt::format("; target {} {}", grouped(*problem.target),
                        against(*standing.found, *problem.target, "passed"));
  }
  if (standing.exhausted && !standing.reached()) text += "; no group is left to try";
  return text;
}

void print_table(const std::vector<Standing>& standings) {
  std::vector<Columns> rows = {{"problem", "known", "found", "verdict"}};
  for (const Standing& standing : standings) rows.push_back(columns_of(standing));
  std::size_t problem = 0;
  std::size_t known = 0;
  std::size_t found = 0;
  for (const Columns& row : rows) {
    problem = std::max(problem, row.problem.size());
    known = std::max(known, row.known.size());
    found = std::max(found, row.found.size());
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    fmt::print("{:<{}}  {:>{}}  {:>{}}  {}\n", rows[i].problem, problem, rows[i].known, known,
               rows[i].found, found, rows[i].verdict);
    if (i == 0 || !standings[i - 1].found) continue;
    const Standing& standing = standings[i - 1];
    fmt::print("    {}\n", standing.file);
    if (!standing.command.empty()) fmt::print("    {}\n", standing.command);
  }
}

StandingsJson standings_json(const std::vector<Standing>& standings) {
  StandingsJson list = StandingsJson::array();
  for (const Standing& standing : standings) {
    const CampaignProblem& problem = *standing.problem;
    StandingsJson json = {{"problem", problem.title},
                          {"known", bounds_json(problem.bounds)},
                          {"size", nullptr},
                          {"reached", standing.reached()},
                          {"verdict", verdict(standing)},
                          {"tries", standing.tries},
                          {"exhausted", standing.exhausted}};
    if (problem.target) json["target"] = *problem.target;
    if (standing.found) {
      json["size"] = *standing.found;
      json["file"] = standing.file;
      if (!standing.command.empty()) json["command"] = standing.command;
    }
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace coldcore::cli

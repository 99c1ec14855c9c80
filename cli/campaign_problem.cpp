// SPDX-License-Identifier: Apache-2.0
#include "campaign_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "campaign/problem_lines.hpp"
#include "design.hpp"
#include "design_task.hpp"
#include "family.hpp"
#include "messages.hpp"
#include "product_task.hpp"
#include "solve_arguments.hpp"
#include "symmetry/group_text.hpp"
#include "symmetry/point_group.hpp"

namespace coldcore::cli {

using search::InputError;
using search::KnownBounds;

namespace {

/// What the command line or a line of a file says.
struct AskedProblem {
  ProblemOptions options;
  search::GroupTexts group;
  std::optional<std::int64_t> target;
};

/// Such a line, after `solve`; a whole command line is one as well.
AskedProblem parse_problem_line(const std::vector<std::string>& words) {
  CLI::App app;
  SolveArguments solve(app);
  const bool whole = words.size() > 2 && words[0] == "coldcore" && words[1] == "solve";
  std::vector<std::string> reversed(words.rbegin(), words.rend() - (whole ? 2 : 0));
  reversed.emplace_back("solve");
  try {
    app.parse(reversed);
    solve.require_problem();
  } catch (const CLI::ParseError& error) {
    throw InputError(error.what());
  }
  const SolveCommand command = solve.command();
  const bool more = command.seconds || command.iterations || command.seed || command.resume ||
                    command.overwrite || command.json || command.quiet || command.threads > 0 ||
                    !command.out.empty() || !command.log.empty() || !command.warm_start.empty() ||
                    !solve.device().empty();
  if (more) {
    throw InputError(
        "a line names a problem, its --group and its --target; the campaign sees to everything "
        "else");
  }
  return {command.problem, command.group, command.target};
}

std::vector<std::string> multiplicity_arguments(const ProblemOptions& options) {
  std::vector<std::string> arguments;
  if (options.mu.value_or(1) != 1) arguments = {"--mu", std::to_string(*options.mu)};
  if (options.distinct) arguments.emplace_back("--distinct");
  return arguments;
}

/// A problem with the arguments that name it.
CampaignProblem named(std::vector<std::string> solve, std::vector<std::string> verify,
                      const ProblemOptions& options) {
  CampaignProblem problem;
  problem.solve_arguments = std::move(solve);
  problem.verify_arguments = std::move(verify);
  for (std::string& argument : multiplicity_arguments(options)) {
    problem.verify_arguments.push_back(argument);
    problem.solve_arguments.push_back(std::move(argument));
  }
  return problem;
}

/// Words that a cover may have, as far as one can tell.
std::int64_t expected_cover(const KnownBounds& bounds) {
  constexpr std::int64_t kOverLowerBound = 8;
  return bounds.upper ? bounds.upper->size : kOverLowerBound * bounds.lower->size;
}

CampaignProblem product_of(const search::EngineLibrary& engine, const ProblemOptions& options) {
  const ProductTask task(engine, product_problem(options), say);
  const search::Problem& asked = task.problem();
  const std::vector<std::string> arguments = {
      asked.family, "--axes", search::format_axes(asked.axes), "-R", std::to_string(asked.radius)};
  CampaignProblem problem = named(arguments, arguments, options);
  problem.title = task.title();
  problem.cover_file = task.default_path().string();
  problem.member = task.names().member;
  problem.bounds = task.bounds();
  const std::int64_t ball = largest_ball(open_family(engine, asked.family), asked);
  problem.ladder = search::product_ladder(asked.axes, ball, expected_cover(problem.bounds));
  return problem;
}

CampaignProblem design_of(const ProblemOptions& options) {
  const search::Design design = search::parse_design(*options.design);
  const int mu = options.mu.value_or(1);
  const std::string vkt = fmt::format("{},{},{}", design.v, design.k, design.t);
  CampaignProblem problem = named({"design", "--vkt", vkt}, {"--vkt", vkt}, options);
  problem.title = design_title(design, mu, options.distinct);
  problem.cover_file = fmt::format("design-{}{}.cover", vkt, mu_suffix(mu, options.distinct));
  problem.member = design_names(design).member;
  problem.bounds.raise_lower({search::schonheim_bound(design, mu), "Schonheim bound"});
  problem.ladder = search::design_ladder();
  return problem;
}

/// Whether tries can read it: a slip is better found at once than in the morning.
void require_group(const AskedProblem& asked) {
  if (asked.options.kind == ProblemKind::kProduct) {
    search::parse_group(asked.group, product_problem(asked.options).axes);
  } else {
    const search::Design design = search::parse_design(*asked.options.design);
    search::parse_point_group(asked.group, {"point", design.v, 1});
  }
}

CampaignProblem problem_of(const search::EngineLibrary& engine, const AskedProblem& asked) {
  if (asked.options.kind == ProblemKind::kSetCover) {
    throw InputError("a set cover has no groups to try: use 'coldcore solve setcover'");
  }
  const bool product = asked.options.kind == ProblemKind::kProduct;
  CampaignProblem problem = product ? product_of(engine, asked.options) : design_of(asked.options);
  if (!asked.group.empty()) {
    require_group(asked);
    problem.ladder = {asked.group};
  }
  problem.target = asked.target;
  return problem;
}

/// Lines about one problem are one problem with the groups of all.
void add_problem(std::vector<CampaignProblem>& problems, CampaignProblem problem) {
  const auto same = std::ranges::find(problems, problem.title, &CampaignProblem::title);
  if (same == problems.end()) {
    problems.push_back(std::move(problem));
    return;
  }
  if (same->target && problem.target && same->target != problem.target) {
    throw InputError(fmt::format("--target {}, and an earlier line about {} says {}",
                                 *problem.target, problem.title, *same->target));
  }
  if (problem.target) same->target = problem.target;
  for (search::GroupTexts& group : problem.ladder) {
    if (std::ranges::count(same->ladder, group) == 0) same->ladder.push_back(std::move(group));
  }
}

/// One less than what is known is not to be had where that is proved to be least.
std::optional<std::int64_t> known_target(const KnownBounds& bounds, bool beat) {
  if (!bounds.upper) return std::nullopt;
  return std::max(bounds.lower->size, bounds.upper->size - (beat ? 1 : 0));
}

void set_target(CampaignProblem& problem, const std::string& text) {
  const bool named = text == "beat" || text == "meet";
  if (!problem.target) {
    problem.target = named ? known_target(problem.bounds, text == "beat")
                           : std::optional<std::int64_t>(std::stoll(text));
  }
  const search::Bound& lower = *problem.bounds.lower;
  if (!problem.target || *problem.target >= lower.size) return;
  throw InputError(fmt::format("--target {}: {} needs at least {} ({})", grouped(*problem.target),
                               problem.title, counted(lower.size, problem.member), lower.source));
}

void add_problems_of_file(const search::EngineLibrary& engine, const std::string& file,
                          std::vector<CampaignProblem>& problems) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    throw InputError(fmt::format(
        "there is no file {}; one problem is a family with --axes and -R, or design with --vkt",
        file));
  }
  if (!std::filesystem::is_regular_file(file, ignored)) {  // Opening a pipe would wait.
    throw InputError(fmt::format("{} is no ordinary file", file));
  }
  for (const search::ProblemLine& line : search::read_problem_lines(file)) {
    try {
      add_problem(problems, problem_of(engine, parse_problem_line(line.words)));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", file, line.line, error.what()));
    }
  }
}

}  // namespace

std::vector<CampaignProblem> campaign_problems(const search::EngineLibrary& engine,
                                               const CampaignCommand& command) {
  std::vector<CampaignProblem> problems;
  if (command.list.empty()) {
    problems.push_back(problem_of(engine, {command.problem, command.group, std::nullopt}));
  } else {
    add_problems_of_file(engine, command.list, problems);
  }
  for (CampaignProblem& problem : problems) set_target(problem, command.target);
  return problems;
}

}  // namespace coldcore::cli

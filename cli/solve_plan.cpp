// SPDX-License-Identifier: Apache-2.0
#include "solve_plan.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "cover_file.hpp"
#include "dct_oracle.hpp"
#include "messages.hpp"

namespace coldcore::cli {

using search::Candidate;
using search::Checkpoint;
using search::DctOracle;
using search::InputError;
using search::Problem;

namespace {

constexpr double kDefaultSeconds = 60;

std::vector<Candidate> read_warm_start(const std::string& file, const Problem& problem) {
  search::CoverFile cover = search::read_cover_file(file, problem.axes);
  const auto twice = problem.distinct ? search::find_duplicate(cover.words) : std::nullopt;
  if (!twice) return std::move(cover.words);
  throw InputError(
      fmt::format("{}: word {} is on line {} and again on line {}, but --distinct is "
                  "given",
                  file, search::format_word(cover.words[twice->first], problem.axes),
                  cover.lines[twice->first], cover.lines[twice->second]));
}

/// The smallest of what the user names and, to resume, what earlier runs left.
std::vector<Candidate> warm_start(const SolveCommand& command, const Checkpoint& start,
                                  const std::vector<Candidate>& earlier) {
  std::vector<Candidate> words;
  if (!command.warm_start.empty()) words = read_warm_start(command.warm_start, start.problem);
  if (!command.resume) return words;
  for (const std::vector<Candidate>* left : {&start.best, &earlier}) {
    if (!left->empty() && (words.empty() || left->size() < words.size())) words = *left;
  }
  return words;
}

}  // namespace

Problem problem_of(const SolveCommand& command) {
  const ProblemOptions& given = command.problem;
  return {given.family, search::parse_axes(*given.axes), *given.radius, given.mu.value_or(1),
          given.distinct};
}

void refuse_the_impossible(const SolveCommand& command, const Problem& problem,
                           const search::Bound& lower) {
  if (lower.size > DctOracle::kCapacity) {
    throw InputError(fmt::format(
        "{}: a cover has at least {} ({}), the engine holds at most {}: there is nothing to search "
        "for ('coldcore verify' has no such limit)",
        search::describe(problem), counted(lower.size, "word"), lower.source,
        grouped(DctOracle::kCapacity)));
  }
  if (command.target && *command.target < lower.size) {
    throw InputError(fmt::format("--target {}: {} needs at least {} ({})", grouped(*command.target),
                                 search::describe(problem), counted(lower.size, "word"),
                                 lower.source));
  }
}

Checkpoint starting_point(const SolveCommand& command, const Problem& problem,
                          const std::filesystem::path& cover_file) {
  Checkpoint start;
  if (command.resume) {
    const std::filesystem::path path = search::checkpoint_of(cover_file);
    if (auto found = search::load_checkpoint(path, problem)) {
      start = std::move(*found);
      ++start.resumptions;
    } else if (!command.quiet) {
      say(fmt::format("no checkpoint {}: starting afresh", path.string()));
    }
  }
  start.problem = problem;
  start.version = COLDCORE_PROJECT_VERSION;
  start.seed = command.seed.value_or(start.seed);
  return start;
}

search::SolveOptions solve_options(const SolveCommand& command, const Checkpoint& start,
                                   const search::Bound& lower,
                                   const std::vector<Candidate>& earlier) {
  search::SolveOptions options;
  // A time limit would make a run that is bounded by iterations depend on the machine.
  options.seconds = command.seconds.value_or(command.iterations ? 0 : kDefaultSeconds);
  options.iterations = command.iterations.value_or(-1);
  options.seed = start.seed + static_cast<std::uint64_t>(start.resumptions);
  options.target = command.target.value_or(0);
  options.lower_bound = lower.size;
  options.distinct = start.problem.distinct;
  options.threads = command.threads;
  options.warm_start = warm_start(command, start, earlier);
  return options;
}

}  // namespace coldcore::cli

// SPDX-License-Identifier: Apache-2.0
#include "solve_plan.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "cover_file.hpp"
#include "messages.hpp"

namespace coldcore::cli {

using search::Candidate;
using search::Checkpoint;
using search::InputError;

namespace {

constexpr double kDefaultSeconds = 60;

/// A cover with another mu is a good start all the same, and so is one that was to be distinct.
void refuse_other_instance(const std::string& file, const CoverTask& task) {
  const std::optional<StatedProblem> stated = stated_problem(file);
  const StatedProblem wanted = task.statement();
  if (!stated || !names_other_instance(*stated, wanted)) return;
  throw InputError(fmt::format("--warm-start: {} {}", file, difference_text(*stated, wanted)));
}

std::vector<Candidate> read_warm_start(const std::string& file, const CoverTask& task) {
  // It is read twice, and opening one that nobody writes would wait for ever.
  if (std::filesystem::is_fifo(file)) {
    throw InputError(fmt::format("--warm-start: {} is a pipe; name a file", file));
  }
  refuse_other_instance(file, task);
  StoredCover cover = task.read(file);
  const auto twice = task.distinct() ? search::find_duplicate(cover.members) : std::nullopt;
  if (!twice) return std::move(cover.members);
  throw InputError(
      fmt::format("{}: {} {} is on line {} and again on line {}, but --distinct is given", file,
                  task.names().member, task.member_text(cover.members[twice->first]),
                  cover.lines[twice->first], cover.lines[twice->second]));
}

/// The cheapest of what the user names and, to resume, what earlier runs left.
std::vector<Candidate> warm_start(const SolveCommand& command, const CoverTask& task,
                                  const Checkpoint& start, const std::vector<Candidate>& earlier) {
  std::vector<Candidate> members;
  if (!command.warm_start.empty()) members = read_warm_start(command.warm_start, task);
  if (!command.resume) return members;
  for (const std::vector<Candidate>* left : {&start.best, &earlier}) {
    if (left->empty()) continue;
    if (members.empty() || task.cost(*left) < task.cost(members)) members = *left;
  }
  return members;
}

}  // namespace

void refuse_the_impossible(const SolveCommand& command, const CoverTask& task) {
  const search::Bound& lower = *task.bounds().lower;
  if (!command.target || *command.target >= lower.size) return;
  throw InputError(fmt::format("--target {}: {} needs at least {} ({})", grouped(*command.target),
                               task.title(), amount_text(task.names(), lower.size), lower.source));
}

Checkpoint starting_point(const SolveCommand& command, const CoverTask& task,
                          const std::filesystem::path& cover_file) {
  Checkpoint start;
  if (command.resume) {
    const std::filesystem::path path = search::checkpoint_of(cover_file);
    if (auto found = search::load_checkpoint(path, task.identity(), task.candidate_count())) {
      start = std::move(*found);
      ++start.resumptions;
    } else if (!command.quiet) {
      say(fmt::format("no checkpoint {}: starting afresh", path.string()));
    }
  }
  start.problem = task.identity();
  start.version = COLDCORE_PROJECT_VERSION;
  start.seed = command.seed.value_or(start.seed);
  return start;
}

search::SolveOptions solve_options(const SolveCommand& command, const CoverTask& task,
                                   const Checkpoint& start, const std::vector<Candidate>& earlier) {
  search::SolveOptions options;
  // A time limit would make a run that is bounded by iterations depend on the machine.
  options.seconds = command.seconds.value_or(command.iterations ? 0 : kDefaultSeconds);
  options.iterations = command.iterations.value_or(-1);
  options.seed = start.seed + static_cast<std::uint64_t>(start.resumptions);
  options.target = command.target.value_or(0);
  options.lower_bound = task.bounds().lower->size;
  options.distinct = task.distinct();
  options.threads = command.threads;
  options.warm_start = warm_start(command, task, start, earlier);
  return options;
}

}  // namespace coldcore::cli

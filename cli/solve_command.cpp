// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "commands.hpp"
#include "cover_store.hpp"
#include "dct_oracle.hpp"
#include "family.hpp"
#include "messages.hpp"
#include "outcome.hpp"
#include "report.hpp"
#include "run_observer.hpp"
#include "signals.hpp"
#include "solve_plan.hpp"

namespace coldcore::cli {

using search::DctOracle;
using search::KnownBounds;
using search::Problem;
using search::SolveOptions;
using search::SolveResult;
using search::SolveStatus;
using Json = nlohmann::ordered_json;

namespace {

KnownBounds checked_bounds(const SolveCommand& command, const coldcore_plugin& family,
                           const Problem& problem) {
  check_shape(family, problem);
  KnownBounds bounds = collect_bounds(family, problem);
  refuse_the_impossible(command, problem, *bounds.lower);
  return bounds;
}

/// The file behind symbolic links: replacing a link would leave the file that was meant as it was,
/// and its lock would not be seen by a run that names the file itself.
std::filesystem::path without_links(std::filesystem::path path) {
  constexpr int kMostLinks = 40;
  std::error_code ignored;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, ignored); ++i) {
    path = path.parent_path() / std::filesystem::read_symlink(path);
  }
  return path;
}

std::filesystem::path output_path(const SolveCommand& command, const Problem& problem) {
  return without_links(command.out.empty() ? default_cover_path(problem)
                                           : std::filesystem::path(command.out));
}

search::RunLog open_log(const SolveCommand& command, const std::filesystem::path& cover_file) {
  if (command.log.empty()) return {};
  const std::filesystem::path log = std::filesystem::weakly_canonical(without_links(command.log));
  for (const std::filesystem::path& taken : {cover_file, search::checkpoint_of(cover_file)}) {
    if (log != std::filesystem::weakly_canonical(taken)) continue;
    throw InputError(
        fmt::format("--log {}: the run keeps something else in this file", command.log));
  }
  return search::RunLog(command.log);
}

/// One run, from checked input to exit code. Members are in the order in which things may fail.
class Run {
 public:
  Run(const SolveCommand& command, const search::EngineLibrary& engine)
      : command_(command),
        engine_(engine),
        problem_(problem_of(command)),
        family_(open_family(engine, problem_.family)),
        bounds_(checked_bounds(command, family_, problem_)),
        store_(problem_, output_path(command, problem_)),
        log_(open_log(command, store_.path())),
        gate_(definition_of(family_, problem_)) {
    if (!command.overwrite) store_.examine(gate_);
  }

  int run() {
    outcome_.total = starting_point(command_, problem_, store_.path());
    outcome_.file = store_.path();
    outcome_.target = command_.target;
    outcome_.bounds = bounds_;
    const SolveOptions options =
        solve_options(command_, outcome_.total, *bounds_.lower, store_.earlier());
    log_start(options);
    if (earlier_cover_suffices()) {
      outcome_.status = SolveStatus::kTarget;
    } else {
      search(options);
    }
    outcome_.confirmed = store_.confirm(gate_);
    report();
    return exit_code(outcome_);
  }

 private:
  bool earlier_cover_suffices() const {
    const auto size = static_cast<std::int64_t>(store_.earlier().size());
    return size > 0 && size <= std::max(bounds_.lower->size, command_.target.value_or(0));
  }

  void search(const SolveOptions& options) {
    DctOracle oracle(engine_, problem_);
    RunObserver observer(outcome_.total, bounds_range(bounds_), store_, gate_, log_,
                         !command_.quiet && !command_.json);
    const SolveResult result = run_to_the_end(oracle, options, observer);
    outcome_.status = result.status;
    outcome_.signal = result.status == SolveStatus::kStopped ? caught_signal() : 0;
    outcome_.total = observer.checkpoint();
    outcome_.saved = store_.saved();
    outcome_.last_size = observer.last().size;
    outcome_.last_deficit = observer.last().deficit;
    outcome_.total.iterations += result.iterations - observer.last().iterations;
    if (!result.cover.empty()) outcome_.found = static_cast<std::int64_t>(result.cover.size());
    log_phases(result);
  }

  /// A search that fails half-way has its covers on disk before the failure is reported.
  static SolveResult run_to_the_end(DctOracle& oracle, const SolveOptions& options,
                                    RunObserver& observer) {
    SolveResult result;
    try {
      result = search::solve(oracle, options, observer);
    } catch (...) {
      observer.finish();
      throw;
    }
    observer.finish();
    return result;
  }

  void report() {
    if (outcome_.optimal()) {  // Nothing is left to resume.
      std::error_code ignored;
      std::filesystem::remove(search::checkpoint_of(store_.path()), ignored);
    }
    const Json json = outcome_json(outcome_);
    log("end", json);
    if (command_.json) {
      fmt::print("{}\n", json_line(json));
    } else {
      print_text(outcome_);
    }
  }

  void log_start(const SolveOptions& options) {
    log("start", {{"command", command_.whole_line},
                  {"version", COLDCORE_PROJECT_VERSION},
                  {"problem", problem_json(problem_)},
                  {"known", bounds_json(bounds_)},
                  {"seed", options.seed},
                  {"resumptions", outcome_.total.resumptions},
                  {"warm_start", options.warm_start.size()}});
  }

  void log_phases(const SolveResult& result) {
    for (const search::PhaseRecord& phase : result.phases) {
      log("phase_end", {{"phase", phase.name},
                        {"seconds", phase.seconds},
                        {"steps", phase.steps},
                        {"size", phase.size}});
    }
  }

  /// A log that cannot be written is no reason to lose a result.
  void log(std::string_view event, const Json& fields) {
    try {
      log_.write(event, fields);
    } catch (const search::FileError& error) {
      say(error.what());
    }
  }

  const SolveCommand& command_;
  const search::EngineLibrary& engine_;
  Problem problem_;
  const coldcore_plugin& family_;
  KnownBounds bounds_;
  CoverStore store_;
  search::RunLog log_;
  search::Gate gate_;
  Outcome outcome_;
};

}  // namespace

int run(const SolveCommand& command) {
  note_interrupts();
  const search::EngineLibrary engine = search::load_engine();
  try {
    return Run(command, engine).run();
  } catch (const search::OracleError& error) {
    return engine_failure(engine, error);
  }
}

}  // namespace coldcore::cli

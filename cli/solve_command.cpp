// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "atomic_file.hpp"
#include "commands.hpp"
#include "cover_search.hpp"
#include "cover_store.hpp"
#include "design_task.hpp"
#include "engine_failure.hpp"
#include "messages.hpp"
#include "outcome.hpp"
#include "product_task.hpp"
#include "report.hpp"
#include "run_observer.hpp"
#include "set_cover_task.hpp"
#include "signals.hpp"
#include "solve_plan.hpp"

namespace coldcore::cli {

using search::InputError;
using search::SolveOptions;
using search::SolveResult;
using search::SolveStatus;
using Json = nlohmann::ordered_json;

namespace {

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

std::filesystem::path output_path(const SolveCommand& command, const CoverTask& task) {
  return without_links(command.out.empty() ? task.default_path()
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
  Run(const SolveCommand& command, const CoverTask& task, SearchOpener open)
      : command_(command),
        open_(std::move(open)),
        task_(possible_task(command, task)),
        store_(task, output_path(command, task)),
        log_(open_log(command, store_.path())),
        gate_(task.open_gate()) {
    if (!command.overwrite) store_.examine(gate_);
  }

  int run() {
    outcome_.task = &task_;
    outcome_.total = starting_point(command_, task_, store_.path());
    outcome_.file = store_.path();
    outcome_.target = command_.target;
    const SolveOptions options = solve_options(command_, task_, outcome_.total, store_.earlier());
    outcome_.seed = options.seed;
    if (!store_.earlier().empty()) outcome_.earlier = store_.earlier_cost();
    log_start(options);
    if (earlier_cover_suffices()) {
      outcome_.status = SolveStatus::kTarget;
    } else {
      search(options);
    }
    outcome_.confirmed = store_.confirm(gate_);
    say_what_changed();
    report();
    return exit_code(outcome_);
  }

 private:
  static const CoverTask& possible_task(const SolveCommand& command, const CoverTask& task) {
    refuse_the_impossible(command, task);
    return task;
  }

  bool earlier_cover_suffices() const {
    const std::int64_t enough = std::max(task_.bounds().lower->size, command_.target.value_or(0));
    return !store_.earlier().empty() && store_.earlier_cost() <= enough;
  }

  void search(const SolveOptions& options) {
    outcome_.searched = true;
    const Search search = open_();
    const Origin origin = {options.seed, command_.whole_line, &group_};
    RunObserver observer(task_, outcome_.total, origin, store_, gate_, log_,
                         !command_.quiet && !command_.json);
    const SolveResult result = run_to_the_end(search, options, observer);
    outcome_.status = result.status;
    outcome_.signal = result.status == SolveStatus::kStopped ? caught_signal() : 0;
    outcome_.total = observer.checkpoint();
    outcome_.saved = store_.saved();
    outcome_.last_size = observer.last().size;
    outcome_.last_deficit = observer.last().deficit;
    outcome_.total.iterations += result.iterations - observer.last().iterations;
    if (!result.cover.empty()) outcome_.found = result.cost;
    log_phases(result);
  }

  /// A search that fails half-way has its covers on disk before the failure is reported.
  SolveResult run_to_the_end(const Search& search, const SolveOptions& options,
                             RunObserver& observer) {
    SolveResult result;
    try {
      result = search(options, observer, group_);
    } catch (...) {
      observer.finish();
      throw;
    }
    outcome_.write_failed = !observer.finish();
    return result;
  }

  void say_what_changed() const {
    const std::string changed = task_.changed_since();
    if (!changed.empty()) say(changed);
  }

  void report() {
    if (outcome_.optimal()) {  // Nothing is left to resume.
      std::error_code ignored;
      std::filesystem::remove(search::checkpoint_of(store_.path()), ignored);
    }
    outcome_.write_failed = outcome_.write_failed || log_.failed();
    Json json = outcome_json(outcome_);
    log("end", json);
    if (log_.failed() && !outcome_.write_failed) {
      outcome_.write_failed = true;
      json = outcome_json(outcome_);
    }
    if (command_.json) {
      fmt::print("{}\n", json_line(json));
    } else {
      print_outcome(outcome_);
    }
  }

  void log_start(const SolveOptions& options) {
    log("start", {{"command", command_.whole_line},
                  {"version", COLDCORE_PROJECT_VERSION},
                  {"problem", task_.json()},
                  {"known", bounds_json(task_.bounds())},
                  {"seed", options.seed},
                  {"resumptions", outcome_.total.resumptions},
                  {"warm_start", options.warm_start.size()},
                  {"file", store_.path().string()}});
  }

  void log_phases(const SolveResult& result) {
    for (const search::PhaseRecord& phase : result.phases) {
      Json fields = {{"phase", phase.name},
                     {"seconds", phase.seconds},
                     {"steps", phase.steps},
                     {"size", phase.size}};
      if (task_.names().weighted) fields["cost"] = phase.cost;
      log("phase_end", fields);
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
  SearchOpener open_;
  std::vector<std::string> group_;
  const CoverTask& task_;
  CoverStore store_;
  search::RunLog log_;
  Gate gate_;
  Outcome outcome_;
};

int solve_product_by_orbits(const SolveCommand& command, const ProductTask& task) {
  const search::IncidenceLibrary module = search::load_incidence();
  return Run(command, task, orbit_search(task, module, command.group)).run();
}

int solve_product(const SolveCommand& command) {
  const search::EngineLibrary engine = search::load_engine();
  try {
    const ProductTask task(engine, product_problem(command.problem), say);
    if (!command.group.empty()) return solve_product_by_orbits(command, task);
    return Run(command, task, free_search(task)).run();
  } catch (const search::OracleError& error) {
    return engine_failure(engine, error);
  }
}

/// Even --overwrite must not cost anybody the instance.
void refuse_own_instance(const SolveCommand& command) {
  std::error_code ignored;
  const std::string& instance = command.problem.instance;
  if (!std::filesystem::equivalent(command.out, instance, ignored)) return;
  throw InputError(fmt::format("--out {}: this is the instance", command.out));
}

int solve_design(const SolveCommand& command, const search::IncidenceLibrary& module) {
  const bool by_orbits = !command.group.empty();
  const DesignTask task(module, command.problem, command.threads, by_orbits);
  const SearchOpener open =
      by_orbits ? orbit_search(task, module, command.group) : free_search(task);
  return Run(command, task, open).run();
}

int solve_set_cover(const SolveCommand& command, const search::IncidenceLibrary& module) {
  refuse_own_instance(command);
  const auto notice = [&](const std::string& line) {
    if (!command.quiet) say(line);
  };
  const SetCoverTask task(module, command.problem, notice);
  const SearchOpener open =
      command.group.empty() ? free_search(task) : orbit_search(task, module, command.group);
  return Run(command, task, open).run();
}

int solve_set_system(const SolveCommand& command) {
  const search::IncidenceLibrary module = search::load_incidence();
  const bool design = command.problem.kind == ProblemKind::kDesign;
  try {
    return (design ? solve_design : solve_set_cover)(command, module);
  } catch (const search::OracleError& error) {
    return module_failure(module, error);
  }
}

}  // namespace

int run(const SolveCommand& command) {
  note_interrupts();
  if (command.problem.kind == ProblemKind::kProduct) return solve_product(command);
  return solve_set_system(command);
}

}  // namespace coldcore::cli

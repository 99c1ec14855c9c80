// SPDX-License-Identifier: Apache-2.0
#include "outcome.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "messages.hpp"
#include "report.hpp"

namespace coldcore::cli {

using search::SolveStatus;
using Json = nlohmann::ordered_json;

namespace {

std::string why_it_ended(const Outcome& outcome) {
  if (outcome.signal != 0) return fmt::format("interrupted by signal {}", outcome.signal);
  return search::describe(outcome.status, outcome.task->capacity());
}

const char* status_name(const Outcome& outcome) {
  if (outcome.lost()) return "not written";
  if (outcome.signal != 0) return "interrupted";
  if (!outcome.confirmed) return "no cover";
  if (!outcome.reached()) return "target missed";
  return outcome.optimal() ? "optimal" : "cover";
}

void print_shortfall(const Outcome& outcome) {
  if (outcome.lost()) return;  // All is said.
  if (!outcome.confirmed) {
    const std::string left =
        outcome.last_size == 0
            ? std::string()
            : fmt::format("; {} left a deficit of {}",
                          counted(outcome.last_size, outcome.task->names().member),
                          grouped(outcome.last_deficit));
    say(fmt::format("{}: no cover found: {}{}", outcome.task->title(), why_it_ended(outcome),
                    left));
  } else if (!outcome.reached()) {
    say(fmt::format("target {} missed: {}", grouped(*outcome.target), why_it_ended(outcome)));
  } else if (outcome.signal != 0) {
    say(fmt::format("{}: {} has the best cover", why_it_ended(outcome), outcome.file.string()));
  }
}

/// How this run compares with the cover that was there before it.
std::string earlier_text(const Outcome& outcome) {
  const Names& names = outcome.task->names();
  const char* const less = names.weighted ? "cheaper" : "smaller";
  if (!outcome.searched) return "the cover of an earlier run suffices: nothing was searched";
  if (outcome.saved) {
    return fmt::format("{} than the cover of an earlier run, which was {}", less,
                       amount_text(names, *outcome.earlier));
  }
  if (outcome.lost()) {
    return fmt::format("this is the cover of an earlier run: the {} one of this run, {}, is lost",
                       less, amount_text(names, *outcome.found));
  }
  const std::string found =
      outcome.found ? fmt::format(" (best of this run: {})", amount_text(names, *outcome.found))
                    : "";
  return fmt::format("this is the cover of an earlier run: no {} one was found{}", less, found);
}

}  // namespace

int exit_code(const Outcome& outcome) {
  if (outcome.write_failed) return kExitFile;
  if (outcome.signal != 0) return kExitSignal + outcome.signal;
  return outcome.reached() ? kExitCover : kExitNoCover;
}

void print_outcome(const Outcome& outcome) {
  if (outcome.confirmed) {
    const CoverTask& task = *outcome.task;
    fmt::print("{}; {}{}\n",
               cover_text(task.title(), task.names(), outcome.size(), outcome.confirmed->recount),
               bounds_text(task.bounds()), outcome.optimal() ? ": optimal" : "");
    if (outcome.earlier) fmt::print("{}\n", earlier_text(outcome));
    fmt::print("{}\n", outcome.file.string());
  }
  print_shortfall(outcome);
}

Json outcome_json(const Outcome& outcome) {
  Json json = {{"problem", outcome.task->json()},
               {"status", status_name(outcome)},
               {"exit_code", exit_code(outcome)},
               {"size", nullptr},
               {"verified", outcome.confirmed.has_value()},
               {"known", bounds_json(outcome.task->bounds())},
               {"seed", outcome.seed},
               {"resumptions", outcome.total.resumptions},
               {"elapsed", outcome.total.elapsed},
               {"iterations", outcome.total.iterations},
               {"ended", why_it_ended(outcome)}};
  if (outcome.target) json["target"] = *outcome.target;
  if (outcome.earlier) json["earlier"] = *outcome.earlier;
  if (outcome.found) json["found"] = *outcome.found;
  if (outcome.confirmed) {
    json["size"] = outcome.size();
    if (outcome.task->names().weighted) json["cost"] = outcome.cost();
    json["multiplicity"] = multiplicity_json(outcome.confirmed->recount.coverage);
    json["file"] = outcome.file.string();
  }
  return json;
}

}  // namespace coldcore::cli

// SPDX-License-Identifier: Apache-2.0
#include "outcome.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "dct_oracle.hpp"
#include "exit_code.hpp"
#include "family.hpp"
#include "messages.hpp"
#include "report.hpp"

namespace coldcore::cli {

using search::SolveStatus;
using Json = nlohmann::ordered_json;

namespace {

std::string why_it_ended(const Outcome& outcome) {
  if (outcome.signal != 0) return fmt::format("interrupted by signal {}", outcome.signal);
  return search::describe(outcome.status, search::DctOracle::kCapacity);
}

const char* status_name(const Outcome& outcome) {
  if (outcome.signal != 0) return "interrupted";
  if (!outcome.confirmed) return "no cover";
  if (!outcome.reached()) return "target missed";
  return outcome.optimal() ? "optimal" : "cover";
}

void print_shortfall(const Outcome& outcome) {
  if (!outcome.confirmed) {
    const std::string left =
        outcome.last_size == 0
            ? std::string()
            : fmt::format("; {} left a deficit of {}", counted(outcome.last_size, "word"),
                          grouped(outcome.last_deficit));
    say(fmt::format("{}: no cover found: {}{}", search::describe(outcome.total.problem),
                    why_it_ended(outcome), left));
  } else if (!outcome.reached()) {
    say(fmt::format("target {} missed: {}", grouped(*outcome.target), why_it_ended(outcome)));
  } else if (outcome.signal != 0) {
    say(fmt::format("{}: {} has the best cover", why_it_ended(outcome), outcome.file.string()));
  }
}

}  // namespace

int exit_code(const Outcome& outcome) {
  if (outcome.signal != 0) return kExitSignal + outcome.signal;
  return outcome.reached() ? kExitCover : kExitNoCover;
}

void print_text(const Outcome& outcome) {
  if (outcome.confirmed) {
    const std::string known = bounds_text(outcome.bounds);
    fmt::print("{}; {}{}\n",
               cover_text(outcome.total.problem, outcome.size(), outcome.confirmed->report), known,
               outcome.optimal() ? ": optimal" : "");
    if (!outcome.saved) {
      fmt::print("kept from an earlier run; found in this one: {}\n",
                 outcome.found ? counted(*outcome.found, "word") : "none");
    }
    fmt::print("{}\n", outcome.file.string());
  }
  print_shortfall(outcome);
}

Json outcome_json(const Outcome& outcome) {
  Json json = {{"problem", problem_json(outcome.total.problem)},
               {"status", status_name(outcome)},
               {"exit_code", exit_code(outcome)},
               {"size", nullptr},
               {"verified", outcome.confirmed.has_value()},
               {"known", bounds_json(outcome.bounds)},
               {"seed", outcome.total.seed},
               {"resumptions", outcome.total.resumptions},
               {"elapsed", outcome.total.elapsed},
               {"iterations", outcome.total.iterations},
               {"ended", why_it_ended(outcome)}};
  if (outcome.target) json["target"] = *outcome.target;
  if (outcome.found) json["found"] = *outcome.found;
  if (outcome.confirmed) {
    json["size"] = outcome.size();
    json["multiplicity"] = multiplicity_json(outcome.confirmed->report);
    json["file"] = outcome.file.string();
  }
  return json;
}

}  // namespace coldcore::cli

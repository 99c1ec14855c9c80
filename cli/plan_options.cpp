// SPDX-License-Identifier: Apache-2.0
#include "plan_options.hpp"

#include "numbers.hpp"
#include "problem_options.hpp"

namespace coldcore::cli {
namespace {

constexpr const char* kPlanFooter =
    R"(Tells how the family's driver would compute the gain of every word: which axes it
does in one pass over memory, what it keeps between passes, and how long moving
that much memory takes on this machine, measured by copying. No cell is opened.
Examples:
  coldcore plan hamming --axes 7^9 -R 5
  coldcore plan lee --axes 16^4 -R 2 --json)";

}  // namespace

PlanOptions::PlanOptions(CLI::App& app)
    : plan_(add_command(app, "plan", "what a cell costs in memory and time", kPlanFooter)) {
  plan_.add_option("FAMILY", command_.family, "problem family, see 'plugin list'")
      ->required()
      ->check(require_family);
  plan_.add_option("--axes", command_.axes, "size of each axis, digit 0 first: 3^6 or 3^4,2^3")
      ->required();
  plan_.add_option("-R,--radius", command_.radius, "covering radius")
      ->required()
      ->check(whole_number(0, 1'000'000));
  plan_.add_flag("--json", command_.json, "print the plan as a JSON object");
}

}  // namespace coldcore::cli

// SPDX-License-Identifier: Apache-2.0
#include "problem_options.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "numbers.hpp"
#include "problem.hpp"

namespace coldcore::cli {
namespace {

/// "11 5 4" and "11, 5, 4" are "11,5,4".
std::string commas_for_blanks(std::string_view text) {
  std::string commas;
  bool blank = false;
  for (const char c : text) {
    if (c == ' ' || c == '\t') {
      blank = true;
      continue;
    }
    if (blank && !commas.empty() && commas.back() != ',' && c != ',') commas += ',';
    blank = false;
    commas += c;
  }
  return commas;
}

}  // namespace

void add_product_options(CLI::App& app, ProblemOptions& problem) {
  app.add_option("--axes", problem.axes, "size of each axis, digit 0 first: 3^6, 3^4,2^3 or 3,3,4");
  app.add_option("-R,--radius", problem.radius, "covering radius")
      ->check(whole_number(0, 1'000'000));
}

CLI::Option* add_design_option(CLI::App& app, ProblemOptions& problem) {
  return app
      .add_option("--vkt", problem.design,
                  "points, size of a block, size of the subsets to cover: 11,5,4")
      ->transform(commas_for_blanks);
}

std::string require_family(const std::string& name) {
  if (name.empty()) return "it is empty";
  if (name != "design" && name != "setcover") return {};
  // No CLI::ValidationError: that would be told after all that else is wrong with the line.
  throw search::InputError(fmt::format(
      "{} is no family: designs and set covers have no plugin and no plan, see 'coldcore solve {} "
      "--help'",
      name, name));
}

void add_format_option(CLI::App& app, ProblemOptions& problem) {
  app.add_option("--format", problem.format, "of the instance: or, rail, sts or sets [detected]")
      ->check(CLI::IsMember({"or", "rail", "sts", "sets"}));
}

void add_multiplicity_options(CLI::App& app, ProblemOptions& problem, const char* point,
                              const char* member) {
  app.add_option("--mu", problem.mu, std::string("cover every ") + point + " at least so often [1]")
      ->check(whole_number(1, 65'535));
  app.add_flag("--distinct", problem.distinct, std::string("no ") + member + " twice");
}

}  // namespace coldcore::cli

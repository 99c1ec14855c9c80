// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "commands.hpp"
#include "cover_file.hpp"
#include "exit_code.hpp"
#include "family.hpp"
#include "gate.hpp"
#include "messages.hpp"
#include "report.hpp"

namespace coldcore::cli {

using search::CoverFile;
using search::CoverHeader;
using search::Duplicate;
using search::GateReport;
using search::InputError;
using search::Problem;

namespace {

/// What the command line leaves open, the file's comments say.
Problem problem_of(const VerifyCommand& command, const CoverFile& file) {
  const ProblemOptions& given = command.problem;
  const CoverHeader& header = file.header;
  Problem problem;
  problem.axes = file.axes;
  problem.family = !given.family.empty() ? given.family : header.family.value_or("");
  if (problem.family.empty()) {
    throw InputError(fmt::format(
        "{}: the family is not known: the file does not name it; give it before the file",
        command.file));
  }
  const std::optional<int> radius = given.radius ? given.radius : header.radius;
  if (!radius) {
    throw InputError(fmt::format(
        "{}: the radius is not known: the file does not name it; give it with -R", command.file));
  }
  problem.radius = *radius;
  problem.mu = given.mu.value_or(header.mu.value_or(1));
  problem.distinct = given.distinct || header.distinct.value_or(false);
  return problem;
}

void note_missing_words(const VerifyCommand& command, const CoverFile& file) {
  const auto size = static_cast<std::int64_t>(file.words.size());
  if (!file.header.size || *file.header.size == size) return;
  say(fmt::format("{}: its comments speak of {}, it holds {}", command.file,
                  counted(*file.header.size, "word"), grouped(size)));
}

void print_uncovered(const Problem& problem, const GateReport& report) {
  for (const search::Point x : report.first_deficient) {
    fmt::print("  {}\n", search::format_word(x, problem.axes));
  }
  const auto listed = static_cast<std::int64_t>(report.first_deficient.size());
  if (report.deficient > listed) {
    fmt::print("  and {} more\n", grouped(report.deficient - listed));
  }
}

/// A line for each multiplicity; where there are many, the last line sums up the largest ones.
void print_histogram(const GateReport& report) {
  constexpr std::size_t kLines = 30;
  const std::size_t single = report.histogram.size() > kLines ? kLines - 1 : kLines;
  std::int64_t rest = 0;
  for (std::size_t i = 0; i < report.histogram.size(); ++i) {
    const auto& [multiplicity, words] = report.histogram[i];
    const bool saturated = multiplicity == GateReport::kSaturated;
    if (i >= single) {
      rest += words;
    } else {
      fmt::print("covered {}{}: {}\n", counted(multiplicity, "time"), saturated ? " or more" : "",
                 counted(words, "word"));
    }
  }
  if (rest > 0) {
    fmt::print("covered more often, up to {}: {}\n", counted(report.max_multiplicity, "time"),
               counted(rest, "word"));
  }
}

std::string duplicate_text(const VerifyCommand& command, const Problem& problem,
                           const CoverFile& file, const Duplicate& twice) {
  return fmt::format("{}: no cover by distinct words: {} is on line {} and again on line {} of {}",
                     search::describe(problem),
                     search::format_word(file.words[twice.first], problem.axes),
                     file.lines[twice.first], file.lines[twice.second], command.file);
}

void print_text(const VerifyCommand& command, const Problem& problem, const CoverFile& file,
                const GateReport& report, const std::optional<Duplicate>& twice) {
  const auto size = static_cast<std::int64_t>(file.words.size());
  if (twice) fmt::print("{}\n", duplicate_text(command, problem, file, *twice));
  if (!report.covered()) {
    fmt::print("{}\n", no_cover_text(problem, size, report));
    print_uncovered(problem, report);
  } else if (!twice) {
    fmt::print("{}\n", cover_text(problem, size, report));
  }
  if (report.min_multiplicity != report.max_multiplicity) print_histogram(report);
}

void print_json(const VerifyCommand& command, const Problem& problem, const CoverFile& file,
                const GateReport& report, const std::optional<Duplicate>& twice) {
  using Json = nlohmann::ordered_json;
  Json histogram = Json::array();
  for (const auto& [multiplicity, words] : report.histogram) {
    histogram.push_back({multiplicity, words});
  }
  Json uncovered = Json::array();
  for (const search::Point x : report.first_deficient) {
    uncovered.push_back(search::format_word(x, problem.axes));
  }
  Json json = {{"problem", problem_json(problem)},
               {"file", command.file},
               {"size", file.words.size()},
               {"cover", report.covered() && !twice},
               {"words", report.points},
               {"multiplicity", multiplicity_json(report)},
               {"histogram", std::move(histogram)},
               {"uncovered_count", report.deficient},
               {"uncovered", std::move(uncovered)}};
  if (twice) json["duplicate_lines"] = {file.lines[twice->first], file.lines[twice->second]};
  fmt::print("{}\n", json_line(json));
}

int verify(const VerifyCommand& command, const coldcore_plugin& family, const Problem& problem,
           const CoverFile& file) {
  check_shape(family, problem);
  note_missing_words(command, file);
  std::optional<Duplicate> twice;
  if (problem.distinct) twice = search::find_duplicate(file.words);
  const GateReport report =
      search::Gate(definition_of(family, problem)).recount(file.words, problem.mu);
  (command.json ? print_json : print_text)(command, problem, file, report, twice);
  return report.covered() && !twice ? kExitCover : kExitNotACover;
}

}  // namespace

int run(const VerifyCommand& command) {
  std::optional<std::vector<int>> axes;
  if (command.problem.axes) axes = search::parse_axes(*command.problem.axes);
  const CoverFile file = search::read_cover_file(command.file, axes);
  const Problem problem = problem_of(command, file);
  const search::EngineLibrary engine = search::load_engine();
  try {
    return verify(command, open_family(engine, problem.family), problem, file);
  } catch (const search::OracleError& error) {
    return engine_failure(engine, error);
  }
}

}  // namespace coldcore::cli

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "examined.hpp"
#include "family.hpp"
#include "gate.hpp"
#include "report.hpp"

namespace coldcore::cli {

using search::CoverFile;
using search::CoverHeader;
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

Examined examine(const VerifyCommand& command, const coldcore_plugin& family,
                 const Problem& problem, const CoverFile& file) {
  check_shape(family, problem);
  Examined examined;
  examined.title = search::describe(problem);
  examined.names = {"word", "word"};
  examined.problem = problem_json(problem);
  examined.mu = problem.mu;
  examined.file = command.file;
  examined.size = static_cast<std::int64_t>(file.words.size());
  examined.stated_size = file.header.size;
  if (file.header.family && !file.header.size) examined.unstated = {"size"};
  if (problem.distinct) examined.twice = search::find_duplicate(file.words);
  examined.lines = file.lines;
  examined.point_text = [&](search::Point x) { return search::format_word(x, problem.axes); };
  examined.member_text = [&](std::size_t i) {
    return search::format_word(file.words[i], problem.axes);
  };
  search::Gate gate(definition_of(family, problem));
  examined.recount = {gate.recount(file.words, problem.mu), examined.size};
  return examined;
}

}  // namespace

int verify_product(const VerifyCommand& command) {
  std::optional<std::vector<int>> axes;
  if (command.problem.axes) axes = search::parse_axes(*command.problem.axes);
  const CoverFile file = search::read_cover_file(command.file, axes);
  const Problem problem = problem_of(command, file);
  const search::EngineLibrary engine = search::load_engine();
  try {
    const coldcore_plugin& family = open_family(engine, problem.family);
    return report_on(examine(command, family, problem, file), command.json);
  } catch (const search::OracleError& error) {
    return engine_failure(engine, error);
  }
}

}  // namespace coldcore::cli

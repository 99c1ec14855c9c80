// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "examine.hpp"
#include "family.hpp"
#include "gate.hpp"
#include "product_task.hpp"

namespace coldcore::problems {

using search::CoverFile;
using search::CoverHeader;
using search::InputError;
using search::Problem;

namespace {

/// What options leave open, the file's comments say.
Problem problem_of(const ProblemOptions& given, const std::string& name, const CoverFile& file) {
  const CoverHeader& header = file.header;
  Problem problem;
  problem.axes = file.axes;
  problem.family = !given.family.empty() ? given.family : header.family.value_or("");
  if (problem.family.empty()) {
    throw InputError(fmt::format(
        "{}: the family is not known: the file does not name it; give it before the file", name));
  }
  const std::optional<int> radius = given.radius ? given.radius : header.radius;
  if (!radius) {
    throw InputError(fmt::format(
        "{}: the radius is not known: the file does not name it; give it with -R", name));
  }
  problem.radius = *radius;
  problem.mu = given.mu.value_or(header.mu.value_or(1));
  problem.distinct = given.distinct || header.distinct.value_or(false);
  return problem;
}

}  // namespace

Examined examine_product(const search::EngineLibrary& engine, const ProblemOptions& given,
                         const std::string& name) {
  std::optional<std::vector<int>> axes;
  if (given.axes) axes = search::parse_axes(*given.axes);
  const auto file = std::make_shared<const CoverFile>(search::read_cover_file(name, axes));
  return recounted_words(engine, problem_of(given, name, *file), file, name);
}

Examined recounted_words(const search::EngineLibrary& engine, const Problem& problem,
                         const std::shared_ptr<const CoverFile>& file, const std::string& name) {
  const coldcore_plugin& family = open_family(engine, problem.family);
  check_shape(family, problem);
  Examined examined;
  examined.title = search::describe(problem);
  examined.names = {"word", "word"};
  examined.problem = problem_json(problem);
  examined.mu = problem.mu;
  examined.distinct = problem.distinct;
  examined.file = name;
  examined.size = static_cast<std::int64_t>(file->words.size());
  examined.stated_size = file->header.size;
  if (file->header.family && !file->header.size) examined.unstated = {"size"};
  if (problem.distinct) examined.twice = search::find_duplicate(file->words);
  examined.lines = file->lines;
  examined.point_text = [axes = problem.axes](search::Point x) {
    return search::format_word(x, axes);
  };
  examined.member_text = [file, axes = problem.axes](std::size_t i) {
    return search::format_word(file->words[i], axes);
  };
  examined.member_row = [file, axes = problem.axes](std::size_t i) {
    return digits_of(file->words[i], axes);
  };
  examined.file_text = [file, problem](const Origin& origin) {
    search::CoverOrigin written = {origin.seed, COLDCORE_PROJECT_VERSION};
    if (origin.group != nullptr) written.group = *origin.group;
    return search::cover_text(problem, file->words, written);
  };
  search::Gate gate(definition_of(family, problem));
  examined.recount = {gate.recount(file->words, problem.mu), examined.size};
  return examined;
}

}  // namespace coldcore::problems

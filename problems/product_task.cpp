// SPDX-License-Identifier: Apache-2.0
#include "product_task.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "counted.hpp"
#include "cover_file.hpp"
#include "coverage.hpp"
#include "dct_oracle.hpp"
#include "family.hpp"

namespace coldcore::problems {

using search::Candidate;
using search::DctOracle;

namespace {

const coldcore_plugin& checked_family(const search::EngineLibrary& engine,
                                      const search::Problem& problem) {
  const coldcore_plugin& family = open_family(engine, problem.family);
  check_shape(family, problem);
  return family;
}

}  // namespace

ProductTask::ProductTask(const search::EngineLibrary& engine, search::Problem problem,
                         const Notice& notice)
    : engine_(engine),
      problem_(std::move(problem)),
      family_(checked_family(engine, problem_)),
      bounds_(collect_bounds(family_, problem_, notice)) {
  refuse_the_impossible();
}

void ProductTask::refuse_the_impossible() const {
  const search::Bound& lower = *bounds_.lower;
  if (lower.size <= capacity()) return;
  throw search::InputError(fmt::format(
      "{}: a cover has at least {} ({}), the engine holds at most {}: there is nothing to search "
      "for ('coldcore verify' has no such limit)",
      title(), counted(lower.size, "word"), lower.source, grouped(capacity())));
}

StatedProblem ProductTask::statement() const {
  search::CoverHeader header;
  header.family = problem_.family;
  header.axes = problem_.axes;
  header.radius = problem_.radius;
  header.mu = problem_.mu;
  header.distinct = problem_.distinct;
  return header;
}

nlohmann::ordered_json ProductTask::json() const { return problem_json(problem_); }

std::int64_t ProductTask::capacity() const { return DctOracle::kCapacity; }

std::string ProductTask::member_text(Candidate member) const {
  return search::format_word(member, problem_.axes);
}

std::filesystem::path ProductTask::default_path() const {
  return fmt::format("{}-{}-R{}{}.cover", problem_.family, search::format_axes(problem_.axes),
                     problem_.radius, mu_suffix(problem_.mu, problem_.distinct));
}

std::string ProductTask::file_text(std::span<const Candidate> members, const Origin& origin) const {
  search::CoverOrigin written = {origin.seed, COLDCORE_PROJECT_VERSION};
  if (origin.group != nullptr) written.group = *origin.group;
  return search::cover_text(problem_, members, written);
}

StoredCover ProductTask::read(const std::filesystem::path& file) const {
  search::CoverFile cover = search::read_cover_file(file, problem_.axes);
  return {std::move(cover.words), std::move(cover.lines), cover.header.is_for(problem_)};
}

search::Definition ProductTask::definition() const { return definition_of(family_, problem_); }

std::unique_ptr<const search::Incidence> ProductTask::coverage() const {
  return search::coverage_of(family_, problem_.axes, problem_.radius);
}

std::string ProductTask::advice() const {
  return fmt::format("; 'coldcore plugin check {}' tells whether the family is at fault",
                     family_.path);
}

Gate ProductTask::open_gate() const {
  const auto gate = std::make_shared<search::Gate>(definition());
  return [gate, mu = problem_.mu](std::span<const Candidate> members) {
    return Recount{gate->recount(members, mu), static_cast<std::int64_t>(members.size())};
  };
}

std::unique_ptr<search::Oracle> ProductTask::open_oracle() const {
  return std::make_unique<DctOracle>(engine_, problem_);
}

nlohmann::ordered_json problem_json(const search::Problem& problem) {
  return {{"family", problem.family},
          {"axes", search::format_axes(problem.axes)},
          {"R", problem.radius},
          {"mu", problem.mu},
          {"distinct", problem.distinct}};
}

std::vector<int> digits_of(Candidate word, std::span<const int> axes) {
  std::vector<int> digits;
  for (const int size : axes) {
    digits.push_back(static_cast<int>(word % size));
    word /= size;
  }
  return digits;
}

search::Problem product_problem(const ProblemOptions& options) {
  return {options.family, search::parse_axes(*options.axes), *options.radius,
          options.mu.value_or(1), options.distinct};
}

}  // namespace coldcore::problems

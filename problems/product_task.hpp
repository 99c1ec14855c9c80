// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "counted.hpp"
#include "cover_task.hpp"
#include "engine_library.hpp"
#include "problem.hpp"
#include "problem_choice.hpp"

namespace coldcore::problems {

/// A covering of a product space by a family's balls.
class ProductTask final : public CoverTask {
 public:
  /// Throws InputError where the family does not take the shape or every cover exceeds the engine,
  /// OracleError where the family cannot be loaded. The engine has to outlive the task.
  ProductTask(const search::EngineLibrary& engine, search::Problem problem, const Notice& notice);

  std::string title() const override { return search::describe(problem_); }
  StatedProblem statement() const override;
  const Names& names() const override { return names_; }
  nlohmann::ordered_json json() const override;
  int mu() const override { return problem_.mu; }
  bool distinct() const override { return problem_.distinct; }
  std::int64_t candidate_count() const override { return search::space_size(problem_.axes); }
  std::int64_t capacity() const override;
  std::string member_text(search::Candidate member) const override;
  const search::KnownBounds& bounds() const override { return bounds_; }

  std::filesystem::path default_path() const override;
  std::string file_text(std::span<const search::Candidate> members,
                        const Origin& origin) const override;
  StoredCover read(const std::filesystem::path& file) const override;

  const search::Problem& problem() const { return problem_; }
  search::Definition definition() const;
  std::unique_ptr<const search::Incidence> coverage() const;

  std::string advice() const override;
  Gate open_gate() const override;
  std::unique_ptr<search::Oracle> open_oracle() const override;

 private:
  void refuse_the_impossible() const;

  const search::EngineLibrary& engine_;
  search::Problem problem_;
  Names names_{"word", "word"};
  const coldcore_plugin& family_;
  search::KnownBounds bounds_;
};

nlohmann::ordered_json problem_json(const search::Problem& problem);

/// The digits of a word, digit 0 first.
std::vector<int> digits_of(search::Candidate word, std::span<const int> axes);

/// What options say; they have to say everything.
search::Problem product_problem(const ProblemOptions& options);

}  // namespace coldcore::problems

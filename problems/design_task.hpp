// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "block_file.hpp"
#include "cover_task.hpp"
#include "design.hpp"
#include "incidence_library.hpp"
#include "problem_choice.hpp"
#include "set_system.hpp"

namespace coldcore::problems {

/// A covering design: candidates are blocks, points t-subsets.
class DesignTask final : public CoverTask {
 public:
  /// Generates the instance; one that is searched by orbits only if it is not too large for that.
  /// Throws InputError where no cover exists, as generate() does, and as require_block_orbits()
  /// does. The module has to outlive the task.
  DesignTask(const search::IncidenceLibrary& module, const ProblemOptions& options, int threads,
             bool by_orbits = false);

  std::string title() const override;
  StatedProblem statement() const override;
  const Names& names() const override { return names_; }
  nlohmann::ordered_json json() const override;
  int mu() const override { return mu_; }
  bool distinct() const override { return distinct_; }
  std::int64_t candidate_count() const override { return ranks_.count(); }
  std::int64_t capacity() const override;
  std::string member_text(search::Candidate member) const override;
  const search::KnownBounds& bounds() const override { return bounds_; }

  std::filesystem::path default_path() const override;
  std::string file_text(std::span<const search::Candidate> members,
                        const Origin& origin) const override;
  StoredCover read(const std::filesystem::path& file) const override;

  Gate open_gate() const override;
  /// Needs the instance.
  std::unique_ptr<search::Oracle> open_oracle() const override;

  const search::Design& design() const { return design_; }
  /// The instance, if it has been generated.
  const std::optional<search::SetSystem>& system() const { return system_; }
  /// Points of the blocks, as search::BlockFile has them.
  std::vector<int> points_of(std::span<const search::Candidate> blocks) const;

 private:
  void refuse_the_impossible() const;
  const search::IncidenceLibrary& module_;
  search::Design design_;
  int mu_;
  bool distinct_;
  Names names_;
  std::optional<search::SetSystem> system_;
  search::SubsetRanks ranks_;
  search::KnownBounds bounds_;
};

/// "C(11,5,4) mu=2 distinct".
std::string design_title(const search::Design& design, int mu, bool distinct);

Names design_names(const search::Design& design);

nlohmann::ordered_json design_json(const search::Design& design, int mu, bool distinct);

}  // namespace coldcore::problems

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "certificate.hpp"
#include "counted.hpp"
#include "cover_task.hpp"
#include "incidence_library.hpp"
#include "problem_choice.hpp"
#include "set_cover_file.hpp"

namespace coldcore::problems {

/// A set cover instance of a file.
class SetCoverTask final : public CoverTask {
 public:
  /// Reads the instance, tells `notice` what is odd about it, and computes its lower bound.
  /// Throws InputError where the file is no instance or no cover exists. The module has to outlive
  /// the task.
  SetCoverTask(const search::IncidenceLibrary& module, const ProblemOptions& options,
               const Notice& notice);

  std::string title() const override;
  std::string identity() const override;
  StatedProblem statement() const override;
  const Names& names() const override { return names_; }
  nlohmann::ordered_json json() const override;
  int mu() const override { return mu_; }
  bool distinct() const override { return distinct_; }
  std::int64_t candidate_count() const override { return file_.system.candidate_count(); }
  std::int64_t capacity() const override;
  std::int64_t cost(std::span<const search::Candidate> members) const override;
  std::string member_text(search::Candidate member) const override;
  const search::KnownBounds& bounds() const override { return bounds_; }

  std::filesystem::path default_path() const override;
  std::string file_text(std::span<const search::Candidate> members,
                        const Origin& origin) const override;
  StoredCover read(const std::filesystem::path& file) const override;

  /// Reads the instance once more, for its hash.
  std::string changed_since() const override;

  /// Reads the instance a second time; InputError if it has changed since.
  Gate open_gate() const override;
  std::unique_ptr<search::Oracle> open_oracle() const override;

  const search::SetCoverFile& file() const { return file_; }

 private:
  const search::IncidenceLibrary& module_;
  std::filesystem::path path_;
  int mu_;
  bool distinct_;
  search::SetCoverFile file_;
  Names names_;
  search::KnownBounds bounds_;
};

/// Reads an instance by the dialect that --format names, or by the one detected.
search::SetCoverFile read_instance(const ProblemOptions& options);

/// By which dialect the instance was read, as a line for people.
std::string dialect_text(const search::SetCoverFile& file, const std::filesystem::path& path);

/// Throws InputError if some element cannot be covered mu times, or if costs could add up to more
/// than the search counts.
void require_coverable(const search::SetCoverFile& file, const std::filesystem::path& path, int mu,
                       bool distinct);

/// "scp41.txt mu=2 distinct".
std::string set_cover_title(const std::filesystem::path& path, int mu, bool distinct);

Names set_cover_names(const search::SetCoverFile& file);

nlohmann::ordered_json set_cover_json(const search::SetCoverFile& file,
                                      const std::filesystem::path& path, int mu, bool distinct);

/// The gate of an instance, over its own reading.
Gate set_cover_gate(search::SetCoverFile file, int mu);

}  // namespace coldcore::problems

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cover_task.hpp"
#include "output_lock.hpp"

namespace coldcore::cli {

/// A cover as it lies on disk, read back and recounted.
struct ConfirmedCover {
  std::vector<search::Candidate> members;
  Recount recount;
};

/// The output file of a run. What lies there is a cover that the gate has confirmed, at every
/// moment: a new one is written beside it, read back and recounted before it takes the old one's
/// place.
class CoverStore {
 public:
  /// Takes the file for this run. Throws FileError if another run has it or its folder cannot be
  /// written, InputError if no file can be there.
  /// The task has to outlive the store.
  CoverStore(const CoverTask& task, std::filesystem::path path);

  /// Looks at what earlier runs left, before the first save. Throws InputError if that is anything
  /// but a cover of this problem.
  void examine(const Gate& gate);

  const std::filesystem::path& path() const { return path_; }

  /// The confirmed cover that was there before the run, empty if there was none.
  const std::vector<search::Candidate>& earlier() const { return earlier_; }

  /// What that costs.
  std::int64_t earlier_cost() const { return task_.cost(earlier_); }

  /// True once a cover of this run lies on disk.
  bool saved() const { return saved_; }

  /// Puts the members on disk unless an earlier cover there costs no more. Throws FileError, the
  /// file being as it was; GateError; std::logic_error if the members are no cover.
  void save(std::vector<search::Candidate> members, const Origin& origin, const Gate& gate);

  /// Reads the file from disk and recounts it; nothing if there is no cover, earlier or saved.
  std::optional<ConfirmedCover> confirm(const Gate& gate) const;

 private:
  StoredCover read_earlier() const;
  [[noreturn]] void refuse(const std::string& what) const;
  ConfirmedCover read_and_recount(const std::filesystem::path& file, const Gate& gate) const;
  bool is_cover(const ConfirmedCover& cover) const;

  const CoverTask& task_;
  std::filesystem::path path_;
  search::OutputLock lock_;
  std::vector<search::Candidate> earlier_;
  bool saved_ = false;
};

}  // namespace coldcore::cli

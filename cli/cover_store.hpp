// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cover_file.hpp"
#include "gate.hpp"
#include "output_lock.hpp"
#include "problem.hpp"

namespace coldcore::cli {

/// A cover as it lies on disk, read back and recounted.
struct ConfirmedCover {
  std::vector<search::Candidate> words;
  search::GateReport report;
};

/// The output file of a run. What lies there is a cover that the gate has confirmed, at every
/// moment: a new one is written beside it, read back and recounted before it takes the old one's
/// place.
class CoverStore {
 public:
  /// Takes the file for this run. Throws FileError if another run has it or its folder cannot be
  /// written, InputError if no file can be there.
  CoverStore(const search::Problem& problem, std::filesystem::path path);

  /// Looks at what earlier runs left, before the first save. Throws InputError if that is anything
  /// but a cover of this problem.
  void examine(search::Gate& gate);

  const std::filesystem::path& path() const { return path_; }

  /// The confirmed cover that was there before the run, empty if there was none.
  const std::vector<search::Candidate>& earlier() const { return earlier_; }

  /// True once a cover of this run lies on disk.
  bool saved() const { return saved_; }

  /// Puts the words on disk unless an earlier cover there is as small. Throws FileError, the file
  /// being as it was; GateError; std::logic_error if the words are no cover.
  void save(std::vector<search::Candidate> words, std::uint64_t seed, search::Gate& gate);

  /// Reads the file from disk and recounts it; nothing if there is no cover, earlier or saved.
  std::optional<ConfirmedCover> confirm(search::Gate& gate) const;

 private:
  ConfirmedCover read_and_recount(const std::filesystem::path& file, search::Gate& gate) const;
  bool is_cover(const ConfirmedCover& cover) const;

  search::Problem problem_;
  std::filesystem::path path_;
  search::OutputLock lock_;
  std::vector<search::Candidate> earlier_;
  bool saved_ = false;
};

/// "hamming-3^6-R1.cover" in the current folder; mu and distinct are in the name where they matter.
std::filesystem::path default_cover_path(const search::Problem& problem);

}  // namespace coldcore::cli

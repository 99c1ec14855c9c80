// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle.hpp"

namespace coldcore::search {

/// What a run needs to be taken up again.
struct Checkpoint {
  std::string problem;          ///< What the run is about: one line, the same for equal problems.
  std::uint64_t seed = 1;       ///< Of the first run; the n-th resumption goes on with seed + n.
  int resumptions = 0;          ///< How often the run has been taken up already.
  double elapsed = 0;           ///< Seconds, over all runs.
  std::int64_t iterations = 0;  ///< Likewise.
  std::vector<Candidate> best;  ///< The best cover, empty if there was none yet.
  std::string version;          ///< Of the program that wrote it.
};

/// The checkpoint that goes with a cover file.
std::filesystem::path checkpoint_of(const std::filesystem::path& cover_file);

/// Replaces the file in one step. FileError.
void save_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// Nothing if there is no such file. FileError if it cannot be read; InputError, with what to do
/// about it, if it is damaged, belongs to another problem or names a candidate that the problem,
/// which has so many, does not have.
std::optional<Checkpoint> load_checkpoint(const std::filesystem::path& path,
                                          std::string_view problem, std::int64_t candidate_count);

}  // namespace coldcore::search

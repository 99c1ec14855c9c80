// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "checkpoint.hpp"
#include "cover_store.hpp"
#include "known_bounds.hpp"
#include "solve.hpp"

namespace coldcore::cli {

/// How a solve command ended.
struct Outcome {
  search::SolveStatus status = search::SolveStatus::kTime;
  search::Checkpoint total;                 ///< This run and those it resumed.
  std::optional<std::int64_t> found;        ///< Size of the smallest cover of this run.
  bool saved = false;                       ///< What lies on disk is of this run.
  std::int64_t last_size = 0;               ///< Members of the last multiset the search told of,
  std::int64_t last_deficit = 0;            ///< and what that lacked.
  std::optional<ConfirmedCover> confirmed;  ///< What lies on disk.
  std::filesystem::path file;
  std::optional<std::int64_t> target;
  search::KnownBounds bounds;
  int signal = 0;  ///< That ended the run, 0 for none.

  std::int64_t size() const { return static_cast<std::int64_t>(confirmed->words.size()); }
  bool reached() const { return confirmed && (!target || size() <= *target); }
  bool optimal() const { return confirmed && size() == bounds.lower->size; }
};

int exit_code(const Outcome& outcome);

/// The result on stdout; on stderr why it is not all that was asked for.
void print_text(const Outcome& outcome);

nlohmann::ordered_json outcome_json(const Outcome& outcome);

}  // namespace coldcore::cli

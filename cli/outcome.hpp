// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "checkpoint.hpp"
#include "cover_store.hpp"
#include "solve.hpp"

namespace coldcore::cli {

/// How a solve command ended.
struct Outcome {
  const CoverTask* task = nullptr;  ///< Never null while an outcome is reported.
  search::SolveStatus status = search::SolveStatus::kTime;
  search::Checkpoint total;                 ///< This run and those it resumed.
  std::uint64_t seed = 0;                   ///< Of this run.
  std::optional<std::int64_t> earlier;      ///< Cost of the cover that was there before it.
  bool searched = false;                    ///< The earlier cover was not all that was asked for.
  std::optional<std::int64_t> found;        ///< Cost of the best cover of this run.
  bool saved = false;                       ///< What lies on disk is of this run.
  std::int64_t last_size = 0;               ///< Members of the last multiset the search told of,
  std::int64_t last_deficit = 0;            ///< and what that lacked.
  std::optional<ConfirmedCover> confirmed;  ///< What lies on disk.
  std::filesystem::path file;
  std::optional<std::int64_t> target;
  bool write_failed = false;  ///< A file of the run is not what it should be.
  int signal = 0;             ///< That ended the run, 0 for none.

  std::int64_t size() const { return static_cast<std::int64_t>(confirmed->members.size()); }
  std::int64_t cost() const { return confirmed->recount.cost; }
  bool reached() const { return confirmed && (!target || cost() <= *target); }
  /// The best cover of this run is not on disk.
  bool lost() const { return found && (!confirmed || *found < cost()); }
  bool optimal() const { return confirmed && cost() == task->bounds().lower->size; }
};

int exit_code(const Outcome& outcome);

/// The result on stdout; on stderr why it is not all that was asked for.
void print_outcome(const Outcome& outcome);

nlohmann::ordered_json outcome_json(const Outcome& outcome);

}  // namespace coldcore::cli

// SPDX-License-Identifier: Apache-2.0
//
// One try of a campaign: what its process is told, and what that left behind.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "campaign/campaign_log.hpp"
#include "campaign/schedule.hpp"
#include "campaign_problem.hpp"
#include "child_process.hpp"

namespace coldcore::cli {

/// A try as it is started.
struct StartedTry {
  search::Try turn;
  double seconds = 0;                  ///< Fewer than its turn has where the campaign ends before.
  std::optional<std::int64_t> target;  ///< Solve stops there.
  std::filesystem::path file;          ///< Where its covers go.
};

/// Why a try was told to end.
enum class Told { kNothing, kInterrupted, kOverdue };

/// The words after the program's name.
std::vector<std::string> solve_arguments(const CampaignProblem& problem, const StartedTry& started,
                                         int threads);

/// What the log says about it. `size` is what its process reports, nothing if it reports none.
search::TryRecord record_of(const CampaignProblem& problem, const StartedTry& started,
                            const ChildResult& result, Told told);

/// Whether a try ended by itself and had at least half the time of its turn, so that it need not
/// come again.
bool is_complete(const search::TryRecord& record, const search::Try& turn);

/// Whether its group is of no use for its problem: it was refused, did not fit, or its search was
/// over long before its time.
bool drops_group(const search::TryRecord& record);

/// The generators that the comments of a cover file name; none if it cannot be read.
std::vector<std::string> generators_in(const std::filesystem::path& file);

/// What `coldcore verify`, in a process of its own, says about a file.
struct Verification {
  std::optional<std::int64_t> size;  ///< Members of the cover.
  std::string complaint;             ///< Where there is none.
};
Verification verify(const CampaignProblem& problem, const std::filesystem::path& file);

/// Gives a file that is on disk another name in one step, in the place of what has that name.
/// FileError.
void rename_durably(const std::filesystem::path& from, const std::filesystem::path& to);

/// Removes a try's cover and what lies beside it.
void remove_files_of(const StartedTry& started);

}  // namespace coldcore::cli

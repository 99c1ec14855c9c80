// SPDX-License-Identifier: Apache-2.0
//
// A run as its log tells it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cover_task.hpp"
#include "known_bounds.hpp"
#include "options.hpp"

namespace coldcore::cli {

/// What the search had at hand at some moment. Times are seconds since the first run began.
struct RunState {
  double time = 0;
  std::int64_t deficit = 0;  ///< Points that lacked coverage.
};

/// A cover that was the best up to then.
struct RunImprovement {
  double time = 0;
  std::int64_t amount = 0;  ///< Its size, or its cost where members have costs.
};

/// What one phase took.
struct RunPhase {
  std::string name;
  double seconds = 0;
  std::int64_t steps = 0;
};

/// How the last run ended.
struct RunEnd {
  std::string status;
  std::string why;
  std::int64_t iterations = 0;  ///< Those of the runs it resumed included.
  std::optional<std::int64_t> target;
  std::optional<std::int64_t> size;  ///< Of the cover on disk.
  std::optional<std::int64_t> cost;  ///< Of that, where members have costs.
  std::string file;                  ///< Where it is; empty if there is none.
};

/// The last run of a log and those that it resumed.
struct RecordedRun {
  nlohmann::ordered_json problem;  ///< As its log has it.
  ProblemKind kind = ProblemKind::kProduct;
  std::string title;
  Names names;
  int mu = 1;
  search::KnownBounds bounds;
  std::string command;
  std::string version;
  std::uint64_t seed = 0;
  std::int64_t warm_start = 0;  ///< Members that the first run began with.
  std::string file;             ///< Where the cover was to go; empty if the log does not say.
  std::vector<double> resumed;  ///< When the second, third, ... run began.
  double seconds = 0;           ///< Of all runs together.
  std::vector<RunState> states;
  std::vector<RunImprovement> improvements;
  std::vector<RunPhase> phases;  ///< Of the last run.
  std::optional<RunEnd> end;     ///< Absent: the run was killed, or still goes on.
};

/// Reads what `coldcore solve --log` wrote. FileError if the file cannot be read; InputError
/// "FILE:LINE: ..." for a line that is none of such a log, and where events come in an order in
/// which no run writes them.
RecordedRun read_recorded_run(const std::filesystem::path& log);

}  // namespace coldcore::cli

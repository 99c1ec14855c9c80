// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace coldcore::search {

/// The story of a run as JSON lines, added to the end of a file, each flushed at once. Every line
/// has "event" and "t", the seconds since the log was opened.
class RunLog {
 public:
  /// A log that goes nowhere.
  RunLog() = default;
  /// Throws FileError if the file cannot be opened for writing.
  explicit RunLog(const std::filesystem::path& path);

  /// Writes one line: event, t and the fields of the object given. Throws FileError when writing
  /// fails and says nothing more from then on.
  void write(std::string_view event, const nlohmann::ordered_json& fields);

  /// Whether that has happened.
  bool failed() const { return failed_; }

 private:
  std::filesystem::path path_;
  std::ofstream file_;
  bool failed_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
//
// What a campaign has tried: a file of JSON lines, the first one about the campaign and then one
// for each try.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/ladder.hpp"

namespace coldcore::search {

/// What the tries of a campaign follow from.
struct CampaignHeader {
  struct ProblemOf {
    std::string problem;  ///< Its title, which no other problem of the campaign has.
    Ladder groups;

    bool operator==(const ProblemOf&) const = default;
  };

  std::uint64_t seed = 0;
  double try_seconds = 0;
  std::vector<ProblemOf> problems;
  std::string version;  ///< Of the program that began the campaign.
};

/// "" where the tries of both campaigns are the same, else what is not: "seed 2, not 1".
std::string difference_text(const CampaignHeader& begun, const CampaignHeader& wanted);

/// How a try ended.
struct TryRecord {
  std::string problem;
  std::int64_t number = 0;
  GroupTexts group;                     ///< As it was asked for.
  std::vector<std::string> generators;  ///< Of the cover's group, as its file names them.
  std::uint64_t seed = 0;
  double seconds = 0;  ///< That it was given,
  double elapsed = 0;  ///< and that it took.
  std::int64_t iterations = 0;
  std::optional<std::int64_t> size;  ///< Of its cover, if it found one.
  std::string status;                ///< That of `solve --json`, or one of the campaign's own.
  int exit_code = 0;
  std::optional<std::int64_t> lower;  ///< Known bounds.
  std::optional<std::int64_t> upper;
  std::optional<std::int64_t> target;
  std::string version;
  std::string command;  ///< That finds the cover again.
  std::string message;  ///< What was wrong; mostly empty.

  bool operator==(const TryRecord&) const = default;
};

/// One line without its end. Bytes that are no UTF-8 become replacement characters.
std::string header_line(const CampaignHeader& header);
std::string record_line(const TryRecord& record);

/// Read back. InputError, which says what is wrong, for anything that is no such line.
CampaignHeader parse_header(std::string_view line);
TryRecord parse_record(std::string_view line);

/// What a log file holds.
struct CampaignHistory {
  CampaignHeader header;
  std::vector<TryRecord> records;
  std::uint64_t bytes = 0;  ///< Of its whole lines: what comes after them is torn.
};

/// Nothing if there is no file. FileError; InputError "FILE:LINE: ..." for a line that does not
/// belong there. The last line does not count if it has no end, unless it is the first one.
std::optional<CampaignHistory> read_campaign_log(const std::filesystem::path& file);

/// A log without tries, in the place of what is there, and what it holds. FileError, and that is as
/// it was.
CampaignHistory begin_campaign_log(const std::filesystem::path& file, const CampaignHeader& header);

/// Adds lines to a log, each in one step and on disk before the call returns.
class CampaignLog {
 public:
  /// Goes on behind the first `bytes` of a log; what comes after them is cut off. FileError.
  CampaignLog(std::filesystem::path file, std::uint64_t bytes);
  CampaignLog(const CampaignLog&) = delete;
  CampaignLog& operator=(const CampaignLog&) = delete;
  ~CampaignLog();

  /// Throws FileError, and the log is as it was.
  void append(const TryRecord& record);

 private:
  std::filesystem::path path_;
  int descriptor_;
  std::uint64_t bytes_;
};

}  // namespace coldcore::search

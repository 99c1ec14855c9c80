// SPDX-License-Identifier: Apache-2.0
#include "campaign/campaign_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <utility>

#include "atomic_file.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

using LogJson = nlohmann::ordered_json;

constexpr std::size_t kMostLogBytes = std::size_t{1} << 30;
/// Of the file's lines; a change that older programs could not read takes the next number.
constexpr int kLogFormat = 1;

std::string line_of(const LogJson& json) {
  return json.dump(-1, ' ', false, LogJson::error_handler_t::replace);
}

/// An object, or InputError.
LogJson object_in(std::string_view line) {
  LogJson json = LogJson::parse(line, nullptr, false);
  if (!json.is_object()) throw InputError("not a line of a campaign's log");
  return json;
}

/// What an object has at a key, which is of the right kind.
template <class Value>
Value value_at(const LogJson& json, const char* key, bool (LogJson::*is_right)() const noexcept) {
  const auto found = json.find(key);
  if (found == json.end() || !((*found).*is_right)()) {
    throw InputError(fmt::format("a campaign's log has no such \"{}\"", key));
  }
  return found->template get<Value>();
}

std::string text_at(const LogJson& json, const char* key) {
  return value_at<std::string>(json, key, &LogJson::is_string);
}

double number_at(const LogJson& json, const char* key) {
  return value_at<double>(json, key, &LogJson::is_number);
}

/// 0..most.
std::int64_t count_at(const LogJson& json, const char* key,
                      std::int64_t most = std::int64_t{1} << 62) {
  const auto value = value_at<std::uint64_t>(json, key, &LogJson::is_number_unsigned);
  if (value <= static_cast<std::uint64_t>(most)) return static_cast<std::int64_t>(value);
  throw InputError(fmt::format("a campaign's log has no such \"{}\"", key));
}

std::optional<std::int64_t> optional_count_at(const LogJson& json, const char* key) {
  if (!json.contains(key) || json[key].is_null()) return std::nullopt;
  return count_at(json, key);
}

std::vector<std::string> texts_at(const LogJson& json, const char* key) {
  const LogJson list = value_at<LogJson>(json, key, &LogJson::is_array);
  std::vector<std::string> texts;
  for (const LogJson& text : list) {
    if (!text.is_string()) throw InputError(fmt::format("\"{}\" has to be a list of texts", key));
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

LogJson json_or_null(const std::optional<std::int64_t>& count) {
  return count ? LogJson(*count) : LogJson(nullptr);
}

CampaignHeader::ProblemOf problem_in(const LogJson& json) {
  if (!json.is_object()) throw InputError("\"problems\" has to be a list of objects");
  CampaignHeader::ProblemOf problem{text_at(json, "problem"), {}};
  for (const LogJson& group : value_at<LogJson>(json, "groups", &LogJson::is_array)) {
    problem.groups.push_back(texts_at({{"group", group}}, "group"));
  }
  if (problem.groups.empty()) throw InputError("\"groups\" is empty");
  return problem;
}

/// Calls read(line) with every whole line and returns how many bytes these have.
template <class Read>
std::uint64_t for_each_line(const std::filesystem::path& file, std::string_view content,
                            const Read& read) {
  std::int64_t number = 1;
  std::size_t begin = 0;
  for (std::size_t end; (end = content.find('\n', begin)) != std::string_view::npos;) {
    try {
      read(content.substr(begin, end - begin));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", file.string(), number, error.what()));
    }
    begin = end + 1;
    ++number;
  }
  return begin;
}

bool write_at_once(int descriptor, std::string_view text) {
  for (;;) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written == static_cast<ssize_t>(text.size())) return true;
    if (written >= 0) errno = ENOSPC;  // A part of it: there was no room for the rest.
    if (written >= 0 || errno != EINTR) return false;
  }
}

}  // namespace

std::string difference_text(const CampaignHeader& begun, const CampaignHeader& wanted) {
  if (begun.seed != wanted.seed) return fmt::format("seed {}, not {}", begun.seed, wanted.seed);
  if (begun.try_seconds != wanted.try_seconds) {
    return fmt::format("{} s for the first tries, not {}", begun.try_seconds, wanted.try_seconds);
  }
  if (begun.problems.size() != wanted.problems.size()) {
    return fmt::format("{} problems, not {}", begun.problems.size(), wanted.problems.size());
  }
  for (std::size_t p = 0; p < begun.problems.size(); ++p) {
    const CampaignHeader::ProblemOf& then = begun.problems[p];
    const CampaignHeader::ProblemOf& now = wanted.problems[p];
    if (then.problem != now.problem) return fmt::format("{}, not {}", then.problem, now.problem);
    if (then.groups != now.groups) return fmt::format("other groups for {}", now.problem);
  }
  return "";
}

std::string header_line(const CampaignHeader& header) {
  LogJson json = {{"campaign", kLogFormat},
                  {"version", header.version},
                  {"seed", header.seed},
                  {"try_time", header.try_seconds},
                  {"problems", LogJson::array()}};
  for (const CampaignHeader::ProblemOf& problem : header.problems) {
    LogJson groups = LogJson::array();
    for (const GroupTexts& group : problem.groups) groups.push_back(LogJson(group));
    json["problems"].push_back({{"problem", problem.problem}, {"groups", std::move(groups)}});
  }
  return line_of(json);
}

CampaignHeader parse_header(std::string_view line) {
  const LogJson json = object_in(line);
  const std::int64_t format = count_at(json, "campaign");
  if (format != kLogFormat) {
    throw InputError(fmt::format("written by another version of coldcore (format {})", format));
  }
  CampaignHeader header;
  header.version = text_at(json, "version");
  header.seed = value_at<std::uint64_t>(json, "seed", &LogJson::is_number_unsigned);
  header.try_seconds = number_at(json, "try_time");
  if (!(header.try_seconds > 0)) throw InputError("\"try_time\" has to be more than 0");
  for (const LogJson& problem : value_at<LogJson>(json, "problems", &LogJson::is_array)) {
    header.problems.push_back(problem_in(problem));
  }
  return header;
}

std::string record_line(const TryRecord& record) {
  LogJson json = {{"problem", record.problem},
                  {"try", record.number},
                  {"group", record.group},
                  {"seed", record.seed},
                  {"seconds", record.seconds},
                  {"elapsed", record.elapsed},
                  {"iterations", record.iterations},
                  {"size", json_or_null(record.size)},
                  {"status", record.status},
                  {"exit_code", record.exit_code},
                  {"lower", json_or_null(record.lower)},
                  {"upper", json_or_null(record.upper)},
                  {"target", json_or_null(record.target)},
                  {"generators", record.generators},
                  {"version", record.version},
                  {"command", record.command}};
  if (!record.message.empty()) json["message"] = record.message;
  return line_of(json);
}

TryRecord parse_record(std::string_view line) {
  const LogJson json = object_in(line);
  TryRecord record;
  record.problem = text_at(json, "problem");
  record.number = count_at(json, "try");
  record.group = texts_at(json, "group");
  record.seed = value_at<std::uint64_t>(json, "seed", &LogJson::is_number_unsigned);
  record.seconds = number_at(json, "seconds");
  record.elapsed = number_at(json, "elapsed");
  record.iterations = count_at(json, "iterations");
  record.size = optional_count_at(json, "size");
  record.status = text_at(json, "status");
  record.exit_code = static_cast<int>(count_at(json, "exit_code", 255));
  record.lower = optional_count_at(json, "lower");
  record.upper = optional_count_at(json, "upper");
  record.target = optional_count_at(json, "target");
  record.generators = texts_at(json, "generators");
  record.version = text_at(json, "version");
  record.command = text_at(json, "command");
  if (json.contains("message")) record.message = text_at(json, "message");
  return record;
}

std::optional<CampaignHistory> read_campaign_log(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return std::nullopt;
  if (!std::filesystem::is_regular_file(file, ignored)) {  // Opening a pipe would wait.
    throw InputError(fmt::format("{} is no ordinary file", file.string()));
  }
  const std::string content = read_whole_file(file, kMostLogBytes);
  CampaignHistory history;
  bool in_records = false;
  history.bytes = for_each_line(file, content, [&](std::string_view line) {
    if (in_records) {
      history.records.push_back(parse_record(line));
    } else {
      history.header = parse_header(line);
    }
    in_records = true;
  });
  if (in_records) return history;
  throw InputError(fmt::format("{}:1: not a line of a campaign's log", file.string()));
}

CampaignHistory begin_campaign_log(const std::filesystem::path& file,
                                   const CampaignHeader& header) {
  const std::string line = header_line(header) + "\n";
  write_file_atomically(file, line);
  return {header, {}, line.size()};
}

CampaignLog::CampaignLog(std::filesystem::path file, std::uint64_t bytes)
    : path_(std::move(file)),
      descriptor_(::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC)),
      bytes_(bytes) {
  if (descriptor_ < 0) fail_on_file("write", path_);
  if (::ftruncate(descriptor_, static_cast<off_t>(bytes_)) == 0) return;
  const int reason = errno;
  ::close(descriptor_);
  errno = reason;
  fail_on_file("write", path_);
}

CampaignLog::~CampaignLog() { ::close(descriptor_); }

void CampaignLog::append(const TryRecord& record) {
  const std::string line = record_line(record) + "\n";
  if (write_at_once(descriptor_, line) && ::fsync(descriptor_) == 0) {
    bytes_ += line.size();
    return;
  }
  const int reason = errno;
  // Shortening takes no room. If it fails all the same, a torn line is what the next run cuts off.
  if (::ftruncate(descriptor_, static_cast<off_t>(bytes_)) != 0) errno = reason;
  errno = reason;
  fail_on_file("write", path_);
}

}  // namespace coldcore::search

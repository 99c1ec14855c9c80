// SPDX-License-Identifier: Apache-2.0
#include "campaign_try.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <utility>

#include "atomic_file.hpp"
#include "campaign/problem_lines.hpp"
#include "checkpoint.hpp"
#include "exit_code.hpp"
#include "line_reader.hpp"
#include "problem.hpp"

namespace coldcore::cli {

using search::TryRecord;
using SolveJson = nlohmann::ordered_json;

namespace {

constexpr const char* kRefused = "refused";
constexpr const char* kOutOfMemory = "out of memory";
constexpr const char* kNotWritten = "not written";
constexpr const char* kCrashed = "crashed";
constexpr const char* kFailed = "failed";
constexpr const char* kInterrupted = "interrupted";
constexpr const char* kOverdue = "overdue";

/// The last line of what a process said, without the program's name.
std::string last_line(std::string_view text) {
  constexpr std::string_view kName = "coldcore: ";
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  text.remove_prefix(text.rfind('\n') + 1);
  if (text.starts_with(kName)) text.remove_prefix(kName.size());
  return std::string(text);
}

/// How a process ended that did not report.
const char* status_without_report(int exit_code, Told told) {
  if (told == Told::kInterrupted) return kInterrupted;
  if (told == Told::kOverdue) return kOverdue;
  if (exit_code == kExitBadInput || exit_code == kExitPlugin) return kRefused;
  if (exit_code == kExitMemory) return kOutOfMemory;
  if (exit_code == kExitFile) return kNotWritten;
  return exit_code > kExitSignal ? kCrashed : kFailed;
}

std::int64_t count_or(const SolveJson& report, const char* key, std::int64_t otherwise) {
  const auto found = report.find(key);
  const bool number = found != report.end() && found->is_number_integer();
  return number ? found->get<std::int64_t>() : otherwise;
}

void add_groups(std::vector<std::string>& words, const search::GroupTexts& group) {
  for (const std::string& text : group) words.insert(words.end(), {"--group", text});
}

/// The line that finds a cover again. Steps say where a run ends on any machine; a cover that was
/// there before the run came in fewer or more.
std::string command_to_repeat(const CampaignProblem& problem, const StartedTry& started,
                              std::int64_t iterations, bool found) {
  std::vector<std::string> words = {"coldcore", "solve"};
  words.insert(words.end(), problem.solve_arguments.begin(), problem.solve_arguments.end());
  add_groups(words, problem.ladder[started.turn.rung]);
  words.insert(words.end(), {"--seed", std::to_string(started.turn.seed)});
  if (found) {
    words.insert(words.end(),
                 {"--iterations", std::to_string(std::max<std::int64_t>(iterations, 1))});
  } else {
    words.insert(words.end(), {"--time", fmt::format("{}", started.turn.seconds)});
  }
  if (started.target) words.insert(words.end(), {"--target", std::to_string(*started.target)});
  return search::join_words(words);
}

}  // namespace

std::vector<std::string> solve_arguments(const CampaignProblem& problem, const StartedTry& started,
                                         int threads) {
  std::vector<std::string> words = {"solve"};
  words.insert(words.end(), problem.solve_arguments.begin(), problem.solve_arguments.end());
  add_groups(words, problem.ladder[started.turn.rung]);
  words.insert(words.end(), {"--seed", std::to_string(started.turn.seed),   //
                             "--time", fmt::format("{}", started.seconds),  //
                             "--threads", std::to_string(threads),          //
                             "--out", started.file.string(), "--json", "--quiet"});
  if (started.target) words.insert(words.end(), {"--target", std::to_string(*started.target)});
  return words;
}

TryRecord record_of(const CampaignProblem& problem, const StartedTry& started,
                    const ChildResult& result, Told told) {
  TryRecord record;
  record.problem = problem.title;
  record.number = started.turn.number;
  record.group = problem.ladder[started.turn.rung];
  record.seed = started.turn.seed;
  record.seconds = started.seconds;
  record.elapsed = result.seconds;
  record.exit_code = result.exit_code;
  record.lower = problem.bounds.lower->size;
  if (problem.bounds.upper) record.upper = problem.bounds.upper->size;
  record.target = started.target;
  record.version = COLDCORE_PROJECT_VERSION;
  const SolveJson report = SolveJson::parse(result.out, nullptr, false);
  const bool reported = report.is_object() && report.contains("status");
  record.status = reported && told != Told::kOverdue
                      ? report["status"].get<std::string>()
                      : status_without_report(result.exit_code, told);
  bool found = false;
  if (reported) {
    record.iterations = std::max<std::int64_t>(count_or(report, "iterations", 0), 0);
    const std::int64_t size = count_or(report, "size", 0);
    if (size > 0) record.size = size;
    found = size > 0 && count_or(report, "found", 0) == size;
  }
  if (!reported || record.status == kNotWritten) record.message = last_line(result.err);
  record.command = command_to_repeat(problem, started, record.iterations, found);
  return record;
}

bool is_complete(const TryRecord& record, const search::Try& turn) {
  return record.status != kInterrupted && record.status != kNotWritten &&
         record.seconds >= turn.seconds / 2;
}

bool drops_group(const TryRecord& record) {
  for (const char* status : {kRefused, kOutOfMemory, kCrashed, kFailed, kOverdue}) {
    if (record.status == status) return true;
  }
  return record.exit_code == kExitNoCover && record.elapsed < record.seconds / 2;
}

std::vector<std::string> generators_in(const std::filesystem::path& file) try {
  std::vector<std::string> generators;
  search::LineReader lines(file);
  for (std::string_view line; lines.next(line) && line.starts_with('#');) {
    if (!line.starts_with("# generator ")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos) generators.emplace_back(line.substr(colon + 2));
  }
  return generators;
} catch (const search::InputError&) {
  return {};
} catch (const search::FileError&) {
  return {};
}

Verification verify(const CampaignProblem& problem, const std::filesystem::path& file) {
  std::vector<std::string> words = {"verify"};
  words.insert(words.end(), problem.verify_arguments.begin(), problem.verify_arguments.end());
  words.insert(words.end(), {file.string(), "--json"});
  ChildProcess process(words);
  const ChildResult& result = process.wait();
  const SolveJson report = SolveJson::parse(result.out, nullptr, false);
  if (report.is_object() && result.exit_code == kExitCover)
    return {count_or(report, "size", 0), ""};
  if (report.is_object()) return {std::nullopt, fmt::format("no cover of {}", problem.title)};
  return {std::nullopt, last_line(result.err)};
}

void rename_durably(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) search::fail_on_file("replace", to);
  // The new name is durable once the folder is; where a file system cannot sync one, it will be.
  const int folder = ::open(to.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

void remove_files_of(const StartedTry& started) {
  const std::filesystem::path& cover = started.file;
  const std::filesystem::path checkpoint = search::checkpoint_of(cover);
  std::error_code ignored;
  for (const std::filesystem::path& file : {cover, checkpoint}) {
    std::filesystem::remove(file, ignored);
    // What a killed process leaves.
    std::filesystem::remove(file.string() + ".lock", ignored);
    std::filesystem::remove(file.parent_path() / fmt::format(".{}.part", file.filename().string()),
                            ignored);
  }
}

}  // namespace coldcore::cli

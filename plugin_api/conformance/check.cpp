// SPDX-License-Identifier: Apache-2.0
#include "check.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <system_error>

#include "case.hpp"
#include "report.hpp"
#include "schedule.hpp"
#include "subject.hpp"

namespace coldcore::conformance {
namespace {

int bad_use(const std::string& line) {
  // fmt::print would throw where nothing can be written.
  const std::string text = fmt::format("coldcore: {}\n", line);
  std::fwrite(text.data(), 1, text.size(), stderr);
  return kCheckBadUse;
}

/// Why the options make no sense; "" if they do.
std::string complaint(const CheckOptions& options) {
  std::error_code error;
  if (!std::filesystem::exists(options.file, error)) {
    return fmt::format("{}: there is no such file", options.file.string());
  }
  if (!std::filesystem::is_regular_file(options.file, error)) {
    return fmt::format("{}: not a file", options.file.string());
  }
  if (!(options.timeout_s > 0)) {
    return fmt::format("a time limit of {} s is not more than 0", options.timeout_s);
  }
  for (const std::string& id : options.cases) {
    const auto matches = [&](const Case& test) { return test.id == id; };
    if (std::ranges::none_of(all_cases(), matches)) {
      return fmt::format("{}: there is no such case; --list shows them all", id);
    }
  }
  return "";
}

/// A file without a marker gets to hear why it is no plugin, and no more: no other case could even
/// name a symbol.
std::vector<std::string> ids_to_run(const CheckOptions& options, const Subject& subject) {
  if (subject.marker()) return options.cases;
  return {subject.file().problem.empty() ? "marker-well-formed" : "shared-object"};
}

std::vector<const Case*> chosen_cases(const std::vector<std::string>& ids) {
  std::vector<const Case*> chosen;
  for (const Case& test : all_cases()) {
    if (ids.empty() || std::ranges::find(ids, test.id) != ids.end()) chosen.push_back(&test);
  }
  return chosen;
}

int check(const CheckOptions& options, std::FILE* out) {
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const Subject subject(options.file, options.seed);
  const std::vector<const Case*> cases = chosen_cases(ids_to_run(options, subject));
  std::vector<CaseResult> results;
  if (options.json) {
    results = run_cases(cases, subject, options, [](const CaseResult&) {});
    write_json(out, subject, results, seconds());
  } else {
    TextReport report(out, subject);
    results =
        run_cases(cases, subject, options, [&](const CaseResult& result) { report.add(result); });
    report.finish(results, seconds());
  }
  const auto bad = [](const CaseResult& result) { return is_bad(result.outcome.verdict); };
  return std::ranges::any_of(results, bad) ? kCheckFailed : kCheckPassed;
}

}  // namespace

int run_plugin_check(const CheckOptions& options, std::FILE* out) {
  if (options.list) {
    list_cases(out, options.json);
    return kCheckPassed;
  }
  const std::string wrong = complaint(options);
  if (!wrong.empty()) return bad_use(wrong);
  return check(options, out);
}

}  // namespace coldcore::conformance

// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string_view>

namespace coldcore::conformance {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kStderrShown = 500;

std::string upper(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::toupper(c); });
  return result;
}

/// Control characters as escapes: a plugin's output must not steer the terminal.
std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
    } else if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result;
}

std::ptrdiff_t count(const std::vector<CaseResult>& results, Verdict verdict) {
  return std::ranges::count(results, verdict,
                            [](const CaseResult& result) { return result.outcome.verdict; });
}

// Bytes that are no UTF-8 are replaced: they may come from the plugin.
void print(std::FILE* out, const Json& document) {
  fmt::print(out, "{}\n", document.dump(2, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

void list_cases(std::FILE* out, bool json) {
  Json list = Json::array();
  for (const Case& test : all_cases()) {
    if (!json) fmt::print(out, "{:<28}{}\n", test.id, test.description);
    list.push_back({{"id", test.id}, {"group", test.group}, {"description", test.description}});
  }
  if (json) print(out, {{"cases", list}});
}

TextReport::TextReport(std::FILE* out, const Subject& subject) : out_(out) {
  fmt::print(out_, "{}\n", subject.path().string());
  const auto& marker = subject.marker();
  if (marker)
    fmt::print(out_, "family {}, id {}, ABI {}\n", marker->name, marker->id, marker->abi_major);
}

void TextReport::add(const CaseResult& result) {
  const auto& [test, outcome] = result;
  if (std::string_view(group_) != test->group) {
    group_ = test->group;
    fmt::print(out_, "\n{}\n", group_);
  }
  const std::string detail = printable(outcome.detail);
  const bool bad = is_bad(outcome.verdict);
  std::string line = outcome.verdict == Verdict::kSkip ? detail : test->description;
  if (outcome.verdict == Verdict::kPass && !detail.empty()) line += fmt::format(" ({})", detail);
  fmt::print(out_, "  {:<6}{:<28}{}\n", upper(verdict_name(outcome.verdict)), test->id, line);
  if (bad) fmt::print(out_, "        {}\n", detail);
  if (bad && !outcome.standard_error.empty()) {
    fmt::print(out_, "        stderr: {}\n",
               printable(outcome.standard_error.substr(0, kStderrShown)));
  }
  std::fflush(out_);
}

void TextReport::finish(const std::vector<CaseResult>& results, double seconds) {
  fmt::print(out_, "\n{} passed, {} failed, {} crashed, {} skipped in {:.1f} s\n",
             count(results, Verdict::kPass), count(results, Verdict::kFail),
             count(results, Verdict::kCrash), count(results, Verdict::kSkip), seconds);
}

void write_json(std::FILE* out, const Subject& subject, const std::vector<CaseResult>& results,
                double seconds) {
  Json document{{"file", subject.path().string()}};
  if (const auto& marker = subject.marker()) {
    document["family"] = marker->name;
    document["id"] = marker->id;
    document["abi_major"] = marker->abi_major;
  }
  document["seed"] = subject.seed();
  document["seconds"] = seconds;
  for (const Verdict verdict : {Verdict::kPass, Verdict::kFail, Verdict::kCrash, Verdict::kSkip}) {
    document["summary"][verdict_name(verdict)] = count(results, verdict);
  }
  document["cases"] = Json::array();
  for (const auto& [test, outcome] : results) {
    document["cases"].push_back({{"id", test->id},
                                 {"group", test->group},
                                 {"description", test->description},
                                 {"verdict", verdict_name(outcome.verdict)},
                                 {"detail", outcome.detail},
                                 {"stdout", outcome.standard_out},
                                 {"stderr", outcome.standard_error},
                                 {"seconds", outcome.seconds}});
  }
  print(out, document);
}

}  // namespace coldcore::conformance

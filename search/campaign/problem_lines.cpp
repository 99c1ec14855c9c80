// SPDX-License-Identifier: Apache-2.0
#include "campaign/problem_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "line_reader.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

constexpr std::string_view kWordBlanks = " \t\r";

/// Takes one word off the front of `rest`, which begins with one.
std::string take_quoted_word(std::string_view& rest) {
  std::string word;
  char quote = 0;
  std::size_t at = 0;
  for (; at < rest.size(); ++at) {
    const char c = rest[at];
    if (quote == 0 && kWordBlanks.find(c) != std::string_view::npos) break;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else {
      word += c;
    }
  }
  if (quote != 0) throw InputError(fmt::format("a quote ({}) is not closed", quote));
  rest.remove_prefix(at);
  return word;
}

bool is_plain(char c) {
  constexpr std::string_view kPlain = "-_./,^=:+%@";
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         kPlain.find(c) != std::string_view::npos;
}

/// A single quote cannot stand between single quotes.
std::string quoted(const std::string& word) {
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'') {
      text += R"('"'"')";
    } else {
      text += c;
    }
  }
  return text + "'";
}

}  // namespace

std::vector<std::string> split_words(std::string_view line) {
  std::vector<std::string> words;
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(kWordBlanks), line.size()));
    if (line.empty() || line.front() == '#') return words;
    words.push_back(take_quoted_word(line));
  }
}

std::string join_words(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += quoted(word);
  }
  return line;
}

std::vector<ProblemLine> read_problem_lines(const std::filesystem::path& file) {
  std::vector<ProblemLine> problems;
  LineReader lines(file);
  for (std::string_view line; lines.next(line);) {
    try {
      std::vector<std::string> words = split_words(line);
      if (!words.empty()) problems.push_back({lines.line_number(), std::move(words)});
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", file.string(), lines.line_number(), error.what()));
    }
  }
  if (!problems.empty()) return problems;
  throw InputError(
      fmt::format("{}: there is no problem in it: a line is what would follow "
                  "'coldcore solve'",
                  file.string()));
}

}  // namespace coldcore::search

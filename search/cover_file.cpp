// SPDX-License-Identifier: Apache-2.0
#include "cover_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>

#include "line_reader.hpp"
#include "word_parser.hpp"

namespace coldcore::search {
namespace {

constexpr int kMaxMu = 65'535;
constexpr std::string_view kSet = "set";
constexpr std::string_view kMultiset = "multiset";

template <class Number>
std::optional<Number> parse_number(std::string_view text, Number low = 0,
                                   Number high = std::numeric_limits<Number>::max()) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (value < low || value > high) return std::nullopt;
  return value;
}

std::optional<bool> parse_distinct(std::string_view text) {
  if (text == kSet) return true;
  if (text == kMultiset) return false;
  return std::nullopt;
}

/// Reads one file: comments into the header, other lines into words.
class CoverReader {
 public:
  CoverReader(const std::filesystem::path& path, const std::optional<std::vector<int>>& axes)
      : path_(path), lines_(path), axes_(axes) {}

  CoverHeader read_header() {
    std::string_view line;
    while (lines_.next(line) && !is_word(line)) read_line(line);
    return std::move(file_.header);
  }

  CoverFile read() {
    std::string_view line;
    while (lines_.next(line)) read_line(line);
    if (!parser_) start_words();  // A file without words is a file all the same.
    file_.axes = parser_->axes();
    return std::move(file_);
  }

 private:
  void read_line(std::string_view line) {
    const std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos) return note_blank();
    if (line[start] == '#') return read_comment(line);
    if (!parser_) start_words();
    if (blank_after_words_ != 0) {
      complain(1, fmt::format("a word after the empty line {}", blank_after_words_));
    }
    read_word(line);
  }

  static bool is_word(std::string_view line) {
    const std::size_t start = line.find_first_not_of(" \t");
    return start != std::string_view::npos && line[start] != '#';
  }

  void note_blank() {
    if (!file_.words.empty() && blank_after_words_ == 0) blank_after_words_ = lines_.line_number();
  }

  void start_words() {
    if (!axes_) axes_ = file_.header.axes;
    if (!axes_) {
      throw InputError(fmt::format(
          "{}: the axes are not known: the file does not name them; give --axes", path_.string()));
    }
    parser_.emplace(*axes_);
  }

  void read_word(std::string_view line) {
    const ParsedWord word = parser_->parse(line);
    if (!word.error.empty()) complain(word.column, word.error);
    file_.words.push_back(word.index);
    file_.lines.push_back(static_cast<std::uint32_t>(lines_.line_number()));
  }

  void read_comment(std::string_view line) {
    // Only below this line, so that prose in a file from elsewhere stays prose.
    if (line == kCoverLine) in_header_ = true;
    const std::size_t colon = line.find(": ");
    if (!in_header_ || parser_ || colon == std::string_view::npos || colon < 2) return;
    const std::string_view key = line.substr(2, colon - 2);
    const std::string_view value = line.substr(colon + 2);
    if (!keys_.emplace(key).second) complain(3, fmt::format("\"{}\" is said a second time", key));
    if (!read_field(key, value)) {
      complain(colon + 3, fmt::format("\"{}\" is no value for \"{}\"", value, key));
    }
  }

  /// False if the key is one of ours and the value makes no sense.
  bool read_field(std::string_view key, std::string_view value) {
    CoverHeader& header = file_.header;
    if (key == "problem") return (header.family = std::string(value)).has_value();
    if (key == "axes") return read_axes(value);
    if (key == "R") return (header.radius = parse_number<int>(value)).has_value();
    if (key == "mu") return (header.mu = parse_number<int>(value, 1, kMaxMu)).has_value();
    if (key == "words") return (header.distinct = parse_distinct(value)).has_value();
    if (key == "size") return (header.size = parse_number<std::int64_t>(value)).has_value();
    if (key == "seed") return (header.seed = parse_number<std::uint64_t>(value)).has_value();
    return true;
  }

  bool read_axes(std::string_view value) {
    try {
      file_.header.axes = parse_axes(value);
      return true;
    } catch (const InputError&) {
      return false;
    }
  }

  [[noreturn]] void complain(std::size_t column, std::string_view what) const {
    throw InputError(
        fmt::format("{}:{}:{}: {}", path_.string(), lines_.line_number(), column, what));
  }

  std::filesystem::path path_;
  LineReader lines_;
  std::optional<std::vector<int>> axes_;
  std::optional<WordParser> parser_;
  CoverFile file_;
  std::set<std::string, std::less<>> keys_;  ///< Those of the header so far.
  bool in_header_ = false;
  std::int64_t blank_after_words_ = 0;
};

}  // namespace

bool CoverHeader::is_for(const Problem& problem) const {
  return family == problem.family && axes == problem.axes && radius == problem.radius &&
         mu == problem.mu && distinct == problem.distinct;
}

std::string cover_text(const Problem& problem, std::span<const Candidate> words,
                       const CoverOrigin& origin) {
  std::string text;
  fmt::format_to(std::back_inserter(text),
                 "{}\n# problem: {}\n# axes: {}\n# R: {}\n# mu: {}\n# words: {}\n# size: {}\n"
                 "# seed: {}\n# version: {}\n",
                 kCoverLine, problem.family, format_axes(problem.axes), problem.radius, problem.mu,
                 problem.distinct ? kSet : kMultiset, words.size(), origin.seed, origin.version);
  for (std::size_t i = 0; i < origin.group.size(); ++i) {
    text += fmt::format("# generator {}: {}\n", i + 1, origin.group[i]);
  }
  text.reserve(text.size() + words.size() * (problem.axes.size() + 1));
  for (const Candidate word : words) {
    text += format_word(word, problem.axes);
    text += '\n';
  }
  return text;
}

CoverFile read_cover_file(const std::filesystem::path& path,
                          const std::optional<std::vector<int>>& axes) {
  return CoverReader(path, axes).read();
}

CoverHeader read_cover_header(const std::filesystem::path& path) {
  return CoverReader(path, std::nullopt).read_header();
}

std::optional<Duplicate> find_duplicate(std::span<const Candidate> words) {
  std::vector<std::size_t> order(words.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return words[a] != words[b] ? words[a] < words[b] : a < b;
  });
  std::optional<Duplicate> found;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (words[order[i - 1]] != words[order[i]]) continue;
    if (!found || order[i] < found->second) found = Duplicate{order[i - 1], order[i]};
  }
  return found;
}

}  // namespace coldcore::search

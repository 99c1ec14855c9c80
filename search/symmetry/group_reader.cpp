// SPDX-License-Identifier: Apache-2.0
#include "group_reader.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <numeric>

#include "line_reader.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

constexpr int kMostGenerators = 64;
/// Lines of a file: no group needs as many, and each of them takes time to be checked.
constexpr int kMostLines = 4096;
/// Of a line: a permutation of many elements takes a long one.
constexpr std::size_t kMostLineBytes = std::size_t{1} << 20;
/// Of a text that a message repeats.
constexpr std::size_t kMostShown = 100;

std::vector<int> parse_cycle(std::string_view text, int first, int count, std::string_view what) {
  std::vector<int> cycle;
  for (text = trimmed(text); !text.empty();) {
    const std::size_t end = text.find_first_of(" \t,");
    const std::string_view word = text.substr(0, end);
    const std::optional<int> value = number_of(word);
    if (!value || *value < first || *value - first >= count) {
      throw InputError(fmt::format("'{}' is no {}: they go from {} to {}", shown(word), what, first,
                                   first + count - 1));
    }
    cycle.push_back(*value - first);
    text = end == std::string_view::npos ? std::string_view() : trimmed(text.substr(end + 1));
  }
  return cycle;
}

void read_group_file(const std::filesystem::path& path,
                     const std::function<void(std::string_view)>& add) {
  LineReader lines(path, kMostLineBytes);
  std::string_view line;
  int count = 0;
  while (lines.next(line)) {
    const std::string_view text = trimmed(line.substr(0, line.find('#')));
    if (text.empty()) continue;
    try {
      if (++count > kMostLines) {
        throw InputError(fmt::format("these are more than {} generators", kMostLines));
      }
      add(text);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", path.string(), lines.line_number(), error.what()));
    }
  }
  if (count == 0)
    throw InputError(fmt::format("group: there is no generator in {}", path.string()));
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::string shown(std::string_view text) {
  std::string result(text.substr(0, kMostShown));
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  }
  return text.size() > kMostShown ? result + "..." : result;
}

std::string_view take_word(std::string_view& text) {
  const std::size_t end = text.find_first_of(" \t(");
  const std::string_view word = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : trimmed(text.substr(end));
  return word;
}

std::optional<int> number_of(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<int> parse_cycles(std::string_view text, int first, int count, std::string_view what) {
  std::vector<int> to(static_cast<std::size_t>(count));
  std::iota(to.begin(), to.end(), 0);
  std::vector<bool> seen(to.size());
  if (text.empty()) {
    throw InputError(fmt::format("cycles are missing, such as ({} {})", first, first + 1));
  }
  while (!text.empty()) {
    const std::size_t end = text.find(')');
    if (text.front() != '(' || end == std::string_view::npos) {
      throw InputError(
          fmt::format("'{}' is no cycle such as ({} {})", shown(text), first, first + 1));
    }
    const std::vector<int> cycle = parse_cycle(text.substr(1, end - 1), first, count, what);
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const auto from = static_cast<std::size_t>(cycle[i]);
      if (seen[from]) throw InputError(fmt::format("{} {} occurs twice", what, cycle[i] + first));
      seen[from] = true;
      to[from] = cycle[(i + 1) % cycle.size()];
    }
    text = trimmed(text.substr(end + 1));
  }
  return to;
}

std::string format_cycles(std::span<const int> to, int first) {
  std::string text;
  std::vector<bool> seen(to.size());
  for (std::size_t begin = 0; begin < to.size(); ++begin) {
    if (seen[begin] || to[begin] == static_cast<int>(begin)) continue;
    text += '(';
    for (std::size_t at = begin; !seen[at]; at = static_cast<std::size_t>(to[at])) {
      seen[at] = true;
      text += fmt::format("{}{}", at == begin ? "" : " ", static_cast<int>(at) + first);
    }
    text += ')';
  }
  return text;
}

int parse_generator_count(std::string_view number, std::string_view text) {
  if (number.empty()) return 0;
  const std::optional<int> count = number_of(number);
  if (count && *count >= 1 && *count <= kMostGenerators) return *count;
  throw InputError(fmt::format("group '{}': '{}' is no number of generators, 1 to {}", shown(text),
                               shown(number), kMostGenerators));
}

void read_group(std::span<const std::string> texts,
                const std::function<bool(std::string_view)>& take_name,
                const std::function<void(std::string_view)>& add) {
  for (const std::string& whole : texts) {
    const std::string_view text = trimmed(whole);
    if (take_name(text)) continue;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(whole, ignored)) {
      read_group_file(whole, add);
    } else if (std::filesystem::exists(whole, ignored)) {
      throw InputError(fmt::format("group: {} is no ordinary file", whole));
    } else {
      add(text);
    }
  }
}

}  // namespace coldcore::search

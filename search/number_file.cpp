// SPDX-License-Identifier: Apache-2.0
#include "number_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "line_reader.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

constexpr std::size_t kLongestValue = 1000;

bool is_separator(char c) { return c == ' ' || c == '\t' || c == ','; }

std::string unexpected(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte > 32 && byte < 127) return fmt::format("unexpected character '{}'", c);
  return fmt::format("unexpected byte 0x{:02x}", byte);
}

}  // namespace

NumberFile::NumberFile(const std::filesystem::path& path, std::string_view first_line)
    : path_(path) {
  LineReader lines(path);
  std::string_view line;
  while (lines.next(line)) {
    read_line(line, static_cast<std::uint32_t>(lines.line_number()), first_line);
  }
}

void NumberFile::read_line(std::string_view line, std::uint32_t number,
                           std::string_view first_line) {
  const std::size_t start = std::min(line.find_first_not_of(" \t"), line.size());
  if (start == line.size()) return;
  if (line[start] == '#') return read_comment(line.substr(start), number, first_line);
  read_numbers(line, number);
}

void NumberFile::read_comment(std::string_view comment, std::uint32_t number,
                              std::string_view first_line) {
  if (comment == first_line) has_first_line_ = true;
  const std::size_t colon = comment.find(": ");
  if (!has_first_line_ || !numbers_.empty() || colon == std::string_view::npos || colon < 2) return;
  const std::string_view key = comment.substr(2, colon - 2);
  const PlacedNumber place{0, number, static_cast<std::uint32_t>(colon + 3)};
  Value value{std::string(comment.substr(colon + 2)), place};
  if (values_.emplace(key, std::move(value)).second) return;
  complain({0, number, 3}, fmt::format("\"{}\" is said a second time", key));
}

void NumberFile::read_numbers(std::string_view line, std::uint32_t number) {
  const char* const end = line.data() + line.size();
  for (const char* at = line.data(); at != end;) {
    if (is_separator(*at)) {
      ++at;
      continue;
    }
    PlacedNumber read{0, number, static_cast<std::uint32_t>(at - line.data() + 1)};
    if (*at < '0' || *at > '9') complain(read, unexpected(*at));
    const auto [stop, error] = std::from_chars(at, end, read.value);
    if (error != std::errc()) complain(read, "the number is too large");
    numbers_.push_back(read);
    at = stop;
    if (at == end || is_separator(*at)) continue;
    complain({0, number, static_cast<std::uint32_t>(at - line.data() + 1)}, unexpected(*at));
  }
}

std::optional<std::string> NumberFile::text(std::string_view key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) return std::nullopt;
  return found->second.text;
}

std::optional<std::int64_t> NumberFile::number(std::string_view key, std::int64_t low,
                                               std::int64_t high) const {
  const std::optional<std::string> value = text(key);
  if (!value) return std::nullopt;
  std::int64_t number = 0;
  const char* const end = value->data() + value->size();
  const auto [stop, error] = std::from_chars(value->data(), end, number);
  if (error != std::errc() || stop != end || number < low || number > high) {
    complain_about_value(key);
  }
  return number;
}

std::optional<bool> NumberFile::is_set(std::string_view key) const {
  const std::optional<std::string> value = text(key);
  if (!value) return std::nullopt;
  if (*value != "set" && *value != "multiset") complain_about_value(key);
  return *value == "set";
}

void NumberFile::complain(const PlacedNumber& number, std::string_view what) const {
  throw InputError(fmt::format("{}:{}:{}: {}", path_.string(), number.line, number.column, what));
}

void NumberFile::complain_about_value(std::string_view key) const {
  const Value& value = values_.find(key)->second;
  complain(value.place, fmt::format("\"{}\" is no value for \"{}\"", value.text, key));
}

int NumberFile::first_number(std::int64_t most, std::string_view item) const {
  const auto zero = std::ranges::find(numbers_, 0, &PlacedNumber::value);
  const bool from_zero = zero != numbers_.end();
  if (from_zero && has_first_line_) {
    complain(*zero, fmt::format("there is no {} 0: they go from 1 to {}", item, most));
  }
  const int first = from_zero ? 0 : 1;
  for (const PlacedNumber& number : numbers_) {
    if (number.value < most + first) continue;
    const std::string why =
        from_zero ? fmt::format(", as line {} has a 0", zero->line) : std::string();
    complain(number, fmt::format("there is no {} {}: they go from {} to {}{}", item, number.value,
                                 first, most + first - 1, why));
  }
  return first;
}

std::string comment_line(std::string_view key, std::string_view value) {
  std::string text(value.substr(0, kLongestValue));
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; };
  std::ranges::replace_if(text, is_control, '?');
  return fmt::format("# {}: {}\n", key, text);
}

std::string generator_lines(std::span<const std::string> generators) {
  std::string text;
  for (std::size_t i = 0; i < generators.size(); ++i) {
    text += comment_line(fmt::format("generator {}", i + 1), generators[i]);
  }
  return text;
}

}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
#include "word_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "problem.hpp"

namespace coldcore::search {
namespace {

constexpr std::string_view kBlanks = " \t";

ParsedWord wrong(std::size_t at, std::string error) { return {0, at + 1, std::move(error)}; }

ParsedWord junk(std::string_view line, std::size_t at) {
  const auto byte = static_cast<unsigned char>(line[at]);
  if (byte > 32 && byte < 127) return wrong(at, fmt::format("unexpected character '{}'", line[at]));
  return wrong(at, fmt::format("unexpected byte 0x{:02x}", byte));
}

ParsedWord too_large(std::size_t at, int digit, std::size_t axis, int size) {
  return wrong(at, fmt::format("digit {} is too large for axis {}, which has size {}", digit,
                               axis + 1, size));
}

ParsedWord wrong_length(std::size_t at, std::size_t digits, std::size_t axes) {
  return wrong(
      at, fmt::format("{} digit{} where the word has {}", digits, digits == 1 ? "" : "s", axes));
}

/// The decimal number at `at`, or -1; moves `at` past it. Stops growing where no axis is so long.
int take_number(std::string_view line, std::size_t& at) {
  const std::size_t begin = at;
  int value = 0;
  while (at < line.size() && line[at] >= '0' && line[at] <= '9') {
    value = std::min(10 * value + (line[at++] - '0'), 1'000'000);
  }
  return at == begin ? -1 : value;
}

/// Moves `at` past one separator: blanks with at most one comma among them. True if there was a
/// comma.
bool skip_separator(std::string_view line, std::size_t& at) {
  at = std::min(line.find_first_not_of(kBlanks, at), line.size());
  if (at == line.size() || line[at] != ',') return false;
  at = std::min(line.find_first_not_of(kBlanks, at + 1), line.size());
  return true;
}

}  // namespace

WordParser::WordParser(std::vector<int> axes) : axes_(std::move(axes)) {
  std::int64_t stride = 1;
  for (const int axis : axes_) {
    strides_.push_back(stride);
    stride *= axis;
  }
}

ParsedWord WordParser::parse(std::string_view line) const {
  const std::size_t start = std::min(line.find_first_not_of(kBlanks), line.size());
  line = line.substr(0, line.find_last_not_of(kBlanks) + 1);
  const bool separated = line.find_first_of(" \t,", start) != std::string_view::npos;
  return separated ? parse_numbers(line, start) : parse_base36(line, start);
}

ParsedWord WordParser::parse_base36(std::string_view line, std::size_t start) const {
  ParsedWord word;
  for (std::size_t at = start; at < line.size(); ++at) {
    const std::size_t axis = at - start;
    const std::optional<int> digit = base36_value(line[at]);
    if (!digit) return junk(line, at);
    if (axis >= axes_.size()) return wrong_length(at, line.size() - start, axes_.size());
    if (*digit >= axes_[axis]) return too_large(at, *digit, axis, axes_[axis]);
    word.index += *digit * strides_[axis];
  }
  if (line.size() - start < axes_.size()) {
    return wrong_length(line.size(), line.size() - start, axes_.size());
  }
  return word;
}

ParsedWord WordParser::parse_numbers(std::string_view line, std::size_t start) const {
  ParsedWord word;
  std::size_t axis = 0;
  bool more = true;  // A comma promises another number.
  for (std::size_t at = start; at < line.size() || more; ++axis) {
    const std::size_t begin = at;
    const int digit = take_number(line, at);
    if (digit < 0 && at < line.size()) return junk(line, at);
    if (digit < 0) return wrong(at, "a number is missing after the comma");
    if (axis >= axes_.size()) return wrong(begin, fmt::format("more than {} digits", axes_.size()));
    if (digit >= axes_[axis]) return too_large(begin, digit, axis, axes_[axis]);
    word.index += digit * strides_[axis];
    more = skip_separator(line, at);
  }
  if (axis < axes_.size()) return wrong_length(line.size(), axis, axes_.size());
  return word;
}

}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
//
// What the files of solutions to explicit instances have in common: comment lines "# key: value"
// below a first line of their own, then lines of whole numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coldcore::search {

/// The largest mu of a file.
constexpr std::int64_t kMostMultiplicity = 65'535;

/// A whole number and where it stands, both from 1.
struct PlacedNumber {
  std::int64_t value = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// Comments are taken for keys and values only below the first line that a format has, so that
/// prose in a file from elsewhere stays prose.
class NumberFile {
 public:
  /// Reads a file whose keys stand below the comment `first_line`. Takes "\r\n", blank lines
  /// anywhere, numbers from 0 separated by blanks or commas. FileError if the file cannot be read,
  /// InputError "FILE:LINE:COLUMN: ..." for anything else that it holds and for a key said twice.
  NumberFile(const std::filesystem::path& path, std::string_view first_line);

  const std::vector<PlacedNumber>& numbers() const { return numbers_; }
  /// True if the file is one of the format.
  bool has_first_line() const { return has_first_line_; }

  /// The value of a key, if the file has it. Those of numbers throw InputError with its place where
  /// the value is no number in low..high.
  std::optional<std::string> text(std::string_view key) const;
  std::optional<std::int64_t> number(
      std::string_view key, std::int64_t low,
      std::int64_t high = std::numeric_limits<std::int64_t>::max()) const;
  /// True for "set", false for "multiset"; InputError for anything else.
  std::optional<bool> is_set(std::string_view key) const;

  /// Throws InputError "FILE:LINE:COLUMN: what".
  [[noreturn]] void complain(const PlacedNumber& number, std::string_view what) const;
  [[noreturn]] void complain_about_value(std::string_view key) const;

  /// Whether numbers that run up to `most` items count them from 0 or from 1: from 0 if a 0 occurs,
  /// else from 1; below the first line of a format always from 1. InputError at the first number
  /// that does not fit that, which names the limit.
  int first_number(std::int64_t most, std::string_view item) const;

 private:
  struct Value {
    std::string text;
    PlacedNumber place;
  };

  void read_line(std::string_view line, std::uint32_t number, std::string_view first_line);
  void read_comment(std::string_view comment, std::uint32_t number, std::string_view first_line);
  void read_numbers(std::string_view line, std::uint32_t number);

  std::filesystem::path path_;
  std::vector<PlacedNumber> numbers_;
  std::map<std::string, Value, std::less<>> values_;
  bool has_first_line_ = false;
};

/// The text of a comment line "# key: value". Control characters become '?', and what exceeds a
/// thousand bytes is cut off, so that it stays one line that a reader takes.
std::string comment_line(std::string_view key, std::string_view value);

/// The comment lines that name the generators of a group: "# generator 1: points (1 2)".
std::string generator_lines(std::span<const std::string> generators);

}  // namespace coldcore::search

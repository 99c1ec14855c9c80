// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace coldcore::search {

/// A word, or what is wrong with the line and where.
struct ParsedWord {
  std::int64_t index = 0;
  std::size_t column = 0;  ///< From 1; with an error.
  std::string error;       ///< Empty if the line is a word.
};

/// Reads one line as a word of the space: n base-36 digits, or n decimal numbers separated by
/// blanks or commas. Blanks around the word are ignored.
class WordParser {
 public:
  explicit WordParser(std::vector<int> axes);

  ParsedWord parse(std::string_view line) const;
  const std::vector<int>& axes() const { return axes_; }

 private:
  ParsedWord parse_base36(std::string_view line, std::size_t start) const;
  ParsedWord parse_numbers(std::string_view line, std::size_t start) const;

  std::vector<int> axes_;
  std::vector<std::int64_t> strides_;
};

}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace coldcore::matrix {

/// The lines of a text file, plain or gzip, in bounded memory.
class TextLines {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{1} << 16;

  /// FileError if the file cannot be opened.
  explicit TextLines(std::filesystem::path path);
  TextLines(const TextLines&) = delete;
  TextLines& operator=(const TextLines&) = delete;
  ~TextLines();

  /// The next line without its "\n" or "\r\n", valid until the next call; false at the end. A last
  /// line without an end is a line. FileError where the file cannot be read or its compressed data
  /// is damaged, InputError for a line longer than kLongestLine.
  bool next(std::string_view& line);

  /// Number of the line that next() gave last, from 1.
  std::int64_t line_number() const { return line_number_; }

  /// The text is not longer than this: what its file has on disk, and what gzip can make of so
  /// much. A very large number where the file does not say.
  std::int64_t most_bytes() const;

  /// Throws InputError "FILE:LINE:COLUMN: what" about the line that next() gave last; column from
  /// 1.
  [[noreturn]] void complain(std::int64_t column, std::string_view what) const;

 private:
  bool refill();
  [[noreturn]] void fail_on_source() const;

  std::filesystem::path path_;
  void* source_;
  std::string buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool exhausted_ = false;  ///< The source has no more than the buffer holds.
  std::int64_t line_number_ = 0;
};

}  // namespace coldcore::matrix

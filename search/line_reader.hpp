// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace coldcore::search {

/// Reads a file of any length line by line in bounded memory.
class LineReader {
 public:
  static constexpr std::size_t kMaxLine = 4096;

  /// Lines have at most `max_line` bytes. FileError if the file cannot be opened.
  explicit LineReader(std::filesystem::path path, std::size_t max_line = kMaxLine);
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  ~LineReader();

  /// The next line without its "\n" or "\r\n", valid until the next call; false at the end. A last
  /// line without an end is a line. FileError on a read error, InputError on a longer line than
  /// there may be.
  bool next(std::string_view& line);

  /// Number of the line that next() gave last, from 1.
  std::int64_t line_number() const { return line_number_; }

 private:
  std::size_t buffered_line() const;
  bool refill();

  std::filesystem::path path_;
  std::size_t max_line_;
  int descriptor_;
  std::string buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::int64_t line_number_ = 0;
};

}  // namespace coldcore::search

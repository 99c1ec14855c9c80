// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace coldcore::search {

/// Reads the whole numbers of a text file, plain or gzip, in bounded memory and with their places.
/// Blanks, tabs and line ends ("\n" or "\r\n") separate them; '#' begins a comment that ends with
/// its line. Anything else is refused.
class NumberReader {
 public:
  /// FileError if the file cannot be opened.
  explicit NumberReader(std::filesystem::path path);
  NumberReader(const NumberReader&) = delete;
  NumberReader& operator=(const NumberReader&) = delete;
  ~NumberReader();

  /// The next number, or false at the end of the file. FileError where the file cannot be read or
  /// its compressed data is damaged, InputError "FILE:LINE:COLUMN: ..." for what is no number or
  /// does not fit 64 bits.
  bool next(std::int64_t& value);

  /// Place of the number that next() gave last, or of the end of the file; both from 1.
  std::int64_t line() const { return number_line_; }
  std::int64_t column() const { return number_column_; }
  /// Comments passed so far, and the line of the first one, 0 for none.
  std::int64_t first_comment() const { return first_comment_; }

  /// FNV-1a of all bytes as they are after decompression, once next() has returned false.
  std::uint64_t hash() const { return hash_; }
  /// The same of the whole file, whatever it holds; nothing can be read afterwards.
  std::uint64_t hash_to_the_end();

  /// Throws InputError "FILE:LINE:COLUMN: what", the place being that of the last number.
  [[noreturn]] void complain(std::string_view what) const;

 private:
  bool skip_to_number();
  bool skip_unusual();
  void skip_comment();
  void note_place();
  bool refill();
  [[noreturn]] void complain_about_byte();
  [[noreturn]] void fail_on_source() const;

  std::filesystem::path path_;
  void* source_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  bool exhausted_ = false;       ///< The source has no more than the buffer holds.
  std::int64_t before_ = 0;      ///< Bytes of the file before the buffer.
  std::int64_t line_start_ = 0;  ///< Offset in the file.
  std::int64_t line_ = 1;
  std::int64_t number_line_ = 1;
  std::int64_t number_column_ = 1;
  std::int64_t first_comment_ = 0;
  std::uint64_t hash_;
};

/// 16 hexadecimal digits, as files show a hash.
std::string format_hash(std::uint64_t hash);

}  // namespace coldcore::search

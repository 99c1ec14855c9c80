// SPDX-License-Identifier: Apache-2.0
#include "text_lines.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>

#include "atomic_file.hpp"
#include "problem.hpp"

namespace coldcore::matrix {
namespace {

constexpr std::size_t kTextBuffer = std::size_t{1} << 18;
/// Deflate makes at most so many bytes of one.
constexpr std::int64_t kMostInflation = 1032;

gzFile gz_of(void* source) { return static_cast<gzFile>(source); }

}  // namespace

TextLines::TextLines(std::filesystem::path path)
    : path_(std::move(path)), source_(gzopen(path_.c_str(), "rbe")), buffer_(kTextBuffer, '\0') {
  if (source_ == nullptr) search::fail_on_file("read", path_);
  gzbuffer(gz_of(source_), kTextBuffer);
}

TextLines::~TextLines() { gzclose_r(gz_of(source_)); }

bool TextLines::next(std::string_view& line) {
  const char* end = nullptr;
  do {
    end = static_cast<const char*>(std::memchr(buffer_.data() + begin_, '\n', end_ - begin_));
  } while (end == nullptr && end_ - begin_ <= kLongestLine && refill());
  if (begin_ == end_) return false;
  const std::size_t rest = end_ - begin_;
  const auto length =
      end == nullptr ? rest : static_cast<std::size_t>(end - (buffer_.data() + begin_));
  ++line_number_;
  if (length > kLongestLine) {
    complain(kLongestLine + 1, fmt::format("the line is longer than {} bytes", kLongestLine));
  }
  line = std::string_view(buffer_).substr(begin_, length);
  begin_ += std::min(length + 1, rest);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

/// Moves the unread rest to the front and reads on; false if nothing more comes.
bool TextLines::refill() {
  if (exhausted_) return false;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const auto room = static_cast<unsigned>(buffer_.size() - end_);
  const int got = gzread(gz_of(source_), buffer_.data() + end_, room);
  if (got < static_cast<int>(room)) {
    int code = Z_OK;
    gzerror(gz_of(source_), &code);
    if (got < 0 || (code != Z_OK && code != Z_STREAM_END)) fail_on_source();
    exhausted_ = true;
  }
  end_ += static_cast<std::size_t>(got);
  return got > 0;
}

std::int64_t TextLines::most_bytes() const {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path_, error);
  constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::max();
  if (error || size > static_cast<std::uintmax_t>(kUnknown / kMostInflation)) return kUnknown;
  const auto bytes = static_cast<std::int64_t>(size);
  return gzdirect(gz_of(source_)) != 0 ? bytes : bytes * kMostInflation;
}

void TextLines::complain(std::int64_t column, std::string_view what) const {
  throw search::InputError(fmt::format("{}:{}:{}: {}", path_.string(),
                                       std::max<std::int64_t>(line_number_, 1), column, what));
}

void TextLines::fail_on_source() const {
  const int reason = errno;
  int code = Z_OK;
  const std::string text = gzerror(gz_of(source_), &code);
  errno = reason;
  if (code == Z_ERRNO) search::fail_on_file("read", path_);
  throw search::FileError(fmt::format("cannot read {}: the gzip data is damaged or cut off ({})",
                                      path_.string(), text));
}

}  // namespace coldcore::matrix

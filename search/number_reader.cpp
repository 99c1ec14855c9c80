// SPDX-License-Identifier: Apache-2.0
#include "number_reader.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <system_error>
#include <utility>

#include "atomic_file.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;
/// So many bytes are in the buffer when a number is read, unless the file ends: more than any
/// number that fits 64 bits has.
constexpr std::size_t kLongestNumber = 64;

constexpr std::uint64_t kFnvBasis = 0xcbf29ce484222325U;
constexpr std::uint64_t kFnvPrime = 0x100000001b3U;

std::uint64_t fnv1a(std::uint64_t hash, std::string_view bytes) {
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * kFnvPrime;
  return hash;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// What may stand behind a number; '\r' is judged when it is skipped.
bool ends_number(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '#'; }

gzFile as_gz(void* source) { return static_cast<gzFile>(source); }

}  // namespace

NumberReader::NumberReader(std::filesystem::path path)
    : path_(std::move(path)),
      source_(gzopen(path_.c_str(), "rbe")),
      buffer_(kBuffer, '\0'),
      hash_(kFnvBasis) {
  if (source_ == nullptr) fail_on_file("read", path_);
  gzbuffer(as_gz(source_), kBuffer);
}

NumberReader::~NumberReader() { gzclose_r(as_gz(source_)); }

bool NumberReader::next(std::int64_t& value) {
  const bool found = skip_to_number();
  if (found && end_ - at_ < kLongestNumber) refill();
  note_place();
  if (!found) return false;
  const char* const begin = buffer_.data() + at_;
  const char* const end = buffer_.data() + end_;
  const auto [stop, error] = std::from_chars(begin, end, value);
  const auto length = static_cast<std::size_t>(stop - begin);
  if (error != std::errc() || length > kLongestNumber) complain("the number is too large");
  at_ += length;
  if (stop != end && !ends_number(*stop)) complain_about_byte();
  return true;
}

bool NumberReader::skip_to_number() {
  do {
    while (at_ < end_) {
      const char c = buffer_[at_];
      if (is_digit(c)) return true;
      if (c == ' ' || c == '\t') {
        ++at_;
      } else if (c == '\n') {
        line_start_ = before_ + static_cast<std::int64_t>(++at_);
        ++line_;
      } else if (!skip_unusual()) {
        complain_about_byte();
      }
    }
  } while (refill());
  return false;
}

/// A comment, or the "\r" of a line end.
bool NumberReader::skip_unusual() {
  if (buffer_[at_] == '#') {
    skip_comment();
    return true;
  }
  if (at_ + 1 == end_) refill();
  if (buffer_[at_] != '\r' || (at_ + 1 < end_ && buffer_[at_ + 1] != '\n')) return false;
  ++at_;
  return true;
}

void NumberReader::skip_comment() {
  if (first_comment_ == 0) first_comment_ = line_;
  do {
    const void* const line_end = std::memchr(buffer_.data() + at_, '\n', end_ - at_);
    if (line_end != nullptr) {
      at_ = static_cast<std::size_t>(static_cast<const char*>(line_end) - buffer_.data());
      return;
    }
    at_ = end_;
  } while (refill());
}

void NumberReader::note_place() {
  number_line_ = line_;
  number_column_ = before_ + static_cast<std::int64_t>(at_) - line_start_ + 1;
}

/// Moves the unread rest to the front and reads on; false if nothing more comes.
bool NumberReader::refill() {
  if (exhausted_) return false;
  std::memmove(buffer_.data(), buffer_.data() + at_, end_ - at_);
  before_ += static_cast<std::int64_t>(at_);
  end_ -= at_;
  at_ = 0;
  const auto room = static_cast<unsigned>(buffer_.size() - end_);
  const int got = gzread(as_gz(source_), buffer_.data() + end_, room);
  if (got < static_cast<int>(room)) {
    int code = Z_OK;
    gzerror(as_gz(source_), &code);
    if (got < 0 || (code != Z_OK && code != Z_STREAM_END)) fail_on_source();
    exhausted_ = true;
  }
  const auto size = static_cast<std::size_t>(got);
  hash_ = fnv1a(hash_, std::string_view(buffer_).substr(end_, size));
  end_ += size;
  return size > 0;
}

std::uint64_t NumberReader::hash_to_the_end() {
  do {
    at_ = end_;
  } while (refill());
  return hash_;
}

void NumberReader::complain(std::string_view what) const {
  throw InputError(fmt::format("{}:{}:{}: {}", path_.string(), line(), column(), what));
}

void NumberReader::complain_about_byte() {
  note_place();
  const auto byte = static_cast<unsigned char>(buffer_[at_]);
  if (byte > 32 && byte < 127) {
    complain(
        fmt::format("unexpected character '{}' where a whole number is expected", buffer_[at_]));
  }
  complain(fmt::format("unexpected byte 0x{:02x} where a whole number is expected", byte));
}

void NumberReader::fail_on_source() const {
  const int reason = errno;
  int code = Z_OK;
  const std::string text = gzerror(as_gz(source_), &code);
  errno = reason;
  if (code == Z_ERRNO) fail_on_file("read", path_);
  throw FileError(fmt::format("cannot read {}: the gzip data is damaged or cut off ({})",
                              path_.string(), text));
}

std::string format_hash(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
#include "line_reader.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "atomic_file.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

constexpr std::size_t kNoEnd = std::string_view::npos;

}  // namespace

LineReader::LineReader(std::filesystem::path path, std::size_t max_line)
    : path_(std::move(path)),
      max_line_(max_line),
      descriptor_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)),
      buffer_(std::max(std::size_t{1} << 16, max_line + 2), '\0') {
  if (descriptor_ < 0) fail_on_file("read", path_);
}

LineReader::~LineReader() { ::close(descriptor_); }

bool LineReader::next(std::string_view& line) {
  std::size_t length = buffered_line();
  while (length == kNoEnd && end_ - begin_ <= max_line_ && refill()) length = buffered_line();
  if (begin_ == end_) return false;
  length = std::min(length, end_ - begin_);
  ++line_number_;
  if (length > max_line_) {
    throw InputError(fmt::format("{}:{}:{}: the line is longer than {} bytes", path_.string(),
                                 line_number_, max_line_ + 1, max_line_));
  }
  line = std::string_view(buffer_).substr(begin_, length);
  begin_ = std::min(begin_ + length + 1, end_);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

/// Length of the line at the front of the buffer, or kNoEnd.
std::size_t LineReader::buffered_line() const {
  return std::string_view(buffer_).substr(begin_, end_ - begin_).find('\n');
}

/// Moves the unread rest to the front and reads on; false at the end of the file.
bool LineReader::refill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  for (;;) {
    const ssize_t got = ::read(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_on_file("read", path_);
    end_ += static_cast<std::size_t>(got);
    return got > 0;
  }
}

}  // namespace coldcore::search

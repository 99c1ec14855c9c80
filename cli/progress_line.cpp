// SPDX-License-Identifier: Apache-2.0
#include "progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "messages.hpp"

namespace coldcore::cli {
namespace {

/// A line that wraps could not be written over.
std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2) return 79;
  return size.ws_col - 1U;
}

}  // namespace

ProgressLine::ProgressLine(bool wanted) : shown_(wanted && ::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(std::string_view text) {
  if (!shown_) return;
  write_to_stderr(fmt::format("\r\x1b[K{}", text.substr(0, terminal_width())));
  std::fflush(stderr);
  dirty_ = true;
}

void ProgressLine::clear() {
  if (!dirty_) return;
  write_to_stderr("\r\x1b[K");
  std::fflush(stderr);
  dirty_ = false;
}

}  // namespace coldcore::cli

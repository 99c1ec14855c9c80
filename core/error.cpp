// SPDX-License-Identifier: Apache-2.0
#include "error.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <mutex>
#include <string_view>

#include "guard.hpp"

namespace coldcore::core {
namespace {

// A plain array, so that remembering an error can neither allocate nor run at thread exit. Longer
// lines are cut.
thread_local std::array<char, 4096> last_line{};

// One call of fprintf is one line, even if several threads report at once.
void write_line(const char* line) noexcept { std::fprintf(stderr, "coldcore: %s\n", line); }

}  // namespace

void report_error(const std::string& line) noexcept {
  const std::size_t length = std::min(line.size(), last_line.size() - 1);
  std::copy_n(line.data(), length, last_line.data());
  last_line[length] = '\0';
  write_line(last_line.data());
}

void report_notice(const std::string& line) noexcept { write_line(line.c_str()); }

const char* last_error() noexcept { return last_line.data(); }

std::mutex& api_mutex() {
  // Never destroyed: a thread may still call while the process ends.
  static std::mutex& mutex = *new std::mutex;
  return mutex;
}

}  // namespace coldcore::core

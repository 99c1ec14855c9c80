// SPDX-License-Identifier: Apache-2.0
#include "error.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace coldcore::incidence {
namespace {

// A plain array, so that remembering an error can neither allocate nor run at thread exit. Longer
// lines are cut.
thread_local std::array<char, 1024> last_line{};

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

const char* error_name(int code) noexcept {
  // In the order of the enum, from 0 down.
  static constexpr std::array kNames = {
      "SPARSE_OK",        "SPARSE_E_NO_CELL",     "SPARSE_E_CELL_OPEN",
      "SPARSE_E_NULL",    "SPARSE_E_ARGUMENT",    "SPARSE_E_INDEX",
      "SPARSE_E_SIGN",    "SPARSE_E_ABSENT",      "SPARSE_E_OVERFLOW",
      "SPARSE_E_NO_MAP",  "SPARSE_E_SHAPE",       "SPARSE_E_INDPTR",
      "SPARSE_E_ENTRY",   "SPARSE_E_WEIGHT",      "SPARSE_E_MEMORY",
      "SPARSE_E_DEVICE",  "SPARSE_E_ENVIRONMENT", "SPARSE_E_NO_INDEX",
      "SPARSE_E_INTERNAL"};
  static_assert(kNames.size() == 1 - SPARSE_E_INTERNAL);
  if (code > 0 || code < SPARSE_E_INTERNAL) return "unknown";
  return kNames[static_cast<std::size_t>(-code)];
}

}  // namespace coldcore::incidence

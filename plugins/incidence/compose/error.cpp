// SPDX-License-Identifier: Apache-2.0
#include "error.hpp"

#include <array>
#include <cstdio>

namespace coldcore::compose {
namespace {

// A plain array, so that remembering an error can neither allocate nor run at thread exit. Longer
// lines are cut.
thread_local std::array<char, 1024> last_error_line{};

}  // namespace

void report_error(const char* name, const char* line) noexcept {
  std::snprintf(last_error_line.data(), last_error_line.size(), "%s: %s", name, line);
  // One call of fprintf is one line, even if several threads report at once.
  std::fprintf(stderr, "coldcore: %s\n", last_error_line.data());
}

const char* last_error() noexcept { return last_error_line.data(); }

const char* error_name(int code) noexcept {
  // In the order of the enum, from 0 down.
  static constexpr std::array kNames = {
      "COMPOSE_OK",         "COMPOSE_E_NULL",   "COMPOSE_E_ARGUMENT",    "COMPOSE_E_SHAPE",
      "COMPOSE_E_INDPTR",   "COMPOSE_E_INDEX",  "COMPOSE_E_ORDER",       "COMPOSE_E_CAPACITY",
      "COMPOSE_E_OVERFLOW", "COMPOSE_E_MEMORY", "COMPOSE_E_ENVIRONMENT", "COMPOSE_E_INTERNAL"};
  static_assert(kNames.size() == 1 - COMPOSE_E_INTERNAL);
  if (code > 0 || code < COMPOSE_E_INTERNAL) return "unknown";
  return kNames[static_cast<std::size_t>(-code)];
}

}  // namespace coldcore::compose

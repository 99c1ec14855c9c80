// SPDX-License-Identifier: Apache-2.0
#include "error.hpp"

#include <array>
#include <cstdio>

namespace coldcore::layout {
namespace {

// A plain array, so that remembering an error can neither allocate nor run at thread exit. Longer
// lines are cut.
thread_local std::array<char, 1024> last_line{};

}  // namespace

void remember_error(const char* function, const char* line) noexcept {
  std::snprintf(last_line.data(), last_line.size(), "%s: %s", function, line);
}

const char* last_error() noexcept { return last_line.data(); }

const char* error_name(int code) noexcept {
  // In the order of the enum, from 0 down.
  static constexpr std::array kNames = {
      "COLDCORE_LAYOUT_OK",         "COLDCORE_LAYOUT_E_NULL",
      "COLDCORE_LAYOUT_E_ARGUMENT", "COLDCORE_LAYOUT_E_SHAPE",
      "COLDCORE_LAYOUT_E_BUFFER",   "COLDCORE_LAYOUT_E_POINTER",
      "COLDCORE_LAYOUT_E_INDEX",    "COLDCORE_LAYOUT_E_ORDER",
      "COLDCORE_LAYOUT_E_PADDING",  "COLDCORE_LAYOUT_E_PERMUTATION",
      "COLDCORE_LAYOUT_E_OVERFLOW", "COLDCORE_LAYOUT_E_MEMORY",
      "COLDCORE_LAYOUT_E_INTERNAL"};
  static_assert(kNames.size() == 1 - COLDCORE_LAYOUT_E_INTERNAL);
  if (code > 0 || code < COLDCORE_LAYOUT_E_INTERNAL) return "unknown";
  return kNames[static_cast<std::size_t>(-code)];
}

}  // namespace coldcore::layout

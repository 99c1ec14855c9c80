// SPDX-License-Identifier: Apache-2.0
//
// Errors inside the library are exceptions; at the exported symbols they become codes.
#pragma once

#include <coldcore/layouts.h>
#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace coldcore::layout {

/// Carries a COLDCORE_LAYOUT_E_* code and the one line that the caller will read.
class Error : public std::runtime_error {
 public:
  Error(int code, const std::string& line) : std::runtime_error(line), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

template <class... Args>
[[noreturn]] void fail(int code, fmt::format_string<Args...> format, Args&&... args) {
  throw Error(code, fmt::format(format, std::forward<Args>(args)...));
}

/// Remembers "function: line" for coldcore_layout_last_error.
void remember_error(const char* function, const char* line) noexcept;

/// The last line that remember_error got from this thread, "" before any.
const char* last_error() noexcept;

/// The name of a COLDCORE_LAYOUT_* code.
const char* error_name(int code) noexcept;

}  // namespace coldcore::layout

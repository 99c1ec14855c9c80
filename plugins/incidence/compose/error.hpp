// SPDX-License-Identifier: Apache-2.0
//
// Errors inside the library are exceptions; at the exported symbols they become codes.
#pragma once

#include <coldcore/compose.h>
#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace coldcore::compose {

/// Carries a COMPOSE_E_* code and the one line that the caller will read.
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

/// Remembers "name: line" for coldcore_compose_last_error and writes it to stderr.
void report_error(const char* name, const char* line) noexcept;

/// The last line that report_error made in this thread, "" before any.
const char* last_error() noexcept;

/// The name of a COMPOSE_* code.
const char* error_name(int code) noexcept;

}  // namespace coldcore::compose

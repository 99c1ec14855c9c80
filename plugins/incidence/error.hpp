// SPDX-License-Identifier: Apache-2.0
//
// Errors inside the module are exceptions; at the exported symbols they become codes.
#pragma once

#include <coldcore/sparse.h>
#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace coldcore::incidence {

/// Carries a SPARSE_E_* code and the one line that the caller will read.
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

/// Remembers `line` for coldcore_sparse_last_error and writes it to stderr.
void report_error(const std::string& line) noexcept;

/// Writes `line` to stderr; for things the user should know that are no failure.
void report_notice(const std::string& line) noexcept;

/// The last line that report_error got from this thread, "" before any.
const char* last_error() noexcept;

/// The name of a SPARSE_* code.
const char* error_name(int code) noexcept;

}  // namespace coldcore::incidence

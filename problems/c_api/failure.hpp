// SPDX-License-Identifier: Apache-2.0
//
// Exceptions of the search become codes here.
#pragma once

#include <coldcore/search.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include "oracle.hpp"

namespace coldcore::problems {

/// Carries a COLDCORE_SEARCH_E_* code and the line that the caller will read.
class Failure : public std::runtime_error {
 public:
  Failure(int code, const std::string& line) : std::runtime_error(line), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

/// What an engine refused, the codes of which differ between the two.
[[noreturn]] void fail_as_engine(const search::OracleError& error);
[[noreturn]] void fail_as_module(const search::OracleError& error);

/// The code of an exception; its line is remembered for coldcore_search_last_error.
int code_of(const std::exception_ptr& error) noexcept;

const char* last_failure() noexcept;
const char* failure_name(int code) noexcept;

/// Runs the body of an exported function. No exception leaves it.
template <class Body>
auto without_exceptions(const Body& body) noexcept -> decltype(body()) {
  try {
    return body();
  } catch (...) {
    return static_cast<decltype(body())>(code_of(std::current_exception()));
  }
}

}  // namespace coldcore::problems

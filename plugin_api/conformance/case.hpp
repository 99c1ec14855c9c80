// SPDX-License-Identifier: Apache-2.0
//
// What a conformance case is, and how it says what it found.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coldcore::conformance {

class Subject;

/// One property of a plugin.
struct Case {
  const char* id;  ///< kebab-case.
  const char* group;
  const char* description;  ///< One line.
  /// Ids of the cases that must have passed, or this one would only repeat their complaint.
  std::vector<std::string_view> needs;
  /// Returns a remark for a pass, "" for none; throws Failure or Skip. Null: judged from all other
  /// cases.
  std::string (*run)(const Subject&);
};

/// All cases, in the order of the report; a case comes after those that it needs.
const std::vector<Case>& all_cases();

/// The plugin breaks the property; the text is the counterexample.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The property does not apply; the text says why.
class Skip : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Failure(fmt::format(format, std::forward<Args>(args)...));
}

template <class... Args>
[[noreturn]] void skip(fmt::format_string<Args...> format, Args&&... args) {
  throw Skip(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace coldcore::conformance

// SPDX-License-Identifier: Apache-2.0
//
// Numbers on the command line, refused where the conversion itself would bend them into range.
#pragma once

#include <CLI/App.hpp>
#include <charconv>
#include <string>
#include <system_error>

namespace coldcore::cli {

/// A whole number in low..high.
template <class Number>
CLI::Validator whole_number(Number low, Number high) {
  const auto check = [low, high](const std::string& text) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc() && stop == end && value >= low && value <= high) return std::string();
    return "'" + text + "' is no whole number in " + std::to_string(low) + ".." +
           std::to_string(high);
  };
  return CLI::Validator(check, "", "whole number");
}

/// Anything but nothing, which a script passes where a variable of it is not set.
inline CLI::Validator not_empty() {
  return CLI::Validator(
      [](const std::string& text) { return text.empty() ? std::string("it is empty") : ""; }, "",
      "not empty");
}

/// Seconds, 0..most; "nan" is no number.
inline CLI::Validator seconds_up_to(double most) {
  const auto check = [most](const std::string& text) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc() && stop == end && value >= 0 && value <= most) return std::string();
    return "'" + text + "' is no number of seconds in 0.." +
           std::to_string(static_cast<long long>(most));
  };
  return CLI::Validator(check, "", "seconds");
}

}  // namespace coldcore::cli

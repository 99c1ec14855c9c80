// SPDX-License-Identifier: Apache-2.0
//
// What is asked: a family, a space, a radius and how often every word has to be covered.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace coldcore::search {

/// Something that the user has to correct. The message is one line for them.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Problem {
  std::string family;
  std::vector<int> axes;  ///< Size of each axis, digit 0 first.
  int radius = 0;
  int mu = 1;             ///< Every word has to be covered at least so often.
  bool distinct = false;  ///< No codeword may occur twice.

  bool operator==(const Problem&) const = default;
};

/// Reads "3^6", "3^4,2^3" or "3,3,4". Throws InputError, which names the character's position,
/// counted from 1, or the limit that is broken: axis sizes, number of axes, number of words.
std::vector<int> parse_axes(std::string_view text);

/// The shortest text that parse_axes reads back: runs of equal sizes are powers, "3^2,4".
std::string format_axes(std::span<const int> axes);

/// Number of words; InputError above 2^40.
std::int64_t space_size(std::span<const int> axes);

/// "3^6 R=1", and with mu and distinct where they are not the default; the family's name leads.
std::string describe(const Problem& problem);

/// The digits of a word in base 36, digit 0 first.
std::string format_word(std::int64_t index, std::span<const int> axes);

/// Value of a base-36 digit in either case, or nothing.
std::optional<int> base36_value(char c);

}  // namespace coldcore::search

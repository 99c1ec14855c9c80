// SPDX-License-Identifier: Apache-2.0
//
// Maps of a product space onto itself that move axes and the digits on each, as the symmetries of a
// covering problem mostly do.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "oracle.hpp"

namespace coldcore::search {

/// Digit a of axis j becomes digit[j][a] of axis[j].
struct Symmetry {
  std::vector<int> axis;                ///< A permutation; axes change places with their equals.
  std::vector<std::vector<int>> digit;  ///< By axis: a permutation of its digits.

  bool operator==(const Symmetry&) const = default;
};

Symmetry identity(std::span<const int> axes);

/// `then` after `first`.
Symmetry composed(const Symmetry& first, const Symmetry& then);

/// exponent >= 0.
Symmetry power(const Symmetry& symmetry, std::int64_t exponent);

/// The least exponent >= 1 whose power is the identity; 0 where that passes 2^62.
std::int64_t order(const Symmetry& symmetry);

/// A symmetry as a map of word indices.
class WordMap {
 public:
  /// Takes a table of about the square root of the number of words.
  WordMap(const Symmetry& symmetry, std::span<const int> axes);

  Candidate operator()(Candidate word) const {
    const auto low_words = static_cast<Candidate>(low_.size());
    return low_[static_cast<std::size_t>(word % low_words)] +
           high_[static_cast<std::size_t>(word / low_words)];
  }

 private:
  // What the digits of the lowest axes add to the image, and those of the others.
  std::vector<Candidate> low_;
  std::vector<Candidate> high_;
};

}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rng.hpp"

namespace coldcore::matrix {

/// Draws distinct numbers by Floyd's method (Bentley and Floyd, "A sample of brilliance",
/// Communications of the ACM 30 (1987) 754-757): one random number for each, whatever their share
/// of the range.
class DistinctNumbers {
 public:
  /// `count` distinct numbers of 0..range-1, ascending; every set of so many is equally likely.
  /// count <= range <= 2^63. Valid until the next call. std::bad_alloc.
  const std::vector<std::uint64_t>& draw(search::Rng& rng, std::uint64_t range,
                                         std::uint64_t count);

  /// At most so many bytes are taken for a draw of `count`.
  static std::int64_t bytes_for(std::int64_t count) { return 48 * count + 4096; }

 private:
  void draw_into_bits(search::Rng& rng, std::uint64_t range, std::uint64_t count);
  void draw_into_table(search::Rng& rng, std::uint64_t range, std::uint64_t count);
  bool insert(std::uint64_t number);

  std::vector<std::uint64_t> numbers_;
  std::vector<std::uint64_t> marks_;  ///< Bits of the range, or slots of a hash table.
};

}  // namespace coldcore::matrix

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shape.hpp"

namespace coldcore::core {

/// The words that word 0 covers, as shift patterns: the delta of position p in bits 4p..4p+3.
/// Checked, and ascending, so that the order and the format in which a table came do not matter.
class SupportTable {
 public:
  /// Both throw Error(DCT_E_TABLE) for what is not a support table of this shape.
  static SupportTable from_v1(const Shape& shape, std::span<const std::uint64_t> patterns);
  static SupportTable from_ox(const Shape& shape, std::span<const std::uint16_t> masks,
                              std::span<const std::uint64_t> deltas);

  /// Covered words, the centre included; it is the first.
  std::span<const std::uint64_t> patterns() const { return patterns_; }

 private:
  explicit SupportTable(std::vector<std::uint64_t> patterns);

  std::vector<std::uint64_t> patterns_;
};

/// Throws Error(DCT_E_TABLE) unless a support table of this shape can have this many entries.
void check_table_length(const Shape& shape, long long length);

}  // namespace coldcore::core

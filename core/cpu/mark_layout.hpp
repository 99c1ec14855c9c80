// SPDX-License-Identifier: Apache-2.0
//
// Where marks lie: a bit for each word, in 64-bit units, each low block beginning with a unit of
// its own. So a block is read with a few loads, and threads that walk different blocks never meet.
#pragma once

#include <cstdint>

#include "../shape.hpp"
#include "low_block.hpp"

namespace coldcore::core {

struct MarkLayout {
  Shape shape;                         ///< Strides above the block count units.
  int block_units = 0;                 ///< Units of a block.
  std::int64_t units = 0;              ///< Units of the space.
  std::uint64_t block_reciprocal = 0;  ///< 2^64 over the words of a block, rounded up.

  bool exists() const { return units > 0; }

  friend bool operator==(const MarkLayout&, const MarkLayout&) = default;
};

/// None, that is no units, where blocks are so small that marks would be mostly padding.
MarkLayout mark_layout(const Shape& shape, LowBlock block);

}  // namespace coldcore::core

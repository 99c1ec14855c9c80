// SPDX-License-Identifier: Apache-2.0
//
// Low blocks: the words that agree on all but the lowest axes are neighbours in memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../step_costs.hpp"
#include "origin.hpp"
#include "stencil.hpp"

namespace coldcore::core {

/// The lowest axes, from none to all, and the words in a block of them.
struct LowBlock {
  int axes = 0;
  int size = 1;

  friend bool operator==(const LowBlock&, const LowBlock&) = default;
};

/// The size must not exceed INT_MAX.
LowBlock low_block(const Shape& shape, int axes);

/// The part of a pattern that lies within the block. axes <= 15.
inline std::uint64_t low_part(std::uint64_t pattern, int axes) {
  return pattern & ((std::uint64_t{1} << (4 * axes)) - 1);
}

/// Budgets say what a walk may still spend in its block: where costs add up, what the axes above
/// have left of the limit, 0..budget_count - 1. Otherwise, or without axes, one stands for all.
std::int64_t budget_count(const StepCosts* costs, LowBlock block);

/// Which places of a block the low parts of patterns lead to.
class LowReach {
 public:
  /// Keeps shape and costs, which may be null.
  LowReach(const Shape& shape, const StepCosts* costs, LowBlock block);

  void set_place(int place);

  /// Ascending, valid until the next call. No two patterns may have the same low part.
  const std::vector<std::uint16_t>& places(std::span<const std::uint64_t> patterns, int budget);

 private:
  bool affordable(std::int64_t cost, int budget) const;

  const Shape& shape_;
  const StepCosts* costs_;
  LowBlock block_;
  Origin origin_;
  std::vector<std::uint8_t> reached_;
  std::vector<std::uint16_t> places_;
};

/// A stencil with lists of its own.
struct StencilLists {
  std::vector<Chunk> chunks;
  std::vector<std::uint16_t> singles;
  std::vector<std::uint64_t> units;  ///< From the first to the last that is not zero.
  int first_unit = 0;

  /// Places ascend and lie in the block.
  void cut(const std::vector<std::uint16_t>& places, int block_size);

 private:
  void cut_units(const std::vector<std::uint16_t>& places);
};

}  // namespace coldcore::core

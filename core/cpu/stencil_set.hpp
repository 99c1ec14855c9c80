// SPDX-License-Identifier: Apache-2.0
//
// What walks do within a low block: the words that agree on all but the lowest axes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../step_costs.hpp"
#include "low_block.hpp"
#include "stencil.hpp"

namespace coldcore::core {

/// Which words of a block to visit, from every place in the block, for several low sets and for
/// every budget.
class StencilSet {
 public:
  StencilSet() = default;
  /// budgets: 1..kMostBudgets.
  StencilSet(LowBlock block, std::int64_t budgets)
      : block_(block), budgets_(static_cast<int>(budgets)) {}

  /// Compiles the next set. reach: over the same block.
  void add(LowReach& reach, std::span<const std::uint64_t> patterns);

  Stencil at(int set, int budget, int place) const;

  LowBlock block() const { return block_; }
  int budgets() const { return budgets_; }
  std::int64_t bytes() const;
  /// What bytes() grows by, at most, for a stencil.
  static std::int64_t bytes_of(const StencilLists& cut);

  friend bool operator==(const StencilSet&, const StencilSet&) = default;

 private:
  struct Lists {
    std::uint32_t first_chunk = 0;
    std::uint32_t first_single = 0;
    std::uint32_t first_mask = 0;
    std::uint16_t chunk_count = 0;
    std::uint16_t single_count = 0;
    std::uint8_t first_unit = 0;
    std::uint8_t unit_count = 0;

    friend bool operator==(const Lists&, const Lists&) = default;
  };

  std::size_t index(std::size_t set, int place, int budget) const {
    return (set * block_.size + place) * budgets_ + budget;
  }
  bool holds(const Lists& lists, const StencilLists& cut) const;
  Lists stored(const StencilLists& cut, int place, int budget);

  LowBlock block_;
  int budgets_ = 1;
  std::vector<Lists> lists_;  // [set][place][budget]; equal ones of a place share their lists.
  std::vector<Chunk> chunks_;
  std::vector<std::uint16_t> singles_;
  std::vector<std::uint64_t> masks_;
};

}  // namespace coldcore::core

// SPDX-License-Identifier: Apache-2.0
//
// One worker's way through slices of a walk table.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "../ball.hpp"
#include "kernels.hpp"
#include "origin.hpp"

namespace coldcore::core {

static_assert(kMostBlocks >= WalkTable::kMostSteps && kMostBlocks >= kMostBudgets);

/// Collects the blocks that a word's walk comes to and hands them on, at most kMostBlocks at a
/// time, as use(stencil, blocks, count): block i begins at blocks[i]. Allocates nothing.
template <class Use>
class Walker {
 public:
  /// Keeps the ball and the shape, which is the ball's. Blocks begin at the index of a word.
  Walker(const Ball& ball, const Shape& shape, Use use)
      : Walker(ball, shape, ball.walks.block().size, std::move(use)) {}

  /// Keeps ball and layout. Blocks begin at a unit of marks.
  Walker(const Ball& ball, const MarkLayout& layout, Use use)
      : Walker(ball, layout.shape, layout.block_units, std::move(use)) {}

  /// Where the next walks begin.
  void set_word(std::int64_t word) {
    const LowBlock block = table_.block();
    place_ = static_cast<int>(word % block.size);
    set_origin(strides_, ball_.costs_or_null(), word / block.size * block_stride_, block.axes,
               ball_.shape.n, origin_);
  }

  void walk(const WalkTable::Slice& slice) {
    set_ = static_cast<int>(slice.set);
    if (!ball_.costs) {
      walk_circular(slice);
    } else if (ball_.costs->largest) {
      walk_by_maximum(slice);
    } else {
      walk_by_sum(slice);
    }
    for (int budget = 0; budget < budgets_; ++budget) flush(budget);
  }

  void walk_all() {
    for (const WalkTable::Slice& slice : table_.slices()) walk(slice);
  }

 private:
  Walker(const Ball& ball, const Shape& strides, std::int64_t block_stride, Use use)
      : ball_(ball),
        table_(ball.walks),
        strides_(strides),
        block_stride_(block_stride),
        use_(std::move(use)),
        budgets_(table_.stencils().budgets()),
        capacity_(kMostBlocks / budgets_) {}

  void walk_circular(const WalkTable::Slice& slice) {
    // Neighbouring groups mostly differ in the lowest change alone; where the others lead is kept.
    std::uint64_t others = 0;
    std::int64_t at_others = origin_.word;
    for (std::size_t group = slice.begin; group < slice.end; ++group) {
      std::uint64_t rest = table_.rest(group);
      const std::int64_t lowest = rest == 0 ? 0 : origin_.offset[take_step(rest)];
      if (rest != others) {
        others = rest;
        at_others = origin_.word;
        while (rest != 0) at_others += origin_.offset[take_step(rest)];
      }
      const std::int64_t base = at_others + lowest;
      const auto steps = table_.steps(group);
      std::int64_t* next = room_for(0, static_cast<int>(steps.size()));
      for (const Step step : steps) *next++ = base + origin_.offset[step];
    }
  }

  void walk_by_maximum(const WalkTable::Slice& slice) {
    const std::int64_t limit = ball_.costs->limit;
    for (std::size_t group = slice.begin; group < slice.end; ++group) {
      std::int64_t base = origin_.word;
      std::int64_t cost = 0;
      for (std::uint64_t rest = table_.rest(group); rest != 0;) {
        const int step = take_step(rest);
        base += origin_.offset[step];
        cost = std::max(cost, origin_.cost[step]);
      }
      if (cost > limit) continue;
      for (const Step step : table_.steps(group)) {
        if (origin_.cost[step] <= limit) *room_for(0, 1) = base + origin_.offset[step];
      }
    }
  }

  void walk_by_sum(const WalkTable::Slice& slice) {
    for (std::size_t group = slice.begin; group < slice.end; ++group) {
      std::int64_t base = origin_.word;
      std::int64_t budget = ball_.costs->limit;
      for (std::uint64_t rest = table_.rest(group); rest != 0;) {
        const int step = take_step(rest);
        base += origin_.offset[step];
        budget -= origin_.cost[step];
      }
      for (const Step step : table_.steps(group)) {
        const std::int64_t left = budget - origin_.cost[step];
        if (left < 0) continue;
        const int kept = std::min(static_cast<int>(left), budgets_ - 1);
        *room_for(kept, 1) = base + origin_.offset[step];
      }
    }
  }

  // Where the next `count` blocks go.
  std::int64_t* room_for(int budget, int count) {
    if (filled_[budget] + count > capacity_) flush(budget);
    std::int64_t* const room = blocks_of(budget) + filled_[budget];
    filled_[budget] += count;
    return room;
  }

  void flush(int budget) {
    if (filled_[budget] == 0) return;
    use_(table_.stencils().at(set_, budget, place_), blocks_of(budget), filled_[budget]);
    filled_[budget] = 0;
  }

  std::int64_t* blocks_of(int budget) { return blocks_.data() + budget * capacity_; }

  const Ball& ball_;
  const WalkTable& table_;
  const Shape& strides_;  // Above the block.
  const std::int64_t block_stride_;
  Use use_;
  const int budgets_;
  const int capacity_;
  // Within the object, as workers must not throw for want of memory.
  std::array<std::int64_t, kMostBlocks> blocks_;  // [budget][capacity]
  std::array<int, kMostBudgets> filled_{};        // [budget]
  Origin origin_;                                 // Of the word's block, on the axes above.
  int place_ = 0;                                 // Of the word in its block.
  int set_ = 0;
};

}  // namespace coldcore::core

// SPDX-License-Identifier: Apache-2.0
#include "gate_design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

#include "gate_report.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

using PascalTriangle = std::vector<std::vector<std::int64_t>>;

constexpr std::int64_t kLarge = std::numeric_limits<std::int64_t>::max() / 2;

/// Rows of Pascal's triangle up to column t; numbers from kLarge on stay there.
PascalTriangle pascal_triangle(int v, int t) {
  PascalTriangle rows(static_cast<std::size_t>(v) + 1,
                      std::vector<std::int64_t>(static_cast<std::size_t>(t) + 1));
  for (std::size_t n = 0; n < rows.size(); ++n) {
    rows[n][0] = 1;
    for (std::size_t r = 1; n > 0 && r < rows[n].size(); ++r) {
      rows[n][r] = std::min(rows[n - 1][r - 1] + rows[n - 1][r], kLarge);
    }
  }
  return rows;
}

/// One pass over all t-subsets in lexicographic order, point by point: with every point that is
/// chosen, only the blocks that contain it stay.
class SubsetWalk {
 public:
  /// The triangle has to outlive the walk.
  SubsetWalk(int v, int k, int t, const PascalTriangle& pascal, int mu)
      : v_(static_cast<std::size_t>(v)),
        k_(static_cast<std::size_t>(k)),
        t_(static_cast<std::size_t>(t)),
        pascal_(pascal),
        tally_(mu),
        holders_(t_) {}

  GateReport count(std::span<const int> blocks) {
    left_.resize(blocks.size() / k_ * v_ + kLanes);
    holders_[0].resize(blocks.size() / k_);
    for (std::size_t b = 0; b < holders_[0].size(); ++b) {
      holders_[0][b] = b * v_;
      for (std::size_t i = 0; i < k_; ++i) {
        const auto point = static_cast<std::size_t>(blocks[b * k_ + i]);
        left_[b * v_ + point] = static_cast<std::uint8_t>(k_ - i);
      }
    }
    choose(0, 0, holders_[0].size());
    return tally_.report();
  }

 private:
  /// A block, as the offset of its points in left_.
  using Block = std::size_t;
  /// Points that are counted at once.
  static constexpr std::size_t kLanes = 8;

  /// Takes each point from `first` on as the next after `chosen` ones, which the first `count`
  /// blocks of holders_[chosen] contain.
  void choose(std::size_t chosen, std::size_t first, std::size_t count) {
    const std::size_t missing = t_ - chosen;
    if (count == 0) return tally_.add(0, pascal_[v_ - first][missing]);
    const std::span<const Block> holders = std::span(holders_[chosen]).first(count);
    if (missing == 1) return choose_last(first, holders);
    if (holders_[chosen + 1].size() < count) holders_[chosen + 1].resize(count);
    for (std::size_t point = first; point + missing <= v_; ++point) {
      choose(chosen + 1, point + 1, keep(holders, point, missing, holders_[chosen + 1]));
    }
  }

  /// Keeps the blocks that have the point and all that are missing behind it. No branches: they
  /// could not be predicted.
  std::size_t keep(std::span<const Block> holders, std::size_t point, std::size_t missing,
                   std::span<Block> kept) const {
    std::size_t count = 0;
    for (const Block block : holders) {
      kept[count] = block;
      count += static_cast<std::size_t>(left_[block + point] >= missing);
    }
    return count;
  }

  void choose_last(std::size_t first, std::span<const Block> holders) {
    for (; first < v_; first += kLanes) {
      std::array<std::int32_t, kLanes> counts{};
      for (const Block block : holders) {
        for (std::size_t i = 0; i < kLanes; ++i) counts[i] += left_[block + first + i] != 0;
      }
      for (std::size_t i = 0; i < std::min(kLanes, v_ - first); ++i) tally_.add(counts[i]);
    }
  }

  const std::size_t v_;
  const std::size_t k_;
  const std::size_t t_;
  const PascalTriangle& pascal_;
  Tally tally_;
  /// Block by block, for each of all points: how many the block has from this one on, 0 where it
  /// has not this one.
  std::vector<std::uint8_t> left_;
  std::vector<std::vector<Block>> holders_;  ///< By the number of points chosen.
};

}  // namespace

DesignGate::DesignGate(int v, int k, int t) : v_(v), k_(k), t_(t), pascal_(pascal_triangle(v, t)) {
  if (pascal_.back().back() < kLarge) return;
  throw InputError(
      fmt::format("C({},{},{}) has over {} {}-subsets to cover, more than a recount can number", v,
                  k, t, kLarge, t));
}

std::int64_t DesignGate::coverings(std::int64_t blocks) const {
  const std::int64_t each = pascal_[static_cast<std::size_t>(k_)].back();
  std::int64_t all = 0;
  return __builtin_mul_overflow(blocks, each, &all) ? std::numeric_limits<std::int64_t>::max()
                                                    : all;
}

GateReport DesignGate::recount(std::span<const int> blocks, int mu) const {
  const auto size = static_cast<std::size_t>(k_);
  const auto count = static_cast<std::int64_t>(blocks.size() / size);
  if (coverings(count) > kMostCoverings) {
    throw InputError(
        fmt::format("C({},{},{}): too many to recount: blocks contain {} {}-subsets each, there "
                    "are {} of them, "
                    "and the most is {} in all",
                    v_, k_, t_, coverings(1), t_, count, kMostCoverings));
  }
  for (std::size_t at = 0; at + size <= blocks.size(); at += size) {
    require_block(blocks.subspan(at, size));
  }
  return SubsetWalk(v_, k_, t_, pascal_, mu).count(blocks);
}

void DesignGate::require_block(std::span<const int> block) const {
  const bool ascending = std::ranges::adjacent_find(block, std::greater_equal<>()) == block.end();
  if (ascending && block.front() >= 0 && block.back() < v_) return;
  throw GateError(GateError::Kind::kDefinition,
                  fmt::format("a block is not {} ascending points of {}", k_, v_));
}

/// How many t-subsets come later because, sharing what precedes, their element at the place with
/// `size` places to fill is larger: all `size`-subsets of the points above it.
std::int64_t DesignGate::after(int size, int element) const {
  return pascal_[static_cast<std::size_t>(v_ - 1 - element)][static_cast<std::size_t>(size)];
}

std::vector<int> DesignGate::subset(Point number) const {
  std::vector<int> elements;
  std::int64_t later = pascal_.back().back() - 1 - number;
  int element = 0;
  for (int size = t_; size > 0; --size, ++element) {
    while (after(size, element) > later) ++element;
    later -= after(size, element);
    elements.push_back(element);
  }
  return elements;
}

}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
#include "gate_design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "gate_report.hpp"

namespace coldcore::search {
namespace {

constexpr std::int64_t kLarge = std::numeric_limits<std::int64_t>::max() / 2;

/// Rows of Pascal's triangle up to column t; numbers from kLarge on stay there.
std::vector<std::vector<std::int64_t>> pascal_triangle(int v, int t) {
  std::vector<std::vector<std::int64_t>> rows(
      static_cast<std::size_t>(v) + 1, std::vector<std::int64_t>(static_cast<std::size_t>(t) + 1));
  for (std::size_t n = 0; n < rows.size(); ++n) {
    rows[n][0] = 1;
    for (std::size_t r = 1; n > 0 && r < rows[n].size(); ++r) {
      rows[n][r] = std::min(rows[n - 1][r - 1] + rows[n - 1][r], kLarge);
    }
  }
  return rows;
}

}  // namespace

DesignGate::DesignGate(int v, int k, int t) : v_(v), k_(k), t_(t), pascal_(pascal_triangle(v, t)) {
  const std::int64_t subsets = pascal_.back().back();
  require_gate_memory(subsets, "subsets");
  counts_.resize(static_cast<std::size_t>(subsets));
}

GateReport DesignGate::recount(std::span<const int> blocks, int mu) {
  std::fill(counts_.begin(), counts_.end(), std::uint16_t{0});
  const auto size = static_cast<std::size_t>(k_);
  for (std::size_t at = 0; at + size <= blocks.size(); at += size) mark(blocks.subspan(at, size));
  return report_of_counts(counts_, mu);
}

/// How many t-subsets come later because, sharing what precedes, their element at the place with
/// `size` places to fill is larger: all `size`-subsets of the points above it.
std::int64_t DesignGate::after(int size, int element) const {
  return pascal_[static_cast<std::size_t>(v_ - 1 - element)][static_cast<std::size_t>(size)];
}

/// Adds one to every t-subset of the block, in a loop over the places of its elements.
void DesignGate::mark(std::span<const int> block) {
  const bool ascending = std::ranges::adjacent_find(block, std::greater_equal<>()) == block.end();
  if (!ascending || block.front() < 0 || block.back() >= v_) {
    throw GateError(GateError::Kind::kDefinition,
                    fmt::format("a block is not {} ascending points of {}", k_, v_));
  }
  std::vector<int> places(static_cast<std::size_t>(t_));
  for (int i = 0; i < t_; ++i) places[static_cast<std::size_t>(i)] = i;
  for (;;) {
    auto number = static_cast<std::int64_t>(counts_.size()) - 1;
    for (int i = 0; i < t_; ++i) {
      const auto place = static_cast<std::size_t>(places[static_cast<std::size_t>(i)]);
      number -= after(t_ - i, block[place]);
    }
    add_saturated(counts_[static_cast<std::size_t>(number)], 1);
    int moved = t_ - 1;
    while (moved >= 0 && places[static_cast<std::size_t>(moved)] == k_ - t_ + moved) --moved;
    if (moved < 0) return;
    int place = places[static_cast<std::size_t>(moved)];
    for (; moved < t_; ++moved) places[static_cast<std::size_t>(moved)] = ++place;
  }
}

std::vector<int> DesignGate::subset(Point number) const {
  std::vector<int> elements;
  std::int64_t later = static_cast<std::int64_t>(counts_.size()) - 1 - number;
  int element = 0;
  for (int size = t_; size > 0; --size, ++element) {
    while (after(size, element) > later) ++element;
    later -= after(size, element);
    elements.push_back(element);
  }
  return elements;
}

}  // namespace coldcore::search

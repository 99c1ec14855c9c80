// SPDX-License-Identifier: Apache-2.0
#include "low_block.hpp"

#include <algorithm>

namespace coldcore::core {
namespace {

// Fewer neighbours than this are faster singly.
constexpr std::size_t kWorthChunk = 3;

}  // namespace

LowBlock low_block(const Shape& shape, int axes) {
  const std::int64_t size = axes == shape.n ? shape.size : shape.stride[axes];
  return {axes, static_cast<int>(size)};
}

std::int64_t budget_count(const StepCosts* costs, LowBlock block) {
  return costs == nullptr || costs->largest || block.axes == 0 ? 1 : costs->limit + 1;
}

LowReach::LowReach(const Shape& shape, const StepCosts* costs, LowBlock block)
    : shape_(shape), costs_(costs), block_(block), reached_(block.size) {}

void LowReach::set_place(int place) { set_origin(shape_, costs_, place, 0, block_.axes, origin_); }

bool LowReach::affordable(std::int64_t cost, int budget) const {
  if (costs_ == nullptr) return true;
  return cost <= (costs_->largest ? costs_->limit : budget);
}

const std::vector<std::uint16_t>& LowReach::places(std::span<const std::uint64_t> patterns,
                                                   int budget) {
  std::fill(reached_.begin(), reached_.end(), std::uint8_t{0});
  for (const std::uint64_t pattern : patterns) {
    std::int64_t place = origin_.word;
    std::int64_t cost = 0;
    for (std::uint64_t rest = low_part(pattern, block_.axes); rest != 0;) {
      const int step = take_step(rest);
      place += origin_.offset[step];
      if (costs_ != nullptr) cost = costs_->combined(cost, origin_.cost[step]);
    }
    if (affordable(cost, budget)) reached_[place] = 1;
  }
  places_.clear();
  for (int place = 0; place < block_.size; ++place) {
    if (reached_[place] != 0) places_.push_back(static_cast<std::uint16_t>(place));
  }
  return places_;
}

void StencilLists::cut_units(const std::vector<std::uint16_t>& places) {
  units.clear();
  if (places.empty()) return;
  first_unit = places.front() / kUnitWords;
  units.resize(places.back() / kUnitWords - first_unit + 1);
  for (const std::uint16_t place : places) {
    units[place / kUnitWords - first_unit] |= std::uint64_t{1} << place % kUnitWords;
  }
}

void StencilLists::cut(const std::vector<std::uint16_t>& places, int block_size) {
  cut_units(places);
  chunks.clear();
  singles.clear();
  // Where blocks are whole chunks, so that one can lie within a cache line, let it.
  const bool aligned = block_size % kChunkWords == 0;
  for (std::size_t i = 0; i < places.size();) {
    const int begin = aligned ? places[i] / kChunkWords * kChunkWords : places[i];
    const int at = std::min(begin, block_size - kChunkWords);
    std::size_t end = i;
    unsigned bits = 0;
    while (end < places.size() && places[end] < begin + kChunkWords) {
      bits |= 1U << ((places[end++] - at) & 15);
    }
    if (end - i >= kWorthChunk && at >= 0) {
      chunks.push_back({static_cast<std::uint16_t>(at), static_cast<std::uint16_t>(bits)});
      i = end;
    } else {
      singles.push_back(places[i++]);
    }
  }
}

}  // namespace coldcore::core

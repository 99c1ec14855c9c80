// SPDX-License-Identifier: Apache-2.0
#include "stencil_set.hpp"

#include <algorithm>

namespace coldcore::core {

void StencilSet::add(LowReach& reach, std::span<const std::uint64_t> patterns) {
  StencilLists cut;
  for (int place = 0; place < block_.size; ++place) {
    reach.set_place(place);
    for (int budget = 0; budget < budgets_; ++budget) {
      cut.cut(reach.places(patterns, budget), block_.size);
      lists_.push_back(stored(cut, place, budget));
    }
  }
}

bool StencilSet::holds(const Lists& lists, const StencilLists& cut) const {
  return lists.chunk_count == cut.chunks.size() && lists.single_count == cut.singles.size() &&
         std::equal(cut.chunks.begin(), cut.chunks.end(), chunks_.begin() + lists.first_chunk) &&
         std::equal(cut.singles.begin(), cut.singles.end(), singles_.begin() + lists.first_single);
}

// Where costs decide, most budgets cut most sets down to the same words.
StencilSet::Lists StencilSet::stored(const StencilLists& cut, int place, int budget) {
  for (std::size_t set = 0; index(set, place, budget) < lists_.size(); ++set) {
    const Lists& same_budget = lists_[index(set, place, budget)];
    if (holds(same_budget, cut)) return same_budget;
  }
  if (budget > 0 && holds(lists_.back(), cut)) return lists_.back();
  const Lists lists = {
      static_cast<std::uint32_t>(chunks_.size()),     static_cast<std::uint32_t>(singles_.size()),
      static_cast<std::uint32_t>(masks_.size()),      static_cast<std::uint16_t>(cut.chunks.size()),
      static_cast<std::uint16_t>(cut.singles.size()), static_cast<std::uint8_t>(cut.first_unit),
      static_cast<std::uint8_t>(cut.units.size())};
  chunks_.insert(chunks_.end(), cut.chunks.begin(), cut.chunks.end());
  singles_.insert(singles_.end(), cut.singles.begin(), cut.singles.end());
  masks_.insert(masks_.end(), cut.units.begin(), cut.units.end());
  return lists;
}

Stencil StencilSet::at(int set, int budget, int place) const {
  const Lists& lists = lists_[index(set, place, budget)];
  return {chunks_.data() + lists.first_chunk,
          singles_.data() + lists.first_single,
          masks_.data() + lists.first_mask,
          lists.chunk_count,
          lists.single_count,
          lists.first_unit,
          lists.unit_count};
}

std::int64_t StencilSet::bytes() const {
  return static_cast<std::int64_t>(lists_.size() * sizeof(Lists) + chunks_.size() * sizeof(Chunk) +
                                   singles_.size() * sizeof(std::uint16_t) +
                                   masks_.size() * sizeof(std::uint64_t));
}

std::int64_t StencilSet::bytes_of(const StencilLists& cut) {
  return static_cast<std::int64_t>(sizeof(Lists) + cut.chunks.size() * sizeof(Chunk) +
                                   cut.singles.size() * sizeof(std::uint16_t) +
                                   cut.units.size() * sizeof(std::uint64_t));
}

}  // namespace coldcore::core

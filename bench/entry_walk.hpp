// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/coldcore.h>

#include <array>
#include <cstdint>
#include <vector>

#include "cells.hpp"

namespace coldcore::bench {

/// The opponent: goes through the support table in the family's order, computes the word of each
/// entry and visits it, one after the other.
class EntryWalk {
 public:
  EntryWalk(const coldcore_plugin& family, const Cell& cell);

  std::int64_t entries() const { return static_cast<std::int64_t>(table_.size()); }
  const std::vector<std::uint64_t>& table() const { return table_; }

  /// out[i] = how many words that words[i] covers have count zero. By all workers.
  void gather(const std::vector<long long>& words, const std::uint16_t* cnt,
              std::int32_t* out) const;
  /// Adds delta to every word that `word` covers. By all workers.
  void update(long long word, int delta, std::uint16_t* cnt) const;

 private:
  /// What the steps from one word's digits lead to, by pos << 4 | delta.
  struct Steps {
    std::array<std::int64_t, 256> offset;
    std::array<int, 256> cost;
  };

  Steps steps_from(long long word) const;
  /// Of entries begin..end-1.
  template <class Visit>
  void walk(long long word, std::int64_t begin, std::int64_t end, const Visit& visit) const;

  const coldcore_plugin& family_;
  Cell cell_;
  std::vector<std::uint64_t> table_;
};

}  // namespace coldcore::bench

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rows.hpp"

namespace coldcore::search {

/// The candidates that are most like a given one: those that share the most points with it, or
/// nearly as many. Lists are made when first asked for and kept; which they are follows from the
/// rows alone.
class Neighbours {
 public:
  /// Working memory of one thread.
  struct Scratch {
    std::vector<std::uint32_t> shared;  ///< By candidate; all 0 between calls.
    std::vector<Index> seen;
    std::vector<std::uint8_t> marked;  ///< By point; all 0 between calls.
  };

  /// Keeps a reference to rows.
  explicit Neighbours(const Rows& rows);
  ~Neighbours();
  Neighbours(const Neighbours&) = delete;
  Neighbours& operator=(const Neighbours&) = delete;

  /// At most 256 candidates, not c itself. May be called by several threads at once, each with a
  /// scratch of its own. The list lives as long as this object.
  std::span<const Index> of(Index c, Scratch& scratch) const;

 private:
  using List = std::vector<Index>;
  struct Likeness {
    std::uint32_t shared;
    Index candidate;
  };

  List make(Index c, Scratch& scratch) const;
  void count_shared(Index c, Scratch& scratch) const;
  std::vector<Likeness> compare(Index c, std::span<const Index> others, Scratch& scratch) const;

  const Rows& rows_;
  mutable std::vector<std::atomic<const List*>> lists_;
};

}  // namespace coldcore::search

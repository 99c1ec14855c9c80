// SPDX-License-Identifier: Apache-2.0
//
// Which words are deficient, and which are critical, as bits: a gather reads a sixteenth of what it
// would read of the counts.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "../ball.hpp"
#include "../memory.hpp"
#include "count_range.hpp"
#include "kernels.hpp"

namespace coldcore::core {

/// Marks follow the counts only while they pay: they are made when what gathers would have saved by
/// them, less what updates would have spent on them, has come to the cost of making them, and given
/// up when they have cost as much. Counts that change in any way but by updates make them stale.
class Marks {
 public:
  Marks() = default;
  /// Keeps the ball. Allocates nothing where the ball has no layout for marks.
  Marks(const Ball& ball, Placement placement);

  /// What Marks(ball, ...) allocates.
  static std::int64_t bytes_for(const Ball& ball);
  std::int64_t bytes() const;

  void set_stale();

  /// Marks of the counts in the range, for gathers of so many words; null where counting on cnt is
  /// as good.
  const std::uint64_t* for_gathers(CountRange range, std::int64_t words, const std::uint16_t* cnt);

  /// The marks that updates of so many words must keep up.
  MarkRefresh for_updates(std::int64_t words);

 private:
  struct Plane {
    Pages pages;
    CountRange range;
    bool fresh = false;
    std::int64_t saved = 0;  ///< By gathers, less what updates cost; 0..cost of making.

    std::uint64_t* bits() const { return pages.as<std::uint64_t>(); }
  };

  std::int64_t cost_of_making() const;
  void make(Plane& plane, const std::uint16_t* cnt);

  const Ball* ball_ = nullptr;
  std::array<Plane, kMostMarkTargets> planes_;  // [CountRange::low]: deficient, critical.
  std::array<MarkTarget, kMostMarkTargets> targets_{};
};

}  // namespace coldcore::core

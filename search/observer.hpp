// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "oracle.hpp"

namespace coldcore::search {

/// Where a running search stands.
struct Progress {
  std::string_view phase;       ///< "greedy", "focused", "lns", "peel", ...
  std::int64_t size = 0;        ///< Members of the current multiset.
  std::int64_t cost = 0;        ///< What they cost: their number where all candidates cost 1.
  std::int64_t deficit = 0;     ///< What it lacks for a cover.
  std::int64_t best = -1;       ///< Cost of the best cover so far, -1 if none.
  std::int64_t iterations = 0;  ///< Steps done, the unit of SolveOptions::iterations.
};

/// Hears of a search while it runs. Called from the searching thread only.
class Observer {
 public:
  virtual ~Observer() = default;
  /// A cover that costs less than every one before it. Not yet confirmed by the gate.
  virtual void improved(std::span<const Candidate> cover) { (void)cover; }
  /// Called often (at most some hundred times a second).
  virtual void progress(const Progress& now) { (void)now; }
  /// True once the search should return with what it has: polled between steps.
  virtual bool stop_requested() { return false; }
};

}  // namespace coldcore::search

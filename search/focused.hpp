// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "observer.hpp"
#include "oracle.hpp"
#include "rows.hpp"

namespace coldcore::search {

struct FocusedOptions {
  int mu = 1;
  bool distinct = false;  ///< No candidate twice. At mu = 1 none occurs twice in any case.
  std::uint64_t seed = 1;
  std::int64_t iterations = -1;  ///< Steps of all searchers together; -1: no limit.
  double seconds = 0;            ///< 0: no limit.
  std::int64_t target = 0;       ///< A cover of at most this cost ends the search.
  int threads = 1;               ///< 0: as many as the machine has.
  Costs costs = {};
};

struct FocusedResult {
  std::vector<Candidate> best;  ///< The cheapest cover, ascending; the start if none was cheaper.
  std::int64_t iterations = 0;
  bool stopped = false;  ///< The observer asked for the end.
};

/// Focused local search over explicit rows: several searchers (row weighting, tabu with neighbour
/// moves, a walk; where costs differ, several that keep to a budget; each with its own random
/// numbers) begin with the members of a cover and try to do with one less. They run in rounds of
/// short slices that are measured in steps; after a round all take over the cost of the cheapest
/// cover, and those that come closest get longer slices. One that comes no closer for long begins
/// again with random members.
///
/// The outcome follows from rows, costs, start cover, seed, mu, distinct, target and iterations;
/// time and stop requests only cut it short, threads never change it. Every cheaper cover is passed
/// to observer.improved, ascending.
///
/// Beside the rows it takes up to focused_bytes of memory.
///
/// Throws std::invalid_argument if start_cover is no cover, repeats a candidate although distinct
/// is set, or has one out of range.
FocusedResult focused_search(const Rows& rows, const FocusedOptions& options,
                             std::span<const Candidate> start_cover, Observer& observer);

/// About 150 bytes for each point, 200 for each candidate, and 1 KiB for each candidate whose
/// neighbours a tabu search may ask for.
constexpr std::int64_t focused_bytes(std::int64_t candidates, std::int64_t points) {
  return 150 * points + (200 + 1024) * candidates;
}

}  // namespace coldcore::search

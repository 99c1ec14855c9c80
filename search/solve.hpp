// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "greedy.hpp"
#include "observer.hpp"
#include "oracle.hpp"

namespace coldcore::search {

struct SolveOptions {
  double seconds = 0;            ///< 0: no limit.
  std::int64_t iterations = -1;  ///< Steps of the search that follows the greedy one; -1: no limit.
  std::uint64_t seed = 1;
  std::int64_t target = 0;       ///< A cover of at most this cost ends the run.
  std::int64_t lower_bound = 0;  ///< No cover costs less, so one of this cost ends the run.
  bool distinct = false;         ///< No member may occur twice.
  int threads = 0;               ///< For building rows; 0: as many as the machine has.
  std::vector<Candidate> warm_start = {};  ///< To begin with; completed greedily if it is no cover.
  /// Most bytes for explicit rows; negative: 4 GiB or a quarter of the available memory, the
  /// lesser.
  std::int64_t row_bytes = -1;
};

enum class SolveStatus {
  kTarget,      ///< The target is reached.
  kOptimal,     ///< The cost equals the lower bound.
  kTime,        ///< The time is over.
  kIterations,  ///< The steps are used up.
  kStopped,     ///< The observer asked for the end.
  kCapacity,    ///< No cover found within the engine's capacity.
  kInfeasible,  ///< Some point cannot be covered often enough: no cover exists.
};

/// One phase of a run, for the log.
struct PhaseRecord {
  std::string name;  ///< "greedy", "peel", "rows", "focused" or "lns".
  double seconds = 0;
  std::int64_t steps = 0;
  std::int64_t size = 0;  ///< Members of the best multiset at its end.
  std::int64_t cost = 0;  ///< What they cost.
};

struct SolveResult {
  SolveStatus status = SolveStatus::kTime;
  std::vector<Candidate> cover;  ///< The cheapest found, ascending; empty if there was none.
  std::int64_t cost = 0;         ///< Of the cover: its size where all candidates cost 1.
  std::int64_t iterations = 0;
  double seconds = 0;
  std::vector<PhaseRecord> phases;
  GreedyCost greedy;
};

/// One line for people: why a run ended. `capacity` is the oracle's.
std::string describe(SolveStatus status, std::int64_t capacity);

/// Looks for a cover of low cost: greedy, peel, then the search that suits the size of the
/// instance. What it does follows from the oracle, the options' seed, distinct, warm_start, target
/// and lower_bound, and from the choice of rows or not; limits only cut it short, and threads never
/// change it. Every cheaper cover goes to the observer. The oracle represents some multiset
/// afterwards. Throws OracleError.
SolveResult solve(Oracle& oracle, const SolveOptions& options, Observer& observer);

}  // namespace coldcore::search

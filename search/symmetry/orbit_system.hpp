// SPDX-License-Identifier: Apache-2.0
//
// Covers that a group leaves as they are, as a covering problem of their own: what is chosen are
// orbits of candidates, what has to be covered are orbits of points.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "disjoint_sets.hpp"
#include "orbit_problem.hpp"
#include "orbits.hpp"

namespace coldcore::search {

/// The orbits of candidates that may be chosen.
struct CandidateOrbits {
  std::vector<Candidate> representatives;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> costs;  ///< Of one candidate each; empty: all cost 1.
  bool complete = true;             ///< False where some are left out.
};

/// The orbits of points.
struct PointOrbits {
  explicit PointOrbits(OrbitNumbers numbers)
      : sizes(numbers.sizes()), of_points(std::move(numbers.of)) {}
  PointOrbits(std::vector<std::int64_t> sizes_of_orbits, std::vector<Index> orbits_of_points)
      : sizes(std::move(sizes_of_orbits)), of_points(std::move(orbits_of_points)) {}

  std::vector<std::int64_t> sizes;
  std::vector<Index> of_points;  ///< By point.
};

/// Replaces `out` by the points that a candidate covers.
using RowReader = std::function<void(Candidate, std::vector<Point>& out)>;

/// Walks the rows of representatives alone: if a candidate covers a points of an orbit, each of
/// these is covered by a * (size of the candidate's orbit) / (size of the point's) of the former.
/// Each worker asks for a reader of its own. Throws MemoryError where the entries pass
/// `most_bytes`, Stopped as `stop` says. The same for any number of threads (0: as many as the
/// machine has).
OrbitSystem orbit_system(const CandidateOrbits& candidates, const PointOrbits& points,
                         const std::function<RowReader()>& new_reader, std::int64_t most_bytes,
                         int threads, const StopCheck& stop = {});

/// The same where candidates and points are the words of a space; `coverage` is that of the whole
/// space, symmetric, and kept by the group.
OrbitSystem orbit_system(const Orbits& orbits, const Incidence& coverage, std::int64_t most_bytes,
                         int threads, const StopCheck& stop = {});

}  // namespace coldcore::search

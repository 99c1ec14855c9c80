// SPDX-License-Identifier: Apache-2.0
#include "orbit_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>
#include <vector>

#include "available_memory.hpp"
#include "parallel.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

/// Both copies of an entry while it is turned round, and its lists in the search.
constexpr std::int64_t kEntryBytes = 24;

/// Sizes become weights and multiplicities, which have 32 bits.
void require_countable(const std::vector<std::int64_t>& sizes) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  for (const std::int64_t size : sizes) {
    if (size <= kMost) continue;
    throw InputError(
        fmt::format("an orbit of the group has {} members; the most is {}", size, kMost));
  }
}

/// Which point orbits a candidate orbit covers, and how often; ascending.
struct OrbitRow {
  std::vector<Index> orbits;
  std::vector<std::int32_t> times;
};

/// One worker's counters by point orbit.
class RowCounter {
 public:
  RowCounter(const CandidateOrbits& candidates, const PointOrbits& points, RowReader reader)
      : candidates_(candidates),
        points_(points),
        reader_(std::move(reader)),
        covered_(points.sizes.size()) {}

  OrbitRow of(std::size_t candidate) {
    reader_(candidates_.representatives[candidate], row_);
    OrbitRow found;
    for (const Point x : row_) {
      const Index orbit = points_.of_points[static_cast<std::size_t>(x)];
      if (covered_[orbit]++ == 0) found.orbits.push_back(orbit);
    }
    put_in_order(found.orbits);
    for (const Index orbit : found.orbits) {
      const std::int64_t pairs = std::exchange(covered_[orbit], 0) * candidates_.sizes[candidate];
      // No point is covered more often than there are candidates.
      found.times.push_back(static_cast<std::int32_t>(pairs / points_.sizes[orbit]));
    }
    return found;
  }

 private:
  /// Those with a counter above 0. Where they are many a look at all counters is faster.
  void put_in_order(std::vector<Index>& orbits) const {
    if (orbits.size() < covered_.size() / 16) return std::sort(orbits.begin(), orbits.end());
    orbits.clear();
    for (std::size_t orbit = 0; orbit < covered_.size(); ++orbit) {
      if (covered_[orbit] > 0) orbits.push_back(static_cast<Index>(orbit));
    }
  }

  const CandidateOrbits& candidates_;
  const PointOrbits& points_;
  const RowReader reader_;
  std::vector<std::int64_t> covered_;
  std::vector<Point> row_;
};

std::vector<OrbitRow> all_rows(const CandidateOrbits& candidates, const PointOrbits& points,
                               const std::function<RowReader()>& new_reader,
                               std::int64_t most_bytes, int threads, const StopCheck& stop) {
  const std::int64_t count = std::ssize(candidates.representatives);
  // Few chunks, as each has counters of its own.
  const std::int64_t chunk_size = std::max<std::int64_t>(256, count / 64 + 1);
  std::vector<OrbitRow> all(static_cast<std::size_t>(count));
  std::atomic<std::int64_t> entries{0};
  std::atomic<bool> stopped{false};
  run_parallel((count + chunk_size - 1) / chunk_size, threads, [&](std::int64_t chunk, int worker) {
    RowCounter counter(candidates, points, new_reader());
    const std::int64_t end = std::min(count, (chunk + 1) * chunk_size);
    for (std::int64_t c = chunk * chunk_size; c < end; ++c) {
      // A row may have millions of entries.
      if (worker == 0 && stop.stops()) stopped = true;
      if (stopped) throw Stopped();
      OrbitRow& here = all[static_cast<std::size_t>(c)];
      here = counter.of(static_cast<std::size_t>(c));
      if ((entries += std::ssize(here.orbits)) <= most_bytes / kEntryBytes) continue;
      throw MemoryError(fmt::format(
          "the incidence of {} orbits needs over {} bytes; a larger group has fewer orbits", count,
          most_bytes));
    }
  });
  return all;
}

/// Where all values are the same they become the unit.
template <class Number>
void take_common_value(std::vector<Number>& values, std::int64_t& unit) {
  if (values.empty()) return;
  const Number first = values.front();
  if (std::any_of(values.begin(), values.end(), [&](Number v) { return v != first; })) return;
  unit = first;
  values.clear();
}

void lay_end_to_end(const std::vector<OrbitRow>& rows, SetSystem& system) {
  std::size_t entries = 0;
  for (const OrbitRow& row : rows) entries += row.orbits.size();
  system.points.entries.reserve(entries);
  system.multiplicities.reserve(entries);
  for (const OrbitRow& row : rows) {
    system.points.entries.insert(system.points.entries.end(), row.orbits.begin(), row.orbits.end());
    system.multiplicities.insert(system.multiplicities.end(), row.times.begin(), row.times.end());
    system.points.offsets.push_back(std::ssize(system.points.entries));
  }
}

}  // namespace

OrbitSystem orbit_system(const CandidateOrbits& candidates, const PointOrbits& points,
                         const std::function<RowReader()>& new_reader, std::int64_t most_bytes,
                         int threads, const StopCheck& stop) {
  require_countable(candidates.sizes);
  require_countable(points.sizes);
  OrbitSystem result;
  SetSystem& system = result.system;
  system.point_count = std::ssize(points.sizes);
  lay_end_to_end(all_rows(candidates, points, new_reader, most_bytes, threads, stop), system);
  system.costs = candidates.sizes;
  for (std::size_t c = 0; c < candidates.costs.size(); ++c) {
    system.costs[c] *= candidates.costs[c];
  }
  for (const std::int64_t size : points.sizes) {
    system.point_weights.push_back(static_cast<std::int32_t>(size));
  }
  take_common_value(system.costs, result.unit_cost);
  take_common_value(system.point_weights, result.unit_weight);
  result.complete = candidates.complete;
  return result;
}

OrbitSystem orbit_system(const Orbits& orbits, const Incidence& coverage, std::int64_t most_bytes,
                         int threads, const StopCheck& stop) {
  CandidateOrbits candidates;
  for (Index orbit = 0; orbit < orbits.count(); ++orbit) {
    candidates.representatives.push_back(orbits.representative(orbit));
    candidates.sizes.push_back(orbits.size(orbit));
  }
  const PointOrbits points(candidates.sizes, orbits.of_words);
  const auto new_reader = [&coverage] {
    return [&coverage](Candidate word, std::vector<Point>& out) { coverage.points_of(word, out); };
  };
  return orbit_system(candidates, points, new_reader, most_bytes, threads, stop);
}

}  // namespace coldcore::search

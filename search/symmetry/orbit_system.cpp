// SPDX-License-Identifier: Apache-2.0
#include "orbit_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "available_memory.hpp"
#include "parallel.hpp"

namespace coldcore::search {
namespace {

/// Which orbits cover a point orbit, and how often; ascending.
struct Coverers {
  std::vector<Index> orbits;
  std::vector<std::int32_t> times;
};

/// One worker's counters by orbit.
class Counter {
 public:
  Counter(const Orbits& orbits, const Incidence& coverage)
      : orbits_(orbits), coverage_(coverage), times_(static_cast<std::size_t>(orbits.count())) {}

  Coverers of(Index point) {
    coverage_.candidates_of(orbits_.representative(point), words_);
    Coverers found;
    for (const Candidate word : words_) {
      const Index orbit = orbits_.of_words[static_cast<std::size_t>(word)];
      if (times_[orbit]++ == 0) found.orbits.push_back(orbit);
    }
    std::sort(found.orbits.begin(), found.orbits.end());
    for (const Index orbit : found.orbits) found.times.push_back(std::exchange(times_[orbit], 0));
    return found;
  }

 private:
  const Orbits& orbits_;
  const Incidence& coverage_;
  std::vector<std::int32_t> times_;
  std::vector<Candidate> words_;
};

/// Both copies of an entry while it is turned round, and its lists in the search.
constexpr std::int64_t kEntryBytes = 24;

std::vector<Coverers> coverers_of_all(const Orbits& orbits, const Incidence& coverage,
                                      std::int64_t most_bytes, int threads) {
  // Few chunks, as each has counters of its own.
  const std::int64_t chunk_size = std::max<std::int64_t>(256, orbits.count() / 64 + 1);
  std::vector<Coverers> all(static_cast<std::size_t>(orbits.count()));
  std::atomic<std::int64_t> entries{0};
  run_parallel(
      (orbits.count() + chunk_size - 1) / chunk_size, threads, [&](std::int64_t chunk, int) {
        Counter counter(orbits, coverage);
        const std::int64_t end = std::min(orbits.count(), (chunk + 1) * chunk_size);
        for (std::int64_t point = chunk * chunk_size; point < end; ++point) {
          Coverers& here = all[static_cast<std::size_t>(point)];
          here = counter.of(static_cast<Index>(point));
          if ((entries += std::ssize(here.orbits)) <= most_bytes / kEntryBytes) continue;
          throw MemoryError(fmt::format(
              "the incidence of {} orbits needs over {} bytes; a larger group has fewer orbits",
              orbits.count(), most_bytes));
        }
      });
  return all;
}

/// The lists by candidate.
void turn_round(const std::vector<Coverers>& coverers, SetSystem& system) {
  std::vector<std::int64_t> next(coverers.size() + 1);
  for (const Coverers& of_point : coverers) {
    for (const Index orbit : of_point.orbits) ++next[orbit + 1];
  }
  for (std::size_t c = 1; c < next.size(); ++c) next[c] += next[c - 1];
  system.points.offsets = next;
  const auto entries = static_cast<std::size_t>(next.back());
  system.points.entries.resize(entries);
  system.multiplicities.resize(entries);
  for (std::size_t point = 0; point < coverers.size(); ++point) {
    const Coverers& here = coverers[point];
    for (std::size_t i = 0; i < here.orbits.size(); ++i) {
      const auto at = static_cast<std::size_t>(next[here.orbits[i]]++);
      system.points.entries[at] = static_cast<Index>(point);
      system.multiplicities[at] = here.times[i];
    }
  }
}

}  // namespace

OrbitSystem orbit_system(const Orbits& orbits, const Incidence& coverage, std::int64_t most_bytes,
                         int threads) {
  OrbitSystem result;
  SetSystem& system = result.system;
  system.point_count = orbits.count();
  turn_round(coverers_of_all(orbits, coverage, most_bytes, threads), system);
  bool all_equal = true;
  for (std::int64_t orbit = 0; orbit < orbits.count(); ++orbit) {
    const std::int64_t size = orbits.size(static_cast<Index>(orbit));
    system.costs.push_back(size);
    system.point_weights.push_back(static_cast<std::int32_t>(size));
    all_equal = all_equal && size == system.costs.front();
  }
  if (!all_equal) return result;
  result.unit_cost = system.costs.front();
  system.costs.clear();
  system.point_weights.clear();
  return result;
}

}  // namespace coldcore::search

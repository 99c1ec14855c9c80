// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "design.hpp"
#include "instances.hpp"
#include "lagrangian.hpp"

using namespace coldcore::search;

namespace {

struct Instance {
  std::vector<std::vector<int>> cover;  ///< [candidate][point]: how often.
  std::vector<std::int64_t> costs;
};

/// The cheapest choice of 0..most times each candidate, by trying all; -1 if none covers mu times.
std::int64_t optimum(const Instance& instance, int mu, int most) {
  const std::size_t points = instance.cover[0].size();
  std::vector<int> times(instance.cover.size(), 0);
  std::int64_t best = -1;
  for (;;) {
    std::vector<int> count(points, 0);
    std::int64_t cost = 0;
    for (std::size_t c = 0; c < times.size(); ++c) {
      cost += times[c] * instance.costs[c];
      for (std::size_t x = 0; x < points; ++x) count[x] += times[c] * instance.cover[c][x];
    }
    const bool covers = std::ranges::all_of(count, [mu](int n) { return n >= mu; });
    if (covers && (best < 0 || cost < best)) best = cost;
    std::size_t at = 0;
    while (at < times.size() && times[at] == most) times[at++] = 0;
    if (at == times.size()) return best;
    ++times[at];
  }
}

SetSystem system_of(const Instance& instance, bool multiplicities) {
  SetSystem system;
  system.point_count = static_cast<std::int64_t>(instance.cover[0].size());
  system.costs = instance.costs;
  for (const auto& row : instance.cover) {
    for (std::size_t x = 0; x < row.size(); ++x) {
      if (row[x] == 0) continue;
      system.points.entries.push_back(static_cast<Index>(x));
      if (multiplicities) system.multiplicities.push_back(row[x]);
    }
    system.points.offsets.push_back(static_cast<std::int64_t>(system.points.entries.size()));
  }
  return system;
}

Instance random_instance(std::mt19937& random, bool multiplicities) {
  const auto candidates = 2 + random() % 5;
  const auto points = 1 + random() % 6;
  Instance instance{std::vector(candidates, std::vector<int>(points)), {}};
  const std::int64_t dearest = random() % 3 == 0 ? 1 : random() % 2 == 0 ? 9 : 2'147'483'647;
  for (auto& row : instance.cover) {
    for (int& entry : row) {
      if (random() % 2 == 0) entry = multiplicities ? static_cast<int>(1 + random() % 3) : 1;
    }
    instance.costs.push_back(1 + static_cast<std::int64_t>(random()) % dearest);
  }
  for (std::size_t x = 0; x < points; ++x) instance.cover[random() % candidates][x] |= 1;
  return instance;
}

std::int64_t bound(const SetSystem& system, int mu, bool distinct) {
  return lagrangian_bound(system, {.mu = mu, .distinct = distinct, .upper = 0, .steps = 0});
}

}  // namespace

TEST_SUITE("search/lagrangian") {
  TEST_CASE("no bound exceeds the optimum found by trying all choices") {
    std::mt19937 random(11);
    int compared = 0;
    int met = 0;
    for (int round = 0; round < 600; ++round) {
      const bool multiplicities = round % 3 == 0;
      const Instance instance = random_instance(random, multiplicities);
      const SetSystem system = system_of(instance, multiplicities);
      for (int mu = 1; mu <= 3; ++mu) {
        for (const bool distinct : {false, true}) {
          const std::int64_t best = optimum(instance, mu, distinct ? 1 : mu);
          if (best < 0) continue;
          for (const std::int64_t upper : {std::int64_t{0}, best, 2 * best}) {
            const std::int64_t found = lagrangian_bound(
                system, {.mu = mu, .distinct = distinct, .upper = upper, .steps = 200});
            REQUIRE(found <= best);
            REQUIRE(found >= 0);
            ++compared;
            if (found == best) ++met;
          }
        }
      }
    }
    CHECK(compared > 5000);
    CHECK(met > compared / 2);  // It is a bound worth having.
  }

  TEST_CASE("the bound is met where the relaxation has a whole solution") {
    // Points on a line, candidates intervals: the matrix is totally unimodular.
    SetSystem intervals;
    intervals.point_count = 12;
    for (Index begin = 0; begin < 12; ++begin) {
      for (Index end = begin + 1; end <= 12; ++end) {
        for (Index x = begin; x < end; ++x) intervals.points.entries.push_back(x);
        intervals.points.offsets.push_back(
            static_cast<std::int64_t>(intervals.points.entries.size()));
        intervals.costs.push_back(10 + (end - begin) * (end - begin));
      }
    }
    // Four intervals of three points: 4 * 19. Two or three in one would cost 90 + 62 or 3 * 26 ...
    std::vector<std::int64_t> cheapest(13, 0);
    for (std::size_t end = 1; end <= 12; ++end) {
      cheapest[end] = std::numeric_limits<std::int64_t>::max();
      for (std::size_t begin = 0; begin < end; ++begin) {
        const auto length = static_cast<std::int64_t>(end - begin);
        cheapest[end] = std::min(cheapest[end], cheapest[begin] + 10 + length * length);
      }
    }
    CHECK(bound(intervals, 1, false) == cheapest[12]);
    CHECK(bound(intervals, 3, false) == 3 * cheapest[12]);
  }

  TEST_CASE("instances whose relaxation is known by symmetry") {
    // Every point lies in the same number of sets of the same size: points / size is the
    // relaxation.
    CHECK(bound(instances::steiner(9), 1, false) == 3);
    CHECK(bound(instances::steiner(27), 1, false) == 9);
    CHECK(bound(instances::cube_cycles(6), 1, false) == 48);
    CHECK(bound(instances::cube_cycles(6), 2, true) == 96);
    CHECK(bound(generate({7, 3, 2}, 1), 1, false) == 7);
  }

  TEST_CASE("single sets, single points and free steps") {
    SetSystem one;
    one.point_count = 1;
    one.points.entries = {0};
    one.points.offsets = {0, 1};
    one.costs = {2'147'483'647};
    CHECK(bound(one, 1, false) == 2'147'483'647);
    CHECK(bound(one, 65'535, false) == 2'147'483'647LL * 65'535);
    CHECK(bound(one, 1, true) == 2'147'483'647);
    one.points.offsets = {0, 1, 1};  // An empty set changes nothing.
    one.costs = {5, 1};
    CHECK(bound(one, 1, true) == 5);
  }
}

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "dct_oracle.hpp"
#include "engine_fixture.hpp"
#include "greedy.hpp"
#include "rng.hpp"

namespace coldcore::search {
namespace {

using testing::engine;

/// The first candidate of the largest gain, from the whole map; those in `taken` do not count.
LazyGreedy::Pick argmax_of_map(Oracle& oracle, const std::vector<bool>& taken) {
  oracle.gain_map();
  const auto size = static_cast<std::size_t>(oracle.candidate_count());
  std::vector<Candidate> all(size);
  for (std::size_t i = 0; i < size; ++i) all[i] = static_cast<Candidate>(i);
  std::vector<std::int32_t> map(size);
  oracle.map_read_at(all, map);
  LazyGreedy::Pick best{-1, 0};
  for (std::size_t i = 0; i < size; ++i) {
    if (!taken[i] && map[i] > best.gain) best = {static_cast<Candidate>(i), map[i]};
  }
  return best;
}

void check_placements(const Problem& problem, int queue_cap) {
  DctOracle oracle(engine(), problem);
  LazyGreedy greedy(oracle, {.distinct = problem.distinct, .queue_cap = queue_cap});
  std::vector<bool> taken(static_cast<std::size_t>(oracle.candidate_count()));
  for (;;) {
    const LazyGreedy::Pick expected = argmax_of_map(oracle, taken);
    const auto pick = greedy.place();
    if (expected.gain == 0) {
      CHECK_FALSE(pick);
      break;
    }
    REQUIRE(pick);
    REQUIRE(pick->candidate == expected.candidate);
    REQUIRE(pick->gain == expected.gain);
    if (problem.distinct) taken[static_cast<std::size_t>(pick->candidate)] = true;
  }
  CHECK(oracle.count_deficit() == 0);
}

TEST_SUITE("search/greedy on a cell") {
  TEST_CASE("every placement is the first of the largest gains of the whole map") {
    for (const std::vector<int>& axes :
         {std::vector{2, 2, 2, 2, 2, 2}, {3, 3, 3, 3, 3}, {4, 3, 2, 5}}) {
      for (int radius = 1; radius <= 2; ++radius) {
        for (int mu = 1; mu <= 3; ++mu) {
          CAPTURE(radius);
          CAPTURE(mu);
          Problem problem{.family = "hamming", .axes = axes, .radius = radius, .mu = mu};
          check_placements(problem, 1 << 19);
          check_placements(problem, 3);
          problem.distinct = true;
          check_placements(problem, 1 << 19);
        }
      }
    }
  }

  TEST_CASE("6^6 with R = 3: all placements") {
    check_placements({.family = "hamming", .axes = {6, 6, 6, 6, 6, 6}, .radius = 3}, 1 << 19);
  }
}

}  // namespace
}  // namespace coldcore::search

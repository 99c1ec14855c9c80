// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <set>

#include "bounds.hpp"
#include "dct_oracle.hpp"
#include "engine_fixture.hpp"
#include "solve.hpp"

namespace coldcore::search {
namespace {

using testing::engine;

constexpr std::int64_t kWithRows = -1;
constexpr std::int64_t kWithoutRows = 0;

SolveResult solve_to(const Problem& problem, std::int64_t target, std::int64_t rows) {
  DctOracle oracle(engine(), problem);
  Observer observer;
  SolveResult result = solve(
      oracle, {.seconds = 60, .target = target, .distinct = problem.distinct, .row_bytes = rows},
      observer);
  oracle.recount(result.cover);
  CHECK(oracle.count_deficit() == 0);
  return result;
}

TEST_SUITE("search/solve on a cell") {
  TEST_CASE("known best sizes are reached with rows and without") {
    for (const std::int64_t rows : {kWithRows, kWithoutRows}) {
      const Problem ternary{.family = "hamming", .axes = {3, 3, 3, 3}, .radius = 1};
      CHECK(solve_to(ternary, 9, rows).cover.size() == 9);
      const Problem binary{.family = "hamming", .axes = {2, 2, 2, 2, 2, 2}, .radius = 1};
      CHECK(solve_to(binary, 12, rows).cover.size() == 12);
    }
  }

  TEST_CASE("2^4 twice: seven words as a multiset, eight distinct ones") {
    for (const std::int64_t rows : {kWithRows, kWithoutRows}) {
      Problem problem{.family = "hamming", .axes = {2, 2, 2, 2}, .radius = 1, .mu = 2};
      CHECK(solve_to(problem, 7, rows).cover.size() == 7);
      problem.distinct = true;
      const SolveResult result = solve_to(problem, 8, rows);
      CHECK(std::set<Candidate>(result.cover.begin(), result.cover.end()).size() == 8);
    }
  }

  TEST_CASE("the greedy on 3^13 ends as soon as 65,535 words cannot be enough for it") {
    DctOracle oracle(
        engine(),
        {.family = "hamming", .axes = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}, .radius = 1});
    CHECK(sphere_covering_bound(oracle.point_count(), 1, 27) == 59'049);
    Observer observer;
    const SolveResult result = solve(oracle, {.target = 59'049, .lower_bound = 59'049}, observer);
    CHECK(result.status == SolveStatus::kCapacity);
    CHECK(result.cover.empty());
  }
}

}  // namespace
}  // namespace coldcore::search

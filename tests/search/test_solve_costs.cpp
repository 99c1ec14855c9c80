// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <vector>

#include "fake_oracle.hpp"
#include "solve.hpp"

namespace coldcore::search {
namespace {

using testing::FakeOracle;
using testing::least_cost_by_definition;
using testing::random_costly_oracle;

constexpr std::int64_t kWithRows = -1;
constexpr std::int64_t kWithoutRows = 0;

/// Checks each announced cover.
class Witness final : public Observer {
 public:
  explicit Witness(const FakeOracle& oracle) : oracle_(oracle) {}
  void improved(std::span<const Candidate> cover) override {
    oracle_.recount(cover);
    CHECK(oracle_.count_deficit() == 0);
    costs.push_back(oracle_.costs().total(cover));
    if (costs.size() > 1) CHECK(costs.back() < costs[costs.size() - 2]);
  }
  void progress(const Progress& now) override {
    if (!costs.empty()) CHECK(now.best == costs.back());
    CHECK(now.cost >= now.size);
  }
  std::vector<std::int64_t> costs;

 private:
  FakeOracle oracle_;
};

TEST_SUITE("search/solve_costs") {
  TEST_CASE("a bound on the cost says nothing about the number of members that fit") {
    FakeOracle oracle = testing::distance_ball_oracle(3, 2, 2);
    oracle.set_capacity(8);
    oracle.set_costs(std::vector<std::int64_t>(9, 100));
    Witness witness(oracle);
    const SolveResult result = solve(oracle, {.lower_bound = 100}, witness);
    CHECK(result.status == SolveStatus::kOptimal);
    CHECK(result.cover.size() == 1);
  }

  TEST_CASE("the least cost by definition is reached as a target, with rows and without") {
    for (const std::int64_t rows : {kWithRows, kWithoutRows}) {
      for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        for (int mu = 1; mu <= 2; ++mu) {
          for (const bool distinct : {false, true}) {
            CAPTURE(rows);
            CAPTURE(seed);
            CAPTURE(mu);
            CAPTURE(distinct);
            FakeOracle oracle = random_costly_oracle(mu == 1 ? 12 : 8, 12, mu, seed, 9);
            const std::int64_t least = least_cost_by_definition(oracle, distinct ? 1 : mu);
            Witness witness(oracle);
            const SolveResult result = solve(oracle,
                                             {.seconds = 30,
                                              .seed = seed,
                                              .target = 1,
                                              .lower_bound = least,
                                              .distinct = distinct,
                                              .row_bytes = rows},
                                             witness);
            CHECK(result.status == SolveStatus::kOptimal);
            CHECK(result.cost == least);
            CHECK(oracle.costs().total(result.cover) == least);
            CHECK(witness.costs.back() == least);
            CHECK(result.phases.back().cost == least);
          }
        }
      }
    }
  }

  TEST_CASE("at unit cost the cost is the size") {
    FakeOracle oracle = testing::random_oracle(50, 80, 1, 2);
    Observer observer;
    const SolveResult result = solve(oracle, {.iterations = 500}, observer);
    CHECK(result.cost == static_cast<std::int64_t>(result.cover.size()));
    for (const PhaseRecord& phase : result.phases) CHECK(phase.cost == phase.size);
  }

  TEST_CASE("a cheap cover of many beats a small one that is dear") {
    for (const std::int64_t rows : {kWithRows, kWithoutRows}) {
      FakeOracle oracle({{0, 1, 2, 3}, {0}, {1}, {2}, {3}}, 4, 1);
      oracle.set_costs({1'000'000'000'000, 3, 3, 3, 3});
      Observer observer;
      SolveOptions options{.iterations = 200, .row_bytes = rows};
      options.warm_start = {0};
      const SolveResult result = solve(oracle, options, observer);
      CHECK(result.cover == std::vector<Candidate>{1, 2, 3, 4});
      CHECK(result.cost == 12);
    }
  }

  TEST_CASE("the seed fixes a run of given iterations, the threads do not matter") {
    for (const std::int64_t rows : {kWithRows, kWithoutRows}) {
      const auto costs = [rows](int threads) {
        FakeOracle oracle = random_costly_oracle(100, 150, 1, 8, 30);
        Witness witness(oracle);
        solve(oracle, {.iterations = 200, .threads = threads, .row_bytes = rows}, witness);
        return witness.costs;
      };
      CHECK(costs(1) == costs(2));
    }
  }
}

}  // namespace
}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "fake_oracle.hpp"
#include "focused.hpp"
#include "focused_budget.hpp"

namespace coldcore::search {
namespace {

using testing::FakeOracle;
using testing::random_costly_oracle;

Rows rows_of(const FakeOracle& oracle) {
  return build_rows(oracle, oracle.candidate_count(), oracle.point_count(), 1);
}

/// Steps from the empty solution and checks the promises after each.
template <class State>
void check_steps(FakeOracle oracle, bool distinct, std::uint64_t seed) {
  const Rows rows = rows_of(oracle);
  State state(rows, oracle.mu(), Fields::kGainAndLoss);
  Rng rng(seed);
  BudgetSearch<State> search(state, rng, oracle.costs(), {.again_chance = 0.5}, distinct);
  const std::int64_t budget = 25;
  int covered = 0;
  for (int i = 0; i < 400; ++i) {
    if (state.covered()) {
      ++covered;
      search.remove(search.cheapest_to_lose(false));
      continue;
    }
    search.step(budget);
    const std::vector<Candidate> members = state.members();
    REQUIRE(search.cost() == oracle.costs().total(members));
    REQUIRE(search.cost() <= budget);
    oracle.recount(members);
    REQUIRE(state.deficit() == oracle.count_deficit());
    if (distinct) {
      for (const Candidate c : members) REQUIRE(oracle.multiplicity(c) == 1);
    }
  }
  CHECK(covered < 400);
}

std::int64_t reached(const FakeOracle& oracle, bool distinct, std::uint64_t seed) {
  std::vector<Candidate> start;
  for (int i = 0; i < (distinct ? 1 : oracle.mu()); ++i) {
    for (Candidate c = 0; c < oracle.candidate_count(); ++c) start.push_back(c);
  }
  Observer observer;
  const FocusedResult result = focused_search(rows_of(oracle),
                                              {.mu = oracle.mu(),
                                               .distinct = distinct,
                                               .seed = seed,
                                               .iterations = 20'000,
                                               .costs = oracle.costs()},
                                              start, observer);
  FakeOracle check = oracle;
  check.recount(result.best);
  CHECK(check.count_deficit() == 0);
  return oracle.costs().total(result.best);
}

TEST_SUITE("search/focused_budget") {
  TEST_CASE("the budget holds at every step, and cost and deficit are exact") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      CAPTURE(seed);
      check_steps<CoverState<true>>(random_costly_oracle(40, 60, 1, seed, 9), false, seed);
      check_steps<CoverState<false>>(random_costly_oracle(40, 60, 2, seed, 9), false, seed);
      check_steps<CoverState<false>>(random_costly_oracle(40, 60, 2, seed, 9), true, seed);
    }
  }

  TEST_CASE("the member that is cheapest to lose has the least loss for its cost") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      FakeOracle oracle = random_costly_oracle(30, 50, 1, seed, 9);
      const Rows rows = rows_of(oracle);
      CoverState<true> state(rows, 1, Fields::kGainAndLoss);
      Rng rng(seed);
      BudgetSearch<CoverState<true>> search(state, rng, oracle.costs(), {}, false);
      CHECK(search.cheapest_to_lose(false) == kNoSlot);
      for (const Index c : {3U, 9U, 14U, 20U, 27U}) search.add(c);
      oracle.recount(state.members());

      const Candidate chosen = state.member(search.cheapest_to_lose(false));
      for (const Candidate c : state.members()) {
        CHECK(oracle.marginal(chosen, Role::kCritical) * oracle.costs().of(c) <=
              oracle.marginal(c, Role::kCritical) * oracle.costs().of(chosen));
      }
    }
  }

  TEST_CASE("the least cost is reached on small instances, and never undercut") {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      CAPTURE(seed);
      const FakeOracle simple = random_costly_oracle(14, 16, 1, seed, 9);
      CHECK(reached(simple, false, seed) == testing::least_cost_by_definition(simple, 1));
      const FakeOracle twice = random_costly_oracle(9, 10, 2, seed, 9);
      CHECK(reached(twice, false, seed) == testing::least_cost_by_definition(twice, 2));
      CHECK(reached(twice, true, seed) == testing::least_cost_by_definition(twice, 1));
    }
  }

  TEST_CASE("the outcome follows from the seed and the steps, not from the threads") {
    const FakeOracle oracle = random_costly_oracle(300, 200, 1, 3, 50);
    const Rows rows = rows_of(oracle);
    std::vector<Candidate> start;
    for (Candidate c = 0; c < 300; ++c) start.push_back(c);
    std::vector<std::vector<Candidate>> best;
    for (const int threads : {1, 2, 3}) {
      Observer observer;
      const FocusedOptions options{
          .seed = 5, .iterations = 10'000, .threads = threads, .costs = oracle.costs()};
      const FocusedResult result = focused_search(rows, options, start, observer);
      CHECK(result.iterations == 10'000);
      best.push_back(result.best);
    }
    CHECK(best[0] == best[1]);
    CHECK(best[0] == best[2]);
  }
}

}  // namespace
}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
//
// The searches that ask the oracle alone, where candidates differ in cost.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "descent.hpp"
#include "fake_oracle.hpp"
#include "greedy.hpp"
#include "lns.hpp"
#include "peel.hpp"

namespace coldcore::search {
namespace {

using testing::FakeOracle;
using testing::random_costly_oracle;

/// What a test compares, by its own arithmetic: small numbers, so plain products do.
struct Rate {
  std::int64_t value;
  std::int64_t cost;
  bool operator<(const Rate& other) const { return value * other.cost < other.value * cost; }
};

Rate rate(const FakeOracle& oracle, Candidate c, Role role) {
  return {oracle.marginal(c, role), oracle.costs().of(c)};
}

std::vector<Candidate> everything(const FakeOracle& oracle) {
  std::vector<Candidate> all(static_cast<std::size_t>(oracle.candidate_count()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// The definition of a greedy placement: of all candidates that the room allows, the largest exact
/// gain for its cost; of equal ones the smallest index.
Candidate best_rate_by_definition(const FakeOracle& oracle, bool distinct, std::int64_t room) {
  Candidate best = -1;
  for (Candidate c = 0; c < oracle.candidate_count(); ++c) {
    if (distinct && oracle.multiplicity(c) > 0) continue;
    if (oracle.costs().of(c) > room || oracle.marginal(c, Role::kDeficient) == 0) continue;
    if (best < 0 || rate(oracle, best, Role::kDeficient) < rate(oracle, c, Role::kDeficient)) {
      best = c;
    }
  }
  return best;
}

void check_every_placement(FakeOracle& oracle, const GreedyOptions& options) {
  LazyGreedy greedy(oracle, options);
  std::int64_t room = options.budget;
  for (;;) {
    const Candidate expected = best_rate_by_definition(oracle, options.distinct, room);
    const std::int32_t gain = expected < 0 ? 0 : oracle.marginal(expected, Role::kDeficient);
    const auto pick = greedy.place();
    if (expected < 0) {
      CHECK_FALSE(pick);
      return;
    }
    REQUIRE(pick);
    REQUIRE(pick->candidate == expected);
    REQUIRE(pick->gain == gain);
    room -= oracle.costs().of(expected);
  }
}

TEST_SUITE("search/cost_search") {
  TEST_CASE("every greedy placement has the first of the largest gains for its cost") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      for (int mu = 1; mu <= 3; ++mu) {
        for (const bool distinct : {false, true}) {
          CAPTURE(seed);
          CAPTURE(mu);
          CAPTURE(distinct);
          FakeOracle oracle = random_costly_oracle(60, 90, mu, seed, 9);
          check_every_placement(oracle, {.distinct = distinct});
          CHECK(oracle.count_deficit() == 0);
        }
      }
    }
  }

  TEST_CASE("a budget passes over what is too dear, and no more") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      for (const std::int64_t budget : {0, 1, 5, 17, 40}) {
        CAPTURE(seed);
        CAPTURE(budget);
        FakeOracle oracle = random_costly_oracle(60, 90, 1, seed, 9);
        check_every_placement(oracle, {.budget = budget});
      }
    }
  }

  TEST_CASE("a budget holds at unit cost too") {
    FakeOracle oracle = testing::random_oracle(60, 90, 1, 1);
    LazyGreedy greedy(oracle, {.budget = 2});
    CHECK(greedy.place());
    CHECK(greedy.place());
    CHECK_FALSE(greedy.place());
  }

  TEST_CASE("peel takes the costliest redundant member first") {
    // Each of 0 and 1 makes the other redundant; 2 is needed.
    FakeOracle oracle({{0, 1}, {0, 1}, {2}}, 3, 1);
    oracle.set_costs({3, 7, 100});
    std::vector<Candidate> members{0, 1, 2};
    oracle.recount(members);
    CHECK(peel(oracle, members) == 1);
    CHECK(members == std::vector<Candidate>{0, 2});
    CHECK(oracle.count_deficit() == 0);
  }

  TEST_CASE("drop_least_loss takes the least exact loss for its cost until enough is saved") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      CAPTURE(seed);
      FakeOracle oracle = random_costly_oracle(30, 60, 1, seed, 9);
      std::vector<Candidate> members = everything(oracle);
      std::vector<Candidate> expected = members;
      oracle.recount(expected);
      for (std::int64_t saved = 0; saved < 70;) {
        const auto least =
            std::min_element(expected.begin(), expected.end(), [&](Candidate a, Candidate b) {
              return rate(oracle, a, Role::kCritical) < rate(oracle, b, Role::kCritical);
            });
        const Candidate gone = *least;
        saved += oracle.costs().of(gone);
        expected.erase(least);
        oracle.ball_update({&gone, 1}, -1);
      }
      oracle.recount(members);

      drop_least_loss(oracle, members, 70);

      CHECK(members == expected);
      CHECK(oracle.multiplicity(members.front()) == 1);
    }
  }

  TEST_CASE("a neighbourhood search never passes its budget and counts right") {
    Observer observer;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      for (int mu = 1; mu <= 2; ++mu) {
        CAPTURE(seed);
        CAPTURE(mu);
        RunControl control(0, -1, observer);
        FakeOracle oracle = random_costly_oracle(40, 60, mu, seed, 9);
        std::vector<Candidate> members{0, 1, 2};
        oracle.recount(members);
        const std::int64_t before = oracle.count_deficit();
        const std::int64_t budget = oracle.costs().total(members) + 3;
        Lns lns(oracle, seed, false);
        lns.run(members, budget, 25, control);
        CHECK(oracle.costs().total(members) <= budget);
        CHECK(lns.deficit() <= before);
        CHECK(lns.deficit() == oracle.count_deficit());
        const std::vector<std::int32_t> counts = oracle.cnt();
        oracle.recount(members);
        CHECK(oracle.cnt() == counts);
      }
    }
  }

  TEST_CASE("a neighbourhood search that begins with no member uses its budget") {
    // The notch took out the only member; two cheaper ones do as well.
    FakeOracle oracle({{0, 1}, {0}, {1}}, 2, 1);
    oracle.set_costs({9, 2, 3});
    Observer observer;
    RunControl control(0, -1, observer);
    std::vector<Candidate> members;
    oracle.recount(members);
    CHECK(Lns(oracle, 1, false).run(members, 8, 50, control));
    std::sort(members.begin(), members.end());
    CHECK(members == std::vector<Candidate>{1, 2});
  }
}

}  // namespace
}  // namespace coldcore::search

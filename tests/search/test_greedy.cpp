// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "fake_oracle.hpp"
#include "greedy.hpp"

namespace coldcore::search {
namespace {

using testing::distance_ball_oracle;
using testing::FakeOracle;
using testing::random_oracle;

/// The definition of a greedy placement: of all candidates allowed, the largest exact gain; of
/// equal ones the smallest index.
Candidate argmax_by_definition(const FakeOracle& oracle, bool distinct) {
  Candidate best = -1;
  for (Candidate c = 0; c < oracle.candidate_count(); ++c) {
    if (distinct && oracle.multiplicity(c) > 0) continue;
    const std::int32_t gain = oracle.marginal(c, Role::kDeficient);
    if (gain > 0 && (best < 0 || gain > oracle.marginal(best, Role::kDeficient))) best = c;
  }
  return best;
}

/// Places until nothing has a gain and checks each placement against the definition.
void check_every_placement(FakeOracle& oracle, const GreedyOptions& options) {
  LazyGreedy greedy(oracle, options);
  for (;;) {
    const Candidate expected = argmax_by_definition(oracle, options.distinct);
    const std::int32_t gain = expected < 0 ? 0 : oracle.marginal(expected, Role::kDeficient);
    const auto pick = greedy.place();
    if (expected < 0) {
      CHECK_FALSE(pick);
      return;
    }
    REQUIRE(pick);
    REQUIRE(pick->candidate == expected);
    REQUIRE(pick->gain == gain);
  }
}

TEST_SUITE("search/greedy") {
  TEST_CASE("every placement is the first of the largest gains, whatever the queue holds") {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      for (int mu = 1; mu <= 3; ++mu) {
        for (const bool distinct : {false, true}) {
          for (const int cap : {1, 2, 7, 1 << 19}) {
            CAPTURE(seed);
            CAPTURE(mu);
            CAPTURE(distinct);
            CAPTURE(cap);
            FakeOracle oracle = random_oracle(60, 90, mu, seed);
            check_every_placement(oracle, {.distinct = distinct, .queue_cap = cap});
            CHECK(oracle.count_deficit() == 0);
          }
        }
      }
    }
  }

  TEST_CASE("many equal gains are placed by index") {
    for (const int cap : {1, 5, 1 << 19}) {
      FakeOracle oracle = distance_ball_oracle(3, 4, 1);
      check_every_placement(oracle, {.queue_cap = cap});
    }
  }

  TEST_CASE("a random order among equals still places a largest gain, and follows from the salt") {
    const auto placements = [](std::uint64_t salt, int cap) {
      FakeOracle oracle = distance_ball_oracle(3, 4, 1);
      LazyGreedy greedy(oracle, {.tie_salt = salt, .queue_cap = cap});
      std::vector<Candidate> order;
      for (;;) {
        const Candidate best = argmax_by_definition(oracle, false);
        const std::int32_t gain = best < 0 ? 0 : oracle.marginal(best, Role::kDeficient);
        const auto pick = greedy.place();
        if (!pick) return order;
        REQUIRE(pick->gain == gain);
        order.push_back(pick->candidate);
      }
    };
    CHECK(placements(1, 1 << 19) == placements(1, 1 << 19));
    CHECK(placements(1, 10) == placements(1, 10));
    CHECK(placements(1, 1 << 19) != placements(2, 1 << 19));
  }

  TEST_CASE("with mu above 1 the same candidate is placed again unless that is forbidden") {
    // Candidate 0 covers everything, the others one point each.
    FakeOracle oracle({{0, 1, 2}, {0}, {1}, {2}}, 3, 2);
    Observer observer;
    RunControl control(0, -1, observer);
    std::vector<Candidate> members;
    CHECK(complete_greedily(oracle, members, {}, control) == GreedyStatus::kCovered);
    CHECK(members == std::vector<Candidate>{0, 0});

    oracle.recount({});
    members.clear();
    CHECK(complete_greedily(oracle, members, {.distinct = true}, control) ==
          GreedyStatus::kCovered);
    CHECK(members == std::vector<Candidate>{0, 1, 2, 3});
  }

  TEST_CASE("an excluded candidate is never placed") {
    FakeOracle oracle = distance_ball_oracle(2, 3, 1);
    LazyGreedy greedy(oracle, {});
    greedy.exclude(0);
    greedy.exclude(1);
    CHECK(greedy.place()->candidate == 2);
  }

  TEST_CASE("completion goes on from the members that are represented") {
    FakeOracle oracle = distance_ball_oracle(2, 3, 1);
    std::vector<Candidate> members{7};
    oracle.recount(members);
    Observer observer;
    RunControl control(0, -1, observer);
    CHECK(complete_greedily(oracle, members, {}, control) == GreedyStatus::kCovered);
    CHECK(members == std::vector<Candidate>{7, 0});
  }

  TEST_CASE("a cover that needs more members than the engine represents is reported") {
    FakeOracle oracle = distance_ball_oracle(3, 3, 1);  // The best cover has 5 words.
    oracle.set_capacity(4);
    Observer observer;
    RunControl control(0, -1, observer);
    std::vector<Candidate> members;
    CHECK(complete_greedily(oracle, members, {}, control) == GreedyStatus::kCapacity);
    CHECK(members.size() <= 4);
  }

  TEST_CASE("a point that no candidate covers is reported") {
    FakeOracle oracle({{0}, {0, 1}}, 3, 1);
    Observer observer;
    RunControl control(0, -1, observer);
    std::vector<Candidate> members;
    CHECK(complete_greedily(oracle, members, {}, control) == GreedyStatus::kInfeasible);
    CHECK(members == std::vector<Candidate>{1});
  }

  TEST_CASE("a request to stop is obeyed between placements") {
    class StopAtOnce final : public Observer {
      bool stop_requested() override { return true; }
    } observer;
    FakeOracle oracle = distance_ball_oracle(2, 3, 1);
    RunControl control(0, -1, observer);
    std::vector<Candidate> members;
    CHECK(complete_greedily(oracle, members, {}, control) == GreedyStatus::kStopped);
    CHECK(members.empty());
    CHECK(control.reason() == StopReason::kRequested);
  }

  TEST_CASE("the cost counts what the oracle was asked") {
    FakeOracle oracle = distance_ball_oracle(3, 4, 1);
    Observer observer;
    RunControl control(0, -1, observer);
    std::vector<Candidate> members;
    GreedyCost cost;
    complete_greedily(oracle, members, {}, control, &cost);
    CHECK(cost.gathers == oracle.gathers());
    CHECK(cost.maps >= 1);
  }
}

}  // namespace
}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "fake_oracle.hpp"
#include "lns.hpp"

namespace coldcore::search {
namespace {

using testing::distance_ball_oracle;
using testing::FakeOracle;

std::vector<Candidate> random_members(std::size_t count, std::int64_t candidates,
                                      std::uint64_t seed) {
  Rng rng(seed);
  std::set<Candidate> members;
  while (members.size() < count) {
    members.insert(static_cast<Candidate>(rng.below(static_cast<std::uint64_t>(candidates))));
  }
  return {members.begin(), members.end()};
}

/// Checks what a run leaves behind: exact counts, the size, and no deficit above the one at the
/// start.
void check_outcome(FakeOracle& oracle, const std::vector<Candidate>& members, const Lns& lns,
                   std::int64_t deficit_before) {
  const std::vector<std::int32_t> counts = oracle.cnt();
  const std::int64_t deficit = oracle.count_deficit();
  CHECK(deficit == lns.deficit());
  CHECK(deficit <= deficit_before);
  oracle.recount(members);
  CHECK(oracle.cnt() == counts);
}

TEST_SUITE("search/lns") {
  TEST_CASE("a run never returns a worse multiset, and the counts match a recount") {
    Observer observer;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      for (int mu = 1; mu <= 3; ++mu) {
        CAPTURE(seed);
        CAPTURE(mu);
        RunControl control(0, -1, observer);
        FakeOracle oracle = distance_ball_oracle(3, 4, 1, mu);
        std::vector<Candidate> members = random_members(7, 81, seed);
        oracle.recount(members);
        const std::int64_t before = oracle.count_deficit();
        Lns lns(oracle, seed, false);
        CHECK_FALSE(lns.run(members, 7, 25, control));  // Below the bound of 9 * mu words.
        CHECK(members.size() <= 7);
        CHECK(control.iterations() == 25);
        check_outcome(oracle, members, lns, before);
      }
    }
  }

  TEST_CASE("a cover of the asked size is found where there are many") {
    Observer observer;
    RunControl control(0, -1, observer);
    FakeOracle oracle = distance_ball_oracle(2, 5, 1);  // The best covers have 7 words.
    std::vector<Candidate> members = random_members(8, 32, 1);
    oracle.recount(members);
    Lns lns(oracle, 1, false);
    CHECK(lns.run(members, 8, 2000, control));
    CHECK(oracle.count_deficit() == 0);
    CHECK(members.size() <= 8);
    check_outcome(oracle, members, lns, 0);
  }

  TEST_CASE("distinct members stay distinct") {
    Observer observer;
    RunControl control(0, -1, observer);
    FakeOracle oracle = distance_ball_oracle(2, 4, 1, 3);
    std::vector<Candidate> members = random_members(9, 16, 5);
    oracle.recount(members);
    Lns lns(oracle, 5, true);
    for (int run = 0; run < 20; ++run) {
      lns.run(members, 9, 3, control);
      CHECK(std::set<Candidate>(members.begin(), members.end()).size() == members.size());
    }
  }

  TEST_CASE("the seed fixes the outcome") {
    const auto outcome = [](std::uint64_t seed) {
      Observer observer;
      RunControl control(0, -1, observer);
      FakeOracle oracle = distance_ball_oracle(3, 4, 1);
      std::vector<Candidate> members = random_members(8, 81, 9);
      oracle.recount(members);
      Lns(oracle, seed, false).run(members, 8, 20, control);
      return members;
    };
    CHECK(outcome(1) == outcome(1));
    CHECK(outcome(1) != outcome(2));
  }

  TEST_CASE("a full engine is no obstacle") {
    Observer observer;
    RunControl control(0, -1, observer);
    FakeOracle oracle = distance_ball_oracle(3, 3, 1);
    oracle.set_capacity(4);
    std::vector<Candidate> members{0, 1, 2, 3};
    oracle.recount(members);
    Lns lns(oracle, 3, false);
    CHECK_FALSE(lns.run(members, 4, 50, control));
    check_outcome(oracle, members, lns, oracle.count_deficit());
  }
}

}  // namespace
}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <vector>

#include "fake_oracle.hpp"
#include "peel.hpp"
#include "rng.hpp"

namespace coldcore::search {
namespace {

using testing::distance_ball_oracle;
using testing::FakeOracle;
using testing::random_oracle;

TEST_SUITE("search/peel") {
  TEST_CASE("no redundant member is left, the cover stays one, and the order is kept") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      for (int mu = 1; mu <= 3; ++mu) {
        CAPTURE(seed);
        CAPTURE(mu);
        FakeOracle oracle = random_oracle(40, 50, mu, seed);
        std::vector<Candidate> members;
        for (Candidate c = 0; c < 40; ++c) members.insert(members.end(), {c, c});
        oracle.recount(members);

        const std::int64_t removed = peel(oracle, members);

        CHECK(removed == 80 - static_cast<std::int64_t>(members.size()));
        CHECK(std::is_sorted(members.begin(), members.end()));
        const std::vector<std::int32_t> counts = oracle.cnt();
        oracle.recount(members);
        CHECK(oracle.cnt() == counts);
        CHECK(oracle.count_deficit() == 0);
        for (const Candidate c : members) CHECK(oracle.marginal(c, Role::kCritical) > 0);
      }
    }
  }

  TEST_CASE("the first of two that could go goes") {
    FakeOracle oracle({{0, 1}, {1, 2}, {0, 1, 2}}, 3, 1);
    std::vector<Candidate> members{0, 1, 2};
    oracle.recount(members);
    CHECK(peel(oracle, members) == 2);
    CHECK(members == std::vector<Candidate>{2});
  }

  TEST_CASE("an irredundant cover is left alone") {
    FakeOracle oracle = distance_ball_oracle(2, 3, 1);
    std::vector<Candidate> members{0, 7};
    oracle.recount(members);
    CHECK(peel(oracle, members) == 0);
    CHECK(members == std::vector<Candidate>{0, 7});
  }
}

}  // namespace
}  // namespace coldcore::search

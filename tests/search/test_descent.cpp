// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "descent.hpp"
#include "fake_oracle.hpp"
#include "lns.hpp"

namespace coldcore::search {
namespace {

using testing::distance_ball_oracle;
using testing::FakeOracle;
using testing::random_oracle;

/// Keeps the sizes that were announced, and whether each was a cover at its time.
class Recorder final : public Observer {
 public:
  explicit Recorder(FakeOracle& oracle) : oracle_(oracle) {}
  void improved(std::span<const Candidate> cover) override {
    sizes.push_back(static_cast<std::int64_t>(cover.size()));
    all_covers = all_covers && oracle_.count_deficit() == 0;
  }
  std::vector<std::int64_t> sizes;
  bool all_covers = true;

 private:
  FakeOracle& oracle_;
};

std::vector<Candidate> everything(const FakeOracle& oracle) {
  std::vector<Candidate> all(static_cast<std::size_t>(oracle.candidate_count()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

TEST_SUITE("search/descent") {
  TEST_CASE("drop_least_loss takes the first member of least exact loss at each turn") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      CAPTURE(seed);
      FakeOracle oracle = random_oracle(30, 60, 1, seed);
      std::vector<Candidate> members = everything(oracle);
      std::vector<Candidate> expected = members;
      oracle.recount(expected);
      for (int i = 0; i < 25; ++i) {
        const auto least =
            std::min_element(expected.begin(), expected.end(), [&](Candidate a, Candidate b) {
              return oracle.marginal(a, Role::kCritical) < oracle.marginal(b, Role::kCritical);
            });
        const Candidate gone = *least;
        expected.erase(least);
        oracle.ball_update({&gone, 1}, -1);
      }
      oracle.recount(members);

      drop_least_loss(oracle, members, 25);

      CHECK(members == expected);
      const std::vector<std::int32_t> counts = oracle.cnt();
      oracle.recount(expected);
      CHECK(oracle.cnt() == counts);
    }
  }

  TEST_CASE("the descent reaches its floor with covers of falling size") {
    FakeOracle oracle = distance_ball_oracle(2, 5, 1);
    Recorder recorder(oracle);
    RunControl control(0, -1, recorder);
    std::vector<Candidate> cover = everything(oracle);
    oracle.recount(cover);
    Lns lns(oracle, 1, false);
    const Mover mover = [&](std::vector<Candidate>& members, std::int64_t budget,
                            std::int64_t steps,
                            RunControl& c) { return lns.run(members, budget, steps, c); };

    notch_descent(oracle, cover, mover, {.floor = 7, .notch_steps = 16}, control);

    CHECK(cover.size() == 7);
    CHECK(oracle.count_deficit() == 0);
    CHECK(recorder.all_covers);
    CHECK(recorder.sizes.back() == 7);
    CHECK(std::is_sorted(recorder.sizes.rbegin(), recorder.sizes.rend()));
    CHECK(std::adjacent_find(recorder.sizes.begin(), recorder.sizes.end()) == recorder.sizes.end());
  }

  TEST_CASE(
      "a notch that fails is halved, single ones get twice the steps, and the cover comes back") {
    FakeOracle oracle = distance_ball_oracle(2, 7, 1);
    Observer observer;
    RunControl control(0, 200, observer);
    std::vector<Candidate> cover = everything(oracle);
    oracle.recount(cover);
    std::vector<std::size_t> asked;
    std::vector<std::int64_t> steps_given;
    const Mover mover = [&](std::vector<Candidate>& members, std::int64_t budget,
                            std::int64_t steps, RunControl& c) {
      CHECK(budget == std::ssize(members));
      asked.push_back(members.size());
      steps_given.push_back(steps);
      c.count_steps(steps);
      return false;
    };

    notch_descent(oracle, cover, mover, {.floor = 1, .notch_steps = 16}, control);

    REQUIRE(asked.size() >= 3);
    CHECK(std::is_sorted(asked.begin(), asked.end()));  // Smaller notches leave more members.
    CHECK(asked.back() == cover.size() - 1);
    CHECK(steps_given.front() == 16);
    CHECK(steps_given.back() > 16);
    CHECK(oracle.count_deficit() == 0);
    const std::vector<std::int32_t> counts = oracle.cnt();
    oracle.recount(cover);
    CHECK(oracle.cnt() == counts);
  }
}

}  // namespace
}  // namespace coldcore::search

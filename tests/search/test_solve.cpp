// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "fake_oracle.hpp"
#include "solve.hpp"

namespace coldcore::search {
namespace {

using testing::distance_ball_oracle;
using testing::FakeOracle;
using testing::random_oracle;

/// Keeps what was announced; asks for the end once `stop_at` covers have come.
class Recorder final : public Observer {
 public:
  void improved(std::span<const Candidate> cover) override {
    covers.emplace_back(cover.begin(), cover.end());
  }
  bool stop_requested() override { return covers.size() >= stop_at; }

  std::vector<std::vector<Candidate>> covers;
  std::size_t stop_at = 1'000'000;
};

bool is_cover(FakeOracle oracle, const std::vector<Candidate>& members) {
  oracle.recount(members);
  return oracle.count_deficit() == 0;
}

// The same promises hold for both engines of the portfolio: explicit rows and the oracle alone.
constexpr std::int64_t kWithRows = -1;
constexpr std::int64_t kWithoutRows = 0;

TEST_SUITE("search/solve") {
  TEST_CASE("a target ends the run with a cover of that size") {
    for (const std::int64_t rows : {kWithRows, kWithoutRows}) {
      FakeOracle oracle = distance_ball_oracle(2, 5, 1);
      Recorder recorder;
      const SolveResult result =
          solve(oracle, {.seconds = 30, .target = 7, .row_bytes = rows}, recorder);
      CHECK(result.status == SolveStatus::kTarget);
      CHECK(result.cover.size() == 7);
      CHECK(is_cover(oracle, result.cover));
      CHECK(std::is_sorted(result.cover.begin(), result.cover.end()));
    }
  }

  TEST_CASE("the lower bound ends the run as optimal, even if the target lies below") {
    for (const std::int64_t rows : {kWithRows, kWithoutRows}) {
      FakeOracle oracle = distance_ball_oracle(3, 4, 1);
      Recorder recorder;
      const SolveResult result = solve(
          oracle, {.seconds = 30, .target = 1, .lower_bound = 9, .row_bytes = rows}, recorder);
      CHECK(result.status == SolveStatus::kOptimal);
      CHECK(result.cover.size() == 9);
    }
  }

  TEST_CASE("every announced cover is one, and each is smaller than the one before") {
    for (const std::int64_t rows : {kWithRows, kWithoutRows}) {
      for (int mu = 1; mu <= 3; ++mu) {
        FakeOracle oracle = random_oracle(80, 120, mu, 4);
        Recorder recorder;
        const SolveResult result = solve(oracle, {.iterations = 300, .row_bytes = rows}, recorder);
        REQUIRE_FALSE(recorder.covers.empty());
        for (std::size_t i = 0; i < recorder.covers.size(); ++i) {
          CHECK(is_cover(oracle, recorder.covers[i]));
          if (i > 0) CHECK(recorder.covers[i].size() < recorder.covers[i - 1].size());
        }
        std::vector<Candidate> last = recorder.covers.back();
        std::sort(last.begin(), last.end());
        CHECK(result.cover == last);
      }
    }
  }

  TEST_CASE("the seed fixes a run of given iterations, the threads do not matter") {
    for (const std::int64_t rows : {kWithRows, kWithoutRows}) {
      const auto covers = [rows](std::uint64_t seed, int threads) {
        FakeOracle oracle = random_oracle(100, 150, 1, 8);
        Recorder recorder;
        solve(oracle, {.iterations = 200, .seed = seed, .threads = threads, .row_bytes = rows},
              recorder);
        return recorder.covers;
      };
      CHECK(covers(1, 1) == covers(1, 2));
    }
  }

  TEST_CASE("iterations, time and a request each end a run that nothing else ends") {
    for (const std::int64_t rows : {kWithRows, kWithoutRows}) {
      FakeOracle oracle = distance_ball_oracle(2, 5, 1);
      Recorder recorder;
      SolveResult result = solve(oracle, {.iterations = 100, .row_bytes = rows}, recorder);
      CHECK(result.status == SolveStatus::kIterations);
      CHECK(result.iterations == 100);
      CHECK(is_cover(oracle, result.cover));

      result = solve(oracle, {.seconds = 0.05, .row_bytes = rows}, recorder);
      CHECK(result.status == SolveStatus::kTime);
      CHECK(is_cover(oracle, result.cover));

      recorder.covers.clear();
      recorder.stop_at = 1;
      result = solve(oracle, {.row_bytes = rows}, recorder);
      CHECK(result.status == SolveStatus::kStopped);
      CHECK(is_cover(oracle, result.cover));
    }
  }

  TEST_CASE("a warm start is the beginning, completed where it is no cover") {
    FakeOracle oracle = distance_ball_oracle(3, 4, 1);
    Recorder recorder;
    // A perfect code with one word missing: the only best completion is that word.
    const SolveResult perfect = solve(oracle, {.target = 9}, recorder);
    SolveOptions options{.target = 9};
    options.warm_start.assign(perfect.cover.begin() + 1, perfect.cover.end());
    const SolveResult again = solve(oracle, options, recorder);
    CHECK(again.cover == perfect.cover);
    CHECK(again.iterations == 0);
  }

  TEST_CASE("distinct forbids a second occurrence, from a warm start too") {
    for (const std::int64_t rows : {kWithRows, kWithoutRows}) {
      FakeOracle oracle = distance_ball_oracle(2, 4, 1, 2);
      Recorder recorder;
      SolveOptions options{.seconds = 30, .target = 8, .distinct = true, .row_bytes = rows};
      options.warm_start = {3, 3, 3};
      const SolveResult result = solve(oracle, options, recorder);
      CHECK(result.cover.size() == 8);
      CHECK(is_cover(oracle, result.cover));
      CHECK(std::set<Candidate>(result.cover.begin(), result.cover.end()).size() == 8);
    }
  }

  TEST_CASE("a multiset may repeat a word: seven are enough to cover 2^4 twice") {
    for (const std::int64_t rows : {kWithRows, kWithoutRows}) {
      FakeOracle oracle = distance_ball_oracle(2, 4, 1, 2);
      Recorder recorder;
      const SolveResult result = solve(
          oracle, {.seconds = 30, .target = 7, .lower_bound = 7, .row_bytes = rows}, recorder);
      CHECK(result.status == SolveStatus::kOptimal);
      CHECK(result.cover.size() == 7);
      CHECK(is_cover(oracle, result.cover));
    }
  }

  TEST_CASE("a lower bound above the capacity is decided before anything is tried") {
    FakeOracle oracle = distance_ball_oracle(3, 4, 1);
    oracle.set_capacity(8);
    Recorder recorder;
    const SolveResult result = solve(oracle, {.lower_bound = 9}, recorder);
    CHECK(result.status == SolveStatus::kCapacity);
    CHECK(result.cover.empty());
    CHECK(result.phases.empty());
    CHECK(describe(result.status, oracle.capacity()) ==
          "the greedy cover takes more than 8 members, the most that the engine counts");
  }

  TEST_CASE("no cover within the capacity, and no cover at all, are told apart") {
    FakeOracle full = distance_ball_oracle(3, 4, 1);
    full.set_capacity(8);
    Recorder recorder;
    CHECK(solve(full, {}, recorder).status == SolveStatus::kCapacity);

    FakeOracle uncoverable({{0}, {0, 1}}, 3, 1);
    const SolveResult result = solve(uncoverable, {}, recorder);
    CHECK(result.status == SolveStatus::kInfeasible);
    CHECK(result.cover.empty());
    CHECK(recorder.covers.empty());
  }
}

}  // namespace
}  // namespace coldcore::search

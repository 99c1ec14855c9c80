// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "fake_oracle.hpp"
#include "focused.hpp"
#include "greedy.hpp"

namespace coldcore::search {
namespace {

using testing::distance_ball_oracle;
using testing::FakeOracle;
using testing::random_oracle;

/// By the definition: every point in at least mu occurrences.
bool is_cover(const FakeOracle& oracle, std::span<const Candidate> members) {
  std::vector<int> counts(static_cast<std::size_t>(oracle.point_count()));
  std::vector<Point> points;
  for (const Candidate c : members) {
    oracle.points_of(c, points);
    for (const Point x : points) ++counts[static_cast<std::size_t>(x)];
  }
  return std::all_of(counts.begin(), counts.end(), [&](int n) { return n >= oracle.mu(); });
}

bool repeats(std::span<const Candidate> sorted) {
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

/// mu times every candidate, or all of them once: plain covers to begin with.
std::vector<Candidate> everything(const FakeOracle& oracle, int times) {
  std::vector<Candidate> out;
  for (int i = 0; i < times; ++i) {
    for (Candidate c = 0; c < oracle.candidate_count(); ++c) out.push_back(c);
  }
  return out;
}

/// Checks every cover it hears of and keeps them.
class Witness : public Observer {
 public:
  Witness(const FakeOracle& oracle, bool distinct) : oracle_(oracle), distinct_(distinct) {}
  void improved(std::span<const Candidate> cover) override {
    CHECK(is_cover(oracle_, cover));
    CHECK(std::is_sorted(cover.begin(), cover.end()));
    if (distinct_) CHECK_FALSE(repeats(cover));
    if (!covers.empty()) CHECK(cover.size() < covers.back().size());
    covers.emplace_back(cover.begin(), cover.end());
  }
  std::vector<std::vector<Candidate>> covers;

 private:
  const FakeOracle& oracle_;
  bool distinct_;
};

Rows rows_of(const FakeOracle& oracle) {
  return build_rows(oracle, oracle.candidate_count(), oracle.point_count(), 1);
}

std::size_t reached(const FakeOracle& oracle, FocusedOptions options) {
  Witness witness(oracle, options.distinct);
  options.mu = oracle.mu();
  options.iterations = 2'000'000;
  const std::vector<Candidate> start = everything(oracle, options.distinct ? 1 : options.mu);
  const FocusedResult result = focused_search(rows_of(oracle), options, start, witness);
  CHECK(is_cover(oracle, result.best));
  CHECK_FALSE(result.stopped);
  return result.best.size();
}

TEST_SUITE("search/focused") {
  TEST_CASE("known least sizes are reached from the cover by all candidates") {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      CHECK(reached(distance_ball_oracle(2, 5, 1), {.seed = seed, .target = 7}) == 7);
      CHECK(reached(distance_ball_oracle(3, 4, 1), {.seed = seed, .target = 9}) == 9);
      CHECK(reached(distance_ball_oracle(2, 7, 1), {.seed = seed, .target = 16}) == 16);
    }
  }

  TEST_CASE("known least sizes of multiple covers are reached, with and without repeats") {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      CHECK(reached(distance_ball_oracle(2, 4, 1, 2), {.seed = seed, .target = 7}) == 7);
      CHECK(reached(distance_ball_oracle(2, 4, 1, 2),
                    {.distinct = true, .seed = seed, .target = 8}) == 8);
      CHECK(reached(distance_ball_oracle(2, 5, 1, 2), {.seed = seed, .target = 12}) == 12);
      CHECK(reached(distance_ball_oracle(2, 5, 1, 3), {.seed = seed, .target = 16}) == 16);
    }
  }

  TEST_CASE("a size that is proved least is not undercut") {
    CHECK(reached(distance_ball_oracle(2, 4, 1), {.seed = 1}) == 4);
    CHECK(reached(distance_ball_oracle(2, 4, 1, 2), {.distinct = true, .seed = 1}) == 8);
  }

  TEST_CASE("the outcome follows from the seed and the steps, not from the threads") {
    const FakeOracle oracle = random_oracle(400, 300, 1, 9);
    const Rows rows = rows_of(oracle);
    std::vector<std::vector<Candidate>> first;
    for (const int threads : {1, 2, 3}) {
      Witness witness(oracle, false);
      const FocusedOptions options{.seed = 5, .iterations = 30'000, .threads = threads};
      const FocusedResult result = focused_search(rows, options, everything(oracle, 1), witness);
      CHECK(result.iterations == 30'000);
      REQUIRE_FALSE(witness.covers.empty());
      CHECK(result.best == witness.covers.back());
      if (threads == 1) first = witness.covers;
      CHECK(witness.covers == first);
    }
  }

  TEST_CASE("different seeds go different ways") {
    const FakeOracle oracle = random_oracle(400, 300, 1, 9);
    std::vector<std::vector<Candidate>> best;
    for (const std::uint64_t seed : {1U, 2U}) {
      Witness witness(oracle, false);
      best.push_back(focused_search(rows_of(oracle), {.seed = seed, .iterations = 20'000},
                                    everything(oracle, 1), witness)
                         .best);
    }
    CHECK(best[0] != best[1]);
  }

  TEST_CASE("sets with two candidates for a point, and points with a single one, are served") {
    // Candidate 0 alone covers point 0, and candidate 4 is needed for nothing.
    const FakeOracle oracle({{0, 1}, {1, 2}, {2, 3}, {3}, {1}}, 4, 1);
    CHECK(reached(oracle, {.seed = 1, .target = 2}) == 2);
    const FakeOracle twice({{0, 1}, {1, 2}, {0, 2}, {0, 1, 2}}, 3, 2);
    CHECK(reached(twice, {.seed = 1, .target = 2}) == 2);
    CHECK(reached(twice, {.distinct = true, .seed = 1, .target = 3}) == 3);
  }

  TEST_CASE("a cover by one candidate is the end") {
    const FakeOracle oracle({{0, 1}, {1}}, 2, 1);
    Witness witness(oracle, false);
    const std::vector<Candidate> start{0};
    const FocusedResult result = focused_search(rows_of(oracle), {}, start, witness);
    CHECK(result.best == start);
    CHECK(result.iterations == 0);
    CHECK(witness.covers.empty());
  }

  TEST_CASE("a start that meets the target is returned as it is") {
    const FakeOracle oracle = distance_ball_oracle(2, 3, 1);
    Witness witness(oracle, false);
    const FocusedResult result =
        focused_search(rows_of(oracle), {.target = 8}, everything(oracle, 1), witness);
    CHECK(result.best == everything(oracle, 1));
    CHECK(witness.covers.empty());
  }

  TEST_CASE("a start that is not what was asked for is refused") {
    const FakeOracle oracle = distance_ball_oracle(2, 3, 1);
    const Rows rows = rows_of(oracle);
    Observer nobody;
    const auto search = [&](const FocusedOptions& options, std::vector<Candidate> start) {
      focused_search(rows, options, start, nobody);
    };
    CHECK_THROWS_AS(search({}, {0}), std::invalid_argument);
    CHECK_THROWS_AS(search({}, {0, 7, 8}), std::invalid_argument);
    CHECK_THROWS_AS(search({}, {-1, 0, 7}), std::invalid_argument);
    CHECK_THROWS_AS(search({.distinct = true}, {0, 7, 7}), std::invalid_argument);
    CHECK_THROWS_AS(search({.mu = 2}, {0, 7}), std::invalid_argument);
  }

  TEST_CASE("a stop request is honoured within a fraction of a second") {
    class Stopper : public Observer {
     public:
      bool stop_requested() override { return ++polls_ > 3; }

     private:
      int polls_ = 0;
    };
    const FakeOracle oracle = distance_ball_oracle(3, 6, 2);
    const Rows rows = rows_of(oracle);
    Stopper stopper;
    const auto begin = std::chrono::steady_clock::now();
    const FocusedResult result =
        focused_search(rows, {.threads = 2}, everything(oracle, 1), stopper);
    CHECK(result.stopped);
    CHECK(is_cover(oracle, result.best));
    // Generous, as sanitizers slow everything down; a search that does not stop never ends.
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
  }

  TEST_CASE("a limit in seconds ends the search, and what it has is a cover") {
    const FakeOracle oracle = distance_ball_oracle(3, 5, 1);
    Witness witness(oracle, false);
    const FocusedResult result =
        focused_search(rows_of(oracle), {.seconds = 0.2}, everything(oracle, 1), witness);
    CHECK_FALSE(result.stopped);
    CHECK(result.iterations > 0);
    CHECK(is_cover(oracle, result.best));
  }

  TEST_CASE("a limit of no steps leaves the start as it is") {
    const FakeOracle oracle = distance_ball_oracle(3, 3, 1);
    Witness witness(oracle, false);
    const FocusedResult result =
        focused_search(rows_of(oracle), {.iterations = 0}, everything(oracle, 1), witness);
    CHECK(result.best == everything(oracle, 1));
    CHECK(result.iterations == 0);
  }
}

}  // namespace
}  // namespace coldcore::search

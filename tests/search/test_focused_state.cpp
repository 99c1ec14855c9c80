// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "fake_oracle.hpp"
#include "focused_state.hpp"
#include "rng.hpp"

namespace coldcore::search {
namespace {

using testing::distance_ball_oracle;
using testing::FakeOracle;
using testing::random_oracle;

/// The same solution, from the definition.
struct Definition {
  const Rows& rows;
  int mu;
  std::vector<std::int64_t> weights;
  std::vector<Index> members;

  std::vector<int> multiplicities() const {
    std::vector<int> out(weights.size());
    for (const Index c : members) {
      for (const Index x : rows.points()[c]) ++out[x];
    }
    return out;
  }

  std::int64_t deficit() const {
    std::int64_t sum = 0;
    for (const int count : multiplicities()) sum += std::max(0, mu - count);
    return sum;
  }

  /// By how much the deficit changes with one occurrence of `out` for one of `in`.
  std::int64_t swap_change(Index out, Index in) const {
    Definition after = *this;
    *std::find(after.members.begin(), after.members.end(), out) = in;
    return after.deficit() - deficit();
  }
};

template <bool kSingle>
void check_members(const CoverState<kSingle>& state, const Definition& expected) {
  std::vector<Candidate> members = state.members();
  std::vector<Candidate> wanted(expected.members.begin(), expected.members.end());
  std::sort(members.begin(), members.end());
  std::sort(wanted.begin(), wanted.end());
  REQUIRE(members == wanted);
  CHECK(state.size() == std::ssize(wanted));
  for (Index c = 0; c < state.rows().candidate_count(); ++c) {
    const bool member = std::binary_search(wanted.begin(), wanted.end(), Candidate{c});
    REQUIRE(state.contains(c) == member);
    if (member) REQUIRE(state.member(state.slot_of(c)) == c);
  }
}

template <bool kSingle>
void check_coverage(const CoverState<kSingle>& state, const Definition& expected) {
  const std::vector<int> counts = expected.multiplicities();
  std::vector<Index> uncovered;
  std::int64_t deficit = 0;
  for (Index x = 0; x < counts.size(); ++x) {
    REQUIRE(state.multiplicity(x) == static_cast<std::uint32_t>(counts[x]));
    REQUIRE(state.weight(x) == expected.weights[x]);
    if (counts[x] < expected.mu) uncovered.push_back(x);
    deficit += std::max(0, expected.mu - counts[x]);
  }
  std::vector<Index> listed(state.uncovered().begin(), state.uncovered().end());
  std::sort(listed.begin(), listed.end());
  CHECK(listed == uncovered);
  CHECK(state.deficit() == deficit);
}

template <bool kSingle>
void check_marginals(const CoverState<kSingle>& state, const Definition& expected) {
  const std::vector<int> counts = expected.multiplicities();
  const auto sum_below = [&](Index c, int limit) {
    std::int64_t sum = 0;
    for (const Index x : state.rows().points()[c])
      sum += counts[x] < limit ? expected.weights[x] : 0;
    return sum;
  };
  for (Index c = 0; c < state.rows().candidate_count(); ++c) {
    REQUIRE(state.gain(c) == sum_below(c, expected.mu));
  }
  for (Slot s = 0; s < state.slot_count(); ++s) {
    if (state.taken(s)) REQUIRE(state.loss(s) == sum_below(state.member(s), expected.mu + 1));
  }
}

template <bool kSingle>
void check_swap(const CoverState<kSingle>& state, const Definition& expected, Rng& rng) {
  if (expected.members.empty()) return;
  const Index out = expected.members[rng.below(expected.members.size())];
  const auto in = static_cast<Index>(rng.below(state.rows().candidate_count()));
  if (kSingle && state.contains(in)) return;
  CHECK(state.swap_change(state.slot_of(out), in) == expected.swap_change(out, in));
}

template <bool kSingle>
void check_least_loss(CoverState<kSingle>& state, Rng& rng) {
  std::vector<Slot> free;
  for (Slot s = 0; s < state.slot_count(); ++s) {
    if (state.taken(s)) free.push_back(s);
  }
  if (free.empty()) return;
  const Slot barred = free[rng.below(free.size())];
  std::erase(free, barred);
  std::vector<Slot> expected;
  for (const Slot s : free) {
    if (!expected.empty() && state.loss(s) > state.loss(expected[0])) continue;
    if (!expected.empty() && state.loss(s) < state.loss(expected[0])) expected.clear();
    expected.push_back(s);
  }

  std::vector<Slot> least;
  state.bar(barred);
  state.least_loss(least);
  state.lift_bars();

  CHECK(least == expected);
}

/// Thousands of random additions, removals and weight steps, compared with the definition.
template <bool kSingle>
void check_random_changes(const FakeOracle& oracle, int mu, bool repeats, bool weighted,
                          std::uint64_t seed) {
  const Rows rows = build_rows(oracle, oracle.candidate_count(), oracle.point_count(), 1);
  CoverState<kSingle> state(rows, mu, Fields::kGainAndLoss);
  Definition expected{rows, mu, std::vector<std::int64_t>(rows.point_count(), 1), {}};
  Rng rng(seed);
  for (int i = 0; i < 4000; ++i) {
    const auto c = static_cast<Index>(rng.below(rows.candidate_count()));
    // Phases that grow and phases that shrink, so that all sizes are met.
    const bool grow = rng.below(10) < ((i / 200) % 2 == 0 ? 7U : 3U);
    if (grow && (repeats || !state.contains(c))) {
      state.add(c);
      expected.members.push_back(c);
    } else if (!grow && !expected.members.empty()) {
      const std::size_t at = rng.below(expected.members.size());
      state.remove(state.slot_of(expected.members[at]));
      expected.members.erase(expected.members.begin() + static_cast<std::ptrdiff_t>(at));
    }
    if (weighted && rng.below(8) == 0) {
      for (const Index x : state.uncovered()) ++expected.weights[x];
      state.weigh_uncovered();
    }
    if (i % 37 != 0) continue;
    check_members(state, expected);
    check_coverage(state, expected);
    check_marginals(state, expected);
    if (!weighted) check_swap(state, expected, rng);
    check_least_loss(state, rng);
  }
}

TEST_SUITE("search/focused_state") {
  TEST_CASE("at mu = 1 every field follows random changes exactly") {
    for (const bool weighted : {false, true}) {
      check_random_changes<true>(distance_ball_oracle(3, 4, 1), 1, false, weighted, 1);
      check_random_changes<true>(distance_ball_oracle(2, 6, 2), 1, false, weighted, 2);
      check_random_changes<true>(random_oracle(60, 40, 1, 3), 1, false, weighted, 3);
    }
  }

  TEST_CASE("at mu = 2 and 3 every field follows random changes exactly, for sets and multisets") {
    for (const int mu : {2, 3}) {
      for (const bool repeats : {false, true}) {
        for (const bool weighted : {false, true}) {
          check_random_changes<false>(distance_ball_oracle(3, 3, 1), mu, repeats, weighted, 4);
          check_random_changes<false>(random_oracle(50, 40, mu, 5), mu, repeats, weighted, 6);
        }
      }
    }
  }

  TEST_CASE("without gains the change of a move is the same") {
    const FakeOracle oracle = distance_ball_oracle(3, 4, 1);
    const Rows rows = build_rows(oracle, 81, 81, 1);
    CoverState<true> with(rows, 1, Fields::kGainAndLoss);
    CoverState<true> without(rows, 1, Fields::kLoss);
    for (const Index c : {0U, 1U, 40U, 80U}) {
      with.add(c);
      without.add(c);
    }
    for (Index c = 2; c < 40; ++c) {
      CHECK(with.swap_change(with.slot_of(40), c) == without.swap_change(without.slot_of(40), c));
    }
  }

  TEST_CASE("weights are halved before a marginal could leave 32 bits") {
    constexpr Index kPoints = 1U << 20U;
    std::vector<Point> most(kPoints - 1);
    std::iota(most.begin(), most.end(), Point{0});
    const FakeOracle oracle({most, {kPoints - 1}}, kPoints, 1);
    const Rows rows = build_rows(oracle, 2, kPoints, 1);
    CoverState<true> state(rows, 1, Fields::kGainAndLoss);
    state.add(0);

    std::int32_t heaviest = 0;
    for (int i = 0; i < 5000; ++i) {
      state.weigh_uncovered();
      REQUIRE(state.gain(1) == state.weight(kPoints - 1));
      heaviest = std::max(heaviest, state.weight(kPoints - 1));
    }

    CHECK(heaviest > 1000);
    CHECK(std::int64_t{heaviest} * rows.longest() < std::numeric_limits<std::int32_t>::max());
    CHECK(state.loss(state.slot_of(0)) == std::ssize(most));
  }

  TEST_CASE("nobody is of least loss when all are barred") {
    const FakeOracle oracle({{0}, {0}}, 1, 1);
    const Rows rows = build_rows(oracle, 2, 1, 1);
    CoverState<true> state(rows, 1, Fields::kGainAndLoss);
    std::vector<Slot> least{7};
    state.bar(state.add(0));
    state.least_loss(least);
    CHECK(least.empty());
    state.lift_bars();
    state.least_loss(least);
    CHECK(least == std::vector<Slot>{0});
  }
}

}  // namespace
}  // namespace coldcore::search

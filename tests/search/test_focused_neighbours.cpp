// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "fake_oracle.hpp"
#include "focused_neighbours.hpp"
#include "parallel.hpp"

namespace coldcore::search {
namespace {

using testing::distance_ball_oracle;
using testing::FakeOracle;

/// Words that differ from c in exactly one of n digits 0..q-1, ascending.
std::vector<Index> one_digit_changed(Index c, Index q, int n) {
  std::vector<Index> out;
  Index place = 1;
  for (int j = 0; j < n; ++j, place *= q) {
    for (Index d = 0; d < q; ++d) {
      if (d != c / place % q) out.push_back(c - c / place % q * place + d * place);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<Index> sorted(std::span<const Index> list) {
  std::vector<Index> out(list.begin(), list.end());
  std::sort(out.begin(), out.end());
  return out;
}

TEST_SUITE("search/focused_neighbours") {
  TEST_CASE("in a space of ternary words the most alike differ in one digit") {
    const FakeOracle oracle = distance_ball_oracle(3, 5, 1);
    const Rows rows = build_rows(oracle, 243, 243, 1);
    const Neighbours neighbours(rows);
    Neighbours::Scratch scratch;
    for (Index c = 0; c < 243; ++c) {
      CHECK(sorted(neighbours.of(c, scratch)) == one_digit_changed(c, 3, 5));
    }
  }

  TEST_CASE("large rows are sampled, and nearly all of the most alike are found") {
    const FakeOracle oracle = distance_ball_oracle(5, 5, 3);
    const Rows rows = build_rows(oracle, 3125, 3125, 2);
    REQUIRE(rows.longest() * rows.longest() > (1 << 16));
    const Neighbours neighbours(rows);
    Neighbours::Scratch scratch;
    std::size_t found = 0;
    for (Index c = 0; c < 100; ++c) {
      const std::vector<Index> list = sorted(neighbours.of(c, scratch));
      const std::vector<Index> expected = one_digit_changed(c, 5, 5);
      CHECK(std::includes(expected.begin(), expected.end(), list.begin(), list.end()));
      found += list.size();
    }
    CHECK(found >= 95 * 20);
  }

  TEST_CASE("a candidate that shares nothing has no neighbours") {
    const FakeOracle oracle({{0}, {1, 2}, {2, 3}, {}}, 4, 1);
    const Rows rows = build_rows(oracle, 4, 4, 1);
    const Neighbours neighbours(rows);
    Neighbours::Scratch scratch;
    CHECK(neighbours.of(0, scratch).empty());
    CHECK(sorted(neighbours.of(1, scratch)) == std::vector<Index>{2});
    CHECK(neighbours.of(3, scratch).empty());
  }

  TEST_CASE("threads that ask at once get the same lists") {
    const FakeOracle oracle = distance_ball_oracle(3, 5, 1);
    const Rows rows = build_rows(oracle, 243, 243, 1);
    const Neighbours neighbours(rows);
    std::vector<int> good(8);
    run_parallel(8, 4, [&](std::int64_t item, int) {
      Neighbours::Scratch scratch;
      for (Index c = 0; c < 243; ++c) {
        good[static_cast<std::size_t>(item)] +=
            sorted(neighbours.of(c, scratch)) == one_digit_changed(c, 3, 5) ? 1 : 0;
      }
    });
    CHECK(good == std::vector<int>(8, 243));
  }
}

}  // namespace
}  // namespace coldcore::search

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>
#include <vector>

#include "fake_oracle.hpp"
#include "parallel.hpp"
#include "rows.hpp"

namespace coldcore::search {
namespace {

using testing::distance_ball_oracle;
using testing::FakeOracle;
using testing::random_oracle;

std::vector<std::int64_t> entries(std::span<const Index> list) {
  return {list.begin(), list.end()};
}

void check_rows(const FakeOracle& oracle, int threads) {
  const Rows rows = build_rows(oracle, oracle.candidate_count(), oracle.point_count(), threads);

  REQUIRE(rows.candidate_count() == oracle.candidate_count());
  REQUIRE(rows.point_count() == oracle.point_count());
  std::vector<std::int64_t> expected;
  for (Candidate c = 0; c < oracle.candidate_count(); ++c) {
    oracle.points_of(c, expected);
    CHECK(entries(rows.points()[static_cast<Index>(c)]) == expected);
    CHECK(rows.longest() >= std::ssize(expected));
  }
  for (Point x = 0; x < oracle.point_count(); ++x) {
    oracle.candidates_of(x, expected);
    CHECK(entries(rows.candidates()[static_cast<Index>(x)]) == expected);
  }
}

/// Nothing but a size.
class HugeIncidence : public Incidence {
 public:
  HugeIncidence(std::int64_t bound, bool symmetric) : bound_(bound), symmetric_(symmetric) {}
  std::int64_t entry_bound() const override { return bound_; }
  bool symmetric() const override { return symmetric_; }
  void points_of(Candidate, std::vector<Point>&) const override {
    throw std::runtime_error("no list");
  }
  void candidates_of(Point, std::vector<Candidate>&) const override {
    throw std::runtime_error("no list");
  }

 private:
  std::int64_t bound_;
  bool symmetric_;
};

TEST_SUITE("search/rows") {
  TEST_CASE(
      "transposed lists have the same pairs, ascending, and empty lists where there are none") {
    Lists lists;
    lists.offsets = {0, 2, 2, 5};
    lists.entries = {1, 3, 0, 1, 4};
    const Lists turned = transpose(lists, 6);
    REQUIRE(turned.count() == 6);
    const std::vector<std::vector<std::int64_t>> expected{{2}, {0, 2}, {}, {0}, {2}, {}};
    for (Index x = 0; x < 6; ++x) CHECK(entries(turned[x]) == expected[x]);
    const Lists back = transpose(turned, 3);
    CHECK(back.offsets == lists.offsets);
    CHECK(back.entries == lists.entries);
    CHECK(transpose(Lists{}, 0).count() == 0);
  }

  TEST_CASE("rows hold the lists of the incidence, for any number of threads") {
    for (const int threads : {1, 2, 3}) {
      check_rows(distance_ball_oracle(3, 4, 1), threads);
      check_rows(random_oracle(300, 77, 1, 5), threads);
    }
  }

  TEST_CASE("a symmetric relation is stored once") {
    const FakeOracle oracle = distance_ball_oracle(2, 5, 1);
    const Rows rows = build_rows(oracle, 32, 32, 1);
    CHECK(&rows.points() == &rows.candidates());
    CHECK(rows.points().entries.size() == 32 * 6);
  }

  TEST_CASE("candidates without points and points without candidates have empty lists") {
    const FakeOracle oracle({{}, {1}, {}}, 3, 1);
    const Rows rows = build_rows(oracle, 3, 3, 1);
    CHECK(rows.points()[0].empty());
    CHECK(entries(rows.points()[1]) == std::vector<std::int64_t>{1});
    CHECK(rows.candidates()[2].empty());
    CHECK(rows.longest() == 1);
  }

  TEST_CASE("planning counts each direction that is stored, and never less than what is stored") {
    CHECK(rows_bytes(HugeIncidence(1000, true), 10, 10) == 4 * 1000 + 8 * 11);
    CHECK(rows_bytes(HugeIncidence(1000, false), 10, 20) == 8 * 1000 + 8 * (11 + 21));
    const auto most = std::numeric_limits<std::int64_t>::max();
    CHECK(rows_bytes(HugeIncidence(most / 3, true), 10, 10) == most);
  }

  TEST_CASE("more candidates or points than 32 bits can number are refused") {
    const HugeIncidence incidence(0, true);
    CHECK_THROWS_AS(build_rows(incidence, std::int64_t{1} << 32, 1, 1), std::length_error);
    CHECK_THROWS_AS(build_rows(incidence, 1, std::int64_t{1} << 32, 1), std::length_error);
  }

  TEST_CASE("what the incidence throws reaches the caller") {
    const HugeIncidence incidence(0, true);
    CHECK_THROWS_WITH_AS(build_rows(incidence, 1000, 1000, 3), "no list", std::runtime_error);
  }

  TEST_CASE("parallel work does each item once") {
    std::vector<int> done(1000);
    run_parallel(1000, 3, [&](std::int64_t item, int) { ++done[static_cast<std::size_t>(item)]; });
    CHECK(done == std::vector<int>(1000, 1));
  }
}

}  // namespace
}  // namespace coldcore::search

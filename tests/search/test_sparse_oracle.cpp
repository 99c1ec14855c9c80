// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "incidence_fixture.hpp"
#include "rng.hpp"
#include "sparse_oracle.hpp"

namespace coldcore::search {
namespace {

using testing::incidence_module;

enum class Shape { kOneLength, kLists, kWeighted };

/// Distinct random points, ascending.
std::vector<Index> random_points(std::int64_t points, std::size_t count, Rng& rng) {
  std::vector<Index> all(static_cast<std::size_t>(points));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
  for (std::size_t i = 0; i < count; ++i) std::swap(all[i], all[i + rng.below(all.size() - i)]);
  all.resize(count);
  std::sort(all.begin(), all.end());
  return all;
}

SetSystem random_system(Shape shape, std::int64_t candidates, std::int64_t points,
                        std::uint64_t seed) {
  Rng rng(seed);
  SetSystem system;
  system.point_count = points;
  for (std::int64_t c = 0; c < candidates; ++c) {
    const std::size_t count = shape == Shape::kOneLength ? 4 : rng.below(8);
    const std::vector<Index> list = random_points(points, count, rng);
    system.points.entries.insert(system.points.entries.end(), list.begin(), list.end());
    system.points.offsets.push_back(std::ssize(system.points.entries));
  }
  if (shape != Shape::kWeighted) return system;
  for (std::size_t e = 0; e < system.points.entries.size(); ++e) {
    system.multiplicities.push_back(1 + static_cast<std::int32_t>(rng.below(3)));
  }
  for (std::int64_t x = 0; x < points; ++x) {
    system.point_weights.push_back(1 + static_cast<std::int32_t>(rng.below(5)));
  }
  return system;
}

/// cnt by definition.
std::vector<std::int32_t> counts(const SetSystem& system, const std::vector<Candidate>& chosen) {
  std::vector<std::int32_t> cnt(static_cast<std::size_t>(system.point_count));
  for (const Candidate c : chosen) {
    const auto begin = system.points.offsets[static_cast<std::size_t>(c)];
    const auto end = system.points.offsets[static_cast<std::size_t>(c) + 1];
    for (auto e = static_cast<std::size_t>(begin); e < static_cast<std::size_t>(end); ++e) {
      cnt[system.points.entries[e]] += system.multiplicities.empty() ? 1 : system.multiplicities[e];
    }
  }
  return cnt;
}

std::int64_t deficit(const SetSystem& system, int mu, const std::vector<Candidate>& chosen) {
  const std::vector<std::int32_t> cnt = counts(system, chosen);
  std::int64_t sum = 0;
  for (std::size_t x = 0; x < cnt.size(); ++x) {
    const std::int64_t weight = system.point_weights.empty() ? 1 : system.point_weights[x];
    sum += weight * std::max(0, mu - cnt[x]);
  }
  return sum;
}

std::int64_t deficit_with(const SetSystem& system, int mu, std::vector<Candidate> chosen,
                          Candidate c) {
  chosen.push_back(c);
  return deficit(system, mu, chosen);
}

std::int64_t deficit_without(const SetSystem& system, int mu, std::vector<Candidate> chosen,
                             Candidate c) {
  chosen.erase(std::find(chosen.begin(), chosen.end(), c));
  return deficit(system, mu, chosen);
}

/// Everything that the oracle says about a represented multiset.
void check_state(Oracle& oracle, const SetSystem& system, const std::vector<Candidate>& chosen) {
  const int mu = oracle.mu();
  const std::int64_t now = deficit(system, mu, chosen);
  const std::vector<std::int32_t> cnt = counts(system, chosen);
  REQUIRE(oracle.count_deficit() == now);
  REQUIRE(oracle.count_eq(1) == std::count(cnt.begin(), cnt.end(), 1));
  std::vector<std::int32_t> read(cnt.size() - 1);
  oracle.read_cnt(1, read);
  REQUIRE(std::equal(read.begin(), read.end(), cnt.begin() + 1));

  oracle.gain_map();
  std::int32_t most = 0;
  for (Candidate c = 0; c < oracle.candidate_count(); ++c) {
    std::int32_t gathered = 0;
    std::int32_t mapped = 0;
    oracle.ball_gather({&c, 1}, Role::kDeficient, {&gathered, 1});
    oracle.map_read_at({&c, 1}, {&mapped, 1});
    REQUIRE(gathered == now - deficit_with(system, mu, chosen, c));
    REQUIRE(mapped == gathered);
    most = std::max(most, mapped);
  }
  REQUIRE(oracle.map_max() == most);
  oracle.loss_map();
  for (const Candidate c : chosen) {
    std::int32_t gathered = 0;
    std::int32_t mapped = 0;
    oracle.ball_gather({&c, 1}, Role::kCritical, {&gathered, 1});
    oracle.map_read_at({&c, 1}, {&mapped, 1});
    REQUIRE(gathered == deficit_without(system, mu, chosen, c) - now);
    REQUIRE(mapped == gathered);
  }
}

TEST_SUITE("search/sparse_oracle") {
  TEST_CASE("every answer agrees with the definition, for all forms of rows") {
    for (const Shape shape : {Shape::kOneLength, Shape::kLists, Shape::kWeighted}) {
      for (int mu = 1; mu <= 3; ++mu) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
          CAPTURE(static_cast<int>(shape));
          CAPTURE(mu);
          CAPTURE(seed);
          const SetSystem system = random_system(shape, 30, 15, seed);
          SparseOracle oracle(incidence_module(), system, mu);
          CHECK(oracle.candidate_count() == 30);
          CHECK(oracle.point_count() == 15);
          CHECK(oracle.bytes() > 0);
          std::vector<Candidate> chosen{3, 17, 17, 29};
          oracle.recount(chosen);
          check_state(oracle, system, chosen);
          const std::vector<Candidate> added{0, 5, 3};
          oracle.ball_update(added, +1);
          chosen.insert(chosen.end(), added.begin(), added.end());
          check_state(oracle, system, chosen);
          oracle.ball_update(std::vector<Candidate>{17, 29}, -1);
          check_state(oracle, system, {3, 17, 0, 5, 3});
          oracle.recount({});
          check_state(oracle, system, {});
        }
      }
    }
  }

  TEST_CASE("an extraction has the first candidates by index and the true count") {
    const SetSystem system = random_system(Shape::kLists, 200, 20, 1);
    SparseOracle oracle(incidence_module(), system, 1);
    oracle.recount(std::vector<Candidate>{4});
    oracle.gain_map();
    std::vector<std::int32_t> gains(200);
    std::vector<Candidate> all(200);
    for (std::size_t c = 0; c < 200; ++c) all[c] = static_cast<Candidate>(c);
    oracle.map_read_at(all, gains);
    const Extraction some = oracle.map_extract(3, 10);
    CHECK(some.found == std::count_if(gains.begin(), gains.end(), [](int g) { return g >= 3; }));
    REQUIRE(some.candidates.size() == 10);
    CHECK(std::is_sorted(some.candidates.begin(), some.candidates.end()));
    for (std::size_t i = 0; i < 10; ++i) {
      CHECK(some.values[i] == gains[static_cast<std::size_t>(some.candidates[i])]);
    }
    CHECK(oracle.map_extract(3, 0).found == some.found);
  }

  TEST_CASE("tracked gains are those of the definition after every change") {
    for (const Shape shape : {Shape::kOneLength, Shape::kLists, Shape::kWeighted}) {
      const SetSystem system = random_system(shape, 30, 15, 6);
      SparseOracle oracle(incidence_module(), system, 2);
      REQUIRE(oracle.track_gains());
      std::vector<Candidate> chosen;
      Rng rng(1);
      for (int i = 0; i < 60; ++i) {
        const bool removes = chosen.size() > 5;
        const Candidate c = removes ? chosen.front() : static_cast<Candidate>(rng.below(30));
        oracle.ball_update({&c, 1}, removes ? -1 : +1);
        if (removes) {
          chosen.erase(chosen.begin());
        } else {
          chosen.push_back(c);
        }
        oracle.gain_map();
        for (Candidate other = 0; other < 30; ++other) {
          std::int32_t mapped = 0;
          oracle.map_read_at({&other, 1}, {&mapped, 1});
          REQUIRE(mapped == deficit(system, 2, chosen) - deficit_with(system, 2, chosen, other));
        }
      }
      check_state(oracle, system, chosen);  // The loss map ends it.
    }
  }

  TEST_CASE("the lists are those of the system, both ways") {
    const SetSystem system = random_system(Shape::kLists, 40, 12, 2);
    SparseOracle oracle(incidence_module(), system, 2);
    const Incidence* incidence = oracle.incidence();
    REQUIRE(incidence != nullptr);
    CHECK(incidence->entry_bound() == std::ssize(system.points.entries));
    CHECK_FALSE(incidence->symmetric());
    std::vector<Point> points;
    std::vector<Candidate> candidates;
    for (Candidate c = 0; c < 40; ++c) {
      incidence->points_of(c, points);
      const auto row = system.points[static_cast<Index>(c)];
      CHECK(std::equal(points.begin(), points.end(), row.begin(), row.end()));
      for (Point x = 0; x < 12; ++x) {
        incidence->candidates_of(x, candidates);
        CHECK(std::binary_search(candidates.begin(), candidates.end(), c) ==
              std::binary_search(points.begin(), points.end(), x));
      }
    }
  }

  TEST_CASE("lists are offered only where they tell all that matters") {
    const SetSystem system = random_system(Shape::kWeighted, 10, 8, 3);
    CHECK(SparseOracle(incidence_module(), system, 1).incidence() != nullptr);
    CHECK(SparseOracle(incidence_module(), system, 2).incidence() == nullptr);
    SetSystem plain = system;
    plain.multiplicities.assign(plain.multiplicities.size(), 1);
    CHECK(SparseOracle(incidence_module(), plain, 2).incidence() != nullptr);
  }

  TEST_CASE("costs that are all 1 are no costs") {
    SetSystem system = random_system(Shape::kOneLength, 10, 8, 3);
    CHECK(SparseOracle(incidence_module(), system, 1).costs().unit());
    system.costs.assign(10, 1);
    CHECK(SparseOracle(incidence_module(), system, 1).costs().unit());
    system.costs[3] = 4;
    SparseOracle oracle(incidence_module(), system, 1);
    CHECK(oracle.costs().of(3) == 4);
    CHECK(oracle.costs().of(2) == 1);
  }

  TEST_CASE("costs below 1 and sums that could overflow are refused, and nothing stays open") {
    SetSystem system = random_system(Shape::kOneLength, 10, 8, 3);
    system.costs.assign(10, 0);
    CHECK_THROWS_WITH_AS(SparseOracle(incidence_module(), system, 1),
                         "the cost of candidate 0 is 0: costs have to be at least 1, and mu times "
                         "their sum below 2^62",
                         OracleError);
    system.costs.assign(10, std::int64_t{1} << 58);
    CHECK(SparseOracle(incidence_module(), system, 1).costs().of(0) == std::int64_t{1} << 58);
    CHECK_THROWS_AS(SparseOracle(incidence_module(), system, 2), OracleError);
    system.costs.clear();
    CHECK(SparseOracle(incidence_module(), system, 1).costs().unit());
  }

  TEST_CASE("a refusal carries the module's code and its line") {
    const SetSystem system = random_system(Shape::kOneLength, 10, 8, 3);
    SparseOracle oracle(incidence_module(), system, 1);
    const std::vector<Candidate> outside{10};
    try {
      oracle.recount(outside);
      FAIL("a candidate outside was taken");
    } catch (const OracleError& error) {
      CHECK(error.code() == SPARSE_E_INDEX);
      CHECK(std::string(error.what()).find("10") != std::string::npos);
    }
    CHECK_THROWS_AS(SparseOracle(incidence_module(), system, 1), OracleError);
    check_state(oracle, system, {});  // The one that is open is as it was.
  }

  TEST_CASE("the budget decides where the rows go, and not what is found") {
    const SetSystem system = random_system(Shape::kLists, 30, 15, 4);
    setenv("COLDCORE_HBM_BUDGET", "1", 1);
    {
      SparseOracle oracle(incidence_module(), system, 2);
      CHECK(oracle.host_bytes() > 0);
      oracle.recount(std::vector<Candidate>{1, 2});
      check_state(oracle, system, {1, 2});
    }
    unsetenv("COLDCORE_HBM_BUDGET");
    CHECK(SparseOracle(incidence_module(), system, 2).host_bytes() == 0);
  }
}

}  // namespace
}  // namespace coldcore::search

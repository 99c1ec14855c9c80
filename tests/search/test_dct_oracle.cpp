// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "dct_oracle.hpp"
#include "engine_fixture.hpp"
#include "fake_oracle.hpp"
#include "rng.hpp"

namespace coldcore::search {
namespace {

using testing::distance_ball_oracle;
using testing::engine;
using testing::FakeOracle;

std::vector<Candidate> random_words(std::size_t count, std::int64_t words, Rng& rng) {
  std::vector<Candidate> chosen(count);
  for (Candidate& c : chosen) {
    c = static_cast<Candidate>(rng.below(static_cast<std::uint64_t>(words)));
  }
  return chosen;
}

std::vector<Candidate> all_words(std::int64_t words) {
  std::vector<Candidate> all(static_cast<std::size_t>(words));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// The map as map_read_at and as map_extract give it, which have to agree.
std::vector<std::int32_t> read_map(Oracle& oracle) {
  const std::vector<Candidate> all = all_words(oracle.candidate_count());
  std::vector<std::int32_t> map(all.size());
  oracle.map_read_at(all, map);
  const Extraction extraction = oracle.map_extract(0, static_cast<int>(all.size()));
  CHECK(extraction.found == oracle.candidate_count());
  CHECK(extraction.candidates == all);
  CHECK(extraction.values == map);
  CHECK(oracle.map_max() == *std::max_element(map.begin(), map.end()));
  return map;
}

void check_agreement(Oracle& oracle, FakeOracle& reference) {
  std::vector<std::int32_t> counts(static_cast<std::size_t>(oracle.point_count()));
  oracle.read_cnt(0, counts);
  CHECK(counts == reference.cnt());
  CHECK(oracle.count_deficit() == reference.count_deficit());
  for (int target = 0; target < 4; ++target) {
    CHECK(oracle.count_eq(target) == reference.count_eq(target));
  }
  const std::vector<Candidate> all = all_words(oracle.candidate_count());
  std::vector<std::int32_t> gathered(all.size());
  for (const Role role : {Role::kDeficient, Role::kCritical}) {
    role == Role::kDeficient ? oracle.gain_map() : oracle.loss_map();
    role == Role::kDeficient ? reference.gain_map() : reference.loss_map();
    CHECK(read_map(oracle) == read_map(reference));
    oracle.ball_gather(all, role, gathered);
    CHECK(gathered == read_map(reference));
  }
}

TEST_SUITE("search/dct_oracle") {
  TEST_CASE("the cell agrees with the definition through recounts and updates") {
    Rng rng(1);
    for (int mu = 1; mu <= 3; ++mu) {
      for (const int radius : {1, 2}) {
        CAPTURE(mu);
        CAPTURE(radius);
        DctOracle oracle(engine(),
                         {.family = "hamming", .axes = {3, 3, 3, 3}, .radius = radius, .mu = mu});
        FakeOracle reference = distance_ball_oracle(3, 4, radius, mu);
        CHECK(oracle.mu() == mu);
        CHECK(oracle.candidate_count() == 81);
        CHECK(oracle.point_count() == 81);
        check_agreement(oracle, reference);

        const std::vector<Candidate> chosen = random_words(12, 81, rng);
        oracle.recount(chosen);
        reference.recount(chosen);
        check_agreement(oracle, reference);

        const std::vector<Candidate> more = random_words(5, 81, rng);
        oracle.ball_update(more, +1);
        reference.ball_update(more, +1);
        oracle.ball_update(std::span(chosen).first(7), -1);
        reference.ball_update(std::span(chosen).first(7), -1);
        check_agreement(oracle, reference);

        oracle.recount({});
        reference.recount({});
        check_agreement(oracle, reference);
      }
    }
  }

  TEST_CASE("the incidence lists the balls, on mixed axes too") {
    const std::vector<int> axes{2, 3, 4};
    const DctOracle oracle(engine(), {.family = "hamming", .axes = axes, .radius = 2});
    const Incidence& incidence = *oracle.incidence();
    CHECK(incidence.symmetric());
    const auto differing = [&](Candidate u, Point x) {
      int distance = 0;
      for (const int size : axes) {
        distance += u % size != x % size ? 1 : 0;
        u /= size;
        x /= size;
      }
      return distance;
    };
    std::vector<Point> points;
    std::int64_t entries = 0;
    for (Candidate u = 0; u < 24; ++u) {
      std::vector<Point> expected;
      for (Point x = 0; x < 24; ++x) {
        if (differing(u, x) <= 2) expected.push_back(x);
      }
      incidence.points_of(u, points);
      CHECK(points == expected);
      entries += static_cast<std::int64_t>(points.size());
    }
    CHECK(incidence.entry_bound() == entries);
  }

  TEST_CASE("extraction gives the first by index and the true count") {
    DctOracle oracle(engine(), {.family = "hamming", .axes = {3, 3, 3}, .radius = 1});
    oracle.gain_map();
    const Extraction extraction = oracle.map_extract(7, 4);
    CHECK(extraction.found == 27);
    CHECK(extraction.candidates == std::vector<Candidate>{0, 1, 2, 3});
    CHECK(extraction.values == std::vector<std::int32_t>{7, 7, 7, 7});
    CHECK(oracle.map_extract(8, 4).found == 0);
    CHECK(oracle.map_extract(7, 0).candidates.empty());
  }

  TEST_CASE("a refused call throws the engine's code and line and changes nothing") {
    DctOracle oracle(engine(), {.family = "hamming", .axes = {3, 3, 3}, .radius = 1});
    oracle.recount(std::vector<Candidate>{5});
    const std::vector<Candidate> absent{6};
    try {
      oracle.ball_update(absent, -1);
      FAIL("the removal was accepted");
    } catch (const OracleError& error) {
      CHECK(error.code() == DCT_E_ABSENT);
      CHECK(std::string(error.what()) == engine().last_error());
      CHECK_FALSE(std::string(error.what()).empty());
    }
    CHECK_THROWS_AS(oracle.recount(std::vector<Candidate>(65'536, 0)), OracleError);
    CHECK(oracle.count_eq(1) == 7);
    CHECK(oracle.capacity() == 65'535);
  }

  TEST_CASE("one cell at a time: a second is refused, and the next is free to open") {
    const Problem problem{.family = "hamming", .axes = {3, 3}, .radius = 1};
    {
      DctOracle first(engine(), problem);
      CHECK_THROWS_AS(DctOracle(engine(), problem), OracleError);
      CHECK(first.count_deficit() == 9);
      CHECK(first.bytes() > 0);
    }
    CHECK_NOTHROW(DctOracle(engine(), problem));
  }

  TEST_CASE("a family that is not there and a shape it refuses leave no cell open") {
    CHECK_THROWS_AS(DctOracle(engine(), {.family = "no_such", .axes = {3, 3}, .radius = 1}),
                    OracleError);
    CHECK_THROWS_AS(DctOracle(engine(), {.family = "hamming", .axes = {3, 3}, .radius = 99}),
                    OracleError);
    CHECK_THROWS_AS(
        DctOracle(engine(), {.family = "hamming", .axes = {3, 3}, .radius = 1, .mu = 65'536}),
        OracleError);
    CHECK_NOTHROW(DctOracle(engine(), {.family = "hamming", .axes = {3, 3}, .radius = 1}));
  }

  TEST_CASE("an engine without the mu group serves mu = 1 and refuses more") {
    EngineLibrary old = engine();
    old.set_mu = nullptr;
    old.get_mu = nullptr;
    old.ball_gather_mu = nullptr;
    old.count_deficit = nullptr;
    {
      DctOracle oracle(old, {.family = "hamming", .axes = {3, 3, 3}, .radius = 1});
      oracle.recount(std::vector<Candidate>{0});
      CHECK(oracle.count_deficit() == 20);
    }
    CHECK_THROWS_AS(DctOracle(old, {.family = "hamming", .axes = {3, 3}, .radius = 1, .mu = 2}),
                    OracleError);
    CHECK_NOTHROW(DctOracle(old, {.family = "hamming", .axes = {3, 3}, .radius = 1}));
  }
}

}  // namespace
}  // namespace coldcore::search
